"""How people see it: tables, plots, the HTML page and its template."""

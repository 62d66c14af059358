"""How people see it: tables, plots and pages."""

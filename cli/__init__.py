"""One small module a command; wires the other packages together and holds no logic."""

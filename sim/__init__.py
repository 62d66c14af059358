"""How games are played: fast, headless, deterministic."""

"""breachlab: how hard is this card game, and why?"""

__version__ = "0.1.0"

"""What the games say: intervals, ratings, card values, baselines."""

"""Data: the content packs that are played and the experiments that are asked."""

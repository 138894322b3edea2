"""Frozen records that the store keeps, the worker makes and the web shows."""

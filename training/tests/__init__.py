"""Tests of the training pipeline: `python -m pytest` in the folder above."""

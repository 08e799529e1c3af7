"""Matches between bots whose every figure can be reproduced: duplicate blocks, paired statistics, reports."""

"""Helpers for tests of texts: they find the placeholders in a sentence, and the rule numbers in a rulebook."""

import re
from importlib.resources import files
from string import Formatter


def fields(sentence: str) -> set[str]:
    """Return the names of the placeholders in a sentence."""
    return {re.split(r"[.\[]", field)[0] for _, field, _, _ in Formatter().parse(sentence) if field is not None}


def rules(name: str) -> set[str]:
    """Return the rule numbers in a game's rulebook."""
    text = files("velodrome.games").joinpath(name, "RULES.md").read_text("utf-8")
    return set(re.findall(r"^###\s+([A-Z]{2}-\d+)", text, re.MULTILINE))

"""Look into sentences and rule books, for the laws about texts."""

import re
from importlib.resources import files
from string import Formatter


def fields(sentence: str) -> set[str]:
    """The arguments that a sentence takes."""
    return {re.split(r"[.\[]", field)[0] for _, field, _, _ in Formatter().parse(sentence) if field is not None}


def rules(name: str) -> set[str]:
    """The numbers of a game's rules."""
    text = files("velodrome.games").joinpath(name, "RULES.md").read_text("utf-8")
    return set(re.findall(r"^###\s+([A-Z]{2}-\d+)", text, re.MULTILINE))

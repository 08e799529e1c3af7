"""Narration of moves: find the sentence that describes a move, using the patterns in a game's texts.toml."""

import re
from functools import cache

from velodrome.core import texts
from velodrome.core.contract import Text

FALLBACK_KEY = "tell.any"  # key of the sentence for a move that no pattern matches: "{who}: {text}."


@cache
def compile_patterns(game: str) -> list[tuple[re.Pattern[str], str]]:
    """Return a game's (compiled pattern, key of the sentence) pairs; each pattern matches one kind of move."""
    return [(re.compile(pattern), key) for key, pattern in texts.move_patterns(game).items()]


def find_key(game: str, text: str) -> str:
    """Return the key of the pattern that matches the move `text`; "" if no pattern matches.

    Some of these keys have no sentence.
    """
    return next((key for pattern, key in compile_patterns(game) if pattern.fullmatch(text)), "")


def narrate(game: str, text: str) -> Text:
    """Return the key and the arguments of the sentence that narrates the move `text`.

    Return {} if no sentence exists for this kind of move, such as dealing a card. If no pattern matches the move,
    the key is FALLBACK_KEY, and its sentence shows the move itself.

    >>> narrate("velonimo", "steal 2 from 1")
    {'key': 'tell.steal', 'count': '2', 'seat': '1'}
    """
    for pattern, key in compile_patterns(game):
        found = pattern.fullmatch(text)
        if found:
            groups = {name: value or "" for name, value in found.groupdict().items()}
            return {"key": key, **groups} if key in texts.sentences(game, texts.DEFAULT_LANGUAGE) else {}
    return {"key": FALLBACK_KEY, "text": text}


def is_grouped(game: str, key: str) -> bool:
    """Return whether consecutive moves with this key from `find_key` are narrated in one sentence."""
    return f"{key}.all" in texts.sentences(game, texts.DEFAULT_LANGUAGE)

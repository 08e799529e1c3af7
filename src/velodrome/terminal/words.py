"""Look up words that people type (commands, answers, bots, cards), in all languages.

The key `words.TOPIC.MEANING` in the terminal's texts lists the words that have this meaning.
"""

import unicodedata
from functools import cache

from velodrome.core import texts


def find_meaning(topic: str, word: str) -> str:
    """Return what a typed word means, in any language; "" if it is unknown.

    >>> find_meaning("command", "Aide")
    'help'
    """
    return load_words(topic).get(fold(word), "")


@cache
def load_words(topic: str) -> dict[str, str]:
    """Return the words on a topic in all languages, as {folded word: meaning}."""
    found: dict[str, str] = {}
    for language in texts.LANGUAGES:
        for key, words in texts.load("terminal", language).items():
            subject, _, meaning = key.removeprefix("words.").rpartition(".")
            if key.startswith("words.") and subject == topic:
                found.update({fold(word): meaning for word in words.split()})
    return found


def fold(word: str) -> str:
    """Return a word in lower case without accents, so that `Regles` means the same as `règles`."""
    letters = unicodedata.normalize("NFD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))

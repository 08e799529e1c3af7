"""What happened, in a sentence: made from a move's text as one seat heard it."""

import re
from functools import cache
from itertools import groupby
from typing import NamedTuple

from velodrome.terminal.draw import drawing
from velodrome.terminal.people import YOU, is_you
from velodrome.terminal.words import say, sentences

TOGETHER = ("tell.velocity.roll", "tell.arcenciel.lineup")


class News(NamedTuple):
    """A move as a seat heard it."""

    actor: int  # a seat or CHANCE
    text: str  # its face, or its cover
    forced: bool = False
    remark: str = ""  # what the drawing adds, such as the value of a play


@cache
def patterns(game: str) -> list[tuple[re.Pattern[str], str]]:
    """How each kind of move of a game is told: (pattern, key)."""
    start = f"tell.{game}."
    rows = [(key, row) for key, row in sentences().items() if key.startswith(start)]
    return [(re.compile(row["match"]), key) for key, row in rows if "match" in row]


def tell(game: str, news: News, names: list[str], language: str) -> str:
    """A sentence; "" for what needs no telling, such as each card of a deal."""
    who = names[news.actor] if news.actor >= 0 else ""
    sentence = told(game, news, who, names, language)
    if not sentence:
        return ""
    if news.remark:
        sentence = f"{sentence.rstrip('.')} ({news.remark})."
    if news.forced and news.actor >= 0:
        sentence = f"{sentence} {say(language, 'tell.forced')}"
    return sentence[0].upper() + sentence[1:]


def tell_all(game: str, heard: list[News], names: list[str], language: str) -> list[str]:
    """All the sentences; dice that roll together are told together."""
    found: list[str] = []
    for key, run in groupby(heard, lambda news: kind(game, news)):
        several = list(run)
        if key and key in TOGETHER:
            parts = [together(key, news, names) for news in several]
            found.append(say(language, key + ".all", all=", ".join(parts)))
        else:
            found += [tell(game, news, names, language) for news in several]
    return [sentence for sentence in found if sentence]


def together(key: str, news: News, names: list[str]) -> str:
    """One of several moves that are told in one sentence."""
    match = re.fullmatch(sentences()[key]["match"], news.text)
    part = "".join(named(name, text, names) for name, text in match.groupdict().items()) if match else news.text
    return f"{part} ({news.remark})" if news.remark else part


def kind(game: str, news: News) -> str:
    """The key of the sentence that tells a move, or ""."""
    return next((key for pattern, key in patterns(game) if pattern.fullmatch(news.text)), "")


def told(game: str, news: News, who: str, names: list[str], language: str) -> str:
    for pattern, key in patterns(game):
        found = pattern.fullmatch(news.text)
        if found:
            if not sentences()[key][language]:
                return ""
            words = drawing(game).words
            groups = {name: named(name, words(text or "", language), names) for name, text in found.groupdict().items()}
            row = sentences()[key]
            sentence = row.get(YOU[language], row[language]) if is_you(who) else row[language]
            return sentence.format(who=who, **groups)
    text = drawing(game).words(news.text, language)
    return say(language, "tell.any", who=who, text=text) if who else text + "."


def gloss(game: str, text: str, names: list[str], language: str) -> str:
    """What a move does, beside its text, for a reader whose language is not that of the text."""
    rows = [sentences()[key] for pattern, key in patterns(game) if pattern.fullmatch(text)]
    if language == "en" or not rows or YOU[language] not in rows[0]:
        return ""
    said = told(game, News(0, text), YOU[language], names, language)
    return said.removeprefix("Vous ").rstrip(".")


def named(group: str, text: str, names: list[str]) -> str:
    """A name where a group of the pattern is a seat."""
    return names[int(text)] if group.startswith("seat") and text.isdecimal() and int(text) < len(names) else text

"""What happened, in a sentence: made from a move's text as one seat heard it."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from velodrome.core import narration, texts
from velodrome.core.contract import Text
from velodrome.core.narration import FALLBACK_KEY, find_key, is_grouped
from velodrome.core.tiebreaks import TIE_KEY_PREFIX
from velodrome.terminal.draw import drawing
from velodrome.terminal.i18n import say, say_game
from velodrome.terminal.seats import YOU, is_you


class News(NamedTuple):
    """A move as a seat heard it."""

    actor: int  # a seat or CHANCE
    text: str  # its face, or its cover
    forced: bool = False
    remark: str = ""  # what the drawing adds, such as the value of a play
    outcomes: Sequence[Text] = ()  # what came of it, as everybody knows


def tell(game: str, news: News, names: list[str], language: str) -> str:
    """A sentence; "" for what needs no telling, such as each card of a deal."""
    who = names[news.actor] if news.actor >= 0 else ""
    sentence = told(game, news.text, who, names, language)
    if not sentence:
        return ""
    if news.remark:
        sentence = f"{sentence.rstrip('.')} ({news.remark})."
    if news.forced and news.actor >= 0:
        sentence = f"{sentence} {say(language, 'tell.forced')}"
    return sentence[0].upper() + sentence[1:]


def tell_all(game: str, heard: list[News], names: list[str], language: str) -> list[str]:
    """All the sentences, each move's outcomes after it; dice that roll together are told together."""
    found: list[str] = []
    for key, run in groupby(heard, lambda news: find_key(game, news.text)):
        several = list(run)
        if is_grouped(game, key):
            parts = ", ".join(together(game, news, names) for news in several)
            found.append(texts.sentences(game)[f"{key}.all"][language].format(all=parts))
            found += [sentence for news in several for sentence in came_of(game, news, names, language)]
        else:
            for news in several:
                found += [tell(game, news, names, language), *came_of(game, news, names, language)]
    return [sentence for sentence in found if sentence]


def came_of(game: str, news: News, names: list[str], language: str) -> list[str]:
    """The sentences of a move's outcomes; why equal scores rank apart with the number of the rule."""
    said = [(str(text["key"]), say_game(language, game, text, names)) for text in news.outcomes]
    rows = texts.sentences(game)
    return [f"{line[:-1]} ({rows[key]['rule']})." if key.startswith(TIE_KEY_PREFIX) else line for key, line in said]


def together(game: str, news: News, names: list[str]) -> str:
    """One of several moves that are told in one sentence."""
    groups = narration.narrate(game, news.text).items()
    part = "".join(named(name, str(value), names) for name, value in groups if name != "key")
    return f"{part} ({news.remark})" if news.remark else part


def told(game: str, move: str, who: str, names: list[str], language: str) -> str:
    text = narration.narrate(game, move)
    words = drawing(game).words
    if not text:
        return ""
    if text["key"] == FALLBACK_KEY:
        spoken = words(move, language)
        return say(language, FALLBACK_KEY, who=who, text=spoken) if who else spoken + "."
    row = texts.sentences(game)[str(text["key"])]
    sentence = row.get(YOU[language], row[language]) if is_you(who) else row[language]
    groups = {name: named(name, words(str(value), language), names) for name, value in text.items() if name != "key"}
    return sentence.format(who=who, **groups)


def gloss(game: str, text: str, names: list[str], language: str) -> str:
    """What a move does, beside its text, for a reader whose language is not that of the text."""
    row = texts.sentences(game).get(find_key(game, text), {})
    if language == "en" or YOU[language] not in row:
        return ""
    return told(game, text, YOU[language], names, language).removeprefix("Vous ").rstrip(".")


def named(group: str, text: str, names: list[str]) -> str:
    """A name where a group of the pattern is a seat."""
    return names[int(text)] if group.startswith("seat") and text.isdecimal() and int(text) < len(names) else text

"""Sentences about played moves, made from the text of each move as one viewer saw it."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from velodrome.core import narration, texts
from velodrome.core.contract import Text
from velodrome.core.narration import FALLBACK_KEY, find_key, is_grouped
from velodrome.core.tiebreaks import TIE_KEY_PREFIX
from velodrome.terminal.draw import find_drawing
from velodrome.terminal.i18n import say, say_game
from velodrome.terminal.seats import is_you, name_you


class HeardMove(NamedTuple):
    """A move as one viewer saw it."""

    actor: int  # a seat or CHANCE
    text: str  # text of its face or its cover
    forced: bool = False  # True if it was the viewer's own forced move
    remark: str = ""  # added by the drawing, such as the value of a play
    outcomes: Sequence[Text] = ()  # what everybody learned from the move


def narrate_move(game: str, heard: HeardMove, names: list[str], language: str) -> str:
    """Describe a move in a sentence; "" for moves that need none, such as dealing a card."""
    who = names[heard.actor] if heard.actor >= 0 else ""
    sentence = fill_move_sentence(game, heard.text, who, names, language)
    if not sentence:
        return ""
    if heard.remark:
        sentence = f"{sentence.rstrip('.')} ({heard.remark})."
    if heard.forced and heard.actor >= 0:
        sentence = f"{sentence} {say(language, 'tell.forced')}"
    return sentence[0].upper() + sentence[1:]


def narrate_moves(game: str, heard: list[HeardMove], names: list[str], language: str) -> list[str]:
    """Describe moves in order, each with its outcomes; dice that are rolled together share a sentence."""
    found: list[str] = []
    for key, run in groupby(heard, lambda move: find_key(game, move.text)):
        several = list(run)
        sentences = texts.sentences(game, language)
        if is_grouped(game, key) and several[0].actor < 0 and (len(several) > 1 or key not in sentences):
            parts = ", ".join(narrate_part(game, move, names) for move in several)
            found.append(texts.fill(sentences[f"{key}.all"], {"all": parts, "count": len(several)}, language))
            found += [sentence for move in several for sentence in narrate_outcomes(game, move, names, language)]
        else:
            for move in several:
                found += [
                    narrate_move(game, move, names, language),
                    *narrate_outcomes(game, move, names, language),
                ]
    return [sentence for sentence in found if sentence]


def narrate_outcomes(game: str, heard: HeardMove, names: list[str], language: str) -> list[str]:
    """Describe a move's outcomes; after a tie-break, add the number of its rule."""
    said = [(str(text["key"]), say_game(language, game, text, names)) for text in heard.outcomes]
    rules = texts.rule_numbers(game)
    return [f"{line[:-1]} ({rules[key]})." if key.startswith(TIE_KEY_PREFIX) else line for key, line in said]


def narrate_part(game: str, heard: HeardMove, names: list[str]) -> str:
    """Return what one move adds to a sentence about several moves, such as one die of a roll."""
    groups = narration.narrate(game, heard.text).items()
    part = "".join(name_seat(name, str(value), names) for name, value in groups if name != "key")
    return f"{part} ({heard.remark})" if heard.remark else part


def fill_move_sentence(game: str, move: str, who: str, names: list[str], language: str) -> str:
    """Return the sentence for a move with its placeholders filled in; "" if the game has no such sentence.

    `who` is the name of the actor; "" for chance.
    """
    text = narration.narrate(game, move)
    if not text:
        return ""
    translate = find_drawing(game).translate
    if text["key"] == FALLBACK_KEY:
        translated = translate(move, language)
        return say(language, FALLBACK_KEY, who=who, text=translated) if who else translated + "."
    rows, key = texts.sentences(game, language), str(text["key"])
    about = who or name_seat("seat", str(text.get("seat", "")), names)
    sentence = rows.get(key + texts.YOU_SUFFIX, rows[key]) if is_you(about) else rows[key]
    groups = {name: translate(str(value), language) for name, value in text.items() if name != "key"}
    return texts.fill(sentence, {"who": who, **groups}, language, names)


def gloss_move(game: str, text: str, names: list[str], language: str) -> str:
    """Explain a move in the viewer's language; "" if there is no explanation.

    In English the result is always "", because the moves themselves are in English.
    """
    if language == texts.DEFAULT_LANGUAGE or find_key(game, text) + texts.YOU_SUFFIX not in texts.sentences(
        game, language
    ):
        return ""
    you = name_you(language)
    sentence = fill_move_sentence(game, text, you, names, language)
    return sentence.removeprefix(f"{you.capitalize()} ").rstrip(".")


def name_target(game: str, text: str, names: list[str]) -> str:
    """Return the name of the seat that a move is about, in brackets; "" if there is none."""
    seat = str(narration.narrate(game, text).get("seat", ""))
    return f"({name_seat('seat', seat, names)})" if seat else ""


def name_seat(group: str, text: str, names: list[str]) -> str:
    """Return a value from a move's text; if it is the number of a seat, return the name of the seat instead.

    `group` is the name of the value in the move's pattern. If it starts with "seat", the value is a seat number.
    """
    return names[int(text)] if group.startswith("seat") and text.isdecimal() and int(text) < len(names) else text

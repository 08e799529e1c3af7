"""The moves that are open, numbered and grouped; and what a person means by what they type."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import NamedTuple

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from velodrome.core import texts
from velodrome.core.contract import State, normalize_text
from velodrome.core.errors import UnknownMove, VelodromeError
from velodrome.terminal.draw import Sketch
from velodrome.terminal.draw.base import NUMBER
from velodrome.terminal.i18n import number, say, say_game
from velodrome.terminal.narration import gloss

MANY = 12  # from so many choices on, those that differ in numbers alone are grouped
GAP = 3  # between columns
LONG = 40  # letters of what was typed that an answer repeats
FEW = 4  # moves that a refusal names
LIKE = 4  # and so many make a group


class Refused(VelodromeError):
    """What was typed cannot be played; says why and what would do."""


class Entry(NamedTuple):
    """One line of the list: a move, or several that differ in numbers alone."""

    key: int  # the number to type
    label: str
    gloss: str
    moves: list[int]


class Choices:
    """What the viewer of a seen state may do."""

    def __init__(self, seen: State, sketch: Sketch) -> None:
        self.seen = seen
        self.sketch = sketch
        self.language = sketch.view.language
        self.moves = seen.legal()
        self.texts = {move: seen.game.text(move) for move in self.moves}
        self.entries = self.number(self.group())

    def narrow(self, moves: list[int]) -> None:
        """List the moves of one group alone; any other may still be typed."""
        self.entries = self.number([[move] for move in moves])

    def widen(self) -> None:
        """List all again."""
        self.entries = self.number(self.group())

    # ------------------------------------------------------------ showing

    def group(self) -> list[list[int]]:
        """The moves in the order of the list, those that differ in numbers alone together."""
        ordered = sorted(self.moves, key=lambda move: self.sketch.order(self.texts[move]))
        families: dict[str, list[int]] = {}
        for move in ordered:
            families.setdefault(self.sketch.family(self.texts[move]), []).append(move)
        found: list[list[int]] = []
        for like in families.values():
            always = len(like) > 1 and self.texts[like[0]].split()[0] in self.sketch.numbers
            together = always or (len(ordered) >= MANY and len(like) >= LIKE)
            found += [like] if together else [[move] for move in like]
        return found if len(found) > 1 else [[move] for move in ordered]

    def number(self, groups: list[list[int]]) -> list[Entry]:
        """Entries counted from 1; or, where every move is a word and a number, by that number."""
        first = [self.texts[group[0]] for group in groups]
        alike = len({NUMBER.sub("#", text) for text in first}) == 1 and len(NUMBER.findall(first[0])) == 1
        own = [int(NUMBER.findall(text)[0]) for text in first] if alike and len(first) > 1 else [-1]
        counted = own[0] >= 0 and own == list(range(own[0], own[0] + len(own)))
        keys = own if counted else range(1, len(groups) + 1)
        return [self.entry(key, group) for key, group in zip(keys, groups, strict=True)]

    def entry(self, key: int, group: list[int]) -> Entry:
        text = self.texts[group[0]]
        if len(group) == 1:
            return Entry(key, self.sketch.label(text), self.gloss(text), group)
        shapes = {NUMBER.sub("#", self.texts[move]) for move in group}
        if len(shapes) > 1:
            words = [self.texts[move].split() for move in group]
            common = [column[0] for column in zip(*words, strict=False) if len(set(column)) == 1]
            return Entry(key, f"{' '.join(common)} …", say(self.language, "choices.several", count=len(group)), group)
        columns = zip(*[NUMBER.findall(self.texts[move]) for move in group], strict=True)
        ranges = [spanned(list(column)) for column in columns]
        label = NUMBER.sub(lambda _: ranges.pop(0), text)
        glosses = {self.sketch.gloss(self.texts[move]) for move in group}
        return Entry(key, label, glosses.pop() if len(glosses) == 1 else "", group)

    def gloss(self, text: str) -> str:
        """A word on a move: the drawing's, or what it does where the reader's language is not the text's."""
        view = self.sketch.view
        return self.sketch.gloss(text) or gloss(view.game.name, text, view.names, view.language)

    def draw(self, width: int, lines: int) -> RenderableType:
        """The list in columns, in so many lines at most."""
        cells = [cell(entry) for entry in self.entries]
        columns, shown = next(
            (many, seen) for many, seen in tried(cells, lines) if many == 1 or taken(seen, many) <= width
        )
        grid = Table.grid(padding=(0, GAP, 0, 0))
        for start in range(0, len(shown), columns):
            grid.add_row(*shown[start : start + columns])
        if len(shown) < len(cells):
            grid.add_row(Text(say(self.language, "choices.more", count=len(cells) - len(shown)), "dim"))
        return grid

    def rules(self) -> list[str]:
        """The numbers of the rules behind the kinds of moves that are open."""
        verbs = dict.fromkeys(text.split()[0] for text in self.texts.values())
        return [self.sketch.rules[verb] for verb in verbs if verb in self.sketch.rules]

    # ------------------------------------------------------------ understanding

    def find(self, typed: str) -> list[int]:
        """The move that was meant, or the moves of a group; Refused otherwise."""
        if (wanted := number(typed)) is not None:
            return self.numbered(wanted)
        typed = self.sketch.expand(typed)
        try:
            move = self.seen.game.parse(typed)
        except UnknownMove:
            return [self.near(typed)]
        if move in self.texts:
            return [move]
        raise Refused(self.why(move))

    def numbered(self, number: int) -> list[int]:
        for entry in self.entries:
            if entry.key == number:
                return entry.moves
        low, high = self.entries[0].key, self.entries[-1].key
        raise Refused(say(self.language, "choices.number", number=number, low=low, high=high))

    def near(self, typed: str) -> int:
        """The only open move that has all these words, or begins so."""
        wanted = normalize_text(typed)
        begun = [move for move, text in self.texts.items() if normalize_text(text).startswith(wanted)]
        words = set(re.split(r"[\s+]+", typed.lower()))
        holding = [move for move, text in self.texts.items() if words <= set(re.split(r"[\s+]+", text.lower()))]
        for found in (begun, holding):
            if len(found) == 1:
                return found[0]
        some = [self.texts[move] for move in begun or holding]
        some = some or get_close_matches(typed.lower(), self.texts.values(), 3, 0.5)
        if some:
            hint = say(self.language, "choices.mean", moves=", ".join(some[:4]) + ("…" if len(some) > 4 else ""))
        else:
            hint = say(self.language, "choices.do", move=self.texts[self.entries[0].moves[0]])
        raise Refused(say(self.language, "choices.unknown", typed=shown(typed)) + " " + hint)

    def why(self, move: int) -> str:
        """Why a move of the game is not open, with its rule."""
        game = self.seen.game
        if move >= game.decisions:
            return say(self.language, "choices.chance", typed=game.text(move))
        refusal = self.seen.refusal(move)
        said = say_game(self.language, game.name, refusal, self.sketch.view.names).rstrip(".")
        if not said[:2].isupper():
            said = said[:1].lower() + said[1:]
        number = texts.rule_number(game.name, refusal)
        reason = f"{self.sketch.label(game.text(move))}: {said}" + (f" ({number})." if number else ".")
        some = [self.sketch.label(self.texts[entry.moves[0]]) for entry in self.entries[:FEW]]
        more = ", …" if len(self.entries) > FEW else ""
        return f"{reason} {say(self.language, 'choices.open', moves=', '.join(some) + more)}"


def spanned(column: list[str]) -> str:
    """The numbers of a column: the only one, from one to another, or each of them."""
    values = sorted(set(column), key=int)
    if len(values) > 2 and int(values[-1]) - int(values[0]) == len(values) - 1:
        return f"{values[0]}…{values[-1]}"
    return ", ".join(values)


def shown(typed: str) -> str:
    """What was typed, short enough to be said again."""
    return typed if len(typed) <= LONG else typed[:LONG] + "…"


def taken(cells: list[Text], columns: int) -> int:
    """The width of so many columns, row by row."""
    widths = [max(item.cell_len for item in cells[i::columns]) for i in range(min(columns, len(cells)))]
    return sum(widths) + GAP * (len(widths) - 1)


def tried(cells: list[Text], lines: int) -> Iterator[tuple[int, list[Text]]]:
    """Columns, most first, with the choices that so many show."""
    for many in (5, 4, 3, 2, 1):
        yield many, cells[: max(1, lines - 1) * many] if len(cells) > lines * many else cells


def cell(entry: Entry) -> Text:
    """One choice: its number, the move, a word on it."""
    text = Text.assemble((f"{entry.key:>2} ", "bold cyan"), entry.label)
    return text.append(f"  {entry.gloss}", "dim") if entry.gloss else text

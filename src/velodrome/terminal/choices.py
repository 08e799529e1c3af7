"""The numbered list of legal moves from which a person chooses, and the parser for what the person types."""

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
from velodrome.terminal.draw import Drawing
from velodrome.terminal.draw.base import NUMBER_WORD
from velodrome.terminal.i18n import parse_number, say
from velodrome.terminal.narration import gloss_move, name_target

GROUP_FROM = 12  # with this many moves or more, similar ones are grouped
COLUMN_GAP = 3
MAX_ECHO_LENGTH = 40  # an error message quotes at most this many characters of the input
MAX_MOVES_SUGGESTED = 4  # a refusal lists at most this many legal moves
MIN_GROUP_SIZE = 4  # fewer similar moves are listed one by one


class InputRefused(VelodromeError):
    """Raised if a person's input is not a legal move; the message gives the reason and some legal moves."""


class ChoiceEntry(NamedTuple):
    """One numbered line in the list: a move, or a group of similar moves."""

    key: int  # the number to type
    label: str
    explanation: str  # shown next to the label; may be ""
    moves: list[int]  # one move, or all moves of the group


class ChoiceList:
    """Numbered list of the legal moves of the seat whose turn it is; `seen` is this seat's view."""

    def __init__(self, seen: State, drawing: Drawing) -> None:
        self.seen = seen
        self.drawing = drawing
        self.language = drawing.view.language
        self.moves = seen.legal()
        self.texts = {move: seen.game.text(move) for move in self.moves}
        self.entries = self.number_groups(self.group_moves())

    def narrow(self, moves: list[int]) -> None:
        """Show only the moves in one group; the other moves can still be typed."""
        self.entries = self.number_groups([[move] for move in moves])

    def widen(self) -> None:
        """Show all moves again."""
        self.entries = self.number_groups(self.group_moves())

    # ------------------------------------------------------------ output

    def group_moves(self) -> list[list[int]]:
        """Return the moves in display order, in groups: each group becomes one line of the list.

        Most groups have one move. If there are many moves, those with the same `Drawing.group_key` share a group.
        """
        ordered = sorted(self.moves, key=lambda move: self.drawing.sort_key(self.texts[move]))
        families: dict[str, list[int]] = {}
        for move in ordered:
            families.setdefault(self.drawing.group_key(self.texts[move]), []).append(move)
        found: list[list[int]] = []
        for like in families.values():
            always = len(like) > 1 and self.texts[like[0]].split()[0] in self.drawing.numbers
            together = always or (len(ordered) >= GROUP_FROM and len(like) >= MIN_GROUP_SIZE)
            found += [like] if together else [[move] for move in like]
        return found if len(found) > 1 else [[move] for move in ordered]

    def number_groups(self, groups: list[list[int]]) -> list[ChoiceEntry]:
        """Return one numbered line for each group of moves.

        The numbers start at 1, with one exception: if the labels differ only in one number and these numbers are
        consecutive ("bid 5", "bid 6"), each line gets the number in its label.
        """
        first = [self.drawing.label(self.texts[group[0]]) for group in groups]
        alike = len({NUMBER_WORD.sub("#", text) for text in first}) == 1 and len(NUMBER_WORD.findall(first[0])) == 1
        own = [int(NUMBER_WORD.findall(text)[0]) for text in first] if alike and len(first) > 1 else [-1]
        counted = own[0] >= 0 and own == list(range(own[0], own[0] + len(own)))
        keys = own if counted else range(1, len(groups) + 1)
        return [self.make_entry(key, group) for key, group in zip(keys, groups, strict=True)]

    def make_entry(self, key: int, group: list[int]) -> ChoiceEntry:
        text = self.texts[group[0]]
        labels = [self.drawing.label(self.texts[move]) for move in group]
        if len(group) == 1:
            return ChoiceEntry(key, labels[0], self.explain(text), group)
        shapes = {NUMBER_WORD.sub("#", label) for label in labels}
        if len(shapes) > 1:
            words = [label.split() for label in labels]
            common = [column[0] for column in zip(*words, strict=False) if len(set(column)) == 1]
            several = say(self.language, "choices.several", count=len(group))
            purpose = self.drawing.explain_group(text)
            return ChoiceEntry(key, f"{' '.join(common)} …", f"{purpose} ({several})" if purpose else several, group)
        columns = zip(*[NUMBER_WORD.findall(label) for label in labels], strict=True)
        ranges = [format_range(list(column)) for column in columns]
        label = NUMBER_WORD.sub(lambda _: ranges.pop(0), labels[0])
        explanations = {self.drawing.explain(self.texts[move]) for move in group}
        shared = explanations.pop() if len(explanations) == 1 else ""
        return ChoiceEntry(key, label, shared or self.drawing.explain_group(text), group)

    def explain(self, text: str) -> str:
        """Return a short explanation to show next to a move; "" if there is none.

        The drawing explains the move. If it does not, the explanation is the translation of the move, or the name of
        the seat that the move is about.
        """
        game, names = self.seen.game.name, self.drawing.view.names
        gloss = gloss_move(game, text, names, self.language)
        return self.drawing.explain(text) or gloss or name_target(game, text, names)

    def draw(self, width: int, lines: int) -> RenderableType:
        """Render the list in columns that fit the width and the number of lines."""
        cells = [render_entry(entry) for entry in self.entries]
        layouts = list_layouts(cells, lines)
        columns, shown = next(found for found in layouts if found[0] == 1 or measure_width(*found) <= width)
        grid = Table.grid(padding=(0, COLUMN_GAP, 0, 0))
        for start in range(0, len(shown), columns):
            grid.add_row(*shown[start : start + columns])
        if len(shown) < len(cells):
            grid.add_row(Text(say(self.language, "choices.more", count=len(cells) - len(shown)), "dim"))
        return grid

    def list_rules(self) -> list[str]:
        """Return the rule numbers for the legal moves, one for each kind of move that has a rule in `Drawing.rules`."""
        verbs = dict.fromkeys(text.split()[0] for text in self.texts.values())
        return [self.drawing.rules[verb] for verb in verbs if verb in self.drawing.rules]

    # ------------------------------------------------------------ input

    def find(self, typed: str) -> list[int]:
        """Return the moves that the input stands for: one typed move, or all moves of the line with the typed number.

        Raise InputRefused if there is no such legal move.
        """
        if (wanted := parse_number(typed)) is not None:
            return self.moves_of_entry(wanted)
        as_typed, typed = typed, self.drawing.expand(typed)
        try:
            move = self.seen.game.parse(typed)
        except UnknownMove:
            return [self.find_similar(typed, as_typed)]
        if move in self.texts:
            return [move]
        raise InputRefused(self.explain_refusal(move))

    def moves_of_entry(self, number: int) -> list[int]:
        for entry in self.entries:
            if entry.key == number:
                return entry.moves
        low, high = self.entries[0].key, self.entries[-1].key
        raise InputRefused(say(self.language, "choices.number", number=number, low=low, high=high))

    def find_similar(self, typed: str, as_typed: str) -> int:
        """Return the only legal move that starts with `typed` or contains all its words.

        Raise InputRefused if there is none, or more than one. `typed` is the input as the drawing expanded it;
        `as_typed` is the original input, for the error message.
        """
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
            listed = ", ".join([self.drawing.label(text) for text in some[:MAX_MOVES_SUGGESTED]])
            hint = say(self.language, "choices.mean", moves=listed + ("…" if len(some) > MAX_MOVES_SUGGESTED else ""))
        else:
            first = self.drawing.label(self.texts[self.entries[0].moves[0]])
            hint = say(self.language, "choices.do", move=first)
        raise InputRefused(say(self.language, "choices.unknown", typed=shorten_input(as_typed)) + " " + hint)

    def explain_refusal(self, move: int) -> str:
        """Return a message that says why a move is not legal, with the number of the rule and some legal moves."""
        game = self.seen.game
        if move >= game.decisions:
            return say(self.language, "choices.chance", typed=game.text(move))
        refusal = self.seen.refusal(move)
        said = self.drawing.say_game(refusal).rstrip(".")
        if not said[:2].isupper():
            said = said[:1].lower() + said[1:]
        number = texts.rule_number(game.name, refusal)
        reason = f"{self.drawing.label(game.text(move))}: {said}" + (f" ({number})." if number else ".")
        some = [self.drawing.label(self.texts[entry.moves[0]]) for entry in self.entries[:MAX_MOVES_SUGGESTED]]
        more = ", …" if len(self.entries) > MAX_MOVES_SUGGESTED else ""
        return f"{reason} {say(self.language, 'choices.open', moves=', '.join(some) + more)}"


def format_range(column: list[str]) -> str:
    """Format numbers from the labels of a group: as a range if three or more are consecutive, otherwise as a list."""
    values = sorted(set(column), key=int)
    if len(values) > 2 and int(values[-1]) - int(values[0]) == len(values) - 1:
        return f"{values[0]}…{values[-1]}"
    return ", ".join(values)


def shorten_input(typed: str) -> str:
    """Shorten input so that a message can quote it."""
    return typed if len(typed) <= MAX_ECHO_LENGTH else typed[:MAX_ECHO_LENGTH] + "…"


def measure_width(columns: int, cells: list[Text]) -> int:
    """Return the total width of the columns if the cells are laid out in them row by row."""
    widths = [max(item.cell_len for item in cells[i::columns]) for i in range(min(columns, len(cells)))]
    return sum(widths) + COLUMN_GAP * (len(widths) - 1)


def list_layouts(cells: list[Text], lines: int) -> Iterator[tuple[int, list[Text]]]:
    """Yield possible layouts as (number of columns, cells), for five columns down to one.

    If a layout needs more than `lines` lines for all cells, it leaves out the last cells.
    """
    for columns in (5, 4, 3, 2, 1):
        yield columns, cells[: max(1, lines - 1) * columns] if len(cells) > lines * columns else cells


def render_entry(entry: ChoiceEntry) -> Text:
    """Render a line of the list: its number, label and explanation."""
    text = Text.assemble((f"{entry.key:>2} ", "bold cyan"), entry.label)
    return text.append(f"  {entry.explanation}", "dim") if entry.explanation else text

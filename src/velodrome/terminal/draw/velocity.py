"""Drawing of VeloCity: the course with its spaces and couriers, the cans, the dice and the podium.

A courier is drawn as the letter of its team.
"""

import re
from typing import Any, ClassVar

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from velodrome.core import texts
from velodrome.terminal.draw.base import PIECE_STYLES, Drawing, name_piece

LETTERS = {"red": "R", "black": "K", "yellow": "Y", "white": "W", "green": "G", "gray": "A", "blue": "B"}
SIGNS = {"road": "·", "can": "+", "obstacle": "✕", "start": ""}  # {kind of space: sign}
GROUND = {"road": "dim", "can": "bold green", "obstacle": "bold red", "start": "bold"}  # {kind of space: style}
ACROSS = 9  # spaces per row
WIDE = 8  # characters per space, including the gap after it


class VelocityDrawing(Drawing):
    """Drawing of a race through the city."""

    def draw(self) -> RenderableType:
        return self.stack(self.head(), self.teams(), self.start(), self.course(), self.podium(), self.dice())

    def head(self) -> Text:
        turn: Any = self.view.table["turn"]
        cans = next(piece for piece in self.view.zone("cans")["pieces"] if piece["seat"] is None)["number_of"]
        say = self.view.say
        return self.heading("VeloCity", say("velocity.round", round=turn["round"]), say("velocity.reserve", cans=cans))

    def teams(self) -> RenderableType:
        """Render each seat with its letter, its cans and its couriers that have finished."""
        rows: list[list[Text | str]] = []
        for seat, facts in enumerate(self.view.seats):
            colour = facts["colour"]
            letter = Text("▶ " if facts["active"] else "  ", "bold yellow").append_text(self.letter(colour))
            cans = self.view.say("velocity.cans", count=facts["cans"])
            home = self.view.say("velocity.home", count=facts["home"])
            name = self.render_name(seat).append(f" ({self.colour(colour)})", "dim")
            rows.append([letter, name, cans, home])
        return self.render_seats(rows)

    def colour(self, colour: str) -> str:
        return self.translate(colour, self.view.language)

    @staticmethod
    def translate(text: str, language: str) -> str:
        return name_piece("velocity", text, language)

    def letter(self, colour: str, count: int = 1) -> Text:
        return Text(LETTERS[colour] + (str(count) if count > 1 else ""), PIECE_STYLES[colour])

    def start(self) -> Text:
        """Render START and the couriers on it."""
        start = self.view.zone("track")["pieces"][0]
        return self.space(start).append("  ").append_text(self.crowd(start))

    def course(self) -> Table:
        """Render the spaces in riding order, each with the couriers on it."""
        grid = Table.grid(padding=(0, 1, 0, 0))  # wide content wraps instead of touching the next cell
        for _ in range(ACROSS):
            grid.add_column(width=WIDE - 1, vertical="top")
        spaces = self.view.zone("track")["pieces"][1:]
        for start in range(0, len(spaces), ACROSS):
            row = spaces[start : start + ACROSS]
            grid.add_row(*[self.space(space) for space in row])
            if any(any(space["couriers"]) for space in row):
                grid.add_row(*[self.crowd(space) for space in row])
        return grid

    def space(self, space: dict[str, Any]) -> Text:
        turn: Any = self.view.table["turn"]
        kind = space["kind"]
        name = self.view.say("velocity.start") if kind == "start" else f"{space['n']:>2}{SIGNS[kind]}"
        here = space["id"] in (turn["group"], turn["origin"], turn["dest"])
        return Text().append(name, GROUND[kind] + (" underline" if here else ""))

    def crowd(self, space: dict[str, Any]) -> Text:
        """Render the couriers on a space: the letter of each team with its number of couriers."""
        line = Text()
        for seat, count in enumerate(space["couriers"]):
            if count:
                line.append_text(self.letter(self.view.seats[seat]["colour"], count)).append(" ")
        return line

    def podium(self) -> Text:
        """Render the podium, from the first place to the last."""
        line = Text(self.view.say("velocity.podium") + " ", "bold")
        for place in self.view.zone("podium")["pieces"]:
            line.append(f" {place['n']}", "dim")
            seat = place["seat"]
            line.append_text(Text("–", "dim") if seat is None else self.letter(self.view.seats[seat]["colour"]))
        return line.append("   " + self.view.say("velocity.signs"), "dim")

    def dice(self) -> Text | None:
        pieces = self.view.zone("dice")["pieces"]
        if not pieces:
            return None
        line = Text(self.view.say("velocity.dice") + " ", "bold")
        for die in pieces:
            name = die["id"].removeprefix("die_")
            line.append(f" {name} ").append(f" {die['pips']} ", PIECE_STYLES.get(die["colour"] or "hare", "reverse"))
        return line

    # ------------------------------------------------------------ choices

    rules: ClassVar[dict[str, str]] = {"solo": "VC-11", "group": "VC-12", "pay": "VC-21", "back": "VC-22"}

    def explain(self, text: str) -> str:
        move = re.fullmatch(r"move (\w+) (\w+)", text)
        if move:
            return self.landing(*move.groups())
        group = re.fullmatch(r"group (\w+)( bonus)?", text)
        if group:
            return self.view.say("velocity.with", rivals=self.rivals(group[1]))
        keys = {"solo bonus": "piece.bonus", "solo sprint": "piece.sprint", "pay": "piece.pay"}
        return texts.say("velocity", {"key": keys[text]}, self.view.language) if text in keys else ""

    def group_key(self, text: str) -> str:
        return text  # never group moves: each leads to a different space

    def rivals(self, name: str) -> str:
        """Return the letters of the other teams that have couriers on a space."""
        here = self.space_called(name)
        return " ".join(
            LETTERS[self.view.seats[seat]["colour"]]
            for seat, count in enumerate(here["couriers"])
            if count and seat != self.view.seat
        )

    def space_called(self, name: str) -> dict[str, Any]:
        spaces: list[dict[str, Any]] = self.view.zone("track")["pieces"]
        return spaces[0] if name == "start" else next(space for space in spaces if str(space["n"]) == name)

    def landing(self, name: str, die: str) -> str:
        """Describe the space that a courier on the space `name` reaches with a die.

        Return "" if the table does not show this die.
        """
        pips = [piece["pips"] for piece in self.view.zone("dice")["pieces"] if piece["id"] == f"die_{die}"]
        if not pips:
            return ""
        to = self.space_called(name)["n"] - pips[0]
        if to <= 0:
            return "→ " + self.view.say("velocity.line")
        kind = self.space_called(str(to))["kind"]
        return f"→ {to}" + ("" if kind == "road" else f" {self.translate(kind, self.view.language)}")


DRAWING = VelocityDrawing

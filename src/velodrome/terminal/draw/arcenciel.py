"""Drawing of Arc en Ciel: the circuit with values and owners, the race order, the breakaway's lead, and the jerseys."""

import re
from typing import Any, ClassVar

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from velodrome.terminal.draw.base import MAX_SINGLE_COLUMN_SEATS, PIECE_STYLES, Drawing
from velodrome.terminal.i18n import make_printable

LETTERS = {"red": "R", "blue": "B", "green": "G", "yellow": "Y", "orange": "O", "black": "K"}
SIGNS = {  # {kind of square: (sign, style)}; effort squares show only their value
    "start": ("⚑", "bold"),
    "effort": ("", ""),
    "breakaway": ("»", "bold cyan"),
    "chance": ("?", "bold magenta"),
    "feeding": ("+", "bold green"),
    "hazard": ("!", "bold red"),
    "green": ("◆", "bold green"),
    "dotted": ("●", "bold red"),
}
ACROSS = 10  # squares per row


class ArcencielDrawing(Drawing):
    """Drawing of a race."""

    def draw(self) -> RenderableType:
        return self.stack(self.head(), self.order_head(), self.teams(), self.circuit(), self.signs(), self.race())

    def head(self) -> Text:
        zone, deck = self.view.zone("circuit"), self.view.zone("deck")
        say = self.view.say
        lap = say("arcenciel.lap", lap=zone["lap"])
        rainbow = say("arcenciel.rainbow_lap") if zone["rainbow_lap"] else ""
        feeding = say("arcenciel.no_feeding") if self.view.zone("no_feeding")["size"] else ""
        return self.heading("Arc en Ciel", lap, rainbow, feeding, say("arcenciel.deck", cards=deck["size"]))

    def order_head(self) -> Text:
        return Text(self.view.say("arcenciel.order"), "dim")

    def teams(self) -> RenderableType:
        """Render the seats in race order, with energy, domestiques and jerseys."""
        rows: list[list[Text | str]] = []
        say, seats = self.view.say, self.view.seats
        brief = ".brief" if len(seats) > MAX_SINGLE_COLUMN_SEATS else ""
        for seat in sorted(range(len(seats)), key=lambda seat: seats[seat]["place"] or 99):
            facts = seats[seat]
            place = say("arcenciel.out") if facts["out"] else f"{facts['place'] or '–'}."
            energy = say(f"arcenciel.energy{brief}", energy=facts["energy"])
            riders = say(f"arcenciel.domestiques{brief}", hand=facts["hand"], placed=len(facts["placed"]))
            name = Text(f"{place} ").append_text(self.letter(facts["colour"])).append(" ")
            name.append_text(self.render_name(seat))
            rows.append([name, energy, riders, self.jerseys(facts)])
        return self.render_seats(rows)

    def letter(self, colour: str) -> Text:
        return Text(f" {LETTERS[colour]} ", PIECE_STYLES[colour])

    def jerseys(self, facts: dict[str, Any]) -> Text:
        """Render the jerseys that a seat has won."""
        line = Text()
        for name in ("rainbow", "green", "double", "triple", "points"):
            if facts[name]:
                line.append(self.view.say(f"arcenciel.{name}", count=facts[name]) + " ", "bold")
        return line

    def circuit(self) -> Table:
        """Render the squares in riding order, each with its number, its kind or cost, and its owner."""
        grid = Table.grid(padding=(0, 0))
        for _ in range(ACROSS):
            grid.add_column(width=8)
        owners = {piece["square"]: piece["colour"] for piece in self.view.zone("domestiques")["pieces"]}
        squares = [self.square(n, piece, owners) for n, piece in enumerate(self.view.zone("circuit")["pieces"])]
        for start in range(0, len(squares), ACROSS):
            grid.add_row(*squares[start : start + ACROSS])
        return grid

    def square(self, n: int, piece: dict[str, Any], owners: dict[int, str]) -> Text:
        sign, style = SIGNS[piece["kind"]]
        value = str(piece["value"] or "") if piece["kind"] != "breakaway" else ""
        line = Text(f"{'▸' if piece['here'] else ''}{n}".rjust(3), "bold reverse" if piece["here"] else "dim").append(
            " "
        )
        line.append(f"{sign}{value}", style)
        if n in owners:
            line.append(" ").append(LETTERS[owners[n]], PIECE_STYLES[owners[n]])
        return line

    def signs(self) -> Text:
        return Text(self.view.say("arcenciel.signs"), "dim")

    def race(self) -> Text:
        """Render the breakaway, if there is one, with its gap; then add the parts that `happening` describes."""
        line = Text()
        ahead = self.view.zone("breakaway")
        for piece in ahead["pieces"]:
            gap = f"{ahead['seconds'] // 60}:{ahead['seconds'] % 60:02}"
            line.append_text(self.letter(piece["colour"])).append(f" {self.view.name(piece['seat'])} ", "bold")
            line.append(f"+{gap} ", "bold yellow").append_text(self.track(ahead["gap"])).append("\n")
        return self.happening(line)

    def track(self, gap: int) -> Text:
        """Render the inner track: an arrow for each ten seconds, the first `gap` filled. Add the breakaway's upkeep."""
        arrows = self.view.zone("track")["pieces"]
        line = Text("▸" * gap, "bold yellow").append("·" * (len(arrows) - gap), "dim").append("⚑ ", "bold")
        return line.append(self.view.say("arcenciel.upkeep", cost=arrows[gap - 1]["value"]), "dim")

    def happening(self, line: Text) -> Text:
        """Append the pack's square, the drawn chance card and the highest bid to `line`; return `line`."""
        here = next(piece for piece in self.view.zone("circuit")["pieces"] if piece["here"])
        line.append(f"{self.view.say('arcenciel.here')} {here['id'].removeprefix('square')} ", "dim")
        line.append(self.called(here), "bold")
        for card in self.view.zone("card")["pieces"]:
            line.append(f"  {self.view.say('arcenciel.card')} ", "dim")
            line.append(self.called(card), "bold magenta")
        bid = self.view.zone("auction")
        if bid.get("high"):
            name = self.view.name(bid["bidder"])
            line.append("  " + self.view.say("arcenciel.bid", bid=bid["high"], name=name), "bold")
        return line

    def describe_played(self, text: str) -> str:
        """Return a remark to add to the sentence about a played move; "" for most moves.

        A roll of the white die gets the name of the square to which it leads. A drawn chance card gets the name and
        value of the card.
        """
        verb, _, rest = text.partition(" ")
        squares = self.view.zone("circuit")["pieces"]
        if verb == "white":
            here = next(n for n, piece in enumerate(squares) if piece["here"])
            there = (here + int(rest)) % len(squares)
            return self.called(squares[there])
        if verb == "card":
            cards = [card for card in self.view.zone("deck")["pieces"] if card["id"] == f"deck_{rest}"]
            return "".join(f"{self.called(card)} {card['value'] or ''}".strip() for card in cards)
        return ""

    def called(self, piece: dict[str, Any]) -> str:
        """Return the name of a square or card in the viewer's language."""
        return make_printable(str(piece["names"].get(self.view.language) or piece["name"]))

    # ------------------------------------------------------------ choices

    numbers = ("bid",)
    rules: ClassVar[dict[str, str]] = {
        "hold": "AC-06", "attack": "AC-24", "bid": "AC-30", "vacate": "AC-32", "retire": "AC-33", "continue": "AC-33",
        "exchange": "AC-37",
    }  # fmt: skip

    def explain(self, text: str) -> str:
        square = re.fullmatch(r"(retire|vacate) (\d+)", text)
        if square:
            piece = self.view.zone("circuit")["pieces"][int(square[2])]
            return self.view.say(f"arcenciel.{square[1]}", name=self.called(piece), value=piece["value"])
        prompt: Any = self.view.table["prompt"]
        if text in ("hold", "attack") and "cost" in prompt:
            free = "" if prompt["cost"] else ".free"
            return self.view.say(f"arcenciel.{text}{free}", cost=prompt["cost"])
        return self.view.say("arcenciel.retire.hand") if text == "retire hand" else ""


DRAWING = ArcencielDrawing

"""Drawing of Velonimo: the seats, the play to beat, the hand by colour, and the scores between rounds."""

import re
from typing import Any, ClassVar

from rich import box
from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from velodrome.games.velonimo.moves import FACE, GIVE, PLAY, VALUE_SHIFT
from velodrome.games.velonimo.pieces import HAND_SIZE
from velodrome.terminal.draw.base import PIECE_STYLES, Drawing, name_piece
from velodrome.terminal.words import find_meaning

MOVES = {"pass": "pass", "none": "steal none"}  # {meaning of a typed word: move}
CARD = re.compile(r"([a-z]+)(\d+)")


class VelonimoDrawing(Drawing):
    """Drawing of a race."""

    def draw(self) -> RenderableType:
        return self.stack(self.head(), self.riders(), self.centre(), self.duel(), self.hand())

    def head(self) -> Text:
        points = self.points
        say = self.view.say
        return self.heading(
            "Velonimo",
            say("velonimo.round", round=self.view.stage, rounds=len(points)),
            say("velonimo.worth", points=points[self.view.stage - 1]),
        )

    @property
    def points(self) -> list[int]:
        """Return, for each round, how many points a finisher gets for each opponent who is still racing."""
        found: Any = self.view.game.options["difficulties"]
        return list(found)

    def riders(self) -> Table:
        """Render one line for each seat: cards, points and marks."""
        grid = Table.grid(padding=(0, 2))
        for column in ("name", "hand", "count", "total"):
            grid.add_column(justify="right" if column in ("count", "total") else "left")
        for seat, facts in enumerate(self.view.seats):
            cards = Text("▮" * facts["cards"], "bold").append("▯" * max(0, HAND_SIZE - facts["cards"]), "dim")
            count = self.view.say("velonimo.cards", count=facts["cards"])
            total = self.view.say("velonimo.points", count=facts["total"])
            grid.add_row(self.render_name(seat), cards, count, total, self.marks(seat, facts), self.known(seat))
        return grid

    def marks(self, seat: int, facts: dict[str, Any]) -> Text:
        """Render the words that describe a seat's status: ahead, passed, finished, jersey."""
        found = Text()
        for mark, style in (("ahead", "bold green"), ("passed", "dim"), ("jersey", "bold black on bright_yellow")):
            if facts[mark]:
                found.append(f"{self.view.say(f'velonimo.{mark}')}", style).append(" ")
        if facts["gained"] and not facts["cards"] and any(other["racing"] for other in self.view.seats):
            found.append(self.view.say("velonimo.home"), "green")
        return found

    def known(self, seat: int) -> Text | Columns:
        """Render the cards that the viewer knows in another seat's hand."""
        pieces = self.view.zone(f"hand{seat}")["pieces"]
        if seat == self.view.seat or not pieces:
            return Text()
        return Text.assemble((self.view.say("velonimo.known"), "dim"), " ").append_text(self.cards(pieces))

    def centre(self) -> Text:
        """Render the play to beat."""
        zone = self.view.zone("centre")
        if not zone["pieces"]:
            return Text(self.view.say("velonimo.open"), "italic")
        line = Text(self.view.say("velonimo.beat", value=zone["value"]) + "  ", "bold yellow")
        return line.append_text(self.cards(zone["pieces"])).append(f"   ({self.view.name(zone['owner'])})", "bold")

    def duel(self) -> Text | None:
        """Render the size of the pile and the revealed card of a duel (a game for two).

        Return None in other games, or if no card is revealed.
        """
        shown = self.view.zone("revealed")["pieces"]
        if self.view.game.seats != 2 or not shown:
            return None
        line = Text(self.view.say("velonimo.revealed") + " ", "bold").append_text(self.cards(shown))
        return line.append("  " + self.view.say("velonimo.pile", count=self.view.zone("pile")["size"]), "dim")

    def hand(self) -> RenderableType | None:
        """Render the viewer's cards by colour; return None if the viewer has no hand."""
        pieces = self.view.zone(f"hand{self.view.seat}")["pieces"] if self.view.seat >= 0 else []
        if not pieces:
            return None
        groups: dict[str, list[dict[str, Any]]] = {}
        for piece in pieces:
            groups.setdefault(piece.get("colour", "hare"), []).append(piece)
        grid = Table.grid(padding=(0, 2))
        cards = Columns([self.cards(group) for group in groups.values()], padding=(0, 3))
        grid.add_row(Text(self.view.say("velonimo.hand"), "bold", no_wrap=True), cards)
        return grid

    def cards(self, pieces: list[dict[str, Any]]) -> Text:
        """Render cards in a row: the name of each colour once, then its numbers."""
        line, last = Text(), ""
        for piece in pieces:
            colour = piece.get("colour", "hare")
            if colour != last:
                line.append((" " if last else "") + name_piece("velonimo", colour, self.view.language) + " ")
            elif last:
                line.append(" ")
            line.append(f" {piece['value']}\xa0", PIECE_STYLES[colour])  # no-break space: kept at the end of a line
            last = colour
        return line

    def draw_interlude(self) -> RenderableType:
        """Render the scores after a round."""
        view = self.view
        grid = Table(box=box.SIMPLE_HEAD, show_edge=False, title=view.say("velonimo.after", round=view.stage - 1))
        for column in ("column.player", "velonimo.gained", "velonimo.total"):
            grid.add_column(view.say(column), justify="left" if column == "column.player" else "right")
        seats = sorted(range(len(view.seats)), key=lambda seat: (-view.seats[seat]["total"], seat))
        for seat in seats:
            facts = view.seats[seat]
            jersey = Text(f" {view.say('velonimo.jersey')}", "bold black on bright_yellow") if facts["jersey"] else ""
            grid.add_row(self.render_name(seat).append(" ").append(jersey), f"+{facts['gained']}", str(facts["total"]))
        return grid

    # ------------------------------------------------------------ choices

    rules: ClassVar[dict[str, str]] = {"steal": "VN-24", "give": "VN-25", "pass": "VN-17"}

    def worth(self, text: str) -> int:
        """Return the value of a play; 0 for any other move."""
        move = self.view.game.index.get(text, 0)
        return FACE[move] >> VALUE_SHIFT if PLAY <= move < GIVE else 0

    def sort_key(self, text: str) -> tuple[int, ...]:
        return (self.worth(text), text.count("+"))

    def label(self, text: str) -> str:
        """Shorten a play, such as `red2+red5` to `red 2 5`, in the viewer's language; return other moves unchanged."""
        return self.translate(text, self.view.language) if self.worth(text) else text

    def explain(self, text: str) -> str:
        worth = self.worth(text)
        return f"= {worth}" if worth else ""

    def describe_played(self, text: str) -> str:
        return str(self.worth(text) or "")

    @staticmethod
    def translate(text: str, language: str) -> str:
        parts, last = [], ""
        for part in text.split("+"):
            found = CARD.fullmatch(part)
            colour, number = (found[1], found[2]) if found else ("", part)
            if part == "jersey":
                number = f"+ {name_piece('velonimo', part, language)}"
            parts.append(number if colour == last else f"{name_piece('velonimo', colour, language)} {number}".strip())
            last = colour
        return " ".join(parts)

    def expand(self, typed: str) -> str:
        """Expand abbreviated input: `r2 r5`, `red 2 5` and `rouge 2 5` (any language) become `red2+red5`.

        Also translate words such as `passe`. Return input that contains an unknown word unchanged.
        """
        verb, _, rest = typed.partition(" ")
        meaning = find_meaning("velonimo.move", verb)
        if meaning == "give":
            return f"give {self.expand(rest)}"
        if meaning and not rest:
            return MOVES[meaning]
        cards, colour = [], ""
        for word in re.findall(r"[^\W\d]+|\d+", typed):
            card = find_meaning("velonimo.card", word)
            if card == "jersey":
                cards.append(card)
            elif word.isdecimal() and colour:
                cards.append(colour + word)
            elif card:
                colour = card
            else:
                return typed
        return "+".join(cards) or typed


DRAWING = VelonimoDrawing

"""Drawing of Velvet: both kingdoms with what is known about each card, the invaders and the discarded cards."""

import re
from typing import Any, ClassVar

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from velodrome.core import texts
from velodrome.terminal.draw.base import Drawing, WidthAware, name_piece

STATS = ("strength", "stuffing", "speed")
# matches a move that contains a slot: group 1 is the text before the slot, group 2 the slot
SLOT_MOVE = re.compile(r"((?:invade|spend|octopus|shift|hide) |(?:return|scout) \S+ )(\d{1,2})(?!\S)", re.IGNORECASE)
NARROW, WIDE = 10, 14  # characters per cell, including the gap after it
TINT = {"threads": "bold bright_yellow", "cave-in": "magenta", "pit": "magenta", "reinforcements": "magenta"}
DENIM = ("dragon", "rhino", "dinosaur", "octopus")


class VelvetDrawing(Drawing):
    """Drawing of a game, seen from the viewer's side."""

    def draw(self) -> RenderableType:
        own = self.view.seat if self.view.seat >= 0 else 0
        return self.stack(self.head(), *self.side(1 - own), *self.side(own), self.hand(own), self.legend())

    def head(self) -> Text:
        active = [seat for seat, facts in enumerate(self.view.seats) if facts["active"]]
        return self.heading("Velvet", self.view.say("velvet.turn", name=self.view.name(active[0])) if active else "")

    def legend(self) -> Text:
        boosted = any(card.get("boost") for zone in self.view.zones for card in zone["pieces"])
        return Text(self.view.say("velvet.legend.boost" if boosted else "velvet.legend"), "dim")

    def side(self, seat: int) -> list[RenderableType]:
        """Render a seat's kingdom with the invaders in front of it."""
        view = self.view
        whose = "velvet.kingdom.own" if seat == view.seat else "velvet.kingdom"
        title = Text(view.say(whose, name=view.name(seat)), "bold")
        title.append(f"  {view.say('velvet.before')} ", "dim")
        title.append_text(self.invaders(1 - seat))
        gone = self.view.zone(f"discard{seat}")["pieces"]
        if gone:
            title.append(f"  {view.say('velvet.discard')} ", "dim").append(self.listed(gone))
        if view.seats[seat]["blocked"]:
            title.append(f"  {view.say('velvet.blocked')}", "bold red")
        return [title, self.kingdom(seat)]

    def invaders(self, seat: int) -> Text:
        """Render the invaders that belong to `seat`; highlight the one that is acting."""
        line = Text()
        for piece in self.view.zone(f"invaders{seat}")["pieces"]:
            name = self.short(piece["kind"]) + (f"×{piece['count']}" if piece["count"] > 1 else "")
            role = f" ({self.view.say('velvet.waiting')})" if piece["id"].endswith("-waiting") else ""  # VV-29
            line.append(f" {name} {numbers(piece)}{role} ", "bold reverse" if piece["acting"] else "bold").append(" ")
        return line if line.plain else Text(self.view.say("velvet.nobody"), "dim")

    def kingdom(self, seat: int) -> RenderableType:
        return WidthAware(lambda width: self.rows(self.view.zone(f"kingdom{seat}")["pieces"], width))

    def rows(self, cards: list[dict[str, Any]], width: int) -> Table:
        """Render cards in as few rows as the width allows.

        Each card takes two lines: its slot and numbers, then its name or the kinds that it can be.
        """
        many = -(-len(cards) // max(1, width // NARROW)) or 1
        across = -(-len(cards) // many) or 1
        wide = min(WIDE, width // across)
        grid = Table.grid(padding=(0, 1, 0, 0))
        for _ in range(across):
            grid.add_column(width=wide - 1, no_wrap=True)
        for start in range(0, len(cards), across):
            row = cards[start : start + across]
            grid.add_row(*[self.place(card) for card in row])
            grid.add_row(*[self.face(card, wide - 2) for card in row])
        return grid

    def place(self, card: dict[str, Any]) -> Text:
        mark = "▲" if card["up"] else "♦" if card["known"] else ""
        line = Text(f"{card['slot'] + 1:>2}", "bold yellow" if card["target"] else "cyan").append(mark, "bold")
        boost = f"+{card['boost']}" if card["boost"] else ""
        return line.append(f" {numbers(card)}{boost}", "dim")

    def face(self, card: dict[str, Any], room: int) -> Text:
        kind = card["kind"]
        if kind is None:
            return Text(" ? " + self.guesses(card["could"], room - 2), "dim")
        style = TINT.get(kind, "blue" if kind in DENIM else "green")
        name = texts.capitalize(self.translate(kind, self.view.language))
        return Text(
            f" {name if len(name) <= room else self.short(kind)}", style + (" bold reverse" if card["up"] else "")
        )

    def guesses(self, could: list[str], room: int) -> str:
        """Return the kinds that a hidden card can still be, abbreviated to fit into `room` characters.

        Return "" if there are more than four kinds.
        """
        kinds = list(dict.fromkeys(could))
        if not kinds or len(kinds) > 4:
            return ""
        letters = max(1, (room + 1) // len(kinds) - 1)
        return "/".join(self.short(kind)[:letters] for kind in kinds)

    def hand(self, seat: int) -> Text | None:
        """Render the cards that the viewer still has to place; return None after set-up, or for another seat."""
        pieces = self.view.zone(f"hand{seat}")["pieces"]
        if not pieces or seat != self.view.seat:
            return None
        return Text(self.view.say("velvet.hand") + " ", "bold").append(self.listed(pieces), "")

    def listed(self, pieces: list[dict[str, Any]]) -> str:
        names = [self.short(piece["kind"]) + (f"×{piece['count']}" if piece["count"] > 1 else "") for piece in pieces]
        return ", ".join(names)

    def short(self, kind: str) -> str:
        """Return a kind's name, shortened to fit into a cell."""
        return self.view.say(f"velvet.short.{kind}")

    @staticmethod
    def translate(text: str, language: str) -> str:
        return name_piece("velvet", text, language)

    # ------------------------------------------------------------ choices

    numbers = ("return", "scout", "move")
    rules: ClassVar[dict[str, str]] = {
        "invade": "VV-08", "return": "VV-09", "scout": "VV-10", "move": "VV-11", "keep": "VV-22", "cancel": "VV-23",
        "spend": "VV-24", "octopus": "VV-31", "shift": "VV-28", "drop": "VV-29",
    }  # fmt: skip

    def label(self, text: str) -> str:
        """Return a move's text with slots counted from 1, as in sentences; moves count them from 0."""
        return SLOT_MOVE.sub(lambda found: f"{found[1]}{int(found[2]) + 1}", text)

    def expand(self, typed: str) -> str:
        return SLOT_MOVE.sub(lambda found: f"{found[1]}{int(found[2]) - 1}", typed)

    def group_key(self, text: str) -> str:
        """Return a key for a move: its verb, and for a Scout, Move, Return or shift also the card.

        Moves with equal keys can share one line in the list of choices.
        """
        words = text.split()
        return " ".join(words[:2] if words[0] in ("scout", "move", "return", "shift") else words[:1])

    def explain(self, text: str) -> str:
        verb, *rest = text.split()
        if verb == "place":
            return self.numbers_of(rest[0])
        if verb == "drop":
            return ", ".join([self.numbers_of(rest[0]), *self.role_of(rest)])
        if verb == "invade":
            return self.numbers_of(rest[1])
        if verb == "shift":  # VV-28: a card in the actor's own kingdom is shifted
            cards = self.view.zone(f"kingdom{self.view.seat}")["pieces"]
            return "".join(
                self.translate(card["kind"], self.view.language) for card in cards if str(card["slot"]) == rest[0]
            )
        return ""

    def role_of(self, words: list[str]) -> list[str]:
        """Return ["active"] or ["waiting"], translated, for the invader in a `drop` move.

        Return [] if no invader of this kind is waiting (VV-29). `words` are the words of the move after the verb.
        """
        raiders = self.view.zone(f"invaders{1 - self.view.seat}")["pieces"]
        if [piece["kind"] for piece in raiders].count(words[0]) < 2:
            return []
        return [self.view.say("velvet.waiting" if len(words) > 1 else "velvet.active")]

    def numbers_of(self, kind: str) -> str:
        """Return the numbers on a card of this kind; leave them out if the table shows no such card.

        In a language other than English, put the kind's translated name first.
        """
        pieces = [piece for zone in self.view.zones for piece in zone["pieces"] if piece.get("kind") == kind]
        name = "" if self.view.language == texts.DEFAULT_LANGUAGE else self.translate(kind, self.view.language) + " "
        return name + (numbers(pieces[0]) if pieces else "")


def numbers(piece: dict[str, Any]) -> str:
    """Return Strength, Stuffing and Speed as three digits; "" if the piece does not show them."""
    return "".join(str(piece[stat]) for stat in STATS) if "strength" in piece else ""


DRAWING = VelvetDrawing

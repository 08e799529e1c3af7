"""Who sits at a table: people, who may leave and come back, and bots."""

import secrets
from hashlib import blake2b

from velodrome.server.protocol import Seat
from velodrome.server.store.rows import SeatRow
from velodrome.server.store.statements import Statement, update_seat

USUAL = "level4"  # plays for whoever leaves
LONGEST = 16  # letters of a name
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # printable, they say, but nobody sees them
PASSES = (  # what guests are called who do not say
    "Tourmalet", "Galibier", "Izoard", "Aubisque", "Ventoux", "Stelvio", "Gavia", "Mortirolo", "Pordoi", "Angliru",
    "Iseran", "Madeleine", "Glandon", "Vars", "Allos", "Bonette", "Peyresourde", "Aspin", "Portet", "Soulor",
    "Semnoz", "Revard", "Granon", "Joux Plane", "Colombière", "Aravis", "Roselend", "Saisies", "Granier", "Faucille",
    "Furka", "Grimsel", "Susten", "Klausen", "Oberalp", "Bernina", "Albula", "Flüela", "Nufenen", "San Pellegrino",
)  # fmt: skip

BOTS = ("Odette", "Marcel", "Ginette", "Gaston", "Colette", "Anselme", "Suzon")  # what bots are called, seat by seat


class Place:
    """A place at a table."""

    def __init__(
        self, guest: str = "", bot: str = "", away: bool = False, name: str = "", called: bool = False
    ) -> None:
        self.guest = guest  # "" for nobody, or a bot's own seat
        self.bot = bot  # "" unless a bot plays
        self.away = away  # the guest left, and must ask to come back: a bot plays
        self.name = name or (default_name(guest) if guest else "")
        self.called = called  # the name is the seat's, not the guest's: several people share a device

    def played_by(self, bot: str, away: bool = False) -> "Place":
        """The same person's place with a bot on it, or without."""
        return Place(self.guest, bot, away, self.name, self.called)

    @property
    def free(self) -> bool:
        return not self.guest and not self.bot

    def shown(self, place: int) -> str:
        """The name that everybody reads; a bot is called by its place."""
        if self.guest:
            return self.name
        return BOTS[place] if self.bot else ""

    def line(self, place: int, online: bool) -> Seat:
        """Who sits there, as everybody may know; `online` says whether the guest has a page open."""
        return Seat(self.shown(place), self.bot, bool(self.bot) or online, bool(self.guest and self.bot))

    def row(self, seat: int) -> SeatRow:
        """Return the row of this seat in the database."""
        return SeatRow(seat, self.guest, self.bot, self.away, self.name if self.called else None)

    def update(self, room: str, seat: int) -> Statement:
        """Return the statement that saves this seat."""
        return update_seat(room, seat, self.guest, self.bot, self.away, self.name if self.called else None)


def new_invite() -> str:
    """A token that seats whoever has it."""
    return secrets.token_urlsafe(12)


def default_name(guest: str) -> str:
    """A friendly name for a guest who gave none: always the same one."""
    return PASSES[blake2b(guest.encode(), digest_size=4).digest()[0] % len(PASSES)]


def proper_name(name: object) -> str:
    """A name without needless spaces; "" if it cannot be one."""
    if not isinstance(name, str) or len(name) > 10 * LONGEST:
        return ""
    tidy = " ".join(name.split())
    return tidy if 1 <= len(tidy) <= LONGEST and tidy.isprintable() and not BLANK & set(tidy) else ""

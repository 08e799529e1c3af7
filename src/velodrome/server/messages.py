"""Every message between page and server: the one place that says what goes over the wire.

A socket at /ws/ROOM carries JSON. What a page asks has "do", what the server tells has "is". Every request that
changes the game names the ply that it answers; the server refuses any other, and sends the table as it is now.
`web/protocol.js` states the same types for the page; a test compares the two.
"""

from typing import TypeAlias

from msgspec import DecodeError, Struct

from velodrome.core.contract import Data, Text

WEB = "web"  # whose texts a refusal is made of, if not a game's: the page's own
UNREADABLE = (DecodeError, UnicodeDecodeError, RecursionError)  # what is raised for bytes that are no message

# ---------------------------------------------------------------- what a page asks


class Ask(Struct, tag_field="do", forbid_unknown_fields=True):
    """A request."""


class Play(Ask, tag="play"):
    """Moves of the own seat, one after the other; the first that is not open is refused, and the rest dropped."""

    ply: int  # how many moves the sender has seen: chance's included
    moves: list[str]


class Why(Ask, tag="why"):
    """Why what is selected cannot be played: answered by Refused; changes nothing."""

    ply: int
    picks: list[str]


class Sit(Ask, tag="sit"):
    """Take a free seat of an open table, or come back to one's own that a bot holds."""

    seat: int


class Leave(Ask, tag="leave"):
    """Get up: before the start the seat is free again, afterwards a bot may take it."""


class Hire(Ask, tag="hire"):
    """Put a bot on a free seat or on one that was left; "" frees a seat again before the start, a guest's too."""

    seat: int
    bot: str  # level1 to level8


class Start(Ask, tag="start"):
    """Begin; free seats get bots of this level."""

    bot: str = "level4"


class Rename(Ask, tag="name"):
    """Be called otherwise, here and at tables to come."""

    name: str


class Rematch(Ask, tag="rematch"):
    """The same table again after the end, seated as the rules ask; answered to all by Room.rematch."""


class Back(Ask, tag="back"):
    """Take back the own last decision, and all that came after: done at once if nobody learned anything since.

    Otherwise the other people at the table are asked (Room.asks).
    """

    ply: int


class Agree(Ask, tag="agree"):
    """Let a seat take back what it asked for, or not."""

    ply: int
    yes: bool


class Ping(Ask, tag="ping"):
    """Answered by Pong: the line is alive."""


Request: TypeAlias = Play | Why | Sit | Leave | Hire | Start | Rename | Rematch | Back | Agree | Ping

# ---------------------------------------------------------------- what the server tells


class Tell(Struct, tag_field="is"):
    """An answer, or news."""


class Seat(Struct):
    """Who sits there, as everybody may know."""

    name: str  # "" while nobody does
    bot: str  # level1 to level8, or "" for a person
    online: bool  # a person with a page open; a bot always
    away: bool  # a bot plays for the person, who left or was gone for a while


class Terms(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a table allows beside the rules of its game; agreed when it is opened."""

    hints: bool = True  # anybody at the table may be shown the best moves
    back: bool = True  # moves may be taken back
    talk: bool = True  # chat and reactions


class Room(Tell, tag="room"):
    """All but the game itself: sent when somebody arrives and whenever it changes."""

    room: str
    game: str
    options: dict[str, object]  # every option with its value
    terms: Terms
    phase: str  # lobby, playing, over
    open: bool  # listed on the home page: anybody may sit down
    seats: list[Seat]
    me: int | None  # the receiver's seat; None for a spectator
    host: bool  # the receiver may start, and put bots on seats
    spectators: int
    invite: str  # the address that seats the next guest; "" for spectators
    rematch: str  # the room of the next game, once somebody asked for it
    asks: int | None = None  # the seat that would take back a move, if the others agree
    agreed: list[int] = []  # seats that do; the receiver is asked if it is a person's and not among them


class Choice(Struct, omit_defaults=True):
    """A move that is open to the receiver."""

    text: str
    picks: list[str]  # ids of pieces on the table, in any order; "bid:7" for a number
    preview: Data = {}  # what it would bring, where the game says: {"value": 27}, {"to": "space_30"}


class News(Struct, omit_defaults=True):
    """A move as the receiver heard it: its face, or its cover."""

    ply: int  # the first move is 1
    actor: int  # a seat, or -1 for chance
    text: str  # "red2+red5", "deal ?"
    told: Text = {}  # {"key": "tell.steal", "count": "2", "seat": "1"}; none for what needs no telling
    outcomes: list[Text] = []  # what everybody learned by it: {"key": "outcome.can", "seat": 1}, …


class Table(Tell, tag="table", omit_defaults=True):
    """What lies on the table now, as the receiver may see it.

    `news` holds what was heard since the receiver's last table; all of it on arrival. `zones` are those of
    `State.table`, in its order: one that is just as it was in the last table that this socket got is its id alone.
    `pieces` comes on arrival: those that never change, which zones name by their ids. `more` is whatever else
    `State.table` holds.
    """

    ply: int
    actor: int  # the seat that decides; -1 chance, -2 the game is over
    stage: int
    prompt: Text
    seats: list[Data]  # public counters, by seat
    zones: list[Data | str]
    more: Data
    moves: list[Choice]  # empty unless the receiver decides
    scores: list[int]
    ranking: list[int]
    sheet: list[list[int]]  # scores at the end of each stage that is over, by stage and seat
    news: list[News]
    pieces: list[Data] = []


class Refused(Tell, tag="refused"):
    """A request that was not granted, and why. A text of the page's (`web/texts.toml`) or of the game's."""

    ply: int  # as it is now
    why: Text  # {"key": "refuse.low", "rule": "VN-15", …}
    of: str  # whose text it is: WEB or the name of the game


class Pong(Tell, tag="pong"):
    """The line is alive."""


Answer: TypeAlias = Room | Table | Refused | Pong

# ---------------------------------------------------------------- over plain HTTP


class NewRoom(Struct, forbid_unknown_fields=True):
    """POST /api/rooms: a table to be opened; answered by {"room": name}. It begins at once if no seat is free."""

    game: str
    seats: int
    options: dict[str, object] = {}
    bots: list[str] = []  # by seat: level1 to level8, or "" for a person; too few are filled up with ""
    seat: int = 0  # the maker's
    open: bool = False
    name: str = ""  # the maker's; "" leaves it as it is
    terms: Terms = Terms()


class NewName(Struct, forbid_unknown_fields=True):
    """POST /api/me: be called otherwise; answered by Me."""

    name: str


class Me(Struct):
    """GET /api/me: who the browser's cookie says that one is."""

    name: str


class Listed(Struct):
    """A room of GET /api/rooms, which answers {"mine": [Listed, …], "open": [Listed, …]}.

    Open are tables that have not begun and whose host is there.
    """

    room: str
    game: str
    phase: str
    seats: list[Seat]
    turn: bool  # the receiver decides there


class GameOption(Struct):
    """An option of a game; its sentences are `option.NAME` and `option.NAME.VALUE` of the game's texts."""

    name: str
    kind: str  # choice, flag, number, numbers, seat, words or board
    default: object
    values: list[str]
    low: int
    high: int


class GameListing(Struct):
    """A game of GET /api/games, which answers {"games": [GameListing, …]}."""

    name: str
    low: int  # seats
    high: int
    options: list[GameOption]

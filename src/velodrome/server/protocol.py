"""Every message between page and server: the one place that says what goes over the wire.

A socket at /ws/ROOM carries JSON. What a page asks has "do", what the server tells has "is". Every request that
changes the game names the ply that it answers; the server refuses any other, and sends the table as it is now.
`web/protocol/types.js` states the same types for the page; a test compares the two.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import DecodeError, Meta, Raw, Struct

from velodrome.core.contract import Data, Text

WEB = "web"  # whose texts a refusal is made of, if not a game's: the page's own
UNREADABLE = (DecodeError, UnicodeDecodeError, RecursionError)  # what is raised for bytes that are no message

# ---------------------------------------------------------------- what a page asks


class ClientMessage(Struct, tag_field="do", forbid_unknown_fields=True):
    """A request."""


class Play(ClientMessage, tag="play"):
    """Moves of the own seat, one after the other; the first that is not open is refused, and the rest dropped."""

    ply: int  # how many moves the sender has seen: chance's included
    moves: list[str]


class Why(ClientMessage, tag="why"):
    """Why what is selected cannot be played: answered by Refused; changes nothing."""

    ply: int
    picks: list[str]


class HintRequest(ClientMessage, tag="hint"):
    """The best moves of the own seat, where the terms allow it: answered by Hints, to this page alone."""

    ply: int


class Ahead(ClientMessage, tag="ahead"):
    """What the own seat could prepare while others decide: answered by Offered, to this page alone."""


class Prepare(ClientMessage, tag="prepare"):
    """Set what the own seat plays as soon as its turns come, one after the other; answered by Prepared."""

    ply: int  # as much as the sender has seen; others may have decided since
    moves: list[str]  # [] for nothing


class Sit(ClientMessage, tag="sit"):
    """Take a free seat of an open table, or come back to one's own that a bot holds."""

    seat: int


class Leave(ClientMessage, tag="leave"):
    """Get up: before the start the seat is free again, in play a bot goes on."""


class Hire(ClientMessage, tag="hire"):
    """Put a bot on a free seat or on one that was left; "" frees a seat again before the start, a guest's too."""

    seat: int
    bot: str  # level1 to level8


class Start(ClientMessage, tag="start"):
    """Begin; free seats get bots of this level."""

    bot: str = "level4"


class Rename(ClientMessage, tag="name"):
    """Be called otherwise, here and at tables to come; who shares a device is renamed at this table alone."""

    name: str
    seat: int = 0  # whose name, for who holds several


class Rematch(ClientMessage, tag="rematch"):
    """The same table again after the end, seated as the rules ask; answered to all by RoomMessage.rematch."""


class Look(ClientMessage, tag="look"):
    """See the table from one of one's own seats, for who holds several; answered by RoomMessage and Table."""

    seat: int | None  # None: as everybody sees it


class Back(ClientMessage, tag="back"):
    """Take back the own last decision, and all that came after: done at once if nobody learned anything since.

    Otherwise the other people at the table are asked (RoomMessage.asks).
    """

    ply: int
    seat: int | None = None  # whose, for who holds several; None: that of the seat that looks


class Agree(ClientMessage, tag="agree"):
    """Let a seat take back what it asked for, or not."""

    ply: int
    yes: bool


class Ping(ClientMessage, tag="ping"):
    """Answered by Pong: the line is alive."""


class Say(ClientMessage, tag="say"):
    """Say something to everybody at the table; answered to all by Said."""

    text: str


class React(ClientMessage, tag="react"):
    """A quick reaction, answered to all by Said."""

    reaction: str  # one of chat.REACTIONS


class Hush(ClientMessage, tag="hush"):
    """Turn talk at this table off, or on again (host); answered to all by RoomMessage.terms."""

    talk: bool


Request: TypeAlias = (
    Play | Why | HintRequest | Ahead | Prepare | Sit | Leave | Hire | Start | Rename | Rematch | Look | Back | Agree
    | Ping | Say | React | Hush
)  # fmt: skip

# ---------------------------------------------------------------- what the server tells


class ServerMessage(Struct, tag_field="is"):
    """An answer, or news."""


class Seat(Struct):
    """Who sits there, as everybody may know."""

    name: str  # "" while nobody does
    bot: str  # level1 to level8, or "" for a person
    online: bool  # a person with a page open; a bot always
    away: bool  # a bot plays for the person, who left or was gone for a while


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How long people may think; bots never run out of time."""

    mode: Literal["none", "advisory", "enforced"] = "none"  # advisory ones are shown, and nothing comes of them
    per: Literal["move", "game"] = "move"  # the time of each decision, or of all decisions of a seat together
    seconds: Annotated[int, Meta(ge=5, le=30 * 24 * 3600)] = 60
    plus: Annotated[int, Meta(ge=0, le=3600)] = 0  # seconds that each decision adds to the time of a game


class Terms(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a table allows beside the rules of its game; agreed when it is opened."""

    hints: bool = True  # anybody at the table may be shown the best moves
    back: bool = True  # moves may be taken back
    talk: bool = True  # chat and reactions
    clock: Clock = Clock()
    late: Literal["move", "seat", "forfeit"] = "move"  # time is up: a bot makes the move, takes the seat, or it is lost


class RoomMessage(ServerMessage, tag="room"):
    """All but the game itself: sent when somebody arrives and whenever it changes."""

    room: str
    game: str
    options: dict[str, object]  # every option with its value
    terms: Terms
    phase: str  # lobby, playing, over
    open: bool  # listed on the home page: anybody may sit down
    seats: list[Seat]
    me: int | None  # the seat that the receiver looks from; None for a spectator, or as `Look` asked
    mine: list[int]  # all seats of the receiver's: several where people share a device
    host: bool  # the receiver may start, and put bots on seats
    spectators: int
    invite: str  # the address that seats the next guest; "" for spectators
    rematch: str  # the room of the next game, once somebody asked for it
    opener: int | None  # the seat that did
    forfeits: list[int]  # seats that lost on time; of two seats, that is the end
    asks: int | None = None  # the seat that would take back a move, if the others agree
    agreed: list[int] = []  # seats that do, or were left by their people; the receiver is asked if not among them


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
    undone: list[int] = []  # plies of the moves that this "@undo 2" line took back, ascending


class Table(ServerMessage, tag="table", omit_defaults=True):
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


class Word(Struct, omit_defaults=True):
    """What somebody said: a text, or a reaction."""

    n: int  # the first word at a table is 1
    ply: int  # how many moves had been made
    seat: int  # the speaker's, or -1 for who looked on
    who: str  # the same for a guest at every table, so that a mute lasts; it tells nothing else
    name: str  # as the speaker was called then
    at: float  # seconds since 1970
    text: str = ""
    reaction: str = ""


class Said(ServerMessage, tag="said", omit_defaults=True):
    """What was said: on arrival the last words of the table, if there are any, then each as it is kept."""

    words: list[Word]
    past: bool = False  # told on arrival; some may be known
    me: str = ""  # the receiver's own Word.who: told on arrival, and with their own words


class Advice(Struct, omit_defaults=True):
    """A move that search likes, and what it promises."""

    text: str
    picks: list[str]
    chance: float  # the share of opponents that it is expected to leave behind; of two seats, the chance to win
    why: list[Text]  # what speaks for it, weightiest first: texts of the game
    told: Text = {}  # as the news would tell it


class Hints(ServerMessage, tag="hints"):
    """The best moves of the receiver's seat, the one that search would play first."""

    ply: int
    moves: list[Advice]


class Hinted(ServerMessage, tag="hinted"):
    """Somebody was given a hint: told to all at a table where several people play."""

    ply: int
    seat: int


class Offered(ServerMessage, tag="ahead"):
    """What the receiver could prepare now; empty if that is nothing, or if its turn has come."""

    ply: int
    moves: list[Choice]


class Planned(Struct, omit_defaults=True):
    """A move that waits."""

    text: str
    told: Text = {}  # as the news would tell it


class Prepared(ServerMessage, tag="prepared"):
    """All that the receiver has prepared, to every page of theirs: on arrival in a game, then as it changes."""

    moves: list[Planned]


class Dropped(ServerMessage, tag="dropped"):
    """What was prepared is dropped: its first move was not open when its moment came, or the game went another way."""

    ply: int
    move: Planned
    why: Text  # as in Refused
    of: str


class Times(ServerMessage, tag="times"):
    """How long each seat may still think: told on arrival and after every move, where there is a clock."""

    ply: int
    running: int  # the seat whose clock runs; -1 for none
    left: list[float]  # seconds by seat as this is sent; less than 0 where an advisory clock has run out


class Refused(ServerMessage, tag="refused"):
    """A request that was not granted, and why. A text of the page's (`web/texts.toml`) or of the game's."""

    ply: int  # as it is now
    why: Text  # {"key": "refuse.low", "rule": "VN-15", …}
    of: str  # whose text it is: WEB or the name of the game


class Pong(ServerMessage, tag="pong"):
    """The line is alive."""


Answer: TypeAlias = RoomMessage | Table | Hints | Hinted | Offered | Prepared | Dropped | Times | Said | Refused | Pong

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
    here: list[str] = []  # by seat: the name of somebody at the maker's device, or ""; too few are filled up
    terms: Terms = Terms()


class NewBoard(Struct, forbid_unknown_fields=True):
    """POST /api/boards: boards of one's own among the options, to be checked and looked at.

    Answered by {"ok": true, "table": Table}, as an onlooker sees the start, or by {"ok": false, "error": BoardError}.
    """

    game: str
    seats: int
    options: dict[str, object]


class BoardError(Struct):
    """What is wrong with a board."""

    line: int  # the first is 1; 0 where it is the whole file
    column: int  # 0 where it is the whole line
    why: list[Text]  # sentences of the page's or the game's


class LookBack(Struct, forbid_unknown_fields=True):
    """POST /api/replays: a record that somebody has; answered by Past or, with plies, their tables. Nothing is kept."""

    record: str
    eyes: str = ""  # one of Past.eyes; "" for the usual
    first: int = -1  # plies whose tables are wanted; -1 for none
    last: int = -1


class NewFrom(Struct, forbid_unknown_fields=True):
    """POST /api/replays/on: a table that goes on from a ply against bots; answered by {"room": name}."""

    ply: int
    seat: int  # the maker's
    bot: str  # level1 to level8, on all other seats
    room: str = ""  # of a game that is over
    record: str = ""  # or a record that somebody has


class Past(Struct):
    """GET /api/rooms/ROOM/past?eyes=E: a game as far as it was played.

    Its tables come from /api/rooms/ROOM/past?eyes=E&first=A&last=B as {"tables": [Table, …]}: the first of them has all
    zones, the others name those that are as in the table before; no moves are open, `news` is what was heard last.
    """

    game: str
    options: dict[str, object]
    seats: list[Seat]
    me: int | None  # the receiver's seat
    over: bool
    forfeits: list[int]  # seats that lost on time
    eyes: list[str]  # through whose eyes it may be looked at: seats, "onlooker", "open"
    looking: str  # through whose it is
    plies: int  # so many moves were made; ply 0 is the start
    stages: list[list[int]]  # each stage and the ply with which it begins
    news: list[News]  # all of it
    pieces: list[Data]  # that never change
    may_go_on: bool  # a new table can go on from any ply that is not the end


class NewName(Struct, forbid_unknown_fields=True):
    """POST /api/me: be called otherwise; answered by Me."""

    name: str


class Me(Struct):
    """GET /api/me: who the browser's cookie says that one is."""

    name: str


class HandOver(Struct, forbid_unknown_fields=True):
    """POST /api/hand: a code by which another device becomes this guest; answered by HandCode."""

    room: str = ""  # where the other device goes, if the guest sits there


class HandCode(Struct):
    """A code to hand over."""

    code: str
    link: str  # the address that says it
    picture: str  # the same as a data: address of an SVG
    minutes: int  # for which it is good


class TakeOver(Struct, forbid_unknown_fields=True):
    """POST /api/hand/take: be the guest who made this code, from now on; answered by TakenOver and a cookie."""

    code: str


class TakenOver(Struct):
    """It is done."""

    room: str  # where to go; "" for home


class Listed(Struct):
    """A room of GET /api/rooms, which answers {"mine": [Listed, …], "open": [Listed, …]}.

    Open are tables that have not begun and whose host is there.
    """

    room: str
    game: str
    phase: str
    seats: list[Seat]
    turn: bool  # the receiver decides there
    left: int = 0  # whole seconds that the receiver may still think, where a clock runs


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


class LessonStepMessage(Struct):
    """One thought of a lesson."""

    said: str
    rules: list[str]
    point: list[str]  # ids of pieces and zones, or plate1 for a seat
    ask: str  # the move that the learner is asked for, or ""
    other: str  # what is said of any other move that is open
    table: Raw  # a Table, as a socket would get it after that of the step before


class LessonMessage(Struct):
    """GET /lessons/GAME/LANG.json: a guided first game."""

    room: RoomMessage
    steps: list[LessonStepMessage]

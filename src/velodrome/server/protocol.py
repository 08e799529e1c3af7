"""The protocol: the type of every message between page and server.

The WebSocket at /ws/ROOM carries JSON. A message from the page has its type in the field "do", a message from the
server in the field "is". A request that changes the game carries the ply that the page has seen. If that is not the
current ply, the server refuses the request and sends the current table.
`web/protocol/types.js` declares the same types for the page; a test compares the two.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import DecodeError, Meta, Raw, Struct

from velodrome.core.contract import Data, Text

WEB = "web"  # value of `of` for texts of the page; for texts of a game it is the game's name
UNREADABLE = (DecodeError, UnicodeDecodeError, RecursionError)  # exceptions raised if bytes are not a valid message

# ---------------------------------------------------------------- requests from a page


class ClientMessage(Struct, tag_field="do", forbid_unknown_fields=True):
    """Base class of requests that a page sends to the server."""


class Play(ClientMessage, tag="play"):
    """Request to play moves for the sender's seat, in order; an illegal move is refused and ends the request."""

    ply: int  # the latest ply that the sender has seen; `ply` means this in every request
    moves: list[str]


class Why(ClientMessage, tag="why"):
    """Request for the reason why the selected pieces are not a legal move; answered by `Refused`."""

    ply: int
    picks: list[str]  # ids of the selected pieces


class HintRequest(ClientMessage, tag="hint"):
    """Request for the best moves of the sender's seat, if the terms allow hints; answered by `Hints`."""

    ply: int


class Ahead(ClientMessage, tag="ahead"):
    """Request for the moves that the sender's seat could prepare while others decide; answered by `Offered`."""


class Prepare(ClientMessage, tag="prepare"):
    """Request to set the premoves of the sender's seat, one for each of its next decisions; answered by `Prepared`."""

    ply: int  # may be lower than the current ply if only others have decided since
    moves: list[str]  # replace all earlier premoves; [] clears them


class Sit(ClientMessage, tag="sit"):
    """Request to take a free seat, or to take the sender's own seat back from a bot.

    In a public room, any guest may take a free seat. In a private room, only the host and guests with an invite
    link may; all others send `Join` instead.
    """

    seat: int


class Join(ClientMessage, tag="join"):
    """Request for a free seat of a private room. The host sees it in `RoomMessage.joins` and answers with `Admit`.

    A guest who needs no permission gets the seat at once.
    """

    seat: int | None  # None withdraws the request


class Admit(ClientMessage, tag="admit"):
    """Request by the host to accept or decline a guest's `Join` request."""

    who: str  # JoinRequest.who
    yes: bool


class Leave(ClientMessage, tag="leave"):
    """Request to leave all seats of the sender: before the start they become free, during the game bots continue."""


class Hire(ClientMessage, tag="hire"):
    """Request to put a bot on a free seat or on an absent person's seat; before the start, bot "" frees the seat."""

    seat: int
    bot: str  # level1 to level8, or ""


class Start(ClientMessage, tag="start"):
    """Request to start the game (host only); free seats get bots of this level."""

    bot: str = "level4"


class Rename(ClientMessage, tag="name"):
    """Request to change the sender's name in this room and later ones.

    If several people share the device, it changes the name of one seat, in this room only.
    """

    name: str
    seat: int = 0  # the seat to rename, if the sender holds several


class Rematch(ClientMessage, tag="rematch"):
    """Request to play again after the end, with the same players; all pages get the new room in a `RoomMessage`."""


class Look(ClientMessage, tag="look"):
    """Request from a guest with several seats: switch to the view of another of these seats.

    Answered by `RoomMessage` and `Table`.
    """

    seat: int | None  # None: as an onlooker


class Back(ClientMessage, tag="back"):
    """Request to undo a seat's last decision and everything after it.

    The request is granted at once if nobody has learned anything since that decision. Otherwise the other people in
    the room vote on it; see `RoomMessage.asks` and `Agree`.
    """

    ply: int
    seat: int | None = None  # the seat whose decision to undo; None: the seat that the page shows


class Agree(ClientMessage, tag="agree"):
    """Vote on the take-back that another seat has requested."""

    ply: int
    yes: bool


class Ping(ClientMessage, tag="ping"):
    """Request to check that the connection works; answered by `Pong`."""


class Say(ClientMessage, tag="say"):
    """Request to send a chat message to everybody in the room; all pages get it in a `Said` message."""

    text: str


class React(ClientMessage, tag="react"):
    """Request to send a quick reaction to everybody in the room; all pages get it in a `Said` message."""

    reaction: str  # one of chat.REACTIONS


class Hush(ClientMessage, tag="hush"):
    """Request to turn the room's chat off or on (host only); all pages get the new setting in `RoomMessage.terms`."""

    talk: bool  # the new setting


Request: TypeAlias = (
    Play | Why | HintRequest | Ahead | Prepare | Sit | Join | Admit | Leave | Hire | Start | Rename | Rematch | Look
    | Back | Agree | Ping | Say | React | Hush
)  # fmt: skip

# ---------------------------------------------------------------- messages from the server


class ServerMessage(Struct, tag_field="is"):
    """Base class of messages that the server sends to a page: answers to requests, and broadcasts."""


class Seat(Struct):
    """Public information about one seat."""

    name: str  # of the person or bot; "" if the seat is free
    bot: str  # level1 to level8 if a bot plays, or ""
    online: bool  # the person is connected; always true if a bot plays
    away: bool  # a bot plays for a person who left or lost the connection


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Time limit for the decisions of people; bots have no limit."""

    mode: Literal["none", "advisory", "enforced"] = "none"  # an advisory clock is shown, but running out has no effect
    per: Literal["move", "game"] = "move"  # `seconds` for each decision, or for all decisions of a seat together
    seconds: Annotated[int, Meta(ge=5, le=30 * 24 * 3600)] = 60
    plus: Annotated[int, Meta(ge=0, le=3600)] = 0  # increment in seconds after each turn; only with per="game"


class Terms(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Settings of a room besides the options of its game; fixed when the room is created, except `talk`."""

    hints: bool = True  # hints are allowed
    back: bool = True  # take-backs are allowed
    redraw: bool = False  # dice and cards are drawn anew after a take-back; otherwise the same ones come again
    talk: bool = True  # chat and reactions are allowed
    clock: Clock = Clock()
    late: Literal["move", "seat", "forfeit"] = "move"  # on timeout: a bot moves, a bot takes the seat, the seat loses


class JoinRequest(Struct):
    """A connected guest who asks the host for a seat."""

    who: str  # public id of the guest, as in Word.who
    name: str
    seat: int  # the seat that the guest would like


class RoomMessage(ServerMessage, tag="room"):
    """State of the room without the game; sent when a page connects, and to all pages when it changes."""

    room: str  # its name
    game: str
    options: dict[str, object]  # every option with its value
    terms: Terms
    phase: str  # lobby, playing, over
    open: bool  # public: listed on the home page, and anybody may take a free seat
    seats: list[Seat]
    me: int | None  # the seat whose view the receiver gets; None for an onlooker's view
    mine: list[int]  # all seats of the receiver: several if people share a device
    host: bool  # the receiver is the host: may start the game and put bots on seats
    spectators: int  # number of spectators that are connected
    invite: str  # link that seats the next guest who opens it; "" for spectators
    rematch: str  # the room of the next game, once somebody asked for it; until then ""
    opener: int | None  # the seat that asked for the rematch
    forfeits: list[int]  # seats that lost on time; in a game for two that ends the game
    asks: int | None = None  # the seat that asks for a take-back; None if no vote is pending
    agreed: list[int] = []  # seats that have agreed, or need not agree because their guest left
    # How the receiver can get a free seat: take it ("sit") or ask the host for it ("ask"); the receiver has asked
    # ("wait"), or may not have a seat here ("no"). "" for a receiver with a seat, or if no seat is free.
    joining: Literal["", "sit", "ask", "wait", "no"] = ""
    name: str = ""  # of the receiver; others see it only if the receiver has a seat or asks for one
    joins: list[JoinRequest] = []  # guests who ask for a seat, in order; only the host sees them
    changed: list[str] = []  # names of the options whose values are not the defaults


class Choice(Struct, omit_defaults=True):
    """A legal move that the receiver may play."""

    text: str
    picks: list[str]  # ids of the pieces that select the move, in any order; "bid:7" for a number
    preview: Data = {}  # effect of the move, if the game previews it: {"value": 27}, {"to": "space_30"}


class News(Struct, omit_defaults=True):
    """One log entry as the receiver may see it: a move, its cover if the move is hidden, or an undo."""

    ply: int  # the first move is 1
    actor: int  # a seat, or -1 for chance
    text: str  # "red2+red5", "deal ?", "@undo 2"
    told: Text = {}  # its narration: {"key": "tell.steal", "count": "2", "seat": "1"}; {} if it is not narrated
    outcomes: list[Text] = []  # what everybody learned from the move: {"key": "outcome.can", "seat": 1}, …
    undone: list[int] = []  # for an undo: plies of the moves that it took back, ascending


class Table(ServerMessage, tag="table", omit_defaults=True):
    """The table as the receiver may see it now; sent when a page connects, and after every move.

    To keep messages small, a table contains only the changes since the previous table on the same connection. `news`
    holds the log entries that were added since then; in the first table, it holds all entries. `zones` has the zones of
    `State.table`, in the same order; an unchanged zone is replaced by its id. `pieces` holds the pieces that never
    change; only the first table has it, and zones refer to these pieces by id. `more` holds everything else in
    `State.table`. After the end, it also holds `State.reveal` or, if the game ended because a seat lost on time,
    `State.secrets`.
    """

    ply: int
    actor: int  # the seat that decides; -1 for chance, -2 if the game is over
    stage: int
    prompt: Text
    seats: list[Data]  # public counters, by seat
    zones: list[Data | str]
    more: Data
    moves: list[Choice]  # legal moves; empty unless the receiver's seat decides
    scores: list[int]  # by seat
    ranking: list[int]  # place of each seat, from 1; tied seats share a place
    sheet: list[list[int]]  # scores at the end of each finished stage, by stage and seat
    news: list[News]
    pieces: list[Data] = []


class Word(Struct, omit_defaults=True):
    """A chat message: a text or a reaction."""

    n: int  # its number in the room; the first is 1
    ply: int  # ply of the game when the message was sent
    seat: int  # of the sender; -1 for a spectator
    who: str  # public id of the sender, the same in all rooms, so that a page can mute a guest; reveals nothing else
    name: str  # of the sender at that time
    at: float  # seconds since 1970
    text: str = ""
    reaction: str = ""  # one of chat.REACTIONS, instead of a text


class Said(ServerMessage, tag="said", omit_defaults=True):
    """Chat messages. A page gets the latest ones, if any, when it connects, and each new one as soon as it is saved."""

    words: list[Word]
    past: bool = False  # True for the messages on connecting, some of which the page may already have
    me: str = ""  # the receiver's own Word.who; only on connecting and with the receiver's own messages


class Advice(Struct, omit_defaults=True):
    """A move that search recommends, with its outlook and reasons."""

    text: str
    picks: list[str]  # as in Choice
    chance: float  # outlook: the expected share of opponents left behind; with two seats, the chance of winning
    why: list[Text]  # reasons for the move, strongest first; texts of the game
    told: Text = {}  # as in News


class Hints(ServerMessage, tag="hints"):
    """Answer to `HintRequest`: the best moves of the receiver's seat, best first."""

    ply: int
    moves: list[Advice]


class Hinted(ServerMessage, tag="hinted"):
    """Notification to the room's other connections that a seat got a hint; sent only if several people play."""

    ply: int
    seat: int


class Late(ServerMessage, tag="late"):
    """Notification to all connections of the room that a seat ran out of time, and that a bot moved for it."""

    ply: int  # before the bot's move
    seat: int


class Offered(ServerMessage, tag="ahead"):
    """Answer to `Ahead`: the moves that the receiver could prepare. The list is empty on the receiver's own turn."""

    ply: int
    moves: list[Choice]


class Planned(Struct, omit_defaults=True):
    """A premove: a prepared move that is waiting for its turn."""

    text: str
    told: Text = {}  # as in News


class Prepared(ServerMessage, tag="prepared"):
    """All premoves of the receiver.

    Sent to a page that connects, and to all pages of the guest when the premoves change.
    """

    moves: list[Planned]


class Dropped(ServerMessage, tag="dropped"):
    """Notification to a guest that all premoves of the guest's seat were dropped, with the reason.

    For example, the first premove was illegal when its turn came, or moves were taken back.
    """

    ply: int
    move: Planned  # the first of the dropped premoves
    why: Text  # as in Refused
    of: str  # as in Refused


class Times(ServerMessage, tag="times"):
    """Remaining time of each seat; sent on connecting and after every move, if the room has a clock."""

    ply: int
    running: int  # the seat whose clock runs; -1 for none
    left: list[float]  # seconds by seat when the message was sent; negative if an advisory clock has run out


class Refused(ServerMessage, tag="refused"):
    """Refusal of a request, with the reason."""

    ply: int  # the current one
    why: Text  # {"key": "refuse.low", "rule": "VN-15", …}
    of: str  # which texts the key belongs to: WEB for the page's, or the name of the game


class Pong(ServerMessage, tag="pong"):
    """Answer to Ping."""


Answer: TypeAlias = (
    RoomMessage | Table | Hints | Hinted | Late | Offered | Prepared | Dropped | Times | Said | Refused | Pong
)

# ---------------------------------------------------------------- bodies of HTTP requests and responses


class NewRoom(Struct, forbid_unknown_fields=True):
    """Body of POST /api/rooms: creates a room; answered by {"room": name}.

    The game starts at once if no seat is free.
    """

    game: str
    seats: int  # how many
    options: dict[str, object] = {}
    bots: list[str] = []  # by seat: level1 to level8, or "" for no bot; missing entries count as ""
    seat: int = 0  # of the guest who creates the room
    open: bool = False  # public, as in RoomMessage
    name: str = ""  # new name of the guest who creates the room; "" keeps the old one
    here: list[str] = []  # by seat: name of a player on the same device, or ""; missing entries count as ""
    terms: Terms = Terms()


class NewBoard(Struct, forbid_unknown_fields=True):
    """Body of POST /api/boards: checks each option that is a board the user wrote, and asks for a preview of the game.

    If the boards are valid, the answer is {"ok": true, "table": Table}, with the table that an onlooker sees at the
    start. Otherwise it is {"ok": false, "error": BoardError}. Both answers also have the field "boards" with
    {option: parsed board}; boards that are not valid TOML are missing there.
    """

    game: str
    seats: int  # how many
    options: dict[str, object]


class BoardError(Struct):
    """The first mistake in a board."""

    line: int  # the first is 1; 0 if the mistake concerns the whole file
    column: int  # the first is 1; 0 if the mistake concerns the whole line
    why: list[Text]  # texts of the page or of the game


class LookBack(Struct, forbid_unknown_fields=True):
    """Body of POST /api/replays: a record to show, which is not stored.

    Answered by `Past` or, if the request names plies, by {"tables": [Table, …]}.
    """

    record: str
    eyes: str = ""  # the viewer: one of Past.eyes; "" for the default
    first: int = -1  # first and last ply whose tables are requested; -1: answer with Past
    last: int = -1


class NewFrom(Struct, forbid_unknown_fields=True):
    """Body of POST /api/replays/on: creates a room in which a game continues from a ply, against bots.

    Answered by {"room": name}.
    """

    ply: int
    seat: int  # of the guest who creates the room
    bot: str  # level1 to level8, for all other seats
    room: str = ""  # name of the room whose finished game to continue
    record: str = ""  # or, without a room, the text of the record to continue


class Past(Struct):
    """Response to GET /api/rooms/ROOM/past?eyes=E: a game up to its current ply, without the tables.

    With &first=A&last=B the response is {"tables": [Table, …]} for the plies from A to B. The first table has all
    zones, the others only those that changed. In each table, `moves` is empty, and `news` holds only the ply's entry.
    """

    game: str
    options: dict[str, object]
    seats: list[Seat]
    me: int | None  # the receiver's seat
    over: bool
    forfeits: list[int]  # seats that lost on time
    eyes: list[str]  # viewers that the receiver may choose: seat numbers, "onlooker", "open" for everything
    looking: str  # the viewer of this response
    plies: int  # number of entries in the log; ply 0 is the start
    rounds: list[list[int]]  # [number, ply] for each round or lap: its number, and the ply at which it begins
    news: list[News]  # all entries
    pieces: list[Data]  # as in Table
    may_go_on: bool  # whether NewFrom may continue the game, from any ply before the end


class NewName(Struct, forbid_unknown_fields=True):
    """Body of POST /api/me: changes the guest's name; answered by Me."""

    name: str


class Me(Struct):
    """Response to GET /api/me: the name of the guest whom the browser's cookie identifies."""

    name: str


class HandOver(Struct, forbid_unknown_fields=True):
    """Body of POST /api/hand: asks for a code with which another device becomes this guest; answered by `HandCode`."""

    room: str = ""  # the room that the other device should open, if the guest has a seat there


class HandCode(Struct):
    """Handover code, to be typed or scanned on the other device."""

    code: str
    link: str  # URL that contains the code
    picture: str  # QR code of the link: a data: URI of an SVG
    minutes: int  # until the code expires


class TakeOver(Struct, forbid_unknown_fields=True):
    """Body of POST /api/hand/take: redeems a handover code; answered by `TakenOver`.

    The answer also sets the cookie of the guest who created the code.
    """

    code: str


class TakenOver(Struct):
    """Response to `TakeOver`: from now on, the browser belongs to the guest who created the code."""

    room: str  # the room to open; "" for the home page


class Listed(Struct):
    """One room in the response to GET /api/rooms: {"mine": [Listed, …], "open": [Listed, …]}.

    "mine" lists rooms where the guest has a seat. "open" lists public rooms in the lobby phase whose host is connected.
    """

    room: str
    game: str
    phase: str  # lobby, playing, over
    seats: list[Seat]
    turn: bool  # it is the receiver's turn
    left: int = 0  # whole seconds that the receiver has left; 0 if the receiver's time is not running


class PlayedGame(Struct):
    """A running or finished game of a guest."""

    room: str
    game: str
    phase: str  # playing, over
    seats: list[Seat]
    mine: list[int]  # the guest's seats
    places: list[int]  # by seat; [] if the game is running or its result is unknown
    scores: list[int]  # by seat; [] as for `places`
    at: float  # when it ended or, if that is not known, began; seconds since 1970
    seconds: int | None  # from its start to its end; None if that is not known
    moves: int | None  # decisions of all seats; None if that is not known
    turn: bool  # it is the guest's turn


class PlayedPage(Struct):
    """One page of a guest's running or finished games, the last played first."""

    games: list[PlayedGame]
    page: int  # the first is 1
    pages: int
    total: int  # games on all pages


class Tally(Struct):
    """Number of games that a guest has finished, and how many of them the guest won.

    It counts either all finished games of one kind (such as Velvet) or the games against one opponent.
    """

    name: str  # the game, or the name of the opponent
    bot: str  # level of the opponent, if it is a bot
    games: int
    wins: int  # against an opponent: games in which the guest finished ahead of the opponent


class PlayedGames(Struct):
    """Response to GET /api/history?running=1&finished=1: the guest's running games, finished games and wins.

    The games come in pages. The two parameters are the numbers of the requested pages.
    """

    running: PlayedPage
    finished: PlayedPage
    by_game: list[Tally]
    by_opponent: list[Tally]


class RemoveGames(Struct, forbid_unknown_fields=True):
    """Body of POST /api/history/remove: removes one game, or all finished games, from the guest's list.

    Answered by `RemovedGames`.
    """

    room: str  # "" for all finished games


class RemovedGames(Struct):
    """Response to `RemoveGames`, with the time that `RestoreGames` needs to undo the removal."""

    at: float  # for RestoreGames


class RestoreGames(Struct, forbid_unknown_fields=True):
    """Body of POST /api/history/restore: undoes one removal of games from the guest's list; answered by {}."""

    at: float  # RemovedGames.at of this removal


class GameOption(Struct):
    """An option of a game.

    The keys of the texts about it are `option.NAME` (its label), `help.NAME` (what it does), `option.NAME.VALUE` (a
    value) and `group.GROUP` (the heading of its group).
    """

    name: str
    kind: str  # choice, flag, number, numbers, seat, order, colours or board
    default: object
    values: list[str]  # choice, colours: allowed values; board: names of built-in boards
    low: int  # number, numbers: each from low to high
    high: int
    group: str  # heading under which a form shows the option
    advanced: bool  # a form hides it at first


class GameListing(Struct):
    """One game in the response to GET /api/games: {"games": [GameListing, …]}."""

    name: str
    low: int  # fewest seats
    high: int  # most seats
    options: list[GameOption]


class LessonStepMessage(Struct):
    """One step of a lesson."""

    said: str  # what the lesson says at this step
    rules: list[str]  # numbers of the rules to which the step refers
    point: list[str]  # ids of pieces and zones to highlight; "plate1" for seat 1
    ask: str  # the move that the learner should play, or ""
    other: str  # answer to any other legal move
    table: Raw  # an encoded Table, with only the changes since the previous step


class ExampleMessage(Struct):
    """A picture in the rulebook: a table, with a caption in one language."""

    name: str
    rule: str
    said: str
    room: RoomMessage
    table: Raw  # an encoded Table
    point: list[str]  # pieces, zones or "plate1" to highlight
    show: list[str]  # parts to draw: seats, board, own


class LessonMessage(Struct):
    """Response to GET /lessons/GAME/LANG.json: a guided first game in one language."""

    room: RoomMessage
    steps: list[LessonStepMessage]

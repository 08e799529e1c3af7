"""The tables of the current schema; migrations upgrade databases with older schemas."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

rooms = Table(
    "rooms",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("version", Integer, nullable=False),  # of the rules
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON: options that differ from the game's defaults; boards in full
    Column("open", Boolean, nullable=False),  # anyone may take a free seat
    Column("phase", String(8), nullable=False),  # lobby, playing, over
    Column("host", String(32), nullable=False),  # a guest
    Column("invite", String(32), nullable=False),  # token of the invite link
    Column("seed", LargeBinary, nullable=False),  # seed of the room's chance moves; never leaves the server
    Column("rematch", String(16), nullable=False),  # the next room, or ""
    Column("created_at", Float, nullable=False),  # seconds since 1970
    Column("terms", Text, nullable=False, server_default="{}"),  # JSON: protocol.Terms
    Column("start", Text),  # JSON of the starting position, for rooms that continue from the middle of a game
    Column("opener", Integer),  # the seat that asked for the rematch
    Column("banned_guests", Text, nullable=False, server_default="[]"),  # JSON: guests removed by the host
    Column("started_at", Float),  # seconds since 1970; NULL for games that are older than this column
    Column("ended_at", Float),  # likewise
    Column("decisions", Integer),  # standing decisions of a finished game; NULL until its result is stored
)
seats = Table(
    "seats",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(32), nullable=False),  # "" for a free seat or a bot's own seat
    Column("bot", String(16), nullable=False),  # "" unless a bot plays
    Column("away", Boolean, nullable=False),  # the guest left on purpose: a bot plays until the guest asks for the seat
    Column("name", String(16)),  # a player's own name where several share one device; NULL: the guest's name
    Column("forfeit_ply", Integer),  # the ply at which the seat lost on time
    Column("place", Integer),  # of a finished game: the first is 1, 0 if the game cannot be read any more
    Column("score", Integer),  # of a finished game
    Column("removed_at", Float),  # when the guest removed the game from their list of games; seconds since 1970
    Index("seats_guest", "guest"),
)
moves = Table(
    "moves",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),  # the first move is 1
    Column("move", String(200), nullable=False),  # as text: move numbers may change between versions
    sqlite_with_rowid=False,  # rows are stored in the primary key, so that a move writes one page instead of two
)
chat_messages = Table(
    "chat_messages",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),  # the first message is 1
    Column("ply", Integer, nullable=False),  # moves played when it was sent
    Column("guest", String(32), nullable=False),
    Column("seat", Integer, nullable=False),  # -1 for a spectator
    Column("name", String(16), nullable=False),  # the sender's name at that time
    Column("text", String(200), nullable=False),
    Column("reaction", String(16), nullable=False),  # instead of a text
    Column("at", Float, nullable=False),  # seconds since 1970
)
clocks = Table(  # clocks of running games; a separate table, because every move writes it
    "clocks",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("seat", Integer, nullable=False),  # the seat that decides
    Column("runs", Boolean, nullable=False),  # true if a person decides: the clock counts down
    Column("since", Float, nullable=False),  # seconds since 1970
    Column("spent", Float, nullable=False),  # seconds of this decision before `since`
    Column("used", Text, nullable=False),  # JSON: seconds by seat
)
heartbeats = Table(  # when the server was last known to run
    "heartbeats",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("at", Float, nullable=False),  # seconds since 1970
)
guests = Table(
    "guests",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("name", String(16), nullable=False),
)
secrets = Table(
    "secrets",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

"""What is kept of tables: one row a room, a seat, a move, a word."""

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
    Column("options", Text, nullable=False),  # JSON: those that differ from the game's defaults; boards in full
    Column("open", Boolean, nullable=False),
    Column("phase", String(8), nullable=False),  # lobby, playing, over
    Column("host", String(32), nullable=False),  # a guest
    Column("invite", String(32), nullable=False),  # the token that seats the next guest
    Column("seed", LargeBinary, nullable=False),  # of the room's chance; never leaves the server
    Column("rematch", String(16), nullable=False),
    Column("made", Float, nullable=False),  # seconds since 1970
)
seats = Table(
    "seats",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(32), nullable=False),  # "" for nobody, or a bot's own seat
    Column("bot", String(16), nullable=False),  # "" unless a bot plays
    Column("away", Boolean, nullable=False),  # the guest left, and must ask to come back
    Index("seats_guest", "guest"),
)
moves = Table(
    "moves",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),  # the first move is 1
    Column("move", String(200), nullable=False),  # its text: vocabularies may grow
    sqlite_with_rowid=False,  # the primary key is the table: one page to write instead of two
)
freed = Table(  # guests whose seat the host of a room freed before the start: they do not sit down there again
    "freed",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("guest", String(32), primary_key=True),
)
terms = Table(  # of a room; the usual ones if there are none
    "terms",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("terms", Text, nullable=False),  # JSON: messages.Terms
)
called = Table(  # who shares a device with others has a name of their own; all others are called as their guest is
    "called",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(16), nullable=False),
)
says = Table(  # what was said at a table
    "says",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),  # the first word is 1
    Column("ply", Integer, nullable=False),  # how many moves had been made
    Column("guest", String(32), nullable=False),
    Column("seat", Integer, nullable=False),  # -1 for who looked on
    Column("name", String(16), nullable=False),  # as the guest was called then
    Column("text", String(200), nullable=False),
    Column("reaction", String(16), nullable=False),  # instead of a text
    Column("at", Float, nullable=False),  # seconds since 1970
)
clocks = Table(  # of rooms that have one, while they are played
    "clocks",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("seat", Integer, nullable=False),  # that decides
    Column("runs", Boolean, nullable=False),  # it is a person's
    Column("since", Float, nullable=False),  # seconds since 1970
    Column("spent", Float, nullable=False),  # seconds of this decision before then
    Column("used", Text, nullable=False),  # JSON: seconds by seat
)
forfeits = Table(  # seats that lost on time
    "forfeits",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("ply", Integer, nullable=False),  # that would have been theirs
)
pulse = Table(  # when the server was last known to be up
    "pulse",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("at", Float, nullable=False),  # seconds since 1970
)
openers = Table(  # who asked for the game after a room's
    "openers",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("seat", Integer, nullable=False),
)
starts = Table(  # of a room that began in a position of its own
    "starts",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("position", Text, nullable=False),  # JSON: State.write
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

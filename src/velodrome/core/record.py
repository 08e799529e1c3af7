"""Game records: plain text with one line per move, easy to read, diff and paste.

    game velocity
    rules velocity 1
    seats 3

    * first 0
    0 solo
    * roll 6
    0 move start own      # 36 - 6 = 30, a drinks stop
    = cans 1 0 0

The header ends at the first empty line. After it, a line starts with `*` for a chance move, with the number of a seat
for a move of this seat, or with `=` for an assertion about the state. `#` starts a remark. `undo 3` takes back three
moves, chance moves included; undone moves stay in the record. A user's board is written into the header in full, with
`|` before each line.
"""

import json
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import NamedTuple, Protocol

from velodrome.core import options, texts
from velodrome.core.contract import CHANCE, ONLOOKER, OVER, TRUTH, Data, Game, State, Text, Value
from velodrome.core.errors import (
    BadBoard,
    BadOption,
    BadPosition,
    IllegalMove,
    NotYourTurn,
    RefusedMove,
    VelodromeError,
)
from velodrome.core.log import Log

MARK_EVERY = 100  # moves between two `= mark` lines, which assert the state's hash
MAX_MOVES_LISTED = 12  # an error message lists at most this many legal moves


class RecordLine(NamedTuple):
    """One line of a record's body, the part after the header."""

    who: str  # "*", a seat, "=" or "undo"; "" for a line with only a remark
    text: str  # a move, an assertion, or the number of moves to undo
    remark: str = ""

    def write(self) -> str:
        said = f"{self.who} {self.text}".strip()
        return f"{said}  # {self.remark}".lstrip() if self.remark else said


class GameFactory(Protocol):
    """The part of a registered game that `read` uses: its options, and `__call__`, which creates a `Game`."""

    @property
    def options(self) -> tuple[options.Option, ...]: ...

    def __call__(self, seats: int, options: dict[str, Value]) -> Game: ...


class BadRecord(VelodromeError):
    """Raised for a broken record. The message says what was expected on the bad line."""

    def __init__(
        self, line: int, found: str, expected: str, why: Text, good: "Record | None", discreet: str = ""
    ) -> None:
        super().__init__(f'line {line}: "{shorten(found)}" — {expected}')
        self.why = why  # what was expected, as a translatable text: `record.…`
        # the same message without the list of legal moves, which may reveal a hand
        self.discreet = f'line {line}: "{shorten(found)}" — {discreet or expected}'
        self.line = line
        self.found = shorten(found)
        self.good = good  # the record before the bad line; None if the header is bad


class Record:
    """A game as lines of text: the moves in its log, with remarks and assertions between them."""

    def __init__(self, game: Game, start: State | None = None) -> None:
        self.log = Log(game, start=start)
        self.lines: list[RecordLine] = []

    @property
    def game(self) -> Game:
        return self.log.game

    @property
    def start(self) -> State:
        return self.log.start

    @property
    def state(self) -> State:
        return self.log.state

    @property
    def positioned(self) -> bool:
        """True if the record starts from a given position instead of the game's usual start."""
        return self.log.positioned

    @property
    def moves(self) -> list[int]:
        """The moves that were not undone, chance moves included."""
        return self.log.standing_moves()

    # ------------------------------------------------------------ add lines

    def play(self, move: int, remark: str = "") -> None:
        """Play a move for the actor and add its line; raise IllegalMove if the move is not legal.

        After every MARK_EVERY moves, also add a `= mark` line, unless the record holds only what one viewer saw.
        """
        state = self.state
        if not state.allows(move):
            raise IllegalMove(describe_refusal(state, move), list_open_moves(state))
        self.lines.append(RecordLine(actor_name(state.actor), self.game.text(move), " ".join(remark.split())))
        self.log.play(move)
        if state.viewer == TRUTH and self.log.standing % MARK_EVERY == 0:
            self.lines.append(RecordLine("=", f"mark {hash_state(self.state)}"))

    def play_as(self, seat: int, text: str) -> int:
        """Parse and play a seat's move, and return it; raise UnknownMove, NotYourTurn or IllegalMove."""
        move = self.game.parse(text)
        if seat != self.state.actor:
            raise NotYourTurn(f'seat {seat} cannot play "{text}": {describe_turn(self.state)}.')
        self.play(move)
        return move

    def undo(self, count: int) -> None:
        """Take back the last `count` standing moves by adding an undo line; raise IllegalMove if there are fewer."""
        self.log.append(self.log.undo(count))
        self.lines.append(RecordLine("undo", str(count)))

    def remark(self, text: str) -> None:
        """Add a remark on a separate line; line breaks in it become spaces."""
        words = " ".join(text.split())
        if words:
            self.lines.append(RecordLine("", "", words))

    def claim(self, text: str) -> None:
        """Add an assertion about the state, such as "cans 1 0 0" or "mark …"; raise IllegalMove if it is false."""
        question = text.split(" ", 1)[0]
        answer = answer_question(self.state, question)
        if f"{question} {answer}".strip() != text:
            raise IllegalMove(f'"{text}" is wrong: the value is "{answer}".')
        self.lines.append(RecordLine("=", text))

    # ------------------------------------------------------------ read moves and states

    def at(self, ply: int) -> State:
        """Return the state after the first `ply` standing moves."""
        state = self.start.copy()
        for move in self.moves[:ply]:
            state.play(move)
        return state

    def states(self) -> Iterator[State]:
        """Yield the start state, then the state after each standing move.

        Every step yields the same State object, changed in place: copy a state that you want to keep.
        """
        state = self.start.copy()
        yield state
        for move in self.moves:
            state.play(move)
            yield state

    def seen_by(self, viewer: int) -> "Record":
        """Return a record of the standing moves as seen by a seat or the ONLOOKER."""
        log = self.log
        own = Record(self.game, self.start.seen_by(viewer))
        own.log.positioned = log.positioned
        for entry in log.standing_entries():
            own.play(self.game.heard_as(entry.move, entry.audience, viewer))
        return own

    def heard(self, viewer: int) -> list[str]:
        """Return the texts of the standing moves as seen by a viewer."""
        return [self.game.text(move) for move in self.seen_by(viewer).moves]

    # ------------------------------------------------------------ write the text

    def write(self) -> str:
        """Return the record as text; `read` reads it back."""
        return "\n".join([*write_header(self), "", *[line.write() for line in self.lines]]) + "\n"


def write_header(record: Record) -> list[str]:
    """Return the header lines: game, rules version, seats, options, boards, viewer and start position."""
    game = record.game
    lines = [f"game {game.name}", f"rules {game.name} {game.version}", f"seats {game.seats}"]
    for option, value in game.options.items():
        if option in game.boards:
            lines.append(f"board {option}")
            lines += [f"| {row}" if row else "|" for row in game.boards[option].removesuffix("\n").split("\n")]
        elif value != game.defaults[option]:
            lines.append(f"option {option} {options.format_value(value)}")
    if record.start.viewer != TRUTH:
        lines.append(f"view {viewer_name(record.start.viewer)}")
    if record.positioned:
        lines.append("position " + json.dumps(record.start.write(), ensure_ascii=False))
    return lines


def read(text: str, games: Mapping[str, GameFactory]) -> Record:
    """Read a record and check every move and assertion; `games` is {name: registered game}.

    If a line is wrong, raise BadRecord, which holds the record before that line.
    """
    # not splitlines(), which would also split at characters that belong to a remark
    rows = text.removeprefix("\ufeff").removesuffix("\n").replace("\r\n", "\n").split("\n")
    head = next((i for i, row in enumerate(rows) if row.strip()), -1)
    body = next((i for i, row in enumerate(rows) if i > head and not row.strip()), len(rows))
    record = read_header(rows[:body], games)
    for number, row in enumerate(rows[body:], body + 1):
        if row.strip():
            try:
                read_line(record, row)
            except VelodromeError as problem:
                reason = problem.reason if isinstance(problem, RefusedMove) else str(problem)
                raise BadRecord(
                    number, row.strip(), str(problem), explain_line(record, row, problem), record, reason
                ) from None
    return record


def explain_line(record: Record, row: str, problem: VelodromeError) -> Text:
    """Return a translatable text that says what is wrong with the line `row` of the body.

    `problem` is the error that `read_line` raised for this line.
    """
    who, actor = row.partition("#")[0].strip().partition(" ")[0], record.state.actor
    if who in ("undo", "="):
        return {"key": "record.undo" if who == "undo" else "record.claim"}
    if actor == OVER:
        return {"key": "record.over"}
    if isinstance(problem, NotYourTurn):
        return {"key": "record.turn", "who": actor_name(actor)}
    return {"key": "record.closed" if isinstance(problem, IllegalMove) else "record.move"}


def read_line(record: Record, row: str) -> None:
    """Parse a line of the body and apply it to a record: a move, an undo, an assertion or a remark.

    Raise a VelodromeError if the line is wrong.
    """
    content, _, remark = row.partition("#")
    who, _, text = content.strip().partition(" ")
    text, remark = text.strip(), remark.strip()
    if not who:
        if remark:
            record.remark(remark)
    elif who == "undo":
        if not is_number(text):
            raise IllegalMove("undo takes a number of moves, such as undo 2.")
        record.undo(int(text))
    elif who == "=":
        if text.startswith("mark ") and record.lines and record.lines[-1] == RecordLine("=", text):
            return  # `play` has already added the line
        record.claim(text)
    elif who != actor_name(record.state.actor):
        raise NotYourTurn(f"{describe_turn(record.state)}.", list_open_moves(record.state))
    else:
        record.play(record.game.parse(text), remark)
    if remark and who in ("undo", "="):
        record.lines[-1] = record.lines[-1]._replace(remark=remark)


def read_header(rows: list[str], games: Mapping[str, GameFactory]) -> Record:
    """Parse the lines of a header; return a record without moves. Raise BadRecord if a line is wrong."""
    found: dict[str, str] = {}
    given: dict[str, Value] = {}
    board = ""
    for number, row in enumerate(rows, 1):
        word, _, rest = row.strip().partition(" ")
        if word == "|" and board:
            given[board] = f"{given[board]}{row.removeprefix('|').removeprefix(' ')}\n"
        elif word == "board":
            board = rest.strip()
            given[board] = ""
        elif word == "option":
            option, _, value = rest.strip().partition(" ")
            given[option] = value.strip()
        elif word in ("game", "rules", "seats", "view", "position"):
            found[word] = rest.strip()
        elif word and not word.startswith("#"):
            expected = "expected game, rules, seats, option, board, view, position or an empty line"
            raise BadRecord(number, row.strip(), expected, {"key": "record.header"}, None)
    return open_record(found, given, rows, games)


def open_record(
    found: dict[str, str], given: dict[str, Value], rows: list[str], games: Mapping[str, GameFactory]
) -> Record:
    """Create the game that a header describes; return a record of this game without moves.

    Raises BadRecord if the header is wrong. `found` is {first word of a header line: rest of the line}. `given` is
    {option: value}; for a user's board, the value is its TOML text. `rows` has all header lines, for errors.
    """

    def bad(word: str, expected: str, key: str, below: int = 0, **more: object) -> BadRecord:
        number = next((i + below for i, row in enumerate(rows, 1) if row.startswith(word)), len(rows) + 1)
        row = rows[number - 1].strip() if number <= len(rows) else ""
        return BadRecord(number, row, expected, {"key": f"record.{key}", **more}, None)

    missing = next((word for word in ("game", "rules", "seats") if word not in found), "")
    if missing:
        raise bad(missing, f"the header has no line that begins with {missing}", "missing", first=missing)
    if found["game"] not in games:
        known = ", ".join(games)
        raise bad("game", f"expected game and one of {known}", "game", games=known)
    if not is_number(found["seats"]):
        raise bad("seats", "expected seats and a number", "seats")
    listing = games[found["game"]]
    for option in listing.options:
        value = str(given.get(option.name, "\n"))
        if option.kind == "board" and "\n" not in value and value not in option.values:
            expected = "a custom board must be written into the record in full, after a line that begins with board"
            raise bad(f"option {option.name}", expected, "own")
    try:
        game = listing(int(found["seats"]), given)
    except VelodromeError as problem:
        if isinstance(problem, BadBoard):
            named = next((word for word in given if word in str(problem)), "")
            raise bad(f"board {named}".strip(), str(problem), "board", below=problem.line) from None
        if isinstance(problem, BadOption):
            word = "board" if "\n" in str(given.get(problem.option)) else "option"
            raise bad(f"{word} {problem.option}", str(problem), "option") from None
        raise bad("seats", str(problem), "seats") from None
    rules = f"{game.name} {game.version}"
    if found["rules"] != rules:
        raise bad("rules", f"unknown rules version; expected rules {rules}", "rules", rules=rules)
    try:
        record = Record(game, read_start(game, found))
    except (VelodromeError, ValueError, RecursionError) as problem:
        kind = "position" if "position" in found else "view"
        raise bad(kind, str(problem), kind) from None
    record.log.positioned = "position" in found  # a view of the usual start does not count as a given position
    return record


def read_start(game: Game, found: dict[str, str]) -> State | None:
    """Return the start position that a header describes; None for the game's usual start.

    `found` is {first word of a header line: rest of the line}.
    """
    if "position" in found:
        description = json.loads(found["position"])
        if not isinstance(description, dict):
            raise BadPosition("expected a JSON object: {…}")
        state = game.position(description)
        if "view" in found and found["view"] != viewer_name(state.viewer):
            raise BadPosition(f"the position is not a view of {found['view']}")
        return state
    if "view" in found:
        viewers = {"onlooker": ONLOOKER, **{str(seat): seat for seat in range(game.seats)}}
        if found["view"] not in viewers:
            raise BadPosition(f"expected view and one of {', '.join(viewers)}")
        return game.start().seen_by(viewers[found["view"]])
    return None


def is_number(text: str) -> bool:
    """Return whether a text is a whole number of fewer than ten digits."""
    return text.isdecimal() and len(text) < 10


# ---------------------------------------------------------------- messages


def actor_name(actor: int) -> str:
    """Return the first word of a record line with a move of this actor: "*" for chance, else the seat number."""
    return "*" if actor == CHANCE else str(actor)


def describe_turn(state: State) -> str:
    """Return a phrase that says whose turn it is."""
    return (
        "the game is over"
        if state.actor == OVER
        else f"{'chance' if state.actor == CHANCE else f'seat {state.actor}'} acts now"
    )


def describe_refusal(state: State, move: int) -> str:
    """Return a sentence that says why a move cannot be played now."""
    if state.actor == OVER:
        return f'nobody can play "{state.game.text(move)}": the game is over.'
    who = "chance" if state.actor == CHANCE else f"seat {state.actor}"
    why = describe_turn(state)
    if state.actor >= 0 and move < state.game.decisions:
        why = texts.fill_text(state.game.name, state.refusal(move)).rstrip(".")
    return f'{who} cannot play "{state.game.text(move)}": {why}.'


def list_open_moves(state: State) -> str:
    """Return a sentence that lists up to MAX_MOVES_LISTED legal moves; "" if none is known or the game is over."""
    if state.actor == OVER or state.viewer not in (TRUTH, state.actor):
        return ""
    moves = [move for move, _ in state.chance()] if state.actor == CHANCE else state.legal()
    more = f" and {len(moves) - MAX_MOVES_LISTED} more" if len(moves) > MAX_MOVES_LISTED else ""
    return f"Open: {', '.join(state.game.text(move) for move in moves[:MAX_MOVES_LISTED])}{more}."


def viewer_name(viewer: int) -> str:
    return "onlooker" if viewer == ONLOOKER else str(viewer)


def shorten(text: str) -> str:
    """Shorten a text for an error message."""
    return text if len(text) <= 200 else text[:200] + "…"


def hash_state(state: State) -> str:
    """Return the short hash of a state, as in `= mark` lines."""
    return blake2b(repr(state.key()).encode(), digest_size=6).hexdigest()


def answer_question(state: State, question: str) -> str:
    """Return the true value of `question`, as a `=` line states it: "1 0 0" for "cans" in `= cans 1 0 0`.

    Raise IllegalMove if `question` is not a name that an assertion can use.
    """
    if question == "mark":
        return hash_state(state)
    if question == "open":
        return ", ".join(state.game.text(move) for move in state.legal())
    if question == "actor":
        return "over" if state.actor == OVER else actor_name(state.actor)
    facts: Data = {"ranking": state.ranking(), "scores": state.scores(), **state.write()}
    if question not in facts:
        raise IllegalMove(f'"{question}" cannot be asserted; expected one of mark, open, actor, {", ".join(facts)}.')
    return format_value(facts[question])


def format_value(value: object) -> str:
    """Format a value from `State.write` as words; in a list of lists, a bar separates the inner lists."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {format_value(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return (" | " if any(isinstance(item, list | tuple | dict) for item in value) else " ").join(
            map(format_value, value)
        )
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)

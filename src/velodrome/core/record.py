"""Game records: plain text, one line a move, that people read, diff and paste.

    game velocity
    rules velocity 1
    seats 3

    * first 0
    0 solo
    * roll 6
    0 move start own      # 36 - 6 = 30, a refreshment
    = cans 1 0 0

`*` is chance, a number is a seat, `=` asserts, `#` remarks, `undo 3` takes back three moves (chance's
included); the log only grows. A user's board stands in the header in full, behind `|`.
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

MARK_EVERY = 100  # moves between two checkpoints of a full record
SHOWN = 12  # moves that an error lists


class Line(NamedTuple):
    """One line below the header."""

    who: str  # "*", a seat, "=", "undo" or "" for a remark alone
    text: str
    remark: str = ""

    def write(self) -> str:
        said = f"{self.who} {self.text}".strip()
        return f"{said}  # {self.remark}".lstrip() if self.remark else said


class Listed(Protocol):
    """What a reader needs of a registered game."""

    @property
    def options(self) -> tuple[options.Option, ...]: ...

    def __call__(self, seats: int, options: dict[str, Value]) -> Game: ...


class BadRecord(VelodromeError):
    """A record that breaks off: the line, what stands there, what would have done, and the good part."""

    def __init__(
        self, line: int, found: str, expected: str, why: Text, good: "Record | None", discreet: str = ""
    ) -> None:
        super().__init__(f'line {line}: "{cut(found)}" — {expected}')
        self.why = why  # what would have done, as a text: `record.…`
        self.discreet = f'line {line}: "{cut(found)}" — {discreet or expected}'  # without moves that tell a hand
        self.line = line
        self.found = cut(found)
        self.good = good  # the record up to there; None while the header was read


class Record:
    """A game from its start to now: the state, and every line that led to it."""

    def __init__(self, game: Game, start: State | None = None) -> None:
        self.game = game
        self.start: State = (start or game.start()).copy()
        self.positioned = start is not None  # from a position of its own
        self.state: State = self.start.copy()
        self.lines: list[Line] = []
        self.moves: list[int] = []  # those that stand, chance's included

    # ------------------------------------------------------------ growing

    def play(self, move: int, remark: str = "") -> None:
        """One more move by whoever acts; IllegalMove if it is not open."""
        if not self.state.allows(move):
            raise IllegalMove(refused(self.state, move), listed(self.state))
        self.lines.append(Line(name(self.state.actor), self.game.text(move), " ".join(remark.split())))
        self.state.play(move)
        self.moves.append(move)
        if self.state.viewer == TRUTH and len(self.moves) % MARK_EVERY == 0:
            self.lines.append(Line("=", f"mark {mark(self.state)}"))

    def play_as(self, seat: int, text: str) -> int:
        """A move typed by a seat; UnknownMove, NotYourTurn or IllegalMove."""
        move = self.game.parse(text)
        if seat != self.state.actor:
            raise NotYourTurn(f'seat {seat} cannot play "{text}": {turn(self.state)}.')
        self.play(move)
        return move

    def undo(self, moves: int) -> None:
        """Take back so many moves; a line of the log."""
        if not 1 <= moves <= len(self.moves):
            raise IllegalMove(f"cannot take back {moves} moves of {len(self.moves)}.")
        self.lines.append(Line("undo", str(moves)))
        del self.moves[-moves:]
        self.state = self.at(len(self.moves))

    def remark(self, text: str) -> None:
        """A line of words that changes nothing; it is one line, whatever the words hold."""
        words = " ".join(text.split())
        if words:
            self.lines.append(Line("", "", words))

    def claim(self, text: str) -> None:
        """Assert something of the state: "cans 1 0 0", "open pass, hare30", "mark …"."""
        told = answer(self.state, text.split(" ", 1)[0])
        if f"{text.split(' ', 1)[0]} {told}".strip() != text:
            raise IllegalMove(f'"{text}" does not hold: it is "{told}".')
        self.lines.append(Line("=", text))

    # ------------------------------------------------------------ looking back

    def at(self, ply: int) -> State:
        """The state after so many of the moves that stand."""
        state = self.start.copy()
        for move in self.moves[:ply]:
            state.play(move)
        return state

    def states(self) -> Iterator[State]:
        """Every state of the game that stands, the first included; each is the same object moved on."""
        state = self.start.copy()
        yield state
        for move in self.moves:
            state.play(move)
            yield state

    def seen_by(self, seat: int) -> "Record":
        """The game as a seat or the ONLOOKER heard it."""
        bit = 1 << (self.game.seats if seat == ONLOOKER else seat)
        own = Record(self.game, self.start.seen_by(seat))
        own.positioned = self.positioned
        state = self.start.copy()
        for move in self.moves:
            own.play(move if state.audience(move) & bit else self.game.covers[move])
            state.play(move)
        return own

    def heard(self, seat: int) -> list[str]:
        """What a seat was told, move by move: its information, joined."""
        return [self.game.text(move) for move in self.seen_by(seat).moves]

    # ------------------------------------------------------------ text

    def write(self) -> str:
        """The record as text; `read` gives it back."""
        return "\n".join([*header(self), "", *[line.write() for line in self.lines]]) + "\n"


def header(record: Record) -> list[str]:
    """All that must be known before the first move."""
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


def read(text: str, games: Mapping[str, Listed]) -> Record:
    """A record from its text, every move and assertion checked; BadRecord keeps the good part."""
    rows = text.removeprefix("\ufeff").removesuffix("\n").replace("\r\n", "\n").split("\n")  # nothing else breaks one
    head = next((i for i, row in enumerate(rows) if row.strip()), -1)
    body = next((i for i, row in enumerate(rows) if i > head and not row.strip()), len(rows))
    record = read_header(rows[:body], games)
    for number, row in enumerate(rows[body:], body + 1):
        if row.strip():
            try:
                read_line(record, row)
            except VelodromeError as problem:
                reason = problem.reason if isinstance(problem, RefusedMove) else str(problem)
                raise BadRecord(number, row.strip(), str(problem), why(record, row, problem), record, reason) from None
    return record


def why(record: Record, row: str, problem: VelodromeError) -> Text:
    """What is wrong with a line of the body, as a text."""
    who, actor = row.partition("#")[0].strip().partition(" ")[0], record.state.actor
    if who in ("undo", "="):
        return {"key": "record.undo" if who == "undo" else "record.claim"}
    if actor == OVER:
        return {"key": "record.over"}
    if isinstance(problem, NotYourTurn):
        return {"key": "record.turn", "who": name(actor)}
    return {"key": "record.closed" if isinstance(problem, IllegalMove) else "record.move"}


def read_line(record: Record, row: str) -> None:
    """Play one line of the body."""
    content, _, remark = row.partition("#")
    who, _, text = content.strip().partition(" ")
    text, remark = text.strip(), remark.strip()
    if not who:
        if remark:
            record.remark(remark)
    elif who == "undo":
        if not is_number(text):
            raise IllegalMove("undo takes a number of moves.")
        record.undo(int(text))
    elif who == "=":
        if text.startswith("mark ") and record.lines and record.lines[-1] == Line("=", text):
            return  # written by `play` itself
        record.claim(text)
    elif who != name(record.state.actor):
        raise NotYourTurn(f"{turn(record.state)}.", listed(record.state))
    else:
        record.play(record.game.parse(text), remark)
    if remark and who in ("undo", "="):
        record.lines[-1] = record.lines[-1]._replace(remark=remark)


def read_header(rows: list[str], games: Mapping[str, Listed]) -> Record:
    """The table that a header describes."""
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
    return open_table(found, given, rows, games)


def open_table(found: dict[str, str], given: dict[str, Value], rows: list[str], games: Mapping[str, Listed]) -> Record:
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
            told = "a board of one's own stands in the record in full, behind board"
            raise bad(f"option {option.name}", told, "own")
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
        raise bad("rules", f"these rules are not known here; expected rules {rules}", "rules", rules=rules)
    try:
        record = Record(game, start_of(game, found))
    except (VelodromeError, ValueError, RecursionError) as problem:
        kind = "position" if "position" in found else "view"
        raise bad(kind, str(problem), kind) from None
    record.positioned = "position" in found  # a view of the start is none
    return record


def start_of(game: Game, found: dict[str, str]) -> State | None:
    """The position that a header sets up, if it does."""
    if "position" in found:
        description = json.loads(found["position"])
        if not isinstance(description, dict):
            raise BadPosition("expected an object: {…}")
        state = game.position(description)
        if "view" in found and found["view"] != viewer_name(state.viewer):
            raise BadPosition(f"the position is no view of {found['view']}")
        return state
    if "view" in found:
        viewers = {"onlooker": ONLOOKER, **{str(seat): seat for seat in range(game.seats)}}
        if found["view"] not in viewers:
            raise BadPosition(f"expected view and one of {', '.join(viewers)}")
        return game.start().seen_by(viewers[found["view"]])
    return None


def is_number(text: str) -> bool:
    """Whether a text is a whole number of a reasonable length."""
    return text.isdecimal() and len(text) < 10


# ---------------------------------------------------------------- words


def name(actor: int) -> str:
    """Who acts, as a line begins."""
    return "*" if actor == CHANCE else str(actor)


def turn(state: State) -> str:
    """Whose turn it is, in words."""
    return (
        "the game is over"
        if state.actor == OVER
        else f"{'chance' if state.actor == CHANCE else f'seat {state.actor}'} acts now"
    )


def refused(state: State, move: int) -> str:
    """Who cannot play what, and why."""
    if state.actor == OVER:
        return f'nobody can play "{state.game.text(move)}": the game is over.'
    who = "chance" if state.actor == CHANCE else f"seat {state.actor}"
    why = turn(state)
    if state.actor >= 0 and move < state.game.decisions:
        why = texts.say(state.game.name, state.refusal(move)).rstrip(".")
    return f'{who} cannot play "{state.game.text(move)}": {why}.'


def listed(state: State) -> str:
    """The first of the moves that would do."""
    if state.actor == OVER or state.viewer not in (TRUTH, state.actor):
        return ""
    moves = [move for move, _ in state.chance()] if state.actor == CHANCE else state.legal()
    more = f" and {len(moves) - SHOWN} more" if len(moves) > SHOWN else ""
    return f"Open: {', '.join(state.game.text(move) for move in moves[:SHOWN])}{more}."


def viewer_name(viewer: int) -> str:
    return "onlooker" if viewer == ONLOOKER else str(viewer)


def cut(text: str) -> str:
    """A text short enough for an error."""
    return text if len(text) <= 200 else text[:200] + "…"


def mark(state: State) -> str:
    """A short hash of the state."""
    return blake2b(repr(state.key()).encode(), digest_size=6).hexdigest()


def answer(state: State, question: str) -> str:
    """What a `=` line about this would say."""
    if question == "mark":
        return mark(state)
    if question == "open":
        return ", ".join(state.game.text(move) for move in state.legal())
    if question == "actor":
        return "over" if state.actor == OVER else name(state.actor)
    facts: Data = {"ranking": state.ranking(), "scores": state.scores(), **state.write()}
    if question not in facts:
        raise IllegalMove(f"nothing is called {question}; there is mark, open, actor, {', '.join(facts)}.")
    return plain(facts[question])


def plain(value: object) -> str:
    """A value of `State.write` as words with spaces; nested lists are joined by a bar."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {plain(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return (" | " if any(isinstance(item, list | tuple | dict) for item in value) else " ").join(map(plain, value))
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)

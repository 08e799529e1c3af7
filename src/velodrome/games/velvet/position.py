"""Positions as plain data, both ways.

A kingdom is a list of its cards from the front: "*fox" lies face up, "(fox)" is hidden but both seats can name it,
"fox" is hidden and only its owner can, "?" is a card that the viewer cannot name. What is left out of a description is:

    phase        action                  active       seat 0
    kingdoms     bear threads, hidden    invaders     none
    discards     all cards that stand nowhere else (none while a kingdom holds "?" or is arranged)
    hands        what is not yet placed, while kingdoms are arranged
    clues        none: {"slot": 3, "could": [kinds]} for each hidden card of which something is publicly known
    pending      no action that waits: {"action", "invader" and a Scout's "stat", a Return's "slot", a Move's "cycle"}
    target       no card that is scouted or met (its slot)
    resume       the phase that goes on after an Event: react for the defender, action for the active seat
    to_hide      cards that a dragon still hides: two
    blocked, locked, progress, free_play, passed, ply, idle, passes: none, 0
    winner, draw none
    viewer       nobody: the position is the whole truth; else a seat or "onlooker"
"""

from typing import TYPE_CHECKING

from velodrome.core.bits import count_bits
from velodrome.core.boards import show_value
from velodrome.core.contract import CHANCE, ONLOOKER, OVER, TRUTH, Data
from velodrome.core.errors import BadPosition
from velodrome.core.position_reader import PositionReader
from velodrome.games.velvet import kingdom
from velodrome.games.velvet import legal as now
from velodrome.games.velvet.knowledge import possible, unseen
from velodrome.games.velvet.pieces import (
    ALL_ANIMALS,
    ALL_CARDS,
    ANIMALS,
    CARD,
    CAVE_IN,
    DRAGON,
    FACTS,
    KIND_OF,
    KINDS,
    REINFORCEMENTS,
    SIZE,
    STATS,
    THREADS,
    TWIN,
    UNKNOWN,
    add,
)
from velodrome.games.velvet.settings import FULL, OWN_TURN

if TYPE_CHECKING:
    from velodrome.games.velvet.game import Velvet
    from velodrome.games.velvet.rules import Raid

NAMES = [KINDS[kind] for kind in KIND_OF]  # by card
PHASES = ["first", "arrange", "action", "before", "react", "encounter", "fate", "invaded", "after",
          "shift", "drop", "hide", "answer", "show", "over"]  # fmt: skip
ACTIONS = {now.SCOUTING: "scout", now.RETURNING: "return", now.MOVING: "move", now.FIZZLED: "fizzled"}
DRAWS = {
    now.DOUBLE_PASS: "double_pass",
    now.DEAD_POSITION: "dead_position",
    now.NO_PROGRESS: "no_progress",
    now.MAX_PLIES: "max_plies",
}
MARKS = {"progress": now.PROGRESS, "free_play": now.FREE_PLAY, "passed": now.PASSED, "locked": now.LOCKED}
KEYS = ("phase", "active", "kingdoms", "invaders", "discards", "hands", "clues", "pending", "target", "resume",
        "to_hide", "blocked", *MARKS, "ply", "idle", "passes", "winner", "draw", "viewer")  # fmt: skip


# ---------------------------------------------------------------- writing


def write(state: "Raid") -> Data:
    """A state as plain data."""
    data: Data = {
        "phase": PHASES[state.phase],
        "active": state.active,
        "kingdoms": [cards_at_home(state, seat) for seat in range(2)],
        "invaders": [names(state.sides[seat * kingdom.ROW + kingdom.INVADING]) for seat in range(2)],
        "discards": [names(state.sides[seat * kingdom.ROW + kingdom.GONE]) for seat in range(2)],
        "clues": [clues(state, seat) for seat in range(2)],
    }
    if state.phase <= now.ARRANGE:
        data["hands"] = [names(state.sides[seat * kingdom.ROW + kingdom.HAND]) for seat in range(2)]
    data["pending"] = pending(state)
    data["target"] = state.target if state.target >= 0 else None
    if state.phase in (now.SHIFTING, now.DROPPING):
        data["resume"] = PHASES[state.back]
    if state.phase == now.HIDING:
        data["to_hide"] = state.number
    data["blocked"] = [bool(state.blocked >> seat & 1) for seat in range(2)]
    for mark, bit in MARKS.items():
        data[mark] = bool(state.turn & bit)
    data.update(ply=state.ply, idle=state.idle, passes=state.passes)
    data["winner"] = state.winner if state.winner >= 0 else None
    data["draw"] = DRAWS.get(state.ending)
    if state.viewer != TRUTH:
        data["viewer"] = "onlooker" if state.viewer == ONLOOKER else state.viewer
    return data


def names(cards: int) -> list[str]:
    """A set of cards by name."""
    return [name for card, name in enumerate(NAMES) if cards >> card & 1]


def cards_at_home(state: "Raid", seat: int) -> list[str]:
    """A kingdom by name, front first."""
    at = seat * kingdom.ROW
    up, both = kingdom.face_up(state.sides, at), kingdom.known(state.sides, at)
    found = []
    for slot in range(state.sides[at + kingdom.COUNT]):
        kind = kingdom.kind_at(state.sides, at, slot)
        name = "?" if kind == UNKNOWN else KINDS[kind]
        found.append(f"*{name}" if up >> slot & 1 else f"({name})" if both >> slot & 1 else name)
    return found


def clues(state: "Raid", seat: int) -> list[Data]:
    """What is publicly known of hidden cards."""
    at = seat * kingdom.ROW
    facts = [kingdom.fact_at(state.sides, at, slot) for slot in range(state.sides[at + kingdom.COUNT])]
    return [{"slot": slot, "could": kinds_of(FACTS[fact])} for slot, fact in enumerate(facts) if fact]


def kinds_of(cards: int) -> list[str]:
    """The kinds in a set of cards, each once."""
    return list(dict.fromkeys(names(cards)))


def pending(state: "Raid") -> Data | None:
    """The action that waits for the defender."""
    if state.action == now.NOTHING:
        return None
    data: Data = {"action": ACTIONS[state.action], "invader": KINDS[state.invader]}
    if state.action == now.SCOUTING:
        data["stat"] = STATS[state.number]
    elif state.action == now.RETURNING:
        data["slot"] = state.number
    elif state.action == now.MOVING and state.number:
        data["cycle"] = state.number
    return data


# ---------------------------------------------------------------- reading


class Reader(PositionReader):
    """Takes a description apart."""

    def __init__(self, data: object) -> None:
        super().__init__("velvet", 2, data, KEYS)

    def pair(self, key: str, default: object) -> list[object]:
        """An entry for each seat."""
        return self.check_list(key, self.get(key, [default, default]), 2)

    def truth(self, what: str, found: object) -> bool:
        if not isinstance(found, bool):
            raise self.error(what, found, "true or false")
        return found


def words(key: str, found: object) -> list[str]:
    """A list of names, or a text of names with spaces between."""
    found = found.split() if isinstance(found, str) else found
    if not isinstance(found, list | tuple) or not all(isinstance(word, str) for word in found):
        raise BadPosition(f"{key} is {show_value(found)}; expected a list of cards.")
    return list(found)


def kind_of(key: str, name: str, kinds: int = len(KINDS)) -> int:
    if name not in KINDS[:kinds]:
        raise BadPosition(f'{key} has "{name}"; expected {", ".join(KINDS[:kinds])}.')
    return KINDS.index(name)


def read(game: "Velvet", description: Data) -> "Raid":
    """The state that a description sets up, or BadPosition."""
    from velodrome.games.velvet.rules import set_up

    reader = Reader(description)
    state = set_up(game)
    state.viewer = reader.read_viewer()
    state.phase = reader.read_word("phase", "action", PHASES)
    state.active = reader.read_number("active", 0, 0, 1)
    for seat in range(2):
        read_side(state, reader, seat)
    read_counters(state, reader)
    read_pending(state, reader)
    read_end(state, reader)
    set_actor(state)
    check_phase(state)
    return state


def read_side(state: "Raid", reader: Reader, seat: int) -> None:
    """The cards of a seat, wherever they are."""
    at = seat * kingdom.ROW
    setting_up = state.phase <= now.ARRANGE
    used = [0] * len(KINDS)  # of each kind, the cards that stand somewhere
    home = words("kingdoms", reader.pair("kingdoms", [] if setting_up else ["bear", "threads"])[seat])
    if len(home) > SIZE:
        raise BadPosition(f"kingdom {seat} has {len(home)} cards; there are {SIZE}.")
    for slot, text in enumerate(home):
        kind, marks = read_card(state, seat, text)
        kingdom.put(state.sides, at, slot, kind, marks)
        if kind != UNKNOWN:
            used[kind] += 1
    read_clues(state, reader, seat)
    invaders = words("invaders", reader.pair("invaders", [])[seat])
    state.sides[at + kingdom.INVADING] = gather("invaders", invaders, ANIMALS, used)
    lost = [] if setting_up or "?" in home else [card for card in unused(used) if card != KINDS[THREADS]]
    lost = words("discards", reader.pair("discards", lost)[seat])
    state.sides[at + kingdom.GONE] = gather("discards", lost, THREADS, used)
    if "hands" in reader.data and not setting_up:
        raise BadPosition("hands are there only while kingdoms are arranged.")
    hand = unused(used) if setting_up and state.viewer in (TRUTH, seat) else []
    hand = words("hands", reader.pair("hands", hand)[seat])
    if hand and state.viewer not in (TRUTH, seat):
        raise BadPosition(f"the viewer does not see the hand of seat {seat}.")
    state.sides[at + kingdom.HAND] = gather("hands", hand, len(KINDS), used)
    check_cards(state, seat, used)


def read_card(state: "Raid", seat: int, text: str) -> tuple[int, int]:
    """The kind of a card at home and its marks."""
    if text == "?":
        if state.viewer in (TRUTH, seat):
            raise BadPosition(f'kingdom {seat} has "?", but the viewer sees all of it.')
        return UNKNOWN, 0
    marks, name = 0, text
    if text.startswith("*"):
        marks, name = kingdom.UP | kingdom.KNOWN, text[1:]
    elif text.startswith("(") and text.endswith(")"):
        marks, name = kingdom.KNOWN, text[1:-1]
    elif state.viewer not in (TRUTH, seat):
        raise BadPosition(f'kingdom {seat} has "{text}", which the viewer cannot name; expected "?", "*…" or "(…)".')
    return kind_of(f"kingdom {seat}", name), marks


def read_clues(state: "Raid", reader: Reader, seat: int) -> None:
    at = seat * kingdom.ROW
    rows = reader.pair("clues", [])[seat]
    if not isinstance(rows, list | tuple):
        raise BadPosition(f"clues are {show_value(rows)}; expected a list for each seat.")
    for row in rows:
        if not isinstance(row, dict) or set(row) != {"slot", "could"}:
            raise BadPosition(f'a clue is {show_value(row)}; expected {{"slot": number, "could": [kinds]}}.')
        slot = reader.check_number("slot of a clue", row["slot"], 0, state.sides[at + kingdom.COUNT] - 1)
        kinds = [kind_of("a clue", name) for name in words("could", row["could"])]
        cards = sum({CARD[kind] | TWIN[kind] for kind in kinds})
        if cards not in FACTS[1:]:
            raise BadPosition(f"a clue could be {' '.join(row['could'])}; no answers leave exactly these.")
        if kingdom.known(state.sides, at) >> slot & 1:
            raise BadPosition(f"slot {slot} of kingdom {seat} has a clue, but both seats can name its card.")
        kind = kingdom.kind_at(state.sides, at, slot)
        if kind != UNKNOWN and not CARD[kind] & cards:
            raise BadPosition(f"slot {slot} of kingdom {seat} holds {KINDS[kind]}, which its clue excludes.")
        kingdom.set_fact(state.sides, at, slot, FACTS.index(cards))


def copies(kind: int) -> int:
    return 2 if TWIN[kind] else 1


def unused(used: list[int]) -> list[str]:
    """The cards of a player that stand nowhere yet."""
    return [name for kind, name in enumerate(KINDS) for _ in range(copies(kind) - used[kind])]


def gather(key: str, given: list[str], kinds: int, used: list[int]) -> int:
    """A set of cards by name."""
    cards = 0
    for name in given:
        kind = kind_of(key, name, kinds)
        used[kind] += 1
        cards = add(cards, kind)
    return cards


def check_cards(state: "Raid", seat: int, used: list[int]) -> None:
    """Every card once, Threads at home, and some kingdom that fits all clues."""
    at = seat * kingdom.ROW
    for kind, times in enumerate(used):
        if times > copies(kind):
            raise BadPosition(f"seat {seat} has {KINDS[kind]} {times} times; there are {copies(kind)}.")
    unnamed = sum(kingdom.kind_at(state.sides, at, slot) == UNKNOWN for slot in range(state.sides[at + kingdom.COUNT]))
    total = sum(used) + unnamed
    if state.phase <= now.ARRANGE:
        if state.viewer in (TRUTH, seat) and total != SIZE:
            raise BadPosition(f"seat {seat} has {total} cards; there are {SIZE}.")
        if kingdom.known(state.sides, at) or state.sides[at + kingdom.INVADING] or state.sides[at + kingdom.GONE]:
            raise BadPosition(f"seat {seat} has shown cards, but kingdoms are still arranged.")
        return
    if not used[THREADS] and not unnamed:
        raise BadPosition(f"kingdom {seat} has no threads.")
    if total != SIZE:
        missing = ", ".join(names(unseen(state.sides, at))) or "nothing"
        raise BadPosition(f"seat {seat} has {total} cards; there are {SIZE}. Nowhere: {missing}.")
    if not possible(state.sides, at, 0, ALL_CARDS):
        raise BadPosition(f"no kingdom {seat} fits all its clues.")


def read_counters(state: "Raid", reader: Reader) -> None:
    """Blocks, marks of the turn and the clocks of a draw."""
    blocked = reader.pair("blocked", False)
    state.blocked = sum(1 << seat for seat in range(2) if reader.truth("blocked", blocked[seat]))
    state.turn = sum(bit for mark, bit in MARKS.items() if reader.read_flag(mark))
    over = state.phase == now.ENDED
    state.ply = reader.read_number("ply", 0, 0, state.settings.ply_limit - (0 if over else 1))
    state.idle = reader.read_number(
        "idle", 0, 0, min(state.ply, state.settings.idle_limit - 1) if not over else state.ply
    )
    state.passes = reader.read_number("passes", 0, 0, min(state.ply, 2 if over else 1))


def read_pending(state: "Raid", reader: Reader) -> None:
    """The action that waits, the card it is about, and what goes on after an Event."""
    found = reader.data.get("pending")
    if found is not None:
        if not isinstance(found, dict) or found.get("action") not in ACTIONS.values():
            raise BadPosition(f"pending is {show_value(found)}; expected an action: {', '.join(ACTIONS.values())}.")
        state.action = next(number for number, name in ACTIONS.items() if name == found["action"])
        extra = {now.SCOUTING: "stat", now.RETURNING: "slot", now.MOVING: "cycle"}.get(state.action, "")
        for key in found:
            if key not in ("action", "invader", extra):
                raise BadPosition(f"pending has {key}, which a {found['action']} has not.")
        state.invader = kind_of("pending", str(found.get("invader", "fox")), ANIMALS)
        state.number = read_number(state, reader, found)
        standing = state.sides[state.active * kingdom.ROW + kingdom.INVADING]
        if state.action != now.FIZZLED and not standing & CARD[state.invader]:
            raise BadPosition(f"pending names {KINDS[state.invader]}, which does not invade.")
    defender = (1 - state.active) * kingdom.ROW
    target = reader.data.get("target")
    if target is not None:
        state.target = reader.check_number("target", target, 0, state.sides[defender + kingdom.COUNT] - 1)
    if state.phase == now.HIDING:
        state.number = reader.read_number("to_hide", 2, 1, 2)
    elif "to_hide" in reader.data:
        raise BadPosition("to_hide is there only while a dragon hides cards.")
    if state.phase in (now.SHIFTING, now.DROPPING):
        windows = PHASES[now.ACTION : now.AFTER + 1]
        default = "action" if state.action == now.NOTHING else "react"
        state.back = PHASES.index(windows[reader.read_word("resume", default, windows)])
    elif "resume" in reader.data:
        raise BadPosition("resume is there only while an Event does its work.")


def read_number(state: "Raid", reader: Reader, found: Data) -> int:
    """The number that belongs to an action."""
    if state.action == now.SCOUTING:
        stat = found.get("stat")
        if stat not in STATS:
            raise BadPosition(f"the stat of a scout is {show_value(stat)}; expected one of {', '.join(STATS)}.")
        return STATS.index(str(stat))
    if state.action == now.RETURNING:
        size = state.sides[state.active * kingdom.ROW + kingdom.COUNT]
        return reader.check_number("the slot of a return", found.get("slot"), 0, size)
    return reader.check_number("the cycle of a move", found.get("cycle", 0), 0, 3) if state.action == now.MOVING else 0


def read_end(state: "Raid", reader: Reader) -> None:
    """Who won, or why it is a draw."""
    winner, draw = reader.data.get("winner"), reader.data.get("draw")
    if winner is not None:
        state.winner = reader.check_number("winner", winner, 0, 1)
        state.ending = now.WON
    if draw is not None:
        if winner is not None:
            raise BadPosition("a game that is won is no draw.")
        reader.read_word("draw", "", list(DRAWS.values()))
        state.ending = next(number for number, name in DRAWS.items() if name == draw)
    if (state.phase == now.ENDED) != (state.ending != now.OPEN):
        raise BadPosition("a game is over exactly when it has a winner or a draw.")


def set_actor(state: "Raid") -> None:
    """Who decides follows from all else."""
    phase = state.back if state.phase in (now.SHIFTING, now.DROPPING) else state.phase
    if phase == now.STARTING:
        state.actor = CHANCE
    elif phase == now.ENDED:
        state.actor = OVER
    elif phase == now.ARRANGE:
        state.actor = 0 if state.sides[kingdom.COUNT] < SIZE else 1
    else:
        state.actor = state.active if phase in (now.ACTION, now.AFTER) else 1 - state.active


def check_phase(state: "Raid") -> None:
    """What each phase needs beyond sound cards."""
    phase, name = state.phase, PHASES[state.phase]
    check_set_up(state)
    window = state.back if phase in (now.SHIFTING, now.DROPPING) else phase
    windows = state.settings.windows
    if window in (now.BEFORE, now.INVADED, now.AFTER) and windows != FULL:
        raise BadPosition(f"phase {PHASES[window]} comes only with event_windows full.")
    if (window in (now.REACT, now.ENCOUNTER) or (window == now.FATE and phase != window)) and windows == OWN_TURN:
        raise BadPosition(f"phase {name} does not come with event_windows own_turn_only.")
    dead = state.sides[kingdom.GONE] & state.sides[kingdom.ROW + kingdom.GONE] & ALL_ANIMALS == ALL_ANIMALS
    if (dead and phase == now.ACTION) or (not dead and state.ending == now.DEAD_POSITION):
        raise BadPosition("a game is a draw, dead_position, as soon as no animal is left, and only then.")
    check_pending(state, window)
    check_target(state, window)
    if state.actor >= 0 and state.viewer in (TRUTH, state.actor) and state.count() == 0:
        raise BadPosition(f"phase {name} leaves seat {state.actor} nothing to do.")
    if phase == now.HIDING and count_bits(state.hideable()) <= state.number:
        raise BadPosition(f"to_hide is {state.number}; a dragon's owner chooses among more cards than that.")


def check_set_up(state: "Raid") -> None:
    sizes = [state.sides[seat * kingdom.ROW + kingdom.COUNT] for seat in range(2)]
    if state.phase == now.STARTING and (any(sizes) or state.settings.first >= 0):
        raise BadPosition("the first player is drawn before anything else, unless first_player says who it is.")
    if state.phase == now.ARRANGE and (sizes == [SIZE, SIZE] or (sizes[1] and sizes[0] < SIZE)):
        raise BadPosition("seat 0 arranges its 17 cards, then seat 1.")
    if state.phase <= now.ARRANGE and (state.ply or state.blocked):
        raise BadPosition("nothing has been played while kingdoms are arranged.")


def check_pending(state: "Raid", window: int) -> None:
    """Which action may wait in a phase."""
    fits = {
        now.BEFORE: (now.MOVING,),
        now.REACT: (now.SCOUTING, now.RETURNING, now.MOVING),
        now.ENCOUNTER: (now.MOVING,),
        now.FATE: (now.MOVING,),
        now.ANSWERING: (now.SCOUTING,),
        now.SHOWING: (now.MOVING,),
    }.get(window, (now.NOTHING,))
    if state.phase in (now.SHIFTING, now.DROPPING) and window == now.REACT:
        fits = (*fits, now.FIZZLED)
    if state.action not in fits:
        wanted = ", ".join(ACTIONS.get(action, "nothing") for action in fits)
        found = ACTIONS.get(state.action, "nothing")
        raise BadPosition(f"in phase {PHASES[state.phase]} {wanted} may be pending, not {found}.")
    if state.action == now.MOVING and state.number and window != now.BEFORE:
        raise BadPosition("the cards of a move are cycled before this phase.")


def check_target(state: "Raid", window: int) -> None:
    """Which phases are about a card, and what it must be."""
    at = (1 - state.active) * kingdom.ROW
    scouting = state.action == now.SCOUTING
    needed = scouting or window in (now.ENCOUNTER, now.FATE)
    if (needed and state.target < 0) or (not needed and state.target >= 0 and window != now.HIDING):
        raise BadPosition(f"in phase {PHASES[state.phase]} a target is {'needed' if needed else 'out of place'}.")
    if state.target < 0 or scouting:
        return
    kind = kingdom.kind_at(state.sides, at, state.target)
    wanted = {
        now.ENCOUNTER: range(ANIMALS),
        now.FATE: range(CAVE_IN, REINFORCEMENTS + 1),
        now.HIDING: range(DRAGON, DRAGON + 1),
    }[window]
    if window == now.HIDING and state.settings.hides_self:
        raise BadPosition("a dragon that may hide itself is no target.")
    if kind not in wanted or not kingdom.face_up(state.sides, at) >> state.target & 1:
        raise BadPosition(f"in phase {PHASES[state.phase]} the card that is met lies face up and is another kind.")

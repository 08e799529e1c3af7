"""Positions as plain data: `write` and its inverse `read`.

A kingdom is a list of its cards from the front. "*fox" lies face up, and "(fox)" is hidden but known to both seats.
"fox" is hidden and known to its owner alone, and "?" is unknown to the viewer.

Keys, with the default in brackets. Set-up means the phases "first" and "arrange".

    phase        the phase of the game ["action"]
    active       the seat whose turn it is [0]
    kingdoms     by seat: its cards at home [a hidden bear in front of the hidden Threads; no card during set-up]
    invaders     by seat: its cards that invade the other kingdom [none]
    discards     by seat: its discarded cards [all its cards that are nowhere else; none during set-up, or if its
                 kingdom has a "?"]
    hands        by seat, only during set-up: the cards that it has not placed yet [all that the viewer may see]
    clues        by seat: {"slot": 3, "could": [kinds]} for each hidden card about which something is public [none]
    pending      the declared action, such as {"action": "scout", "invader": "fox", "stat": "speed"} [none]; instead
                 of "stat", a Return has its "slot", and a Move has "cycle", the number of cards that it will cycle
    target       the slot of the card that is scouted or met [none]
    resume       only in the phases "shift" and "drop": the phase after the Event's effect ["react" if an action is
                 pending, else "action"]
    to_hide      only in the phase "hide": how many cards the owner of the dragon still has to hide [2]
    blocked      by seat: whether a dinosaur keeps it from moving and scouting [false for both]
    progress     whether a card was discarded, or seen for the first time, in this turn [false]
    free_play    whether there was a free play before the action of this turn [false]
    passed       whether the active seat has passed in this turn, without a free play [false]
    locked       whether a dinosaur won at home in this turn, so that the active seat will be blocked [false]
    ply          the number of turns played [0]
    idle         the number of turns in a row without progress [0]
    passes       the number of passes in a row [0]
    winner       the seat that has won [none]
    draw         the reason for the draw [none]
    viewer       the seat, or "onlooker", that sees this position [none: it is the full state]
"""

from typing import TYPE_CHECKING

from velodrome.core.bits import count_bits
from velodrome.core.boards import show_value
from velodrome.core.contract import CHANCE, ONLOOKER, OVER, TRUTH, Data
from velodrome.core.errors import BadPosition
from velodrome.core.position_reader import PositionReader
from velodrome.games.velvet import kingdom, legal
from velodrome.games.velvet.knowledge import is_possible, unseen_cards
from velodrome.games.velvet.pieces import (
    ALL_ANIMALS,
    ALL_CARDS,
    ANIMAL_COUNT,
    CAVE_IN,
    DRAGON,
    FACTS,
    FIRST_CARD,
    KIND_OF,
    KINDS,
    KINGDOM_SIZE,
    REINFORCEMENTS,
    SECOND_CARD,
    STATS,
    THREADS,
    UNKNOWN,
    add_kind,
)
from velodrome.games.velvet.settings import FULL_WINDOWS, OWN_TURN_WINDOWS

if TYPE_CHECKING:
    from velodrome.games.velvet.game import Velvet
    from velodrome.games.velvet.rules import VelvetState

CARD_NAMES = [KINDS[kind] for kind in KIND_OF]  # [card]
PHASES = ["first", "arrange", "action", "before", "react", "encounter", "fate", "invaded", "after",
          "shift", "drop", "hide", "answer", "show", "over"]  # fmt: skip
ACTIONS = {legal.SCOUTING: "scout", legal.RETURNING: "return", legal.MOVING: "move", legal.FIZZLED: "fizzled"}
DRAW_NAMES = {
    legal.DOUBLE_PASS: "double_pass",
    legal.DEAD_POSITION: "dead_position",
    legal.NO_PROGRESS: "no_progress",
    legal.MAX_PLIES: "max_plies",
}
TURN_MARKS = {"progress": legal.PROGRESS, "free_play": legal.FREE_PLAY, "passed": legal.PASSED, "locked": legal.LOCKED}
POSITION_KEYS = ("phase", "active", "kingdoms", "invaders", "discards", "hands", "clues", "pending", "target", "resume",
        "to_hide", "blocked", *TURN_MARKS, "ply", "idle", "passes", "winner", "draw", "viewer")  # fmt: skip


# ---------------------------------------------------------------- writing


def write(state: "VelvetState") -> Data:
    """Write a state as plain data."""
    data: Data = {
        "phase": PHASES[state.phase],
        "active": state.active,
        "kingdoms": [write_kingdom(state, seat) for seat in range(2)],
        "invaders": [card_names(state.sides[seat * kingdom.SIDE_SIZE + kingdom.INVADING]) for seat in range(2)],
        "discards": [card_names(state.sides[seat * kingdom.SIDE_SIZE + kingdom.GONE]) for seat in range(2)],
        "clues": [write_clues(state, seat) for seat in range(2)],
    }
    if state.phase <= legal.ARRANGE:
        data["hands"] = [card_names(state.sides[seat * kingdom.SIDE_SIZE + kingdom.HAND]) for seat in range(2)]
    data["pending"] = write_pending(state)
    data["target"] = state.target if state.target >= 0 else None
    if state.phase in (legal.SHIFTING, legal.DROPPING):
        data["resume"] = PHASES[state.resume_phase]
    if state.phase == legal.HIDING:
        data["to_hide"] = state.number
    data["blocked"] = [bool(state.blocked >> seat & 1) for seat in range(2)]
    for mark, bit in TURN_MARKS.items():
        data[mark] = bool(state.turn & bit)
    data.update(ply=state.ply, idle=state.idle_turns, passes=state.passes)
    data["winner"] = state.winner if state.winner >= 0 else None
    data["draw"] = DRAW_NAMES.get(state.ending)
    if state.viewer != TRUTH:
        data["viewer"] = "onlooker" if state.viewer == ONLOOKER else state.viewer
    return data


def card_names(cards: int) -> list[str]:
    """List the names of a set of cards."""
    return [name for card, name in enumerate(CARD_NAMES) if cards >> card & 1]


def write_kingdom(state: "VelvetState", seat: int) -> list[str]:
    """Write a kingdom as a list of its cards, front first."""
    at = seat * kingdom.SIDE_SIZE
    up, both = kingdom.face_up_slots(state.sides, at), kingdom.known_slots(state.sides, at)
    found = []
    for slot in range(state.sides[at + kingdom.COUNT]):
        kind = kingdom.kind_at(state.sides, at, slot)
        name = "?" if kind == UNKNOWN else KINDS[kind]
        found.append(f"*{name}" if up >> slot & 1 else f"({name})" if both >> slot & 1 else name)
    return found


def write_clues(state: "VelvetState", seat: int) -> list[Data]:
    """Write what is publicly known about hidden cards."""
    at = seat * kingdom.SIDE_SIZE
    facts = [kingdom.fact_at(state.sides, at, slot) for slot in range(state.sides[at + kingdom.COUNT])]
    return [{"slot": slot, "could": list_kinds(FACTS[fact])} for slot, fact in enumerate(facts) if fact]


def list_kinds(cards: int) -> list[str]:
    """List the kinds in a set of cards, each of them once."""
    return list(dict.fromkeys(card_names(cards)))


def write_pending(state: "VelvetState") -> Data | None:
    """Write the declared action; None if there is none."""
    if state.action == legal.NOTHING:
        return None
    data: Data = {"action": ACTIONS[state.action], "invader": KINDS[state.invader]}
    if state.action == legal.SCOUTING:
        data["stat"] = STATS[state.number]
    elif state.action == legal.RETURNING:
        data["slot"] = state.number
    elif state.action == legal.MOVING and state.number:
        data["cycle"] = state.number
    return data


# ---------------------------------------------------------------- reading


class VelvetPositionReader(PositionReader):
    """Reader of a position of Velvet, given as plain data with the keys that the module lists."""

    def __init__(self, data: object) -> None:
        super().__init__("velvet", 2, data, POSITION_KEYS)

    def read_pair(self, key: str, default: object) -> list[object]:
        """Read a list with one item for each seat; if the key is missing, each item is `default`."""
        return self.check_list(key, self.get(key, [default, default]), 2)

    def check_flag(self, what: str, found: object) -> bool:
        if not isinstance(found, bool):
            raise self.error(what, found, "true or false")
        return found


def split_names(key: str, found: object) -> list[str]:
    """Return a list of the names in `found`, which is a list or a string with spaces between the names.

    Raise BadPosition if `found` is neither; `key` names it in the error message.
    """
    found = found.split() if isinstance(found, str) else found
    if not isinstance(found, list | tuple) or not all(isinstance(word, str) for word in found):
        raise BadPosition(f"{key} is {show_value(found)}; expected a list of cards.")
    return list(found)


def parse_kind(key: str, name: str, kinds: int = len(KINDS)) -> int:
    if name not in KINDS[:kinds]:
        raise BadPosition(f'{key} has "{name}"; expected {", ".join(KINDS[:kinds])}.')
    return KINDS.index(name)


def read(game: "Velvet", description: Data) -> "VelvetState":
    """Create the state that `description` describes; raise BadPosition if it is malformed or cannot occur."""
    from velodrome.games.velvet.rules import make_start

    reader = VelvetPositionReader(description)
    state = make_start(game)
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


def read_side(state: "VelvetState", reader: VelvetPositionReader, seat: int) -> None:
    """Read the cards of a seat: kingdom, clues, invaders, discards and hand."""
    at = seat * kingdom.SIDE_SIZE
    setting_up = state.phase <= legal.ARRANGE
    used = [0] * len(KINDS)  # [kind]: number of cards of this kind read so far, in any zone
    home = split_names("kingdoms", reader.read_pair("kingdoms", [] if setting_up else ["bear", "threads"])[seat])
    if len(home) > KINGDOM_SIZE:
        raise BadPosition(f"kingdom {seat} has {len(home)} cards; there are {KINGDOM_SIZE}.")
    for slot, text in enumerate(home):
        kind, marks = read_card(state, seat, text)
        kingdom.insert_card(state.sides, at, slot, kind, marks)
        if kind != UNKNOWN:
            used[kind] += 1
    read_clues(state, reader, seat)
    invaders = split_names("invaders", reader.read_pair("invaders", [])[seat])
    state.sides[at + kingdom.INVADING] = read_cards("invaders", invaders, ANIMAL_COUNT, used)
    lost = [] if setting_up or "?" in home else [card for card in list_unused(used) if card != KINDS[THREADS]]
    lost = split_names("discards", reader.read_pair("discards", lost)[seat])
    state.sides[at + kingdom.GONE] = read_cards("discards", lost, THREADS, used)
    if "hands" in reader.data and not setting_up:
        raise BadPosition("hands are only allowed while kingdoms are arranged.")
    hand = list_unused(used) if setting_up and state.viewer in (TRUTH, seat) else []
    hand = split_names("hands", reader.read_pair("hands", hand)[seat])
    if hand and state.viewer not in (TRUTH, seat):
        raise BadPosition(f"the viewer does not see the hand of seat {seat}.")
    state.sides[at + kingdom.HAND] = read_cards("hands", hand, len(KINDS), used)
    check_cards(state, seat, used)


def read_card(state: "VelvetState", seat: int, text: str) -> tuple[int, int]:
    """Read a card in a kingdom, such as "*fox"; return its kind and its marks (0, KNOWN, or UP | KNOWN)."""
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
    return parse_kind(f"kingdom {seat}", name), marks


def read_clues(state: "VelvetState", reader: VelvetPositionReader, seat: int) -> None:
    at = seat * kingdom.SIDE_SIZE
    rows = reader.read_pair("clues", [])[seat]
    if not isinstance(rows, list | tuple):
        raise BadPosition(f"clues are {show_value(rows)}; expected a list for each seat.")
    for row in rows:
        if not isinstance(row, dict) or set(row) != {"slot", "could"}:
            raise BadPosition(f'a clue is {show_value(row)}; expected {{"slot": number, "could": [kinds]}}.')
        slot = reader.check_number("slot of a clue", row["slot"], 0, state.sides[at + kingdom.COUNT] - 1)
        kinds = [parse_kind("a clue", name) for name in split_names("could", row["could"])]
        cards = sum({FIRST_CARD[kind] | SECOND_CARD[kind] for kind in kinds})
        if cards not in FACTS[1:]:
            raise BadPosition(f"a clue could be {' '.join(row['could'])}; no answers leave exactly these.")
        if kingdom.known_slots(state.sides, at) >> slot & 1:
            raise BadPosition(f"slot {slot} of kingdom {seat} has a clue, but both seats can name its card.")
        kind = kingdom.kind_at(state.sides, at, slot)
        if kind != UNKNOWN and not FIRST_CARD[kind] & cards:
            raise BadPosition(f"slot {slot} of kingdom {seat} holds {KINDS[kind]}, which its clue excludes.")
        kingdom.set_fact(state.sides, at, slot, FACTS.index(cards))


def count_copies(kind: int) -> int:
    return 2 if SECOND_CARD[kind] else 1


def list_unused(used: list[int]) -> list[str]:
    """List the names of a player's cards that `used` does not count.

    `used` has, for each kind, the number of cards read so far.
    """
    return [name for kind, name in enumerate(KINDS) for _ in range(count_copies(kind) - used[kind])]


def read_cards(key: str, given: list[str], kinds: int, used: list[int]) -> int:
    """Return the set of the cards named in `given`, and add these cards to the counts in `used`.

    Only the first `kinds` kinds are allowed. `key` names the list in the error message.
    """
    cards = 0
    for name in given:
        kind = parse_kind(key, name, kinds)
        used[kind] += 1
        cards = add_kind(cards, kind)
    return cards


def check_cards(state: "VelvetState", seat: int, used: list[int]) -> None:
    """Raise BadPosition if a seat's cards cannot occur in the game.

    `used` has, for each kind, how many of the seat's cards are known. No card may be missing or occur too often. During
    set-up, no card may have been shown. After set-up, the Threads must be at home, and at least one arrangement of the
    kingdom must fit all clues.
    """
    at = seat * kingdom.SIDE_SIZE
    for kind, times in enumerate(used):
        if times > count_copies(kind):
            raise BadPosition(f"seat {seat} has {KINDS[kind]} {times} times; there are {count_copies(kind)}.")
    unnamed = sum(kingdom.kind_at(state.sides, at, slot) == UNKNOWN for slot in range(state.sides[at + kingdom.COUNT]))
    total = sum(used) + unnamed
    if state.phase <= legal.ARRANGE:
        if state.viewer in (TRUTH, seat) and total != KINGDOM_SIZE:
            raise BadPosition(f"seat {seat} has {total} cards; there are {KINGDOM_SIZE}.")
        if kingdom.known_slots(state.sides, at) or state.sides[at + kingdom.INVADING] or state.sides[at + kingdom.GONE]:
            raise BadPosition(f"seat {seat} has shown cards, but kingdoms are still arranged.")
        return
    if not used[THREADS] and not unnamed:
        raise BadPosition(f"kingdom {seat} has no threads.")
    if total != KINGDOM_SIZE:
        missing = ", ".join(card_names(unseen_cards(state.sides, at))) or "nothing"
        raise BadPosition(f"seat {seat} has {total} cards; there are {KINGDOM_SIZE}. Nowhere: {missing}.")
    if not is_possible(state.sides, at, 0, ALL_CARDS):
        raise BadPosition(f"no kingdom {seat} fits all its clues.")


def read_counters(state: "VelvetState", reader: VelvetPositionReader) -> None:
    """Read which seats are blocked, what happened in this turn, and the counters that can end the game in a draw."""
    blocked = reader.read_pair("blocked", False)
    state.blocked = sum(1 << seat for seat in range(2) if reader.check_flag("blocked", blocked[seat]))
    state.turn = sum(bit for mark, bit in TURN_MARKS.items() if reader.read_flag(mark))
    over = state.phase == legal.ENDED
    state.ply = reader.read_number("ply", 0, 0, state.settings.ply_limit - (0 if over else 1))
    state.idle_turns = reader.read_number(
        "idle", 0, 0, min(state.ply, state.settings.idle_limit - 1) if not over else state.ply
    )
    state.passes = reader.read_number("passes", 0, 0, min(state.ply, 2 if over else 1))


def read_pending(state: "VelvetState", reader: VelvetPositionReader) -> None:
    """Read the declared action, its target, how many cards to hide, and the phase that follows an Event's effect."""
    found = reader.data.get("pending")
    if found is not None:
        if not isinstance(found, dict) or found.get("action") not in ACTIONS.values():
            raise BadPosition(f"pending is {show_value(found)}; expected an action: {', '.join(ACTIONS.values())}.")
        state.action = next(number for number, name in ACTIONS.items() if name == found["action"])
        extra = {legal.SCOUTING: "stat", legal.RETURNING: "slot", legal.MOVING: "cycle"}.get(state.action, "")
        for key in found:
            if key not in ("action", "invader", extra):
                raise BadPosition(f"pending has {key}, which a {found['action']} does not have.")
        state.invader = parse_kind("pending", str(found.get("invader", "fox")), ANIMAL_COUNT)
        state.number = read_number(state, reader, found)
        standing = state.sides[state.active * kingdom.SIDE_SIZE + kingdom.INVADING]
        if state.action != legal.FIZZLED and not standing & FIRST_CARD[state.invader]:
            raise BadPosition(f"pending names {KINDS[state.invader]}, which does not invade.")
    defender = (1 - state.active) * kingdom.SIDE_SIZE
    target = reader.data.get("target")
    if target is not None:
        state.target = reader.check_number("target", target, 0, state.sides[defender + kingdom.COUNT] - 1)
    if state.phase == legal.HIDING:
        state.number = reader.read_number("to_hide", 2, 1, 2)
    elif "to_hide" in reader.data:
        raise BadPosition("to_hide is only allowed in the phase hide.")
    if state.phase in (legal.SHIFTING, legal.DROPPING):
        windows = PHASES[legal.ACTION : legal.AFTER + 1]
        default = "action" if state.action == legal.NOTHING else "react"
        state.resume_phase = PHASES.index(windows[reader.read_word("resume", default, windows)])
    elif "resume" in reader.data:
        raise BadPosition("resume is only allowed in the phases shift and drop.")


def read_number(state: "VelvetState", reader: VelvetPositionReader, found: Data) -> int:
    """Read the number that a declared action needs: its stat, its slot, or how many cards it cycles; else 0.

    `found` is the value of the key "pending".
    """
    if state.action == legal.SCOUTING:
        stat = found.get("stat")
        if stat not in STATS:
            raise BadPosition(f"the stat of a scout is {show_value(stat)}; expected one of {', '.join(STATS)}.")
        return STATS.index(str(stat))
    if state.action == legal.RETURNING:
        size = state.sides[state.active * kingdom.SIDE_SIZE + kingdom.COUNT]
        return reader.check_number("the slot of a return", found.get("slot"), 0, size)
    return (
        reader.check_number("the cycle of a move", found.get("cycle", 0), 0, 3) if state.action == legal.MOVING else 0
    )


def read_end(state: "VelvetState", reader: VelvetPositionReader) -> None:
    """Read the winner, or the kind of draw."""
    winner, draw = reader.data.get("winner"), reader.data.get("draw")
    if winner is not None:
        state.winner = reader.check_number("winner", winner, 0, 1)
        state.ending = legal.WON
    if draw is not None:
        if winner is not None:
            raise BadPosition("a game that is won is no draw.")
        reader.read_word("draw", "", list(DRAW_NAMES.values()))
        state.ending = next(number for number, name in DRAW_NAMES.items() if name == draw)
    if (state.phase == legal.ENDED) != (state.ending != legal.UNDECIDED):
        raise BadPosition("a game is over exactly when it has a winner or a draw.")


def set_actor(state: "VelvetState") -> None:
    """Set the actor; it depends on the phase and the active seat."""
    phase = state.resume_phase if state.phase in (legal.SHIFTING, legal.DROPPING) else state.phase
    if phase == legal.STARTING:
        state.actor = CHANCE
    elif phase == legal.ENDED:
        state.actor = OVER
    elif phase == legal.ARRANGE:
        state.actor = 0 if state.sides[kingdom.COUNT] < KINGDOM_SIZE else 1
    else:
        state.actor = state.active if phase in (legal.ACTION, legal.AFTER) else 1 - state.active


def check_phase(state: "VelvetState") -> None:
    """Raise BadPosition if the phase does not fit the rest of the position or the options of the game."""
    phase, name = state.phase, PHASES[state.phase]
    check_set_up(state)
    window = state.resume_phase if phase in (legal.SHIFTING, legal.DROPPING) else phase
    windows = state.settings.windows
    if window in (legal.BEFORE, legal.INVADED, legal.AFTER) and windows != FULL_WINDOWS:
        raise BadPosition(f"phase {PHASES[window]} comes only with event_windows full.")
    if (
        window in (legal.REACT, legal.ENCOUNTER) or (window == legal.FATE and phase != window)
    ) and windows == OWN_TURN_WINDOWS:
        raise BadPosition(f"phase {name} does not come with event_windows own_turn_only.")
    dead = state.sides[kingdom.GONE] & state.sides[kingdom.SIDE_SIZE + kingdom.GONE] & ALL_ANIMALS == ALL_ANIMALS
    if (dead and phase == legal.ACTION) or (not dead and state.ending == legal.DEAD_POSITION):
        raise BadPosition("a game is a draw, dead_position, as soon as no animal is left, and only then.")
    check_pending(state, window)
    check_target(state, window)
    if state.actor >= 0 and state.viewer in (TRUTH, state.actor) and state.count() == 0:
        raise BadPosition(f"phase {name} leaves seat {state.actor} nothing to do.")
    if phase == legal.HIDING and count_bits(state.hideable_slots()) <= state.number:
        raise BadPosition(f"to_hide is {state.number}; a dragon's owner chooses among more cards than that.")


def check_set_up(state: "VelvetState") -> None:
    sizes = [state.sides[seat * kingdom.SIDE_SIZE + kingdom.COUNT] for seat in range(2)]
    if state.phase == legal.STARTING and (any(sizes) or state.settings.first_player >= 0):
        raise BadPosition("phase first comes before anything else, and only if first_player is random.")
    if state.phase == legal.ARRANGE and (
        sizes == [KINGDOM_SIZE, KINGDOM_SIZE] or (sizes[1] and sizes[0] < KINGDOM_SIZE)
    ):
        raise BadPosition("seat 0 arranges its 17 cards, then seat 1.")
    if state.phase <= legal.ARRANGE and (state.ply or state.blocked):
        raise BadPosition("nothing has been played while kingdoms are arranged.")


def check_pending(state: "VelvetState", window: int) -> None:
    """Raise BadPosition if the declared action does not fit the phase.

    `window` is the phase or, while an Event takes effect, the phase that the Event has interrupted.
    """
    fits = {
        legal.BEFORE: (legal.MOVING,),
        legal.REACT: (legal.SCOUTING, legal.RETURNING, legal.MOVING),
        legal.ENCOUNTER: (legal.MOVING,),
        legal.FATE: (legal.MOVING,),
        legal.ANSWERING: (legal.SCOUTING,),
        legal.SHOWING: (legal.MOVING,),
    }.get(window, (legal.NOTHING,))
    if state.phase in (legal.SHIFTING, legal.DROPPING) and window == legal.REACT:
        fits = (*fits, legal.FIZZLED)
    if state.action not in fits:
        wanted = ", ".join(ACTIONS.get(action, "nothing") for action in fits)
        found = ACTIONS.get(state.action, "nothing")
        raise BadPosition(f"in phase {PHASES[state.phase]} {wanted} may be pending, not {found}.")
    if state.action == legal.MOVING and state.number and window != legal.BEFORE:
        raise BadPosition("the cards of a move are cycled before this phase.")


def check_target(state: "VelvetState", window: int) -> None:
    """Raise BadPosition if a target is missing, is not allowed, or is a card of the wrong kind for the phase.

    `window` is the phase or, while an Event takes effect, the phase that the Event has interrupted.
    """
    at = (1 - state.active) * kingdom.SIDE_SIZE
    scouting = state.action == legal.SCOUTING
    needed = scouting or window in (legal.ENCOUNTER, legal.FATE)
    if (needed and state.target < 0) or (not needed and state.target >= 0 and window != legal.HIDING):
        raise BadPosition(f"in phase {PHASES[state.phase]} a target is {'needed' if needed else 'out of place'}.")
    if state.target < 0 or scouting:
        return
    kind = kingdom.kind_at(state.sides, at, state.target)
    wanted = {
        legal.ENCOUNTER: range(ANIMAL_COUNT),
        legal.FATE: range(CAVE_IN, REINFORCEMENTS + 1),
        legal.HIDING: range(DRAGON, DRAGON + 1),
    }[window]
    if window == legal.HIDING and state.settings.hides_self:
        raise BadPosition("in phase hide there is no target with dragon_hides_self: leave it out.")
    if kind not in wanted or not kingdom.face_up_slots(state.sides, at) >> state.target & 1:
        raise BadPosition(f"in phase {PHASES[state.phase]} the target must be a face-up card that fits the phase.")

"""Checks of previews, key by key: did the move do what its preview promised?

For each game, a dict lists every key that its previews may have. A key that promises something maps to its
check; a key that only repeats the move or the position maps to `unchecked`. Law 17, which says that previews
come true, fails if a preview has a key that is not listed.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from velodrome.core.contract import OVER, State
from velodrome.core.rng import Rng
from velodrome.games.velvet import position as velvet


class PlayedMove(NamedTuple):
    """A move that was played: its text, its preview, the states before and after it; and `rng` for random checks."""

    text: str
    preview: dict[str, Any]
    before: Any
    after: Any
    rng: Rng

    @property
    def seat(self) -> int:
        return int(self.before.actor)

    def gained(self, counter: str) -> int:
        """Return by how much the move increased a counter of its seat, such as "rainbow"."""
        return int(seat_row(self.after, self.seat)[counter] - seat_row(self.before, self.seat)[counter])


Promise = Callable[[PlayedMove, Any], bool]  # returns whether a value in the preview has come true


def unchecked(played: PlayedMove, value: Any) -> bool:
    """Return True: this value in a preview promises nothing, it only repeats the move or the position."""
    return True


def seat_row(state: State, seat: int) -> Any:
    """Return what the table's list of seats says about a seat."""
    seats: Any = state.table()["seats"]
    return seats[seat]


def zone(state: State, name: str) -> Any:
    """Return the zone with this id on the table."""
    zones: Any = state.table()["zones"]
    return next(each for each in zones if each["id"] == name)


def prompt_key(state: State) -> str:
    """Return the key of the actor's prompt, without the leading "prompt."."""
    prompt: Any = (state.seen_by(state.actor) if state.actor >= 0 else state).table()["prompt"]
    return str(prompt["key"]).removeprefix("prompt.")


def after_chance(state: State, rng: Rng) -> State:
    """Return a copy of the state in which all pending chance moves have been played."""
    settled = state.copy()
    settled.settle(rng)
    return settled


# ---------------------------------------------------------------- Velonimo


def is_worth(played: PlayedMove, value: int) -> bool:
    return bool(
        played.after.stage != played.before.stage
        or played.after.actor == OVER
        or zone(played.after, "centre")["value"] == value
    )


def seat_leads(played: PlayedMove, seat: int) -> bool:
    return bool(played.after.actor == seat and prompt_key(played.after) in ("lead", "reward"))


def chooses_next(played: PlayedMove, seat: int) -> bool:
    return bool(played.after.actor == seat and prompt_key(played.after) == "next")


def draws_cards(played: PlayedMove, count: int) -> bool:
    return bool(
        zone(played.before, "pile")["size"] - zone(after_chance(played.after, played.rng), "pile")["size"] == count
    )


def can_steal(played: PlayedMove, count: int) -> bool:
    """Check that `count` is the largest number of cards that the seat can now steal from one opponent."""
    after = after_chance(played.after, played.rng)
    texts = [after.game.text(move).split() for move in after.legal()]
    return bool(after.actor == played.seat and max(int(words[1]) for words in texts if words[-2] == "from") == count)


VELONIMO: dict[str, Promise] = {
    "value": is_worth,
    "points": lambda played, points: played.gained("total") == points,
    "leads": seat_leads,
    "chooses": chooses_next,
    "draws": draws_cards,
    "steals": can_steal,
    "steals_all_or_none": can_steal,
    "steals_forced": can_steal,
}


# ---------------------------------------------------------------- VeloCity


def phase(state: State) -> str:
    turn: Any = state.table()["turn"]
    return str(turn["phase"])


def arrives(played: PlayedMove, place: str) -> bool:
    """Check that the couriers have arrived at `place`.

    If the move is to pay and stay, the courier was already there, so the number of couriers there must not change.
    """
    if place.startswith("podium"):
        return any(
            piece["id"] == place and piece["seat"] == played.seat for piece in zone(played.after, "podium")["pieces"]
        )
    counts = [
        piece["couriers"][played.seat]
        for state in (played.before, played.after)
        for piece in zone(state, "track")["pieces"]
        if piece["id"] == place
    ]
    return bool(counts[1] - counts[0] == (played.preview.get("couriers", 1) if played.preview["from"] != place else 0))


def receives_cans(played: PlayedMove, cans: int) -> bool:
    """Check that the seat gains this many cans if no rival pursues.

    If the move takes a can from a rival, the seat may gain more.
    """
    state = played.after.copy()
    while state.actor >= 0 and phase(state) in ("pursuit", "take"):
        state.play(state.nth(0))
    gain = seat_row(state, played.seat)["cans"] - seat_row(played.before, played.seat)["cans"]
    return bool(gain >= cans if phase(played.before) == "take" else gain == cans)


def falls_back_to(played: PlayedMove, place: str) -> bool:
    """Check that a courier that does not pay would retreat to `place`, no matter which rivals pursue."""
    state = played.after.copy()
    while phase(state) == "pursuit":
        state.play(state.pick(played.rng))
    back = state.preview(state.game.parse("back"))
    return bool(state.actor == played.seat and back["to"] == place)


def has_cans_left(played: PlayedMove, cans: int) -> bool:
    """Check that the seat has this many cans left.

    After a pursuit, the seat may have one can more, because its courier may pick one up on arrival.
    """
    return seat_row(played.after, played.seat)["cans"] - cans in ((0, 1) if phase(played.before) == "pursuit" else (0,))


VELOCITY: dict[str, Promise] = {
    "to": arrives,
    "gain": receives_cans,
    "back": falls_back_to,
    "left": has_cans_left,
    "wins": lambda played, wins: (played.after.actor == OVER and prompt_key(played.after) == "over.three") == wins,
    **dict.fromkeys(
        (
            "along",
            "cost",
            "couriers",
            "dice",
            "die",
            "escapes",
            "forced",
            "from",
            "group",
            "lands",
            "pips",
            "place",
            "pursuers",
        ),
        unchecked,
    ),
}


# ---------------------------------------------------------------- Arc en Ciel


def has_energy(played: PlayedMove, left: int) -> bool:
    """Check that the rider has `left` energy after the move, minus the rider's debt if `left` is enough to pay it.

    A preview that is not final promises nothing yet, so it is not checked.
    """
    if not played.preview.get("final", True):
        return True
    owed = played.preview.get("owed", 0)
    return bool(seat_row(played.after, played.seat)["energy"] == (left - owed if left >= owed else left))


def is_ahead(played: PlayedMove, seconds: list[int] | int) -> bool:
    if isinstance(seconds, int):
        return bool(zone(played.after, "breakaway")["seconds"] == seconds)
    after = played.after.copy()
    after.play(after.draw(played.rng))
    return bool(seconds[0] <= zone(after, "breakaway")["seconds"] <= seconds[1])


def has_exchanged(played: PlayedMove, changes: dict[str, int]) -> bool:
    """Check that the seat won at least as many rainbow jerseys as promised.

    It may win more, because an exchange may lead to another one.
    """
    return played.gained("rainbow") >= changes.get("rainbow", 0)


ARCENCIEL: dict[str, Promise] = {
    "left": has_energy,
    "leads": lambda played, seat: seat_row(played.after, seat)["place"] == 1,
    "seconds": is_ahead,
    "changes": has_exchanged,
    "moves": lambda played, moves: not played.preview["final"] or (prompt_key(played.after) == "relocate") == moves,
    **dict.fromkeys(("cost", "final", "gain", "owed", "saves", "square", "value", "wins"), unchecked),
}


# ---------------------------------------------------------------- Velvet

# Outcome keys of an encounter and the names that previews use for them.
ENDS = {"outcome.thrown": "invader", "outcome.beaten": "card", "outcome.blocked": "blocked"}
ENDS |= {"outcome.hidden": "hidden", "outcome.nothing": "nothing", "outcome.harmless": "nothing"}


def play_encounter(played: PlayedMove) -> tuple[str, set[str]]:
    """In a copy of the state, play on until the encounter ends; nobody reacts.

    Return the card that the invader met ("" if none was shown) and a set that says what happened. Its items are values
    of ENDS, "threads" or "event".
    """
    before, after, shown = played.before.copy(), played.after.copy(), ""
    if played.text.startswith("spend"):
        before = after.copy()  # hiding a card by the Event itself is not an outcome of the encounter
    ends: set[str] = set()
    while True:
        ends |= {ENDS[str(text["key"])] for text in after.outcomes(before) if text["key"] in ENDS}
        if after.actor == OVER:
            return shown, ends | ({"threads"} if after.winner >= 0 else set())
        phase = velvet.PHASES[after.phase]  # not the prompt, which names a decisive moment instead of the phase
        if phase not in ("before", "react", "show", "encounter"):
            return shown, ends | {"hide": {"hidden"}, "fate": {"event"}}.get(phase, set())
        before = after.copy()
        after.play(after.game.parse("ok") if phase != "show" else after.nth(0))
        if phase == "show":
            shown = after.game.text(before.nth(0)).split()[1]


def saves_threads(played: PlayedMove, rest: list[str]) -> bool:
    """Check that the invader does not meet the Threads after this move.

    Before the check, play the moves in `rest`. If the seat then has to choose a shift or a drop, it is enough that one
    of the choices saves the Threads.
    """
    after = played.after.copy()
    for text in rest:
        after.play(after.game.parse(text))
    ways = [after]
    if velvet.PHASES[after.phase] in ("shift", "drop"):
        ways = [after.copy() for _ in after.legal()]
        for way, move in zip(ways, after.legal(), strict=True):
            way.play(move)
    if played.before.active == played.seat:
        return any(threads_are_out_of_reach(way, played.seat) for way in ways)
    return any("threads" not in play_encounter(played._replace(text="", after=way))[1] for way in ways)


def threads_are_out_of_reach(state: Any, seat: int) -> bool:
    """Return whether the opponent of `seat` will see no winning move on its next turn.

    This changes `state`: skip the action of `seat` if it is still due, and play "ok" instead of every reaction.
    """
    state.active = 1 - seat if velvet.PHASES[state.phase] == "action" else state.active
    while state.actor != OVER and state.active == seat:
        state.play(state.game.parse("ok"))
    if state.actor == OVER:
        return True
    state.actor = state.active
    return bool(state.seen_by(1 - seat).table().get("alarm", {}).get("step") != "reach")


VELVET: dict[str, Promise] = {
    "meets": lambda played, kind: play_encounter(played)[0] in (kind, ""),
    "could": lambda played, kinds: play_encounter(played)[0] in kinds,
    "ends": lambda played, ends: play_encounter(played)[1] == set(ends),
    "saves": saves_threads,
    **dict.fromkeys(("answers", "says", "slot", "unless"), unchecked),
}

PROMISES = {"velonimo": VELONIMO, "velocity": VELOCITY, "arcenciel": ARCENCIEL, "velvet": VELVET}

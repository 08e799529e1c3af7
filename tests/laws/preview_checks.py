"""Checks of previews, key by key: did the move do what its preview promised?

Each game lists every key of its previews. A key that promises something maps to its check; a key that only repeats the
move or the position maps to `unchecked`. Law 17 fails on a key that is not listed.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from velodrome.core.contract import OVER, State
from velodrome.core.rng import Rng


class PlayedMove(NamedTuple):
    """A move that was played: its text, its preview, and the states before and after it."""

    text: str
    preview: dict[str, Any]
    before: Any
    after: Any
    rng: Rng

    @property
    def seat(self) -> int:
        return int(self.before.actor)

    def gained(self, counter: str) -> int:
        """Return by how much the move changed this counter of its seat."""
        return int(seat_row(self.after, self.seat)[counter] - seat_row(self.before, self.seat)[counter])


Promise = Callable[[PlayedMove, Any], bool]  # returns whether the value of a preview key has come true


def unchecked(played: PlayedMove, value: Any) -> bool:
    """Accept a key that only repeats the move or the position."""
    return True


def seat_row(state: State, seat: int) -> Any:
    """Return the entry of a seat in the table's list of seats."""
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
    """Return a copy of the state, after all pending chance moves."""
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
    """Check that `count` is the largest number of cards that can be stolen from any one seat."""
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
    """Check that the couriers are now at `place`; a courier that pays to stay was there before the move."""
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
    """Check the cans that the seat gains if no rival pursues; a move that takes a can may lead to more cans."""
    state = played.after.copy()
    while state.actor >= 0 and phase(state) in ("pursuit", "take"):
        state.play(state.nth(0))
    gain = seat_row(state, played.seat)["cans"] - seat_row(played.before, played.seat)["cans"]
    return bool(gain >= cans if phase(played.before) == "take" else gain == cans)


def falls_back_to(played: PlayedMove, place: str) -> bool:
    """Check that a courier that refuses to pay would retreat to `place`, no matter which rivals pursue."""
    state = played.after.copy()
    while phase(state) == "pursuit":
        state.play(state.pick(played.rng))
    back = state.preview(state.game.parse("back"))
    return bool(state.actor == played.seat and back["to"] == place)


def has_cans_left(played: PlayedMove, cans: int) -> bool:
    """Check the cans that the seat has left; after a pursuit, one more can may have been picked up on arrival."""
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
    """Check the energy left once the move is final; energy that is owed is paid at once if the rider has enough."""
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
    """Check that at least this many rainbow jerseys were won; an exchange may lead to more."""
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
    """Play an encounter to its end without reactions; return the card shown, or "", and the names of its outcomes."""
    before, after, shown = played.before.copy(), played.after.copy(), ""
    if played.text.startswith("spend"):
        before = after.copy()  # a card hidden by the Event itself is not an outcome of the encounter
    ends: set[str] = set()
    while True:
        ends |= {ENDS[str(text["key"])] for text in after.outcomes(before) if text["key"] in ENDS}
        if after.actor == OVER:
            return shown, ends | ({"threads"} if after.winner >= 0 else set())
        kind = prompt_key(after)
        if kind not in ("before", "react.move", "show", "encounter"):
            return shown, ends | {"hide": {"hidden"}, "fate": {"event"}}.get(kind, set())
        before = after.copy()
        after.play(after.game.parse("ok") if kind != "show" else after.nth(0))
        if kind == "show":
            shown = after.game.text(before.nth(0)).split()[1]


VELVET: dict[str, Promise] = {
    "meets": lambda played, kind: play_encounter(played)[0] in (kind, ""),
    "could": lambda played, kinds: play_encounter(played)[0] in kinds,
    "ends": lambda played, ends: play_encounter(played)[1] == set(ends),
    **dict.fromkeys(("answers", "says", "slot"), unchecked),
}

PROMISES = {"velonimo": VELONIMO, "velocity": VELOCITY, "arcenciel": ARCENCIEL, "velvet": VELVET}

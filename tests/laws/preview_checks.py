"""Checks of previews, key by key: whether a move has brought what its preview promised.

Each game lists every key of its previews: those that promise something with their check, those that only repeat the
move or the position with `unchecked`. Law 17 fails on a key that is not listed.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from velodrome.core.contract import OVER, State
from velodrome.core.rng import Rng


class Deed(NamedTuple):
    """A move that was played: what it promised, the state before it and the one after it."""

    text: str
    preview: dict[str, Any]
    before: Any
    after: Any
    rng: Rng

    @property
    def seat(self) -> int:
        return int(self.before.actor)

    def gained(self, counter: str) -> int:
        """How much more of something its seat has."""
        return int(line(self.after, self.seat)[counter] - line(self.before, self.seat)[counter])


Promise = Callable[[Deed, Any], bool]  # whether this value of a key has come true


def unchecked(deed: Deed, value: Any) -> bool:
    """Accept a key that only repeats what the move or the position says."""
    return True


def line(state: State, seat: int) -> Any:
    seats: Any = state.table()["seats"]
    return seats[seat]


def zone(state: State, name: str) -> Any:
    zones: Any = state.table()["zones"]
    return next(each for each in zones if each["id"] == name)


def asked(state: State) -> str:
    """What whoever acts is asked."""
    prompt: Any = (state.seen_by(state.actor) if state.actor >= 0 else state).table()["prompt"]
    return str(prompt["key"]).removeprefix("prompt.")


def later(state: State, rng: Rng) -> State:
    """Once chance has done its part."""
    found = state.copy()
    found.settle(rng)
    return found


# ---------------------------------------------------------------- Velonimo


def is_worth(deed: Deed, value: int) -> bool:
    return bool(
        deed.after.stage != deed.before.stage
        or deed.after.actor == OVER
        or zone(deed.after, "centre")["value"] == value
    )


def leads(deed: Deed, seat: int) -> bool:
    return bool(deed.after.actor == seat and asked(deed.after) in ("lead", "reward"))


def chooses(deed: Deed, seat: int) -> bool:
    return bool(deed.after.actor == seat and asked(deed.after) == "next")


def draws(deed: Deed, count: int) -> bool:
    return bool(zone(deed.before, "pile")["size"] - zone(later(deed.after, deed.rng), "pile")["size"] == count)


def steals(deed: Deed, count: int) -> bool:
    """No more can be stolen from anybody, and so many from somebody."""
    after = later(deed.after, deed.rng)
    texts = [after.game.text(move).split() for move in after.legal()]
    return bool(after.actor == deed.seat and max(int(words[1]) for words in texts if words[-2] == "from") == count)


VELONIMO: dict[str, Promise] = {
    "value": is_worth,
    "points": lambda deed, points: deed.gained("total") == points,
    "leads": leads,
    "chooses": chooses,
    "draws": draws,
    "steals": steals,
    "steals_all_or_none": steals,
    "steals_forced": steals,
}


# ---------------------------------------------------------------- VeloCity


def phase(state: State) -> str:
    turn: Any = state.table()["turn"]
    return str(turn["phase"])


def arrives(deed: Deed, place: str) -> bool:
    """More couriers stand there; who pays was there before."""
    if place.startswith("podium"):
        return any(
            piece["id"] == place and piece["seat"] == deed.seat for piece in zone(deed.after, "podium")["pieces"]
        )
    counts = [
        piece["couriers"][deed.seat]
        for state in (deed.before, deed.after)
        for piece in zone(state, "track")["pieces"]
        if piece["id"] == place
    ]
    return bool(counts[1] - counts[0] == (deed.preview.get("couriers", 1) if deed.preview["from"] != place else 0))


def receives(deed: Deed, cans: int) -> bool:
    """Once nobody has followed and all is taken; who takes one can may get another by it."""
    state = deed.after.copy()
    while state.actor >= 0 and phase(state) in ("pursuit", "take"):
        state.play(state.nth(0))
    gain = line(state, deed.seat)["cans"] - line(deed.before, deed.seat)["cans"]
    return bool(gain >= cans if phase(deed.before) == "take" else gain == cans)


def falls_back_to(deed: Deed, place: str) -> bool:
    """Whoever follows."""
    state = deed.after.copy()
    while phase(state) == "pursuit":
        state.play(state.pick(deed.rng))
    back = state.preview(state.game.parse("back"))
    return bool(state.actor == deed.seat and back["to"] == place)


def keeps(deed: Deed, cans: int) -> bool:
    """What is left, and perhaps the can that waits where the last one has arrived."""
    return line(deed.after, deed.seat)["cans"] - cans in ((0, 1) if phase(deed.before) == "pursuit" else (0,))


VELOCITY: dict[str, Promise] = {
    "to": arrives,
    "gain": receives,
    "back": falls_back_to,
    "left": keeps,
    "wins": lambda deed, wins: (deed.after.actor == OVER and asked(deed.after) == "over.three") == wins,
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


def has_energy(deed: Deed, left: int) -> bool:
    """A bid is paid if it stands; what was raised is paid at once if it is enough."""
    if not deed.preview.get("final", True):
        return True
    owed = deed.preview.get("owed", 0)
    return bool(line(deed.after, deed.seat)["energy"] == (left - owed if left >= owed else left))


def is_ahead(deed: Deed, seconds: list[int] | int) -> bool:
    if isinstance(seconds, int):
        return bool(zone(deed.after, "breakaway")["seconds"] == seconds)
    after = deed.after.copy()
    after.play(after.draw(deed.rng))
    return bool(seconds[0] <= zone(after, "breakaway")["seconds"] <= seconds[1])


def has_exchanged(deed: Deed, changes: dict[str, int]) -> bool:
    """More may become rainbow jerseys by it."""
    return deed.gained("rainbow") >= changes.get("rainbow", 0)


ARCENCIEL: dict[str, Promise] = {
    "left": has_energy,
    "leads": lambda deed, seat: line(deed.after, seat)["place"] == 1,
    "seconds": is_ahead,
    "changes": has_exchanged,
    "moves": lambda deed, moves: not deed.preview["final"] or (asked(deed.after) == "relocate") == moves,
    **dict.fromkeys(("cost", "final", "gain", "owed", "saves", "square", "value", "wins"), unchecked),
}


# ---------------------------------------------------------------- Velvet

TOLD = {"outcome.thrown": "invader", "outcome.beaten": "card", "outcome.blocked": "blocked"}
TOLD |= {"outcome.hidden": "hidden", "outcome.nothing": "nothing"}


def met(deed: Deed) -> tuple[str, set[str]]:
    """The card that is shown next, or "", and what comes of the meeting if nobody reacts, as the table tells it."""
    before, after, shown = deed.before.copy(), deed.after.copy(), ""
    if deed.text.startswith("spend"):
        before = after.copy()  # what an Event hides is not of the meeting
    ends: set[str] = set()
    while True:
        ends |= {TOLD[str(text["key"])] for text in after.outcomes(before) if text["key"] in TOLD}
        if after.actor == OVER:
            return shown, ends | ({"threads"} if after.winner >= 0 else set())
        kind = asked(after)
        if kind not in ("before", "react.move", "show", "encounter"):
            return shown, ends | {"hide": {"hidden"}, "fate": {"event"}}.get(kind, set())
        before = after.copy()
        after.play(after.game.parse("ok") if kind != "show" else after.nth(0))
        if kind == "show":
            shown = after.game.text(before.nth(0)).split()[1]


VELVET: dict[str, Promise] = {
    "meets": lambda deed, kind: met(deed)[0] in (kind, ""),
    "could": lambda deed, kinds: met(deed)[0] in kinds,
    "ends": lambda deed, ends: met(deed)[1] == set(ends),
    **dict.fromkeys(("answers", "says", "slot"), unchecked),
}

PROMISES = {"velonimo": VELONIMO, "velocity": VELOCITY, "arcenciel": ARCENCIEL, "velvet": VELVET}

"""A slow reference implementation of Velvet that works on plain data; tests compare the engine with it."""

from itertools import product
from typing import Any

ANIMALS = ["fox", "bear", "snake", "horse", "rabbit", "dragon", "rhino", "dinosaur", "octopus"]
DENIMS = ["dragon", "rhino", "dinosaur", "octopus"]
EVENTS = ["cave-in", "pit", "reinforcements"]
NUMBERS = {
    "fox": (2, 2, 1), "bear": (1, 3, 1), "snake": (3, 1, 1), "horse": (1, 2, 2), "rabbit": (1, 1, 3),
    "dragon": (2, 2, 1), "rhino": (3, 1, 1), "dinosaur": (2, 3, 1), "octopus": (1, 1, 1), "threads": (4, 4, 4),
}  # fmt: skip
STATS = ["strength", "stuffing", "speed"]
DEFENDER = ("before", "react", "encounter", "fate", "invaded", "hide", "answer", "show")


def name(card: str) -> str:
    """Return the kind of a card, without the marks that say whether it is face up or known."""
    return card.strip("*()")


def up(card: str) -> bool:
    """Return whether a card is face up."""
    return card.startswith("*")


def actor(data: dict[str, Any]) -> int:
    """Return the seat that has to decide."""
    phase = data.get("resume", data["phase"])
    if phase == "arrange":
        return 0 if len(data["kingdoms"][0]) < 17 else 1
    return int(1 - data["active"] if phase in DEFENDER else data["active"])


def legal(data: dict[str, Any], options: dict[str, Any]) -> set[str]:
    """Return the texts of all legal moves; `data` is the state as plain data."""
    phase, me = data["phase"], actor(data)
    home, foe = data["kingdoms"][me], data["kingdoms"][1 - me]
    found = set()
    if phase == "arrange":
        return {f"place {kind}" for kind in data["hands"][me]}
    if phase == "action":
        found |= actions(data, options, me, home, foe)
    if phase in ("before", "react", "encounter", "invaded", "after"):
        found.add("ok")
    if phase == "fate":
        found |= {"keep", "cancel"}
    if phase in ("action", "before", "react", "encounter", "invaded", "after", "fate"):
        found |= free_plays(data, options, me, home)
    if phase == "shift":
        size = len(home)
        found |= {f"shift {k} {d:+}" for k, d in product(range(size), (-2, -1, 1, 2)) if 0 <= k + d < size}
    if phase == "drop":
        found |= {f"drop {kind}" for kind in pit_targets(data, options, me)}
        found |= {f"drop {kind} waiting" for kind in waiting_twins(data, options, me)}
    if phase == "hide":
        keep = None if options["dragon_hides_self"] else data["target"]
        found |= {f"hide {slot}" for slot, card in enumerate(home) if up(card) and slot != keep}
    if phase == "answer":
        found.add(f"answer {answer(data, options, home)}")
    if phase == "show":
        found.add(f"show {name(home[0])}")
    return found


def actions(data: dict[str, Any], options: dict[str, Any], me: int, home: list[str], foe: list[str]) -> set[str]:
    """Return the texts of the legal actions of seat `me`, including a pass if it is legal.

    `home` is the seat's own kingdom, and `foe` the opponent's.
    """
    invades = {f"invade {i} {name(c)}" for i, c in enumerate(home) if not up(c) and name(c) in ANIMALS}
    raiders = data["invaders"][me]
    returns = {f"return {kind} {slot}" for kind in raiders for slot in range(len(home) + 1)}
    scouts, marches = set(), set()
    if not data["blocked"][me]:
        more = 1 if options["scout_reach"] == "speed_plus_one" else 0
        for kind in raiders:
            speed = NUMBERS[kind][2]
            scouts |= {f"scout {kind} {i} {s}" for i in range(min(speed + more, len(foe))) for s in STATS}
            marches |= {f"move {kind} {n}" for n in range(min(speed, len(foe) - 1) + 1)}
    found = invades | returns | scouts | marches
    if options["pass_policy"] == "always" or not invades | scouts | marches:
        found.add("pass")
    return found


def free_plays(data: dict[str, Any], options: dict[str, Any], me: int, home: list[str]) -> set[str]:
    """Return the texts of the free plays that are legal now: revealing an octopus or spending an Event."""
    phase = data["phase"]
    if options["event_windows"] == "own_turn_only" and phase != "action":
        return set()
    met = data["target"] if phase in ("encounter", "fate") else None
    found = set()
    for slot, card in enumerate(home):
        if name(card) == "octopus" and not up(card):
            found.add(f"octopus {slot}")
        if phase == "fate" and slot == met and not options["encountered_event_usable"]:
            continue
        denims = [i for i, c in enumerate(home) if up(c) and name(c) in DENIMS and i != met]
        useful = {
            "cave-in": len(home) - 1 >= 2,
            "pit": bool(pit_targets(data, options, me)),
            "reinforcements": bool(denims),
        }
        if useful.get(name(card)):
            found.add(f"spend {slot} {name(card)}")
    return found


def pit_targets(data: dict[str, Any], options: dict[str, Any], me: int) -> set[str]:
    """Return the names of the invaders that the Event Pit may discard in this situation."""
    if options["pit_target"] == "any":
        return set(data["invaders"][1 - me])
    waiting = data["pending"]
    if waiting and waiting["action"] in ("scout", "move", "fizzled"):
        return {waiting["invader"]}
    return set()


def waiting_twins(data: dict[str, Any], options: dict[str, Any], me: int) -> set[str]:
    """Return the kind of the acting invader, in a set, if the Event Pit may discard a second invader of this kind.

    Otherwise, return an empty set.
    """
    pending, raiders = data["pending"], data["invaders"][1 - me]
    if options["pit_target"] != "any" or not pending or pending["action"] == "fizzled":
        return set()
    return {pending["invader"]} if raiders.count(pending["invader"]) == 2 else set()


def boost(home: list[str], slot: int, options: dict[str, Any]) -> int:
    """Return the number of face-up octopuses next to a card."""
    size = len(home)
    beside = {slot - 1, slot + 1}
    if options["adjacency"] == "circular":
        beside = {place % size for place in beside} - {slot}
    return sum(1 for i in beside if 0 <= i < size and home[i] == "*octopus")


def answer(data: dict[str, Any], options: dict[str, Any], home: list[str]) -> str:
    """Return the true answer to the pending Scout."""
    kind = name(home[data["target"]])
    if kind in EVENTS:
        return "event"
    number = NUMBERS[kind][STATS.index(data["pending"]["stat"])]
    if options["scout_answer"] == "effective":
        number += boost(home, data["target"], options)
    return str(number)


# ---------------------------------------------------------------- playing


class Reference:
    """The rules of Velvet, written for clarity, not speed; `play` changes `data`, the state as plain data."""

    def __init__(self, data: dict[str, Any], options: dict[str, Any]) -> None:
        self.data = data
        self.options = options

    def play(self, text: str) -> None:
        verb, *words = text.split()
        me = actor(self.data)
        getattr(self, f"do_{verb}")(me, *words)
        self.data["clues"] = [sorted(rows, key=lambda row: row["slot"]) for rows in self.data["clues"]]

    # Helpers that record what happened, and move clues together with their cards.

    def note_action(self) -> None:
        self.data.update(free_play=False, passes=0)
        self.data["blocked"][self.data["active"]] = False

    def note_free_play(self) -> None:
        if self.data["phase"] == "action":
            self.data["free_play"] = True
        else:
            self.data["passed"] = False

    def note_progress(self) -> None:
        self.data.update(progress=True, idle=0)

    def remove(self, seat: int, slot: int) -> tuple[str, list[Any] | None]:
        """Remove a card from a kingdom; return the card and its clue, or None instead of the clue if it has none."""
        data = self.data
        card = data["kingdoms"][seat].pop(slot)
        clue = next((row["could"] for row in data["clues"][seat] if row["slot"] == slot), None)
        data["clues"][seat] = [
            {"slot": row["slot"] - (row["slot"] > slot), "could": row["could"]}
            for row in data["clues"][seat]
            if row["slot"] != slot
        ]
        return card, clue

    def insert(self, seat: int, slot: int, card: str, clue: list[Any] | None = None) -> None:
        """Insert a card into a kingdom, with its clue if it has one."""
        data = self.data
        data["kingdoms"][seat].insert(slot, card)
        for row in data["clues"][seat]:
            row["slot"] += row["slot"] >= slot
        if clue:
            data["clues"][seat].append({"slot": slot, "could": clue})

    def turn_up(self, seat: int, slot: int) -> None:
        """Turn a card face up and delete its clue. If not both seats knew the card, call `note_progress`."""
        card = self.data["kingdoms"][seat][slot]
        if card == name(card):
            self.note_progress()
        self.data["kingdoms"][seat][slot] = "*" + name(card)
        self.data["clues"][seat] = [row for row in self.data["clues"][seat] if row["slot"] != slot]

    def turn_down(self, seat: int, slots: list[int]) -> None:
        """Turn cards face down; both seats still know them."""
        for slot in slots:
            self.data["kingdoms"][seat][slot] = f"({name(self.data['kingdoms'][seat][slot])})"

    def discard(self, seat: int, kind: str) -> None:
        """Add a card to a seat's discards, and call `note_progress`."""
        self.data["discards"][seat].append(kind)
        self.data["discards"][seat].sort(key=(ANIMALS + EVENTS).index)
        self.note_progress()

    def narrow(self, seat: int, slot: int, could: list[str]) -> None:
        """Narrow the clue about a card to these kinds, or make a clue; do nothing if both seats know the card."""
        if self.data["kingdoms"][seat][slot][0] in "*(":
            return
        rows = self.data["clues"][seat]
        old = next((row for row in rows if row["slot"] == slot), None)
        if old:
            old["could"] = [kind for kind in old["could"] if kind in could]
        else:
            rows.append({"slot": slot, "could": could})

    # moves

    def do_place(self, me: int, kind: str) -> None:
        data = self.data
        data["kingdoms"][me].append(kind)
        data["hands"][me].remove(kind)
        if len(data["kingdoms"][1]) == 17:
            data["phase"] = "action"
            del data["hands"]

    def do_invade(self, me: int, slot: str, kind: str) -> None:
        self.note_action()
        card, _ = self.remove(me, int(slot))
        if card == kind:
            self.note_progress()
        self.data["invaders"][me].append(kind)
        self.data["invaders"][me].sort(key=ANIMALS.index)
        if self.options["event_windows"] == "full":
            self.data["phase"] = "invaded"
        else:
            self.end_turn()

    def do_return(self, me: int, kind: str, slot: str) -> None:
        self.note_action()
        self.data["pending"] = {"action": "return", "invader": kind, "slot": int(slot)}
        self.react()

    def do_scout(self, me: int, kind: str, slot: str, stat: str) -> None:
        self.note_action()
        self.data["pending"] = {"action": "scout", "invader": kind, "stat": stat}
        self.data["target"] = int(slot)
        self.react()

    def do_move(self, me: int, kind: str, n: str) -> None:
        self.note_action()
        self.data["pending"] = {"action": "move", "invader": kind}
        if self.options["event_windows"] == "full":
            if int(n):
                self.data["pending"]["cycle"] = int(n)
            self.data["phase"] = "before"
            return
        self.cycle(1 - me, int(n))
        self.react()

    def cycle(self, seat: int, n: int) -> None:
        for _ in range(n):
            self.insert(seat, len(self.data["kingdoms"][seat]) - 1, *self.remove(seat, 0))

    def react(self) -> None:
        self.data["phase"] = "react"
        if self.options["event_windows"] == "own_turn_only":
            self.do_ok(1 - self.data["active"])

    def do_ok(self, me: int) -> None:
        data = self.data
        phase, waiting = data["phase"], data["pending"]
        if phase == "before":
            self.cycle(me, waiting.pop("cycle", 0))
            data["phase"] = "react"
        elif phase == "encounter":
            self.compare(me)
        elif phase == "invaded":
            self.end_action()
        elif phase == "after":
            self.end_turn()
        elif waiting["action"] == "return":
            data["invaders"][1 - me].remove(waiting["invader"])
            self.insert(1 - me, waiting["slot"], f"({waiting['invader']})")
            self.end_action()
        else:
            data["phase"] = "show" if waiting["action"] == "move" else "answer"

    def do_answer(self, me: int, number: str) -> None:
        data = self.data
        slot = data["target"]
        if number == "event":
            could = EVENTS
        else:
            printed = int(number)
            if self.options["scout_answer"] == "effective":
                printed -= boost(data["kingdoms"][me], slot, self.options)
            stat = STATS.index(data["pending"]["stat"])
            could = [kind for kind in NUMBERS if NUMBERS[kind][stat] == printed]
        self.narrow(me, slot, list(could))
        self.end_action()

    def do_pass(self, me: int) -> None:
        if self.options["pass_policy"] == "only_if_stuck":
            for slot, card in enumerate(self.data["kingdoms"][me]):
                if not up(card):
                    self.narrow(me, slot, [*EVENTS, "threads"])
        self.data["passed"] = not self.data["free_play"]
        self.data["free_play"] = False
        self.data["blocked"][me] = False
        self.end_action()

    def do_show(self, me: int, kind: str) -> None:
        data = self.data
        self.turn_up(me, 0)
        data["target"] = 0
        if kind == "threads":
            data.update(phase="over", winner=1 - me, pending=None, target=None)
            data.update(progress=False, free_play=False, passed=False, locked=False)
        elif kind in EVENTS:
            data["phase"] = "fate"
        elif self.options["event_windows"] == "own_turn_only":
            self.compare(me)
        else:
            data["phase"] = "encounter"

    def do_keep(self, me: int) -> None:
        card, clue = self.remove(me, self.data["target"])
        self.insert(me, len(self.data["kingdoms"][me]), card, clue)
        self.data["target"] = None
        self.react()

    def do_cancel(self, me: int) -> None:
        card, _ = self.remove(me, self.data["target"])
        self.discard(me, name(card))
        self.end_action()

    def compare(self, me: int) -> None:
        data = self.data
        slot, invader = data["target"], data["pending"]["invader"]
        card = name(data["kingdoms"][me][slot])
        more = boost(data["kingdoms"][me], slot, self.options)
        home_wins = NUMBERS[card][0] + more > NUMBERS[invader][1]
        invader_wins = NUMBERS[invader][0] > NUMBERS[card][1] + more
        if home_wins and card == "rhino":
            data["invaders"][1 - me].remove(invader)
            self.discard(1 - me, invader)
        if home_wins and card == "dinosaur":
            data["locked"] = True
        if invader_wins:
            self.remove(me, slot)
            self.discard(me, card)
            data["target"] = None
        if home_wins and card == "dragon":
            spare = None if self.options["dragon_hides_self"] else data["target"]
            shown = [i for i, c in enumerate(data["kingdoms"][me]) if up(c) and i != spare]
            if len(shown) > 2:
                data.update(phase="hide", to_hide=2, pending=None)
                data["target"] = spare
                return
            self.turn_down(me, shown)
        self.end_action()

    def do_hide(self, me: int, slot: str) -> None:
        self.turn_down(me, [int(slot)])
        self.data["to_hide"] -= 1
        if not self.data["to_hide"]:
            self.end_action()

    def do_octopus(self, me: int, slot: str) -> None:
        self.note_free_play()
        self.turn_up(me, int(slot))

    def do_spend(self, me: int, slot: str, kind: str) -> None:
        data = self.data
        self.note_free_play()
        data["resume"] = data["phase"]
        place, target = int(slot), data["target"]
        if target == place:
            if data["phase"] == "fate":
                data["resume"] = "react"
            else:
                scout = kind == "pit" and self.options["pit_target"] == "active_only"
                hunter = data["pending"]["invader"] if scout else "fox"
                data["pending"] = {"action": "fizzled", "invader": hunter}
            data["target"] = None
        elif target is not None and place < target:
            data["target"] = target - 1
        self.remove(me, place)
        self.discard(me, kind)
        data["phase"] = {"cave-in": "shift", "pit": "drop", "reinforcements": ""}[kind]
        if kind == "reinforcements":
            met = data["target"] if data["resume"] in ("encounter", "fate") else None
            shown = [i for i, c in enumerate(data["kingdoms"][me]) if up(c) and name(c) in DENIMS and i != met]
            self.turn_down(me, shown)
            self.resume()

    def do_shift(self, me: int, slot: str, by: str) -> None:
        data = self.data
        size, place = len(data["kingdoms"][me]), int(slot)
        order = list(range(size))
        order.insert(place + int(by), order.pop(place))
        self.insert(me, place + int(by), *self.remove(me, place))
        if data["target"] is not None and me != data["active"]:
            data["target"] = order.index(data["target"])
        self.resume()

    def do_drop(self, me: int, kind: str, which: str = "acting") -> None:
        data = self.data
        data["invaders"][1 - me].remove(kind)
        self.discard(1 - me, kind)
        acts = me != data["active"] and data["pending"] and data["pending"]["invader"] == kind
        if acts and which == "acting":
            data["pending"] = {"action": "fizzled", "invader": kind}
        self.resume()

    def resume(self) -> None:
        """Continue after an Event: return to the interrupted phase, or end an action that was stopped (VV-32)."""
        data = self.data
        if data["pending"] and data["pending"]["action"] == "fizzled":
            self.end_action()
        else:
            data["phase"] = data.pop("resume")

    def end_action(self) -> None:
        data = self.data
        data.update(pending=None, target=None)
        data.pop("resume", None)
        data.pop("to_hide", None)
        if self.options["event_windows"] == "full":
            data["phase"] = "after"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        data = self.data
        data["blocked"][data["active"]] = data["locked"]
        data["ply"] += 1
        data["idle"] = 0 if data["progress"] else data["idle"] + 1
        data["passes"] = data["passes"] + 1 if data["passed"] else 0
        data.update(progress=False, free_play=False, passed=False, locked=False)
        data["active"] = 1 - data["active"]
        animals = any(
            name(card) in ANIMALS for seat in range(2) for card in data["kingdoms"][seat] + data["invaders"][seat]
        )
        ends = [
            ("double_pass", data["passes"] == 2),
            ("dead_position", not animals),
            ("no_progress", data["idle"] >= self.options["no_progress_limit"]),
            ("max_plies", data["ply"] >= self.options["max_plies"]),
        ]
        data["draw"] = next((reason for reason, holds in ends if holds), None)
        data["phase"] = "over" if data["draw"] else "action"

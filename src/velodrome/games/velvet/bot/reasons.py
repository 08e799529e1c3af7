"""Reasons for and against a move; each reason is a text: the key of a sentence, with the values to fill in."""

from typing import Final

from mypy_extensions import i64

from velodrome.core.bits import BIT
from velodrome.core.contract import Text
from velodrome.core.heuristic import softmax
from velodrome.games.velvet.bot.odds import VelvetOdds
from velodrome.games.velvet.kingdom import COUNT, SIDE_SIZE, count_boost, kind_at, known_slots
from velodrome.games.velvet.legal import ENCOUNTER, FIZZLED, MOVING, NOTHING, REACT
from velodrome.games.velvet.moves import (
    ANSWER,
    CANCEL,
    DROP,
    DROP_WAITING,
    HIDE,
    INVADE,
    KEEP,
    MOVE,
    OK,
    PASS,
    PLACE,
    RETURN,
    REVEAL,
    SCOUT,
    SHIFT,
    SHIFT_BY,
    SPEND,
    STEP_AT,
    STEP_KIND,
    dropped_kind,
)
from velodrome.games.velvet.pieces import (
    ANIMAL_COUNT,
    CAVE_IN,
    DINOSAUR,
    DRAGON,
    OCTOPUS,
    PIT,
    REINFORCEMENTS,
    RHINO,
    SPEED,
    STAT,
    STUFFING,
    THREADS,
)
from velodrome.games.velvet.rules import VelvetState

# keys of the reasons that speak against their move; a hint does not give them for the move that it recommends
AGAINST: Final = frozenset(
    [
        "why.invade.guard",
        "why.invade.plain",
        "why.return",
        "why.scout.known",
        "why.move.known",
        "why.pass",
        "why.ok.lost",
        "why.keep.threads",
        "why.keep.rhino",
        "why.spend.early",
        "why.octopus.early",
        "why.shift.lost",
        "why.shift.other",
        "why.drop.plain",
        "why.hide.other",
    ]
)


def list_reasons(raid: VelvetState, move: int, odds: VelvetOdds, weights: list[float]) -> list[Text]:
    """List reasons for a move; `weights` has the weight of each legal move.

    `odds` must be loaded for the opponent's kingdom.
    """
    if move < INVADE:
        return explain_place(raid, move - PLACE, weights)
    if move < RETURN:
        return explain_invasion((move - INVADE) % ANIMAL_COUNT)
    if move < SCOUT:
        return [make_reason("return")]
    if move < MOVE:
        return explain_scout(raid, (move - SCOUT) // 3)
    if move < PASS:
        return explain_move(raid, move - MOVE, odds)
    if move == OK:
        return [make_reason("ok.lost" if is_caught(raid) else "ok.hold")]
    if move == KEEP:
        return explain_keeping(raid)
    if move in (PASS, CANCEL):
        return [make_reason("pass" if move == PASS else "cancel")]
    if move < REVEAL:
        return explain_event(raid, CAVE_IN + (move - SPEND) % 3)
    if move < SHIFT:
        return explain_octopus(raid, move - REVEAL)
    if move < DROP:
        return explain_shift(raid, (move - SHIFT) // 4, SHIFT_BY[(move - SHIFT) & 3])
    if move < HIDE:
        return explain_drop(raid, move)
    if move < ANSWER:
        animal = kind_at(raid.sides, raid.actor * SIDE_SIZE, move - HIDE) < ANIMAL_COUNT
        return [make_reason("hide.animal" if animal else "hide.other")]
    return [make_reason("truth")]


def make_reason(key: str) -> Text:
    return {"key": f"why.{key}"}


def percent_reason(key: str, chance: float) -> list[Text]:
    """Return a list with one reason that states `chance` as a percentage; [] if the percentage rounds to 0."""
    percent = round(100 * chance)
    return [{"key": f"why.{key}", "percent": percent}] if percent else []


def is_caught(raid: VelvetState) -> bool:
    """Return whether an invader will meet the actor's Threads unless the actor reacts."""
    moved = raid.phase == REACT and raid.action == MOVING
    return moved and kind_at(raid.sides, raid.actor * SIDE_SIZE, 0) == THREADS


def is_coming(raid: VelvetState, kind: i64) -> bool:
    """Return whether an invader of this kind is making a Move in the actor's kingdom right now."""
    return raid.action == MOVING and kind == raid.invader and raid.actor != raid.active


def card_behind(raid: VelvetState) -> i64:
    """Return the kind of the card that the invader meets next if the actor keeps the Event."""
    at = raid.actor * SIDE_SIZE
    return kind_at(raid.sides, at, 1 if raid.target == 0 and raid.sides[at + COUNT] > 1 else 0)


def are_neighbours(raid: VelvetState, slot: i64, other: i64) -> bool:
    """Return whether two slots in the actor's kingdom are neighbours, so that an octopus in one boosts the other."""
    gap = slot - other if slot > other else other - slot
    return gap == 1 or (raid.settings.circular and gap == raid.sides[raid.actor * SIDE_SIZE + COUNT] - 1)


def explain_place(raid: VelvetState, kind: int, weights: list[float]) -> list[Text]:
    at = raid.actor * SIDE_SIZE
    slot = raid.sides[at + COUNT]
    found = (
        [make_reason("place.octopus")]
        if kind == OCTOPUS and slot and kind_at(raid.sides, at, slot - 1) == RHINO
        else []
    )
    found += [make_reason("place.threads")] if kind == THREADS else []
    percent = round(100 * softmax(weights)[raid.legal().index(PLACE + kind)])
    return [*found, {"key": "why.place", "percent": percent, "slot": int(slot)}]


def explain_invasion(kind: int) -> list[Text]:
    found: list[Text] = []
    if STAT[SPEED + kind] > 1:
        found.append({"key": "why.invade.fast", "speed": int(STAT[SPEED + kind])})
    if STAT[STUFFING + kind] > 2:
        found.append(make_reason("invade.sturdy"))
    if kind in (RHINO, OCTOPUS):
        found.append(make_reason("invade.guard"))
    return found or [make_reason("invade.plain")]


def explain_scout(raid: VelvetState, step: int) -> list[Text]:
    slot = step - STEP_AT[STEP_KIND[step]]
    known_there = known_slots(raid.sides, (1 - raid.actor) * SIDE_SIZE) & BIT[slot]
    return [make_reason("scout.known" if known_there else "scout.learn")]


def explain_move(raid: VelvetState, step: int, odds: VelvetOdds) -> list[Text]:
    kind = STEP_KIND[step]
    slot = step - STEP_AT[kind]
    found = percent_reason("move.threads", odds.threads[slot])
    found += percent_reason("move.rhino", odds.rhino_risk(slot, STAT[STUFFING + kind]))
    found += percent_reason("move.lock", odds.dinosaur_risk(slot, STAT[STUFFING + kind]))
    found += percent_reason("move.passes", sum([odds.threads[i] for i in range(slot)]))
    if known_slots(raid.sides, (1 - raid.actor) * SIDE_SIZE) & BIT[slot]:
        found.append(make_reason("move.known"))
    return found[:3] or [make_reason("move.look")]


def explain_keeping(raid: VelvetState) -> list[Text]:
    follows = card_behind(raid)
    found = [make_reason("keep.threads")] if follows == THREADS else []
    found += [make_reason("keep.rhino")] if follows == RHINO and STAT[STUFFING + raid.invader] < 3 else []
    return [*found, make_reason("keep")]


def explain_event(raid: VelvetState, event: int) -> list[Text]:
    if event == REINFORCEMENTS:
        return [make_reason("spend.reinforcements")]
    if is_caught(raid):
        return [make_reason("spend.saves")]
    if event != PIT:
        return [make_reason("spend.early")]
    is_met = raid.phase == REACT and raid.action == MOVING and kind_at(raid.sides, raid.actor * SIDE_SIZE, 0) == PIT
    return [make_reason("spend.met")] if is_met else [make_reason("spend.pit"), make_reason("spend.early")]


def explain_octopus(raid: VelvetState, slot: int) -> list[Text]:
    if raid.phase == ENCOUNTER:
        sides, at, target = raid.sides, raid.actor * SIDE_SIZE, raid.target
        beside = are_neighbours(raid, slot, target)
        card, more = kind_at(sides, at, target), count_boost(sides, at, target, raid.settings.circular)
        found: list[Text] = []
        if beside and STAT[card] + more == STAT[STUFFING + raid.invader]:
            helped = {RHINO: "rhino", DINOSAUR: "dinosaur", DRAGON: "dragon"}
            found += [make_reason(f"octopus.{helped[card]}")] if card in helped else []
        if beside and STAT[raid.invader] == STAT[STUFFING + card] + more + 1:
            found.append(make_reason("octopus.saves"))
        if found:
            return found
    return [make_reason("octopus.early")]


def explain_shift(raid: VelvetState, slot: int, by: int) -> list[Text]:
    """Explain a shift by a Cave-in: where the Threads end up, and whether that loses them or protects them."""
    at = raid.actor * SIDE_SIZE
    order = [kind_at(raid.sides, at, i) for i in range(raid.sides[at + COUNT])]
    before = order.index(THREADS)
    order.insert(slot + by, order.pop(slot))
    after = order.index(THREADS)
    if after == 0 and raid.resume_phase == REACT and raid.action == MOVING:
        return [make_reason("shift.lost")]
    return [{"key": "why.shift.away" if after > before else "why.shift.other", "slot": after}]


def explain_drop(raid: VelvetState, move: int) -> list[Text]:
    found: list[Text] = []
    kind = dropped_kind(move)
    if move >= DROP_WAITING:
        found.append(make_reason("drop.waiting"))
    elif raid.action not in (NOTHING, FIZZLED) and kind == raid.invader:
        found.append(make_reason("drop.active"))
    if STAT[STUFFING + kind] > 2:
        found.append(make_reason("drop.sturdy"))
    if STAT[SPEED + kind] > 1:
        found.append({"key": "why.drop.fast", "speed": int(STAT[SPEED + kind])})
    return found or [make_reason("drop.plain")]

"""What speaks for a move of Velvet and against it, as texts."""

from mypy_extensions import i64

from velodrome.core.bits import BIT
from velodrome.core.contract import Text
from velodrome.core.heuristic import softmax
from velodrome.games.velvet.bot.odds import Odds
from velodrome.games.velvet.kingdom import COUNT, ROW, boost, kind_at, known
from velodrome.games.velvet.legal import ENCOUNTER, MOVING, REACT
from velodrome.games.velvet.moves import (
    ANSWER,
    CANCEL,
    DROP,
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
)
from velodrome.games.velvet.pieces import (
    ANIMALS,
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
from velodrome.games.velvet.rules import Raid


def reasons(raid: Raid, move: int, odds: Odds, weights: list[float]) -> list[Text]:
    """What speaks for a move of the actor and against it; `odds` of the other kingdom, `weights` of its moves."""
    if move < INVADE:
        return of_place(raid, move - PLACE, weights)
    if move < RETURN:
        return of_invader((move - INVADE) % ANIMALS)
    if move < SCOUT:
        return [say("return")]
    if move < MOVE:
        return of_scout(raid, (move - SCOUT) // 3)
    if move < PASS:
        return of_move(raid, move - MOVE, odds)
    if move == OK:
        return [say("ok.lost" if is_caught(raid) else "ok.hold")]
    if move == KEEP:
        return of_keeping(raid)
    if move in (PASS, CANCEL):
        return [say("pass" if move == PASS else "cancel")]
    if move < REVEAL:
        return of_event(raid, CAVE_IN + (move - SPEND) % 3)
    if move < SHIFT:
        return of_octopus(raid, move - REVEAL)
    if move < DROP:
        return of_shift(raid, (move - SHIFT) // 4, SHIFT_BY[(move - SHIFT) & 3])
    if move < HIDE:
        return of_drop(raid, move - DROP)
    if move < ANSWER:
        animal = kind_at(raid.sides, raid.actor * ROW, move - HIDE) < ANIMALS
        return [say("hide.animal" if animal else "hide.other")]
    return [say("truth")]


def say(key: str) -> Text:
    return {"key": f"why.{key}"}


def share(key: str, chance: float) -> list[Text]:
    """A sentence with a percentage; none for what hardly ever happens."""
    percent = round(100 * chance)
    return [{"key": f"why.{key}", "percent": percent}] if percent else []


def is_caught(raid: Raid) -> bool:
    """Whether the actor's Threads are met unless it acts."""
    moved = raid.phase == REACT and raid.action == MOVING
    return moved and kind_at(raid.sides, raid.actor * ROW, 0) == THREADS


def is_coming(raid: Raid, kind: i64) -> bool:
    """Whether this invader of the opponent's is on its way to a card of the actor's."""
    return raid.action == MOVING and kind == raid.invader and raid.actor != raid.active


def card_behind(raid: Raid) -> i64:
    """The kind that is met next if the actor's card that is met is kept: the front, once that card has left it."""
    at = raid.actor * ROW
    return kind_at(raid.sides, at, 1 if raid.target == 0 and raid.sides[at + COUNT] > 1 else 0)


def are_neighbours(raid: Raid, slot: i64, other: i64) -> bool:
    """Whether an octopus in one slot of the actor's helps the card in the other."""
    gap = slot - other if slot > other else other - slot
    return gap == 1 or (raid.settings.circular and gap == raid.sides[raid.actor * ROW + COUNT] - 1)


def of_place(raid: Raid, kind: int, weights: list[float]) -> list[Text]:
    at = raid.actor * ROW
    slot = raid.sides[at + COUNT]
    found = [say("place.octopus")] if kind == OCTOPUS and slot and kind_at(raid.sides, at, slot - 1) == RHINO else []
    found += [say("place.threads")] if kind == THREADS else []
    percent = round(100 * softmax(weights)[raid.legal().index(PLACE + kind)])
    return [*found, {"key": "why.place", "percent": percent, "slot": int(slot)}]


def of_invader(kind: int) -> list[Text]:
    found: list[Text] = []
    if STAT[SPEED + kind] > 1:
        found.append({"key": "why.invade.fast", "speed": int(STAT[SPEED + kind])})
    if STAT[STUFFING + kind] > 2:
        found.append(say("invade.sturdy"))
    if kind in (RHINO, OCTOPUS):
        found.append(say("invade.guard"))
    return found or [say("invade.plain")]


def of_scout(raid: Raid, step: int) -> list[Text]:
    slot = step - STEP_AT[STEP_KIND[step]]
    known_there = known(raid.sides, (1 - raid.actor) * ROW) & BIT[slot]
    return [say("scout.known" if known_there else "scout.learn")]


def of_move(raid: Raid, step: int, odds: Odds) -> list[Text]:
    kind = STEP_KIND[step]
    slot = step - STEP_AT[kind]
    found = share("move.threads", odds.threads[slot])
    found += share("move.rhino", odds.fall(slot, STAT[STUFFING + kind]))
    found += share("move.lock", odds.lock(slot, STAT[STUFFING + kind]))
    found += share("move.passes", sum([odds.threads[i] for i in range(slot)]))
    if known(raid.sides, (1 - raid.actor) * ROW) & BIT[slot]:
        found.append(say("move.known"))
    return found[:3] or [say("move.look")]


def of_keeping(raid: Raid) -> list[Text]:
    follows = card_behind(raid)
    found = [say("keep.threads")] if follows == THREADS else []
    found += [say("keep.rhino")] if follows == RHINO and STAT[STUFFING + raid.invader] < 3 else []
    return [*found, say("keep")]


def of_event(raid: Raid, event: int) -> list[Text]:
    if event == REINFORCEMENTS:
        return [say("spend.reinforcements")]
    if is_caught(raid):
        return [say("spend.saves")]
    caught = raid.phase == REACT and raid.action == MOVING and kind_at(raid.sides, raid.actor * ROW, 0) == event
    return [say("spend.met")] if caught and event == PIT else [say("spend.early")]


def of_octopus(raid: Raid, slot: int) -> list[Text]:
    if raid.phase == ENCOUNTER:
        sides, at, target = raid.sides, raid.actor * ROW, raid.target
        beside = are_neighbours(raid, slot, target)
        card, more = kind_at(sides, at, target), boost(sides, at, target, raid.settings.circular)
        found: list[Text] = []
        if beside and STAT[card] + more == STAT[STUFFING + raid.invader]:
            helped = {RHINO: "rhino", DINOSAUR: "dinosaur", DRAGON: "dragon"}
            found += [say(f"octopus.{helped[card]}")] if card in helped else []
        if beside and STAT[raid.invader] == STAT[STUFFING + card] + more + 1:
            found.append(say("octopus.saves"))
        if found:
            return found
    return [say("octopus.early")]


def of_shift(raid: Raid, slot: int, by: int) -> list[Text]:
    """Where the Threads lie after it."""
    at = raid.actor * ROW
    order = [kind_at(raid.sides, at, i) for i in range(raid.sides[at + COUNT])]
    before = order.index(THREADS)
    order.insert(slot + by, order.pop(slot))
    after = order.index(THREADS)
    if after == 0 and raid.back == REACT and raid.action == MOVING:
        return [say("shift.lost")]
    return [{"key": "why.shift.away" if after > before else "why.shift.other", "slot": after}]


def of_drop(raid: Raid, kind: int) -> list[Text]:
    found: list[Text] = []
    if is_coming(raid, kind):
        found.append(say("drop.active"))
    if STAT[STUFFING + kind] > 2:
        found.append(say("drop.sturdy"))
    if STAT[SPEED + kind] > 1:
        found.append({"key": "why.drop.fast", "speed": int(STAT[SPEED + kind])})
    return found or [say("drop.plain")]

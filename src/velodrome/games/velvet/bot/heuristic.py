"""Velvet by rules of thumb: a race to the Threads, run by what both seats know."""

from math import exp, log
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, count_bits, nth_bit
from velodrome.core.contract import OVER, Game, State, Text
from velodrome.core.heuristic import Heuristic, sample_index
from velodrome.core.rng import Rng
from velodrome.games.velvet.bot.odds import LATER, MARCH, Odds
from velodrome.games.velvet.bot.reasons import are_neighbours, card_behind, is_coming, reasons
from velodrome.games.velvet.bot.setups import DEPTH, likings
from velodrome.games.velvet.kingdom import COUNT, GONE, INVADING, ROW, boost, kind_at, known
from velodrome.games.velvet.legal import (
    ACTION,
    ARRANGE,
    DROPPING,
    ENCOUNTER,
    FATE,
    HIDING,
    MOVING,
    REACT,
    SHIFTING,
)
from velodrome.games.velvet.moves import (
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
    ALL_ANIMALS,
    ANIMALS,
    CARD,
    CAVE_IN,
    DINOSAUR,
    DRAGON,
    FIRSTS,
    KIND_OF,
    PIT,
    REINFORCEMENTS,
    RHINO,
    SPEED,
    STAT,
    STUFFING,
    THREADS,
    add,
    drop,
)
from velodrome.games.velvet.rules import Raid
from velodrome.games.velvet.settings import OWN_TURN

# Of `value`: a logistic fitted to 500 games between two players by these rules of thumb, where it is right in 73 % of
# all turns (log loss 0.54): the lead in the race, and whose turn it is.
LEAD: Final = 6.4
TURN: Final = 0.27
SHARP: Final = 14.0  # how much surer a raid of twice the worth is
USELESS: Final = -6.0  # for what is legal and of no use
# What a kingdom loses with a card that goes raiding, as a share of the race.
MISSED: Final = vec[float]([0.01, 0.0, 0.02, 0.0, 0.0, 0.02, 0.1, 0.01, 0.06])
# Whom a dragon hides first: those who then can go raiding.
FIT: Final = vec[float]([1.0, 2.5, 0.5, 2.0, 3.0, 1.0, 0.5, 2.6, 0.0, -1.0, -1.0, -1.0, -1.0])


@final
class Thumb(Heuristic):
    """Rules of thumb of one table of Velvet."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.odds: Odds = Odds()

    def weigh(self, state: State) -> list[float]:
        assert isinstance(state, Raid)
        phase = state.phase
        if phase == ACTION:
            return self.weigh_actions(state)
        if phase == ARRANGE:
            return self.weigh_places(state)
        return [self.weigh_answer(state, state.nth(i)) for i in range(state.count())]

    def choose(self, state: State, rng: Rng) -> i64:
        """The best, but a kingdom is arranged by lot: what never changes is soon known."""
        assert isinstance(state, Raid)
        if state.phase == ARRANGE:
            return state.nth(sample_index(self.weigh(state), rng))
        return super().choose(state, rng)

    def should_randomize(self, state: State) -> bool:
        assert isinstance(state, Raid)
        return state.phase == ARRANGE

    def likelihood(self, world: State, seat: i64) -> float:
        """By where the opponent's Threads stand in it."""
        assert isinstance(world, Raid)
        sides = world.sides
        at = (1 - seat) * ROW
        self.odds.read(sides, at)
        top = 0.0
        found = 0.0
        slot: i64
        for slot in range(sides[at + COUNT]):
            odds = self.odds.threads[slot]
            if odds > top:
                top = odds
            if kind_at(sides, at, slot) == THREADS:
                found = odds
        return found / top if top > 0.0 else 1.0

    # ------------------------------------------------------------ setting up

    def weigh_places(self, raid: Raid) -> list[float]:
        at = raid.actor * ROW
        slot = raid.sides[at + COUNT]
        nearest = slot - DEPTH if slot > DEPTH else 0
        before = [kind_at(raid.sides, at, i) for i in range(slot - 1, nearest - 1, -1)]
        return likings([raid.nth(i) - PLACE for i in range(raid.count())], slot, before)

    # ------------------------------------------------------------ the own turn

    def weigh_actions(self, raid: Raid) -> list[float]:
        """By what the raid is worth after each action."""
        sides = raid.sides
        at = raid.actor * ROW
        odds = self.odds
        odds.read(sides, ROW - at)
        n = raid.count()
        worth = [USELESS] * n
        team = sides[at + INVADING]
        now = odds.raid(team)
        i: i64
        for i in range(n):
            move = raid.nth(i)
            if move < RETURN:
                worth[i] = self.worth_of_invading(team, move - INVADE)
            elif move < SCOUT:
                continue
            elif move < MOVE:
                worth[i] = self.worth_of_scouting(raid, at, move - SCOUT, now)
            elif move < PASS:
                worth[i] = self.worth_of_moving(raid, at, team, move - MOVE)
        return self.as_weights(raid, worth)

    def as_weights(self, raid: Raid, worth: list[float]) -> list[float]:
        """Worths as weights, the best action at 0; free plays after them."""
        top = max(worth)
        weights: list[float] = []
        i: i64
        for i in range(len(worth)):
            if worth[i] > USELESS:
                ratio = (worth[i] + 0.01) / (top + 0.01)
                weights.append(SHARP * log(ratio) if ratio > 0.01 else USELESS)
            else:
                weights.append(self.weigh_aside(raid, raid.nth(i)))
        return weights

    def weigh_aside(self, raid: Raid, move: i64) -> float:
        """A Return, a pass, or a free play before the action."""
        if move == PASS:
            return -3.0
        if SPEND <= move < REVEAL:
            event = CAVE_IN + (move - SPEND) % 3
            if event == REINFORCEMENTS and not raid.hidden_animals(raid.actor * ROW):
                return 1.0
            if raid.settings.windows == OWN_TURN and event != REINFORCEMENTS and self.in_danger(raid):
                return 1.0 if event == PIT else 0.5
        return USELESS if move >= SPEND else USELESS - 2.0

    def in_danger(self, raid: Raid) -> bool:
        """Whether an invader could meet the actor's Threads in the next turn."""
        at = raid.actor * ROW
        team = raid.sides[ROW - at + INVADING]
        return team != 0 and self.home_of_threads(raid.sides, at) <= fastest(team)

    def home_of_threads(self, sides: vec[i64], at: i64) -> i64:
        """Their slot; -1 if the viewer does not see it."""
        slot: i64
        for slot in range(sides[at + COUNT]):
            if kind_at(sides, at, slot) == THREADS:
                return slot
        return -1

    def worth_of_invading(self, team: i64, move: i64) -> float:
        kind = move % ANIMALS
        return MARCH * self.odds.raid(add(team, kind)) - MISSED[kind]

    def worth_of_moving(self, raid: Raid, at: i64, team: i64, step: i64) -> float:
        kind = STEP_KIND[step]
        slot = step - STEP_AT[kind]
        odds = self.odds
        stuffing = STAT[STUFFING + kind]
        odds.march_on(team)
        ahead = odds.ahead[slot] * (1.0 - odds.lock(slot, stuffing) * (1.0 - MARCH))
        fall = odds.fall(slot, stuffing)
        if fall > 0.0:
            left = drop(team, kind)
            odds.march_on(left if left else self.reserve(raid, at))
            later = odds.ahead[slot] * (1.0 if left else MARCH)
            ahead += fall * (later - ahead)
        passed = 0.0
        i: i64
        for i in range(slot):
            passed += odds.threads[i]
        return passed * LATER + odds.threads[slot] + ahead

    def reserve(self, raid: Raid, at: i64) -> i64:
        """The hidden animals at home, as a set: who may follow when a raid has failed."""
        slots = raid.hidden_animals(at)
        found: i64 = 0
        while slots:
            found |= CARD[kind_at(raid.sides, at, nth_bit(slots, 0))]
            slots &= slots - 1
        return found

    def worth_of_scouting(self, raid: Raid, at: i64, scout: i64, now: float) -> float:
        step = scout // 3
        slot = step - STEP_AT[STEP_KIND[step]]
        if known(raid.sides, ROW - at) & BIT[slot]:
            return MARCH * now * 0.5
        return MARCH * now * (0.99 if scout % 3 == 0 else 0.97)

    # ------------------------------------------------------------ windows

    def weigh_answer(self, raid: Raid, move: i64) -> float:
        """A move of the defender, or the choice that an Event asks for."""
        phase = raid.phase
        if phase == SHIFTING:
            return self.weigh_shift(raid, move - SHIFT)
        if phase == DROPPING:
            return self.weigh_drop(raid, move - DROP)
        if phase == HIDING:
            return FIT[kind_at(raid.sides, raid.actor * ROW, move - HIDE)]
        if phase == FATE and move < SPEND:
            return self.weigh_keeping(raid) if move == KEEP else 0.0
        if move >= REVEAL:
            return self.weigh_octopus(raid, move - REVEAL)
        if move >= SPEND:
            return self.weigh_event(raid, (move - SPEND) // 3, CAVE_IN + (move - SPEND) % 3)
        return 0.0

    def weigh_event(self, raid: Raid, slot: i64, event: i64) -> float:
        """An Event in a window: kept for the moment in which the Threads would be met."""
        if raid.phase == FATE:
            return 3.0 if slot == raid.target and event == PIT else USELESS
        if raid.phase != REACT or raid.action != MOVING or event == REINFORCEMENTS:
            return USELESS
        at = raid.actor * ROW
        front = kind_at(raid.sides, at, 0)
        if front != THREADS:
            return 2.0 if front == PIT and event == PIT else USELESS
        others = drop(raid.sides[ROW - at + INVADING], raid.invader)
        if event == PIT:
            return 9.0 if others else 12.0
        return 8.0 if fastest(add(others, raid.invader)) > 1 else 11.0

    def weigh_octopus(self, raid: Raid, slot: i64) -> float:
        """An octopus shows itself where that changes an encounter."""
        if raid.phase != ENCOUNTER:
            return USELESS
        target = raid.target
        sides = raid.sides
        at = raid.actor * ROW
        if not are_neighbours(raid, slot, target):
            return USELESS
        card = kind_at(sides, at, target)
        more = boost(sides, at, target, raid.settings.circular)
        stuffing = STAT[STUFFING + raid.invader]
        gain = -0.5
        if STAT[card] + more == stuffing:
            gain += 5.0 if card == RHINO else 2.0 if card == DINOSAUR else 1.0 if card == DRAGON else 0.0
        if STAT[raid.invader] == STAT[STUFFING + card] + more + 1:
            gain += 1.0
        return gain

    def weigh_keeping(self, raid: Raid) -> float:
        """To keep the Event that is met, against cancelling."""
        event = kind_at(raid.sides, raid.actor * ROW, raid.target)
        follows = card_behind(raid)
        if follows == THREADS:
            return 2.0 if event == PIT else 1.0 if event == CAVE_IN else -9.0
        if follows == RHINO and STAT[STUFFING + raid.invader] < 3:
            return 3.0
        return 2.0 if event == PIT else 1.0 if event == CAVE_IN else -1.0

    def weigh_shift(self, raid: Raid, move: i64) -> float:
        """Where Cave-in takes a card: the Threads away from whoever is about to meet them."""
        slot = move // 4
        to = slot + SHIFT_BY[move & 3]
        at = raid.actor * ROW
        home = self.home_of_threads(raid.sides, at)
        after = to if slot == home else home - 1 if slot < home <= to else home + 1 if to <= home < slot else home
        team = raid.sides[ROW - at + INVADING]
        if raid.back == REACT and raid.action == MOVING and after == 0:
            return USELESS
        reach = fastest(team) if team else 1
        return 1.0 * float(after) if after <= reach + 1 else 1.0 * float(reach + 1)

    def weigh_drop(self, raid: Raid, kind: i64) -> float:
        """Whom the Pit takes: the one who is about to win, else the one who is hardest to stop."""
        if is_coming(raid, kind):
            return 6.0
        if raid.back == REACT and raid.action == MOVING and kind_at(raid.sides, raid.actor * ROW, 0) == THREADS:
            return USELESS
        return float(STAT[STUFFING + kind]) * 0.7 + float(STAT[SPEED + kind]) * 0.8

    # ------------------------------------------------------------ playouts

    def pick(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, Raid)
        phase = state.phase
        if phase == ACTION:
            return self.pick_action(state, rng)
        if phase == ARRANGE:
            return state.nth(sample_index(self.weigh_places(state), rng))
        at = state.actor * ROW
        if phase == REACT:
            if state.action != MOVING:
                return OK
            front = kind_at(state.sides, at, 0)
            if front != THREADS and front != PIT:
                return OK
        elif phase == ENCOUNTER:
            if not state.hidden_octopuses(at):
                return OK
        elif phase not in (FATE, SHIFTING, DROPPING):
            return state.pick(rng)
        return self.best(state)

    def best(self, raid: Raid) -> i64:
        """The first of the best answers."""
        n = raid.count()
        best = raid.nth(0)
        top = self.weigh_answer(raid, best)
        i: i64
        for i in range(1, n):
            move = raid.nth(i)
            weight = self.weigh_answer(raid, move)
            if weight > top:
                best = move
                top = weight
        return best

    def pick_action(self, raid: Raid, rng: Rng) -> i64:
        """Invade with the fast and the sturdy, then march over what nobody has seen."""
        sides = raid.sides
        at = raid.actor * ROW
        team = sides[at + INVADING] & FIRSTS
        n = count_bits(team)
        blocked = raid.blocked & BIT[raid.actor] != 0
        if blocked or n == 0 or (n < 3 and rng.below(3 * n) == 0):
            slots = raid.hidden_animals(at)
            if slots:
                return self.pick_invader(raid, at, slots, rng)
            if blocked or n == 0:
                return raid.pick(rng)
        kind = KIND_OF[nth_bit(team, rng.below(n))]
        depth = sides[ROW - at + COUNT]
        reach = STAT[SPEED + kind] if STAT[SPEED + kind] < depth else depth - 1
        fresh = ~known(sides, ROW - at) & BIT[reach + 1] - 1
        if not fresh:
            return MOVE + STEP_AT[kind] + reach
        return MOVE + STEP_AT[kind] + nth_bit(fresh, rng.below(count_bits(fresh)))

    def pick_invader(self, raid: Raid, at: i64, slots: i64, rng: Rng) -> i64:
        """The best of three by lot."""
        n = count_bits(slots)
        best: i64 = -1
        top = -2.0
        for _ in range(3):
            slot = nth_bit(slots, rng.below(n))
            kind = kind_at(raid.sides, at, slot)
            if FIT[kind] > top:
                top = FIT[kind]
                best = INVADE + ANIMALS * slot + kind
        return best

    # ------------------------------------------------------------ how it stands

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, Raid)
        if state.actor == OVER:
            return state.outlook(seat)
        lead = log(self.race(state, seat) + 0.02) - log(self.race(state, 1 - seat) + 0.02)
        turn = TURN if state.active == seat else -TURN
        return 1.0 / (1.0 + exp(-LEAD * lead - turn))

    def race(self, raid: Raid, seat: i64) -> float:
        """What the raid of a seat is worth, half by what both know, half by where the Threads are if that is seen."""
        sides = raid.sides
        odds = self.odds
        at = seat * ROW
        odds.read(sides, ROW - at)
        home = self.home_of_threads(sides, ROW - at)
        if home >= 0:
            odds.point_out(home)
        team = sides[at + INVADING]
        worth = odds.raid(team) if team else MARCH * odds.raid(ALL_ANIMALS & ~sides[at + GONE])
        return worth * MARCH if raid.blocked & BIT[seat] else worth

    def explain(self, seen: State, move: int) -> list[Text]:
        assert isinstance(seen, Raid)
        weights = self.weigh(seen)
        self.odds.read(seen.sides, (1 - seen.actor) * ROW)
        return reasons(seen, move, self.odds, weights)


def fastest(team: i64) -> i64:
    """The greatest Speed of a set of invaders; 0 if there is none."""
    most: i64 = 0
    while team:
        speed = STAT[SPEED + KIND_OF[nth_bit(team, 0)]]
        team &= team - 1
        if speed > most:
            most = speed
    return most

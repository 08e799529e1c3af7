"""Heuristic for Velvet.

The invaders of each seat search the other kingdom for its Threads; this search is called a raid. The seat whose raid
is faster is likely to win.
"""

from math import exp, log
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, count_bits, nth_bit
from velodrome.core.contract import OVER, Game, State, Text
from velodrome.core.heuristic import Heuristic, sample_index
from velodrome.core.rng import Rng
from velodrome.games.velvet.bot.odds import SKIPPED_VALUE, TURN_DISCOUNT, VelvetOdds
from velodrome.games.velvet.bot.reasons import AGAINST, are_neighbours, card_behind, is_coming, list_reasons
from velodrome.games.velvet.bot.setups import GATE_DEPTH, weigh_kinds
from velodrome.games.velvet.kingdom import COUNT, GONE, INVADING, SIDE_SIZE, count_boost, kind_at, known_slots
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
    ALL_ANIMALS,
    ALL_FIRST_CARDS,
    ANIMAL_COUNT,
    CAVE_IN,
    DINOSAUR,
    DRAGON,
    FIRST_CARD,
    KIND_OF,
    PIT,
    REINFORCEMENTS,
    RHINO,
    SPEED,
    STAT,
    STUFFING,
    THREADS,
    add_kind,
    remove_kind,
)
from velodrome.games.velvet.rules import VelvetState
from velodrome.games.velvet.settings import OWN_TURN_WINDOWS

# Coefficients of `evaluate`, from a logistic regression on 500 games of this heuristic against itself. The inputs are
# how much better the raid of one seat is (the difference of the logarithms of the raid values) and whose turn it is.
# The model predicts the winner in 73 % of all turns (log loss 0.54).
RACE_LEAD_WEIGHT: Final = 6.4
TURN_WEIGHT: Final = 0.27
RAID_SHARPNESS: Final = 14.0  # factor that converts the logarithm of a raid's value to a weight
USELESS_WEIGHT: Final = -6.0  # weight of legal but useless moves
# [kind]: what a kingdom loses when a card of this kind invades, in units of a raid's value
HOME_LOSS: Final = vec[float]([0.01, 0.0, 0.02, 0.0, 0.0, 0.02, 0.1, 0.01, 0.06])
# [kind]: priority of a card when a dragon hides cards; animals that could then invade come first
HIDE_PRIORITY: Final = vec[float]([1.0, 2.5, 0.5, 2.0, 3.0, 1.0, 0.5, 2.6, 0.0, -1.0, -1.0, -1.0, -1.0])


@final
class VelvetHeuristic(Heuristic):
    """Heuristic for Velvet: it weighs actions by the value of the raid, and other moves by weights set by hand."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, AGAINST)
        self.odds: VelvetOdds = VelvetOdds()

    def weigh(self, state: State) -> list[float]:
        assert isinstance(state, VelvetState)
        phase = state.phase
        if phase == ACTION:
            return self.weigh_actions(state)
        if phase == ARRANGE:
            return self.weigh_places(state)
        return [self.weigh_answer(state, state.nth(i)) for i in range(state.count())]

    def choose(self, state: State, rng: Rng) -> i64:
        """Choose the best move; during set-up, choose at random by weight, so that kingdoms are not predictable."""
        assert isinstance(state, VelvetState)
        if state.phase == ARRANGE:
            return state.nth(sample_index(self.weigh(state), rng))
        return super().choose(state, rng)

    def should_randomize(self, state: State) -> bool:
        assert isinstance(state, VelvetState)
        return state.phase == ARRANGE

    def likelihood(self, world: State, seat: i64) -> float:
        """Rate a world by the slot in which it has the Threads of the opponent of `seat`.

        Return the probability that the Threads are in this slot, divided by the probability of the likeliest slot.
        """
        assert isinstance(world, VelvetState)
        sides = world.sides
        at = (1 - seat) * SIDE_SIZE
        self.odds.load_kingdom(sides, at)
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

    # ------------------------------------------------------------ set-up

    def weigh_places(self, raid: VelvetState) -> list[float]:
        at = raid.actor * SIDE_SIZE
        slot = raid.sides[at + COUNT]
        nearest = slot - GATE_DEPTH if slot > GATE_DEPTH else 0
        before = [kind_at(raid.sides, at, i) for i in range(slot - 1, nearest - 1, -1)]
        return weigh_kinds([raid.nth(i) - PLACE for i in range(raid.count())], slot, before)

    # ------------------------------------------------------------ actions

    def weigh_actions(self, raid: VelvetState) -> list[float]:
        """Weigh each action by the value of the raid after that action."""
        sides = raid.sides
        at = raid.actor * SIDE_SIZE
        odds = self.odds
        odds.load_kingdom(sides, SIDE_SIZE - at)
        n = raid.count()
        worth = [USELESS_WEIGHT] * n
        team = sides[at + INVADING]
        now = odds.raid_value(team)
        i: i64
        for i in range(n):
            move = raid.nth(i)
            if move < RETURN:
                worth[i] = self.value_invading(team, move - INVADE)
            elif move < SCOUT:
                continue
            elif move < MOVE:
                worth[i] = self.value_scouting(raid, at, move - SCOUT, now)
            elif move < PASS:
                worth[i] = self.value_moving(raid, at, team, move - MOVE)
        return self.convert_to_weights(raid, worth)

    def convert_to_weights(self, raid: VelvetState, worth: list[float]) -> list[float]:
        """Convert the raid values of actions to weights; the best action gets 0.

        `worth` has the value of each legal move, or USELESS_WEIGHT for a move without a value: a Return, a pass, or a
        free play (an Event or an octopus). `weigh_aside` weighs the moves without a value.
        """
        top = max(worth)
        weights: list[float] = []
        i: i64
        for i in range(len(worth)):
            if worth[i] > USELESS_WEIGHT:
                ratio = (worth[i] + 0.01) / (top + 0.01)
                weights.append(RAID_SHARPNESS * log(ratio) if ratio > 0.01 else USELESS_WEIGHT)
            else:
                weights.append(self.weigh_aside(raid, raid.nth(i)))
        return weights

    def weigh_aside(self, raid: VelvetState, move: i64) -> float:
        """Weigh a move that has no raid value: a Return, a pass, or a free play (an Event or an octopus)."""
        if move == PASS:
            return -3.0
        if SPEND <= move < REVEAL:
            event = CAVE_IN + (move - SPEND) % 3
            if event == REINFORCEMENTS and not raid.hidden_animals(raid.actor * SIDE_SIZE):
                return 1.0
            if raid.settings.windows == OWN_TURN_WINDOWS and event != REINFORCEMENTS and self.in_danger(raid):
                return 1.0 if event == PIT else 0.5
        return USELESS_WEIGHT if move >= SPEND else USELESS_WEIGHT - 2.0

    def in_danger(self, raid: VelvetState) -> bool:
        """Return whether an invader could meet the actor's Threads in the opponent's next turn."""
        at = raid.actor * SIDE_SIZE
        team = raid.sides[SIDE_SIZE - at + INVADING]
        return team != 0 and self.threads_slot(raid.sides, at) <= max_speed(team)

    def threads_slot(self, sides: vec[i64], at: i64) -> i64:
        """Return the slot of the Threads in the kingdom at index `at` of `sides`; -1 if the viewer does not know it."""
        slot: i64
        for slot in range(sides[at + COUNT]):
            if kind_at(sides, at, slot) == THREADS:
                return slot
        return -1

    def value_invading(self, team: i64, move: i64) -> float:
        kind = move % ANIMAL_COUNT
        return TURN_DISCOUNT * self.odds.raid_value(add_kind(team, kind)) - HOME_LOSS[kind]

    def value_moving(self, raid: VelvetState, at: i64, team: i64, step: i64) -> float:
        kind = STEP_KIND[step]
        slot = step - STEP_AT[kind]
        odds = self.odds
        stuffing = STAT[STUFFING + kind]
        odds.fill_value_after(team)
        ahead = odds.value_after[slot] * (1.0 - odds.dinosaur_risk(slot, stuffing) * (1.0 - TURN_DISCOUNT))
        fall = odds.rhino_risk(slot, stuffing)
        if fall > 0.0:
            left = remove_kind(team, kind)
            odds.fill_value_after(left if left else self.hidden_reserve(raid, at))
            later = odds.value_after[slot] * (1.0 if left else TURN_DISCOUNT)
            ahead += fall * (later - ahead)
        passed = 0.0
        i: i64
        for i in range(slot):
            passed += odds.threads[i]
        return passed * SKIPPED_VALUE + odds.threads[slot] + ahead

    def hidden_reserve(self, raid: VelvetState, at: i64) -> i64:
        """Return the set of hidden animals at home; the actor can still invade with them if the raid fails."""
        slots = raid.hidden_animals(at)
        found: i64 = 0
        while slots:
            found |= FIRST_CARD[kind_at(raid.sides, at, nth_bit(slots, 0))]
            slots &= slots - 1
        return found

    def value_scouting(self, raid: VelvetState, at: i64, scout: i64, now: float) -> float:
        step = scout // 3
        slot = step - STEP_AT[STEP_KIND[step]]
        if known_slots(raid.sides, SIDE_SIZE - at) & BIT[slot]:
            return TURN_DISCOUNT * now * 0.5
        return TURN_DISCOUNT * now * (0.99 if scout % 3 == 0 else 0.97)

    # ------------------------------------------------------------ reactions and choices

    def weigh_answer(self, raid: VelvetState, move: i64) -> float:
        """Weigh a reaction by the defender, or a choice after an Event or a dragon."""
        phase = raid.phase
        if phase == SHIFTING:
            return self.weigh_shift(raid, move - SHIFT)
        if phase == DROPPING:
            return self.weigh_drop(raid, move)
        if phase == HIDING:
            return HIDE_PRIORITY[kind_at(raid.sides, raid.actor * SIDE_SIZE, move - HIDE)]
        if phase == FATE and move < SPEND:
            return self.weigh_keeping(raid) if move == KEEP else 0.0
        if move >= REVEAL:
            return self.weigh_octopus(raid, move - REVEAL)
        if move >= SPEND:
            return self.weigh_event(raid, (move - SPEND) // 3, CAVE_IN + (move - SPEND) % 3)
        return 0.0

    def weigh_event(self, raid: VelvetState, slot: i64, event: i64) -> float:
        """Weigh spending an Event as a reaction; an Event is best saved until the Threads are about to be met."""
        if raid.phase == FATE:
            return 3.0 if slot == raid.target and event == PIT else USELESS_WEIGHT
        if raid.phase != REACT or raid.action != MOVING or event == REINFORCEMENTS:
            return USELESS_WEIGHT
        at = raid.actor * SIDE_SIZE
        front = kind_at(raid.sides, at, 0)
        if front != THREADS:
            return 2.0 if front == PIT and event == PIT else USELESS_WEIGHT
        others = remove_kind(raid.sides[SIDE_SIZE - at + INVADING], raid.invader)
        if event == PIT:
            return 9.0 if others else 12.0
        return 8.0 if max_speed(add_kind(others, raid.invader)) > 1 else 11.0

    def weigh_octopus(self, raid: VelvetState, slot: i64) -> float:
        """Weigh revealing an octopus by how it changes the encounter."""
        if raid.phase != ENCOUNTER:
            return USELESS_WEIGHT
        target = raid.target
        sides = raid.sides
        at = raid.actor * SIDE_SIZE
        if not are_neighbours(raid, slot, target):
            return USELESS_WEIGHT
        card = kind_at(sides, at, target)
        more = count_boost(sides, at, target, raid.settings.circular)
        stuffing = STAT[STUFFING + raid.invader]
        gain = -0.5
        if STAT[card] + more == stuffing:
            gain += 5.0 if card == RHINO else 2.0 if card == DINOSAUR else 1.0 if card == DRAGON else 0.0
        if STAT[raid.invader] == STAT[STUFFING + card] + more + 1:
            gain += 1.0
        return gain

    def weigh_keeping(self, raid: VelvetState) -> float:
        """Weigh keeping the Event that the invader met; the alternative, discarding the Event, has the weight 0."""
        event = kind_at(raid.sides, raid.actor * SIDE_SIZE, raid.target)
        follows = card_behind(raid)
        if follows == THREADS:
            return 2.0 if event == PIT else 1.0 if event == CAVE_IN else -9.0
        if follows == RHINO and STAT[STUFFING + raid.invader] < 3:
            return 3.0
        return 2.0 if event == PIT else 1.0 if event == CAVE_IN else -1.0

    def weigh_shift(self, raid: VelvetState, move: i64) -> float:
        """Weigh a shift by a Cave-in: the further the shift puts the Threads from the invaders, the better.

        Beyond the reach of the invaders, more distance adds no weight.
        """
        slot = move // 4
        to = slot + SHIFT_BY[move & 3]
        at = raid.actor * SIDE_SIZE
        home = self.threads_slot(raid.sides, at)
        after = to if slot == home else home - 1 if slot < home <= to else home + 1 if to <= home < slot else home
        team = raid.sides[SIDE_SIZE - at + INVADING]
        if raid.resume_phase == REACT and raid.action == MOVING and after == 0:
            return USELESS_WEIGHT
        reach = max_speed(team) if team else 1
        return 1.0 * float(after) if after <= reach + 1 else 1.0 * float(reach + 1)

    def weigh_drop(self, raid: VelvetState, move: i64) -> float:
        """Weigh an invader as the target of the Pit.

        The invader that is moving right now gets the highest weight. The other invaders get a higher weight the harder
        they are to stop.
        """
        kind = dropped_kind(move)
        if move < DROP_WAITING and is_coming(raid, kind):
            return 6.0
        if (
            raid.resume_phase == REACT
            and raid.action == MOVING
            and kind_at(raid.sides, raid.actor * SIDE_SIZE, 0) == THREADS
        ):
            return USELESS_WEIGHT
        return float(STAT[STUFFING + kind]) * 0.7 + float(STAT[SPEED + kind]) * 0.8

    # ------------------------------------------------------------ playouts

    def pick(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, VelvetState)
        phase = state.phase
        if phase == ACTION:
            return self.pick_action(state, rng)
        if phase == ARRANGE:
            return state.nth(sample_index(self.weigh_places(state), rng))
        at = state.actor * SIDE_SIZE
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
        return self.best_answer(state)

    def best_answer(self, raid: VelvetState) -> i64:
        """Return the legal move with the highest `weigh_answer`; the first one if several are equal."""
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

    def pick_action(self, raid: VelvetState, rng: Rng) -> i64:
        """Pick an action for a playout.

        Invade with up to three kinds of animals; then move these invaders to cards that are not publicly known yet.
        """
        sides = raid.sides
        at = raid.actor * SIDE_SIZE
        team = sides[at + INVADING] & ALL_FIRST_CARDS
        n = count_bits(team)
        blocked = raid.blocked & BIT[raid.actor] != 0
        if blocked or n == 0 or (n < 3 and rng.below(3 * n) == 0):
            slots = raid.hidden_animals(at)
            if slots:
                return self.pick_invader(raid, at, slots, rng)
            if blocked or n == 0:
                return raid.pick(rng)
        kind = KIND_OF[nth_bit(team, rng.below(n))]
        depth = sides[SIDE_SIZE - at + COUNT]
        reach = STAT[SPEED + kind] if STAT[SPEED + kind] < depth else depth - 1
        fresh = ~known_slots(sides, SIDE_SIZE - at) & BIT[reach + 1] - 1
        if not fresh:
            return MOVE + STEP_AT[kind] + reach
        return MOVE + STEP_AT[kind] + nth_bit(fresh, rng.below(count_bits(fresh)))

    def pick_invader(self, raid: VelvetState, at: i64, slots: i64, rng: Rng) -> i64:
        """Return the `invade` move for the best of three random animals.

        `slots` is a mask of the slots from which the animals are chosen.
        """
        n = count_bits(slots)
        best: i64 = -1
        top = -2.0
        for _ in range(3):
            slot = nth_bit(slots, rng.below(n))
            kind = kind_at(raid.sides, at, slot)
            if HIDE_PRIORITY[kind] > top:
                top = HIDE_PRIORITY[kind]
                best = INVADE + ANIMAL_COUNT * slot + kind
        return best

    # ------------------------------------------------------------ evaluation

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, VelvetState)
        if state.actor == OVER:
            return state.outlook(seat)
        lead = log(self.raid_value(state, seat) + 0.02) - log(self.raid_value(state, 1 - seat) + 0.02)
        turn = TURN_WEIGHT if state.active == seat else -TURN_WEIGHT
        return 1.0 / (1.0 + exp(-RACE_LEAD_WEIGHT * lead - turn))

    def raid_value(self, raid: VelvetState, seat: i64) -> float:
        """Return the value of a seat's raid, based on what is publicly known.

        If the state shows where the other seat's Threads are, half of their probability goes to that slot.
        """
        sides = raid.sides
        odds = self.odds
        at = seat * SIDE_SIZE
        odds.load_kingdom(sides, SIDE_SIZE - at)
        home = self.threads_slot(sides, SIDE_SIZE - at)
        if home >= 0:
            odds.suspect_slot(home)
        team = sides[at + INVADING]
        worth = odds.raid_value(team) if team else TURN_DISCOUNT * odds.raid_value(ALL_ANIMALS & ~sides[at + GONE])
        return worth * TURN_DISCOUNT if raid.blocked & BIT[seat] else worth

    def explain(self, seen: State, move: int) -> list[Text]:
        assert isinstance(seen, VelvetState)
        weights = self.weigh(seen)
        self.odds.load_kingdom(seen.sides, (1 - seen.actor) * SIDE_SIZE)
        return list_reasons(seen, move, self.odds, weights)


def max_speed(team: i64) -> i64:
    """Return the highest Speed in a set of invaders; 0 for an empty set."""
    most: i64 = 0
    while team:
        speed = STAT[SPEED + KIND_OF[nth_bit(team, 0)]]
        team &= team - 1
        if speed > most:
            most = speed
    return most

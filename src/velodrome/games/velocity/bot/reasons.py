"""Reasons for and against a move; each reason is a text: the key of a sentence, with the values to fill in."""

from typing import Final

from mypy_extensions import i64

from velodrome.core.bits import nth_bit
from velodrome.core.contract import Text
from velodrome.games.velocity.bot.distance import TeamDistance
from velodrome.games.velocity.legal import ANNOUNCE, MOVE, OBSTACLE, PURSUIT, SPRINT
from velodrome.games.velocity.moves import PAY, PURSUE, SOLO_BONUS, SOLO_SPRINT, TEAM
from velodrome.games.velocity.pieces import COURIERS_TO_WIN, FACES, SPACES_UP_TO, space_name
from velodrome.games.velocity.rules import VeloCityState

SPACES_PER_TURN: Final = 3.5  # mean of a roll: reasons give values in spaces, not turns
DECISIVE_SPACES: Final = 12  # a value this high includes winning or losing the game, so the number says little
LATE_PLACES: Final = 2  # with this many podium places left or fewer, it may be too late to wait


# keys of the reasons that speak against their move; a hint does not give them for the move that it recommends
AGAINST: Final = frozenset(
    [
        "why.worse",
        "why.worse.far",
        "why.worth.least",
        "why.early",
        "why.can.none",
    ]
)


def make_reason(key: str, **arguments: object) -> Text:
    return {"key": f"why.{key}", **arguments}


def judge_gain(gain: int, lost: int) -> list[Text]:
    """Return a reason that says how many spaces a move gains, or how much worse than the best move it is.

    `gain` is the number of spaces that the move gains, and `lost` is how many more the best move gains.
    """
    if lost > 0:
        return [make_reason("worse", lost=lost) if lost < DECISIVE_SPACES else make_reason("worse.far")]
    if gain <= 0:
        return [make_reason("worth.least")]
    return [make_reason("worth", points=gain) if gain < DECISIVE_SPACES else make_reason("worth.most")]


def list_reasons(race: VeloCityState, move: i64, team: TeamDistance) -> list[Text]:
    """List the effects of a move as reasons, strongest first; `team` may be overwritten."""
    if race.phase == ANNOUNCE:
        return explain_announcement(race, move)
    if race.phase == MOVE:
        return explain_move(race, move)
    if race.phase == PURSUIT:
        return explain_pursuit(race, move)
    if race.phase == OBSTACLE:
        return explain_retreat(race, move)
    rival = move - race.vocabulary.take
    team.load(race, rival)
    return [make_reason("take", seat=rival, home=team.finished, cans=team.cans)]


def explain_announcement(race: VeloCityState, move: i64) -> list[Text]:
    found: list[Text] = []
    near = race.spaces[race.active] & SPACES_UP_TO[FACES]
    if move <= SOLO_SPRINT:
        if near:
            key = "chance.third" if race.podium_count(race.active) + 1 == COURIERS_TO_WIN else "chance"
            found.append(make_reason(key, faces=FACES + 1 - nth_bit(near, 0)))
        if move == SOLO_BONUS:
            found.append(make_reason("bonus"))
        elif move == SOLO_SPRINT:
            found.append(make_reason("sprint"))
        return found or [make_reason("solo")]
    bonus = move > race.vocabulary.bonus
    space = move - (race.vocabulary.bonus if bonus else race.vocabulary.group)
    teams = len([seat for seat in range(race.course.n) if race.crowd[space] >> 4 * seat & 15])
    found.append(make_reason("group", dice=teams + (1 if bonus else 0)))
    return [*found, make_reason("bonus")] if bonus else found


def explain_move(race: VeloCityState, move: i64) -> list[Text]:
    die = race.vocabulary.die(move)
    space = move - race.vocabulary.move - die * race.course.start
    dest = space - race.pips(die)
    if dest <= 0:
        return explain_finish(race)
    found = explain_landing(race, move, space, dest)
    if die >= TEAM:
        found.append(make_reason("carried", seat=die - TEAM))
    if race.energy != SPRINT and space != race.course.start:
        found += explain_pursuers(race, space, die)
    return found or [make_reason("advance", space=dest)]


def explain_finish(race: VeloCityState) -> list[Text]:
    """Explain crossing the finish line."""
    placed, place = race.podium_count(race.active) + 1, race.finished + 1
    if placed == COURIERS_TO_WIN:
        return [make_reason("win")]
    if place == race.course.podium:
        behind = [seat for seat in range(race.course.n) if seat != race.active and race.podium_count(seat) <= placed]
        return [make_reason("close", behind=len(behind), rivals=race.course.n - 1)]
    for seat in range(race.course.n):
        if (
            seat != race.active
            and race.podium_count(seat) + 1 == COURIERS_TO_WIN
            and race.spaces[seat] & SPACES_UP_TO[FACES]
        ):
            return [make_reason("cross", place=place), make_reason("threat", seat=seat)]
    if race.course.n * (COURIERS_TO_WIN - 1) >= race.course.podium and race.course.podium - place > LATE_PLACES:
        return [make_reason("cross", place=place), make_reason("early")]
    return [make_reason("cross", place=place)]


def explain_landing(race: VeloCityState, move: i64, space: i64, dest: i64) -> list[Text]:
    """Explain what happens on the space where the courier lands."""
    if race.course.refreshments >> dest & 1:
        return [
            make_reason("can" if race.preview(move).get("gain") else "can.none", space=dest)
        ]  # VC-19: an empty reserve may give no can
    if race.course.obstacles >> dest & 1:
        return [explain_obstacle(race, move, space, dest, race.cans_of(race.active) > 0)]
    return [make_reason("park", space=dest, faces=FACES + 1 - dest)] if dest <= FACES else []


def explain_obstacle(race: VeloCityState, move: i64, leaving: i64, dest: i64, pays: bool) -> Text:
    """Explain landing on the obstacle `dest`, where the courier may pay (if `pays`) or has to retreat.

    Name the space to which the courier would retreat, if that space is certain. It is uncertain if the courier has
    just left an obstacle (`leaving`) and no nearer obstacle is empty: pursuers may empty `leaving`, and then the
    retreat ends there (VC-22).
    """
    key = "obstacle" if pays else "obstacle.forced"
    after = race.copy()
    after.play(move)
    target = after.retreat_target(dest)
    if race.course.obstacles >> leaving & 1 and target >= leaving:
        return make_reason(f"{key}.near", space=dest)
    return make_reason(key, space=dest, target=space_name(target, race.course.start))


def explain_pursuers(race: VeloCityState, space: i64, die: i64) -> list[Text]:
    """Return a text for each seat that could send pursuers after a courier moves from `space` with this die."""
    found: list[Text] = []
    for seat in range(race.course.n):
        moved = 1 if seat == race.active or die == TEAM + seat else 0
        standing = (race.crowd[space] >> 4 * seat & 15) - moved
        couriers = min(standing, race.cans_of(seat))
        if couriers > 0 and seat == race.active:
            found.append(make_reason("follow.own", couriers=couriers))
        elif couriers > 0:
            found.append(make_reason("follow.rival", seat=seat, couriers=couriers))
    return found


def explain_pursuit(race: VeloCityState, move: i64) -> list[Text]:
    couriers = move - PURSUE
    if not couriers:
        return [make_reason("keep", cans=race.cans_of(race.actor))]
    found = [make_reason("pursue", couriers=couriers, spaces=race.origin - race.dest)]
    if race.course.obstacles >> race.dest & 1:
        found.append(explain_obstacle(race, move, race.origin, race.dest, race.cans_of(race.actor) > couriers))
    return found


def explain_retreat(race: VeloCityState, move: i64) -> list[Text]:
    target = race.retreat_target(race.dest)
    name, spaces = space_name(target, race.course.start), target - race.dest
    if move == PAY:
        return [make_reason("pay", spaces=spaces, target=name)]
    cans = race.preview(move).get("gain")  # VC-19: with an empty reserve, the seat with the most gets none
    if not cans:
        return [make_reason("back.none", spaces=spaces, target=name)]
    return [make_reason("back", spaces=spaces, target=name, cans=cans)]

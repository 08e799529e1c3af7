"""What speaks for a move and against it, in the words of texts.toml."""

from typing import Final

from mypy_extensions import i64

from velodrome.core.bits import nth_bit
from velodrome.core.contract import Text
from velodrome.games.velocity.bot.distance import Team
from velodrome.games.velocity.field import ANNOUNCE, MOVE, OBSTACLE, PURSUIT, SPRINT
from velodrome.games.velocity.moves import PAY, PURSUE, SOLO_BONUS, SOLO_SPRINT, TEAM
from velodrome.games.velocity.pieces import FACES, UP_TO, WINNING, space_name
from velodrome.games.velocity.rules import Race

PACE: Final = 3.5  # spaces of a turn: people count in spaces
LAST: Final = 2  # places left when those who wait may come too late


def say(key: str, **arguments: object) -> Text:
    return {"key": f"why.{key}", **arguments}


def verdict(gain: int, lost: int) -> list[Text]:
    """What a move is worth all in all, in spaces, and how much worse than the best one that is."""
    return [say("worse", points=gain, lost=lost)] if lost > 0 else [say("worth", points=gain)]


def reasons(race: Race, move: i64, team: Team) -> list[Text]:
    """What a move does, the weightiest first."""
    if race.phase == ANNOUNCE:
        return announced(race, move)
    if race.phase == MOVE:
        return moved(race, move)
    if race.phase == PURSUIT:
        return pursued(race, move)
    if race.phase == OBSTACLE:
        return overcome(race, move)
    rival = move - race.words.take
    team.load(race, rival)
    return [say("take", seat=rival, home=team.home, cans=team.cans)]


def announced(race: Race, move: i64) -> list[Text]:
    found: list[Text] = []
    near = race.spaces[race.active] & UP_TO[FACES]
    if move <= SOLO_SPRINT:
        if near:
            key = "chance.third" if race.placed(race.active) + 1 == WINNING else "chance"
            found.append(say(key, faces=FACES + 1 - nth_bit(near, 0)))
        if move == SOLO_BONUS:
            found.append(say("bonus"))
        elif move == SOLO_SPRINT:
            found.append(say("sprint"))
        return found or [say("solo")]
    bonus = move > race.words.bonus
    space = move - (race.words.bonus if bonus else race.words.group)
    teams = len([seat for seat in range(race.course.n) if race.crowd[space] >> 4 * seat & 15])
    found.append(say("group", dice=teams + (1 if bonus else 0), rivals=teams - 1))
    return [*found, say("bonus")] if bonus else found


def moved(race: Race, move: i64) -> list[Text]:
    die = race.words.die(move)
    space = move - race.words.move - die * race.course.start
    dest = space - race.pips(die)
    if dest <= 0:
        return crossed(race)
    found = landed(race, move, space, dest)
    if die >= TEAM:
        found.append(say("carried", seat=die - TEAM))
    if race.energy != SPRINT and space != race.course.start:
        found += followed(race, space, die)
    return found or [say("advance", space=dest)]


def crossed(race: Race) -> list[Text]:
    """A courier crosses the line."""
    placed, place = race.placed(race.active) + 1, race.home + 1
    if placed == WINNING:
        return [say("win")]
    if place == race.course.podium:
        behind = [seat for seat in range(race.course.n) if seat != race.active and race.placed(seat) <= placed]
        return [say("close", behind=len(behind), rivals=race.course.n - 1)]
    for seat in range(race.course.n):
        if seat != race.active and race.placed(seat) + 1 == WINNING and race.spaces[seat] & UP_TO[FACES]:
            return [say("cross", place=place), say("threat", seat=seat)]
    if race.course.n * (WINNING - 1) >= race.course.podium and race.course.podium - place > LAST:
        return [say("cross", place=place), say("early")]
    return [say("cross", place=place)]


def landed(race: Race, move: i64, space: i64, dest: i64) -> list[Text]:
    """A courier stops on a space."""
    if race.course.refreshments >> dest & 1:
        return [say("can" if race.preview(move).get("gain") else "can.none", space=dest)]  # of an empty reserve (VC-19)
    if race.course.obstacles >> dest & 1:
        return [met(race, move, space, dest, race.cans_of(race.active) > 0)]
    return [say("park", space=dest, faces=FACES + 1 - dest)] if dest <= FACES else []


def met(race: Race, move: i64, leaving: i64, dest: i64, pays: bool) -> Text:
    """An obstacle; where it leads back to is unsaid if that depends on who leaves a nearer one to pursue (VC-22)."""
    key = "obstacle" if pays else "obstacle.forced"
    after = race.copy()
    after.play(move)
    target = after.retreat(dest)
    if race.course.obstacles >> leaving & 1 and target >= leaving:
        return say(f"{key}.near", space=dest)
    return say(key, space=dest, target=space_name(target, race.course.start))


def followed(race: Race, space: i64, die: i64) -> list[Text]:
    """Who may pursue."""
    found: list[Text] = []
    for seat in range(race.course.n):
        gone = 1 if seat == race.active or die == TEAM + seat else 0
        standing = (race.crowd[space] >> 4 * seat & 15) - gone
        couriers = min(standing, race.cans_of(seat))
        if couriers > 0 and seat == race.active:
            found.append(say("follow.own", couriers=couriers))
        elif couriers > 0:
            found.append(say("follow.rival", seat=seat, couriers=couriers))
    return found


def pursued(race: Race, move: i64) -> list[Text]:
    couriers = move - PURSUE
    if not couriers:
        return [say("keep", cans=race.cans_of(race.actor))]
    found = [say("pursue", couriers=couriers, spaces=race.origin - race.dest)]
    if race.course.obstacles >> race.dest & 1:
        found.append(met(race, move, race.origin, race.dest, race.cans_of(race.actor) > couriers))
    return found


def overcome(race: Race, move: i64) -> list[Text]:
    target = race.retreat(race.dest)
    name, spaces = space_name(target, race.course.start), target - race.dest
    if move == PAY:
        return [say("pay", spaces=spaces, target=name)]
    cans = race.preview(move).get("gain")  # none of an empty reserve, for whoever has the most (VC-19)
    if not cans:
        return [say("back.none", spaces=spaces, target=name)]
    return [say("back", spaces=spaces, target=name, cans=cans)]

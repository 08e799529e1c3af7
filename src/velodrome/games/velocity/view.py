"""VeloCity as plain data for a screen: the table, previews of moves, and refusals of illegal moves.

A text is the key of a sentence in texts.en.toml and its translations, with the values to fill in.
"""

from velodrome.core.contract import OVER, TRUTH, Data, Text
from velodrome.core.texts import rule_numbers
from velodrome.games.velocity.legal import ANNOUNCE, BONUS, DONE, FIRST, MOVE, OBSTACLE, PURSUIT, ROLL, SPRINT, TAKE
from velodrome.games.velocity.moves import BACK, ENERGY, OWN, PAY, PURSUE, SOLO_BONUS, SOLO_SPRINT, SUM, TEAM, space_id
from velodrome.games.velocity.pieces import COURIERS_TO_WIN, ENERGY_SLOT, space_name
from velodrome.games.velocity.position import ENERGIES, PHASES, list_couriers, list_podium, seats_clockwise
from velodrome.games.velocity.rules import VeloCityState


def table(race: VeloCityState) -> Data:
    """Describe the table: the prompt, the seats, the turn, and every piece in its zone."""
    return {
        "prompt": prompt(race),
        "seats": seat_lines(race),
        "turn": describe_turn(race),
        "verdict": explain_first_finisher(race),
        "final": is_final_stretch(race),
        "zones": [
            make_zone("track", space_pieces(race)),
            make_zone("podium", podium_pieces(race)),
            *[make_zone("couriers", courier_pieces(race, seat), seat) for seat in range(race.game.seats)],
            make_zone("cans", can_pieces(race)),
            make_zone("dice", die_pieces(race)),
            make_zone("controls", control_pieces(race)),
        ],
    }


def make_zone(kind: str, pieces: list[Data], owner: int | None = None) -> Data:
    name = kind if owner is None else f"{kind}{owner}"
    return {"id": name, "kind": kind, "owner": owner, "size": len(pieces), "pieces": pieces}


def is_final_stretch(race: VeloCityState) -> bool:
    """Return whether the next courier to finish can end the game (VC-25, VC-26), or this is the last round (VC-27)."""
    if race.phase == DONE:
        return False
    most = max([race.podium_count(seat) for seat in range(race.game.seats)])
    is_podium_almost_full = race.finished == race.course.podium - 1
    return most == COURIERS_TO_WIN - 1 or is_podium_almost_full or race.round == race.course.max_rounds


# ---------------------------------------------------------------- texts


def make_text(key: str, **arguments: object) -> Text:
    """Make a text with this key and these values, and add the number of its rule."""
    return {"key": key, "rule": rule_numbers("velocity").get(key, ""), **arguments}


def prompt(race: VeloCityState) -> Text:
    """Return the prompt: the question to the viewer, or what the viewer is waiting for."""
    if race.phase == DONE:
        return end_prompt(race)
    if race.phase in (FIRST, ROLL):
        return make_text("prompt.wait.first" if race.phase == FIRST else "prompt.wait.roll", seat=race.active)
    if race.viewer not in (TRUTH, race.actor):
        forced = race.phase == OBSTACLE and not race.cans_of(race.actor)
        return make_text(f"prompt.other.{PHASES[race.phase]}{'.forced' if forced else ''}", seat=race.actor)
    if race.phase == ANNOUNCE:
        key = "prompt.announce" if race.group_spaces() else "prompt.announce.alone"
        return make_text(key, cans=race.cans_of(race.active))
    if race.phase == PURSUIT:
        return make_text("prompt.pursuit", origin=race.origin, dest=race.dest, most=race.max_pursuers(race.actor))
    if race.phase == TAKE:
        return make_text("prompt.take")
    return move_prompt(race) if race.phase == MOVE else obstacle_prompt(race)


def move_prompt(race: VeloCityState) -> Text:
    if not race.group:
        return make_text("prompt.move.energy") if race.energy else make_text("prompt.move.solo", pips=race.pips(OWN))
    if race.group == race.course.start:
        return make_text("prompt.move.start")
    return make_text("prompt.move.group", space=race.group)


def obstacle_prompt(race: VeloCityState) -> Text:
    if not race.cans_of(race.actor):
        return make_text("prompt.obstacle.forced", space=race.dest)
    target = race.retreat_target(race.dest)
    due = preview_retreat(race, BACK)["gain"]  # VC-19: fewer than VC-23 grants if the reserve is empty
    none = "" if due else ".none"
    if target == race.course.start:
        return make_text(f"prompt.obstacle.start{none}", space=race.dest, due=due)
    return make_text(f"prompt.obstacle.back{none}", space=race.dest, target=target, due=due)


def end_prompt(race: VeloCityState) -> Text:
    """Return the prompt that says how the game ended."""
    winners = [seat for seat, place in enumerate(race.ranking()) if place == 1]
    if len(winners) > 1:  # the podium separates teams, so a tie means that the round limit ended the game
        return make_text("prompt.over.shared", winners=", ".join(map(str, winners)), rounds=race.round)
    winner = winners[0]
    if race.podium_count(winner) == COURIERS_TO_WIN:
        return make_text("prompt.over.three", winner=winner)
    if race.finished == race.course.podium:
        return make_text("prompt.over.podium", winner=winner)
    return make_text("prompt.over.rounds", winner=winner, rounds=race.round)


def explain_first_finisher(race: VeloCityState) -> list[Text]:
    """Explain why the seat that finished first did not win (VC-26, VC-28).

    Return [] if that seat did win, if nobody finished, or if the game is not over.
    """
    holders, ranking = list_podium(race), race.ranking()
    if race.phase != DONE or not holders or ranking[holders[0]] == 1:
        return []
    first, winner = holders[0], ranking.index(1)
    text: Text = {"seat": first, "place": ranking[first], "winner": winner}
    count, most = race.podium_count(first), race.podium_count(winner)
    if count < most:
        return [make_text("verdict.more", **text, count=count, most=most)]
    own, late = [len(holders) - holders[::-1].index(seat) for seat in (first, winner)]
    return [make_text("verdict.latest", **text, count=count, own=own, late=late)]


def describe_turn(race: VeloCityState) -> Data:
    """Describe what has happened in this turn so far."""
    return {
        "phase": PHASES[race.phase],
        "round": race.round,
        "active": None if race.phase == FIRST else race.active,
        "actor": race.actor if race.actor >= 0 else None,
        "group": space_piece_id(race, race.group) if race.group else None,
        "energy": ENERGIES[race.energy],
        "origin": space_id(str(race.origin)) if race.origin else None,
        "dest": space_id(str(race.dest)) if race.dest else None,
        "due": race.due,
        "goal": COURIERS_TO_WIN,
        "way": race.course.start,  # from START to the podium
    }


# ---------------------------------------------------------------- pieces


def seat_lines(race: VeloCityState) -> list[Data]:
    """Describe each seat.

    `ways` lists the distances that a seat's foremost couriers still have to ride. It lists as many couriers as a
    seat needs to win (VC-25). `to_go` is the sum of these distances.
    """
    ranking = race.ranking()
    ways = [distances_to_go(race, seat) for seat in range(race.game.seats)]
    to_go = [sum(distances) for distances in ways]
    leaders = [] if min(to_go) == max(to_go) or race.phase == DONE else [min(to_go)]
    return [
        {
            "seat": seat,
            "colour": colour,
            "cans": race.cans_of(seat),
            "home": race.podium_count(seat),
            "racing": race.course.racers - race.podium_count(seat),
            "place": ranking[seat],
            "ways": ways[seat],
            "to_go": to_go[seat],
            "leads": to_go[seat] in leaders,
            "active": race.phase not in (FIRST, DONE) and seat == race.active,
        }
        for seat, colour in enumerate(race.course.colours)
    ]


def distances_to_go(race: VeloCityState, seat: int) -> list[int]:
    """Return the distances of a seat's foremost couriers to the podium; 0 for a courier that is there.

    The list covers as many couriers as a seat needs to win.
    """
    home = min(race.podium_count(seat), COURIERS_TO_WIN)
    return [0] * home + list_couriers(race, seat)[: COURIERS_TO_WIN - home]


def space_pieces(race: VeloCityState) -> list[Data]:
    """Describe each space from START on, with each seat's couriers on it and those that have just arrived."""
    start, kinds = race.course.start, race.course.track.kinds
    return [
        {
            "id": space_id(space_name(space, start)),
            "kind": kinds[space],
            "n": space,
            "couriers": [race.crowd[space] >> 4 * seat & 15 for seat in range(race.game.seats)],
            "arrived": [race.arrived >> 4 * seat & 15 if space == race.dest else 0 for seat in range(race.game.seats)],
        }
        for space in range(start, 0, -1)
    ]


def podium_pieces(race: VeloCityState) -> list[Data]:
    holders = [*list_podium(race), *[None] * (race.course.podium - race.finished)]
    return [{"id": f"podium_{n}", "kind": "podium", "n": n, "seat": seat} for n, seat in enumerate(holders, 1)]


def courier_pieces(race: VeloCityState, seat: int) -> list[Data]:
    """Describe the couriers of a seat: those on the podium, then those on the track, foremost first."""
    start, colour = race.course.start, race.course.colours[seat]
    on = [f"podium_{n}" for n, holder in enumerate(list_podium(race), 1) if holder == seat]
    on += [space_id(space_name(space, start)) for space in list_couriers(race, seat)]
    return [
        {"id": f"courier_{colour}_{i}", "kind": "courier", "colour": colour, "seat": seat, "on": where}
        for i, where in enumerate(on, 1)
    ]


def can_pieces(race: VeloCityState) -> list[Data]:
    found: list[Data] = [
        {"id": f"cans_{colour}", "kind": "cans", "colour": colour, "seat": seat, "number_of": race.cans_of(seat)}
        for seat, colour in enumerate(race.course.colours)
    ]
    return [*found, {"id": "cans_reserve", "kind": "cans", "colour": None, "seat": None, "number_of": race.reserve}]


def die_pieces(race: VeloCityState) -> list[Data]:
    """Describe the dice in the order in which they were rolled; in a sprint, add a piece with the sum."""
    found: list[Data] = []
    for seat in seats_clockwise(race):
        if pips := race.dice >> 4 * seat & 15:
            colour = race.course.colours[seat]
            name = "own" if seat == race.active else colour
            found.append({"id": f"die_{name}", "kind": "die", "colour": colour, "seat": seat, "pips": pips})
    if pips := race.dice >> 4 * ENERGY_SLOT:
        found.append({"id": "die_energy", "kind": "die", "colour": None, "seat": None, "pips": pips})
        if race.energy == SPRINT:
            found.append({"id": "die_sum", "kind": "sum", "colour": None, "seat": None, "pips": race.pips(SUM)})
    return found


def control_pieces(race: VeloCityState) -> list[Data]:
    """Describe the buttons and number inputs that the viewer may use."""
    if race.viewer not in (TRUTH, race.actor):
        return []
    names: list[str] = []
    if race.phase == ANNOUNCE:
        names = ["solo", "bonus", "sprint"][: race.max_energy() + 1]
    elif race.phase == PURSUIT:
        return [{"id": "pursue", "kind": "number", "number": [0, race.max_pursuers(race.actor)]}]
    elif race.phase == OBSTACLE:
        names = ["pay", "back"] if race.cans_of(race.actor) else ["back"]
    return [{"id": name, "kind": "button"} for name in names]


# ---------------------------------------------------------------- previews


def preview(race: VeloCityState, move: int) -> Data:
    """Preview the certain effects of a legal move."""
    if race.phase == ANNOUNCE:
        return preview_announcement(race, move)
    if race.phase == MOVE:
        return preview_move(race, move)
    if race.phase == PURSUIT:
        count = move - PURSUE
        if not count:
            return {"couriers": 0}  # no cost and no route
        return {**describe_route(race, race.origin, race.dest), "couriers": count, **describe_cost(race, count)}
    if race.phase == OBSTACLE:
        return (
            {**describe_route(race, race.dest, race.dest), **describe_cost(race, 1)}
            if move == PAY
            else preview_retreat(race, move)
        )
    return {"from": f"cans_{race.course.colours[move - race.vocabulary.take]}", "gain": 1} if race.phase == TAKE else {}


def preview_announcement(race: VeloCityState, move: int) -> Data:
    """Preview an announcement: its cost, the dice to roll, and whether nobody can pursue the courier."""
    after = race.copy()
    after.play(move)
    rivals = [seat for seat in seats_clockwise(race)[1:] if after.unrolled_dice() >> seat & 1]
    dice = ["own", *[race.course.colours[seat] for seat in rivals]]
    dice += ["energy"] * (after.energy > 0) + ["sum"] * (after.energy == SPRINT)
    group = space_piece_id(race, after.group) if after.group else None
    found: Data = {"group": group, "dice": [f"die_{die}" for die in dice], "escapes": after.energy == SPRINT}
    return {**found, **describe_cost(race, after.energy)}


def preview_move(race: VeloCityState, move: int) -> Data:
    """Preview a courier's move: its route, who moves along, who could pursue, and the effect of the space."""
    die = race.vocabulary.die(move)
    space = move - race.vocabulary.move - die * race.course.start
    after = race.copy()
    after.play(move)
    found: Data = {"die": race.game.moves[move].picks[1], "pips": race.pips(die)}
    if after.finished > race.finished:
        wins = after.podium_count(race.active) == COURIERS_TO_WIN
        return {**found, **describe_route(race, space, 0), "place": after.finished, "wins": wins}
    dest = space - race.pips(die)
    chased = [after.max_pursuers(seat) if after.origin else 0 for seat in range(race.game.seats)]
    found |= {**describe_route(race, space, dest), "along": die - TEAM if die >= TEAM else None, "pursuers": chased}
    if race.course.track.kinds[dest] == "can" and (race.reserve or not any(chased)):
        found["gain"] = int(race.reserve > 0 or not race.richest_seats() >> race.active & 1)
    if race.course.track.kinds[dest] == "obstacle":
        found |= preview_obstacle(race, after, dest, space if any(chased) else 0)
    return found


def preview_obstacle(race: VeloCityState, after: VeloCityState, dest: int, leaving: int) -> Data:
    """Preview landing on the obstacle `dest`: whether the courier has to retreat, and to which space.

    `after` is the state after the move. `leaving` is the space that the courier has left, or 0 if nobody can pursue it.
    The space of the retreat is left out if it is uncertain: if `leaving` is an obstacle and no nearer obstacle is
    empty, pursuers may empty `leaving`, and then the retreat ends there.
    """
    target = after.retreat_target(dest)
    sure = race.course.track.kinds[leaving] != "obstacle" or target < leaving
    return {"forced": not race.cans_of(race.active), **({"back": space_piece_id(race, target)} if sure else {})}


def preview_retreat(race: VeloCityState, move: int) -> Data:
    """Preview a retreat: its route and the cans received."""
    after = race.copy()
    after.play(move)
    return {
        **describe_route(race, race.dest, race.retreat_target(race.dest)),
        "gain": count_received(after, race, race.actor),
    }


def count_received(race: VeloCityState, before: VeloCityState, seat: int) -> int:
    """Return how many cans a seat gains from `before` to `race`, including cans that it still has to take.

    The seat may still have to choose who gives these cans, but their number does not depend on the choice.
    """
    after = race.copy()
    while after.phase == TAKE:
        after.play(after.nth(0))
    return after.cans_of(seat) - before.cans_of(seat)


def describe_route(race: VeloCityState, origin: int, dest: int) -> Data:
    """Describe a courier's route and the kind of space where it ends; `dest` 0 is the podium."""
    kinds = race.course.track.kinds
    to = space_piece_id(race, dest) if dest else f"podium_{race.finished + 1}"
    return {"from": space_piece_id(race, origin), "to": to, "lands": kinds[dest] if dest else "podium"}


def space_piece_id(race: VeloCityState, space: int) -> str:
    return space_id(space_name(space, race.course.start))


def describe_cost(race: VeloCityState, cans: int) -> Data:
    """Describe how many cans the actor pays and has left."""
    return {"cost": cans, "left": race.cans_of(race.actor) - cans}


# ---------------------------------------------------------------- refusals


def refusal(race: VeloCityState, move: int) -> Text:
    """Explain why a move is not legal now."""
    words = race.vocabulary
    if race.actor < 0:
        return make_text("refuse.over" if race.actor == OVER else "refuse.chance")
    if race.phase == ANNOUNCE and (move <= SOLO_SPRINT or words.group < move <= words.move):
        return refuse_announcement(race, move)
    if race.phase == MOVE and words.move < move < words.first:
        return refuse_move(race, move)
    if race.phase == PURSUIT and PURSUE <= move < words.take:
        return refuse_pursuit(race, move - PURSUE)
    if race.phase == OBSTACLE and move == PAY:
        return make_text("refuse.pay")
    if race.phase == TAKE and words.take <= move <= words.group:
        return make_text("refuse.richest")
    return make_text(f"refuse.now.{PHASES[race.phase]}")


def picks_refusal(race: VeloCityState, picks: list[str]) -> Text:
    """Explain why the selected pieces do not form an announcement.

    Return {} if there is no such reason, or if the actor does not have to announce a run now.
    """
    if race.phase != ANNOUNCE:
        return {}
    spaces = [pick for pick in picks if pick.startswith("space_")]
    if "sprint" in picks and spaces:
        return make_text("refuse.sprint.group")
    if "sprint" in picks and "bonus" in picks:
        return make_text("refuse.energy.both")
    return make_text("refuse.solo.group") if "solo" in picks and spaces else {}


def refuse_announcement(race: VeloCityState, move: int) -> Text:
    words, course, cans = race.vocabulary, race.course, race.cans_of(race.active)
    if move == SOLO_SPRINT:
        return make_text("refuse.sprint", cans=cans, price=SPRINT)
    if move != SOLO_BONUS:
        space = move - (words.bonus if move > words.bonus else words.group)
        if not course.grouping >> space & 1:
            return make_text("refuse.group.start")
        if not race.spaces[race.active] >> space & 1:
            return make_text("refuse.group.own")
        if not race.group_spaces() >> space & 1:
            return make_text("refuse.group.rival")
    return make_text("refuse.bonus", price=BONUS)


def refuse_move(race: VeloCityState, move: int) -> Text:
    die = race.vocabulary.die(move)
    space = move - race.vocabulary.move - die * race.course.start
    if race.group:
        if space != race.group:
            return make_text("refuse.move.space")
    elif not race.spaces[race.active] >> space & 1:
        return make_text("refuse.move.courier")
    if die == TEAM + race.active:
        return make_text("refuse.die.own")
    if die >= TEAM and not race.group:
        return make_text("refuse.die.solo")
    if die == SUM and race.energy != SPRINT:
        return make_text("refuse.die.sum")
    if die != OWN and not race.pips(die):
        return make_text("refuse.die.energy" if die == ENERGY else "refuse.die.rival")
    key = "refuse.line.sum" if race.course.finish_with_sum else "refuse.line"
    return make_text(key, pips=race.pips(die), space=space_name(space, race.course.start))


def refuse_pursuit(race: VeloCityState, wanted: int) -> Text:
    standing = race.crowd[race.origin] >> 4 * race.actor & 15
    if wanted > standing:
        return make_text("refuse.pursue.couriers", standing=standing, origin=race.origin)
    return make_text("refuse.pursue.cans", cans=race.cans_of(race.actor), wanted=wanted)

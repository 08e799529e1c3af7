"""Tables, previews and refusals of Velvet as plain data; a text is the key of a sentence, with the values to fill in.

Ids of pieces are relative to one seat. That seat is the viewer; for the onlooker it is seat 0, and for the full
state it is the actor. `own3` is slot 3 of that seat's kingdom, and `their3` is slot 3 of the other kingdom. A
raider is an invader that belongs to that seat. An enemy is an animal that invades that seat's kingdom.
"""

from functools import lru_cache
from typing import Final

from velodrome.core import texts
from velodrome.core.bits import count_bits
from velodrome.core.contract import CHANCE, ONLOOKER, OVER, TRUTH, Data, Text
from velodrome.games.velvet import kingdom, legal, moves
from velodrome.games.velvet.knowledge import unseen_cards
from velodrome.games.velvet.pieces import (
    ANIMAL_COUNT,
    CAVE_IN,
    FACTS,
    KINDS,
    KINGDOM_SIZE,
    PIT,
    PRINTED,
    STATS,
    THREADS,
    UNKNOWN,
)
from velodrome.games.velvet.position import ACTIONS, DRAW_NAMES, PHASES, card_names, list_kinds, write_pending
from velodrome.games.velvet.rules import VelvetState
from velodrome.games.velvet.threats import deduce_kind, find_alarm, find_escape, find_hunter, find_rescue

# Good set-ups to start from (`formation.` in texts.en.toml), similar to those of bot/setups.py. A rhino is in the slot
# from which a fast invader would jump on the Threads. Reinforcements are in front of the Threads; Pit and Cave-in are
# not.
FORMATIONS: Final = {
    "guarded": "fox dinosaur dragon rhino octopus snake dinosaur dragon horse rhino octopus reinforcements threads pit "
    "rabbit bear cave-in",
    "wall": "dinosaur dragon rhino octopus rhino octopus dinosaur dragon snake fox horse rabbit bear reinforcements "
    "threads pit cave-in",
    "early": "dragon fox rhino octopus reinforcements threads dinosaur dragon snake rhino octopus dinosaur horse "
    "rabbit bear pit cave-in",
    "milestones": "dragon dinosaur snake rhino octopus dragon fox dinosaur horse cave-in rabbit pit rhino octopus "
    "reinforcements threads bear",
}

SETS: Final = {"invaders": kingdom.INVADING, "discard": kingdom.GONE, "hand": kingdom.HAND}
# The parts of a table are cached, because most of them do not change from one move to the next.
MAX_CACHED_PARTS = 8192  # in each cache


def table(state: VelvetState) -> Data:
    """Describe the table as the viewer sees it: kingdoms, invaders, discards and controls."""
    zones = [kingdom_zone(state, seat) for seat in range(2)]
    zones += [set_zone(state, seat, "invaders") for seat in range(2)]
    zones += [set_zone(state, seat, "discard") for seat in range(2)]
    if state.phase <= legal.ARRANGE:
        zones += [set_zone(state, seat, "hand") for seat in range(2)]
    zones.append(make_zone("controls", "controls", None, list_controls(state)))
    data: Data = {"prompt": prompt(state), "seats": [seat_line(state, seat) for seat in range(2)], "zones": zones}
    if state.phase <= legal.ARRANGE:
        data["formations"] = [{"id": name, "order": order.split()} for name, order in FORMATIONS.items()]
    if state.action not in (legal.NOTHING, legal.FIZZLED):
        data["pending"] = write_pending(state)
    if alarm := find_alarm(state):
        data["alarm"] = alarm
    return data


def viewing_seat(state: VelvetState) -> int:
    """Return the seat from whose side the viewer sees the table."""
    if state.viewer == ONLOOKER:
        return 0
    return state.viewer if state.viewer != TRUTH else max(0, state.actor)


def prompt(state: VelvetState) -> Text:
    """Return the prompt: the question to the actor, or what the viewer is waiting for."""
    if state.actor == OVER:
        if state.winner < 0:
            return {"key": f"prompt.draw.{DRAW_NAMES[state.ending]}"}
        return {"key": "prompt.won", "winner": state.winner}
    if state.actor == CHANCE:
        return {"key": "prompt.first"}
    if threat := describe_threat(state):
        return threat
    who = "" if state.viewer == state.actor else "other."
    name = PHASES[state.phase]
    if state.phase == legal.REACT:
        name = f"react.{ACTIONS[state.action]}"
    elif state.phase == legal.ACTION and not who and state.nth(0) == moves.PASS:
        name = "action.none"  # PASS comes after all other actions
    elif state.phase == legal.ACTION and state.blocked >> state.actor & 1:
        name = "action.blocked"
    elif state.phase == legal.ACTION and not who and not has_invader(state):
        name = "action.invade"
    elif state.phase == legal.DROPPING and not who and state.waiting_twin() >= 0:
        name = "drop.twins"
    text: Text = {"key": f"prompt.{who}{name}", "seat": state.actor}
    if state.phase == legal.ARRANGE:
        text["slot"] = state.sides[state.actor * kingdom.SIDE_SIZE + kingdom.COUNT]
    if state.target >= 0:
        text["slot"] = state.target
    if state.phase == legal.HIDING:
        text["left"] = state.number
    return text


def describe_threat(state: VelvetState) -> Text:
    """Return the prompt for a decisive moment (see `find_alarm`); {} if there is none."""
    alarm = find_alarm(state)
    if not alarm or (state.phase == legal.DROPPING and state.viewer == state.actor):
        return {}
    text: Text = {name: value for name, value in alarm.items() if name != "step"}
    if alarm["step"] == "reach":
        return {"key": "prompt.action.win", **text}
    if alarm["step"] == "danger":
        if state.phase != legal.SHIFTING:
            return {"key": "prompt.action.danger", **text}
        saves = any(find_escape(state, move) for move in state.legal())
        return {"key": "prompt.shift.danger", **text} if saves else {}
    if state.viewer != state.actor:
        return {"key": "prompt.other.threat" if state.viewer == state.active else "prompt.watch.threat", **text}
    if state.phase in (legal.SHIFTING, legal.FATE):
        return {"key": f"prompt.{PHASES[state.phase]}.threat", **text}
    saves = any(find_rescue(state, move) is not None for move in state.legal())
    return {"key": "prompt.threat" if saves else "prompt.threat.lost", **text}


def seat_line(state: VelvetState, seat: int) -> Data:
    """Describe a seat with what everyone knows about it."""
    at = seat * kingdom.SIDE_SIZE
    return {
        "cards": state.sides[at + kingdom.COUNT],
        "invaders": count_bits(state.sides[at + kingdom.INVADING]),
        "discards": count_bits(state.sides[at + kingdom.GONE]),
        "active": state.phase > legal.ARRANGE and state.active == seat,
        "blocked": bool(state.blocked >> seat & 1),
        "won": state.winner == seat,
    }


def make_zone(name: str, kind: str, owner: int | None, pieces: list[Data]) -> Data:
    return {"id": name, "kind": kind, "owner": owner, "size": len(pieces), "pieces": pieces}


def kingdom_zone(state: VelvetState, seat: int) -> Data:
    """Describe a kingdom from the front, with what is publicly known about its hidden cards."""
    at = seat * kingdom.SIDE_SIZE
    whose = "own" if seat == viewing_seat(state) else "their"
    up, known = kingdom.face_up_slots(state.sides, at), kingdom.known_slots(state.sides, at)
    lost = unseen_cards(state.sides, at) if state.phase > legal.ARRANGE else 0
    target = find_met_slot(state) if seat != state.active else -1
    cards: list[Data] = []
    for slot in range(state.sides[at + kingdom.COUNT]):
        kind = kingdom.kind_at(state.sides, at, slot)
        boost = kingdom.count_boost(state.sides, at, slot, state.settings.circular)
        open_to = possible_cards(kind, kingdom.fact_at(state.sides, at, slot), lost)
        card = make_home_card(
            whose, slot, kind, up >> slot & 1 != 0, known >> slot & 1 != 0, open_to, boost, slot == target
        )
        cards.append(card)
    found = make_zone(f"kingdom{seat}", "kingdom", seat, cards)
    found["unseen"] = card_names(lost)  # cards that the viewer cannot locate
    return found


@lru_cache(MAX_CACHED_PARTS)
def make_home_card(
    whose: str, slot: int, kind: int, up: bool, known: bool, could: int, boost: int, target: bool
) -> Data:
    piece: Data = {
        "id": f"{whose}{slot}",
        "slot": slot,
        "kind": None if kind == UNKNOWN else KINDS[kind],
        "up": up,
        "known": known,  # to both seats
        "could": list_kinds(could),
        "boost": boost,
        "target": target,
    }
    return piece | printed_stats(kind)


def find_met_slot(state: VelvetState) -> int:
    """Return the slot of the card that is being scouted, is being met, or will be met next; -1 if there is none."""
    phase = state.resume_phase if state.phase in (legal.SHIFTING, legal.DROPPING) else state.phase
    about = state.action == legal.MOVING and phase in (legal.REACT, legal.SHOWING)
    return 0 if about and state.target < 0 else state.target


def possible_cards(kind: int, fact: int, lost: int) -> int:
    """Return the set of cards that a hidden card may be, given the public fact about it; 0 if there is none.

    `kind` is UNKNOWN if the viewer does not know the card, and `fact` is an index in `pieces.FACTS`. `lost` is the set
    of cards whose place the viewer does not know; an unknown card must be one of them (VV-39).
    """
    if not fact:
        return 0
    return FACTS[fact] & lost if kind == UNKNOWN else FACTS[fact]


def printed_stats(kind: int) -> Data:
    """Return the numbers printed on a card; {} if it has none."""
    if kind == UNKNOWN or not any(PRINTED[kind]):
        return {}
    return dict(zip(STATS, PRINTED[kind], strict=True))


def set_zone(state: VelvetState, seat: int, kind: str) -> Data:
    """Describe the invaders, the discard or the hand of a seat as a zone; `kind` is a key of SETS."""
    at = seat * kingdom.SIDE_SIZE
    acting = UNKNOWN
    if kind == "invaders" and seat == state.active and state.action not in (legal.NOTHING, legal.FIZZLED):
        acting = state.invader
    twin = state.waiting_twin() if acting != UNKNOWN and state.phase == legal.DROPPING else -1
    size = KINGDOM_SIZE - state.sides[at + kingdom.COUNT] if kind == "hand" else -1
    return cards_zone(kind, seat, seat == viewing_seat(state), state.sides[at + SETS[kind]], size, acting, twin)


@lru_cache(MAX_CACHED_PARTS)
def cards_zone(kind: str, seat: int, own: bool, packed: int, size: int, acting: int, twin: int) -> Data:
    """Describe a set of cards as a zone: one piece for each kind, with its count. A hidden hand has only a size.

    `packed` is the set. `own` is true if the viewer sees the table from this seat's side. `size` is the number of
    cards if the set does not show it, else -1. `acting` is the kind of the invader that is acting, or UNKNOWN. If one
    invader of a kind acts while another one waits, `twin` is their kind, and each of the two is a piece of its own
    (VV-29); otherwise `twin` is -1.
    """
    cards = card_names(packed)
    prefix = {
        "invaders": "raider-" if own else "enemy-",
        "discard": f"gone{seat}-",
        "hand": "hand-" if own else f"hand{seat}-",
    }[kind]
    pieces: list[Data] = []
    for name in dict.fromkeys(cards):
        piece: Data = {"id": prefix + name, "kind": name, "count": cards.count(name)}
        if kind == "invaders":
            piece["acting"] = acting != UNKNOWN and KINDS[acting] == name
        pieces.append(piece | printed_stats(KINDS.index(name)))
        if twin >= 0 and KINDS[twin] == name:
            pieces[-1]["count"] = 1
            pieces.append(pieces[-1] | {"id": f"{prefix}{name}-waiting", "acting": False})
    return make_zone(f"{kind}{seat}", kind, seat, pieces) | {"size": len(cards) if size < 0 else size}


def list_controls(state: VelvetState) -> list[Data]:
    """List the actor's buttons and number inputs."""
    if state.actor < 0 or state.viewer not in (TRUTH, state.actor):
        return []
    wanted = {pick for move in state.legal() for pick in state.game.moves[move].picks}
    buttons = ("invade", *STATS, "spend", "reveal", "pass", "ok", "keep", "cancel", "answer", "show")
    found: list[Data] = [{"id": name, "kind": "button"} for name in buttons if name in wanted]
    size = state.sides[state.actor * kingdom.SIDE_SIZE + kingdom.COUNT]
    if "return:0" in wanted:
        found.append({"id": "return", "kind": "number", "number": [0, size]})
    if state.phase == legal.SHIFTING:
        found.append({"id": "by", "kind": "number", "number": [moves.SHIFTS[0], moves.SHIFTS[-1]]})
    return found


# ---------------------------------------------------------------- the end


def secrets(state: VelvetState) -> Data:
    """Return what the table shows of both kingdoms after the end of the game.

    For each kingdom, these are its cards, the slot of the Threads, and the fastest animal that invades this kingdom.
    """
    return {"reveal": [reveal_kingdom(state, seat) for seat in range(2)]}


def reveal_kingdom(state: VelvetState, seat: int) -> Data:
    at = seat * kingdom.SIDE_SIZE
    kinds = [deduce_kind(state, at, slot) for slot in range(state.sides[at + kingdom.COUNT])]
    raiders = card_names(state.sides[(1 - seat) * kingdom.SIDE_SIZE + kingdom.INVADING])
    return {
        "cards": [{"kind": None if kind == UNKNOWN else KINDS[kind], **printed_stats(kind)} for kind in kinds],
        "threads": kinds.index(THREADS) if THREADS in kinds else None,
        "raider": max(raiders, key=lambda name: PRINTED[KINDS.index(name)][2], default=None),
    }


# ---------------------------------------------------------------- previews


def preview(state: VelvetState, move: int) -> Data:
    """Preview a move as far as the actor knows.

    The preview shows the card that the invader meets and the result of the encounter, or the possible answers to a
    Scout. If the move can save the actor's Threads, the preview also says so.
    """
    seen = state.seen_by(state.actor) if state.viewer == TRUTH else state
    found = preview_result(seen, move)
    if seen.actor == seen.active:
        return found | preview_escape(seen, move)
    if not find_alarm(seen):
        return found
    rescue = find_rescue(seen, move)
    return found if rescue is None else {**found, "saves": rescue}


def preview_escape(seen: VelvetState, move: int) -> Data:
    """Return the result of `find_escape` if the alarm is "danger", else {}."""
    if seen.phase <= legal.ARRANGE or find_hunter(seen, seen.actor) == UNKNOWN:
        return {}  # the quick answer in most positions
    return find_escape(seen, move) if find_alarm(seen).get("step") == "danger" else {}


def preview_result(seen: VelvetState, move: int) -> Data:
    """Preview the effect of a move; return {} if there is nothing to preview.

    For a Scout, list the possible answers; for an answer, return what it says. For a Move or a reaction to it, describe
    the card that the invader meets and the result of the encounter.
    """
    if moves.SCOUT <= move < moves.MOVE:
        return {"answers": possible_answers(seen, move)}
    if moves.ANSWER <= move < moves.FIRST:
        return {"says": seen.game.moves[move].text.split()[1]}
    changes_meeting = moves.MOVE <= move < moves.PASS or moves.OK <= move < moves.DROP
    if not changes_meeting or move == moves.CANCEL:
        return {}
    after = seen.copy()
    after.play(move)
    if after.phase == legal.BEFORE:
        after.play(moves.OK)
    if move == moves.OK and seen.phase != legal.BEFORE:
        return describe_meeting(seen)
    return describe_meeting(after)


def possible_answers(state: VelvetState, move: int) -> list[int | str]:
    """List the possible answers to a Scout; if the viewer knows the card, there is only one."""
    step, stat = divmod(move - moves.SCOUT, len(STATS))
    slot = step - moves.STEP_AT[moves.STEP_KIND[step]]
    at = (1 - state.active) * kingdom.SIDE_SIZE
    kind = kingdom.kind_at(state.sides, at, slot)
    fitting = unseen_cards(state.sides, at) & FACTS[kingdom.fact_at(state.sides, at, slot)]
    kinds = [KINDS[kind]] if kind != UNKNOWN else list_kinds(fitting)
    more = kingdom.count_boost(state.sides, at, slot, state.settings.circular) if state.settings.effective else 0
    numbers = {PRINTED[KINDS.index(name)][stat] for name in kinds}
    answers: list[int | str] = [number + more for number in sorted(numbers) if number]
    return [*answers, "event"] if 0 in numbers else answers


def describe_meeting(state: VelvetState) -> Data:
    """Describe the card that the moving invader meets now or next; {} if no invader is moving.

    If the viewer knows the card, the description has its kind and the result of the encounter; otherwise it has the
    kinds that the card may be.
    """
    if state.action != legal.MOVING or state.phase not in (legal.REACT, legal.SHOWING, legal.ENCOUNTER):
        return {}
    at = (1 - state.active) * kingdom.SIDE_SIZE
    slot = state.target if state.phase == legal.ENCOUNTER else 0
    kind = deduce_kind(state, at, slot)
    if kind == UNKNOWN:
        return {"could": list_kinds(unseen_cards(state.sides, at) & FACTS[kingdom.fact_at(state.sides, at, slot)])}
    return {"meets": KINDS[kind], "slot": slot, "ends": list_meeting_ends(state, slot, kind)}


def list_meeting_ends(state: VelvetState, slot: int, kind: int) -> list[str]:
    """List the results of an encounter if nobody reacts, as text keys without the prefix `view.ends.`.

    `slot` is the slot of the card that the invader meets, and `kind` is the kind of this card.
    """
    trial = state.copy()
    while trial.phase in (legal.REACT, legal.SHOWING, legal.ENCOUNTER):
        trial.play(moves.SHOW + kind if trial.phase == legal.SHOWING else moves.OK)
    raid, home = state.active * kingdom.SIDE_SIZE, (1 - state.active) * kingdom.SIDE_SIZE
    lost = trial.sides[home + kingdom.GONE] != state.sides[home + kingdom.GONE]
    up = count_bits(kingdom.face_up_slots(state.sides, home) | 1 << slot) - lost  # cards face up if none gets hidden
    found = {
        "threads": trial.winner >= 0,
        "event": trial.phase == legal.FATE,
        "invader": trial.sides[raid + kingdom.GONE] != state.sides[raid + kingdom.GONE],
        "card": lost,
        "blocked": bool(trial.blocked >> state.active & 1 or trial.turn & legal.LOCKED),
        "hidden": trial.phase == legal.HIDING or count_bits(kingdom.face_up_slots(trial.sides, home)) < up,
    }
    return [name for name, true in found.items() if true] or ["nothing"]


# ---------------------------------------------------------------- refusals


def refusal(state: VelvetState, move: int) -> Text:
    """Explain why the actor may not play a move now."""
    return make_text(state, find_reason(state, move))


def make_text(state: VelvetState, reason: str) -> Text:
    key = f"refuse.{reason}"
    return {"key": key, "rule": texts.rule_numbers("velvet")[key], "seat": state.actor}


def find_reason(state: VelvetState, move: int) -> str:
    """Return why a move is illegal, as a text key without the prefix `refuse.`."""
    wrong = refuse_phase(state, move)
    if wrong:
        return wrong
    if move < moves.INVADE:
        return "placed"
    if move < moves.OK:
        return refuse_action(state, move)
    if moves.SPEND <= move < moves.SHIFT:
        return refuse_free_play(state, move)
    if move < moves.DROP:
        return "shift"
    if move < moves.HIDE:
        return "drop"
    return "hide" if move < moves.ANSWER else "truth"


def refuse_phase(state: VelvetState, move: int) -> str:
    """Return why this kind of move does not belong to the phase, as a text key without the prefix `refuse.`.

    Return "" if it does belong to the phase.
    """
    phase = state.phase
    if phase == legal.ARRANGE:
        return "" if move < moves.INVADE else "now.arrange"
    if phase == legal.ACTION and move < moves.OK:
        return "now.arranged" if move < moves.INVADE else ""
    if moves.SPEND <= move < moves.SHIFT and legal.ACTION <= phase <= legal.AFTER:
        return "" if state.may_play_free() else "own_turn"
    asked = {
        legal.ACTION: ("now.action", 0, 0),
        legal.FATE: ("now.fate", 0, 0),
        legal.SHIFTING: ("now.shifting", moves.SHIFT, moves.DROP),
        legal.DROPPING: ("now.dropping", moves.DROP, moves.HIDE),
        legal.HIDING: ("now.hiding", moves.HIDE, moves.ANSWER),
        legal.ANSWERING: ("now.answering", moves.ANSWER, moves.SHOW),
        legal.SHOWING: ("now.showing", moves.SHOW, moves.FIRST),
    }
    name, low, high = asked.get(phase, ("now.window", 0, 0))
    return "" if low <= move < high else name


def refuse_action(state: VelvetState, move: int) -> str:
    at = state.actor * kingdom.SIDE_SIZE
    size = state.sides[at + kingdom.COUNT]
    if move < moves.RETURN:
        slot, kind = divmod(move - moves.INVADE, ANIMAL_COUNT)
        here = kingdom.kind_at(state.sides, at, slot) if slot < size else UNKNOWN
        if CAVE_IN <= here < UNKNOWN:
            return "there.animal"
        return "face_up" if here == kind else "there.card"
    if move == moves.PASS:
        return "pass"
    if move < moves.SCOUT:
        kind, _ = divmod(move - moves.RETURN, KINGDOM_SIZE)
        return "gap" if is_invading(state, kind) else "not_invading"
    if state.blocked >> state.actor & 1:
        return "blocked"
    step = (move - moves.SCOUT) // 3 if move < moves.MOVE else move - moves.MOVE
    if not is_invading(state, moves.STEP_KIND[step]):
        return "not_invading" if has_invader(state) else "no_invader"
    return "scout_reach" if move < moves.MOVE else "cycle"


def has_invader(state: VelvetState) -> bool:
    return state.sides[state.actor * kingdom.SIDE_SIZE + kingdom.INVADING] != 0


def is_invading(state: VelvetState, kind: int) -> bool:
    return KINDS[kind] in card_names(state.sides[state.actor * kingdom.SIDE_SIZE + kingdom.INVADING])


def refuse_free_play(state: VelvetState, move: int) -> str:
    at = state.actor * kingdom.SIDE_SIZE
    size = state.sides[at + kingdom.COUNT]
    if move >= moves.REVEAL:
        slot = move - moves.REVEAL
        here = slot < size and kingdom.kind_at(state.sides, at, slot)
        return "octopus_up" if here == KINDS.index("octopus") else "there.card"
    slot, event = divmod(move - moves.SPEND, 3)
    if slot >= size or kingdom.kind_at(state.sides, at, slot) != CAVE_IN + event:
        return "there.card"
    if state.phase == legal.FATE and slot == state.target:
        return "met_event"
    return {CAVE_IN: "no_shift", PIT: "no_prey"}.get(CAVE_IN + event, "no_denim")


def picks_refusal(state: VelvetState, picks: list[str]) -> Text:
    """Explain why the picked invader cannot reach the picked card; return {} for any other kind of selection."""
    raiders = [kind for kind in range(ANIMAL_COUNT) if f"raider-{KINDS[kind]}" in picks]
    if state.phase != legal.ACTION or len(raiders) != 1 or not [pick for pick in picks if pick.startswith("their")]:
        return {}
    return make_text(state, refuse_distance(state, raiders[0], any([pick in STATS for pick in picks])))


def refuse_distance(state: VelvetState, kind: int, scouts: bool) -> str:
    """Return why an animal cannot reach a card, as a text key without the prefix `refuse.`.

    The reason is that the animal is not an invader, that its seat is blocked, or that the card is too far away.
    `scouts` is true if the animal was to scout the card, and false if it was to move to the card.
    """
    if not is_invading(state, kind):
        return "not_invading"
    if state.blocked >> state.actor & 1:
        return "blocked"
    return "scout_reach" if scouts else "move_reach"

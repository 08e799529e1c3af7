"""Velonimo as plain data for a screen: the table, previews of moves, and refusals of illegal moves.

A text is the key of a sentence in texts.en.toml and its translations, with the values to fill in.
"""

from typing import TYPE_CHECKING, Final

from velodrome.core.bits import count_bits
from velodrome.core.contract import CHANCE, OVER, Data, Text
from velodrome.core.texts import rule_numbers
from velodrome.games.velonimo.game import ALL_OR_NONE, FORCED, NOBODY, UP_TO, explain_no_play
from velodrome.games.velonimo.hands import NO_CARD
from velodrome.games.velonimo.moves import FACE, GIVE, JERSEY, NEXT, NONE, PASS, STEAL, VALUE_SHIFT
from velodrome.games.velonimo.phases import (
    ATTACK,
    CHOOSING,
    DEALING,
    DRAWING,
    GIVING,
    REVEALING,
    REWARDING,
    STARTING,
    STEALING,
    TAKING,
)
from velodrome.games.velonimo.pieces import ALL_CARDS, CAMELS, CARDS, JERSEY_BONUS, PIECES, list_cards

if TYPE_CHECKING:
    from velodrome.games.velonimo.rules import VelonimoState

WAITING_KEYS = {  # by phase: end of the key of the prompt while chance acts
    STARTING: "wait.first",
    DEALING: "wait.deal",
    DRAWING: "wait.draw",
    TAKING: "wait.take",
    REVEALING: "wait.reveal",
}
STEAL_PROMPTS = {UP_TO: "steal", ALL_OR_NONE: "steal_all_or_none", FORCED: "steal_forced"}  # by steal rule
STEAL_PREVIEWS = {UP_TO: "steals", ALL_OR_NONE: "steals_all_or_none", FORCED: "steals_forced"}  # by steal rule
PROMPT_KEYS = {  # by phase: end of the key of the question to the actor
    GIVING: "give",
    CHOOSING: "next",
    REWARDING: "reward",
}


# Caches for parts of a table, because most parts do not change from one move to the next. The key of a cached part is
# everything that the part shows, packed into one number.
MAX_CACHED_PARTS = 10_000  # in each cache
HAND_IDS: Final = [f"hand{seat}" for seat in range(5)]
SEAT_LINE_CACHE: Final[dict[int, Data]] = {}
HAND_CACHE: Final[dict[int, Data]] = {}
CENTRE_CACHE: Final[dict[int, Data]] = {}
JERSEY_CACHE: Final[dict[int, Data]] = {}
DISCARD_CACHE: Final[dict[int, Data]] = {}
REVEALED_CACHE: Final[dict[int, Data]] = {}
PREVIEW_CACHE: Final[dict[int, Data]] = {}
PROMPT_CACHE: Final[dict[str, dict[int, Data]]] = {}  # by prompt kind, then by packed number


def table(race: "VelonimoState") -> Data:
    """Describe the table as the viewer sees it: seats, hands, the play to beat, jersey, piles and controls."""
    return {
        "prompt": prompt(race),
        "seats": seat_lines(race),
        "zones": [
            SEAT_ZONES[race.n],
            *[hand_zone(seat, race.hand_size(seat), race.hands[seat]) for seat in range(race.n)],
            centre_zone(race.top, race.ahead, race.beat, race.actor if is_leading(race) else NOBODY),
            jersey_zone(race.jersey, race.bonus, race.n),
            *pile_zones(race),
            controls_zone(race),
        ],
        "round": race.stage,
        "points": list(race.rules.points),
        "prize": points_for_finishing(race),
        "final": is_final_round(race),
    }


def is_final_round(race: "VelonimoState") -> bool:
    """Return whether the game can end with this round: it is the last (VN-43), or it can decide a duel (VN-54)."""
    if race.actor == OVER:
        return False
    if race.stage == len(race.rules.points):
        return True
    prize = race.rules.points[race.stage - 1]
    return race.n == 2 and any([race.total_points(seat) + prize >= race.rules.target for seat in range(2)])


def points_for_finishing(race: "VelonimoState") -> int:
    """Return the points that a seat scores for emptying its hand now (VN-40); 0 while nobody is racing."""
    return max(0, count_bits(race.racing) - 1) * race.rules.points[race.stage - 1]


def prompt(race: "VelonimoState") -> Text:
    """Return the prompt: the question to the actor, or what the viewer is waiting for."""
    actor = race.actor
    if actor == OVER:
        return {"key": "prompt.over", "winner": race.ranking().index(1)}
    if actor == CHANCE:
        return {"key": f"prompt.{WAITING_KEYS[race.phase]}", "seat": race.ahead}
    kind = PROMPT_KEYS.get(race.phase) or ("lead" if is_leading(race) else "beat")
    if race.phase == STEALING:
        kind = STEAL_PROMPTS[race.rules.steal_rule]
        if race.rules.steal_rule != UP_TO and any([0 < race.max_steal(seat) < race.to_take for seat in range(race.n)]):
            kind += ".less"
    who = "" if race.viewer == actor else "other."
    if kind == "beat" and not who and race.legal() == [PASS]:
        kind = "beat.none"
    if kind == "give" and race.victim == race.viewer:
        kind = "give.victim"
    text = make_prompt(f"{who}{kind}", actor, race.beat, race.ahead)
    if race.phase == STEALING:
        return text | {"leaders": race.to_take}
    if race.phase == GIVING:
        return text | {"due": race.to_give, "victim": race.victim}
    return text


def make_prompt(kind: str, actor: int, beat: int, ahead: int) -> Text:
    """Return the prompt with the key `prompt.` + `kind`; create and cache it on first use.

    `beat` is the value to beat, and `ahead` is the seat that played it.
    """
    known = PROMPT_CACHE.get(kind)
    if known is None:
        known = PROMPT_CACHE[kind] = {}
    key = beat << 8 | ahead + 1 << 4 | actor
    text = known.get(key)
    if text is None:
        text = cache_part(known, key, {"key": f"prompt.{kind}", "seat": actor, "beat": beat, "ahead": ahead})
    return text


def is_leading(race: "VelonimoState") -> bool:
    """Return whether the actor leads an attack, so that there is nothing to beat."""
    return race.actor >= 0 and race.phase == ATTACK and not race.beat


def seat_lines(race: "VelonimoState") -> list[Data]:
    """Describe what everybody knows about each seat.

    For each seat, this is the number of cards, the points, the place in which it finished this round, whether it has
    passed, and whether it has the jersey.
    """
    passed = list_passed(race)
    ahead = race.ahead if race.top else NOBODY
    return [
        seat_line(
            race.hand_size(seat),
            race.total_points(seat),
            race.last_round_points(seat),
            race.racing >> seat & 1 != 0,
            finishing_place(race, seat),
            seat in passed,
            ahead == seat,
            race.jersey == seat,
        )
        for seat in range(race.n)
    ]


def seat_line(
    cards: int, total: int, gained: int, racing: bool, place: int, passed: bool, ahead: bool, jersey: bool
) -> Data:
    key = total << 36 | gained << 16 | cards << 8 | place << 4 | racing << 3 | passed << 2 | ahead << 1 | jersey
    return SEAT_LINE_CACHE.get(key) or cache_part(
        SEAT_LINE_CACHE,
        key,
        {
            "cards": cards,
            "total": total,
            "gained": gained,
            "racing": racing,
            "place": place,
            "passed": passed,
            "ahead": ahead,
            "jersey": jersey,
        },
    )


def finishing_place(race: "VelonimoState", seat: int) -> int:
    """Return the place in which a seat finished this round; 0 if it has not finished."""
    if race.phase in (STARTING, DEALING) or race.racing >> seat & 1:
        return 0
    return max(
        0, int(race.n - race.last_round_points(seat) // race.rules.points[race.stage - 1])
    )  # a position that was set up may hold any points


def list_passed(race: "VelonimoState") -> list[int]:
    """List the seats that have passed since the play to beat was made."""
    if race.phase != ATTACK or not race.top or race.actor < 0:
        return []
    steps = (race.actor - race.ahead) % race.n
    seats = [(race.ahead + step) % race.n for step in range(1, steps)]
    return [seat for seat in seats if race.racing >> seat & 1]


def make_zone(name: str, kind: str, owner: int | None, size: int, pieces: list[Data]) -> Data:
    return {"id": name, "kind": kind, "owner": owner, "size": size, "pieces": pieces}


# shared by all tables: do not modify
SEAT_ZONES: Final = [
    make_zone("seats", "seats", None, n, [{"id": f"seat{s}", "seat": s} for s in range(n)]) for n in range(6)
]
PILE_ZONES: Final = [make_zone("pile", "pile", None, size, []) for size in range(len(CARDS) + 1)]
ASIDE_ZONES: Final = [make_zone("aside", "pile", None, size, []) for size in range(len(CARDS) + 1)]
NO_JERSEY: Final = make_zone("jersey", "jersey", None, 0, [])
NO_CONTROLS: Final = make_zone("controls", "controls", None, 0, [])
MAY_PASS: Final = make_zone("controls", "controls", None, 1, [{"id": "pass", "kind": "button"}])


def card_pieces(mask: int) -> list[Data]:
    """Return the cards in a bit mask as face-up pieces."""
    return [PIECES[number] for number in list_cards(mask)]


def cache_part(parts: dict[int, Data], key: int, new: Data) -> Data:
    """Store `new` under `key` in the cache `parts`, and return it; clear the cache first if it is full."""
    if len(parts) >= MAX_CACHED_PARTS:
        parts.clear()
    parts[key] = new
    return new


def hand_zone(seat: int, size: int, mask: int) -> Data:
    """Describe a hand: its `size`, and the cards in it that the viewer knows (`mask`)."""
    key = mask << 10 | size << 4 | seat
    return HAND_CACHE.get(key) or cache_part(
        HAND_CACHE, key, make_zone(HAND_IDS[seat], "hand", seat, size, card_pieces(mask))
    )


def centre_zone(top: int, ahead: int, beat: int, leads: int) -> Data:
    """Describe the centre of the table: the play to beat, or else the seat that leads.

    `top` is the play to beat, `beat` its value, and `ahead` the seat that played it. `leads` is the seat that leads, or
    NOBODY.
    """
    key = top << 20 | beat << 8 | ahead + 1 << 4 | leads + 1
    return CENTRE_CACHE.get(key) or cache_part(CENTRE_CACHE, key, make_centre(top, ahead, beat, leads))


def make_centre(top: int, ahead: int, beat: int, leads: int) -> Data:
    pieces = card_pieces(FACE[top] & ALL_CARDS) if top else []
    found = make_zone("centre", "play", ahead if top else None, len(pieces), pieces)
    found["value"] = beat
    found["raised"] = top >= JERSEY
    found["leads"] = None if leads == NOBODY else leads
    return found


def jersey_zone(owner: int, bonus: int, seats: int) -> Data:
    """Describe the jersey: its owner, and whether it has been used this round or may still be used.

    `bonus` is the seat that may still use it, or NOBODY. `seats` is the number of seats in the game.
    """
    if owner == NOBODY:
        return NO_JERSEY
    key = seats << 8 | owner << 4 | bonus + 1
    return JERSEY_CACHE.get(key) or cache_part(JERSEY_CACHE, key, make_jersey(owner, bonus, seats))


def make_jersey(owner: int, bonus: int, seats: int) -> Data:
    usable = seats > 2  # VN-55
    used = usable and bonus == NOBODY
    piece: Data = {"id": "jersey", "kind": "jersey", "used": used, "usable": usable and not used, "worth": JERSEY_BONUS}
    return make_zone("jersey", "jersey", owner, 1, [piece])


def pile_zones(race: "VelonimoState") -> list[Data]:
    """Describe the piles.

    They are the discard and the cards set aside or, in a duel, the discard, the draw pile and the revealed card.
    """
    under = discard_zone(race.discard & ~(FACE[race.top] & ALL_CARDS))
    if race.n > 2:
        aside = max(0, len(CARDS) - count_bits(race.discard) - sum([race.hand_size(seat) for seat in range(race.n)]))
        return [under, ASIDE_ZONES[aside]]
    return [under, PILE_ZONES[race.pile], revealed_zone(race.revealed, race.phase == REWARDING)]


def discard_zone(mask: int) -> Data:
    """Describe the discard: all cards played this round except the play to beat."""
    return DISCARD_CACHE.get(mask) or cache_part(
        DISCARD_CACHE, mask, make_zone("discard", "pile", None, count_bits(mask), card_pieces(mask))
    )


def revealed_zone(number: int, awarded: bool) -> Data:
    """Describe the revealed card (`number`, or NO_CARD if there is none).

    `awarded` is true while the winner of an attack decides who gets it (VN-53).
    """
    key = number + 1 << 1 | awarded
    return REVEALED_CACHE.get(key) or cache_part(REVEALED_CACHE, key, make_revealed(number, awarded))


def make_revealed(number: int, awarded: bool) -> Data:
    shown: list[Data] = [] if number == NO_CARD else [PIECES[number]]
    found = make_zone("revealed", "card", None, len(shown), shown)
    found["awarded"] = awarded
    return found


def controls_zone(race: "VelonimoState") -> Data:
    """Describe the buttons and number inputs that the viewer may use; there are none if another seat acts."""
    if race.actor < 0 or race.viewer != race.actor:
        return NO_CONTROLS
    if race.phase == ATTACK:
        return MAY_PASS if race.beat else NO_CONTROLS
    found = list_buttons(race)
    return make_zone("controls", "controls", None, len(found), found) if found else NO_CONTROLS


def list_buttons(race: "VelonimoState") -> list[Data]:
    if race.phase == STEALING:
        most = max(race.max_steal(seat) for seat in range(race.n))
        number: Data = {"id": "steal", "kind": "number", "number": [1, most]}
        return [number] if race.rules.steal_rule == FORCED else [{"id": "none", "kind": "button"}, number]
    return []


# ---------------------------------------------------------------- previews


def preview(race: "VelonimoState", move: int) -> Data:
    """Preview a move in an attack: the value and effects of a play, or who leads after a pass that ends the attack."""
    if race.phase != ATTACK:
        return {}
    if move == PASS:
        if not race.ends_attack():
            return {}
        return {"leads" if race.racing >> race.ahead & 1 else "chooses": race.ahead}  # VN-19
    cards = FACE[move] & ALL_CARDS
    drawn = min(race.pile, count_bits(cards & CAMELS))  # VN-51; only a duel has a pile
    left = race.hand_size(race.actor) - count_bits(cards) + drawn
    steals = race.largest_steal(cards) if left else 0  # VN-27: no steal with the last card
    points = -1 if left else points_for_finishing(race)
    return cached_preview(FACE[move] >> VALUE_SHIFT, drawn, points, steals, race.rules.steal_rule)


def cached_preview(value: int, drawn: int, points: int, steals: int, steal: int) -> Data:
    """Return the preview of a play that is worth `value`; create and cache the preview on first use.

    `drawn` and `steals` are the numbers of cards that the play lets the seat draw and steal. `points` is what the
    seat scores for finishing with the play, or -1 if the seat still has cards afterwards. `steal` is the variant of
    the rule for steals.
    """
    key = value << 40 | points + 1 << 12 | drawn << 8 | steals << 4 | steal
    return PREVIEW_CACHE.get(key) or cache_part(
        PREVIEW_CACHE, key, make_preview(value, drawn, points, STEAL_PREVIEWS[steal], steals)
    )


def make_preview(value: int, drawn: int, points: int, brings: str, steals: int) -> Data:
    found: Data = {"value": value}
    if drawn:
        found["draws"] = drawn
    if points >= 0:
        found["points"] = points
    if steals:
        found[brings] = steals
    return found


# ---------------------------------------------------------------- refusals


def refusal(race: "VelonimoState", move: int) -> Text:
    """Explain why the actor may not play a move now."""
    phase = race.phase
    if phase == ATTACK:
        return refuse_attack(race, move)
    if phase == GIVING:
        return make_text("refuse.give_own" if GIVE <= move < NEXT else "refuse.now.give", "VN-25", due=race.to_give)
    if phase == CHOOSING:
        return make_text("refuse.now.next", "VN-19")
    if phase == REWARDING:
        return make_text("refuse.now.reward", "VN-53")
    if move == NONE:
        return make_text("refuse.forced", "VN-23")
    return refuse_steal(race, move) if move >= STEAL else make_text("refuse.now.steal", "VN-22")


def refuse_steal(race: "VelonimoState", move: int) -> Text:
    victim, wanted = (move - STEAL) // 7, (move - STEAL) % 7 + 1
    if victim == race.actor:
        return make_text("refuse.steal_own", "VN-24")
    if not race.racing >> victim & 1:
        return make_text("refuse.steal_out", "VN-24", victim=victim)
    most = race.max_steal(victim)
    if wanted > most:
        return make_text("refuse.steal_most", "VN-24", victim=victim, most=most)
    return make_text(f"refuse.{STEAL_PROMPTS[race.rules.steal_rule]}", "VN-23", victim=victim, most=most)


def refuse_attack(race: "VelonimoState", move: int) -> Text:
    if move == PASS:
        return make_text("refuse.pass", "VN-11")
    if move == NONE or move >= GIVE:
        return make_text("refuse.now.follow", "VN-12") if race.beat else make_text("refuse.now.lead", "VN-11")
    face = FACE[move]
    missing = [CARDS[number] for number in list_cards(face & ALL_CARDS & ~race.hands[race.actor])]
    if missing:
        return make_text("refuse.missing", "VN-10", cards=", ".join(missing))
    if move >= JERSEY and race.n == 2:
        return make_text("refuse.jersey_duel", "VN-55")
    if move >= JERSEY and race.bonus != race.actor:
        return make_text("refuse.jersey", "VN-32")
    return make_text("refuse.low", "VN-15", value=face >> VALUE_SHIFT, beat=race.beat)


def picks_refusal(race: "VelonimoState", picks: list[str]) -> Text:
    """Explain why the selected pieces do not form a play; the caller has checked that they do not.

    Return {} if no attack is in progress, or if a piece is neither a card nor the jersey.
    """
    reason = explain_no_play(picks) if race.phase == ATTACK else ""
    if not reason:
        return {}
    if "jersey" in picks and race.n == 2:
        return make_text("refuse.jersey_duel", "VN-55")
    if "jersey" in picks and race.bonus != race.actor:
        return make_text("refuse.jersey", "VN-32")
    key = f"refuse.{reason}"
    return make_text(key, rule_numbers("velonimo")[key])


def make_text(key: str, rule: str, **arguments: object) -> Text:
    return {"key": key, "rule": rule, **arguments}

"""What lies on the table, and why a move is refused, as plain data and keys of texts.toml."""

from typing import TYPE_CHECKING, Final

from velodrome.core.bits import count_bits
from velodrome.core.contract import CHANCE, OVER, Data, Text
from velodrome.core.texts import sentences
from velodrome.games.velonimo.game import ALL_OR_NONE, FORCED, NOBODY, UP_TO, no_play
from velodrome.games.velonimo.hands import NOTHING
from velodrome.games.velonimo.moves import FACE, GIVE, JERSEY, NEXT, NONE, PASS, STEAL, VALUE
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
from velodrome.games.velonimo.pieces import ALL, BONUS, CAMELS, CARDS, PIECES, TORTOISES, members

if TYPE_CHECKING:
    from velodrome.games.velonimo.rules import Race

WAITING = {  # what chance is about to do
    STARTING: "wait.first",
    DEALING: "wait.deal",
    DRAWING: "wait.draw",
    TAKING: "wait.take",
    REVEALING: "wait.reveal",
}
STEALS = {UP_TO: "steal", ALL_OR_NONE: "steal_all_or_none", FORCED: "steal_forced"}  # what leaders may do
BRINGS = {UP_TO: "steals", ALL_OR_NONE: "steals_all_or_none", FORCED: "steals_forced"}  # in previews
ASKED = {  # what a seat is asked
    GIVING: "give",
    CHOOSING: "next",
    REWARDING: "reward",
}


KEPT = 10_000  # parts of tables that stay in memory, of each sort: from one move to the next most are the same
NAMES: Final = [f"hand{seat}" for seat in range(5)]
LINES: Final[dict[int, Data]] = {}  # those parts, each by all that it says, in one number
HANDS: Final[dict[int, Data]] = {}
CENTRES: Final[dict[int, Data]] = {}
JERSEYS: Final[dict[int, Data]] = {}
DISCARDS: Final[dict[int, Data]] = {}
REVEALED: Final[dict[int, Data]] = {}
PREVIEWS: Final[dict[int, Data]] = {}
PROMPTS: Final[dict[str, dict[int, Data]]] = {}  # by what is asked


def table(race: "Race") -> Data:
    """Seats, hands, the play to beat, the jersey, the piles and the controls, as the viewer sees them."""
    return {
        "prompt": prompt(race),
        "seats": seat_lines(race),
        "zones": [
            SEATS[race.n],
            *[hand(seat, race.size(seat), race.hands[seat]) for seat in range(race.n)],
            centre(race.top, race.ahead, race.beat, race.actor if leading(race) else NOBODY),
            jersey(race.jersey, race.bonus, race.n),
            *piles(race),
            controls(race),
        ],
        "round": race.stage,
        "points": list(race.options.points),
        "prize": prize(race),
    }


def prize(race: "Race") -> int:
    """What going out now would score (VN-40); 0 while nobody races."""
    return max(0, count_bits(race.racing) - 1) * race.options.points[race.stage - 1]


def prompt(race: "Race") -> Text:
    """What is asked of the actor, or what the viewer waits for."""
    actor = race.actor
    if actor == OVER:
        return {"key": "prompt.over", "winner": race.ranking().index(1)}
    if actor == CHANCE:
        return {"key": f"prompt.{WAITING[race.phase]}", "seat": race.ahead}
    kind = ASKED.get(race.phase) or ("lead" if leading(race) else "beat")
    if race.phase == STEALING:
        kind = STEALS[race.options.steal]
        if race.options.steal != UP_TO and any([0 < race.stealable(seat) < race.debt for seat in range(race.n)]):
            kind += ".less"
    who = "" if race.viewer == actor else "other."
    if kind == "beat" and not who and race.legal() == [PASS]:
        kind = "beat.none"
    text = asked(f"{who}{kind}", actor, race.beat, race.ahead)
    if race.phase == STEALING:
        return text | {"leaders": race.debt}
    if race.phase == GIVING:
        return text | {"due": race.due, "victim": race.victim}
    return text


def asked(kind: str, actor: int, beat: int, ahead: int) -> Text:
    """What is asked of the actor, and who played what there is to beat."""
    known = PROMPTS.get(kind)
    if known is None:
        known = PROMPTS[kind] = {}
    key = beat << 8 | ahead + 1 << 4 | actor
    text = known.get(key)
    if text is None:
        text = keep(known, key, {"key": f"prompt.{kind}", "seat": actor, "beat": beat, "ahead": ahead})
    return text


def leading(race: "Race") -> bool:
    """Whether the actor opens an attack, with nothing to beat."""
    return race.actor >= 0 and race.phase == ATTACK and not race.beat


def seat_lines(race: "Race") -> list[Data]:
    """What everyone knows of the seats."""
    gone = passed(race)
    ahead = race.ahead if race.top else NOBODY
    return [
        seat_line(
            race.size(seat),
            race.total(seat),
            race.gained(seat),
            race.racing >> seat & 1 != 0,
            place(race, seat),
            seat in gone,
            ahead == seat,
            race.jersey == seat,
        )
        for seat in range(race.n)
    ]


def seat_line(
    cards: int, total: int, gained: int, racing: bool, place: int, passed: bool, ahead: bool, jersey: bool
) -> Data:
    key = total << 36 | gained << 16 | cards << 8 | place << 4 | racing << 3 | passed << 2 | ahead << 1 | jersey
    return LINES.get(key) or keep(
        LINES,
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


def place(race: "Race", seat: int) -> int:
    """As which a seat came home this round; 0 for whoever has not."""
    if race.phase in (STARTING, DEALING) or race.racing >> seat & 1:
        return 0
    return max(0, int(race.n - race.gained(seat) // race.options.points[race.stage - 1]))  # a position may say anything


def passed(race: "Race") -> list[int]:
    """The seats that have passed since the play to beat."""
    if race.phase != ATTACK or not race.top or race.actor < 0:
        return []
    steps = (race.actor - race.ahead) % race.n
    seats = [(race.ahead + step) % race.n for step in range(1, steps)]
    return [seat for seat in seats if race.racing >> seat & 1]


def zone(name: str, kind: str, owner: int | None, size: int, pieces: list[Data]) -> Data:
    return {"id": name, "kind": kind, "owner": owner, "size": size, "pieces": pieces}


# shared by all tables: not to be changed
SEATS: Final = [zone("seats", "seats", None, n, [{"id": f"seat{s}", "seat": s} for s in range(n)]) for n in range(6)]
PILE: Final = [zone("pile", "pile", None, size, []) for size in range(len(CARDS) + 1)]
ASIDE: Final = [zone("aside", "pile", None, size, []) for size in range(len(CARDS) + 1)]
NO_JERSEY: Final = zone("jersey", "jersey", None, 0, [])
NO_CONTROLS: Final = zone("controls", "controls", None, 0, [])
MAY_PASS: Final = zone("controls", "controls", None, 1, [{"id": "pass", "kind": "button"}])


def cards(mask: int) -> list[Data]:
    """The cards of a mask, face up."""
    return [PIECES[number] for number in members(mask)]


def keep(parts: dict[int, Data], key: int, new: Data) -> Data:
    """A part that is kept for tables to come."""
    if len(parts) >= KEPT:
        parts.clear()
    parts[key] = new
    return new


def hand(seat: int, size: int, mask: int) -> Data:
    """A hand: the viewer's own, or the cards it is sure of and the number of all."""
    key = mask << 10 | size << 4 | seat
    return HANDS.get(key) or keep(HANDS, key, zone(NAMES[seat], "hand", seat, size, cards(mask)))


def centre(top: int, ahead: int, beat: int, leads: int) -> Data:
    """The play to beat, or who opens an attack."""
    key = top << 20 | beat << 8 | ahead + 1 << 4 | leads + 1
    return CENTRES.get(key) or keep(CENTRES, key, new_centre(top, ahead, beat, leads))


def new_centre(top: int, ahead: int, beat: int, leads: int) -> Data:
    pieces = cards(FACE[top] & ALL) if top else []
    found = zone("centre", "play", ahead if top else None, len(pieces), pieces)
    found["value"] = beat
    found["raised"] = top >= JERSEY
    found["leads"] = None if leads == NOBODY else leads
    return found


def jersey(owner: int, bonus: int, seats: int) -> Data:
    """The jersey, if it can still be played this round or was; it lies with the play that it raised."""
    if owner == NOBODY:
        return NO_JERSEY
    key = seats << 8 | owner << 4 | bonus + 1
    return JERSEYS.get(key) or keep(JERSEYS, key, new_jersey(owner, bonus, seats))


def new_jersey(owner: int, bonus: int, seats: int) -> Data:
    usable = seats > 2  # VN-55: in a duel it adds nothing
    used = usable and bonus == NOBODY
    piece: Data = {"id": "jersey", "kind": "jersey", "used": used, "usable": usable and not used, "worth": BONUS}
    return zone("jersey", "jersey", owner, 1, [piece])


def piles(race: "Race") -> list[Data]:
    """The discard and, in a duel, the pile and the revealed card."""
    under = discard(race.out & ~(FACE[race.top] & ALL))
    if race.n > 2:
        aside = max(0, len(CARDS) - count_bits(race.out) - sum([race.size(seat) for seat in range(race.n)]))
        return [under, ASIDE[aside]]
    return [under, PILE[race.pile], revealed(race.revealed, race.phase == REWARDING)]


def discard(mask: int) -> Data:
    """The plays that were beaten."""
    return DISCARDS.get(mask) or keep(DISCARDS, mask, zone("discard", "pile", None, count_bits(mask), cards(mask)))


def revealed(number: int, awarded: bool) -> Data:
    """The card beside the pile."""
    key = number + 1 << 1 | awarded
    return REVEALED.get(key) or keep(REVEALED, key, new_revealed(number, awarded))


def new_revealed(number: int, awarded: bool) -> Data:
    shown: list[Data] = [] if number == NOTHING else [PIECES[number]]
    found = zone("revealed", "card", None, len(shown), shown)
    found["awarded"] = awarded
    return found


def controls(race: "Race") -> Data:
    """The zone of the buttons beside the cards."""
    if race.actor < 0 or race.viewer != race.actor:
        return NO_CONTROLS
    if race.phase == ATTACK:
        return MAY_PASS if race.beat else NO_CONTROLS
    found = buttons(race)
    return zone("controls", "controls", None, len(found), found) if found else NO_CONTROLS


def buttons(race: "Race") -> list[Data]:
    if race.phase == STEALING:
        most = max(race.stealable(seat) for seat in range(race.n))
        number: Data = {"id": "steal", "kind": "number", "number": [1, most]}
        return [number] if race.options.steal == FORCED else [{"id": "none", "kind": "button"}, number]
    return []


# ---------------------------------------------------------------- what a move would bring


def preview(race: "Race", move: int) -> Data:
    """What an open move would bring: the value of a play and what follows from it, who leads after a pass."""
    if race.phase != ATTACK:
        return {}
    if move == PASS:
        if not ends(race):
            return {}
        return {"leads" if race.racing >> race.ahead & 1 else "chooses": race.ahead}  # VN-19
    cards = FACE[move] & ALL
    drawn = min(race.pile, count_bits(cards & CAMELS))  # VN-51: a pile is there in a duel alone
    left = race.size(race.actor) - count_bits(cards) + drawn
    steals = 0
    if left and cards & TORTOISES:
        most = max([race.size(seat) for seat in range(race.n) if seat != race.actor and race.racing >> seat & 1])
        steals = min(count_bits(cards & TORTOISES), most)  # VN-23, VN-24
    points = -1 if left else prize(race)  # VN-27: leaders among the last cards do nothing
    return brought(FACE[move] >> VALUE, drawn, points, steals, race.options.steal)


def brought(value: int, drawn: int, points: int, steals: int, steal: int) -> Data:
    """The value of a play, what it draws, scores (-1 if it does not) and steals."""
    key = value << 40 | points + 1 << 12 | drawn << 8 | steals << 4 | steal
    return PREVIEWS.get(key) or keep(PREVIEWS, key, new_preview(value, drawn, points, BRINGS[steal], steals))


def new_preview(value: int, drawn: int, points: int, brings: str, steals: int) -> Data:
    found: Data = {"value": value}
    if drawn:
        found["draws"] = drawn
    if points >= 0:
        found["points"] = points
    if steals:
        found[brings] = steals
    return found


def ends(race: "Race") -> bool:
    """Whether nobody else is asked after this pass (VN-18)."""
    others = [(race.actor + step) % race.n for step in range(1, (race.ahead - race.actor) % race.n)]
    return not any(race.racing >> seat & 1 for seat in others)


# ---------------------------------------------------------------- refusals


def refusal(race: "Race", move: int) -> Text:
    """Why the actor may not play this now."""
    phase = race.phase
    if phase == ATTACK:
        return refused_attack(race, move)
    if phase == GIVING:
        return text("refuse.give_own" if GIVE <= move < NEXT else "refuse.now.give", "VN-25", due=race.due)
    if phase == CHOOSING:
        return text("refuse.now.next", "VN-19")
    if phase == REWARDING:
        return text("refuse.now.reward", "VN-53")
    if move == NONE:
        return text("refuse.forced", "VN-23")
    return refused_steal(race, move) if move >= STEAL else text("refuse.now.steal", "VN-22")


def refused_steal(race: "Race", move: int) -> Text:
    victim, wanted = (move - STEAL) // 7, (move - STEAL) % 7 + 1
    if victim == race.actor:
        return text("refuse.steal_own", "VN-24")
    if not race.racing >> victim & 1:
        return text("refuse.steal_out", "VN-24", victim=victim)
    most = race.stealable(victim)
    if wanted > most:
        return text("refuse.steal_most", "VN-24", victim=victim, most=most)
    return text(f"refuse.{STEALS[race.options.steal]}", "VN-23", victim=victim, most=most)


def refused_attack(race: "Race", move: int) -> Text:
    if move == PASS:
        return text("refuse.pass", "VN-11")
    if move == NONE or move >= GIVE:
        return text("refuse.now.follow", "VN-12") if race.beat else text("refuse.now.lead", "VN-11")
    face = FACE[move]
    missing = [CARDS[number] for number in members(face & ALL & ~race.hands[race.actor])]
    if missing:
        return text("refuse.missing", "VN-10", cards=", ".join(missing))
    if move >= JERSEY and race.n == 2:
        return text("refuse.jersey_duel", "VN-55")
    if move >= JERSEY and race.bonus != race.actor:
        return text("refuse.jersey", "VN-32")
    return text("refuse.low", "VN-15", value=face >> VALUE, beat=race.beat)


def picks_refusal(race: "Race", picks: list[str]) -> Text:
    """Why these cards make no play, whoever holds them; {} if it is not cards that are picked, or not to be played."""
    reason = no_play(picks) if race.phase == ATTACK else ""
    if not reason:
        return {}
    if "jersey" in picks and race.n == 2:
        return text("refuse.jersey_duel", "VN-55")
    if "jersey" in picks and race.bonus != race.actor:
        return text("refuse.jersey", "VN-32")
    key = f"refuse.{reason}"
    return text(key, sentences("velonimo")[key]["rule"])


def text(key: str, rule: str, **arguments: object) -> Text:
    return {"key": key, "rule": rule, **arguments}

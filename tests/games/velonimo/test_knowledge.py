"""Test what seats know after steals: of all full states that fit what a viewer saw, each is guessed equally often."""

from collections import Counter
from itertools import combinations, product
from typing import Any

import pytest
from tests.games.velonimo.scene import card_set, do, hand, name, scene, text

from velodrome import CHANCE, ONLOOKER, OVER, TRUTH, Rng
from velodrome.games.velonimo.game import Velonimo
from velodrome.games.velonimo.pieces import list_cards
from velodrome.games.velonimo.rules import VelonimoState


def complete_deals(view: VelonimoState) -> list[VelonimoState]:
    """Return every full state that fits `view`: one for each way to deal the cards that the viewer has not seen.

    This is right only for a view from before the first steal.
    """
    seats = [seat for seat in range(view.n) if view.hidden[seat]]
    found: list[VelonimoState] = []

    def deal(state: VelonimoState, left: list[int], rest: list[int]) -> None:
        if not left:
            found.append(state)
            return
        for cards in combinations(rest, state.hidden[left[0]]):
            new = state.copy()
            for card in cards:
                new.hands[left[0]] |= 1 << card
            new.hidden[left[0]] = 0
            deal(new, left[1:], [card for card in rest if card not in cards])

    full = view.copy()
    full.viewer = TRUTH
    deal(full, seats, list_cards(view.pool()))
    return found


Worlds = dict[tuple[int, ...], VelonimoState]  # {hands of all seats: full state}; other differences do not matter


def possible_worlds(view: VelonimoState) -> Worlds:
    """Return the states from `complete_deals` as a dict; each key is a tuple with the hands of all seats."""
    return {tuple(state.hands): state for state in complete_deals(view)}


def follow(states: Worlds, true: VelonimoState, move: int, viewer: int) -> Worlds:
    """Return the states that a viewer considers possible after `move` was played in the true state `true`.

    `states` are the states that were possible before the move. Play the move in each of them in which it is legal. If
    the viewer sees only the move's cover, play every legal move with this cover instead.
    """
    game = true.game
    bit = 1 << (true.n if viewer == ONLOOKER else viewer)
    sees_face = bool(true.audience(move) & bit)
    after: Worlds = {}
    for state in states.values():
        faces = [m for m, _ in state.chance()] or state.legal()
        heard = [move] if sees_face else [m for m in faces if game.covers[m] == game.covers[move]]
        for face in heard:
            if face in faces:
                new = state.copy()
                new.play(face)
                after[tuple(new.hands)] = new
    return after


def worlds(start: VelonimoState, moves: list[int], viewer: int) -> set[tuple[int, ...]]:
    """Return all combinations of hands that a viewer considers possible after `moves` were played from `start`.

    Each combination is a tuple with every seat's hand as a bit mask. To find all of them, start from every possible
    deal, and replay what the viewer saw.
    """
    states = possible_worlds(start.seen_by(viewer))
    true = start.copy()
    for move in moves:
        states = follow(states, true, move, viewer)
        true.play(move)
    return set(states)


def check_guesses(start: VelonimoState, moves_so_far: list[str], viewer: int, samples: int = 6000) -> int:
    """Play moves from `start`. Then check that all guesses of the viewer are possible; return how many are possible.

    Make `samples` guesses. If these are at least 20 for each possible combination of hands, also check that all
    combinations are guessed equally often.
    """
    moves = [start.game.parse(text(short)) for short in moves_so_far]
    state = do(start.copy(), *moves_so_far)
    expected = worlds(start, moves, viewer)
    assert tuple(state.hands) in expected
    view = state.seen_by(viewer)
    rng = Rng(5)
    found = Counter(tuple(view.guess(rng).hands) for _ in range(samples))
    assert set(found) <= expected, "a guess is impossible"
    mean = samples / len(expected)
    if mean >= 20:
        assert set(found) == expected, "a world is never guessed"
        square = sum((found[world] - mean) ** 2 / mean for world in expected)
        free = len(expected) - 1
        assert square < free + 5 * (2 * free) ** 0.5 + 10, (square, free)
    return len(expected)


def test_vn28_a_seat_knows_the_card_it_gave_while_nobody_else_steals_from_that_hand() -> None:
    start = scene("R1 B6 Y7 / A5 A6 B1 / G3 G4 G5 / P3 P4 P5", discard=[])
    moves_so_far = ["R1", "steal 1 from 1", "stolen A5", "give B6"]
    state = do(start.copy(), *moves_so_far)
    assert hand(state.seen_by(0), 1) == card_set("B6")
    state = do(state, "pass", "pass", "pass", "Y7")
    assert hand(state.seen_by(0), 1) == card_set("B6")


HANDS = "R1 B6 Y7 / A5 N5 / G1 G4 G5 N3 / P1 P4 P5"
# After FIRST, seat 0 knows that seat 1 has B6, and seat 1 knows that seat 0 has A5.
FIRST = ["R1", "steal 1 from 1", "stolen A5", "give B6"]
SECOND = ["pass", "G4 G5", "pass", "pass", "pass", "G1", "steal 1 from 1", "stolen B6", "give N3"]
THIRD = ["P4", "pass", "pass", "pass", "P1", "steal 1 from 2", "stolen B6", "give P5"]


@pytest.mark.parametrize("viewer", [0, 1, 2, 3])
@pytest.mark.parametrize("moves_so_far", [FIRST, FIRST + SECOND, FIRST + SECOND + THIRD], ids=["one", "two", "three"])
def test_vn28_a_guess_is_uniform_after_a_chain_of_steals(viewer: int, moves_so_far: list[str]) -> None:
    start = scene(HANDS, discard=all_but(HANDS + " Y5"))  # Y5 is set aside, so one card is in no hand
    assert check_guesses(start, moves_so_far, viewer) > 1


@pytest.mark.parametrize("cut", range(1, 9))
def test_vn28_a_guess_is_uniform_in_the_middle_of_a_steal(cut: int) -> None:
    start = scene(HANDS, discard=all_but(HANDS))
    assert check_guesses(start, (FIRST + SECOND)[: len(FIRST) + cut + 1], 0) > 1


def all_but(shorts: str) -> list[str]:
    """Return the full names of all cards except those in `shorts`. Tests put the returned cards into the discard."""
    deck = [f"{c}{n}" for c in "BNAGPRY" for n in range(1, 8)] + [f"H{v}" for v in range(25, 51, 5)]
    return [name(short) for short in deck if short not in shorts.split()]


@pytest.mark.parametrize("viewer", [0, 1, ONLOOKER])
def test_vn60_vn28_a_guess_is_uniform_for_every_viewer_of_a_duel(viewer: int) -> None:
    start = scene("B7 A1 A5 P6 / N5 N6", pile="Y6 Y7 P2 G1", revealed="R3")
    moves_so_far = ["B7", "pass", "reward 1", "reveal Y6", "A1", "steal 1 from 1", "stolen R3", "give A5"]
    assert check_guesses(start, moves_so_far, viewer) > 1


@pytest.mark.parametrize(("sizes", "viewers"), [((3, 3, 2, 2), [0, 1, 2, 3]), ((3, 3, 3), [0, 1, 2, ONLOOKER])])
def test_vn28_guesses_in_random_games_are_always_possible(sizes: tuple[int, ...], viewers: list[int]) -> None:
    checked = 0
    for seed in range(25):
        rng = Rng(seed)
        start = deal_small(rng, sizes)
        state = start.copy()
        moves: list[int] = []
        while state.actor != OVER and state.stage == 1:
            if state.steal_log_size >= 8 and len(moves) % 3 == seed % 3:
                viewer = viewers[rng.below(len(viewers))]
                view = state.seen_by(viewer)
                assert {tuple(view.guess(rng).hands) for _ in range(50)} <= worlds(start, moves, viewer)
                checked += 1
            moves.append(state.draw(rng) if state.actor == CHANCE else prefer_steals(state, rng))
            state.play(moves[-1])
    assert checked > 40


@pytest.mark.parametrize(
    ("sizes", "pile", "viewers"),
    [
        ((2, 2, 2, 1, 2), 0, [0, 1, 2, 3, 4]),  # with five seats, all cards are dealt
        ((1, 2, 1, 2, 1), 0, [0, 3, ONLOOKER]),
        ((3, 2, 3), 0, [0, 1, 2]),
        ((3, 2, 3), 1, [0, 1, 2]),  # one card is set aside
        ((2, 2, 2), 0, [0, 2, ONLOOKER]),
        ((4, 4), 0, [0, 1, ONLOOKER]),
        ((3, 3), 2, [0, 1, ONLOOKER]),
    ],
)
def test_vn28_vn60_a_viewer_knows_a_card_exactly_if_it_is_in_the_same_hand_in_all_possible_worlds(
    sizes: tuple[int, ...], pile: int, viewers: list[int]
) -> None:
    certain = checked = 0
    for seed in range(12):
        rng = Rng(seed)
        state = deal_small(rng, sizes, pile)
        views = {viewer: state.seen_by(viewer) for viewer in viewers}
        possible = {viewer: possible_worlds(view) for viewer, view in views.items()}
        while state.actor != OVER and state.stage == 1:
            for viewer, view in views.items():
                assert view.key() == state.seen_by(viewer).key()
                hands = [hand_of_all(possible[viewer], seat) for seat in range(view.n)]
                assert list(view.hands) == hands, (seed, viewer)
                assert [shown_cards(view, seat) for seat in range(view.n)] == [hand(view, s) for s in range(view.n)]
                certain += sum(1 for seat, cards in enumerate(hands) if cards and seat != viewer)
                checked += 1
            move = state.draw(rng) if state.actor == CHANCE else prefer_steals(state, rng)
            for viewer, view in views.items():
                possible[viewer] = follow(possible[viewer], state, move, viewer)
                view.play(state.heard_as(move, viewer))
            state.play(move)
    assert certain > 20 and checked > 100


def hand_of_all(possible: Worlds, seat: int) -> int:
    """Return the cards that a seat holds in every possible world, as a bit mask."""
    found = -1
    for hands in possible:
        found &= hands[seat]
    return found


def shown_cards(view: VelonimoState, seat: int) -> set[str]:
    """Return the names of the cards that the viewer's table shows in a seat's hand."""
    zones: Any = view.table()["zones"]
    return {piece["id"] for zone in zones if zone["id"] == f"hand{seat}" for piece in zone["pieces"]}


def test_vn60_of_five_seats_the_last_two_know_each_others_hands() -> None:
    state = scene("B4 N5 / P7 / R2 Y3 Y6 / G5 / A6", discard=all_but("B4 N5 P7 R2 Y3 Y6 G5 A6"))
    assert not hand(state.seen_by(0), 2)
    do(state, "B4", "P7", "pass", "pass", "pass", "pass", "next 3", "G5", "A6", "pass", "pass", "next 2")
    assert hand(state.seen_by(0), 2) == card_set("R2 Y3 Y6") and hand(state.seen_by(2), 0) == card_set("N5")
    assert not hand(state.seen_by(1), 0) and not hand(state.seen_by(ONLOOKER), 2)  # they do not know these hands
    do(state, "R2")
    assert hand(state.seen_by(0), 2) == card_set("Y3 Y6")


def test_vn28_vn60_unseen_cards_are_certain_even_if_seen_cards_may_have_changed_hands() -> None:
    hands = "R1 N1 B6 Y7 P3 P4 / A5 B1 B2 / A6 / P5 P6"
    state = scene(hands, discard=all_but(hands))
    do(state, "R1", "steal 1 from 1", "stolen A5", "give B6", "pass", "pass", "pass")
    do(state, "N1", "steal 1 from 2", "stolen A6", "give Y7", "pass", "pass", "pass")
    do(state, "P3", "B1 B2", "steal 1 from 2", "stolen Y7", "give B6")
    view = state.seen_by(0)
    assert hand(view, 3) == card_set("P5 P6")  # no other hand has room for these cards
    assert not hand(view, 1) and not hand(view, 2)  # B6 and Y7 may have changed hands, or not
    rng = Rng(1)
    assert {(tuple(hand(view.guess(rng), 1)), len(hand(view.guess(rng), 3))) for _ in range(40)} == {
        (("blue6",), 2),
        (("yellow7",), 2),
    }


def test_vn60_in_a_duel_an_empty_pile_gives_the_other_hand_away() -> None:
    state = scene("B2 N5 A3 / P7 R6", pile="Y4")
    assert not hand(state.seen_by(1), 0)
    do(state, "B2", "draw Y4")
    assert hand(state.seen_by(1), 0) == card_set("N5 A3 Y4") and hand(state.seen_by(0), 1) == card_set("P7 R6")


def test_vn61_a_card_set_aside_keeps_the_last_hand_secret() -> None:
    state = scene("B4 N5 / P7 / R2 Y3", discard=all_but("B4 N5 P7 R2 Y3 G5"))
    do(state, "B4", "P7", "pass", "pass", "next 2")
    assert not hand(state.seen_by(0), 2)


def deal_small(rng: Rng, sizes: tuple[int, ...], pile: int = -1) -> VelonimoState:
    """Deal hands of these sizes from ten cards. Five of the ten cards are tortoises, so that steals are frequent.

    In a duel, `pile` of the remaining cards form the pile; with more seats, they are set aside. All other cards are
    discarded. By default, `pile` stands for all remaining cards.
    """
    duel = len(sizes) == 2
    shorts = ["B1", "N1", "A1", "G1", "P1", "B5", "N6", "A7", "G2" if duel else "G5", "H25"]
    hands = [[shorts.pop(rng.below(len(shorts))) for _ in range(size)] for size in sizes]
    rest = shorts if pile < 0 else shorts[:pile]
    used = [short for row in hands for short in row] + rest
    more: dict[str, Any] = {"pile": " ".join(rest)} if duel else {}
    return scene(" / ".join(" ".join(row) for row in hands), discard=all_but(" ".join(used)), **more)


def prefer_steals(state: VelonimoState, rng: Rng) -> int:
    """Return a random legal move, but never one that declines a steal."""
    moves = [m for m in state.legal() if state.game.text(m) != "steal none"]
    return moves[rng.below(len(moves))]


def test_vn61_states_that_differ_only_in_hidden_cards_look_the_same() -> None:
    base = "R1 B6 Y7 / {} / {} / P1 P4 P5"
    one = scene(base.format("A5 B1 N5", "G1 G4 G5"))
    two = scene(base.format("A5 B1 G5", "G1 G4 N5"))
    for state in (one, two):
        do(state, "R1", "steal 1 from 1", "stolen A5", "give B6")
    assert one.seen_by(0).key() == two.seen_by(0).key()
    assert one.seen_by(3).key() == two.seen_by(3).key()
    assert one.key() != two.key()


def test_vn61_steals_of_different_cards_look_the_same_to_uninvolved_viewers() -> None:
    start = scene("R1 B6 Y7 / A5 B1 N5 / G1 G4 G5 / P1 P4 P5")
    one = do(start.copy(), "R1", "steal 1 from 1", "stolen A5", "give B6")
    two = do(start.copy(), "R1", "steal 1 from 1", "stolen N5", "give Y7")
    for uninvolved in (2, 3, ONLOOKER):
        assert one.seen_by(uninvolved).key() == two.seen_by(uninvolved).key()
    for involved in (0, 1):
        assert one.seen_by(involved).key() != two.seen_by(involved).key()


def test_vn28_list_splits_finds_every_split_once() -> None:
    from velodrome.games.velonimo.knowledge import list_splits

    for held_now, low, high in product([[2, 1], [3], [1, 1, 1]], [0, 1], [1, 2]):
        brute = [list(k) for k in product(*[range(h + 1) for h in held_now]) if low <= sum(k) <= high]
        assert sorted(list_splits(held_now, low, high)) == sorted(brute)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_viewer_who_saw_every_steal_knows_the_same_cards_as_from_the_full_steal_log(seats: int) -> None:
    tried = 0
    for seed in range(12):
        rng = Rng(seed)
        state = Velonimo(seats).start()
        while state.actor != OVER:
            state.play(state.draw(rng) if state.actor == CHANCE else state.nth(rng.below(state.count())))
            for viewer in range(seats):
                seen: Any = state.seen_by(viewer)
                if not seen.steal_log_size or not seen.saw_every_steal():
                    continue
                memory = seen.recollect_cards(viewer)
                others = [owner for owner in range(seats) if owner != viewer]
                assert [seen.hands[owner] for owner in others] == [memory.certain_cards(owner) for owner in others]
                assert seen.memory is None and memory.tracked_cards() == sum(
                    memory.certain_cards(owner) for owner in others
                )
                tried += 1
    assert tried > 1000

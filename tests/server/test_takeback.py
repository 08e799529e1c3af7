"""Test take-backs: at once if nobody has learned anything since the move, otherwise by vote.

A take-back adds an undo to the log; entries are never removed from it.
"""

import random
import sqlite3
from functools import partial
from pathlib import Path

import pytest
from tests.core.toy import Toy, ToyState
from tests.server.harness import Guest, House, Page, async_test, refuse_all_writes
from tests.server.tables import play, table

from velodrome.core.contract import CHANCE, Text
from velodrome.core.log import CHECKPOINT_EVERY, Entry, Log, Turn, standing_before
from velodrome.server.game.history import moments
from velodrome.server.game.log import MAX_UNDOS, open_game, play_moves, restore_log
from velodrome.server.game.spec import load_spec
from velodrome.server.game.takeback import find_takeback, is_hidden_run
from velodrome.server.rooms.timeouts import forfeit


async def play_two_decisions(pages: list[Page]) -> tuple[Page, Page]:
    """Play until two different seats have decided one after the other; return their pages."""
    first = await play(pages)
    while (second := await play(pages)) is first:
        pass  # the same seat decides again, about a steal or about a card to give back
    return first, second


@async_test
async def test_a_move_that_revealed_nothing_is_taken_back_at_once(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velonimo", 3)
        before = {page.room["me"]: page.table for page in pages}
        mover = await play(pages)
        ply = mover.table["ply"]
        mover.send({"do": "back", "ply": ply})
        for page in pages:
            await page.wait_for_page(lambda page: page.table["ply"] == ply + 1)
            old, now = before[page.room["me"]], page.table
            assert [now[part] for part in ("zones", "seats", "actor", "moves", "scores")] == [
                old[part] for part in ("zones", "seats", "actor", "moves", "scores")
            ]
            line = {"ply": ply + 1, "actor": mover.room["me"], "text": "@undo 1", "undone": [ply]}
            assert now["news"] == [line]
        assert house.moves(mover.name)[-1] == "@undo 1", "an undo is appended to the log"
        again = await play(pages, mover.table["moves"][1]["text"])
        assert again is mover
    async with House(tmp_path) as house:
        mover.guest.house = house
        back = await mover.guest.connect(mover.name)
        assert back.table["ply"] == mover.table["ply"]
        assert back.table["zones"] == mover.table["zones"]


@async_test
async def test_a_take_back_after_a_die_roll_or_another_seats_choice_needs_a_vote(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velonimo", 3)
        mover, other = await play_two_decisions(pages)
        third = next(page for page in pages if page not in (mover, other))
        ply = mover.table["ply"]
        mover.send({"do": "back", "ply": ply})
        await third.wait_until(lambda: third.room["asks"] == mover.room["me"])
        assert mover.table["ply"] == ply, "nothing is taken back yet"
        assert await mover.refusal({"do": "agree", "ply": ply, "yes": True}) == {"key": "refuse.stale"}
        other.send({"do": "agree", "ply": ply, "yes": True})
        await third.wait_until(lambda: third.room["agreed"] == [other.room["me"]])
        assert await mover.refusal({"do": "back", "ply": ply}) == {"key": "refuse.back.asked"}
        assert third.room["agreed"] == [other.room["me"]], "a vote is recorded"
        third.send({"do": "agree", "ply": ply, "yes": True})
        await mover.wait_until(lambda: mover.table["ply"] == ply + 1 and mover.room["asks"] is None)
        assert mover.table["actor"] == mover.room["me"]
        assert mover.table["news"][-1]["text"].startswith("@undo ")


@async_test
async def test_one_no_denies_a_take_back_and_a_move_ends_the_vote(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velonimo", 3)
        mover, other = await play_two_decisions(pages)
        mover.send({"do": "back", "ply": mover.table["ply"]})
        await other.wait_until(lambda: other.room["asks"] == mover.room["me"])
        other.send({"do": "agree", "ply": other.table["ply"], "yes": False})
        await mover.wait_until(lambda: mover.room["asks"] is None)
        await mover.wait_until(lambda: any("refuse.back.no" in str(raw) for raw in mover.raw))  # sent to the asker
        assert not any("refuse.back.no" in str(raw) for raw in other.raw)
        again = {"do": "back", "ply": mover.table["ply"]}
        assert await mover.refusal(again) == {"key": "refuse.back.no"}, "the same seat cannot ask again at this ply"
        await play(pages)
        mover.send({"do": "back", "ply": mover.table["ply"]})
        await other.wait_until(lambda: other.room["asks"] == mover.room["me"])
        await play(pages)
        await other.wait_until(lambda: other.room["asks"] is None)
        await mover.wait_until(lambda: any("refuse.back.moved" in str(raw) for raw in mover.raw))
        assert not any("refuse.back.moved" in str(raw) for raw in other.raw), "only the asker is told"


@async_test
async def test_the_seat_that_asks_for_a_take_back_can_cancel_it(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velonimo", 3)
        mover, other = await play_two_decisions(pages)
        ply = mover.table["ply"]
        for _ in range(2):  # it can ask again
            mover.send({"do": "back", "ply": ply})
            await other.wait_until(lambda: other.room["asks"] == mover.room["me"])
            mover.send({"do": "agree", "ply": ply, "yes": False})
            await other.wait_until(lambda: other.room["asks"] is None)
        assert other.table["ply"] == ply and not mover.refused


@async_test
async def test_a_failed_write_ends_the_vote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velonimo", 3)
        mover, other = await play_two_decisions(pages)
        ask = {"do": "back", "ply": mover.table["ply"]}
        mover.send(ask)
        await other.wait_until(lambda: other.room["asks"] == mover.room["me"])
        with monkeypatch.context() as trouble:
            trouble.setattr(house.services.store.writer, "commit_batch", refuse_all_writes)
            assert await other.refusal({"do": "say", "text": "no"}) == {"key": "refuse.store"}
        for page in pages:
            assert (page.room["asks"], page.room["agreed"]) == (None, [])
        mover.send(ask)
        await other.wait_until(lambda: other.room["asks"] == mover.room["me"])


@async_test
async def test_a_take_back_against_bots_needs_no_vote(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        page = await Guest(house, "Anna").connect(await Guest(house, "Ben").create_room("velvet", 2))
        assert await page.refusal({"do": "back", "ply": 0}) == {"key": "refuse.seat"}
        anna = Guest(house, "Anna")
        page = await anna.connect(await anna.create_room("velocity", 3, ["", "level1", "level1"]))
        await page.wait_until(lambda: page.table.get("actor") == 0)
        assert await page.refusal({"do": "back", "ply": page.table["ply"]}) == {"key": "refuse.nothing"}
        ply, first = page.table["ply"], page.table["moves"]
        page.send({"do": "play", "ply": ply, "moves": [first[0]["text"]]})
        await page.wait_until(lambda: page.table["ply"] > ply and page.table["actor"] == 0)
        played = page.table["ply"]
        assert any(news["actor"] == -1 for table in page.tables[1:] for news in table["news"]), "a die was rolled"
        page.send({"do": "back", "ply": played})
        await page.wait_until(lambda: page.table["ply"] > played and page.table["moves"] == first)


@async_test
async def test_take_backs_are_refused_by_the_terms_and_for_a_stale_ply(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velonimo", 2, terms={"back": False})
        mover = await play(pages)
        assert await mover.refusal({"do": "back", "ply": mover.table["ply"]}) == {"key": "refuse.back"}
        pages = await table(house, "velonimo", 2)
        mover = await play(pages)
        assert await mover.refusal({"do": "back", "ply": mover.table["ply"] - 1}) == {"key": "refuse.stale"}
        assert await mover.refusal({"do": "agree", "ply": mover.table["ply"], "yes": True}) == {"key": "refuse.stale"}


def entry_values(log: Log) -> list[tuple[int, int, int, list[Text]]]:
    return [(line.actor, line.move, line.audience, line.outcomes) for line in log.entries]


def roll_twice(seed: int, redraws: bool) -> tuple[list[int], list[int]]:
    """Play the first turn of VeloCity, take it back and play it again; return the dice of both turns.

    If `redraws` is true, the log draws new dice after a take-back; otherwise the same dice come again.
    """
    game = load_spec("velocity", 3, "{}").game
    log = Log(game, bytes([seed]) * 32, None, redraws)
    log.append(open_game(log))
    seat, rolls = log.state.actor, []
    for _ in range(2):
        turn, refusal = play_moves(log, seat, [game.text(log.state.nth(0))])
        assert refusal is None
        log.append(turn)
        rolls.append([line.move for line in turn.entries if line.actor == -1])
        log.append(log.undo(find_takeback(log, seat).moves))
    again = restore_log(game, log.seed, [line.text(log.game) for line in log.entries], None, redraws)
    assert entry_values(again) == entry_values(log) and again.draws == log.draws
    return rolls[0], rolls[1]


def test_the_same_dice_come_again_after_a_take_back() -> None:
    for seed in range(12):
        first, second = roll_twice(seed, False)
        assert first and first == second


def test_dice_are_rolled_anew_after_a_take_back_if_the_terms_say_so() -> None:
    rolls = [roll_twice(seed, True) for seed in range(12)]
    assert sum(first != second for first, second in rolls) > 6


@async_test
async def test_dice_are_rolled_anew_only_if_everybody_allows_the_take_back(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velocity", 3, terms={"redraw": True})
        mover = await play(pages)
        ply, before = mover.table["ply"], rolls(house, mover)
        assert before
        first, second = [page for page in pages if page is not mover]
        mover.send({"do": "back", "ply": ply})
        await second.wait_until(lambda: second.room["asks"] == mover.room["me"])
        first.send({"do": "agree", "ply": ply, "yes": True})
        await second.wait_until(lambda: second.room["agreed"] == [first.room["me"]])
        second.send({"do": "agree", "ply": ply, "yes": False})
        await mover.wait_until(lambda: mover.room["asks"] is None)
        assert mover.table["ply"] == ply and rolls(house, mover) == before, "one no is enough to keep the roll"


@async_test
async def test_without_that_term_the_same_dice_come_again_even_if_everybody_allows_the_take_back(
    tmp_path: Path,
) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velocity", 3)
        mover = await play(pages)
        ply, before = mover.table["ply"], rolls(house, mover)
        others = [page for page in pages if page is not mover]
        mover.send({"do": "back", "ply": ply})
        for other in others:
            await other.wait_for_page(lambda page: page.room["asks"] == mover.room["me"])
            other.send({"do": "agree", "ply": ply, "yes": True})
        await mover.wait_until(lambda: mover.table["ply"] == ply + 1)
        await play(pages)
        assert rolls(house, mover) == 2 * before


@pytest.mark.parametrize(("name", "seats"), [("velonimo", 2), ("velocity", 3), ("arcenciel", 3), ("velvet", 2)])
def test_the_same_move_after_a_take_back_has_the_same_chance_moves(name: str, seats: int) -> None:
    """Take every move of random games back and play it again.

    The move may be followed by chance moves: in a duel of Velonimo, a camel draws a card, and the last play of a round
    is followed by the next deal.
    """
    game = load_spec(name, seats, "{}").game
    compared = decisions = 0
    for seed in range(8):
        log, lot = Log(game, bytes([seed]) * 32), random.Random(seed)
        log.append(open_game(log))
        while log.state.actor >= 0 and len(log.entries) < 400:
            seat, move = log.state.actor, game.text(lot.choice(list(log.state.legal())))
            first, second = play_and_take_back(log, seat, move), play_and_take_back(log, seat, move)
            assert first == second
            compared += any(actor == CHANCE for actor, _ in first)
            decisions += 1
            log.append(play_moves(log, seat, [move])[0])
    assert decisions > 100
    assert compared > 20 or name == "velvet"  # in Velvet, chance moves come only before the first decision


def play_and_take_back(log: Log, seat: int, move: str) -> list[tuple[int, int]]:
    """Play a move and take it back; return (actor, move) for it and for each move that followed automatically."""
    turn, refusal = play_moves(log, seat, [move])
    assert refusal is None
    log.append(turn)
    log.append(log.undo(find_takeback(log, seat).moves))
    return [(entry.actor, entry.move) for entry in turn.entries]


def rolls(house: House, page: Page) -> list[str]:
    """Return all rolls of a page's room, including those that were taken back."""
    return [move for move in house.moves(page.name) if move.startswith("roll ")]


def own_die(log: Log, announcement: str) -> int:
    """Play an announcement of VeloCity and its rolls in `log`; return the chance move for the active team's own die."""
    state = log.state.copy()
    turn, refusal = play_moves(log, state.actor, [announcement])
    assert refusal is None
    log.append(turn)
    seat, rolls = state.actor, {}
    for entry in turn.entries:
        if entry.actor == -1:
            rolls[state.chance_stream()] = entry.move
        state.play(entry.move)
    return rolls[f"roll {seat} {seat}"]


def test_another_choice_after_a_take_back_does_not_change_the_roll_of_the_teams_own_die() -> None:
    """Test that a team cannot get another roll by taking its announcement back and announcing another run.

    In a solo run and in a group run, the team's own die is rolled from the same random stream.
    """
    game = load_spec("velocity", 3, "{}").game
    compared = 0
    for seed in range(30):
        log, lot = Log(game, bytes([seed]) * 32), random.Random(seed)
        log.append(open_game(log))
        while log.state.actor >= 0 and len(log.entries) < 300:
            seat = log.state.actor
            choices = [game.text(move) for move in log.state.legal()]
            runs = [choice for choice in choices if choice.startswith(("solo", "group"))]
            if len({run.split()[0] for run in runs}) == 2:
                dice = set()
                for kind in ("solo", "group"):
                    dice.add(own_die(log, next(run for run in runs if run.split()[0] == kind)))
                    log.append(log.undo(find_takeback(log, seat).moves))
                assert len(dice) == 1
                compared += 1
            log.append(play_moves(log, seat, [lot.choice(choices)])[0])
    assert compared > 20


@async_test
async def test_an_undone_choice_of_another_seat_still_counts_as_revealed(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velonimo", 3)
        mover, other = await play_two_decisions(pages)
        while other.table["actor"] == other.room["me"]:
            await play(pages)
        third = next(page for page in pages if page not in (mover, other))
        ply = other.table["ply"]
        other.send({"do": "back", "ply": ply})  # everybody has seen the other seat's choice
        for page in pages:
            await page.wait_for_page(lambda page: page.table["ply"] == ply + 1)
        mover.send({"do": "back", "ply": ply + 1})
        await third.wait_until(lambda: third.room["asks"] == mover.room["me"])
        assert mover.table["ply"] == ply + 1, "nothing is taken back before the others agree"


@async_test
async def test_offline_players_vote_on_a_take_back_and_players_who_left_do_not(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velonimo", 2)
        mover, other = await play_two_decisions(pages)
        await other.close()
        house.services.registry.context.pause = lambda *given: 3600.0  # so no bot moves during this test
        house.services.registry.rooms[mover.name].presence.left_at[
            next(iter(house.services.registry.rooms[mover.name].presence.left_at))
        ] = -1e9
        seat = 1 - mover.room["me"]
        mover.send({"do": "hire", "seat": seat, "bot": "level1"})
        await mover.wait_until(lambda: mover.room["seats"][seat]["bot"])
        ply = mover.table["ply"]
        mover.send({"do": "back", "ply": ply})
        await mover.wait_until(lambda: mover.room["asks"] == mover.room["me"])
        assert mover.room["agreed"] == []
        back = await other.guest.connect(mover.name)
        await back.wait_until(lambda: not back.room["seats"][seat]["bot"])
        back.send({"do": "leave"})
        await mover.wait_until(lambda: mover.room["seats"][seat]["away"])
        assert mover.room["agreed"] == [seat]
        await mover.wait_until(lambda: mover.table["ply"] == ply + 1)


@async_test
async def test_take_backs_are_limited_and_the_record_stays_readable(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.create_room("velvet", 2, here=["Anna", "Ben"])
        played = house.moves(room)
    with sqlite3.connect(tmp_path / "table.sqlite") as db:
        texts = [text for _ in range(MAX_UNDOS - 1) for text in ("@undo 1", played[-1])]
        rows = [(room, ply, text) for ply, text in enumerate(texts, len(played) + 1)]
        db.executemany("insert into moves values (?, ?, ?)", rows)
    async with House(tmp_path) as house:
        anna.house = house
        page = await anna.connect(room)
        page.send({"do": "look", "seat": page.table["actor"]})
        await page.wait_until(lambda: bool(page.table["moves"]))
        ply = page.table["ply"]
        move = [page.table["moves"][0]["text"]]
        page.send({"do": "play", "ply": ply, "moves": move})
        page.send({"do": "back", "ply": ply + 1})
        page.send({"do": "play", "ply": ply + 2, "moves": move})
        await page.wait_until(lambda: page.table["ply"] == ply + 3)
        assert await page.refusal({"do": "back", "ply": page.table["ply"]}) == {"key": "refuse.back.often"}
        record = (await anna.get(f"/api/rooms/{room}/record")).text
        assert (await anna.post("/api/replays", {"record": record})).status_code == 200


# ---------------------------------------------------------------- take-backs without a vote


KINGDOMS: dict[str, object] = {
    "kingdoms": ["rhino octopus rabbit pit threads bear fox", "bear dragon threads horse cave-in fox octopus"],
}


def start_log(name: str, seats: int, position: dict[str, object] | None = None) -> Log:
    """Return the log of a game up to its first decision; the game starts from `position` if it is given."""
    game = load_spec(name, seats, "{}").game
    log = Log(game, bytes(32), game.position(position) if position else None)
    log.append(open_game(log))
    return log


def play_lines(log: Log, *lines: str) -> None:
    """Play decisions such as "0 pass": the seat, then its move."""
    for line in lines:
        seat, _, text = line.partition(" ")
        turn, refusal = play_moves(log, int(seat), [text])
        assert refusal is None, line
        log.append(turn)


def test_a_take_back_after_a_forced_move_revealed_a_card_needs_a_vote() -> None:
    log = start_log("velvet", 2, KINGDOMS)
    play_lines(log, "0 invade 2 rabbit")
    assert find_takeback(log, 0) == (1, True), "a seat may take back its own open move"
    play_lines(log, "1 invade 5 fox", "0 scout rabbit 2 strength")
    assert find_takeback(log, 0) == (1, True)
    play_lines(log, "1 ok")
    assert log.entries[-1].text(log.game).startswith("answer "), "seat 0 has learned a card"
    assert find_takeback(log, 1) == (2, False)
    play_lines(log, "1 move fox 0", "0 ok")
    assert log.entries[-1].text(log.game) == "show rhino"
    assert find_takeback(log, 0) == (2, False)


def test_taking_back_a_card_given_in_secret_needs_a_vote() -> None:
    log = start_log("velonimo", 3)
    for _ in range(200):
        state = log.state
        seat, open_moves = state.actor, [log.game.text(move) for move in state.legal()]
        given = next((text for text in open_moves if text.startswith("give ")), "")
        stolen = next((text for text in open_moves if text.startswith("steal ") and text != "steal none"), "")
        play_lines(log, f"{seat} {given or stolen or open_moves[0]}")
        if given:
            break
    assert log.entries[-1].text(log.game).startswith("give ") or log.state.is_forced()
    assert not find_takeback(log, seat).is_free


def test_forced_moves_that_everybody_foresaw_reveal_nothing() -> None:
    found = 0
    for seed in range(30):
        game = load_spec("velocity", 3, "{}").game
        log = Log(game, bytes([seed]) * 32)
        log.append(open_game(log))
        for _ in range(60):
            seat = log.state.actor
            if seat < 0:
                break
            play_lines(log, f"{seat} {game.text(log.state.nth(log.state.count() - 1))}")
            since = log.entries[-find_takeback(log, seat).moves :]
            if any(line.actor not in (seat, -1) for line in since) and all(line.actor >= 0 for line in since):
                found += 1
                assert find_takeback(log, seat).is_free, [line.text(log.game) for line in since]
    assert found


def test_a_kingdom_is_taken_back_without_a_vote_until_the_other_seat_places_a_card() -> None:
    log = start_log("velvet", 2)
    seat = log.state.actor
    for _ in range(17):
        play_lines(log, f"{seat} {log.game.text(log.state.nth(0))}")
    assert log.state.actor == 1 - seat
    assert find_takeback(log, seat) == (17, True)
    play_lines(log, f"{1 - seat} {log.game.text(log.state.nth(0))}")
    assert find_takeback(log, seat) == (18, False), "the other seat has laid a card since"


def test_an_undo_line_names_the_moves_that_it_took_back() -> None:
    """Test that `standing_before` finds the moves that an undo in a log takes back.

    Moves that an earlier undo has taken back are skipped.
    """
    moves = [0, 0, -1, 0, 0, -3, 0]
    entries = [Entry(0, move, -1, []) for move in moves]
    taken = [standing_before(entries, at, -move) for at, move in enumerate(moves) if move < 0]
    assert taken == [[1], [0, 3, 4]]


# ---------------------------------------------------------------- checkpoints of long games


class Endless(ToyState):
    """State of an endless toy game in which two seats keep passing. `Endless.plays` counts the moves."""

    plays = 0

    def play(self, move: int) -> None:
        Endless.plays += 1
        self.actor = self.turn = 1 - self.turn

    def copy(self) -> "Endless":
        other = Endless(self.game)
        other.actor = other.turn = self.turn
        return other


def test_a_take_back_in_a_long_game_replays_from_a_checkpoint() -> None:
    game = Toy(2)
    start = Endless(game)
    start.actor = start.turn = 0
    moves = ["pass"] * 3000 + ["@undo 3", "pass", "pass", "pass"] * MAX_UNDOS
    Endless.plays = 0
    log = restore_log(game, bytes(32), moves, start)
    assert Endless.plays <= len(moves) + 2 * MAX_UNDOS * CHECKPOINT_EVERY
    Endless.plays = 0
    assert find_takeback(log, 0) == (2, False)
    assert log.undo(2).state.actor == 0
    assert Endless.plays <= 8 * CHECKPOINT_EVERY, "a take-back must be fast enough to be requested often"
    Endless.plays = 0
    assert find_takeback(log, 2) == (0, False)
    assert Endless.plays <= 3 * log.standing, "even if nothing is found"
    Endless.plays = 0
    assert [moment.ply for moment in moments(log)] == list(range(len(log.entries) + 1))
    assert Endless.plays <= len(log.entries), "a replay plays each entry once"


def count_takeback_from_start(log: Log, seat: int) -> int:
    """Return how many moves a take-back by `seat` would undo. Find this number by replaying the whole log."""
    moves, found = [log.entries[at] for at in standing_before(log.entries, len(log.entries), len(log.entries))], 0
    state = log.start.copy()
    for at, line in enumerate(moves):
        run = moves[len(moves) - found : at + 1] if found else []
        if line.actor == seat and not state.is_forced() and not (run and is_hidden_run(run, seat)):
            found = len(moves) - at
        state.play(line.move)
    return found


@pytest.mark.parametrize(("name", "seats"), [("velonimo", 3), ("velocity", 4), ("arcenciel", 3), ("velvet", 2)])
def test_checkpoints_give_the_same_states_as_replaying_from_the_start(name: str, seats: int) -> None:
    log, lot = start_log(name, seats), random.Random(5)
    while log.state.actor >= 0 and len(log.entries) < 400:
        seat = log.state.actor
        play_lines(log, f"{seat} {log.game.text(log.state.nth(lot.randrange(log.state.count())))}")
        seat = lot.randrange(seats)
        found = find_takeback(log, seat).moves
        assert found == count_takeback_from_start(log, seat)
        if found and lot.random() < 0.1:
            log.append(log.undo(found))
    again = Log(log.game, log.seed)
    for line in [log.entries[at] for at in standing_before(log.entries, len(log.entries), len(log.entries))]:
        turn = Turn(again)
        turn.play(line.move)
        again.append(turn)
    assert (again.state.key(), again.stage_scores, again.standing) == (log.state.key(), log.stage_scores, log.standing)
    assert len(log.checkpoints) > 1
    assert restore_log(log.game, log.seed, [line.text(log.game) for line in log.entries]).state.key() == log.state.key()


@async_test
async def test_a_vote_after_the_game_was_lost_on_time_changes_nothing(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        terms = {"clock": {"mode": "enforced", "per": "game", "seconds": 600}, "late": "forfeit"}
        pages = await table(house, "velonimo", 2, terms=terms)
        asker, voter = await play_two_decisions(pages)
        asker.send({"do": "back", "ply": asker.table["ply"]})
        await voter.wait_until(lambda: voter.room["asks"] == asker.room["me"])
        room = house.services.registry.rooms[voter.name]
        room.enqueue(partial(forfeit, room, voter.room["me"]))
        await voter.wait_until(lambda: voter.room["phase"] == "over")
        assert voter.room["asks"] is None
        moves = house.moves(voter.name)
        assert await voter.refusal({"do": "agree", "ply": voter.table["ply"], "yes": True}) == {"key": "refuse.stale"}
        assert house.moves(voter.name) == moves and house.rows("select * from clocks") == []

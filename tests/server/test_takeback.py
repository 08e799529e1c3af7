"""Taking back: at once while nobody has learned anything, else by consent; and the log only grows."""

import random
import sqlite3
from functools import partial
from pathlib import Path

import pytest
from tests.core.toy import Toy, ToyState
from tests.server.harness import Guest, House, Page, full, scene
from tests.server.tables import play, table

from velodrome.core.contract import Text
from velodrome.core.log import CHECKPOINT_EVERY, Entry, Log, Turn, standing_before
from velodrome.server.game.history import moments
from velodrome.server.game.log import MAX_UNDOS, open_game, play_moves, restore_log
from velodrome.server.game.spec import load_spec
from velodrome.server.game.takeback import find_takeback, is_hidden_run
from velodrome.server.rooms.timeouts import forfeit


async def exchange(pages: list[Page]) -> tuple[Page, Page]:
    """Moves until two seats have decided, one after the other; both."""
    first = await play(pages)
    while (second := await play(pages)) is first:
        pass  # a leader steals, and gives back
    return first, second


@scene
async def test_a_move_that_told_nothing_is_taken_back_at_once(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velonimo", 3)
        before = {page.room["me"]: page.table for page in pages}
        mover = await play(pages)
        ply = mover.table["ply"]
        mover.say({"do": "back", "ply": ply})
        for page in pages:
            await page.when(lambda page: page.table["ply"] == ply + 1)
            old, now = before[page.room["me"]], page.table
            assert [now[part] for part in ("zones", "seats", "actor", "moves", "scores")] == [
                old[part] for part in ("zones", "seats", "actor", "moves", "scores")
            ]
            line = {"ply": ply + 1, "actor": mover.room["me"], "text": "@undo 1", "undone": [ply]}
            assert now["news"] == [line]
        assert house.moves(mover.name)[-1] == "@undo 1", "the log only grows"
        again = await play(pages, mover.table["moves"][1]["text"])
        assert again is mover
    async with House(tmp_path) as house:
        mover.guest.house = house
        back = await mover.guest.at(mover.name)
        assert back.table["ply"] == mover.table["ply"]
        assert back.table["zones"] == mover.table["zones"]


@scene
async def test_after_a_die_or_anothers_choice_the_others_are_asked(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velonimo", 3)
        mover, other = await exchange(pages)
        third = next(page for page in pages if page not in (mover, other))
        ply = mover.table["ply"]
        mover.say({"do": "back", "ply": ply})
        await third.until(lambda: third.room["asks"] == mover.room["me"])
        assert mover.table["ply"] == ply, "nothing is taken back yet"
        assert await mover.refusal({"do": "agree", "ply": ply, "yes": True}) == {"key": "refuse.stale"}
        other.say({"do": "agree", "ply": ply, "yes": True})
        await third.until(lambda: third.room["agreed"] == [other.room["me"]])
        assert await mover.refusal({"do": "back", "ply": ply}) == {"key": "refuse.back.asked"}
        assert third.room["agreed"] == [other.room["me"]], "who has agreed need not do so again"
        third.say({"do": "agree", "ply": ply, "yes": True})
        await mover.until(lambda: mover.table["ply"] == ply + 1 and mover.room["asks"] is None)
        assert mover.table["actor"] == mover.room["me"]
        assert mover.table["news"][-1]["text"].startswith("@undo ")


@scene
async def test_one_no_is_enough_and_a_move_ends_the_question(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velonimo", 3)
        mover, other = await exchange(pages)
        mover.say({"do": "back", "ply": mover.table["ply"]})
        await other.until(lambda: other.room["asks"] == mover.room["me"])
        other.say({"do": "agree", "ply": other.table["ply"], "yes": False})
        await mover.until(lambda: mover.room["asks"] is None)
        await mover.until(lambda: any("refuse.back.no" in str(raw) for raw in mover.raw))  # who asked hears it
        assert not any("refuse.back.no" in str(raw) for raw in other.raw)
        again = {"do": "back", "ply": mover.table["ply"]}
        assert await mover.refusal(again) == {"key": "refuse.back.no"}, "the answer stands"
        await play(pages)
        mover.say({"do": "back", "ply": mover.table["ply"]})
        await other.until(lambda: other.room["asks"] == mover.room["me"])
        await play(pages)
        await other.until(lambda: other.room["asks"] is None)


@scene
async def test_a_write_that_failed_ends_the_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velonimo", 3)
        mover, other = await exchange(pages)
        ask = {"do": "back", "ply": mover.table["ply"]}
        mover.say(ask)
        await other.until(lambda: other.room["asks"] == mover.room["me"])
        with monkeypatch.context() as trouble:
            trouble.setattr(house.services.store.writer, "commit_batch", full)
            assert await other.refusal({"do": "say", "text": "no"}) == {"key": "refuse.store"}
        for page in pages:
            assert (page.room["asks"], page.room["agreed"]) == (None, [])
        mover.say(ask)
        await other.until(lambda: other.room["asks"] == mover.room["me"])


@scene
async def test_against_bots_alone_nobody_has_to_agree(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        page = await Guest(house, "Anna").at(await Guest(house, "Ben").opens("velvet", 2))
        assert await page.refusal({"do": "back", "ply": 0}) == {"key": "refuse.seat"}
        anna = Guest(house, "Anna")
        page = await anna.at(await anna.opens("velocity", 3, ["", "level1", "level1"]))
        await page.until(lambda: page.table.get("actor") == 0)
        assert await page.refusal({"do": "back", "ply": page.table["ply"]}) == {"key": "refuse.nothing"}
        ply, first = page.table["ply"], page.table["moves"]
        page.say({"do": "play", "ply": ply, "moves": [first[0]["text"]]})
        await page.until(lambda: page.table["ply"] > ply and page.table["actor"] == 0)
        played = page.table["ply"]
        assert any(news["actor"] == -1 for table in page.tables[1:] for news in table["news"]), "a die was rolled"
        page.say({"do": "back", "ply": played})
        await page.until(lambda: page.table["ply"] > played and page.table["moves"] == first)


@scene
async def test_terms_may_forbid_it_and_stale_questions_are_refused(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velonimo", 2, terms={"back": False})
        mover = await play(pages)
        assert await mover.refusal({"do": "back", "ply": mover.table["ply"]}) == {"key": "refuse.back"}
        pages = await table(house, "velonimo", 2)
        mover = await play(pages)
        assert await mover.refusal({"do": "back", "ply": mover.table["ply"] - 1}) == {"key": "refuse.stale"}
        assert await mover.refusal({"do": "agree", "ply": mover.table["ply"], "yes": True}) == {"key": "refuse.stale"}


def said(log: Log) -> list[tuple[int, int, int, list[Text]]]:
    return [(line.actor, line.move, line.audience, line.outcomes) for line in log.entries]


def test_chance_after_a_take_back_is_drawn_afresh() -> None:
    game = load_spec("velocity", 3, "{}").game
    rolls = set()
    for seed in range(12):
        log = Log(game, bytes([seed]) * 32)
        log.append(open_game(log))
        seat = log.state.actor
        for _ in range(2):
            turn, refusal = play_moves(log, seat, [game.text(log.state.nth(0))])
            assert refusal is None
            log.append(turn)
            rolled = [line.move for line in turn.entries if line.actor == -1]
            log.append(log.undo(find_takeback(log, seat).moves))
            rolls.add((seed, *rolled))
        again = restore_log(game, log.seed, [line.text(log.game) for line in log.entries])
        assert said(again) == said(log)
    assert len(rolls) > 18, "the second roll is hardly ever the first one again"


@scene
async def test_what_another_chose_and_took_back_was_learned_all_the_same(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velonimo", 3)
        mover, other = await exchange(pages)
        while other.table["actor"] == other.room["me"]:
            await play(pages)
        third = next(page for page in pages if page not in (mover, other))
        ply = other.table["ply"]
        other.say({"do": "back", "ply": ply})  # all have seen what the other would play
        for page in pages:
            await page.when(lambda page: page.table["ply"] == ply + 1)
        mover.say({"do": "back", "ply": ply + 1})
        await third.until(lambda: third.room["asks"] == mover.room["me"])
        assert mover.table["ply"] == ply + 1, "so nothing is taken back before they agree"


@scene
async def test_who_is_gone_for_a_while_is_asked_and_who_left_is_not(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velonimo", 2)
        mover, other = await exchange(pages)
        await other.close()
        house.services.registry.context.pause = lambda *given: 3600.0  # bots take their time
        house.services.registry.rooms[mover.name].presence.left_at[
            next(iter(house.services.registry.rooms[mover.name].presence.left_at))
        ] = -1e9
        seat = 1 - mover.room["me"]
        mover.say({"do": "hire", "seat": seat, "bot": "level1"})
        await mover.until(lambda: mover.room["seats"][seat]["bot"])
        ply = mover.table["ply"]
        mover.say({"do": "back", "ply": ply})
        await mover.until(lambda: mover.room["asks"] == mover.room["me"])
        assert mover.room["agreed"] == []
        back = await other.guest.at(mover.name)
        await back.until(lambda: not back.room["seats"][seat]["bot"])
        back.say({"do": "leave"})
        await mover.until(lambda: mover.room["seats"][seat]["away"])
        assert mover.room["agreed"] == [seat]
        await mover.until(lambda: mover.table["ply"] == ply + 1)


@scene
async def test_a_game_takes_back_so_often_and_its_record_can_be_read(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.opens("velvet", 2, here=["Anna", "Ben"])
        played = house.moves(room)
    with sqlite3.connect(tmp_path / "table.sqlite") as db:
        texts = [text for _ in range(MAX_UNDOS - 1) for text in ("@undo 1", played[-1])]
        rows = [(room, ply, text) for ply, text in enumerate(texts, len(played) + 1)]
        db.executemany("insert into moves values (?, ?, ?)", rows)
    async with House(tmp_path) as house:
        anna.house = house
        page = await anna.at(room)
        page.say({"do": "look", "seat": page.table["actor"]})
        await page.until(lambda: bool(page.table["moves"]))
        ply = page.table["ply"]
        move = [page.table["moves"][0]["text"]]
        page.say({"do": "play", "ply": ply, "moves": move})
        page.say({"do": "back", "ply": ply + 1})
        page.say({"do": "play", "ply": ply + 2, "moves": move})
        await page.until(lambda: page.table["ply"] == ply + 3)
        assert await page.refusal({"do": "back", "ply": page.table["ply"]}) == {"key": "refuse.back.often"}
        record = (await anna.get(f"/api/rooms/{room}/record")).text
        assert (await anna.post("/api/replays", {"record": record})).status_code == 200


# ---------------------------------------------------------------- what is free, by the audiences of the rules


KINGDOMS: dict[str, object] = {
    "kingdoms": ["rhino octopus rabbit pit threads bear fox", "bear dragon threads horse cave-in fox octopus"],
}


def begun(name: str, seats: int, position: dict[str, object] | None = None) -> Log:
    """A game, or one from a position, up to its first decision."""
    game = load_spec(name, seats, "{}").game
    log = Log(game, bytes(32), game.position(position) if position else None)
    log.append(open_game(log))
    return log


def plays(log: Log, *lines: str) -> None:
    """Decisions, each with its seat before it."""
    for line in lines:
        seat, _, text = line.partition(" ")
        turn, refusal = play_moves(log, int(seat), [text])
        assert refusal is None, line
        log.append(turn)


def test_a_truth_that_had_to_be_told_is_not_taken_back_unasked() -> None:
    log = begun("velvet", 2, KINGDOMS)
    plays(log, "0 invade 2 rabbit")
    assert find_takeback(log, 0) == (1, True), "what a seat shows by itself is its own to take back"
    plays(log, "1 invade 5 fox", "0 scout rabbit 2 strength")
    assert find_takeback(log, 0) == (1, True)
    plays(log, "1 ok")
    assert log.entries[-1].text(log.game).startswith("answer "), "seat 0 has learned a card"
    assert find_takeback(log, 1) == (2, False)
    plays(log, "1 move fox 0", "0 ok")
    assert log.entries[-1].text(log.game) == "show rhino"
    assert find_takeback(log, 0) == (2, False)


def test_a_card_that_was_given_unseen_by_the_others_is_not_taken_back_unasked() -> None:
    log = begun("velonimo", 3)
    for _ in range(200):
        state = log.state
        seat, open_moves = state.actor, [log.game.text(move) for move in state.legal()]
        given = next((text for text in open_moves if text.startswith("give ")), "")
        stolen = next((text for text in open_moves if text.startswith("steal ") and text != "steal none"), "")
        plays(log, f"{seat} {given or stolen or open_moves[0]}")
        if given:
            break
    assert log.entries[-1].text(log.game).startswith("give ") or log.state.is_forced()
    assert not find_takeback(log, seat).is_free


def test_what_others_had_to_do_and_everybody_foresaw_tells_nothing() -> None:
    found = 0
    for seed in range(30):
        game = load_spec("velocity", 3, "{}").game
        log = Log(game, bytes([seed]) * 32)
        log.append(open_game(log))
        for _ in range(60):
            seat = log.state.actor
            if seat < 0:
                break
            plays(log, f"{seat} {game.text(log.state.nth(log.state.count() - 1))}")
            since = log.entries[-find_takeback(log, seat).moves :]
            if any(line.actor not in (seat, -1) for line in since) and all(line.actor >= 0 for line in since):
                found += 1
                assert find_takeback(log, seat).is_free, [line.text(log.game) for line in since]
    assert found


def test_a_kingdom_is_one_decision_until_the_other_lays_a_card() -> None:
    log = begun("velvet", 2)
    seat = log.state.actor
    for _ in range(17):
        plays(log, f"{seat} {log.game.text(log.state.nth(0))}")
    assert log.state.actor == 1 - seat
    assert find_takeback(log, seat) == (17, True)
    plays(log, f"{1 - seat} {log.game.text(log.state.nth(0))}")
    assert find_takeback(log, seat) == (18, False), "the other's card would be lost"


def test_an_undo_line_names_the_moves_that_it_took_back() -> None:
    """Moves that an earlier undo line took back are passed over."""
    moves = [0, 0, -1, 0, 0, -3, 0]
    entries = [Entry(0, move, -1, []) for move in moves]
    taken = [standing_before(entries, at, -move) for at, move in enumerate(moves) if move < 0]
    assert taken == [[1], [0, 3, 4]]


# ---------------------------------------------------------------- what is remembered of long games


class Endless(ToyState):
    """A table where two pass without end; it counts what is played there."""

    plays = 0

    def play(self, move: int) -> None:
        Endless.plays += 1
        self.actor = self.turn = 1 - self.turn

    def copy(self) -> "Endless":
        other = Endless(self.game)
        other.actor = other.turn = self.turn
        return other


def test_what_was_taken_back_in_a_long_game_is_not_played_from_its_start_again() -> None:
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
    assert Endless.plays <= 8 * CHECKPOINT_EVERY, "so a page that asks again and again holds up nobody"
    Endless.plays = 0
    assert find_takeback(log, 2) == (0, False)
    assert Endless.plays <= 3 * log.standing, "nor where nothing is found"
    Endless.plays = 0
    assert [moment.ply for moment in moments(log)] == list(range(len(log.entries) + 1))
    assert Endless.plays <= len(log.entries), "nor whoever looks back"


def from_the_start(log: Log, seat: int) -> int:
    """How many moves a seat would take back, looked for in all that stands."""
    moves, found = [log.entries[at] for at in standing_before(log.entries, len(log.entries), len(log.entries))], 0
    state = log.start.copy()
    for at, line in enumerate(moves):
        run = moves[len(moves) - found : at + 1] if found else []
        if line.actor == seat and not state.is_forced() and not (run and is_hidden_run(run, seat)):
            found = len(moves) - at
        state.play(line.move)
    return found


@pytest.mark.parametrize(("name", "seats"), [("velonimo", 3), ("velocity", 4), ("arcenciel", 3), ("velvet", 2)])
def test_a_log_remembers_states_as_they_were(name: str, seats: int) -> None:
    log, lot = begun(name, seats), random.Random(5)
    while log.state.actor >= 0 and len(log.entries) < 400:
        seat = log.state.actor
        plays(log, f"{seat} {log.game.text(log.state.nth(lot.randrange(log.state.count())))}")
        seat = lot.randrange(seats)
        found = find_takeback(log, seat).moves
        assert found == from_the_start(log, seat)
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


@scene
async def test_a_vote_after_the_game_was_lost_on_time_changes_nothing(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        terms = {"clock": {"mode": "enforced", "per": "game", "seconds": 600}, "late": "forfeit"}
        pages = await table(house, "velonimo", 2, terms=terms)
        asker, voter = await exchange(pages)
        asker.say({"do": "back", "ply": asker.table["ply"]})
        await voter.until(lambda: voter.room["asks"] == asker.room["me"])
        room = house.services.registry.rooms[voter.name]
        room.enqueue(partial(forfeit, room, voter.room["me"]))
        await voter.until(lambda: voter.room["phase"] == "over")
        assert voter.room["asks"] is None
        moves = house.moves(voter.name)
        assert await voter.refusal({"do": "agree", "ply": voter.table["ply"], "yes": True}) == {"key": "refuse.stale"}
        assert house.moves(voter.name) == moves and house.rows("select * from clocks") == []

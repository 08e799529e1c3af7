"""Tests of texts for players: sentences with placeholders, in several languages."""

from velodrome.core import texts
from velodrome.core.contract import Text


def test_a_sentence_is_filled_with_its_arguments_in_both_languages() -> None:
    assert texts.say("toy", {"key": "refuse.low", "top": 7}) == "7 must be exceeded."
    assert texts.say("toy", {"key": "refuse.low", "top": 7}, "fr") == "Il faut dépasser 7."


def test_a_text_has_its_rule_number() -> None:
    assert texts.rule_number("toy", {"key": "refuse.low", "top": 7}) == "TY-01"
    assert texts.rule_number("toy", {"key": "refuse.low", "top": 7, "rule": "TY-09"}) == "TY-09"
    assert texts.rule_number("toy", {"key": "refuse.other"}) == ""


def test_a_piece_is_called_by_its_name_and_a_number_stays_a_number() -> None:
    pieces = {"piece.start": "Départ"}
    assert texts.fill("{target}: {spaces}", {"target": "start", "spaces": 3}, "fr", None, pieces) == "Départ: 3"
    assert texts.say("velonimo", {"key": "prompt.beat", "beat": 2}).count("2") == 1


def test_a_seat_is_called_by_its_name_or_else_by_its_number() -> None:
    text: Text = {"key": "outcome.lead", "seat": 1}
    assert texts.say("toy", text, "en", ["Anna", "Ben"]) == "Ben leads."
    assert texts.say("toy", text) == "Seat 1 leads."
    assert texts.say("toy", text, "fr") == "La place 1 mène."


def test_a_sentence_about_the_viewer_addresses_them() -> None:
    text: Text = {"key": "outcome.lead", "seat": 1}
    assert texts.fill_text("toy", text, "fr", ["Anna", "Ben"], 1) == "Vous menez."
    assert texts.fill_text("toy", text, "fr", ["Anna", "Ben"], 0) == "Ben mène."


def test_names_are_joined_numbers_have_forms_and_places_are_ordinals() -> None:
    text: Text = {"key": "outcome.win", "winners": "0, 1, 2", "count": 1, "place": 2}
    names = ["Anna", "Ben", "Chris"]
    assert texts.say("toy", text, "en", names) == "Anna, Ben and Chris win a card and finish 2nd."
    assert texts.say("toy", text | {"count": "0", "winners": "1"}, "en", names) == "Ben win 0 cards and finish 2nd."
    assert texts.say("toy", text | {"count": 0}, "fr", names) == "Anna, Ben et Chris gagnent 0 carte et finissent 2e."


def test_a_slot_is_counted_from_one() -> None:
    assert texts.fill("slot {slot:slot}", {"slot": "0"}) == "slot 1"


def test_a_list_of_texts_is_said_one_after_the_other() -> None:
    text: Text = {"key": "outcome.both", "each": [{"key": "outcome.lead", "seat": 0}, {"key": "outcome.top", "top": 4}]}
    assert texts.fill_text("toy", text, "en", ["Anna"], 0) == "Now: You lead., 4 is to be beaten.!"

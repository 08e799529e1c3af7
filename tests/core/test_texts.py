"""Texts for people: sentences with arguments, in two languages."""

from velodrome.core import texts


def test_a_sentence_is_filled_with_its_arguments_in_both_languages() -> None:
    assert texts.say("toy", {"key": "refuse.low", "top": 7}) == "7 must be exceeded."
    assert texts.say("toy", {"key": "refuse.low", "top": 7}, "fr") == "Il faut dépasser 7."


def test_a_text_has_its_rule_number() -> None:
    assert texts.rule_number("toy", {"key": "refuse.low", "top": 7}) == "TY-01"
    assert texts.rule_number("toy", {"key": "refuse.low", "top": 7, "rule": "TY-09"}) == "TY-09"
    assert texts.rule_number("toy", {"key": "refuse.other"}) == ""


def test_pieces_are_named_and_numbers_stay_numbers() -> None:
    assert texts.fill_arguments("velocity", {"key": "why.back", "target": "start", "spaces": 3}, "fr") == {
        "target": "Départ",
        "spaces": 3,
    }
    assert texts.say("velonimo", {"key": "prompt.beat", "beat": 2}).count("2") == 1

"""What is said to people: sentences with their arguments, in two languages."""

from velodrome.core import texts


def test_a_sentence_is_said_in_either_language_with_its_arguments() -> None:
    assert texts.say("toy", {"key": "refuse.low", "top": 7}) == "7 must be exceeded."
    assert texts.say("toy", {"key": "refuse.low", "top": 7}, "fr") == "Il faut dépasser 7."


def test_a_text_knows_its_rule() -> None:
    assert texts.rule_number("toy", {"key": "refuse.low", "top": 7}) == "TY-01"
    assert texts.rule_number("toy", {"key": "refuse.low", "top": 7, "rule": "TY-09"}) == "TY-09"
    assert texts.rule_number("toy", {"key": "refuse.other"}) == ""


def test_a_piece_goes_by_its_name_and_a_number_stays_one() -> None:
    assert texts.fill_arguments("velocity", {"key": "why.back", "target": "start", "spaces": 3}, "fr") == {
        "target": "Départ",
        "spaces": 3,
    }
    assert texts.say("velonimo", {"key": "prompt.beat", "beat": 2}).count("2") == 1

"""The referee without a terminal: what becomes of lines, what the record holds, and who is told what."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulespal import library
from rulespal.engine.game import CHOOSE
from rulespal.model.phrases import Speech
from rulespal.play.growing import NoTable
from rulespal.play.opening import Opening
from rulespal.play.referee import Referee
from rulespal.play.reply import Reply
from rulespal.play.simulate import NAMES, play
from rulespal.play.views import ALL, unseen
from rulespal.records.from_text import read
from rulespal.records.judge import Judge
from rulespal.records.record import Record
from rulespal.records.verdict import GameReport
from rulespal.report import as_json as to_json

BOOKS = list(library.rulebook_files())
MOST = 120  # lines of a game that are typed
DEALT = 30  # moves of a game that the program deals


def referee(name: str, *players: str, deals: bool = False, seed: int = 1, **chosen: str) -> Referee:
    book = library.load(name)[0].book
    opening = Opening(book.name, book.hash, "evening", players or NAMES[: book.players[0]], deals, book.has_example)
    readings = {key.replace("_", "-"): option for key, option in chosen.items()}
    return Referee(opening, "evening.rpl", library.find, readings, rng=random.Random(seed))


def record(table: Referee) -> Record:
    (found,) = read(table.text.splitlines(), "evening.rpl")
    return found


def judged(table: Referee) -> GameReport:
    """The record, judged from its beginning as anybody else would."""
    return library.judge(record(table), depends=False)


def done(table: Referee, *lines: str) -> Reply:
    """The reply to the last line; all of them have to be taken."""
    reply = Reply("told")
    for line in lines:
        reply = table.hear(line)
        assert reply.kind == "done", (line, told(reply))
    return reply


def told(reply: Reply) -> str:
    """All that a reply says."""
    return str(to_json.reply(reply, ""))


def game_lines(name: str, players: int, seed: int) -> list[str]:
    """What would be typed of a random game."""
    lines = play(*library.load(name), players, seed).record.splitlines()
    return [line for line in lines if line and line[0] not in "%[" and line != "end"]


# ---- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOOKS)
def test_a_game_that_is_typed_leaves_a_legal_record(name: str) -> None:
    low, high = library.load(name)[0].book.players
    for players in {max(2, low), high}:
        table = referee(name, *NAMES[:players])
        done(table, *game_lines(name, players, players)[:MOST])
        report = judged(table)
        assert report.verdict == "legal", [str(found) for found in report.diagnostics]
        assert not table.record.judge.faulty


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("seed", range(2))
def test_a_game_that_the_program_deals_leaves_a_legal_record_and_gives_nothing_away(name: str, seed: int) -> None:
    low, high = library.load(name)[0].book.players
    table = referee(name, *NAMES[: random.Random(seed).randint(max(2, low), high)], deals=True, seed=seed)
    rng = random.Random(seed)
    for turn in range(DEALT):
        before = hidden_names(table)
        reply = table.hear("roll")
        if reply.kind != "done":
            choice = anything_legal(table, rng)
            if choice is None:
                break
            reply = done(table, choice)
        turned_up = " ".join(event.text.casefold() for event in reply.events)
        before = {name for name in before if name not in turned_up}
        assert not reply.told, reply.told
        assert_not_named(before & hidden_names(table), told(reply))
        public = told(table.hear("state")) + (told(table.hear("legal")) if turn % 6 == 0 else "")
        assert_not_named(hidden_names(table), public)
    report = judged(table)
    assert report.verdict == "legal", [str(found) for found in report.diagnostics]


def hidden_names(table: Referee) -> set[str]:
    """The names of the cards that not everybody sees, and no others of that name either."""
    with table.record.started() as position:
        assert position is not None
        hidden = {card for cards in unseen(table.game, position, ALL).values() for card in cards}
    cards, phrases = table.game.book.cards, table.speech.phrases
    seen = {card.name for place, card in enumerate(cards) if place not in hidden}
    tables = (phrases.events, phrases.facts, phrases.effects)
    said = " ".join(sentence.pattern.source.casefold() for each in tables for sentence in each.sentences)
    names = {cards[place].name for place in hidden if cards[place].name not in seen}
    return {name.casefold() for name in names if name.casefold() not in said}


def assert_not_named(names: set[str], text: str) -> None:
    text = text.casefold()
    assert not [name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)], text


def anything_legal(table: Referee, rng: random.Random) -> str | None:
    """A legal event, by somebody who sees all hands; None when there is none that can be listed."""
    with table.record.started() as position:
        if position is None or not position[0]:
            return None
        real = table.dealer.concrete(position)
        assert real is not None
        offers = [o for o in table.words.offers(real, table.record.table.options) if CHOOSE not in o.args]
        return table.words.event(rng.choice(offers)) if offers else None


@pytest.mark.parametrize("name", BOOKS)
def test_a_game_goes_on_where_its_record_ends(name: str) -> None:
    players = max(2, library.load(name)[0].book.players[0])
    lines = game_lines(name, players, 7)[:MOST]
    table = referee(name, *NAMES[:players])
    done(table, *lines[: len(lines) // 2])
    again = Referee(table.text.splitlines(), "evening.rpl", library.find, {})
    assert (again.now(), again.events, again.text) == (table.now(), table.events, table.text)
    done(again, *lines[len(lines) // 2 :])
    assert judged(again).verdict == "legal"


def test_what_the_program_dealt_stays_dealt_when_the_game_goes_on() -> None:
    table = referee("regicide", "Ana", "Ben", deals=True, seed=5)
    again = Referee(table.text.splitlines(), "evening.rpl", library.find, {})
    assert again.deals
    assert again.hear("look Ana").told == table.hear("look Ana").told != table.hear("state").told


# ---- events ----------------------------------------------------------------------------------------------------------

SET_UP = ("the board is set red, green, blue, white", "Ana starts", "Ana reveals red 3", "Ana puts the meeple on red")


def test_a_refused_event_changes_nothing() -> None:
    table = referee("jusayo", "Ana", "Ben", "Cai")
    done(table, *SET_UP[:3])
    before = (table.text, table.now(), len(table.record.judge.diagnostics))
    reply = table.hear("Ana puts the meeple on blue")
    assert reply.kind == "refused"
    (event,) = reply.events
    assert [reason.text for reason in event.reasons] == ["red 3 is turned up, and it is not blue"]
    assert (event.reasons[0].printed, event.alternatives) == ("Setup, step 3", ["Ana puts the meeple on red"])
    assert table.hear("Ana calls out Ben").events[0].code == "E-TURN"
    assert (table.text, table.now(), len(table.record.judge.diagnostics)) == before
    assert table.hear("why").events[0].code == "E-TURN"
    assert done(table, SET_UP[3]).events[0].n == 4


@pytest.mark.parametrize("name", BOOKS)
def test_refusals_leave_no_trace(name: str) -> None:
    """The same game, with every event of it tried at many moments: the same record in the end."""
    players = max(2, library.load(name)[0].book.players[0])
    lines = game_lines(name, players, 11)[:60]
    events = [line for line in lines if line[0].isdigit()]
    plain, tried = referee(name, *NAMES[:players]), referee(name, *NAMES[:players])
    done(plain, *lines)
    refused = 0
    for place, line in enumerate(lines):
        if place % 5 == 0 and line[0].isdigit():
            for event in events[:: max(1, len(events) // 6)]:
                if tried.hear(f"why {event}").events[0].status == "illegal":
                    refused += tried.hear(event).kind == "refused"
        done(tried, line)
    assert refused
    assert tried.text == plain.text


def test_taking_back() -> None:
    table = referee("jusayo", "Ana", "Ben", "Cai")
    assert "nothing to take back" in told(table.hear("undo"))
    done(table, *SET_UP)
    assert table.hear("undo").told == ["Taken back: 4. Ana puts the meeple on red"]
    assert table.hear("undo to 1").told == ["Taken back: 3. Ana reveals red 3", "Taken back: 2. Ana starts"]
    assert "no event 9" in told(table.hear("undo to 9"))
    reply = done(table, "Ben starts")
    assert reply.events[0].n == 5
    assert table.text.splitlines()[-3:] == ["takeback", "takeback to 1", "5. Ben starts"]
    assert judged(table).verdict == "legal"


def test_events_are_written_in_the_words_of_the_rulebook() -> None:
    table = referee("jusayo", "Ana", "Ben", "Cai")
    done(table, '17. ANA   starts !? "at last"', "the board is set RED, green,  blue, white")
    assert table.text.splitlines()[-2:] == ['1. Ana starts !? "at last"', "2. the board is set red, green, blue, white"]
    regicide = referee("regicide", "Ana", "Ben")
    done(regicide, "Ana says “Well, Well”")
    assert regicide.text.splitlines()[-1] == "1. Ana says “Well, Well”"


def test_an_event_may_be_let_stand_and_a_penalty_laid_on() -> None:
    table = referee("jusayo", "Ana", "Ben", "Cai", false_denial="offender-out")
    hands = ("Ana is dealt red 2, ?, ?, ?, ?, ?, ?, ?, ?, ?", "Ben is dealt red 4, ?, ?, ?, ?, ?, ?, ?, ?, ?")
    done(table, *SET_UP, *hands, "Cai is dealt ?, ?, ?, ?, ?, ?, ?, ?, ?, ?", "Ana requests a card from Ben")
    assert table.hear("stands").told == ["No event has just been refused."]
    assert table.hear("Ben can't").kind == "refused"
    reply = table.hear("penalty")
    assert [effect.text for effect in reply.events[0].effects][:1] == ["Ben is knocked out"]
    assert judged(table).events[-1].status == "illegal"
    assert table.hear("Ana calls out Ben").kind == "refused"
    done(table, "undo")
    assert table.hear("Ben can't").kind == "refused"
    assert done(table, "stands").events[0].status == "stands"
    assert table.text.splitlines()[-1] == "10. Ben can't @stands"


# ---- what nobody recorded --------------------------------------------------------------------------------------------


def jusayo_dealt() -> Referee:
    table = referee("jusayo", "Ana", "Ben", "Cai")
    done(table, *SET_UP)
    assert [event.text.count("?") for event in done(table, "roll").events] == [10, 10, 10]
    return table


def test_a_claim_is_believed_until_a_later_line_refutes_it() -> None:
    table = jusayo_dealt()
    done(table, "Ana requests a card from Ben")
    claim = done(table, "Ben can't").events[0]
    assert (claim.status, claim.effects[0].text) == ("unverifiable", "Ana is knocked out")
    done(table, "Ben plays green 4", "Cai calls out Ben")
    reply = done(table, "reveal Ben had red 7 at 9")
    assert [event.n for event in reply.settled] == [9]
    assert "line" in reply.settled[0].reasons[-1].text
    report = judged(table)
    assert report.verdict == "illegal"
    assert [event.status for event in report.events] == [event.status for event in table.record.judge.events]


def test_a_card_played_later_refutes_a_claim() -> None:
    table = jusayo_dealt()
    done(table, "Ana requests a card from Ben", "Ben can't", "Ben requests a card from Cai", "Cai plays green/red 5")
    done(table, "Cai requests a card from Ben")
    reply = done(table, "Ben plays red 7")  # he had it when he said that he had no red card
    assert [event.n for event in reply.settled] == [9]
    assert reply.events[0].status in ("legal", "unverifiable")
    report = judged(table)
    assert [event.status for event in report.events] == [event.status for event in table.record.judge.events]
    assert done(table, "undo").told == ["Taken back: 13. Ben plays red 7"]


def test_cards_that_lie_open_are_asked_for() -> None:
    table = referee("regicide", "Ana", "Ben")
    assert table.now().unnamed == ("the royal is ?",)
    done(table, "reveal the royal is JH")
    assert table.now().unnamed == ()
    assert table.hear("reveal the royal is JC").kind == "refused"
    reply = done(table, "Ana plays 5C")
    assert reply.told == ["perhaps, by cards that nobody has named: the game is lost"]
    assert reply.now is not None and reply.now.over is None


def test_facts_before_the_first_event() -> None:
    table = referee("regicide", "Ana", "Ben")
    done(table, "given Ana holds 7H, 3C, 5C, ?, ?, ?, ?")
    wrong = table.hear("given Ben holds 7H, ?, ?, ?, ?, ?, ?")
    assert wrong.kind == "refused"
    assert "two places" in told(wrong)
    done(table, "given the royal is JH", "Ana plays 5C")
    assert table.hear("given Ben holds 2H, ?, ?, ?, ?, ?, ?").kind == "refused"
    assert judged(table).verdict in ("legal", "consistent")


def test_effects_and_assertions_are_checked_before_they_are_written() -> None:
    table = jusayo_dealt()
    done(table, "Ana calls out Ben", "Ben can't", "-> Ben is knocked out", "{Cai has the tray}")
    lines = table.text
    assert "Ana is knocked out" in told(table.hear("-> Ana is knocked out"))
    wrong = table.hear("{Ana has the tray}")
    assert (wrong.kind, wrong.checks[0].found) == ("refused", "Cai has the tray")
    assert table.hear("result Ana won the game").kind == "refused"
    assert table.text == lines


# ---- who is told what ------------------------------------------------------------------------------------------------


def test_a_hand_is_shown_to_its_player_alone() -> None:
    table = referee("regicide", "Ana", "Ben", deals=True, seed=3)
    mine, public = table.hear("look ana"), table.hear("state")
    assert (mine.private_to, public.private_to) == ("Ana", None)
    assert "Ana holds 7 cards" in public.told
    (hand,) = [fact for fact in mine.told if fact.startswith("Ana holds ")]
    assert hand.count(",") == 6
    assert "Ben holds 7 cards" in mine.told
    assert mine.legal is not None and any("Ana plays" in move for move in mine.legal.moves)
    assert "is no player" in told(table.hear("look Zoe"))


@pytest.mark.skipif("hanabi" not in BOOKS, reason="no rulebook in which one sees all hands but one's own")
def test_where_one_sees_all_hands_but_ones_own() -> None:
    table = referee("hanabi", "Ana", "Ben", deals=True, seed=3)
    facts = table.hear("look Ana").told
    assert "Ana holds 5 cards" in facts
    assert not [fact for fact in facts if fact.startswith("Ben holds 5 cards")]


def test_refusals_name_no_card_that_is_hidden() -> None:
    table = referee("jusayo", "Ana", "Ben", "Cai", deals=True, seed=2)
    while table.now().waits_for != "Ana plays …, requests a card from … or calls out …":
        if table.hear("roll").kind != "done":
            done(table, anything_legal(table, random.Random(1)) or "")
    done(table, "Ana calls out Ben")
    hidden = hidden_names(table)
    for card in table.game.book.cards:
        reply = table.hear(f"why Ben plays {card.name}")
        assert_not_named(hidden - {card.name.casefold()}, told(reply))


# ---- other lines -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana plays bleu 3", "bleu"),
        ("legl", "Did you mean `legal`?"),
        ("Zoe starts", "There is no player “zoe”"),
        ("given", "Nothing follows"),
        ("[reading x]", "is not well formed"),
        ("players Ana, Ben", "no line of a record"),
        ("12.", "No event follows the number"),
        ("Ana starts @stand", "did you mean `@stands`"),
        ("why", "Nothing has been judged yet"),
        ("why Ana", "is no sentence"),
        ("look", "The players are Ana, Ben, Cai."),
        ("\x00", "control character"),
        ("Ana starts\nBen starts", "no player"),
        ("{", "not closed"),
        ("roll over", "the board is set"),
    ],
)
def test_lines_that_are_not_understood_are_answered(text: str, expected: str) -> None:
    table = referee("jusayo", "Ana", "Ben", "Cai")
    before = table.text
    reply = table.hear(text)
    assert expected.casefold() in told(reply).casefold(), told(reply)
    assert table.text == before or reply.kind == "done"


def test_remarks_are_kept_and_the_end_closes_the_record() -> None:
    table = referee("jusayo", "Ana", "Ben", "Cai")
    done(table, 'note "rain"', 'ruling "the board stays"', "Ana starts", "end")
    assert table.text.splitlines()[-4:] == ['note "rain"', 'ruling "the board stays"', "1. Ana starts", "end"]
    for line in ("Ben starts", 'note "late"', "undo"):
        assert "has ended" in told(table.hear(line))
    assert table.hear("").now == table.now()


def test_readings_are_agreed_on_before_the_first_line() -> None:
    table = referee("jusayo", "Ana", "Ben", "Cai", target_out="allowed")
    assert '[reading "target-out: allowed"]' in table.text
    done(table, "reading false_denial = offender-out")
    assert '[reading "false-denial: offender-out"]' in table.text
    assert "has no option" in told(table.hear("reading false-denial: never"))
    assert "no reading" in told(table.hear("reading what=ever"))
    assert "false-denial: offender-out" in table.hear("readings").told
    done(table, "Ana starts")
    assert "before the first line" in told(table.hear("agree"))
    other = referee("regicide", "Ana", "Ben", deals=True)
    done(other, "agree")
    assert other.text.count("[reading ") == sum(r.grade in ("open", "custom") for r in other.game.book.readings)
    assert done(other, "Ana yields").events[0].n == 1


def test_names_of_players_come_before_commands() -> None:
    table = referee("jusayo", "Legal", "Why", "Roll")
    assert done(table, "Why starts").events[0].actor == "Why"
    assert table.hear("legal").kind == "problem"  # it is somebody's name, and no sentence


def test_what_cannot_be_refereed() -> None:
    for players in (("Ana",), ("Ana", "ana", "Ben"), ("Ana", "Ben", "note")):
        with pytest.raises(NoTable):
            referee("jusayo", *players)


# ---- long games ------------------------------------------------------------------------------------------------------


def test_a_line_costs_the_same_however_long_the_game_is(monkeypatch: pytest.MonkeyPatch) -> None:
    table = referee("regicide", "Ana", "Ben")
    done(table, *game_lines("regicide", 2, 3)[:20])
    calls = 0
    judge = Judge.line

    def counted(self: Judge, line: object) -> None:
        nonlocal calls
        calls += 1
        judge(self, line)  # type: ignore[arg-type]

    for _ in range(300):
        done(table, "Ben says “hm”", "undo")
    monkeypatch.setattr(Judge, "line", counted)
    for line in ("Ben says “hm”", "undo", "Ana plays KC", "legal", "state", "why Ana yields"):
        calls = 0
        table.hear(line)
        assert calls <= 2, line


def speeches() -> Iterator[Speech]:
    yield from (referee(name).speech for name in BOOKS)


def test_commands_are_no_sentences_of_a_rulebook() -> None:
    from rulespal.play.referee import COMMANDS

    for speech in speeches():
        for name in COMMANDS:
            assert not hasattr(speech.event(name), "values"), name


def test_its_records_name_a_rulebook_by_its_path_too(tmp_path: Path) -> None:
    file = tmp_path / "own" / "rulebook.md"
    file.parent.mkdir()
    file.write_text(library.rulebook_files()["jusayo"].read_text(encoding="utf-8"), encoding="utf-8")
    game, phrases = library.load(str(file))
    opening = Opening(game.book.name, game.book.hash, "x", ("Ana", "Ben", "Cai"))
    table = Referee(opening, "x.rpl", lambda name: (game, phrases), {})
    assert '[rulebook "own"]' in table.text

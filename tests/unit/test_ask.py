"""`rulespal ask`: its lines, its exit statuses, its prompt, and what a start needs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulespal import library
from rulespal.cli import commands
from rulespal.questions.session import Session
from rulespal.questions.wording import Voice
from rulespal.text.resources import grammar_text

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "rulebooks" / "jusayo" / "records" / "card-too-low.rpl"


def ask(*args: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(commands, ["ask", *args], input=typed)


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ("who is out if a request fails", 0),
        ("how many cards does each player draw", 3),
        ("how many cards does each player draw with seven players", 4),
        ("who pays for the drinks", 5),
    ],
)
def test_the_exit_status_says_how_the_answer_stands(question: str, status: int) -> None:
    assert ask("jusayo", question).exit_code == ask("jusayo", *question.split(), "--json").exit_code == status


@pytest.mark.parametrize(
    "question",
    ["who is out if a request fails", "how many cards does each player draw", "a false denial, what now", "castling"],
)
def test_an_answer_is_at_most_six_lines_of_eighty_columns(question: str) -> None:
    lines = ask("jusayo", question).stdout.splitlines()
    assert 0 < len(lines) <= 6
    assert all(len(line) <= 80 for line in lines)


def test_facts_that_clash_are_named_together() -> None:
    shown = ask("jusayo", "which cards may Ana play", "--given", "Ana holds red 2; Ben holds red 2; it is Ana's turn")
    assert shown.exit_code == 5
    assert "red 2 in two places" in shown.stdout
    shown = ask(
        "jusayo", "which cards may Ana play", "--given", "the current colour is red; the current colour is blue"
    )
    assert "“the current colour is blue” contradicts “the current colour is red”" in shown.stdout


def test_an_event_that_is_not_legal_is_answered_with_the_reason() -> None:
    shown = ask(
        "jusayo", "Ana plays blue 3. Who has the tray?", "--given", "the current colour is red; it is Ana's turn"
    )
    assert "not possible" in shown.stdout
    assert "blue 3 is not red" in shown.stdout


def test_a_question_goes_on_from_where_a_record_stands() -> None:
    for place, verdict in ((":2", "yes"), (":3", "no")):
        found = ask("jusayo", "Can Iris play white 3?", "--at", f"{RECORD}{place}", "--json")
        assert json.loads(found.stdout)["cases"][0]["verdict"] == verdict
    assert ask("jusayo", "Can Iris play white 3?", "--at", f"{RECORD}:99").exit_code == 2


def test_a_table_that_has_chosen_gets_no_other_reading() -> None:
    question = "two cards share the highest number of the colour: who picks the one that is played?"
    found = json.loads(ask("jusayo", question, "--reading", "tied-highest=owner-picks", "--json").stdout)
    assert found["status"] == "certain"
    assert not found["unless"]


def test_why_tells_what_did_not_apply_first() -> None:
    given = "the players are Ana, Ben, Cai; the current colour is blue; it is Ana's turn; Ana holds blue 4, red 2"
    lines = ask("jusayo", "Ana plays blue 4. Who has the tray?", "--why", "--given", given).stdout
    assert (
        lines.index("Not so: blue 4 is not blue")
        < lines.index("Ana plays blue 4.\n")
        < lines.index("→ the tray passes to Ben")
    )


def test_the_prompt_keeps_facts_and_takes_steps_back() -> None:
    facts = "the current colour is blue; Ana holds blue 3, blue 4"
    typed = f"{facts}\nwhich cards may Ana play?\nundo\nundo\nundo\nfacts\nquit\n"
    lines = ask("jusayo", typed=typed).stdout.splitlines()
    assert lines[0] == f"It is given: {facts}."
    assert lines[1] == "Blue 4."
    assert lines[-2:] == ["There is nothing to take back.", "It is given: nothing."]


def test_a_question_may_go_on_from_the_one_before() -> None:
    session = Session(*library.load("jusayo"))
    assert session.ask("how many cards each with 3 players").cases[0].value == 10
    assert session.ask("and how many for six players?").status == "silent"
    assert session.ask("nonsense upon stilts").status == "not-understood"
    assert session.undo() and session.undo() and not session.undo()


def test_an_answer_is_kept_as_a_ruling_after_a_yes(tmp_path: Path) -> None:
    file = tmp_path / "mine" / "rulebook.md"
    file.parent.mkdir()
    file.write_bytes(library.rulebook_file("jusayo").read_bytes())
    question = "Ana calls out Ben. Ben plays blue 3. Who is knocked out?"
    rulings, before = file.with_name("rulings.md"), file.read_bytes()
    assert "ruling ana_calls_out_ben_ben" in ask(str(file), question, "--keep", typed="n\n").stdout
    assert not rulings.exists()
    assert ask(str(file), question, "--keep", typed="y\n").exit_code == 0
    assert file.read_bytes() == before
    kept = rulings.read_text(encoding="utf-8")
    assert kept.startswith("## Knocked Out {#knocked-out}\n")
    assert 'after "{p} calls out {q}", "{q} plays blue 3"' in kept
    assert not library.read_rulebook(file)[1].errors
    library.load.cache_clear()  # the next question is asked by another program
    assert "has a ruling for it" in ask(str(file), question, "--keep").output


def test_the_asker_is_spoken_to() -> None:
    assert Voice("en").text("you pays 1 coin to Ana") == "You pay 1 coin to Ana"
    assert Voice("en").text("it is you's turn, and you has the tray") == "It is your turn, and you have the tray"
    assert Voice("es").text("you paga 1 moneda, y le toca a you") == "Tú pagas 1 moneda, y te toca a ti"
    assert (
        Voice("en", {"Abel": "the challenger"}).text("Abel's coin goes to Abel")
        == "The challenger's coin goes to the challenger"
    )


def test_a_rulebook_in_the_cache_is_asked_without_its_grammar() -> None:
    ask("jusayo", "who starts the next round")
    code = (
        "import sys\nsys.argv = ['rulespal', 'ask', 'jusayo', 'who starts the next round']\nfrom rulespal.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print([m for m in ('lark', 'yaml', 'markdown_it') if m in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.endswith("[]\n")


def test_what_a_table_agrees_on_is_written_and_then_answered_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rulespal.toml").write_text('# ours\n[jusayo]\ntarget-out = "allowed"\n\n[other]\nkept = "yes"\n')
    book = library.load("jusayo")[0].book
    asked = [r for r in book.readings if r.grade != "settled"]
    shown = CliRunner().invoke(commands, ["readings", "jusayo", "--agree"], input="2\n" + "\n" * (len(asked) - 1))
    assert shown.exit_code == 0, shown.output
    text = (tmp_path / "rulespal.toml").read_text()
    assert text.startswith("# ours\n[jusayo]\n") and text.endswith('[other]\nkept = "yes"\n')
    assert text.count("target-out") == 1 and 'target-out = "allowed"' in text
    assert 'false-denial = "offender-out"' in text
    again = CliRunner().invoke(commands, ["readings", "jusayo", "--agree"], input="\n" * len(asked))
    assert again.exit_code == 0 and (tmp_path / "rulespal.toml").read_text() == text
    assert "knocked out" in ask("jusayo", "What is the penalty for wrongly saying \u201cI can't\u201d?").stdout


@pytest.mark.parametrize(
    ("book", "question"),
    [
        ("jusayo", "Ana does not call out Ben. Who is out?"),
        ("jusayo", "Ana calls out Ben. Is Cai's hand shown?"),
        ("regicide", "Ana does not play a jester. Am I attacked?"),
    ],
)
def test_what_is_said_not_to_be_is_never_taken_for_what_is(book: str, question: str) -> None:
    found = library.ask(*library.load(book), question)
    assert found.status in ("not-understood", "silent"), found.cases


def test_who_pays_where_one_of_the_two_has_no_name() -> None:
    (case,) = library.ask(*library.load("justas"), "who pays if ben refuses").cases
    assert [(p.payer, p.amount, p.unit) for p in case.payments] == [("Ben", 1, "coin")]


def test_who_refuses_whom_however_it_is_said() -> None:
    for question in (
        "hugo refuses greta's challenge, who pays whom",
        "ben refuses ana's challenge, who pays whom",
    ):
        (case,) = library.ask(*library.load("justas"), question).cases
        who = ("Ben", "Ana") if "ben" in question else ("Hugo", "Greta")
        assert [(p.payer.title(), p.payee.title()) for p in case.payments] == [who], question
    far = library.ask(
        *library.load("justas"), "Hugo turns down a challenge from Greta. What does that cost him, and who gets it?"
    )
    assert far.status == "not-understood" and far.offers


def test_a_card_that_a_ruling_does_not_speak_of_is_not_passed_over() -> None:
    found = library.ask(*library.load("regicide"), "ace plus jester ok?")
    assert all(case.verdict != "yes" for case in found.cases), found.cases


def test_facts_that_were_given_are_not_answered_with_what_is_always_so() -> None:
    given = ["Ana has 12 coins", "Ben has 9 coins", "Cai has 4 coins"]
    found = library.ask(*library.load("justas"), "How many coins end up on FESTEJOS?", given)
    assert all(case.value != 1 for case in found.cases)
    assert library.ask(*library.load("justas"), "How many coins end up on FESTEJOS?").cases[0].value == 1


@pytest.mark.parametrize("question", ["Does a 3 fit on a 2?", "Does a 2 fit on a 3?"])
def test_numbers_stand_where_the_way_of_asking_has_them(question: str) -> None:
    assert library.ask(*library.load("hanabi"), question).understood == question


# ---- how answers are laid out ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "question"),
    [
        ("justas", "may I refuse with one coin?"),
        ("justas", "may I challenge somebody who has refused?"),
        ("regicide", "do spades last"),
        ("regicide", "which card may I play?"),
        ("jusayo", "The current colour is red. I play blue 4. What happens?"),
    ],
)
def test_verdicts_cases_and_readings_are_wrapped_and_never_cut(book: str, question: str) -> None:
    found = library.ask(*library.load(book), question)
    told = ask(book, question).stdout
    assert all(len(one) <= 80 for one in told.splitlines())
    whole = " ".join(told.split())
    for text in (*(case.answer for case in found.cases), *(unless.text for unless in found.unless)):
        assert text in whole or text.split(": ", 1)[-1] in whole
    assert (" ".join(found.understood.split())) in whole


def test_readings_are_told_in_their_words_and_not_by_their_names() -> None:
    question = "Ben played a jester a turn ago. Do my spades work against the Jack of spades now?"
    told = " ".join(ask("regicide", question).stdout.split())
    assert "For how long does a jester take away the immunity?" in told
    assert "Most say: until the royal is beaten. If only in this turn: No" in told
    names = [name for name in ("jester-lifts", "this-turn", "until-beaten") if name in told]
    assert not names
    found = json.loads(ask("regicide", question, "--json").stdout)
    assert found["unless"][0]["readings"] == {"jester-lifts": "this-turn"}


def test_what_was_understood_is_said_below_the_verdict() -> None:
    lines = ask("justas", "what happens if I refuse?").stdout.splitlines()
    assert lines[:2] == [
        "You pay 1 coin to somebody.",
        "Taken as: Somebody challenges you at swords; you refuse: what happens?",
    ]


@pytest.mark.parametrize(
    ("book", "question", "told"),
    [
        ("jusayo", "Ana calls out Ben. Ben plays blue 3. May Ana play blue 4?", "may Ana play blue 4?"),
        ("jusayo", "Ana holds blue 4. The current colour is blue. Which card may Ana play?", "which card may Ana play?"),
        ("justas", "I challenge Ben at swords. Ben refuses. How many coins do I have?", "you have … coins, how many?"),
        ("justas", "Reto a Ben a espadas y Ben rechaza. ¿Quién paga?", "Ben rechaza: ¿quién paga?"),
        ("regicide", "¿Puede Ana jugar 5 de corazones?", "Ana juega 5 de corazones, ¿se puede?"),
    ],
)  # fmt: skip
def test_a_scenario_is_said_back_in_words(book: str, question: str, told: str) -> None:
    assert library.ask(*library.load(book), question).understood.endswith(told)


ENGLISH = (
    " the ",
    " and ",
    "says",
    "Taken",
    "book ",
    " see ",
    "See ",
    "depends",
    "Unless",
    "Did you",
    "mean:",
    "custom",
    "shows",
)


@pytest.mark.parametrize(
    ("question", "status", "told"),
    [
        ("¿quién paga si Ben rechaza a Ana?", "certain", "Entendido: ¿Quién paga si Ben rechaza el reto de Ana?"),
        ("¿Puedo llevar armadura y escudo a la vez?", "leaning", "Como casi todos lo leen"),
        ("¿puedo rechazar con una moneda?", "depends", "Depende (3 casos)."),
        ("¿quién recibe lo que se paga en el mercado?", "silent", "Una costumbre: las arcas; o nadie"),
        ("¿puedo bailar sobre la mesa?", "not-understood", "Sin entender: «bailar», «mesa»."),
        ("¿quién lanza la espada?", "not-understood", "Quizá: "),
    ],
)
def test_a_spanish_question_is_answered_in_spanish_to_the_last_word(question: str, status: str, told: str) -> None:
    found = library.ask(*library.load("justas"), question, language="es", why=True)
    printed = {cited.printed for case in found.cases for cited in case.citations} | {n.printed for n in found.see_also}
    for args in ((), ("--why",)):
        lines = ask("justas", question, "--lang", "es", *args).stdout
        whole = " ".join(lines.split())
        for place in sorted(printed, key=len, reverse=True):
            whole = whole.replace(place, "")  # as it is printed
        assert (found.status, told in whole) == (status, True)
        assert not [word for word in ENGLISH if word in whole]


def test_facts_that_clash_are_told_in_spanish() -> None:
    given = "Ana tiene 3 monedas; Ana tiene 4 monedas"
    told = ask("justas", "¿Quién paga si Ben rechaza el reto de Ana?", "--given", given, "--lang", "es").stdout
    assert told.startswith("Lo dado no puede ser todo a la vez: Ana tiene 4 monedas; Ana tiene 3 monedas.")


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        ("en", "Does you draw a card?", "Do you draw a card?"),
        ("en", "is you's hand shown, and has you drawn?", "Is your hand shown, and have you drawn?"),
        ("en", "Ana asks you as the target", "Ana asks you as the target"),
        ("en", "you hold a higher ? card: ?", "You hold a higher card"),
        ("en", "Ana draws ?", "Ana draws a card"),
        ("en", "Ana draws ?, ?, ?; it is you's turn", "Ana draws 3 cards; it is your turn"),
        ("en", "blue 3 is not ?, the colour", "Blue 3 is not ?, the colour"),
        ("es", "Ana roba ?, y you se retira", "Ana roba una carta, y tú te retiras"),
        ("es", "alguien reta a you a espadas", "Alguien te reta a espadas"),
        ("es", "Ben paga 1 moneda a you", "Ben te paga 1 moneda"),
        ("es", "el mercado es nothing", "El mercado es nada"),
    ],
)
def test_the_asker_and_hidden_cards_in_running_text(language: str, said: str, told: str) -> None:
    assert Voice(language).text(said) == told


def test_every_word_of_ours_has_its_translation() -> None:
    def names(language: str) -> dict[str, set[str]]:
        lines = (line.partition(" = ") for line in grammar_text(f"answers.{language}.txt").splitlines())
        return {name: set(re.findall(r"\{\w+\}", told)) for name, sign, told in lines if sign and name[0] != "#"}

    english, spanish = names("en"), names("es")
    assert english.keys() == spanish.keys()
    assert [n for n in english if english[n] != spanish[n] and not n.startswith("asks-")] == []


def test_what_the_program_itself_has_against_an_event_is_said_in_spanish() -> None:
    found = library.ask(*library.load("justas"), "Es el turno de Ana. ¿Puede Ben retar a Ana a espadas?")
    assert found.cases[0].answer.startswith("No: Ben no puede hacer eso ahora; ahora se puede: Ana reta a … a …, ")
    assert "is possible" not in found.cases[0].answer and " or " not in found.cases[0].answer

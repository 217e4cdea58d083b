"""What a question means: a ruling in other words, or a scenario in the rulebook's sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

from rulespal.model.phrases import Phrasebook
from rulespal.questions.comparing import Match
from rulespal.questions.free import FreeQuestions
from rulespal.questions.from_ruling import Outside, Unplaced, query
from rulespal.questions.general import general
from rulespal.questions.likeness import fixed
from rulespal.questions.places import likely
from rulespal.questions.query import Asked, Either, NotUnderstood, Query
from rulespal.questions.rulings import NEAR, Rulings, rulings_of
from rulespal.questions.words import in_other_words, language_of, lexicon, without_tag

EXACT = 0.9  # a ruling that fits so well goes before a scenario
WRITTEN = 0.4  # how much a question of several sentences has to be written like a ruling to go before a scenario
MAX_QUESTION = 2_000  # characters
OFFERED = 3
MOST_CLOSE = 3  # rulings of which none is clearly the best


def understand(
    text: str, given: Sequence[str], phrases: Phrasebook, language: str | None = None, players: Sequence[str] = ()
) -> Query | NotUnderstood:
    """The query that a question most likely is, or what was not understood. `players`: those of a game it is about."""
    found = understandings(text, given, phrases, language, players)
    return next(one for one in found if not isinstance(one, Either))


def understandings(
    text: str, given: Sequence[str], phrases: Phrasebook, language: str | None = None, players: Sequence[str] = ()
) -> Iterator[Query | Either | NotUnderstood]:
    """What a question may be, the likeliest first; what was not understood comes last.

    A ruling that is asked nearly as it is written goes first; then a scenario that was understood to its last word; then the
    best ruling that fits; at last the same of the question in plainer words.
    """
    text = text[:MAX_QUESTION]
    language = language or language_of(text, phrases.book.languages)
    nothing = NotUnderstood(language=language)
    for said in dict.fromkeys((text, in_other_words(text, lexicon(language)))):
        for found in _read(said, given, phrases, language, players):
            if isinstance(found, NotUnderstood):
                nothing = found if said == text else nothing
            else:
                yield _asked_as(found, text)
    yield nothing


def _asked_as(found: Query | Either, text: str) -> Query | Either:
    """What a question was understood to be, with its text as somebody typed it."""
    if isinstance(found, Either):
        return Either(tuple(replace(query, text=text) for query in found.queries))
    return replace(found, text=text)


def _read(
    text: str, given: Sequence[str], phrases: Phrasebook, language: str, players: Sequence[str]
) -> Iterator[Query | Either | NotUnderstood]:
    """What a question may be, in the words in which it is."""
    players, given = named_players(given, players)
    rulings = rulings_of(phrases, language)
    matches = rulings.matches(without_tag(text, rulings.lexicon), players)
    close = rulings.close(matches)
    best = close[0] if len(close) == 1 and close[0].accounts else None
    ruling = _asked(best, text, given, phrases, language, players) if best is not None else None
    # what is given would make no difference
    beside = best is not None and bool(given) and fixed(best.ruling, verdicts=False)
    near = best is not None and _near(best, text) and not beside
    if ruling is not None and near:
        yield ruling
    if not given and not players and (found := general(text, phrases, rulings)) is not None:
        yield found
    free = free_questions(phrases).understand(text, given, language, players)
    if isinstance(free, Query):
        yield free
    # understood, and something is wrong
    puzzled = isinstance(free, NotUnderstood) and free.problem and not free.words and not free.unasked
    partly = (
        isinstance(free, Query) and best is not None and bool(best.left)
    )  # the ruling passes over what was understood
    if ruling is not None and not near and not puzzled and not partly and not beside:
        yield ruling
    if 1 < len(close) <= MOST_CLOSE and not puzzled and all(match.accounts for match in close):
        several = [_asked(match, text, given, phrases, language, players) for match in close]
        if all(query is not None for query in several):
            yield Either(tuple(query for query in several if query is not None))
    left = _nothing(rulings, matches, text, free if isinstance(free, NotUnderstood) else NotUnderstood())
    offered = (_asked(match, text, (), phrases, language, players) for match in matches[:OFFERED])
    yield replace(left, offers=tuple(query for query in offered if query is not None))


def _near(match: Match, text: str) -> bool:
    """Whether a question is a ruling nearly as it is written; one that tells a story first has to be written like it."""
    return match.alike >= EXACT or (match.score >= EXACT and (match.alike >= WRITTEN or not _STORY.search(text)))


def _asked(
    match: Match, text: str, given: Sequence[str], phrases: Phrasebook, language: str, players: Sequence[str]
) -> Query | None:
    """What a match asks; None where it is not clear who of those named is who in it."""
    try:
        return query(match, text, given, phrases, language, players)
    except Outside as outside:
        return silence(match, text, language, str(outside))
    except Unplaced:
        return None


_FREE: WeakKeyDictionary[Phrasebook, FreeQuestions] = WeakKeyDictionary()


def free_questions(phrases: Phrasebook) -> FreeQuestions:
    """What understands the free questions to a rulebook, prepared once."""
    if phrases not in _FREE:
        _FREE[phrases] = FreeQuestions(phrases)
    return _FREE[phrases]


def named_players(given: Sequence[str], players: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players, where a fact handed in lists them, and the other facts."""
    found, others = tuple(players), []
    for fact in given:
        if (match := _PLAYERS.fullmatch(fact.strip())) and not players:
            found = tuple(name for part in match[1].split(",") if (name := part.strip()))
        else:
            others.append(fact)
    return found, tuple(others)


_SLOT = re.compile(r"\{[^}]*\}")
_STORY = re.compile(r"[.;!]\s+\S")
_PLAYERS = re.compile(r"(?:the players are|los jugadores son)\s+(.+)", re.IGNORECASE)


def silence(match: Match, text: str, language: str, why: str) -> Query:
    """A question about a game that the rulebook is not for."""
    return Query(
        text, language, (), asked=(Asked("silent"),), understood=text, source="ruling", ruling=match.ruling, outside=why,
        surely=match.score,
    )  # fmt: skip


def _nothing(rulings: Rulings, matches: Sequence[Match], text: str, free: NotUnderstood) -> NotUnderstood:
    """What to say to a question that was not understood: the nearest ones, and where to look."""
    near = [m.asking.pattern.source for m in matches if m.score >= NEAR][:OFFERED]
    nearest = [_SLOT.sub("…", question) for question in (*near, *free.questions)]
    return NotUnderstood(
        free.words or (matches[0].left if matches else ()),
        tuple(nearest[:OFFERED]),
        likely(text, matches, rulings.phrases, rulings.language),
        free.problem,
        language=rulings.language,
    )

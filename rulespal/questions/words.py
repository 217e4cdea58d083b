"""Words of a question: cut, folded, and reduced to keys that all forms of one word share.

Stemming is that of Snowball; what no stemmer can know (irregular forms, contractions, numbers, the small words) stands
in `grammar/words.LANGUAGE.txt`. Two words are forms of one word when their keys meet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rulespal.text.fold import fold, plain_signs
from rulespal.text.resources import grammar_text

MAX_LETTERS = 40  # of a word that is stemmed
MAX_TEXTS = 5_000
MAX_WORDS = 400  # of a question; what is longer is no question

SNOWBALL = {"en": "english", "es": "spanish", "de": "german", "fr": "french", "it": "italian", "pt": "portuguese",
            "nl": "dutch", "ca": "catalan", "sv": "swedish", "da": "danish", "no": "norwegian", "fi": "finnish"}  # fmt: skip
PHRASES = ("people", "whose", "questions", "frames", "seats")  # headings of phrases with a meaning
_WORD = re.compile(r"[\w♥♦♣♠/]+(?:'[a-z]+)?|'s?|[^\s\w]", re.IGNORECASE)
_AGENT = re.compile(r".{3,}(?:er|or)s?$")  # a challenger is not a form of `challenge`
_DIPHTHONGS = (("ie", "e"), ("ue", "o"))


@dataclass(frozen=True, slots=True)
class Token:
    """A word or sign of a text. `text` as written, from `start` to `end` in it; `word` is folded; `number` its value."""

    text: str
    word: str
    keys: frozenset[str]
    start: int
    end: int
    number: int | None = None

    @property
    def is_sign(self) -> bool:
        return not self.keys

    @property
    def capital(self) -> bool:
        """Written with a capital and not all in capitals, as names are."""
        return self.text[:1].isupper() and (len(self.text) == 1 or not self.text.isupper())

    def like(self, other: Token) -> bool:
        """Whether two tokens are forms of one word."""
        return not self.keys.isdisjoint(other.keys)


@dataclass(slots=True)
class Lexicon:
    """What is known of the words of one language. `kinds`: the small words by kind (articles, fillers, …)."""

    language: str
    irregular: dict[str, set[str]] = field(default_factory=dict)
    contractions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    # by a key of their first word: phrases, the longest first, and what is said instead
    rewordings: dict[str, list[tuple[tuple[frozenset[str], ...], str]]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, frozenset[str]] = field(default_factory=dict)
    pronouns: dict[str, str] = field(default_factory=dict)
    phrases: dict[str, list[tuple[tuple[Token, ...], str]]] = field(default_factory=dict)  # by kind: words, and meaning
    endings: dict[str, str] = field(default_factory=dict)  # of verbs that say who acts without a subject
    cut: dict[str, tuple[Token, ...]] | None = None  # the tokens of texts; None while the lists are read
    _known: dict[str, frozenset[str]] = field(default_factory=dict)
    _stem: Callable[[str], str] | None = None
    _auxiliaries: frozenset[str] | None = None

    def keys(self, word: str) -> frozenset[str]:
        """The keys of a folded word; forms of one word share one."""
        found = self._known.get(word)
        if found is None:
            found = self._known[word] = frozenset(self._keys(word))
            if len(self._known) > 50_000:
                self._known.clear()
        return found

    def _keys(self, word: str) -> Iterator[str]:
        yield from self.irregular.get(word, ())
        if self.language == "en" and _AGENT.match(word):
            yield word.removesuffix("s")
            return
        stem = self.stem(word)
        yield stem
        if self.language == "es":
            for two, one in _DIPHTHONGS:
                if two in stem[1:]:
                    yield stem[0] + stem[1:].replace(two, one)

    def stem(self, word: str) -> str:
        """What a stemmer leaves of a word; the word itself in a language for which there is none."""
        if self._stem is None:
            self._stem = _stemmer(self.language)
        return self._stem(word) if len(word) <= MAX_LETTERS and word.isalpha() else word

    def is_kind(self, word: str, *kinds: str) -> bool:
        """Whether a folded word is one of the small words of these kinds."""
        return any(word in self.kinds.get(kind, ()) for kind in kinds)

    def auxiliary(self, token: Token) -> bool:
        """Whether a token is a form of an auxiliary verb."""
        if self._auxiliaries is None:
            self._auxiliaries = frozenset().union(*map(self.keys, self.kinds.get("auxiliaries", ())))
        return not self._auxiliaries.isdisjoint(token.keys)

    def weightless(self, word: str) -> bool:
        """Whether a question may hold the word without saying anything by it."""
        return self.is_kind(word, "articles", "fillers", "auxiliaries", "prepositions", "connectors", "possessives")


def _stemmer(language: str) -> Callable[[str], str]:
    if language not in SNOWBALL:
        return str
    import snowballstemmer  # type: ignore[import-untyped]  # it has no stubs

    stem: Callable[[str], str] = snowballstemmer.stemmer(SNOWBALL[language]).stemWord
    return stem


# ---- reading the lists ---------------------------------------------------------------------------------------------------


@lru_cache
def lexicon(language: str) -> Lexicon:
    """The lexicon of a language; an empty one where none is written."""
    found = Lexicon(language)
    try:
        text = grammar_text(f"words.{language}.txt")
    except FileNotFoundError:
        return found
    for heading, line in _lines(text):
        _READERS.get(heading, _read_kind)(found, heading, line)
    found.cut = {}
    return found


def _lines(text: str) -> Iterator[tuple[str, str]]:
    heading = ""
    for line in text.splitlines():
        if line.startswith("["):
            heading = line.strip("[]")
        elif line.strip() and not line.startswith("#"):
            yield heading, line


def _read_irregular(found: Lexicon, heading: str, line: str) -> None:
    lemma, *forms = line.split()
    key = found.stem(lemma)
    for form in (lemma, *forms):
        found.irregular.setdefault(form, set()).add(key)


def _read_contraction(found: Lexicon, heading: str, line: str) -> None:
    short, _, long = line.partition(" = ")
    found.contractions[short] = tuple(long.split())


def _read_rewordings(found: Lexicon, heading: str, line: str) -> None:
    phrases, _, instead = line.rpartition(" =")
    for phrase in phrases.split(" | "):
        keys = tuple(found.keys(word) for word in phrase.split())
        for key in keys[0]:
            known = found.rewordings.setdefault(key, [])
            known.append((keys, instead.strip()))
            known.sort(key=lambda one: -len(one[0]))


def _read_number(found: Lexicon, heading: str, line: str) -> None:
    word, value = line.split()
    found.numbers[word] = int(value)


def _read_pronouns(found: Lexicon, heading: str, line: str) -> None:
    words, _, meaning = line.partition(" = ")
    for word in words.split():
        found.pronouns.setdefault(word, meaning)


def _read_endings(found: Lexicon, heading: str, line: str) -> None:
    endings, _, person = line.rpartition(" = ")
    found.endings |= dict.fromkeys(endings.split(), person)


def _read_phrases(found: Lexicon, heading: str, line: str) -> None:
    phrases, _, meaning = line.rpartition(" = ")
    group = found.phrases.setdefault(heading, [])
    group += [(tokens(phrase, found), meaning) for phrase in phrases.split(" | ")]


def _read_tags(found: Lexicon, heading: str, line: str) -> None:
    found.phrases.setdefault(heading, []).extend((tokens(phrase, found), "") for phrase in line.split(" | "))


def _read_kind(found: Lexicon, heading: str, line: str) -> None:
    found.kinds[heading] = found.kinds.get(heading, frozenset()) | frozenset(line.split())


_READERS: Mapping[str, Callable[[Lexicon, str, str], None]] = {
    "irregular": _read_irregular,
    "contractions": _read_contraction,
    "rewordings": _read_rewordings,
    "numbers": _read_number,
    "pronouns": _read_pronouns,
    "endings": _read_endings,
    "tags": _read_tags,
    **dict.fromkeys(PHRASES, _read_phrases),
}


# ---- cutting -------------------------------------------------------------------------------------------------------------


def tokens(text: str, lexicon: Lexicon) -> tuple[Token, ...]:
    """The words and signs of a text, contractions written out, at most MAX_WORDS. A text is cut once."""
    if lexicon.cut is None:
        return _all_tokens(text, lexicon)
    if text not in lexicon.cut:
        if len(lexicon.cut) > MAX_TEXTS:
            lexicon.cut.clear()
        lexicon.cut[text] = _all_tokens(text, lexicon)
    return lexicon.cut[text]


def _all_tokens(text: str, lexicon: Lexicon) -> tuple[Token, ...]:
    plain = plain_signs(text)
    found: list[Token] = []
    for match in _WORD.finditer(plain):
        found += _cut(match[0], match.start(), lexicon)
        if len(found) > MAX_WORDS:
            break
    return tuple(found[:MAX_WORDS])


def in_other_words(text: str, lexicon: Lexicon) -> str:
    """A text in which plainer words stand for what people also say: `plays` for `puts down`, in all forms."""
    found, said, at, end = tokens(text, lexicon), "", 0, 0
    while at < len(found):
        phrase, instead = _rewording(found, at, lexicon)
        if phrase:
            said += text[end : found[at].start] + instead
            end = found[at + phrase - 1].end
        at += phrase or 1
    return said + text[end:]


def without_tag(text: str, lexicon: Lexicon) -> str:
    """A text without `…, right?` at its end: it asks whether what stands before is so."""
    words = tokens(text, lexicon)
    end = len(words)
    while end and words[end - 1].is_sign:
        end -= 1
    start = tag(words[:end], lexicon)
    return text if start == end else text[: words[start].start].rstrip(" ,") + "?"


def tag(words: Sequence[Token], lexicon: Lexicon) -> int:
    """Where the words begin, behind a comma, that make a question of a statement; the number of words if there are none."""
    for phrase, _ in sorted(lexicon.phrases.get("tags", ()), key=lambda one: -len(one[0])):
        start = len(words) - len(phrase)
        if start > 1 and words[start - 1].word == "," and [w.word for w in phrase] == [w.word for w in words[start:]]:
            return start
    return len(words)


def _rewording(found: Sequence[Token], at: int, lexicon: Lexicon) -> tuple[int, str]:
    """How many words from a place on are said in other words, and these; 0 where none are."""
    for key in found[at].keys:
        for phrase, instead in lexicon.rewordings.get(key, ()):
            behind = found[at : at + len(phrase)]
            if len(behind) == len(phrase) and all(
                not t.keys.isdisjoint(k) for t, k in zip(behind, phrase, strict=True)
            ):
                return len(phrase), instead
    return 0, ""


def _cut(text: str, start: int, lexicon: Lexicon) -> list[Token]:
    """The tokens of one piece of a text."""
    word, end = fold(text), start + len(text)
    if word in lexicon.contractions:
        return [_token(text if not n else part, part, start, end, lexicon)
                for n, part in enumerate(lexicon.contractions[word])]  # fmt: skip
    stem, sign, suffix = text.partition("'")
    if sign and stem:  # Ana's: the name and what follows it
        middle = start + len(stem)
        return [
            _token(stem, fold(stem), start, middle, lexicon),
            Token(sign + suffix, "'" + fold(suffix), frozenset({"'" + fold(suffix)}), middle, end),
        ]
    return [_token(text, word, start, end, lexicon)]


def _token(text: str, word: str, start: int, end: int, lexicon: Lexicon) -> Token:
    if not any(map(str.isalnum, word)) and word != "'s":
        return Token(text, word, frozenset() if word not in "♥♦♣♠" else frozenset({word}), start, end)
    number = int(word) if word.isdecimal() and len(word) < 10 else lexicon.numbers.get(word)
    return Token(text, word, lexicon.keys(word), start, end, number)


def language_of(text: str, languages: Sequence[str]) -> str:
    """The language, of those offered, whose small words occur most in a text; the first where none does."""
    words = [fold(match[0]) for match in _WORD.finditer(plain_signs(text[:2_000]))]
    signs = {"es": sum(sign in text for sign in "¿¡ñ")}
    return max(languages, key=lambda one: _familiar(words, lexicon(one)) + signs.get(one, 0))


def _familiar(words: Iterable[str], lexicon: Lexicon) -> int:
    return sum(
        word in lexicon.contractions or word in lexicon.pronouns or word in lexicon.irregular
        or any(word in kind for kind in lexicon.kinds.values())
        for word in words
    )  # fmt: skip

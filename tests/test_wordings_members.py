"""Names of a dozen kinds in a dozen forms of wording, drawn with a seed: read as meant, or refused, never misread."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from irlearn import AP, InputError
from irlearn.derivation import parse_given

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
WORDS = ("cat", "house", "list", "one", "tree", "lamp", "river", "stone", "two", "bread", "rank", "cloud")
NAMES: dict[str, Callable[[int], str]] = {
    "d1": lambda number: f"d{number}",
    "D13": lambda number: f"D{number + 10}",
    "doc-3": lambda number: f"doc-{number}",
    "doc_3": lambda number: f"doc_{number:02}",
    "capital": lambda number: chr(64 + number),
    "letter": lambda number: chr(96 + number),
    "item_A": lambda number: f"item_{chr(64 + number)}",
    "k.md": lambda number: f"{chr(96 + number)}.md",
    "page.html": lambda number: f"page{number}.html",
    "roman": lambda number: ROMAN[number - 1],
    "word": lambda number: WORDS[number - 1],
    "long": lambda number: f"LA0101{number:02}-00{number:02}",
}
FORMS = (
    "ranking: {ranked}; relevant: {wanted}",
    "ranking {ranked}; {wanted_and} relevant",
    "Ranking: {ranked}. Relevant: {wanted_and}.",
    "retrieved = [{ranked}], relevant = {{{wanted}}}",
    "retrieved = [{ranked}] ({wanted} relevant)",
    "The system returns {ranked}; {wanted_and} are relevant.",
    "results {ranked}; gold {wanted_and}",
    "{ranked_bare} were returned; {wanted_and} relevant",
    "{wanted_and} of the results {ranked} are relevant",
    "relevant documents: {wanted}\nranked list: {ranked}",
    "relevant: {{{wanted_and}}}; ranking: {ranked_bare}",
    "A search engine returns {ranked_and}. The relevant documents are {wanted_and}.",
)
KNOWN = {
    "retrieved = [A, B, C, D, E] (A, C, E relevant)": (1, 0, 1, 0, 1),
    "ranking A B C D E; D and E relevant": (0, 0, 0, 1, 1),
    "A B C D E were returned; B relevant": (0, 1, 0, 0, 0),
    "The system returns Q, N, A, M, P, Y; M, N, P, Y and X are relevant.": (0, 1, 0, 1, 1, 1),
    "Ranking: item_A, item_E, item_D, item_F. Relevant: item_D and item_F.": (0, 0, 1, 1),
    "ranking: k.md, f.md, b.md; relevant: b.md and k.md": (1, 0, 1),
    "ranking: D1 D13 D5 D19; relevant: {D13 and D19}": (0, 1, 0, 1),
    "D11 and D28 of the results D18, D11, D28, D21 are relevant": (0, 1, 1, 0),
    "results VII, II, I, V; gold I, V and VII": (1, 0, 1, 1),
    "ranking: cat, house, list, one; relevant: one and list": (0, 0, 1, 1),
}
"""What was once misread, and the grades that are meant."""


def row(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def drawn(kind: str, form: str, seed: int) -> tuple[str, tuple[tuple[int, ...], int]]:
    """A wording, the grades of its list, and how many relevant documents the list misses."""
    dice = random.Random(f"{kind} {form} {seed}")
    names = [NAMES[kind](number) for number in dice.sample(range(1, 13), 7)]
    ranked, others = names[: dice.randint(3, 6)], names[6:]
    wanted = dice.sample(ranked, dice.randint(1, len(ranked) - 1)) + others * dice.randint(0, 1)
    dice.shuffle(wanted)
    text = form.format(
        ranked=", ".join(ranked), ranked_bare=" ".join(ranked), ranked_and=row(ranked),
        wanted=", ".join(wanted), wanted_and=row(wanted),
    )  # fmt: skip
    return text, (tuple(int(name in wanted) for name in ranked), len(set(wanted) - set(ranked)))


def read(text: str) -> tuple[tuple[int, ...], int] | str:
    """What irlearn reads: the grades, and how many relevant documents are missed; or the sentence that refuses it."""
    try:
        given = parse_given(AP, text)
    except InputError as refused:
        return str(refused)
    return given.grades, sum(grade > 0 for grade in given.missed)


def misread(seeds: range) -> list[tuple[str, object]]:
    return [
        (text, got)
        for kind in NAMES
        for form in FORMS
        for text, meant in [drawn(kind, form, seed) for seed in seeds]
        if not isinstance(got := read(text), str) and got != meant
    ]


def test_no_drawn_wording_is_misread() -> None:
    assert misread(range(3)) == []


@pytest.mark.all
def test_no_wording_of_many_is_misread() -> None:
    assert misread(range(3, 9)) == []


@pytest.mark.all
def test_most_drawn_wordings_are_read() -> None:
    texts = [drawn(kind, form, seed) for kind in NAMES for form in FORMS for seed in range(2)]
    taken = sum(read(text) == meant for text, meant in texts)
    assert taken >= 0.55 * len(texts), f"{taken} of {len(texts)}"


@pytest.mark.parametrize("text", KNOWN)
def test_what_was_misread_is_read_or_refused_with_what_was_lost(text: str) -> None:
    got = read(text)
    assert got == (KNOWN[text], got[1]) or "lost" in got or "names" in got

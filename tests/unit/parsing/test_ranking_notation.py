"""Test the notations of a ranking, and the questions about ambiguous notations."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, strategies as st

from irlearn import AP, InputError, Ranking, check
from irlearn.parsing.grade_notation import HIGHEST_GRADE, read_grades, spell
from irlearn.ranking import UNJUDGED


def grades(text: str) -> list[int]:
    return list(Ranking.parse(text).grades)


def refused(text: str, **options: object) -> str:
    with pytest.raises(InputError) as refusal:
        Ranking.parse(text, **options)
    said = str(refusal.value)
    assert "\n" not in said
    assert len(said) < 500
    assert said.isprintable()
    return said


@pytest.mark.parametrize(
    "text",
    [
        "R NR NR R", "r nr nr r", "[R, NR, NR, R]", "NR-free".replace("NR-free", "R;NR;NR;R"), "R\nNR\nNR\nR",
        "Rel NotRel NotRel Rel", "rel nonrel nonrel rel", "rel, non-rel, non-rel, rel", "rel nr nr rel",
        "relevant, not relevant, not relevant, relevant", "relevant not relevant not relevant relevant",
        "Relevant Irrelevant Non-relevant Relevant", "relevant; not relevant; nonrelevant; relevant",
        "yes no no yes", "Y N N Y", "y, n, n, y", "True False False True", "[True, False, False, True]", "T F F T",
        "+ - - +", "+--+", "[+, −, –, +]", "✓ ✗ ✗ ✓", "✓✗✗✓", "✔️ ✘ ✘ ✔️", "✅ ❌ ❌ ✅", "hit miss miss hit",
        "RNNR", "rnnr", "RN NR".replace(" ", ""), "R N N R", "1 0 0 1", "1001", "1,0,0,1", "1;0;0;1", "1; 0; 0; 1",
        "1\t0\t0\t1", "1\n0\n0\n1", "1, 0,\n0, 1", "[1, 0, 0, 1]", " 1  0   0 1 ", "1\u00a00\u20030\u30001",
        "１ ０ ０ １", "１、０、０、１", "grades 1 0 0 1", "Grades: 1, 0, 0, 1",
    ],
)  # fmt: skip
def test_words_letters_and_signs_that_surely_are_one_rank_each_are_read(text):
    assert grades(text) == [1, 0, 0, 1]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("NNNNR RRRRN", [0, 0, 0, 0, 1, 1, 1, 1, 1, 0]),
        ("NRRNR RNNNN RR", [0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 1, 1]),
        ("R NR U", [1, 0, -1]),
        ("rel nonrel unjudged", [1, 0, -1]),
        ("1 ? 0", [1, -1, 0]),
        ("−1 0 1", [-1, 0, 1]),
        ("(R NR) NR", [1, 0, 0]),
        ("3 2 3 0 1 2", [3, 2, 3, 0, 1, 2]),
        ("5 1 0 0 10", [5, 1, 0, 0, 10]),
        ("[0, 1, 2, 3]", [0, 1, 2, 3]),
        ("3 2 1", [3, 2, 1]),
        ("1 2", [1, 2]),
        ("60 2", [60, 2]),
        ("2 2 3", [2, 2, 3]),
        ("grades 1 3 5", [1, 3, 5]),
        ("grades 7, 17, 9, 42, 5", [7, 17, 9, 42, 5]),
        ("grades [10]", [10]),
        ("grades 10 11", [10, 11]),
        ("+ u - u", [1, UNJUDGED, 0, UNJUDGED]),
        *[(sign.join("1001"), [1, 0, 0, 1]) for sign in "、،，"],  # the commas of other scripts
    ],
)
def test_real_lists_of_grades_and_letters_in_groups_are_read_as_before(text, wanted):
    assert grades(text) == wanted


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("NR", ["one rank (not relevant) or two (N, R)"]),
        ("NR NR", ["holds NR, which may be one rank (not relevant) or two (N, R)"]),
        ("RN NR RR", ["holds NR, which may be one rank"]),
        ("RN NR RR", ["'N R R N'", "'NR R R NR'"]),
        ("R NR N", ["may be one rank"]),
        ("run", ["may be a word or a name", "write 'R U N' for ranks"]),
        ("urn", ["write 'U R N'"]),
        ("nun", ["write 'N U N'"]),
        ("Run", ["may be a word or a name"]),
        ("RUN", ["may be a word or a name"]),
        ("run urn", ["may be a word or a name, or the ranks R U N"]),
        ("Nr", ["may be a word or a name"]),
        ("bm25.run", ["'bm25.run' at rank 1"]),
        ("R1", ["'R1' at rank 1"]),
        ("x o x", ["'x' at rank 1"]),
        ("- - -", ["has '-' at rank 1"]),
        ("1 - 0", ["has '-' at rank 2"]),
        ("rel non rel", ["'non' at rank 2"]),
        ("R N 0 1", ["'R' at rank 1"]),
        ("yes", ["'yes' at rank 1"]),
        ("yes/no", ["'yes/no' at rank 1"]),
        ("3 R 0", ["'R' at rank 2"]),
        ("1 0 1 relevant 3", ["'relevant' at rank 4"]),
        ("relevant relevant", ["'relevant' at rank 1"]),
        ("[7, 17, 9, 42, 5]", ["may be 5 grades or the ids of documents", "'grades 7 17 9 42 5'", "R or N"]),
        ("7 17 9 42 5", ["the ids of documents"]),
        ("3 1 7 2 9", ["the ids of documents"]),
        ("[1, 0, 20, 30, 40]", ["the ids of documents"]),
        ("42 17 9", ["the ids of documents"]),
        ("2019", ["the ids of documents"]),
        ("1, 3, 5", ["the positions of the relevant documents", "'grades 1 3 5' or 'relevant at 1, 3, 5 of 10'"]),
        ("[2,4,7]", ["the positions of the relevant documents"]),
        ("2 5", ["the positions of the relevant documents"]),
        ("1 2 3", ["the positions of the relevant documents"]),
        ("135", ["the positions of the relevant documents"]),
        ("3", ["may be 1 grade or the positions of the relevant documents; write 'grades 3' or 'relevant at 3 of 10'"]),
        ("[17]", ["write 'grades [17]' or 'relevant at 17 of 17'"]),
        ("1, 3 of 10", ["positions are written as in 'relevant at 1, 3 of 10'"]),
        ("10 11", ["one grade or 2 ranks"]),
        ("11 10", ["one grade or 2 ranks"]),
        ("32 10", ["one grade or 2 ranks"]),
        ("[10]", ["one grade or 2 ranks"]),
        ("grades 110", ["may be one grade or 3; write 'grades [110]'"]),
        ("1,,0", ["nothing at rank 2", "write U for a document that nobody judged"]),
        ("1, , 0", ["nothing at rank 2"]),
        ("1;;0", ["nothing at rank 2"]),
        ("1,;0", ["nothing at rank 2"]),
        (",1,0", ["nothing at rank 1"]),
        ("1,0,", ["nothing at rank 3"]),
        ("10110,", ["nothing at rank 2"]),
        ("1 (0,) 1", ["nothing at rank 3"]),
        (";", ["nothing at rank 1"]),
        ("1 0 1; 0 1", ["by semicolons and blanks", "| between the lists of several queries"]),
        ("1,0;0,1", ["by commas and semicolons"]),
        ("1, 0 1", ["by commas and blanks"]),
        ("1 0 1\n0 1 1", ["by line ends and blanks"]),
        ("(1, 0, 1)", ["may be a list or tied documents", "[1, 0, 1]", "(1 0 1)"]),
        ("[1, 0, 1", ["brackets stand around the whole list"]),
        ("[[1, 0], [0, 1]]", ["brackets stand around the whole list"]),
        ("{1, 0}", ["braces hold a set, which has no order"]),
        ("1\u200b 0", ["a sign that is not seen"]),
        ("1.0 0.5", ["'1.0' at rank 1"]),
        ("1/2 0", ["'1/2' at rank 1"]),
        ("1e9 0", ["'1e9' at rank 1"]),
        ("٣ ٢", ["'٣' at rank 1"]),
        ("² 1", ["'²' at rank 1"]),
        (f"{HIGHEST_GRADE + 1} 0", ["2147483648"]),
        ("1 0 \x00", [r"'\x00' at rank 3"]),
        ("\x1b[31m 1 0", [r"\x1b"]),
        ("relevant at 1, 3", ["how long the list is", "'relevant at 1, 3 of 10'"]),
        ("relevant at 1,,3 of 5", ["is not understood"]),
        ("relevant at 1 of 10; 3 of 10", ["is not understood"]),
        ("rank 1 R", ["is not understood"]),
    ],
)  # fmt: skip
def test_what_may_be_two_things_is_asked_back_in_one_sentence(text, parts):
    said = refused(text)
    for part in parts:
        assert part in said


def test_a_right_answer_to_words_is_right():
    assert check(AP, Ranking.parse("R NR NR R"), "0.75").correct


@pytest.mark.parametrize(("missed", "wanted"), [("1 2 3", (3, 2, 1)), ("3", (3,)), ("R, NR", (1, 0)), ("2 1", (2, 1))])
def test_grades_that_were_missed_have_no_order_and_so_no_positions(missed, wanted):
    assert Ranking.parse("0", missed=missed).missed == wanted


@pytest.mark.parametrize("missed", ["7 17 9", "1,,0", "1,", "NR", "run"])
def test_grades_that_were_missed_are_asked_back_too(missed):
    assert "missed" in refused("0", missed=missed)


# properties

GRADES = st.lists(st.integers(-1, 6) | st.integers(-1, HIGHEST_GRADE), max_size=12)


@st.composite
def rankings(draw: st.DrawFn) -> Ranking:
    listed, more, ties = draw(GRADES), draw(GRADES), []
    while draw(st.booleans()) and sum(ties) < len(listed):
        ties.append(draw(st.integers(1, len(listed) - sum(ties))))
    ties += [1] * (len(listed) - sum(ties))
    judged = [grade for grade in listed + more if grade >= 0]
    return Ranking(listed, judged, ties=ties)


@given(rankings())
def test_what_a_ranking_shows_is_read_back(ranking):
    if len(ranking):
        assert eval(repr(ranking), {"Ranking": Ranking}) == ranking


@given(st.lists(st.integers(0, HIGHEST_GRADE), max_size=8), st.sampled_from(["the ranking", "missed"]))
def test_what_is_spelled_is_read_back(listed, what):
    if listed:
        assert read_grades(spell(listed, what=what), what).grades == listed


@given(
    st.lists(st.sampled_from(["R", "N", "U", "NR", "rel", "yes", "no", "1", "0", "?"]), min_size=1, max_size=8),
    st.sampled_from([" ", ", ", ",", ";", "; ", "\n", "\t", "  ", "\u00a0"]),
    st.booleans(),
)
def test_whatever_is_read_has_as_many_ranks_as_words(words, separator, bracketed):
    """Single words are one rank each, whatever parts them; the answer is that or a refusal, never another length."""
    text = separator.join(words)
    try:
        read = Ranking.parse(f"[{text}]" if bracketed else text)
    except InputError:
        return
    assert len(read) == len(words) or set(text) <= set("RNUrnu?01")


@given(st.text(max_size=60) | st.text("RNUrnu01 2,;()[]|?+-xyo✓✗\n\t\u00a0grades", max_size=40))
def test_any_text_is_a_ranking_or_one_sentence(text):
    read, said = None, ""
    try:
        read = Ranking.parse(text)
    except InputError as error:
        said = str(error)
    assert said.isprintable()
    if read is not None:
        assert Ranking.parse(repr(read).split("'")[1]) == read


@given(st.lists(st.integers(1, 40), min_size=2, max_size=8, unique=True), st.sampled_from([" ", ", ", ","]))
def test_positions_in_order_are_never_taken_for_grades(places, separator):
    text = separator.join(map(str, sorted(places)))
    if text != separator.join("12"):
        assert "may be" in refused(text) or "could be" in refused(text)


@given(st.lists(st.integers(11, 10**6), min_size=3, max_size=8, unique=True))
def test_numbers_of_documents_are_never_taken_for_grades(ids):
    assert "may be" in refused(", ".join(map(str, ids))) or "could be" in refused(", ".join(map(str, ids)))


@pytest.mark.all
@pytest.mark.parametrize(
    "text",
    [
        "1 0 " * 2_500_000, "x" * 10_000_000, "1" * 1_000_000, "," * 1_000_000, "(" * 900_000, "not " * 200_000,
        "relevant" + " " * 20_000 + "at 1", "at 1" + " " * 200_000 + "x", "non" + " " * 200_000 + "x,",
        "at " + "1 " * 300_000, "at " + "1" * 900_000, "grades " + "9" * 5000, "relevant at " + "9" * 5000,
        "relevant at 1 of " + "9" * 5000, " ".join(map(str, range(100_000))),
    ],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_a_text_of_any_length_is_refused_soon_and_in_short(text):
    start = time.process_time()
    refused(text)
    assert time.process_time() - start < 10


def test_a_million_relevant_documents_are_counted_soon():
    start = time.process_time()
    ranking = Ranking.parse("1 0", relevant=1_000_000)
    assert AP.of(ranking) == 1e-6
    assert len(ranking.missed) == 999_999
    assert Ranking(range(100_000)).missed == ()
    assert time.process_time() - start < 20

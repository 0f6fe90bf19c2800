"""Forms one by one: a value that is written in a form is parsed back, and no two forms read a text differently."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction

import pytest
from forms_page import PAGE, examples, page, reads_as
from hypothesis import given, strategies as st
from typed_rankings import refusal_of, value

from irlearn import AP, MAP, InputError, Ranking
from irlearn.byhand import parse_input, parse_quantity
from irlearn.parsing import FirstHits, ParsedRanking, notation, parse_queries, parse_ranking
from irlearn.parsing.form import FORMS, FORMS_OF_QUERIES, Form
from irlearn.parsing.parser import _attempts, _attempts_at_queries
from irlearn.parsing.tokens import Scanner

ACCEPTED = [  # inputs that were once refused or misread
    ("P", "20 docs retrieved 12 relevant", "3/5"),
    ("AP", "d3 ✗\nd9 ✓\nd1 ✓\nd7 ✗\nd2 ✓", "53/90"),
    ("nDCG", "position: 2 1 3; relevance: 3 1 0", ""),
    ("AP", "labels 1 2 1 1 (1 = relevant, 2 = not relevant)", "29/36"),
    ("MRR", "Q1=1, Q2=1, Q3=miss", "2/3"),
    ("AP", "y_true = [0, 1, 1]; y_score = [1.2e-05, 3e-4, 1e-9]", "5/6"),
    ("MRR", "Q1: 3; Q2: none", "1/6"),
    ("MAP", "1 0 1 | none | 0 1", "4/9"),
]


@pytest.mark.parametrize(("measure", "text", "fraction"), ACCEPTED)
def test_texts_of_the_issue_are_read(measure, text, fraction):
    found = value(measure, text)
    assert found == pytest.approx(float(Fraction(fraction))) if fraction else found > 0


def test_legend_names_each_mark_or_the_text_is_refused():
    assert parse_ranking("1 2 1 (1 = relevant, 2 = not relevant)").grades == (1, 0, 1)
    assert "does not explain" in refusal_of("AP", "1 2 3 (1 = relevant, 2 = not relevant)")


# each form: a value that is written in it is parsed back

NAMES = st.lists(st.from_regex(r"[a-z]{1,2}[0-9]{1,3}", fullmatch=True), min_size=2, max_size=9, unique_by=str.lower)
NAMES = NAMES.filter(lambda names: not any(name[0] in "qu" for name in names))  # q1 names a query
MASKS = st.integers(0, 511)  # which documents are relevant, as bits


def with_marks(drawn: tuple[list[str], int]) -> tuple[list[str], list[bool]]:
    names, mask = drawn
    return names, [bool(mask >> bit & 1) for bit in range(len(names))]


DOCUMENTS = st.tuples(NAMES, MASKS).map(with_marks)
BINARY = st.lists(st.sampled_from([0, 1]), min_size=2, max_size=12)
GRADED = st.lists(st.sampled_from([0, 1, 2, 3]), min_size=3, max_size=12).filter(lambda grades: max(grades) > 1)


def spelled(marks: Sequence[int], alphabet: str) -> str:
    return " ".join(alphabet[mark] for mark in marks)


@given(BINARY, st.sampled_from(["01", "NR", "✗✓"]))
def test_marks_are_parsed_back(marks, alphabet):
    assert parse_ranking(spelled(marks, alphabet)).grades == tuple(marks) or 1 not in marks


@given(GRADED)
def test_grades_are_parsed_back(grades):
    assert parse_ranking(f"grades {' '.join(map(str, grades))}").grades == tuple(grades)


@given(BINARY, st.integers(0, 5))
def test_marks_with_remarks_are_parsed_back(marks, more):
    text = f"{' '.join(map(str, marks))}; {sum(marks) + more} relevant in all"
    parsed = parse_ranking(text)
    assert (parsed.grades, parsed.relevant) == (tuple(marks), sum(marks) + more)


@given(GRADED, st.lists(st.integers(1, 3), min_size=2, max_size=4))
def test_missed_grades_are_parsed_back(grades, missed):
    parsed = parse_ranking(f"grades {' '.join(map(str, grades))}, missed {' '.join(map(str, missed))}")
    assert (parsed.grades, parsed.missed) == (tuple(grades), tuple(missed))


@given(BINARY, st.permutations("ab12"))
def test_marks_with_a_legend_are_parsed_back(marks, signs):
    yes, no = signs[:2]
    text = f"{' '.join(yes if mark else no for mark in marks)} ({yes} = relevant, {no} = not relevant)"
    assert parse_ranking(text).grades == tuple(marks)


RANKED = [
    "relevant at {} of {}; {} relevant in all",
    "relevant documents are at ranks {} of {}, {} are relevant in all",
]


@given(BINARY, st.integers(0, 3), st.sampled_from(RANKED))
def test_ranks_are_parsed_back(marks, more, form):
    ranks = [rank for rank, mark in enumerate(marks, start=1) if mark]
    if ranks:
        parsed = parse_ranking(form.format(", ".join(map(str, ranks)), len(marks), len(ranks) + more))
        assert (parsed.grades, parsed.relevant) == (tuple(marks), len(ranks) + more)


COUNTS = st.tuples(st.integers(1, 30), st.integers(0, 30), st.integers(0, 30))
COUNTED = [
    "{length} retrieved, {hits} of them relevant; {total} relevant in all",
    "{length} documents are retrieved; {hits} are relevant; in all, {total} are relevant",
    "TP {hits}, FP {others}, FN {missed}",
    "FN = {missed}; TP = {hits}; FP = {others}",
    "num_ret all {length}\nnum_rel all {total}\nnum_rel_ret all {hits}",
]


@given(COUNTS, st.sampled_from(COUNTED))
def test_counts_are_parsed_back(counts, form):
    hits, others, missed = counts
    text = form.format(hits=hits, others=others, missed=missed, length=hits + others, total=hits + missed)
    parsed = parse_ranking(text)
    assert (sum(parsed.grades), len(parsed.grades), parsed.relevant) == (hits, hits + others, hits + missed)


@given(st.integers(1, 9), st.integers(1, 9))
def test_precision_and_recall_are_parsed_back(hits, more):
    parsed = parse_ranking(f"P = {hits}/{hits + more}, R = {hits}/{hits + 1}")
    assert Fraction(sum(parsed.grades), len(parsed.grades)) == Fraction(hits, hits + more)
    assert Fraction(sum(parsed.grades), parsed.relevant) == Fraction(hits, hits + 1)


LISTED = [
    "ranking: {names}; relevant: {gold}",
    "relevant documents: {gold}. ranking: {names}",
    "retrieved = [{names}]\nrelevant = {{{gold}}}",
    "f(relevant=[{gold}], retrieved=[{names}])",
    '{{"ranking": [{quoted}], "relevant": [{quoted_gold}]}}',
    "{names}; relevant: {gold}",
    "[{names}], {{{gold}}}",
]


@given(DOCUMENTS, st.sampled_from(LISTED))
def test_lists_of_documents_are_parsed_back(documents, form):
    names, marks = documents
    gold = [name for name, mark in zip(names, marks, strict=True) if mark] or names[:1]
    quoted, quoted_gold = (", ".join(f'"{name}"' for name in listed) for listed in (names, gold))
    text = form.format(names=", ".join(names), gold=", ".join(gold), quoted=quoted, quoted_gold=quoted_gold)
    parsed = parse_ranking(text)
    assert (parsed.grades, parsed.documents) == (tuple(int(name in gold) for name in names), tuple(names))
    assert parsed.relevant == len(gold)


@given(NAMES, st.integers(0, 3), st.sampled_from(["ranking: {}; grades: {{{}}}", "ranking = [{}], qrels = {{{}}}"]))
def test_graded_documents_are_parsed_back(names, shift, form):
    grades = [(place + shift) % 4 for place, _ in enumerate(names)]
    told = ", ".join(f"{name}: {grade}" for name, grade in zip(names, grades, strict=True))
    parsed = parse_ranking(form.format(", ".join(names[:-1]), told))
    assert parsed.grades == tuple(grades[:-1])
    assert parsed.missed == tuple(grade for grade in grades[-1:] if grade)


@given(st.permutations(range(1, 7)), st.lists(st.integers(0, 1), min_size=6, max_size=6))
def test_labels_are_put_in_the_order_of_scores_and_positions(order, labels):
    by_score = tuple(label for _, label in sorted(zip(order, labels, strict=True), reverse=True))
    scores = [f"{number / 1000:.1e}" for number in order]
    for form in ("y_true = {}; y_score = {}", "average_precision_score({}, {})", "scores: {1}; labels: {0}"):
        assert parse_ranking(form.format(labels, f"[{', '.join(scores)}]")).grades == by_score
    positions = " ".join(map(str, order))
    assert parse_ranking(f"position: {positions}; relevance: {' '.join(map(str, labels))}").grades == by_score[::-1]


MARKED = [
    (", ", "{} yes", "{} no"),
    ("\n", "{} ✓", "{} ✗"),
    (" ", "{}+", "{}-"),
    ("; ", "{}: R", "{}: N"),
    (", ", "{} (relevant)", "{}"),
]


@given(DOCUMENTS, st.sampled_from(MARKED))
def test_documents_with_marks_are_parsed_back(documents, form):
    names, marks = documents
    separator, yes, no = form
    if any(marks):
        entries = [(yes if mark else no).format(name) for name, mark in zip(names, marks, strict=True)]
        parsed = parse_ranking(separator.join(entries))
        assert (parsed.grades, parsed.documents) == (tuple(map(int, marks)), tuple(names))


@given(GRADED, st.sampled_from(["rank {}: grade {}; ", "Position {}: relevance {}, ", "rank {} ({})\n"]))
def test_ranks_with_marks_are_parsed_back(grades, form):
    entries = [form.format(rank, grade) for rank, grade in enumerate(grades, start=1)]
    random.Random(len(grades)).shuffle(entries)
    assert parse_ranking("".join(entries)).grades == tuple(grades)


@given(DOCUMENTS, st.sampled_from([",", "\t", " | ", ";"]))
def test_tables_are_parsed_back(documents, sign):
    names, marks = documents
    rows = [
        sign.join([str(rank), name, str(int(mark))])
        for rank, (name, mark) in enumerate(zip(names, marks, strict=True), 1)
    ]
    text = "\n".join([sign.join(["rank", "document", "relevant"]), *rows[::-1]])
    parsed = parse_ranking(text)
    assert (parsed.grades, parsed.documents) == (tuple(map(int, marks)), tuple(names))


@given(DOCUMENTS)
def test_lines_of_trec_files_are_parsed_back(documents):
    names, marks = documents
    qrels = [f"q 0 {name} {int(mark)}" for name, mark in zip(names, marks, strict=True)]
    run = [f"q Q0 {name} {rank} {1 / rank:.3e} me" for rank, name in enumerate(names, start=1)]
    parsed = parse_ranking("\n".join(qrels + run))
    assert (parsed.grades, parsed.documents) == (tuple(map(int, marks)), tuple(names))


QUERIES = st.lists(BINARY, min_size=2, max_size=4)
PARTED: list[Callable[[list[list[int]]], str]] = [
    lambda queries: " | ".join(" ".join(map(str, marks)) for marks in queries),
    lambda queries: "\n".join(" ".join(map(str, marks)) for marks in queries),
    lambda queries: "\n".join(f"q{number}: {spelled(marks, 'NR')}" for number, marks in enumerate(queries, start=1)),
    lambda queries: str(queries),
    lambda queries: str({f"q{number}": marks for number, marks in enumerate(queries, start=1)}).replace("'", '"'),
]


@given(QUERIES, st.sampled_from(PARTED))
def test_queries_are_parsed_back(queries, write):
    if all(1 in marks for marks in queries):
        parsed = parse_queries(write(queries))
        assert [ranking.grades for ranking in parsed] == [*map(tuple, queries)]


@given(st.lists(st.none() | st.integers(2, 40), min_size=2, max_size=6).filter(any))
def test_first_hits_are_parsed_back(ranks):
    listed = ", ".join(str(rank or "none") for rank in ranks)
    named = "; ".join(
        f"q{number}: {f'rank {rank}' if rank else 'not found'}" for number, rank in enumerate(ranks, start=1)
    )
    for text in (f"first hits at ranks {listed}", f"ranks {listed}", named):
        assert parse_queries(text) == FirstHits(tuple(ranks))


# all forms together


@pytest.mark.parametrize("form", FORMS + FORMS_OF_QUERIES, ids=lambda form: form.name)
def test_an_example_is_read_by_its_form_and_by_no_other_in_another_way(form: Form):
    for measure, example in examples(form):
        attempts = (_attempts_at_queries if form in FORMS_OF_QUERIES else _attempts)(example)
        read = {attempt.form.name: attempt.value for attempt in attempts if attempt.value is not None}
        assert form.name in read
        assert (
            len(
                {
                    (one.grades, one.missed, one.relevant) if isinstance(one, ParsedRanking) else one
                    for one in read.values()
                }
            )
            == 1
        )
        assert reads_as(measure, example)


SPOILED = ["", " ", ",", ";", "\n", "1", "R", "d2", ":", "[", "relevant "]


def test_spoiled_examples_are_not_read_in_two_ways():
    rng = random.Random(42)
    texts = [example for form in FORMS for _, example in examples(form)]
    for _ in range(1_500):
        text = rng.choice(texts)
        for _ in range(rng.randint(1, 3)):
            place = rng.randint(0, len(text))
            text = (
                text[:place]
                + rng.choice(["", " ", ",", ";", "\n", "1", "R", "d2", ":", "[", "relevant "])
                + text[place + rng.randint(0, 2) :]
            )
        read = [attempt.value for attempt in _attempts(text) if attempt.value is not None]
        ways = {(one.grades, one.missed, len(one.others)) for one in read}
        said = ""
        try:
            parse_ranking(text)
        except InputError as error:
            said = str(error)
        assert said.isprintable(), text
        assert len(ways) < 2 or "may be read as" in said, text


def test_a_text_in_two_forms_with_different_values_is_asked_about(monkeypatch):
    def read(scan: Scanner) -> ParsedRanking:
        scan.finish()
        return ParsedRanking((0, 1, 1))

    other = FORMS[0]._replace(name="the other form", read=read)
    monkeypatch.setattr("irlearn.parsing.parser.FORMS", [*FORMS, other])
    monkeypatch.setattr("irlearn.parsing.parser._attempts", _attempts.__wrapped__)
    with pytest.raises(InputError, match=r"documents with marks \(1 0.*\) or the other form \(0 1 1.*\); write one"):
        parse_ranking("d1 yes, d2 no")


REFUSED = [
    ("AP", "relevant at 1, 3 or 5"),
    ("nDCG", "ranking: a, b; grades: high"),
    ("P", "5 retrieved, 3 of them thrilling"),
    ("MRR", "first hits at ranks one, two"),
    ("MAP", "the relevant ones are somewhere"),
]


@pytest.mark.parametrize(("measure", "text"), REFUSED)
def test_refusals_show_examples_that_are_read_for_the_measure(measure, text):
    said = refusal_of(measure, text)
    assert "; write " in said
    shown = [part.split("'")[1] for part in said.split("such as ")[1:]]
    assert 1 <= len(shown) <= 5
    assert all(value(measure, example.replace("\\n", "\n")) >= 0 for example in shown)


def test_the_page_of_forms_is_current():
    assert PAGE.read_text("utf-8") == page(), "run python tests/tools/forms_page.py"


# what else is said of a text

PASTED = """q1 0 a 1
q2 0 b 1
q3 0 c 1
q1 Q0 a 1 0.9 me
q2 Q0 x 1 0.9 me
q4 Q0 c 1 0.9 me"""


def test_topics_of_pasted_lines_that_lack_a_list_or_judgments_are_named_once():
    rankings = parse_input(MAP, PASTED)
    assert [one.echo for one in rankings] == [
        "Read as 1 rank, relevant at 1; 1 relevant in all; left out: q3 (not in the run), q4 (not judged).",
        "Read as 1 rank, none of them relevant, unjudged at 1; 1 relevant in all.",
    ]
    more = "\n".join(f"q{number} 0 a 1" for number in range(10, 16))
    echo = parse_input(MAP, f"{PASTED}\n{more}")[0].echo
    assert echo.endswith("q12 (not in the run), q13 (not in the run) and 3 more.")
    whole = "\n".join(line for line in PASTED.splitlines() if line[1] in "12")
    assert not any("left out" in one.echo for one in parse_input(MAP, whole))


def test_parsed_rankings_are_plain_data_that_can_be_typed_again():
    parsed = parse_ranking("ranking: [d1, d4, d2]; relevant: {d2, d8}")
    assert (parsed.grades, parsed.relevant, parsed.documents) == ((0, 0, 1), 2, ("d1", "d4", "d2"))
    assert notation(parsed.grades, parsed.missed, parsed.relevant) == "0 0 1 --relevant 2"
    assert Ranking.parse("0 0 1 --relevant 2").judged == (1, 1, 0, 0)
    parsed = parse_ranking("ranked [a, b]; grades {a: 2, b: 0, c: 3}")
    assert notation(parsed.grades, parsed.missed, parsed.relevant) == "2 0 --missed 3"


@pytest.mark.parametrize(
    "text", ["53 (3), 45 (0), 37 (2)", "qrels: 28, 31, 33, 5; run: 33, 31, 25, 28", "retrieved = 5, total"]
)
def test_ids_that_may_be_grades_are_asked_about(text):
    with pytest.raises(InputError):
        Ranking.parse(text)


@pytest.mark.parametrize("names", ["UK, US, FR", "ME, US, CO"])
def test_names_in_capitals_are_not_passed_over(names):
    first, second, third = names.split(", ")
    parsed = parse_ranking(f"ranking: {names}; relevant: {second}")
    assert (parsed.grades, parsed.documents) == ((0, 1, 0), (first, second, third))


LONG = [
    "relevant ",
    "1, ",
    "[",
    "d1 ",
    "(a, b) ",
    "A and ",
    "a=1, ",
    "a: ",
    "rank 1: ",
    "q1: rank 2; ",
    "'",
    "a > ",
    "| 1 ",
    "1 0 | ",
    "1 0\n",
]


@pytest.mark.parametrize("text", LONG)
@pytest.mark.parametrize("length", [19_000, 10_000_000])
def test_long_texts_are_read_or_refused_within_two_seconds(text, length):
    start = time.process_time()
    for asked in ("AP", "MAP"):
        with suppress(InputError):
            parse_input(parse_quantity(asked), text * (length // len(text)))
    assert time.process_time() - start < 2 * len(("AP", "MAP"))


def test_grades_of_a_list_are_read_for_any_measure():
    assert parse_input(AP, "grades 3 0 1").grades == (3, 0, 1)

"""Test derivations of the eight outcomes of pairs, and of precision, recall and bias from their counts."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from irlearn import InputError, explain
from irlearn.byhand.catalogue import Discrimination, PairOutcome
from irlearn.byhand.parse_question import parse_input, parse_quantity

ORDER = ("AA", "AD", "MAG", "MAL", "MDG", "MDL", "PA", "PD")
TABLE = [(0.05, 0.06), (0.10, 0.08), (0.09, 0.02), (0.04, 0.07), (-0.02, 0.01), (-0.08, -0.07), (-0.03, -0.09)]


def plainly(gold: Fraction, low: Fraction, gold_from: Fraction, low_from: Fraction) -> str:
    """The table of Otero, Parapar and Ferro (2023), read cell by cell."""
    agree = "A" if gold * low >= 0 else "D"
    if abs(gold) > gold_from and abs(low) > low_from:
        return f"A{agree}"
    if abs(gold) > gold_from:
        return f"M{agree}G"
    return f"M{agree}L" if abs(low) > low_from else f"P{agree}"


HUNDREDTHS = st.integers(-12, 12).map(lambda one: Fraction(one, 100))


@given(
    st.sampled_from(ORDER),
    st.lists(st.tuples(HUNDREDTHS, HUNDREDTHS), min_size=2, max_size=9),
    st.tuples(st.integers(1, 9), st.integers(1, 9)),
    HUNDREDTHS,
)
def test_each_pair_has_the_outcome_that_the_table_of_the_paper_says(code, pairs, thresholds, level):
    gold, low = (Fraction(one, 100) for one in thresholds)
    wanted = "".join(str(n) for n, row in enumerate(pairs, start=1) if plainly(*row, gold, low) == code)
    asked = PairOutcome(code)
    derivation = explain(asked, [(gold, low), *pairs])
    assert derivation.right_value == int(wanted or 0)
    assert derivation.result.columns["outcome"] == [plainly(*row, gold, low) for row in pairs]
    assert all(line.is_correct for line in derivation.equations)
    means = [(level + by_gold, level, -by_low, -2 * by_low) for by_gold, by_low in pairs]
    assert explain(asked, [(gold, low), *means]).right_value == derivation.right_value


def test_every_pair_has_one_outcome():
    lists = [str(explain(PairOutcome(code), TABLE).right_value) for code in ORDER]
    assert sorted("".join(lists).replace("0", "")) == list("123456")


def test_the_calculation_says_what_the_outcome_asks_for_and_lists_the_pairs():
    derivation = explain(PairOutcome("MAL"), TABLE)
    assert derivation.lines == (
        (
            "MAL are the mixed agreements that low-cost judgments invent: pairs significant by low-cost judgments "
            "only, with the same sign"
        ),
        "MAL = pairs 3 and 6 = 36",
    )
    assert derivation.notes == ("By gold a difference is significant above 0.05, by low-cost judgments above 0.06.",)
    assert [step["outcome"] for step in derivation.to_json()["steps"]] == ["AA", "MAG", "MAL", "PD", "AA", "MAL"]
    assert explain(PairOutcome("MDL"), TABLE).lines[-1] == "MDL = no pair = 0"


COUNTS = st.lists(st.integers(0, 40), min_size=8, max_size=8)


@given(COUNTS)
def test_precision_recall_and_bias_are_those_of_the_pairs_one_by_one(counts):
    pairs = [name for name, count in zip(ORDER, counts, strict=True) for _ in range(count)]
    for statistic, letters in (("precision", "L"), ("recall", "G"), ("bias", "L")):
        asked = Discrimination(statistic)
        significant = [name for name in pairs if name[0] == "A" or name.endswith(letters)]
        if not significant:
            with pytest.raises(InputError, match=f"the {statistic} is not defined where no pair is significant"):
                asked.read(counts)
            continue
        share = Fraction(significant.count("AA"), len(significant))
        derivation = explain(asked, counts)
        assert derivation.right_value == (1 - share if statistic == "bias" else share)
        assert all(line.is_correct for line in derivation.equations)


@pytest.mark.parametrize(
    ("method", "counts", "bias"),
    [
        ("DepthN", (596, 0, 161, 102), 0.146),
        ("NTCIR", (639, 0, 118, 177), 0.217),
        ("MTF", (609, 0, 148, 114), 0.158),
        ("MM", (616, 0, 141, 78), 0.112),
        ("MM-NS", (640, 0, 117, 102), 0.137),
        ("TS-NS", (615, 0, 142, 122), 0.166),
        ("Hedge", (609, 0, 148, 134), 0.180),
    ],
)
def test_the_biases_at_20_judgments_a_topic_come_out_of_their_counts(method, counts, bias):
    """DL 2021, 63 runs, 757 significant pairs of 1953 by gold judgments."""
    every = [*counts, 0, 0, 1953 - sum(counts), 0]
    assert explain(Discrimination("bias"), every).value == pytest.approx(bias, abs=5e-4), method
    assert explain(Discrimination("recall"), every).right_value == Fraction(counts[0], 757)


@pytest.mark.parametrize(
    "text",
    [
        "AA 12 AD 1 MAG 6 MAL 4 MDG 2 MDL 3 PA 25 PD 13",
        "aa=12, ad=1, mag=6, mal=4, mdg=2, mdl=3, pa=25, pd=13",
        "PD: 13; PA: 25; MDL: 3; MDG: 2; MAL: 4; MAG: 6; AD: 1; AA: 12",
        "12 1 6 4 2 3 25 13",
        "[12, 1, 6, 4, 2, 3, 25, 13]",
    ],
)
def test_the_eight_counts_are_read_by_their_names_or_in_their_order(text):
    asked = parse_quantity("recall(discrimination)")
    assert parse_input(asked, text) == ((12, 1, 6, 4, 2, 3, 25, 13),)
    assert explain(asked, parse_input(asked, text)).fraction == Fraction(12, 21)


@pytest.mark.parametrize(
    ("asked", "typed", "reason"),
    [
        (Discrimination(), "AA 12 AD 1", "all eight counts are needed; give MAG, MAL, MDG, MDL, PA and PD, too"),
        (Discrimination(), "AA 12 AA 1", "AA is given twice"),
        (Discrimination(), "AA 12 AX 1", "'AX' is not understood; write each number once with its name, as in 'AA 12"),
        (Discrimination(), "AA 1.5 AD 1", r"AA.*1\.5"),
        (Discrimination(), "1 2 3", "eight counts are needed, in the order AA, AD, MAG, MAL, MDG, MDL, PA and PD"),
        (Discrimination(), "0 0 3 0 1 0 5 2", "AA, AD, MAL and MDL are all 0"),
        (Discrimination("recall"), "0 0 0 3 0 1 5 2", "AA, AD, MAG and MDG are all 0"),
        (Discrimination(), "1 2 3 4 5 6 7 1.5", "0 to 1,000,000"),
        (Discrimination(), "AA 9" * 200, "the numbers have 800 signs"),
        (PairOutcome(), "0.05 0.06", "takes the two thresholds, then 2 to 9 pairs; given: 1 row"),
        (PairOutcome(), "0.05 0.06 | 1 2 | 1 2 3 4", "each pair has two numbers, .*given: pairs of 2 and 4"),
        (PairOutcome(), "0.05 0.06 | 1 2 | 1 2 3", "pair 2 must be two or four numbers"),
        (PairOutcome(), "0.05 0 | 1 2 | 1 2", "first come two thresholds above 0"),
        (PairOutcome(), "1 2 3 4 | 1 2 | 1 2", "first come two thresholds above 0"),
        (PairOutcome(), "0.05 0.06 | 1 x | 1 2", "'x'"),
        (PairOutcome(), "|".join(["1 2"] * 11), "2 to 9 pairs; given: 11 rows"),
    ],
)
def test_what_is_no_table_is_refused_in_one_sentence(asked, typed, reason):
    with pytest.raises(InputError, match=reason):
        parse_input(asked, typed)


def test_counts_come_by_name_from_what_the_study_finds_too():
    counts = dict(zip(ORDER, (12, 1, 6, 4, 2, 3, 25, 13), strict=True))
    assert explain(Discrimination(), counts).fraction == Fraction(3, 5)
    with pytest.raises(InputError, match="'tau' is no outcome; they are AA, AD"):
        explain(Discrimination(), counts | {"tau": 1})
    with pytest.raises(InputError, match="all eight counts are needed; give PD, too"):
        explain(Discrimination(), dict.fromkeys(ORDER[:-1], 1))


def test_a_name_is_read_with_its_outcome_or_its_share_and_a_misspelled_one_is_told():
    assert parse_quantity("MAL(pair-outcome)") == PairOutcome("MAL")
    assert parse_quantity("pair outcome") == PairOutcome()
    assert parse_quantity("bias(discrimination)") == Discrimination("bias")
    with pytest.raises(InputError, match=r"'discriminaton'.*discrimination"):
        parse_quantity("discriminaton")
    with pytest.raises(InputError, match="AA, AD, MAG, MAL, MDG, MDL, PA or PD can be asked for; given: 'MAX'"):
        parse_quantity("MAX(pair-outcome)")
    with pytest.raises(InputError, match="is about counts of pairs; the numbers of relevant"):
        parse_input(Discrimination(), "1 2 3 4 5 6 7 8", relevant=3)

"""Test that each line of each calculation is true, as a tree and as text."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from irlearn import MAP, MRR, InputError, Ranking, explain, gMAP
from irlearn.byhand.dcg_variants import DISCOUNTS, GAINS, DCGVariant
from irlearn.byhand.paired_tests import Binomial
from irlearn.byhand.parse_question import kinds_of
from irlearn.byhand.question import Question
from irlearn.formulas import (
    Absolute,
    Call,
    Chance,
    CompactProduct,
    Division,
    Equation,
    Highlighted,
    Line,
    Log,
    Max,
    Min,
    Name,
    Negation,
    Node,
    Number,
    Phrase,
    Power,
    Product,
    Ratio,
    Root,
    Sentence,
    Sum,
    equation,
    prefixed,
)
from irlearn.measures import MEASURES
from irlearn.measures.registry import parse_measure
from irlearn.text.html import html_of, text_of

OPTIONS = [
    "nDCG(dcg='exp-log2')@5", "DCG(dcg='exp-log2')", "F(beta=2)", "F(beta=0.5)@5", "RBP(p=0.95)@20", "ERR(max_grade=3)",
    "AP(rel=2)@4", "P(rel=3)@5", "IPrec@0.3", "IPrec@1.0", "IPrec(rel=2)", "ESL(wanted=2)", "Bpref(rel=2)",
]  # fmt: skip
CUT = ["P", "R", "F", "AP", "RR", "nDCG", "DCG", "CG", "RBP", "ERR", "Judged"]
MEASURED = [*map(repr, MEASURES.values()), *OPTIONS, *(f"{name}@{k}" for name in CUT for k in (1, 5, 40))]
MEANS = [MAP, gMAP, MRR, gMAP(epsilon=0.01), MAP(rel=2)]
KINDS_OF_SCORES = [kind for kind in kinds_of("test").values() if kind is not Binomial]
STATISTICS = [kind(name) for kind in KINDS_OF_SCORES for name in kind.statistics]


def rankings(seed: int, count: int, most: int) -> list[Ranking]:
    rng = random.Random(seed)
    pools = ["U0001123", "01", "0001", "123", "0", "U01"]
    made = []
    for _ in range(count):
        pool, size = rng.choice(pools), rng.randint(1, most)
        missed = " ".join(rng.choice("0123") for _ in range(rng.randint(0, 4)))
        grades = " ".join(rng.choice(pool) for _ in range(size))
        made.append(Ranking.parse(f"grades {grades}", missed=f"grades {missed}" if missed else ""))
    tied = [Ranking(ranking.grades, ranking.judged, ties=ties(rng, len(ranking))) for ranking in made[::2]]
    return [*made, *tied, Ranking.parse("(1 0 0) 1"), Ranking([3, 2, 1] * 20)]


def ties(rng: random.Random, size: int) -> list[int]:
    groups: list[int] = []
    while (left := size - sum(groups)) > 0:
        groups.append(min(rng.randint(1, 5), left))
    return groups


def scores(seed: int, count: int) -> list[tuple[list[float], list[float]]]:
    rng = random.Random(seed)
    made = []
    for _ in range(count):
        size, scale, digits = (
            rng.choice([2, 3, 5, 8, 13, 20, 30]),
            rng.choice([1, 1, 1e-3, 5000]),
            rng.choice([1, 2, 9]),
        )
        a, b = ([round(rng.random(), digits) * scale for _ in range(size)] for _ in "AB")
        made.append((a, b))
    return made


# an evaluator of plain text, which knows no tree

_READABLE = re.compile(r"(?:\d+(?:\.\d+)?(?:e-?\d+)?|N\d+_|sqrt|log\d+|ln|max|min|abs|[-+*/(),. ])+")
_FUNCTIONS = {
    "sqrt": math.sqrt, "ln": math.log, "max": max, "min": min, "abs": abs, "log2": math.log2, "log10": math.log10,
    **{f"log{base}": lambda number, base=base: math.log(number, base) for base in range(3, 10)},
}  # fmt: skip


def says(text: str, known: dict[str, float]) -> float | None:
    """What the text of a side is worth by the rules of arithmetic; None where it holds words or leaves terms out."""
    names = {name: f"N{place}_" for place, name in enumerate(sorted(known, key=len, reverse=True))}
    for name, short in names.items():
        text = re.sub(rf"(?<![\w@]){re.escape(name)}(?![\w@(])", short, text)
    text = text.replace("·", "*").replace("^", "**").replace("−", "-").replace("√(", "sqrt(")
    text = re.sub(r"\|([^|]*)\|", r"abs(\1)", re.sub(r"√(\d+)", r"sqrt(\1)", text))
    if "..." in text or not _READABLE.fullmatch(text):
        return None
    worth = eval(text, {"__builtins__": {}}, {**_FUNCTIONS, **{short: known[name] for name, short in names.items()}})
    return float(worth)


READS = str.maketrans({"−": "-", "…": "...", "\N{NO-BREAK SPACE}": " "})


def reads_as_text(line: Line) -> None:
    """Notebooks take the tags of MathML away where they do not trust, and leave the text: it is the plain text."""
    if not re.search(r"\de-?\d", str(line)):  # which is drawn as a power of 10
        assert text_of(line.typeset()).translate(READS) == " ".join(str(line).split()).translate(READS)


def check_lines(lines: Iterable[Line]) -> int:
    """Check that each line's sides are all equal; the number of sides that were read."""
    known: dict[str, float] = {}
    read = 0
    for line in lines:
        assert line.is_correct, str(line)
        reads_as_text(line)
        if isinstance(line, Sentence):
            continue
        values = [worth for side in line.sides if (worth := says(str(side), known)) is not None]
        loose = 5e-4 + (0.06 if any(0 < abs(value) < 0.1 for value in values) else 1e-3)  # four places, or digits
        for value in values:
            assert math.isclose(value, values[-1], rel_tol=loose, abs_tol=6e-5), str(line)
        known |= {line.name: values[-2:][0]} if values else {}  # what stands before the decimal is more exact
        read += len(values)
    return read


def ends_in(lines: tuple[Line, ...], value: float) -> None:
    """Check that what is written comes to the value, each known side of the last line."""
    last = lines[-1]
    if isinstance(last, Equation) and not last.after.startswith("which is above 1"):
        for side in last.sides:
            assert math.isnan(side.value) or side.value == pytest.approx(value, rel=1e-9, abs=1e-12), str(last)


@pytest.mark.grid
@pytest.mark.parametrize("name", MEASURED)
def test_measure_calculations_have_equal_sides(name, much):
    measure, read = parse_measure(name), 0
    for ranking in rankings(7, much(20), 40):
        try:
            derivation = explain(measure, ranking)
        except InputError:
            continue  # a grade above the scale
        read += check_lines(derivation.equations)
        ends_in(derivation.equations, derivation.value)
        ends_in(derivation.equations, measure.of(ranking))
    assert read > much(20)


@pytest.mark.parametrize("mean", MEANS, ids=repr)
def test_mean_calculations_have_equal_sides(mean):
    rng, read = random.Random(3), 0
    for size in (2, 3, 5, 20, 40):
        for _ in range(4):
            values = [
                rng.choice(["0", "1", "1/2", "0.25", "0.00001", "0.1234", "7/9", "0.333333"]) for _ in range(size)
            ]
            derivation = explain(mean, values)
            read += check_lines(derivation.equations)
            ends_in(derivation.equations, derivation.value)
        for number, part in enumerate(explain(mean, rankings(size, size, 9)).parts, start=1):
            lines = [prefixed(line, f"query {number}:") for line in part.equations]
            read += check_lines(lines)
            assert all(str(line).startswith(f"query {number}: ") for line in lines)
    assert read > 60


@pytest.mark.parametrize("asked", STATISTICS, ids=repr)
def test_significance_test_calculations_have_equal_sides(asked, much):
    read = 0
    for pair in scores(11, much(40)):
        try:
            derivation = explain(asked, pair)
        except InputError:
            continue  # all ties
        read += check_lines(derivation.equations)
        ends_in(derivation.equations, derivation.value)
    assert read > much(60)


def test_binomial_test_calculations_have_equal_sides():
    for trials in (1, 2, 5, 10, 31, 60):
        for successes in range(0, trials + 1, 3):
            check_lines(explain(Binomial(), (successes, trials)).equations)


@pytest.mark.grid
@pytest.mark.parametrize("gain", GAINS)
@pytest.mark.parametrize("discount", DISCOUNTS)
@pytest.mark.parametrize("base", [2, 3, 10])
def test_dcg_variant_calculations_have_equal_sides(gain, discount, base, much):
    for ranking in rankings(5, much(8), 12):
        for ideal in ("judged", "retrieved"):
            check_lines(DCGVariant(gain, discount, base, ideal).of(ranking).equations)


@pytest.mark.grid
@pytest.mark.parametrize("name", MEASURED)
def test_misconception_calculations_of_measures_have_equal_sides(name, much):
    measure = parse_measure(name)
    for ranking in rankings(13, much(4), 25):
        try:
            known = Question(measure, ranking).wrong_answers
        except InputError:
            continue  # not defined, or a grade above the scale
        for mistake in known:
            working = mistake.working()
            check_lines(working.equations)
            ends_in(working.equations, mistake.value)
            assert working.value == pytest.approx(mistake.value)


@pytest.mark.parametrize("mean", MEANS, ids=repr)
def test_misconception_calculations_of_means_have_equal_sides(mean, much):
    for size in (2, 3, 5)[: much(3)]:
        for given in (
            tuple(rankings(size, size, 9)),
            (Fraction(1, 3),) * size,
            (Fraction(0), Fraction(1), Fraction(1, 2)),
        ):
            for mistake in Question(mean, given).wrong_answers:
                check_lines(mistake.working().equations)
                ends_in(mistake.working().equations, mistake.value)


@pytest.mark.parametrize("asked", STATISTICS, ids=repr)
def test_misconception_calculations_of_tests_have_equal_sides(asked, much):
    for pair in scores(17, much(12)):
        try:
            known = Question(asked, asked.read(pair)).wrong_answers
        except InputError:
            continue  # all ties
        for mistake in known:
            check_lines(mistake.working().equations)
            ends_in(mistake.working().equations, mistake.value)


def test_equation_with_unequal_sides_is_not_correct():
    total = Sum(1, 1)
    assert Equation("P@5", (total / 5, Number(Fraction(2, 5)))).is_correct
    assert not Equation("P@5", (Sum(1, Ratio(1, 5)), Number(Fraction(2, 5)))).is_correct
    assert not equation("AP", total / 3, worth=Fraction(2, 5)).is_correct
    assert not Equation("nDCG", (Number(0.9386), Number(0.9385))).is_correct
    assert Equation("nDCG", (Number(4) / Number(4.2624), Number(0.9386))).is_correct, "4.262 may be 4.2615"
    assert Equation("X", (Name("words that say no number"), Number(3))).is_correct


def test_parentheses_are_decided_by_one_table_for_all_positions():
    half, p, r = Fraction(1, 2), Name("P"), Name("R")
    for node, text in [
        (Sum(1, 1) / 5, "(1 + 1) / 5"),
        (Number(half) / 3, "(1/2) / 3"),
        (Number(3) / half, "3 / (1/2)"),
        (Number(2) / Division(3, 4), "2 / (3 / 4)"),
        (Division(2, 3) / 4, "(2 / 3) / 4"),
        (Product(2, 3) / 4, "(2 · 3) / 4"),
        (Product(2, Division(3, 4)), "2 · 3 / 4"),
        (Product(Division(3, 4), 2), "(3 / 4) · 2"),
        (Product(Sum(1, half), half), "(1 + 1/2) · 1/2"),
        (Product(half, half) ** Fraction(1, 3), "(1/2 · 1/2)^(1/3)"),
        (Number(half) ** 2, "(1/2)^2"),
        (Power(2, Sum(1, 3)), "2^(1 + 3)"),
        (Power(Power(2, 3), 2), "(2^3)^2"),
        (Sum(5, Negation(Sum(1, 2))), "5 - (1 + 2)"),
        (Sum(5, Sum(1, 2)), "5 + (1 + 2)"),
        (Sum(5, Number(-2)), "5 - 2"),
        (Negation(Product(2, 3)) / 4, "(-2 · 3) / 4"),
        (Ratio(1, Sum(2, 1)), "1/(2 + 1)"),
        (Ratio(Sum(2, 1), 3), "(2 + 1)/3"),
        (Ratio(1, Product(2, 3)), "1/(2 · 3)"),
        (Ratio(1, Ratio(2, 3)), "1/(2/3)"),
        (Ratio(3, Log(5)), "3/log2(5)"),
        (Root(3), "√3"),
        (Root(CompactProduct(p, r)), "√(P·R)"),
        (CompactProduct(1 + Number(4), p, r) / Sum(p, r), "(1 + 4)·P·R / (P + R)"),
        (Number(1) / Phrase("mean of ln"), "1 / (mean of ln)"),
        (Absolute(Sum(3, Negation(5))), "|3 - 5|"),
        (2 * Chance("W at most", 3, of=0.1), "2 · P(W at most 3)"),
        (1 - Call("Φ", Number(1.96), of=0.975), "1 - Φ(1.960)"),
        (Min(Name("W+", 3), Name("W-", 7)), "min(W+, W-)"),
        (Highlighted(Sum(1, 2), "differs") / 4, "(1 + 2) / 4"),
        (Sum(1, Highlighted(Negation(2), key=3)), "1 - 2"),
    ]:
        assert str(node) == text
    assert says("2 / (3 / 4)", {}) == (Number(2) / Division(3, 4)).value


def random_node(rng: random.Random, depth: int) -> Node:
    if not depth or rng.random() < 0.2:
        return rng.choice(
            [Number(rng.randint(1, 9)), Number(Fraction(rng.randint(1, 9), rng.randint(2, 9))), Log(rng.randint(2, 9))]
        )
    parts = [random_node(rng, depth - 1) for _ in range(rng.randint(2, 3))]
    kind = rng.choice(
        [Sum, Product, CompactProduct, Division, Ratio, Max, Min, Power, Root, Negation, Highlighted, Absolute]
    )
    if kind is Power:
        return parts[0] ** rng.choice([2, Fraction(1, 2)]) if parts[0].value > 0 else parts[0]
    if kind is Root:
        return Root(Sum(*parts)) if Sum(*parts).value > 0 else parts[0]
    if kind in (Negation, Highlighted, Absolute):
        return kind(parts[0])
    return kind(*parts[:2]) if kind in (Division, Ratio) else kind(*parts)


def test_text_of_random_trees_evaluates_to_their_value(much):
    rng, read = random.Random(23), 0
    for _ in range(much(3000)):
        node = random_node(rng, 4)
        if not math.isfinite(node.value) or abs(node.value) > 1e9:
            continue
        text = str(node)
        if text.count("|") > 2:
            continue  # Nested absolute values are ambiguous in plain text.
        assert says(text, {}) == pytest.approx(node.value, rel=1e-9, abs=1e-9), text
        assert node.exact is None or float(node.exact) == pytest.approx(node.value)
        ElementTree.fromstring(f"<math>{html_of(node.mathml())}</math>")
        ElementTree.fromstring(f"<p>{html_of(node.html())}</p>")
        read += 1
    assert read > much(1500)


@pytest.mark.parametrize("power", range(1, 12))
def test_logarithm_of_powers_of_2_is_exact(power):
    assert Log(2**power).exact == power
    assert Ratio(3, Log(2**power)).exact == Fraction(3, power)
    total = Sum(Ratio(1, Log(2**power)), Ratio(2, Log(3)), Ratio(1, 2))
    assert total.exact_terms == {None: Fraction(1, power) + Fraction(1, 2), (2, 3): 2}
    ranking = Ranking([0] * (2**power - 2) + [1]) if power < 9 else Ranking([1])
    if power < 9:
        assert str(explain(parse_measure("DCG"), ranking).equation).startswith(f"DCG = 1/log2({2**power}) = ")
        assert explain(parse_measure("DCG"), ranking).fraction == Fraction(1, power)


def test_quotient_of_proportional_logarithm_sums_is_a_fraction():
    above, below = Sum(Ratio(1, Log(3)), Ratio(2, Log(5))), Sum(Ratio(3, Log(3)), Ratio(6, Log(5)))
    assert (above / below).exact == Fraction(1, 3)
    assert (above / Sum(Ratio(3, Log(3)), Ratio(5, Log(5)))).exact is None
    assert (Sum() / below).exact == 0
    assert (Ratio(1, Log(3, 10)) / Ratio(2, Log(3, 10))).exact == Fraction(1, 2)
    assert (Ratio(1, Log(3, 10)) / Ratio(2, Log(3))).exact is None


HOSTILE = "\"><img src=x onerror=alert(1)><script>x</script>& ' $ \\ _ # % { } ^ ~"


@pytest.mark.parametrize(
    "node",
    [
        Name(HOSTILE, 1),
        Chance(HOSTILE, of=1, behind=HOSTILE),
        Call(HOSTILE, 1, of=1),
        Sum(Highlighted(Name(HOSTILE), HOSTILE), 1) / 2,
    ],
    ids=["name", "chance", "call", "look"],
)
def test_hostile_name_is_escaped_in_all_formats(node):
    line = equation(HOSTILE, node, worth=1, before=HOSTILE, after=HOSTILE)
    for drawn in (html_of(line.mathml()), html_of(line.html()), html_of(line.typeset())):
        tree = ElementTree.fromstring(f"<p>{drawn}</p>")
        assert not {"img", "script"} & {element.tag for element in tree.iter()}
        assert HOSTILE in "".join(tree.itertext())
    assert ElementTree.fromstring(html_of(line.typeset())).get("aria-label") == str(line)
    latex = re.sub(r"\\[\\#$%&_{}^~]|\\text\w+\{\}", "", line.latex())
    assert not re.search(r"[#%$~]|\\text\{[^}]*[_^]", latex)


def test_highlights_are_addressed_by_key_even_if_texts_are_equal():
    line = explain(parse_measure("P@5"), Ranking.parse("1 0 1 1 0")).equations[-1]
    assert isinstance(line, Equation)
    looking = line.with_css_classes({3: "touched"})
    assert html_of(looking.sides[0].html()) == '(1 + <mark class="touched">1</mark> + 1) / 5'
    assert str(looking) == str(line)
    assert looking.is_correct
    decimals = explain(parse_measure("DCG"), Ranking.parse("grades 2 3")).equations[-1]
    assert isinstance(decimals, Equation)
    assert html_of(decimals.with_css_classes({2: "touched"}).html()).count("touched") == 2, "the term, and its decimal"


def test_exact_sum_is_written_alike_on_its_own_line_and_in_a_quotient():
    lines = explain(parse_measure("nDCG@1"), Ranking.parse("0 1")).lines
    assert lines == ("DCG@1 = 0", "IDCG@1 = 1/log2(2) = 1", "nDCG@1 = DCG@1 / IDCG@1 = 0 / 1 = 0")


def test_dcg_variant_has_the_fraction_of_the_measure():
    ranking = Ranking.parse(
        "grades 1 2 3", missed="3 3"
    )  # its gains 1 and 7/2 add up to the ideal's 3/7, as does 3 of 7
    measure = explain(parse_measure("nDCG(dcg='exp-log2')@3"), ranking)
    table = DCGVariant(gain="exponential", cutoff=3).of(ranking)
    assert table.fraction == measure.fraction == Fraction(3, 7)
    assert table.lines[-1] == "nDCG@3 = DCG@3 / IDCG@3 = 6.393 / 14.92 = 3/7 = 0.4286"

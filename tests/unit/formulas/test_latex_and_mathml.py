"""Test calculations as LaTeX and MathML with an independent parser."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from irlearn import AP, MAP, Ranking, explain, gMAP, solve
from irlearn.byhand.paired_tests import Binomial
from irlearn.byhand.parse_question import kinds_of
from irlearn.formulas import Division, Equation, Line, Log, Max, Number, Product, Ratio, Sum, equation
from irlearn.formulas.writers import latex_text
from irlearn.measures import MEASURES
from irlearn.text.html import html_of

RANKINGS = [
    Ranking.parse("3 2 0 U 1 3", missed="3 2 0"),
    Ranking.parse("0 0", relevant=2),
    Ranking.parse("0 0"),
    Ranking([1, 0] * 40, [1] * 60 + [0] * 40),
]
OTHERS = [
    "F(beta=0.5)@3",
    "nDCG(dcg='exp-log2')@5",
    "ERR(max_grade=3)",
    "IPrec(rel=2)@0.4",
    "IPrec@1/3",
    "ESL(wanted=9)",
]


SCORES = ([0.28, 0.30, 0.38, 0.29, 0.23, 0.00001], [0.35, 0.20, 0.40, 0.33, 0.24, 0.00001])


def lines() -> list[Line]:
    sheets = [solve([*MEASURES.values(), *OTHERS], ranking) for ranking in RANKINGS]
    worked = [derivation for sheet in sheets for derivation in sheet.derivations]
    worked += [explain(gMAP, ["1", "0", "0.6729"]), explain(MAP, RANKINGS[:2]), explain(Binomial(), (1, 5))]  # type: ignore[list-item]
    tests = [
        test(statistic) for test in kinds_of("test").values() if test is not Binomial for statistic in test.statistics
    ]
    worked += [explain(test, SCORES) for test in tests]  # type: ignore[misc]
    return [line for derivation in worked for line in derivation.equations]


def equations() -> list[Equation]:
    return [line for line in lines() if isinstance(line, Equation)]


def braces_balance(text: str) -> bool:
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", text):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def test_lines_other_than_sentences_are_equations():
    sentences = [str(line) for line in lines() if not isinstance(line, Equation)]
    assert [text for text in sentences if " = " in text and "(" not in text] == []
    assert len(sentences) < len(lines()) / 3


@pytest.mark.parametrize(
    ("line", "text", "latex"),
    [
        (
            equation("AP", Sum(Ratio(1, 1), Ratio(2, 3)) / 3),
            "AP = (1/1 + 2/3) / 3 = 5/9 = 0.5556",
            r"\text{AP} = \frac{\frac{1}{1} + \frac{2}{3}}{3} = \frac{5}{9} = 0.5556",
        ),
        (equation("DCG@3", Ratio(3, Log(2))), "DCG@3 = 3/log2(2) = 3", r"\text{DCG@3} = \frac{3}{\log_2 2} = 3"),
        (Equation("X", (Ratio(Sum(1, 1), Sum(1, 2)),)), "X = (1 + 1)/(1 + 2)", r"\text{X} = \frac{1 + 1}{1 + 2}"),
        (
            equation("DCG", Ratio(3, Log(7, 10)), Ratio(2, Log(3, math.e)), worth=3.55),
            "DCG = 3/log10(7) = 2/ln(3) = 3.550",
            r"\text{DCG} = \frac{3}{\log_{10} 7} = \frac{2}{\ln 3} = 3.550",
        ),
        (
            equation("gMAP", Product(1, Fraction(1, 2)) ** Fraction(1, 2)),
            "gMAP = (1 · 1/2)^(1/2) = 0.7071",
            r"\text{gMAP} = \left(1 \cdot \frac{1}{2}\right)^{1/2} = 0.7071",
        ),
        (
            equation("IPrec@0.3", Max(Ratio(3, 4), Ratio(4, 6))),
            "IPrec@0.3 = max(3/4, 4/6) = 3/4 = 0.75",
            r"\text{IPrec@0.3} = \max\left(\frac{3}{4}, \frac{4}{6}\right) = \frac{3}{4} = 0.75",
        ),
        (
            equation("X", Sum(*[1] * 17)),
            "X = 1 + 1 + 1 + 1 + ... + 1 + 1 = 17",
            r"\text{X} = 1 + 1 + 1 + 1 + \cdots + 1 + 1 = 17",
        ),
        (Equation("ERR(max_grade=3)", (Number(0),)), "ERR(max_grade=3) = 0", r"\text{ERR(max}\_\text{grade=3)} = 0"),
        (
            Equation("X", (Number(3e-97, "3e-97", scientific=True),)),
            "X = 3e-97",
            r"\text{X} = 3 \cdot 10^{-97}",
        ),
        (
            Equation("p", (Number(-2.06e-14, "2.06e-14", scientific=True) / 2,)),
            "p = -2.06e-14 / 2",
            r"\text{p} = \frac{-2.06 \cdot 10^{-14}}{2}",
        ),
        (Equation("AP", (Number(0),), "query 2:"), "query 2: AP = 0", r"\text{query 2:}\quad \text{AP} = 0"),
        (
            Equation("AP", (Number(0),), after="because its divisor is 0 (β²)"),
            "AP = 0, because its divisor is 0 (β²)",
            r"\text{AP} = 0,\quad\text{because its divisor is 0 (}\beta ^2\text{)}",
        ),
        (
            Equation("d", (Sum(Number(0.5, "0.5"), Number(-0.25, "0.25")) / Division(Number(0.1, "0.1"), 2),)),
            "d = (0.5 - 0.25) / (0.1 / 2)",
            r"\text{d} = \frac{0.5 - 0.25}{\frac{0.1}{2}}",
        ),
    ],
)
def test_equation_latex_equals_the_expected_text(line, text, latex):
    assert str(line) == text
    assert line.latex() == latex


def test_long_sum_in_latex_is_broken_into_lines_that_fit_a_page():
    line = equation("DCG", Sum(*(Ratio(1, Log(n)) for n in range(2, 18))))
    rows = line.latex(aligned=True).split(" \\\\\n")
    assert [row.count(r"\frac") for row in rows] == [7, 7, 2, 0]
    assert [row.split(maxsplit=1)[0] for row in rows] == [r"\text{DCG}", r"&\quad", r"&\quad", "&="]


@pytest.mark.all
def test_latex_of_all_formulas_is_parsed_by_matplotlib():
    from matplotlib.mathtext import MathTextParser

    parser = MathTextParser("path")
    read = {line._replace(before="", after="").latex() for line in equations()}
    for bare in read:
        assert braces_balance(bare)
        parser.parse(f"${bare}$")
    assert len(read) > 60


def test_mathml_of_all_formulas_is_well_formed():
    for line in equations():
        tree = ElementTree.fromstring(f"<p>{html_of(line.mathml())}</p>")
        assert all(len(part) == 2 for kind in ("mfrac", "msup", "msub") for part in tree.iter(kind))
        assert "".join(tree.itertext()).count("=") >= len(line.sides)
        spoken = ElementTree.fromstring(html_of(line.typeset()))
        assert spoken.get("aria-label", "").replace("−", "-") == str(line)
        assert ElementTree.fromstring(f"<p>{html_of(line.html())}</p>").find(".//math") is None


@pytest.mark.parametrize("ranking", RANKINGS, ids=["graded", "none found", "none relevant", "long"])
def test_latex_page_has_balanced_braces_and_environments(ranking):
    source = solve([*MEASURES.values(), *OTHERS], ranking).to_latex()
    assert braces_balance(source)
    opened = re.findall(r"\\(begin|end)\{([a-z*]+)\}", source)
    stack: list[str] = []
    for what, name in opened:
        if what == "begin":
            stack.append(name)
        else:
            assert stack.pop() == name
    assert stack == []
    body = re.sub(r"\\begin\{(tabular|align\*)\}.*?\\end\{\1\}", "", source, flags=re.DOTALL)
    assert not re.search(r"(?<!\\)[&#_]", body)
    assert all(ord(letter) < 128 for letter in source)


def test_latex_table_has_equally_many_cells_in_each_row():
    source = solve("P,nDCG@3", RANKINGS[0]).to_latex()
    for columns, table in re.findall(r"\\begin\{tabular\}\{(r+)\}(.*?)\\end\{tabular\}", source, re.DOTALL):
        rows = [row for row in table.splitlines() if "\\\\" in row]
        assert {row.count(" & ") + row.count("&  ") * 0 for row in rows} == {len(columns) - 1}


def test_latex_page_compiles(tmp_path):
    if shutil.which("pdflatex") is None:
        pytest.skip("there is no pdflatex here; the formulas were read by matplotlib's parser instead")
    body = solve("all", RANKINGS[0]).to_latex()
    (tmp_path / "sheet.tex").write_text(
        "\\documentclass{article}\\usepackage{amsmath}\\begin{document}\n" + body + "\\end{document}\n",
        encoding="utf-8",
    )
    found = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "sheet.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout[-2000:]


def test_html_page_declares_its_encoding_before_its_title():
    page = explain(AP, Ranking.parse("1 0 1")).to_html()
    assert 0 < page.index('<meta charset="utf-8">') < page.index("<title>")


def test_html_page_has_a_style_for_the_class_of_its_lines():
    page = explain(AP, Ranking.parse("1 0 1")).to_html()
    assert '<p class="line">' in page
    assert ".line {" in page


@pytest.mark.parametrize(("base", "text"), [(2, "log2(7)"), (10, "log10(7)"), (math.e, "ln(7)")])
def test_logarithm_has_the_same_name_in_all_formats(base, text):
    line = equation("X", Ratio(2, Log(7, base)))
    assert f"2/{text}" in str(line)
    for form in (line.typeset(), line.html()):
        letters = "".join(ElementTree.fromstring(f"<p>{html_of(form)}</p>").itertext())
        assert text.partition("(")[0] in letters.replace(" ", "")


SIGNS = {
    "#": r"\#",
    "$": r"\textdollar{}",
    "%": r"\%",
    "&": r"\&",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "†": r"$^\dagger$",
    "–": "--",
}


def test_latex_text_escapes_special_characters():
    assert latex_text("".join(SIGNS)) == "".join(SIGNS.values())
    assert latex_text("\\~^") == r"\textbackslash{}\textasciitilde{}\textasciicircum{}"

"""Formulas as LaTeX and MathML: well formed for every measure, and read by an independent parser."""

from __future__ import annotations

import re
import shutil
import subprocess
from xml.etree import ElementTree

import pytest

from irlearn import MAP, Ranking, explain, gMAP, solve
from irlearn.derivation import formula
from irlearn.measures import MEASURES

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


def lines() -> list[str]:
    sheets = [solve([*MEASURES.values(), *OTHERS], ranking) for ranking in RANKINGS]
    of_means = [explain(gMAP, ["1", "0", "0.6729"]).lines, explain(MAP, RANKINGS[:2]).lines]
    return [line for sheet in sheets for one in sheet.derivations for line in one.lines] + [
        line for listed in of_means for line in listed
    ]


def braces_balance(text: str) -> bool:
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", text):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def test_every_line_with_an_equals_sign_is_read_as_a_formula():
    sentences = [line for line in lines() if formula.read(line) is None]
    assert [line for line in sentences if " = " in line and "(" not in line] == []
    assert len(sentences) < len(lines()) / 3


@pytest.mark.parametrize(
    ("line", "latex"),
    [
        ("AP = (1/1 + 2/3) / 3 = 5/9", r"\text{AP} = \frac{\frac{1}{1} + \frac{2}{3}}{3} = \frac{5}{9}"),
        ("DCG@3 = 3/log2(2) = 3", r"\text{DCG@3} = \frac{3}{\log_2 2} = 3"),
        ("gMAP = (1 · 1/2)^(1/2) = 0.7071", r"\text{gMAP} = \left(1 \cdot \frac{1}{2}\right)^{1/2} = 0.7071"),
        (
            "IPrec@0.3 = max(3/4, 4/6) = 3/4",
            r"\text{IPrec@0.3} = \max\left(\frac{3}{4}, \frac{4}{6}\right) = \frac{3}{4}",
        ),
        ("X = 1 + ... + 2 = 9", r"\text{X} = 1 + \cdots + 2 = 9"),
        ("ERR(max_grade=3) = 0", r"\text{ERR(max}\_\text{grade=3)} = 0"),
        ("X = 3e-97", r"\text{X} = 3 \cdot 10^{-97}"),
        ("query 2: AP = 0", r"\text{query 2:}\quad \text{AP} = 0"),
        ("AP = 0, because its divisor is 0 (β²)", r"\text{AP} = 0,\quad\text{because its divisor is 0 ($\beta$$^2$)}"),
    ],
)
def test_a_line_becomes_this_latex(line, latex):
    read = formula.read(line)
    assert read is not None
    assert read.latex() == latex


def test_a_long_sum_is_broken_into_lines_that_fit_a_page():
    read = formula.read("DCG = " + " + ".join(f"1/log2({n})" for n in range(2, 18)) + " = 5")
    assert read is not None
    rows = read.latex(aligned=True, broken=True).split(" \\\\\n")
    assert [row.count(r"\frac") for row in rows] == [7, 7, 2, 0]
    assert [row.split(maxsplit=1)[0] for row in rows] == [r"\text{DCG}", r"&\quad", r"&\quad", "&="]


@pytest.mark.parametrize(
    "line", ["a sentence", "ESL is not defined: the list holds fewer", "X = (1 + 2", "X = 1 +", "X = )"]
)
def test_what_is_no_formula_stays_a_sentence(line):
    assert formula.read(line) is None


def test_every_formula_is_read_by_matplotlibs_parser():
    from matplotlib.mathtext import MathTextParser

    parser = MathTextParser("path")
    read = {formula.read(line) for line in lines()}
    for one in filter(None, read):
        bare = one._replace(before="", after="").latex()
        assert braces_balance(bare)
        parser.parse(f"${bare}$")
    assert len(read) > 60


def test_every_formula_is_well_formed_mathml():
    for one in filter(None, map(formula.read, lines())):
        tree = ElementTree.fromstring(f"<p>{one.mathml()}</p>")
        assert all(len(part) == 2 for part in tree.iter("mfrac"))
        assert "".join(tree.itertext()).count("=") >= len(one.sides) - 1


@pytest.mark.parametrize("ranking", RANKINGS, ids=["graded", "none found", "none relevant", "long"])
def test_a_latex_page_balances_its_braces_and_environments(ranking):
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


def test_a_latex_table_has_as_many_cells_in_each_row():
    source = solve("P,nDCG@3", RANKINGS[0]).to_latex()
    for columns, table in re.findall(r"\\begin\{tabular\}\{(r+)\}(.*?)\\end\{tabular\}", source, re.DOTALL):
        rows = [row for row in table.splitlines() if "\\\\" in row]
        assert {row.count(" & ") + row.count("&  ") * 0 for row in rows} == {len(columns) - 1}


def test_a_latex_page_compiles(tmp_path):
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

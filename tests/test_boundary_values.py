"""Test values at which behavior changes: exactly there, and one above or below."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from message_parts import parts

from irlearn import InputError, statistics as s
from irlearn.byhand.generate import exercise_by_id
from irlearn.cli import main
from irlearn.cli.output import print_note, shown, table, whole
from irlearn.cli.runs import kept_queries
from irlearn.errors import quoted
from irlearn.statistics.letter_display import in_short
from irlearn.studies import extremes, leaderboard
from irlearn.text.english import count_noun, first_few, number_word, ordinal


def scores(n: int, start: float = 0.0) -> list[float]:
    """Return n different scores in no order."""
    return [start + (7 * index % 97) / 100 for index in range(n)]


def all_pairs_without_variance(pairs: int) -> s.AllPairs:
    """Compare systems, `pairs` pairs of which differ by the same amount on every topic."""
    rng = np.random.default_rng(1)
    own = rng.integers(0, 50, (6, pairs)) / 100
    return s.all_pairs(np.concatenate([own, own + 0.25], axis=1))


def message_for_runs_that_lack_queries(runs: int) -> str:
    names = ["whole", *(f"r{n}" for n in range(runs))]
    lacked = {name: frozenset(["q1"] if name != "whole" else []) for name in names}
    with pytest.raises(InputError) as refused:
        kept_queries(["q1", "q2"], names, lacked, None)
    return str(refused.value)


def thresholds_of_one_group(n: int) -> extremes.Thresholds:
    return extremes.thresholds([0.9] * n + [0.1], 0.01, mean=0.5, names=[f"s{k}" for k in range(n + 1)])


LIMITS: dict[str, tuple[int, Callable[[int], str], str]] = {
    "names in a sentence": (5, lambda n: first_few([f"q{k}" for k in range(n)], "query"), ", ..."),
    "systems of a group": (12, lambda n: str(thresholds_of_one_group(n)), "s11, ..."),
    "pairs without a t": (5, lambda n: all_pairs_without_variance(n).note, ", ..."),
    "runs that lack queries": (5, message_for_runs_that_lack_queries, "and 1 more runs lack some"),
    "signs of a cell": (100, lambda n: table(["x"], [["a" * n]]), "…"),
    "signs of a path": (200, lambda n: shown("a" * n), "…"),
    "signs that are quoted": (80, lambda n: quoted("a" * n), "(81 characters)"),
    "words for a number": (9, number_word, "10"),
    "words for a place": (9, ordinal, "10th"),
    "letters one by one": (4, lambda n: in_short(range(n)), "–"),
    "values of a mean": (30, lambda n: s.t_interval(scores(n)).lines[0], "sum of the values"),
    "differences of a t test": (30, lambda n: s.paired_t(scores(n), scores(n)[::-1]).lines[1], "sum of (difference"),
    "signed ranks": (30, lambda n: s.wilcoxon_signed_rank(scores(n, 0.005), scores(n)[::-1]).lines[0], "W+"),
    "systems of a tau": (30, lambda n: s.tau_ap(scores(n), scores(n)[::-1]).lines[-1], "sum of the shares"),
    "wins of a sign test": (30, lambda n: str("^" not in s.sign_test([1.0] * n, [0.5] * n).lines[-1]), "True"),
    "scores of a rank sum that is counted": (
        40, lambda n: s.wilcoxon_rank_sum(scores(n - 15), scores(15, 0.003)).method, "normal",
    ),
    "rank sums of a few written out": (
        30, lambda n: str("+" not in s.wilcoxon_rank_sum(scores(n - 15), scores(15, 0.003)).lines[0]), "True",
    ),
    "rows of a table": (30, lambda n: str(len(s.sign_test([1.0] * n, [0.5] * n).table()[1]) != n), "True"),
}  # fmt: skip


@pytest.mark.parametrize("limit", LIMITS)
def test_explanations_write_out_up_to_the_limit(limit):
    most, write, mark = LIMITS[limit]
    assert mark not in write(most - 1)
    assert mark not in write(most)
    assert mark in write(most + 1)


def test_rbo_overlaps_are_written_out_to_the_last_depth():
    for depth, cut in ((28, False), (29, False), (30, True), (31, True)):
        lists = [f"a{n}" for n in range(depth)], [f"a{n}" for n in range(1, depth + 1)]
        text = " ".join(s.rank_biased_overlap(*lists).lines)
        assert (", ..." in text) == cut, depth


def test_error_line_is_cut_above_800_characters(capsys):
    for n in (799, 800, 801):
        print_note("a" * n)
        assert (" … " in capsys.readouterr().err) == (n > 800)


def test_command_numbers_end_at_the_stated_limits(root, capsys):
    files = [str(root / "tests" / "data" / name) for name in ("qrels.txt", "bm25.run")]
    for digits, status in ((0, 0), (17, 0), (18, 2), (-1, 2)):
        assert main(["score", *files, f"--digits={digits}"]) == status
    for permutations, status in ((1, 0), (0, 2), (10**9 + 1, 2)):
        words = ["compare", *files, str(root / "tests" / "data" / "neural.run"), f"--permutations={permutations}"]
        assert main(words) == status
    for seed, status in ((0, 0), (-1, 2)):
        assert main(["extremes", "--mean=.2", "--se=.01", "--systems=9", f"--seed={seed}"]) == status
    capsys.readouterr()
    assert whole("9" * 100) == 10**100 - 1
    with pytest.raises(Exception, match="at most 100 digits"):
        whole("9" * 101)


def test_cutoff_includes_its_rank_and_excludes_the_next():
    found = leaderboard.outcomes([10, 11, 3], [11, 10, 3], cutoff=10)
    assert (found.a_only, found.b_only, found.both, found.neither) == (1, 1, 1, 0)
    assert leaderboard.outcomes([10, 11, 3], [11, 10, 3], cutoff=11).both == 3
    aligned = leaderboard.align([10, 11, 3, 0], [11, 11, 3, 0], cutoff=10)
    assert (aligned.mrr_a, aligned.mrr_b) == (pytest.approx((1 / 10 + 1 / 3) / 4), pytest.approx(1 / 12))


def test_value_equal_to_a_threshold_is_on_the_stated_side():
    edge = extremes.thresholds([0.2, 0.3], 0.01, mean=0.25)
    found = extremes.thresholds([edge.upper, edge.lower, edge.upper + 1e-9, edge.lower - 1e-9], 0.01, mean=0.25, n=2)
    assert (found.above, found.between, found.below) == (("3",), ("1", "2"), ("4",))
    made = extremes.topic_bootstrap(extremes.matrix([[0.1, 0.3], [0.2, 0.6], [0.3, 0.5]], ["a", "b"]), 50)
    highest = float(made.maxima.max())
    assert made.chance(highest) == ((made.maxima == highest).sum() + 1) / 51
    assert made.chance(math.nextafter(highest, 1)) == 1 / 51
    assert extremes.records([0.2, 0.2, 0.3, 0.3]).broken == (0, 2)


@pytest.mark.parametrize("correct", [s.bonferroni, s.holm, s.benjamini_hochberg])
def test_adjusted_p_equal_to_alpha_is_significant(correct):
    first = 0.05 if correct is s.benjamini_hochberg else 0.0125
    for p, sure in ((first, True), (first * (1 + 1e-6), False)):
        rest = [0.05, 0.05, 0.05] if correct is s.benjamini_hochberg else [0.9, 0.8, 0.7]
        assert bool(correct([p, *rest]).significant[0]) == sure
    outcomes = leaderboard.outcomes([0] * 6 + [1], [1] * 7, multiplicity=1, alpha=0.03125)
    assert outcomes.pvalue("answered", "binomial") == 0.03125
    assert outcomes.significant("answered", "binomial")
    assert not leaderboard.outcomes([0] * 6 + [1], [1] * 7, multiplicity=2, alpha=0.03125).significant(
        "answered", "binomial"
    )


def test_shrinkage_begins_with_four_systems():
    """James and Stein's estimate takes k - 3 of the spread: of three systems there is nothing to take."""
    rng = np.random.default_rng(2)
    for systems in (3, 4, 5):
        scores = rng.normal(0.4, 0.2, (20, systems)).clip(0, 1)
        found = extremes.winner(extremes.matrix(scores)).estimates
        assert (found["James-Stein"] < found["observed"]) == (systems >= 4)


def test_messages_use_the_singular_for_one(root, tmp_path, monkeypatch, capsys):
    assert [count_noun(n, "query") for n in (0, 1, 2)] == ["0 queries", "1 query", "2 queries"]
    assert s.sign_test([0.5, 0.2, 0.3], [0.4, 0.2, 0.1]).title.endswith("1 tie")
    assert "1 of 3 queries is a tie and is" in s.sign_test([0.5, 0.2, 0.3], [0.4, 0.2, 0.1]).note
    assert "2 of 4 queries are ties and are" in s.sign_test([0.5, 0.2, 0.3, 1], [0.4, 0.2, 0.3, 0]).note
    assert "1 degree of freedom" in s.paired_t([0.5, 0.2], [0.4, 0.3]).lines[-1]
    assert "Neither answers 1 query." in str(leaderboard.outcomes([0, 1, 2], [0, 2, 1]))
    assert "1 record;" in str(extremes.records([0.3, 0.2, 0.1]))
    monkeypatch.chdir(tmp_path)
    Path("q").write_text("".join(f"q{n} 0 d 1\n" for n in range(3)))
    for name, hits in (("a", 1), ("b", 2)):
        Path(f"{name}.run").write_text("".join(f"q{n} Q0 {'d' if n < hits else 'x'} 1 1 t\n" for n in range(3)))
    assert main(["outcomes", "q", "a.run", "b.run"]) == 0
    assert "1 query is answered by only one: binomial p 1" in capsys.readouterr().out
    Path("b.run").write_text("".join(f"q{n} Q0 {'d' if n == 1 else 'x'} 1 1 t\n" for n in range(3)))
    assert main(["outcomes", "q", "a.run", "b.run"]) == 0
    assert "2 queries are answered by only one: binomial p 1" in capsys.readouterr().out


# a class's table

NDCG = exercise_by_id("ndcg:1:1")
RULES = [one for one in exercise_by_id("ap:1:279").mistakes if Fraction(one.value) != 0]


def class_table(folder: Path, capsys: pytest.CaptureFixture[str], text: str, *words: str) -> tuple[str, str]:
    path = folder / "class.csv"
    path.write_text(text)
    main(["check", "--file", str(path), *words])
    out, err = capsys.readouterr()
    return out, err


def distinct_mistakes(count: int) -> list[tuple[str, str]]:
    """Return up to `count` mistakes of an exercise as pairs (id, value), with a different value each."""
    by_value: dict[str, list[str]] = {}
    for mistake in RULES:
        by_value.setdefault(f"{float(mistake.value):.6f}", []).append(mistake.id)
    pairs = [(ids[0], value) for value, ids in by_value.items()]
    return pairs[:count]


@pytest.mark.parametrize("kind_count", [4, 5, 6])
def test_class_table_names_the_five_most_common_mistakes_in_order(kind_count, tmp_path, capsys):
    lines = ["id,ap:1:279", *(
        f"s{kind}-{number},{value}"
        for kind, (_, value) in enumerate(distinct_mistakes(kind_count)) for number in range(1 + (kind * 3) % 7)
    )]  # fmt: skip
    _, err = class_table(tmp_path, capsys, "\n".join(lines) + "\n", "--format", "json")
    named = err.split("most common mistakes: ")[1].strip().split(", ")
    counts = [int(text.split("(")[1].rstrip(")")) for text in named]
    expected = sorted((1 + (kind * 3) % 7 for kind in range(kind_count)), reverse=True)
    assert counts == expected[:5]
    assert f"{sum(expected)} students, 0 of {sum(expected)} answers right" in err


def test_class_table_counts_students_by_id_and_not_by_name(tmp_path, capsys):
    """Who they are says the address, then a number, and the name only where there is nothing else."""
    two = "Name,Email,ap:1:279\nKim,kim1@x,0.7\nKim,kim2@x,0.7\n"
    for header, students, rows in (
        (two, "2 students,", 2),
        (two.replace("Email", "Student ID"), "2 students,", 2),
        (two.replace("Email", "Group"), "1 student in 2 rows,", 1),
        (two.replace("kim2@x", "kim1@x"), "1 student in 2 rows,", 1),
        (two.replace("Email", "E-Mail-Adresse").replace("Name", "id"), "2 students,", 2),
        (two.replace("Kim,", ",").replace("kim1@x", "").replace("kim2@x", ""), "2 students,", 2),
    ):
        out, err = class_table(tmp_path, capsys, header)
        assert err.splitlines()[-1].startswith(
            f"{students} 0 of 2 answers right; most common mistakes: ap-over-found ({rows})"
        )
        assert out.splitlines()[-1].split() == ["ap-over-found", str(rows), "ap:1:279"]


@pytest.mark.parametrize("twice", [1, 2, 3])
def test_class_table_counts_students_in_several_rows(twice, tmp_path, capsys):
    rows = [f"s{number},0.3" for number in range(twice)] * 3
    _, err = class_table(tmp_path, capsys, "\n".join(["id,ap:1:279", *rows]) + "\n")
    lines = [str(2 + at * twice) for at in range(3)]
    more = f", as do {twice - 1} more" if twice > 1 else ""
    assert f"'s0' is in lines {lines[0]}, {lines[1]} and {lines[2]}{more}; each row is checked" in err


@pytest.mark.parametrize("own", [2, 3, 4])
def test_class_table_shows_three_student_columns_and_csv_all(own, tmp_path, capsys):
    header = [f"c{n}" for n in range(own)]
    text = "\n".join([",".join([*header, "ap:1:279"]), ",".join([*(f"v{n}" for n in range(own)), "0.3"])]) + "\n"
    out, _ = class_table(tmp_path, capsys, text)
    assert out.split("\n")[0].split() == [*header[:3], "ap:1:279", "right"]
    out, _ = class_table(tmp_path, capsys, text, "--format", "csv")
    assert next(csv.reader(io.StringIO(out))) == [*header, "ap:1:279", "ap:1:279 verdict", "right", "asked"]


@pytest.mark.parametrize("above", [1, 2, 3, 4])
def test_class_table_finds_ids_up_to_three_rows_below_the_first(above, tmp_path, capsys):
    """Titles of columns may stand above the ids; further down they are a student's own."""
    text = "\n".join(["Name,Question", *["-,-"] * (above - 1), ",ap:1:279", "Ada,0.3"]) + "\n"
    out, err = class_table(tmp_path, capsys, text, "--format", "json")
    assert ('"verdict": "right"' in out) == (above <= 3), err


def test_class_table_aligns_verdicts_and_counts_with_headings(tmp_path, capsys):
    """Three exercises, so that no two columns of verdicts and no two counts are the same."""
    f = exercise_by_id("f:2:328")
    rr = exercise_by_id("mrr-ranks:1:1")
    rows = [
        ("Ada", "0.3", f.answer, rr.answer, ["right", "right", "right"], 3),
        ("Ben", "0.7", f.answer, "", ["wrong: ap-over-found", "right", "not answered"], 1),
        ("Cy", "0.3", "-", "x", ["right", "not answered", "no number"], 1),
        ("Di", "0.7", "-", rr.answer, ["wrong: ap-over-found", "not answered", "right"], 1),
    ]
    text = "\n".join(["Name;ap:1:279;f:2:328;mrr-ranks:1:1", *(";".join(row[:4]) for row in rows)]) + "\n"
    out, err = class_table(tmp_path, capsys, text, "--format", "csv")
    for found, row in zip(csv.DictReader(io.StringIO(out)), rows, strict=True):
        assert [found[f"{name} verdict"] for name in ("ap:1:279", "f:2:328", "mrr-ranks:1:1")] == row[4]
        assert (found["Name"], found["ap:1:279"], found["right"], found["asked"]) == (row[0], row[1], str(row[5]), "3")
    assert err.startswith("4 students, 6 of 12 answers right; most common mistakes: ap-over-found (2)")
    out, _ = class_table(tmp_path, capsys, text)
    assert [line.split()[-3:] for line in out.splitlines()[1:5]] == [[str(row[5]), "of", "3"] for row in rows]
    told = json.loads(class_table(tmp_path, capsys, text, "--format", "json")[0])
    assert told["mistakes"] == [{"id": "ap-over-found", "students": 2, "exercises": ["ap:1:279"]}]
    correct = {"right": "yes"}
    for found, row in zip(told["students"], rows, strict=True):
        assert (found["right"], found["asked"]) == (row[5], 3)
        assert [one["verdict"] for one in found["answers"]] == row[4]
        assert [one["correct"] for one in found["answers"]] == [correct.get(one, "no") for one in row[4]]
        assert [one["answer"] for one in found["answers"]] == [*row[1:4]]
        assert [one["mistakes"][:1] for one in found["answers"]] == [
            [one.split(": ")[1]] if ": " in one else [] for one in row[4]
        ]


def test_class_table_of_long_form_has_the_columns_of_check(tmp_path, capsys):
    text = "exercise,answer,student\nap:1:279,0.3,a\nap:1:279,0.7,b\nf:2:328,0.46,c\nf:2:328,,d\nnone:1:1,1,e\n"
    text += f"what,1,f\n{NDCG.id},{NDCG.answer},g\n"
    out, err = class_table(tmp_path, capsys, text, "--solution", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [
        (row["student"], row["correct"], row["outcome"], row["mistakes"].split("; ")[0], row["value"]) for row in rows
    ] == [
        ("a", "yes", "right", "", "3/10"),
        ("b", "no", "wrong rule", "ap-over-found", "3/10"),
        ("c", "open", "too few digits", "", "6/13"),
        ("d", "no", "no number", "", "6/13"),
        ("e", "", "not checked", "", ""),
        ("f", "", "not checked", "", ""),
        ("g", "yes", "right", "", str(round(float(NDCG.right_values[0]), 6))),
    ]
    assert "2 of 7 right; most common mistakes: ap-over-found (1)" in err
    assert "2 rows not checked; " in err
    assert re.search(parts("line 6 … 'none'"), err), "the first that could not be checked is named"


def test_class_table_counts_another_definition_with_the_mistakes(tmp_path, capsys):
    other = next(one for one in NDCG.mistakes if one.id == "ndcg-exponential-gain")
    text = f"id,{NDCG.id}\na,{float(other.value):.4f}\nb,0\n"
    out, err = class_table(tmp_path, capsys, text, "--format", "json")
    told = json.loads(out)
    assert [one["right"] for one in told["students"]] == [0, 0]
    assert [one["answers"][0]["correct"] for one in told["students"]] == ["open", "no"]
    assert told["students"][0]["answers"][0]["mistakes"][0] == other.id
    assert other.id in [one["id"] for one in told["mistakes"]]
    assert "0 of 2 answers right" in err
    assert f"{other.id}: This is nDCG by another convention" in err

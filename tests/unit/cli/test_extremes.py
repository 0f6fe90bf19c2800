"""Test `irlearn extremes` on moments, files of scores, and runs."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from message_parts import parts

from irlearn.cli import main

KEYS = ["expected_maximum", "maximum_95", "minimum_05", "origin_mean", "origin_interval"]
SCORES = {"bm25": [0.1, 0.3, 0.2], "neural": [0.4, 0.5, 0.9], "random": [0.0, 0.1, 0.05]}


def answer(capsys, *words):
    assert main(["extremes", *map(str, words), "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def refusal(capsys, *words):
    assert main(["extremes", *map(str, words)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


@pytest.fixture
def wide(tmp_path):
    def write(name="scores.csv", separator=",", scores=SCORES, extra=""):
        rows = [separator.join(scores), *(separator.join(map(str, row)) for row in zip(*scores.values(), strict=True))]
        path = tmp_path / name
        path.write_text("\n".join(rows) + f"\n{extra}")
        return path

    return write


def test_extremes_of_moments_reproduce_the_paper(capsys):
    found = answer(capsys, "--mean", ".2", "--se", ".0114", "--systems", "103", "--best", ".303")
    assert list(found) == [*KEYS, "version"]
    assert found["maximum_95"] == pytest.approx(0.2375, abs=5e-5)
    assert found["minimum_05"] == pytest.approx(0.1625, abs=5e-5)
    assert found["origin_mean"] == pytest.approx(0.2705, abs=5e-5)
    assert found["origin_interval"] == pytest.approx([0.2378, 0.303], abs=5e-4)


def test_extremes_without_a_best_value_have_no_origin(capsys):
    found = answer(capsys, "--mean", ".2", "--se", ".0114", "--systems", "103")
    assert found["origin_mean"] is None
    assert found["origin_interval"] is None


def test_extremes_with_correlation_report_both_maxima(capsys):
    words = ["--mean", ".2", "--se", ".0114", "--systems", "103", "--correlation", ".61"]
    assert answer(capsys, *words)["maximum_95"] == pytest.approx(0.2335, abs=5e-5)
    assert main(["extremes", *words]) == 0
    assert "given the factor  0.2234" in capsys.readouterr().out


def test_extremes_accept_a_best_value_below_the_mean(capsys):
    assert main(["extremes", "--mean", ".2", "--se", ".0114", "--systems", "103", "--best", ".18"]) == 0
    assert "lies below the mean" in capsys.readouterr().out


def test_extremes_read_matrices_with_any_separator(wide, capsys):
    found = [answer(capsys, wide(f"{number}.txt", one)) for number, one in enumerate((",", "\t", ";"))]
    assert found[0] == found[1] == found[2]
    assert next(iter(found[0])) == "bootstrap"
    for groups in (found[0], found[0]["bootstrap"]):
        assert sorted(groups["above"] + groups["below"] + groups["between"]) == sorted(SCORES)


@pytest.mark.parametrize("how", ["table", "csv", "json"])
@pytest.mark.parametrize("per_query", [True, False])
def test_extremes_read_all_output_formats_of_score(how, per_query, root, tmp_path, capsys):
    files = [str(root / "tests" / "data" / name) for name in ("qrels.txt", "bm25.run", "neural.run")]
    path = str(tmp_path / "scores")
    query = ["--per-query"] if per_query else []
    assert main(["score", *files, "-m", "AP", "-m", "RR", *query, "--format", how, "--output", path]) == 0
    capsys.readouterr()
    straight = answer(capsys, *files, "-m", "RR", "--se", ".01")
    again = answer(capsys, path, "-m", "RR", "--se", ".01")
    close = 1e-3 if how == "table" else 1e-9  # a table has four decimals
    assert [again[key] for key in KEYS[:4]] == pytest.approx([straight[key] for key in KEYS[:4]], abs=close)
    assert ("bootstrap" in again) == per_query


def test_extremes_of_means_need_an_error_or_the_number_of_topics(tmp_path, capsys):
    path = tmp_path / "means.csv"
    path.write_text("run,MAP\na,0.1\nb,0.2\nc,0.3\n")
    by_topics = answer(capsys, path, "--topics", "50")
    assert by_topics["se"] == pytest.approx(0.1 / 50**0.5)
    assert answer(capsys, path, "--se", by_topics["se"]) == by_topics
    assert by_topics["above"] == ["c"]
    assert "add --se, or --topics" in refusal(capsys, path)


def test_extremes_csv_lists_runs_from_best_to_worst(wide, capsys):
    assert main(["extremes", str(wide()), "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["run"] for row in rows] == ["neural", "bm25", "random"]
    assert set(rows[0]) == {"run", "mean", "bootstrap", "paper"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--systems", "0"], "number of systems N"),
        (["--se", "0"], "the standard error must be above 0"),
        (["--se", "-0.1"], "the standard error must be above 0"),
        (["--correlation", "1"], "at least 0 and below 1"),
        (["--correlation", "-.1"], "at least 0 and below 1"),
        (["--mean", "1.2"], "--mean is 1.2, but AP ranges from 0 to 1"),
        (["--best", "3"], "--best is 3, but AP ranges from 0 to 1"),
        (["--mean", "x"], "'x'"),
    ],
)
def test_invalid_moments_are_rejected_in_one_sentence(words, said, capsys):
    given = {"--mean": ".2", "--se": ".0114", "--systems": "103"} | {words[0]: words[1]}
    assert re.search(parts(said), refusal(capsys, *(word for pair in given.items() for word in ("=".join(pair),))))


def test_missing_moments_are_named(capsys):
    assert "--se, --systems must be given" in refusal(capsys, "--mean", ".2")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("a,b\n0.1,0.2\n0.3,\n", "given: ''"),
        ("a,b\n0.1,x\n0.3,0.2\n", "score … 'x'"),
        ("a,a\n0.1,0.2\n0.3,0.2\n", "the runs"),
        ("a\n0.1\n0.3\n", "2 runs (columns) or more"),
        ("a,b\n0.1,1.2\n0.3,0.2\n", "run 'b' has the score 1.2 on topic 1, but AP ranges from 0 to 1"),
        ("run,MAP\na,0.1\nb,1.2\n", "the mean of run 'b' is 1.2, but AP ranges from 0 to 1"),
        ("run,MAP\na,0.1\na,0.2\n", "two runs are called 'a'"),
        ("run,MAP\na,0.1\n", "at least 2 runs"),
        ("run,MAP\na,0.1\nb,high\n", "score of run 'b' … 'high'"),
        ("run,query,measure,value\na,1,AP,.1\na,2,AP,.1\nb,1,AP,.2\n", "run 'b' has no score on query '2'"),
        ("run,query,measure,value\na,1,RR,.1\nb,1,P@5,.2\n", "there are no scores of AP, but of P@5, RR"),
        ("", "is empty"),
        ("# nothing\n", "there are no scores"),
        ("{", "begins like JSON, but is not JSON"),
    ],
)
def test_unusable_files_are_rejected_in_one_sentence(content, said, tmp_path, capsys):
    path = tmp_path / "scores.csv"
    path.write_text(content)
    assert re.search(parts(said), refusal(capsys, path))


def test_extremes_of_trec7_by_both_moments(real_data, capsys):
    path = real_data / "trec" / "adhoc7_ap.csv"
    own = answer(capsys, path)
    rounded = answer(capsys, path, "--mean", ".2", "--se", ".0114")
    counts = [[len(one[group]) for group in ("above", "below", "between")] for one in (rounded, own, own["bootstrap"])]
    assert counts[:2] == [[35, 34, 34], [35, 32, 36]]
    assert counts[2][0] == 16


def test_topics_option_is_only_for_means(wide, capsys):
    assert "these scores are on 3 topics" in refusal(capsys, wide(), "--topics", "50")


def test_extremes_reject_a_single_run_and_accept_named_means(root, capsys):
    qrels, bm25, neural = (str(root / "tests" / "data" / name) for name in ("qrels.txt", "bm25.run", "neural.run"))
    assert "at least 2 runs" in refusal(capsys, qrels, bm25)
    assert answer(capsys, qrels, bm25, neural, "-m", "MAP") == answer(capsys, qrels, bm25, neural)

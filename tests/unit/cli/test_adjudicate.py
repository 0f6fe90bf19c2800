"""Test `irlearn adjudicate`: folders of runs, the JSON, broken files, and interrupted work."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from message_parts import parts

from irlearn import read_qrels, read_run
from irlearn.cli import main
from irlearn.studies.adjudication import METHODS, adjudicate, discriminate, inferred_scores, leave_one_out, pool_runs

KEYS = [
    "method", "budget", "judged", "relevant", "tau", "AA", "AD", "MAG", "MAL", "MDG", "MDL", "PA", "PD", "precision",
    "recall", "bias", "measure", "depth", "repetitions", "tau_ap", "spread",
]  # fmt: skip


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A folder of five runs beside its qrels, which is also the current folder."""
    rng = np.random.default_rng(5)
    grades = (rng.random((4, 40)) < 0.3) * rng.integers(1, 3, (4, 40))
    lines = [f"q{topic} 0 d{doc} {grades[topic, doc]}\n" for topic in range(4) for doc in range(40)]
    (tmp_path / "qrels.txt").write_text("".join(lines))
    (tmp_path / "runs").mkdir()
    for run in range(5):
        order = np.argsort(-(run * 0.5 * (grades > 0) + rng.normal(0, 1, (4, 40))), axis=1)[:, : 20 - run]
        lines = [
            f"q{topic} Q0 d{doc} {rank} {-rank} R{run}\n"
            for topic in range(4)
            for rank, doc in enumerate(order[topic].tolist(), start=1)
        ]
        (tmp_path / "runs" / f"R{run}.run").write_text("".join(lines))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def answer(capsys, *words):
    assert main(["adjudicate", "qrels.txt", "runs", "--depth", "8", *words, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def refusal(capsys, *words):
    assert main(["adjudicate", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("irlearn: ")
    assert err.count("\n") == 1
    return err


def pooled_of(files, **options):
    runs = [read_run(path) for path in sorted((files / "runs").glob("*.run"))]
    return pool_runs(read_qrels(files / "qrels.txt"), runs, depth=8, **options)


def test_adjudicate_json_has_the_documented_keys_and_the_values_of_python(files, capsys):
    (row,) = answer(capsys, "--method", "mtf", "--budget", "5", "-m", "AP", "--seed", "3")
    assert list(row) == KEYS
    pooled = pooled_of(files)
    found = discriminate(pooled, adjudicate(pooled, "mtf", 5, rng=3)).to_json()
    assert {name: row[name] for name in found} == found
    assert all(isinstance(row[name], int) for name in KEYS[2:4] + KEYS[5:13])
    assert sum(row[name] for name in KEYS[5:13]) == 10
    assert set(row["spread"].values()) == {None}


def test_adjudicate_reports_the_spread_of_several_methods_and_budgets(files, capsys):
    words = ["--method", "mtf,mm(gamma=0.5, ties=id)", "--method", "TS", "--budget", "3,5", "--budget", "8"]
    found = answer(capsys, *words, "-m", "AP", "-m", "P@5", "--repetitions", "4", "--rel", "2", "--tau", "a")
    assert len(found) == 3 * 3 * 2
    assert {row["method"] for row in found} == {"mtf", "mm(gamma=0.5, ties='id')", "ts"}
    assert {row["measure"] for row in found} == {"AP(rel=2)", "P(rel=2)@5"}
    assert {(row["method"], row["repetitions"]) for row in found if "mm" in row["method"]} == {
        ("mm(gamma=0.5, ties='id')", 1)
    }
    pooled = pooled_of(files, rel=2)
    row = next(row for row in found if (row["method"], row["budget"], row["measure"]) == ("ts", 5, "P(rel=2)@5"))
    taus = [discriminate(pooled, adjudicate(pooled, "ts", 5, rng=seed), "P@5", tau="a").tau for seed in (1, 2, 3, 4)]
    assert row["tau"] == pytest.approx(np.mean(taus))
    assert row["spread"]["tau"] == pytest.approx(np.std(taus, ddof=1))


def test_adjudicate_scores_a_random_sample_by_inferred_ap(files, capsys):
    plain, inferred = answer(capsys, "--method", "random", "--budget", "6", "--rel", "2", "-m", "AP", "-m", "infap")
    assert (plain["measure"], inferred["measure"]) == ("AP(rel=2)", "infAP(rel=2)")
    pooled = pooled_of(files, rel=2)
    found = discriminate(pooled, adjudicate(pooled, "random", 6, rng=1), estimate=inferred_scores)
    assert inferred["tau"] == found.tau
    assert [inferred[name] for name in KEYS[5:13]] == list(found.counts.values())
    assert (plain["judged"], plain["relevant"]) == (inferred["judged"], inferred["relevant"])


def test_adjudicate_writes_all_methods_as_table_and_csv(files, capsys):
    words = ["adjudicate", "qrels.txt", "runs", "--depth", "8", "--method", "all", "--budget", "4,8"]
    assert main([*words, "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["method"] for row in rows] == [method for method in METHODS for _ in range(2)]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert out.startswith("13 methods of adjudication on 5 runs and 4 topics: 10 pairs of runs\n\nAP\nmethod")
    assert out.count("mm-ns") == 2


def test_adjudicate_takes_run_files_and_ignores_qrels_in_the_folder(files, capsys):
    expected = answer(capsys, "--budget", "5")
    named = [f"runs/R{number}.run" for number in range(5)]
    assert main(["adjudicate", "qrels.txt", *named, "--depth", "8", "--budget", "5", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == expected
    (files / "qrels.txt").rename(files / "runs" / "qrels.txt")
    (files / "runs" / ".hidden").write_text("x")
    words = ["runs/qrels.txt", "runs", "--depth", "8", "--budget", "5", "--format", "json"]
    assert main(["adjudicate", *words, "--output", "runs/found.json", "--resume", "runs/sweep.jsonl"]) == 0
    assert json.loads((files / "runs" / "found.json").read_text()) == expected
    assert main(["adjudicate", *words, "--output", "runs/found.json", "--resume", "runs/sweep.jsonl", "--force"]) == 0


def test_adjudicate_skips_a_broken_run_only_with_skip_broken(files, capsys):
    expected = answer(capsys, "--budget", "5")
    lines = (files / "runs" / "R2.run").read_text().splitlines()
    (files / "runs" / "R2b.run").write_text("\n".join([*lines[:7], "q1 Q0 d3 8", *lines[8:]]) + "\n")
    said = refusal(capsys, "qrels.txt", "runs", "--depth", "8", "--budget", "5")
    assert "R2b.run, line 8: " in said
    assert "--skip-broken" in said
    words = ["adjudicate", "qrels.txt", "runs", "--depth", "8", "--budget", "5", "--skip-broken", "--format", "json"]
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == expected
    assert "left out: runs/R2b.run, line 8: " in err


def test_adjudicate_writes_judgments_as_qrels(files, capsys):
    pooled = pooled_of(files)
    answer(capsys, "--budget", "5", "--seed", "7", "--qrels-out", "low.qrels", "--repetitions", "3")
    assert read_qrels(files / "low.qrels").to_dict() == adjudicate(pooled, "mtf", 5, rng=7).qrels().to_dict()
    several = ["--method", "mtf,depth", "--budget", "3,5", "--qrels-out"]
    answer(capsys, *several, "low-{method}-{budget}.qrels")
    assert len(read_qrels(files / "low-depth-3.qrels")) == 12
    assert len(list(files.glob("low-*.qrels"))) == 4
    words = ["qrels.txt", "runs", "--depth", "8"]
    assert "is one file for 4 sets of judgments; put {method}" in refusal(capsys, *words, *several, "all.qrels")
    assert "--qrels-out low.qrels exists already" in refusal(
        capsys, *words, "--budget", "5", "--qrels-out", "low.qrels"
    )
    answer(capsys, "--budget", "5", "--qrels-out", "low.qrels", "--force")


def test_adjudicate_resumes_from_its_file_and_rejects_another_sweep(files, capsys):
    words = ["--method", "mtf,random", "--budget", "3,5", "--repetitions", "4"]
    expected = answer(capsys, *words)
    assert answer(capsys, *words, "--resume", "sweep.jsonl") == expected
    path = files / "sweep.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:4]) + lines[4][:10])
    assert main(["adjudicate", "qrels.txt", "runs", "--depth", "8", *words, "--resume", "sweep.jsonl"]) == 0
    assert "the last line of sweep.jsonl was half-written" in capsys.readouterr().err
    assert sorted(path.read_bytes().splitlines()) == sorted(b"".join(lines).splitlines())
    assert answer(capsys, *words, "--resume", "sweep.jsonl") == expected
    more = ["--method", "mtf,random,ts", "--budget", "3,5,8", "--repetitions", "5"]
    assert answer(capsys, *more, "--resume", "sweep.jsonl") == answer(capsys, *more)
    said = refusal(capsys, "qrels.txt", "runs", "--depth", "8", *words, "-m", "RR", "--resume", "sweep.jsonl")
    assert "sweep.jsonl is of another sweep: there measures is" in said
    said = refusal(capsys, "qrels.txt", "runs", "--depth", "9", *words, "--resume", "sweep.jsonl")
    assert "sweep.jsonl is of another sweep: there depth is '8', here it is '9'" in said
    assert "not a file of a sweep" in refusal(
        capsys, "qrels.txt", "runs", "--depth", "8", *words, "--resume", "runs/R1.run"
    )


def test_adjudicate_tells_how_to_resume_when_interrupted(files, shell_environment):
    words = ["qrels.txt", "runs", "--depth", "8", "--budget", "5", "--repetitions", "100000", "--resume", "sweep.jsonl"]
    process = subprocess.Popen(
        [sys.executable, "-m", "irlearn", "adjudicate", *words],
        env=shell_environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    path, patience = files / "sweep.jsonl", time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < 3:
        assert process.poll() is None
        assert time.monotonic() < patience
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[-1] == (
        "stopped; finished work is in sweep.jsonl, and the same command continues from there"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--method", "mft"], "'mft' … mtf"),
        (["--method", "mtf(gamma=1)"], "mtf has no option 'gamma'"),
        (["--budget", "5,x"], "'5,x'"),
        (["--budget", "0"], "judgments per topic"),
        (["--budget", "1000"], "a budget of 1000 is beyond the pool of topic"),
        (["--depth", "0"], "depth of a pool"),
        (["--rank", "3"], "rank must reach the depth of the pool, 8, or further"),
        (["--rel", "0"], "rel"),
        (["-m", "gMAP"], "geometric"),
        (["-m", "apples"], "apples"),
        (["--seed", "-1"], "seed"),
        (["--repetitions", "0"], "repetitions must be"),
        (["--jobs", "0"], "jobs, the number of workers"),
        (["--alpha", "2"], "alpha must"),
        (["--tau", "c"], "invalid choice: 'c'"),
    ],
)
def test_adjudicate_rejects_invalid_options(files, capsys, words, said):
    given = [*words] if "--budget" in words else ["--budget", "5", *words]
    given = given if "--depth" in words else ["--depth", "8", *given]
    assert re.search(parts(said), refusal(capsys, "qrels.txt", "runs", *given))


def plain_scores(files, outside):
    """The mean AP and P@5 of each run by the judgments of a pool without the runs `outside`, with NumPy alone."""
    grades = {tuple(line.split()[::2]): int(line.split()[3]) for line in (files / "qrels.txt").read_text().splitlines()}
    lists = {}
    for path in sorted((files / "runs").iterdir()):
        for query, _, document, *_ in map(str.split, path.read_text().splitlines()):
            lists.setdefault(path.stem, {}).setdefault(query, []).append(document)
    judged = {(query, doc) for run, of in lists.items() if run not in outside for query in of for doc in of[query][:8]}
    relevant = {pair for pair in judged if grades.get(pair, 0) > 0}
    means = {}
    for run, of in lists.items():
        scores = []
        for query, documents in of.items():
            hits = np.array([(query, document) in relevant for document in documents])
            precision = np.cumsum(hits) / np.arange(1, len(hits) + 1)
            total = sum(of_query == query for of_query, _ in relevant)
            scores.append((precision[hits].sum() / max(total, 1), hits[:5].mean()))
        means[run] = np.mean(scores, axis=0)
    return means, len(relevant)


@pytest.mark.parametrize("groups", [{}, {"weak": ["R0", "R1"], "strong": ["R4"]}])
def test_adjudicate_leave_one_out_agrees_with_numpy(files, capsys, groups):
    (files / "groups.txt").write_text("".join(f"{run}\t{group}\n\n" for group, of in groups.items() for run in of))
    words = ["--groups", "groups.txt"] if groups else []
    found = answer(capsys, "--leave-one-out", "-m", "AP,P@5", *words)
    groups = groups or {f"R{run}": [f"R{run}"] for run in range(5)}
    assert [row["system"] for row in found] == [run for of in groups.values() for run in of] * 2
    whole, relevant = plain_scores(files, ())
    for row in found:
        reduced, fewer = plain_scores(files, groups[row["group"]])
        column = ["AP", "P@5"].index(row["measure"])
        before, after = ({run: means[run][column] for run in means} for means in (whole, reduced))
        run = row["system"]
        assert row["score"] == pytest.approx(before[run])
        assert row["score_without"] == pytest.approx(after[run])
        assert row["change"] == pytest.approx(after[run] - before[run])
        ranks = [1 + sum(score > means[run] + 1e-12 for score in means.values()) for means in (before, after)]
        assert [row["rank"], row["rank_without"]] == ranks
        assert row["unique"] == relevant - fewer
        assert (row["budget"], row["depth"]) == (None, 8)


def test_adjudicate_leave_one_out_takes_a_budget(files, capsys):
    found = answer(capsys, "--leave-one-out", "--method", "mtf", "--budget", "5", "--seed", "3")
    expected = leave_one_out(pooled_of(files), method="mtf", budget=5, seed=3)
    assert found == expected.to_json()
    assert {row["method"] for row in found} == {"mtf"}
    assert main(["adjudicate", "qrels.txt", "runs", "--depth", "8", "--leave-one-out", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert list(rows[0]) == list(found[0])
    assert main(["adjudicate", "qrels.txt", "runs", "--depth", "8", "--leave-one-out"]) == 0
    assert "5 systems of 5 outside the pool to depth 8: AP, the whole pool" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    {
        "--leave-one-out --resume x.jsonl": "--resume",
        "--leave-one-out --qrels-out low.qrels": "--qrels-out",
        "--leave-one-out --repetitions 2": "--repetitions",
        "--leave-one-out --budget 5,8": "one --method and one --budget",
        "--leave-one-out --method mtf": "add --budget",
        "--leave-one-out -m infAP": "infAP is an estimate",
        "--leave-one-out --groups nowhere.txt": "no such file",
        "--leave-one-out --groups bad.txt": "bad.txt, line 2",
        "--leave-one-out --groups unknown.txt": "there is no run 'R9'",
        "--leave-one-out --groups all.txt": "holds all runs",
        "--groups bad.txt": "needs --leave-one-out",
    }.items(),
)
def test_adjudicate_leave_one_out_rejects_invalid_options(files, capsys, words, said):
    (files / "bad.txt").write_text("R1 ours\nR2\n")
    (files / "unknown.txt").write_text("R9 ours\n")
    (files / "all.txt").write_text("".join(f"R{run} ours\n" for run in range(5)))
    assert said in refusal(capsys, "qrels.txt", "runs", "--depth", "8", *words.split())


def test_adjudicate_rejects_unusable_folders_and_files(files, capsys):
    (files / "empty").mkdir()
    assert "the folder empty has no files of runs" in refusal(capsys, "qrels.txt", "empty")
    assert re.search(parts("two runs or more … 1"), refusal(capsys, "qrels.txt", "runs/R1.run", "--budget", "5"))
    assert "there is no such file" in refusal(capsys, "qrels.txt", "nowhere")
    (files / "other.qrels").write_text("x1 0 d1 1\n")
    assert "has no topic of the qrels" in refusal(capsys, "other.qrels", "runs", "--budget", "5")


def test_adjudicate_reproduces_published_dl21_figures(real_data, tmp_path, capsys):
    """NTCIR and Hedge at 20 judgments, whose order no tie decides, from files as an organizer has them."""
    from test_real_data import document_names

    packed = np.load(real_data / "dl21" / "passage_63runs_top100.npz")
    topics = [str(topic) for topic in packed["topics"]]
    truth = gzip.decompress((real_data / "dl21" / "qrels.dl21-passage.txt.gz").read_bytes()).decode()
    official: dict[str, dict[str, int]] = {}
    for query, _, doc, rel in map(str.split, truth.splitlines()):
        official.setdefault(query, {})[doc] = int(rel)
    names = document_names(packed, topics, official)
    (tmp_path / "qrels.txt").write_text(truth)
    (tmp_path / "runs").mkdir()
    for number, name in enumerate(packed["names"]):
        lines = [
            f"{topic} Q0 {names[topic][doc]} {rank} {-rank} {name}\n"
            for topic, ranked in zip(topics, packed["D"][number].tolist(), strict=True)
            for rank, doc in enumerate(ranked, start=1)
            if doc >= 0
        ]
        (tmp_path / "runs" / f"{name}.run").write_text("".join(lines))
    words = [str(tmp_path / "qrels.txt"), str(tmp_path / "runs"), "--depth", "10", "--rel", "2", "--budget", "20"]
    assert main(["adjudicate", *words, "--method", "ntcir,hedge,random", "--format", "json"]) == 0
    ntcir, hedge, random = json.loads(capsys.readouterr().out)
    printed = {"relevant": 563, "AA": 639, "AD": 0, "MAG": 118, "MAL": 177, "MDG": 0, "MDL": 0}
    assert {name: ntcir[name] for name in printed} == printed
    assert (round(ntcir["tau"], 3), round(ntcir["bias"], 3)) == (0.838, 0.217)
    assert (hedge["relevant"], hedge["AA"], hedge["MAG"], hedge["MAL"]) == (594, 609, 148, 134)
    assert (hedge["AA"] + hedge["MAG"], hedge["judged"]) == (757, 1060)
    assert random["bias"] < 0.1 < 0.5 < random["MAG"] / 757

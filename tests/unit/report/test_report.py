"""Test `report` and `irlearn report`: numbers against other tools, every section, escaped names, and bad input."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytrec_eval
from scipy import stats

from irlearn import InputError, evaluate
from irlearn.cli import main
from irlearn.report import Report, report, sections

Judged = dict[str, dict[str, int]]
Scored = dict[str, dict[str, float]]
STRANGE = ["<b>&\"_%$\\'", "名前 {x} #1", "a^b~c|d", "]]>--><!--"]


def collection(
    runs: int, *, queries: int = 12, judged: float = 0.7, seed: int = 46
) -> tuple[Judged, dict[str, Scored]]:
    """Return qrels with grades up to 3 and unjudged documents, and runs with ties."""
    rng = np.random.default_rng(seed)
    documents = [f"d{number}" for number in range(60)]
    qrels: Judged = {}
    retrieved: dict[str, Scored] = {f"run{number}": {} for number in range(runs)}
    for query in (f"q{number}" for number in range(queries)):
        grades = rng.choice(4, len(documents), p=[0.7, 0.15, 0.1, 0.05])
        kept = rng.random(len(documents)) < judged
        qrels[query] = {name: int(grade) for name, grade, keep in zip(documents, grades, kept, strict=True) if keep}
        qrels[query]["sure"] = 1
        for number, name in enumerate(retrieved):
            quality = grades * (0.4 + 0.1 * number) + rng.normal(size=len(documents))
            chosen = rng.choice(len(documents), 30, replace=False)
            retrieved[name][query] = {documents[index]: round(float(quality[index]), 1) for index in chosen}
    return qrels, retrieved


class Page(HTMLParser):
    """The text of a page, its tags and the JSON inside."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.text = ""
        self.json = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - fixed names
        self.tags.append(tag)
        if tag not in ("meta", "br", "use", "path", "rect"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if "script" in self.open:
            self.json += data
        elif "style" not in self.open:
            self.text += data


@pytest.fixture(scope="module")
def three() -> Report:
    """A report on three runs by two measures."""
    qrels, runs = collection(3)
    return report(qrels, runs, ["AP", "nDCG@10"], permutations=2_000)


def test_scores_agree_with_pytrec_eval(three: Report) -> None:
    qrels, runs = collection(3)
    numbers = three.to_json()
    for name, run in runs.items():
        other = pytrec_eval.RelevanceEvaluator(qrels, {"map", "ndcg_cut_10"}).evaluate(run)
        for measure, key in (("AP", "map"), ("nDCG@10", "ndcg_cut_10")):
            expected = [other[query][key] for query in numbers["queries"]]
            assert numbers["scores"][name][measure] == pytest.approx(expected)


def test_comparisons_agree_with_scipy(three: Report) -> None:
    numbers = three.to_json()
    first = np.array(numbers["scores"]["run0"]["AP"])
    pvalues = []
    for comparison in (one for one in numbers["comparisons"] if one["measure"] == "AP"):
        differences = np.array(numbers["scores"][comparison["run_b"]]["AP"]) - first
        interval = stats.ttest_1samp(differences, 0).confidence_interval()
        assert comparison["interval"] == pytest.approx([interval.low, interval.high])
        exact = stats.permutation_test(
            (differences,), np.mean, permutation_type="samples", n_resamples=np.inf, vectorized=True, axis=0
        ).pvalue
        permutation = next(test for test in comparison["tests"] if test["test"] == "permutation")
        assert permutation["pvalue"] == pytest.approx(exact)
        pvalues.append(permutation)
        count = len(differences)
        shift = comparison["detectable"] / differences.std(ddof=1) * np.sqrt(count)
        critical = stats.t.isf(0.025, count - 1)
        power = stats.nct.sf(critical, count - 1, shift) + stats.nct.cdf(-critical, count - 1, shift)
        assert power == pytest.approx(0.8, abs=1e-6)
    low, high = sorted(test["pvalue"] for test in pvalues)
    assert sorted(test["holm"] for test in pvalues) == pytest.approx([min(2 * low, 1), max(min(2 * low, 1), high)])


def test_deciding_queries_have_the_largest_influence(three: Report) -> None:
    main = three.study.main
    differences = np.subtract(main.scores_b, main.scores_a)
    without = {query: np.delete(differences, number).mean() for number, query in enumerate(main.query_ids)}
    expected = sorted(without, key=lambda query: -abs(without[query] - differences.mean()))[:5]
    assert [query.query for query in three.study.deciding] == expected
    for query in three.study.deciding:
        assert query.mean_without == pytest.approx(without[query.query])
        kept = np.delete(differences, main.query_ids.index(query.query))
        exact = stats.permutation_test(
            (kept,), np.mean, permutation_type="samples", n_resamples=np.inf, vectorized=True, axis=0
        ).pvalue
        assert query.pvalue_without == pytest.approx(exact)


def test_first_sentence_has_measure_difference_interval_p_and_queries(three: Report) -> None:
    main = three.study.main
    first = str(three).split("\n\n")[1].replace("\n", " ")
    assert re.fullmatch(
        rf"By AP, {main.run_b} differs most from run0: it is 0\.\d{{4}} (higher|lower) on average \(95% t interval of "
        rf"the difference −?0\.\d+ to −?0\.\d+; p = \S+ with Holm's correction for 2 comparisons\); {main.run_b} wins "
        rf"{main.wins_b} queries, ties {main.ties} and loses {main.wins_a}\.",
        first,
    )


def test_page_holds_its_numbers_and_no_foreign_address(three: Report) -> None:
    html = three.to_html()
    page = Page(html)
    assert json.loads(page.json) == json.loads(json.dumps(three.to_json()))
    assert page.tags.count("svg") == len({*re.findall(r"<svg[^>]*>", html)}) == 6
    addresses = {*re.findall(r"""(?:src|href)\s*=\s*["']([^"']*)""", html)}
    assert all(address.startswith(("#", "data:")) for address in addresses)
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len({*ids})


def test_report_is_the_same_twice() -> None:
    qrels, runs = collection(3)
    first, second = (report(qrels, runs, "AP", permutations=500).to_html() for _ in range(2))
    assert first == second


@pytest.mark.parametrize("count", [2, 4])
def test_names_are_escaped_in_every_format(count: int) -> None:
    qrels, runs = collection(count)
    renamed = dict(zip(STRANGE, runs.values(), strict=False))
    strange = {f"<q>{query}": judged for query, judged in qrels.items()}
    result = report(
        strange,
        {name: {f"<q>{query}": found for query, found in run.items()} for name, run in renamed.items()},
        permutations=500,
    )
    html = result.to_html()
    page = Page(html)
    assert {"q", "b"}.isdisjoint(page.tags)
    assert json.loads(page.json)["runs"] == STRANGE[:count]
    for name in renamed:
        assert name in page.text.replace("\xa0", " ")
        assert result.to_latex().count(r"\textbackslash") or "\\" not in name
    assert page.open == []


@pytest.mark.parametrize("count", [2, 3, 10])
def test_report_is_written_in_every_format(count: int) -> None:
    result = report(*collection(count), ["AP", "P@5"], permutations=500)
    text, markdown, latex = str(result), result.to_markdown(), result.to_latex()
    sections_of = {
        2: ["Scores", "Query by query", "Tests", "The queries that decide", "Methods", "Tables for a paper"],
        3: ["All pairs of runs"],
        10: ["All pairs of runs", "Is the best run only lucky?"],
    }
    for heading in sections_of[count]:
        assert heading in text
        assert f"## {heading}" in markdown
        assert rf"\subsection*{{{heading}}}" in latex
    assert "lucky" not in text or count == 10
    assert text.count("Mean interpolated precision at 11") == markdown.count("Mean interpolated precision at 11") == 1
    assert len(result.to_html()) < 1_000_000


def test_best_of_many_by_a_measure_where_lower_is_better() -> None:
    qrels, runs = collection(10)
    study = report(qrels, runs, "ESL", permutations=500).study
    assert study.luck is not None
    best = min(study.scores.mean(run, "ESL") for run in runs)
    _, scores = study.matrix
    rng = np.random.default_rng(7)
    centered = scores - scores.mean(axis=0) + scores.mean()
    minima = [centered[rng.integers(0, len(scores), len(scores))].mean(axis=0).min() for _ in range(4_000)]
    assert study.luck_probability == pytest.approx(np.mean(np.array(minima) <= best), abs=0.04)
    assert study.luck_probability != pytest.approx(study.luck.chance(best), abs=0.1)


def test_report_says_that_lower_is_better_before_the_difference() -> None:
    assert "By ESL (lower is better), run1 is" in str(report(*collection(2), "ESL"))


def test_methods_name_the_measures_that_leave_unjudged_documents_out() -> None:
    text = str(report(*collection(2), ["AP", "Bpref"])).replace("\n", " ")
    assert "Unjudged documents count as not relevant except by Bpref." in text


@pytest.mark.filterwarnings("error")
def test_report_on_judgments_without_a_relevant_document_is_an_honest_page() -> None:
    qrels, runs = collection(2)
    nothing = {query: dict.fromkeys(judged, 0) for query, judged in qrels.items()}
    result = report(nothing, runs)
    assert "there is nothing to test" in str(result)
    assert "12 queries of the qrels" in result.to_html()


def test_left_out_queries_count_in_no_part_of_the_report() -> None:
    qrels, runs = collection(3)
    runs["run2"] = {query: found for query, found in runs["run2"].items() if query not in ("q3", "q7")}
    dropped = report(qrels, runs, ["AP", "RR"], missing="drop", permutations=500)
    common = [query for query in qrels if query not in ("q3", "q7")]
    alone = report({query: qrels[query] for query in common}, runs, ["AP", "RR"], permutations=500)
    numbers, expected = dropped.to_json(), alone.to_json()
    for key in ("queries", "scores", "significant", "deciding", "pairs", "depth"):
        assert numbers[key] == expected[key]
    text = str(dropped)
    assert "2 queries of the qrels (q3, q7) are missing from the run: left out" in text
    assert "Here irlearn counts queries that a run lacks as 0." in text
    halves = {"a": dict(list(runs["run0"].items())[:6]), "b": dict(list(runs["run1"].items())[6:])}
    with pytest.raises(InputError, match="the runs share 0"):
        report(qrels, halves, missing="drop")


def test_report_on_few_queries_says_that_no_test_can_be_significant() -> None:
    qrels, runs = collection(2, queries=4)
    assert "With 4 queries, the test cannot be significant, because p is never below 0.125." in " ".join(
        str(report(qrels, runs)).split()
    )


def test_report_has_outcomes_where_each_query_has_one_relevant_document() -> None:
    rng = np.random.default_rng(3)
    qrels = {f"q{number}": {"d1": 1} for number in range(20)}
    runs = {
        name: {query: {f"d{index}": float(rng.random()) for index in range(9)} for query in qrels}
        for name in ("a", "b")
    }
    result = report(qrels, runs, "RR")
    assert "Queries with one relevant document" in str(result)
    assert result.to_json()["outcomes"][0]["queries"] == 20


def test_report_names_the_run_outside_the_pool() -> None:
    qrels, runs = collection(4, judged=1)
    for query in qrels:
        runs["run3"][query] = {f"x{rank}": 99.0 - rank for rank in range(3)} | runs["run3"][query]
    result = report(qrels, runs, permutations=500)
    numbers = result.to_json()
    assert numbers["outside_the_pool"] == ["run3"]
    assert "run3 has unjudged documents above depth" in str(result)
    assert result.study.reusability is not None
    assert {outsider.system for outsider in result.study.reusability.outsiders} == {"run0", "run1", "run2"}


def test_report_without_matplotlib_has_tables_and_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sections, "find_spec", lambda _: None)
    html = report(*collection(3), permutations=500).to_html()
    assert "<svg" not in html
    assert html.count("pip install") == 1
    assert html.count("<table") > 5


def test_identical_runs_give_an_honest_page() -> None:
    qrels, runs = collection(1)
    text = str(report(qrels, {"a": runs["run0"], "b": runs["run0"]}))
    assert "b and a have the same mean; b wins 0 queries, ties 12 and loses 0." in text
    assert "there is nothing to test" in text


def test_secondary_measures_are_families_of_their_own() -> None:
    qrels, runs = collection(3)
    alone = report(qrels, runs, "P@5", permutations=500)
    second = report(qrels, runs, ["AP", "P@5"], permutations=500)
    assert [one.test("sign").holm for one in alone.study.comparisons[alone.study.primary]] == [
        one.test("sign").holm for one in second.study.comparisons[second.study.measures[1]]
    ]


QRELS, RUNS = collection(2)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (lambda: (QRELS, {"a": RUNS["run0"]}), "a report compares 2 or more runs; given: 1"),
        (lambda: (QRELS, {f"r{n}": {"q1": {"d1": 1}} for n in range(101)}), "at most 100 runs"),
        (lambda: (QRELS, None), "given: NoneType None"),
        (lambda: (QRELS, 5), "given: int 5"),
        (lambda: (QRELS, RUNS, "gMAP"), "gMAP has no value of its own for each query"),
        (lambda: (QRELS, RUNS, "Judged@10"), "needs a measure besides judged@k"),
        (lambda: ({"q1": QRELS["q1"]}, RUNS), "needs at least 2 queries"),
        (lambda: (QRELS, {"a": RUNS["run0"], "b": {"zz": {"d1": 1}}}), "no query in common"),
        (lambda: (QRELS, {"a": RUNS["run0"], "b": {"q1": RUNS["run1"]["q1"]}}), "missing='zero'"),
    ],
)
def test_report_refuses_what_it_cannot_compare(data: Callable[[], Any], says: str) -> None:
    with pytest.raises(InputError, match=re.escape(says)) as error:
        report(*data())
    assert "\n" not in str(error.value)


def write_files(folder: Path, runs: int = 2) -> list[str]:
    qrels, retrieved = collection(runs)
    paths = [folder / "qrels.txt"]
    paths[0].write_text("".join(f"{q} 0 {d} {g}\n" for q, judged in qrels.items() for d, g in judged.items()))
    for name, run in retrieved.items():
        paths.append(folder / f"{name}.run")
        paths[-1].write_text(
            "".join(f"{q} Q0 {d} 0 {score} {name}\n" for q, found in run.items() for d, score in found.items())
        )
    return [*map(str, paths)]


def test_command_writes_the_page_of_the_function(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths, out = write_files(tmp_path), tmp_path / "report.html"
    words = ["report", *paths, "-m", "AP", "-m", "P@5", "--output", str(out)]
    assert main(words) == 0
    first = out.read_bytes()
    numbers = json.loads(Page(first.decode()).json)
    assert [file["name"] for file in numbers["files"]] == paths
    assert numbers["command"].startswith("irlearn report ")
    expected = report(paths[0], paths[1:], ["AP", "P@5"]).to_json()
    assert {**numbers, "command": None} == json.loads(json.dumps(expected))
    assert main(words) == 2
    assert "exists already" in capsys.readouterr().err
    assert main([*words, "--force"]) == 0
    assert out.read_text().replace(" --force", "") == first.decode()


def test_command_leaves_nothing_after_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths, out = write_files(tmp_path), tmp_path / "report.html"
    content = Path(paths[2]).read_text()
    cut, other = tmp_path / "cut.run.gz", tmp_path / "other.run"
    cut.write_bytes(gzip.compress(content.encode())[:-40])
    other.write_text("t1 Q0 d1 1 2 x\n")
    for words, says in (
        ([paths[0], paths[1], str(cut)], "cut.run.gz"),
        ([paths[0], paths[1], str(other)], "no query in common"),
        ([paths[0], paths[1]], "2 or more runs"),
        ([paths[0], paths[1], paths[1]], ""),
        ([*paths, "--permutations", "0"], "--permutations"),
        ([*paths, "--seed", "-1"], "--seed"),
        ([*paths, "-m", "gMAP"], "gMAP"),
    ):
        assert main(["report", *words, "--output", str(out)]) == 2
        err = capsys.readouterr().err.strip()
        assert says in err
        assert len(err.splitlines()) == 1
        assert not out.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        ["cut.run.gz", "other.run", *(Path(path).name for path in paths)]
    )


def test_saved_report_replaces_no_file(three: Report, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    assert three.save(path) == path
    assert path.read_text() == three.to_html()
    with pytest.raises(InputError, match="exists already"):
        three.save(path)
    three.save(path, force=True)


def test_report_of_frames_equals_the_report_of_dicts() -> None:
    pandas = pytest.importorskip("pandas")
    qrels, runs = collection(2)
    frames = {
        name: pandas.DataFrame(
            [(query, doc, score) for query, found in run.items() for doc, score in found.items()],
            columns=["qid", "docno", "score"],
        )
        for name, run in runs.items()
    }
    assert report(qrels, frames, permutations=500).to_json() == report(qrels, runs, permutations=500).to_json()
    assert evaluate(qrels, frames, "AP")["AP"] == evaluate(qrels, runs, "AP")["AP"]


def test_report_reads_the_generators_of_ir_measures() -> None:
    ir_measures = pytest.importorskip("ir_measures")
    qrels, runs = collection(2)
    generators = {
        name: (ir_measures.ScoredDoc(query, doc, score) for query, found in run.items() for doc, score in found.items())
        for name, run in runs.items()
    }
    judged = (ir_measures.Qrel(query, doc, grade) for query, found in qrels.items() for doc, grade in found.items())
    assert report(judged, generators, permutations=500).to_json() == report(qrels, runs, permutations=500).to_json()

"""Test that each convention gives the number of its tool."""

from __future__ import annotations

import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
from fractions import Fraction

import pytest
from message_parts import parts

from irlearn import AP, InputError, Qrels, Run, evaluate, gMAP, nDCG, parse_measure, read_run
from irlearn.cli import main
from irlearn.conventions import (
    CASES,
    IR_MEASURES,
    IRLEARN,
    PRESETS,
    RANX,
    SCIKIT_LEARN,
    TREC_EVAL,
    Convention,
    case,
    compare,
    differences,
    golden,
    score,
)
from irlearn.conventions.cases import _GOLDEN
from irlearn.conventions.options import OPTIONS, RULES
from irlearn.conventions.scoring import _score, _Scorer

ROWS = [(one.key, row.name) for one in CASES for row in one.rows if golden(one.key, row.name)]


@pytest.fixture(scope="session")
def tools(root):
    """Ask the other tools, in one process of their own and without compiling."""
    with subprocess.Popen(
        [sys.executable, str(root / "tests" / "tools" / "run_other_tools.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(root), "PYTHONWARNINGS": "ignore"},
    ) as process:

        def ask(call, qrels, run):
            process.stdin.write(json.dumps({"call": call, "qrels": qrels, "run": run}) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield ask
        process.stdin.close()


def row_of(key, name):
    return next(row for row in case(key).rows if row.name == name)


@pytest.mark.parametrize(("key", "name"), ROWS, ids=lambda value: value)
def test_convention_gives_the_golden_number(key, name):
    convention_case, golden_result = case(key), golden(key, name)
    outcome = score(convention_case.measure, convention_case.qrels, convention_case.run, row_of(key, name))
    if golden_result.number is None:
        assert math.isnan(outcome.value)
        assert outcome.problem.startswith("The tool stops"), golden_result.error
    else:
        places = 5.1e-6 if "exp-log2" in golden_result.call else 1e-9  # gdeval prints five decimals
        assert outcome.value == pytest.approx(golden_result.number, abs=places)


@pytest.mark.grid
@pytest.mark.parametrize(("key", "name"), ROWS, ids=lambda value: value)
def test_tool_gives_the_golden_number(key, name, tools):
    convention_case, golden_result = case(key), golden(key, name)
    if "exp-log2" in golden_result.call and shutil.which("perl") is None:
        pytest.skip("gdeval is a Perl script, and there is no perl")
    tool_result = tools(golden_result.call, convention_case.qrels, convention_case.run)
    assert tool_result.get("number") == (
        None if golden_result.number is None else pytest.approx(golden_result.number, abs=1e-9)
    ), tool_result
    assert tool_result.get("error", "").partition(":")[0] == golden_result.error.partition(":")[0]


def test_golden_file_holds_exactly_the_input_of_each_case():
    records = json.loads(_GOLDEN.read_text(encoding="utf-8"))["records"]
    assert [(record["case"], record["row"]) for record in records] == ROWS
    for record in records:
        convention_case = case(record["case"])
        assert (record["measure"], record["qrels"], record["run"]) == (
            convention_case.measure,
            convention_case.qrels,
            convention_case.run,
        )
        for query, documents in convention_case.run.items():
            assert list(record["run"][query]) == list(documents), "the order of the input is part of it"
        assert record["version"]
        assert record["call"]


@pytest.mark.parametrize("convention_case", CASES, ids=lambda convention_case: convention_case.key)
def test_convention_case_gives_several_numbers_or_shows_agreement(convention_case):
    outcomes = [
        score(convention_case.measure, convention_case.qrels, convention_case.run, row) for row in convention_case.rows
    ]
    assert convention_case.rows[0] == IRLEARN
    assert len({str(round(outcome.value, 9)) for outcome in outcomes}) > 1
    names = [row.name for row in convention_case.rows]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("key", "expected"),
    {
        "ties": {"irlearn": "1/2", "ranx": "1", "scikit-learn": "1/3"},
        "missing-query": {"irlearn": "1/2", "trec_eval": "1", "trec_eval -c": "1/2", "scikit-learn": "1"},
        "missed": {"irlearn": "5/12", "scikit-learn": "5/6", "scikit-learn, missed appended": "49/60"},
        "ap-divisor": {
            "irlearn": "1/4",
            "min(R, k), as in Kaggle's apk": "1/2",
            "scikit-learn, list cut to 2": "1",
        },
        "empty-query": {"irlearn": "1/2", "left out of the mean": "1"},
        "short-list": {"irlearn": "1/5", "ranx, precision": "1/2"},
        "f-beta": {"irlearn": "5/12", "trec_eval": "3/8"},
        "labels": {"scikit-learn": "5/6", "scikit-learn, labels given": "1/2"},
        "rbp": {"irlearn": "1/2", "ranx": "3/2"},
        "query-order": {"irlearn": "3/4", "ranx, given dicts": "0"},
    }.items(),
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_convention_case_gives_the_fractions_of_a_hand_calculation(key, expected):
    convention_case = case(key)
    for name, fraction in expected.items():
        assert score(
            convention_case.measure, convention_case.qrels, convention_case.run, row_of(key, name)
        ).fraction == Fraction(fraction), name


@pytest.mark.parametrize(
    ("key", "name", "option"),
    [
        ("ties", "ranx", "ties"),
        ("ties", "scikit-learn", "ties"),
        ("missing-query", "trec_eval", "missing"),
        ("missing-query", "ranx", "missing"),
        ("missed", "scikit-learn", "missed"),
        ("gain", "ranx, ndcg_burges", "gain"),
        ("gmap", "no epsilon (SciPy's gmean)", "epsilon"),
        ("log-base", "scikit-learn, log_base=e", "log_base"),
        ("f-beta", "trec_eval", "f_parameter"),
        ("float32", "trec_eval", "scores"),
        ("labels", "scikit-learn, labels given", "labels"),
        ("rbp", "ranx", "rbp_gain"),
        ("query-order", "ranx, given dicts", "matching"),
        ("below-zero", "scikit-learn", "below_zero"),
    ],
)
def test_differences_names_the_single_choice_that_matters(key, name, option):
    convention_case = case(key)
    named = differences(convention_case.measure, convention_case.qrels, convention_case.run, row_of(key, name))
    assert [difference.option for difference in named] == [option]


@pytest.mark.parametrize("convention_case", CASES, ids=lambda convention_case: convention_case.key)
def test_compare_agrees_with_score_and_differences(convention_case):
    comparison = compare(convention_case.measure, convention_case.qrels, convention_case.run, convention_case.rows)
    assert list(comparison) == [row.name for row in convention_case.rows]
    for row in convention_case.rows:
        outcome, named_differences = comparison[row.name]
        alone = score(convention_case.measure, convention_case.qrels, convention_case.run, row)
        assert (outcome.lines, outcome.problem, outcome.fraction) == (alone.lines, alone.problem, alone.fraction)
        assert named_differences == differences(
            convention_case.measure, convention_case.qrels, convention_case.run, row
        )


@pytest.mark.grid
@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("measure", ["AP", "RR", "P@3", "R@3", "F", "nDCG", "DCG@3", "RBP", "gMAP"])
def test_options_of_other_measures_change_nothing(measure, option):
    scorer = _Scorer(measure, {"q": {"a": 1}}, {"q": {"a": 1.0}})
    if option in scorer.options:
        return
    answers = RULES.get(option, {"log_base": [2, math.e], "fewest": [0, 9]}.get(option, ()))
    assert answers
    for seed in range(5):
        qrels, run = small_collection(random.Random(seed))
        values = [
            _score(parse_measure(measure), qrels, run, Convention(name="x", **{option: answer})) for answer in answers
        ]
        assert all(answer.same_as(values[0]) for answer in values)


def test_differences_names_two_choices_that_only_matter_together():
    convention_case = case("missed")
    named = differences(
        convention_case.measure,
        convention_case.qrels,
        convention_case.run,
        row_of("missed", "scikit-learn, missed appended"),
    )
    assert {difference.option for difference in named} == {"ties", "missed"}


# The presets against the tools themselves, on random collections.


def small_collection(rng):
    """Ties, some in float32 only; missing and empty queries; unjudged documents; grades; lists of 15 or fewer."""
    qrels, run = {}, {}
    for query in map(str, range(1, rng.randint(2, 6))):
        documents = [f"d{number}" for number in range(18)]
        judged = rng.sample(documents, rng.choice([1, 4, 9]))
        qrels[query] = {document: rng.choice([0, 0, 1, 1, 2, 3]) for document in judged}
        if rng.random() < 0.8 or query == "1":
            retrieved = rng.sample(documents, rng.choice([2, 5, 9, 15]))
            run[query] = {document: rng.randrange(4, 10) / 4 + rng.choice([0, 1e-9]) for document in retrieved}
    return qrels, run


def trec_eval_call(measure, name):
    topics = f'pytrec_eval.RelevanceEvaluator(qrels, {{"{measure}"}}).evaluate(run).values()'
    return f'mean(topic["{name}"] for topic in {topics})'


def ir_measures_call(name):
    return f'mean(ir_measures.calc_aggregate([ir_measures.parse_measure("{name}")], qrels, run).values())'


def ranx_call(name):
    return f'ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), "{name}")'


def scikit_learn_call(call):
    return f"mean(sklearn.metrics.{call} for y_true, y_score in arrays)"


GM_MAP = (
    'pytrec_eval.compute_aggregated_measure("gm_map", [topic["gm_map"] for topic in'
    ' pytrec_eval.RelevanceEvaluator(qrels, {"gm_map"}).evaluate(run).values()])'
)
TOOL_CALLS = {
    "trec_eval": {
        "AP": trec_eval_call("map", "map"),
        "AP@5": trec_eval_call("map_cut.5", "map_cut_5"),
        "nDCG": trec_eval_call("ndcg", "ndcg"),
        "nDCG@5": trec_eval_call("ndcg_cut.5", "ndcg_cut_5"),
        "P@5": trec_eval_call("P.5", "P_5"),
        "P": trec_eval_call("set_P", "set_P"),
        "R@5": trec_eval_call("recall.5", "recall_5"),
        "RR": trec_eval_call("recip_rank", "recip_rank"),
        "Rprec": trec_eval_call("Rprec", "Rprec"),
        "Success@1": trec_eval_call("success.1", "success_1"),
        "Bpref": trec_eval_call("bpref", "bpref"),
        "F(beta=3)": trec_eval_call("set_F.3", "set_F"),
        "gMAP": GM_MAP,
    },
    "ir_measures": {
        "AP": ir_measures_call("AP"),
        "AP@5": ir_measures_call("AP@5"),
        "nDCG": ir_measures_call("nDCG"),
        "nDCG@5": ir_measures_call("nDCG@5"),
        "P@5": ir_measures_call("P@5"),
        "RR": ir_measures_call("RR"),
        "Bpref": ir_measures_call("Bpref"),
        "F(beta=3)": ir_measures_call("SetF(beta=3.)"),
    },
    "ranx": {
        "AP": ranx_call("map"),
        "AP@5": ranx_call("map@5"),
        "nDCG": ranx_call("ndcg"),
        "nDCG@5": ranx_call("ndcg@5"),
        "nDCG(dcg='exp-log2')@5": ranx_call("ndcg_burges@5"),
        "DCG@5": ranx_call("dcg@5"),
        "P@5": ranx_call("precision@5"),
        "R@5": ranx_call("recall@5"),
        "RR": ranx_call("mrr"),
        "F": ranx_call("f1"),
        "RBP(p=0.5)": ranx_call("rbp.50"),
    },
    "scikit-learn": {
        "AP": scikit_learn_call("average_precision_score(y_true > 0, y_score)"),
        "nDCG": scikit_learn_call("ndcg_score([y_true], [y_score])"),
        "nDCG@5": scikit_learn_call("ndcg_score([y_true], [y_score], k=5)"),
        "DCG@5": scikit_learn_call("dcg_score([y_true], [y_score], k=5)"),
        "nDCG(dcg='exp-log2')@5": scikit_learn_call("ndcg_score([2**y_true - 1], [y_score], k=5)"),
    },
}


@pytest.mark.grid
@pytest.mark.parametrize(
    ("tool", "measure"), [(tool, measure) for tool, measures in TOOL_CALLS.items() for measure in measures]
)
def test_preset_agrees_with_its_tool_on_random_collections(tool, measure, tools):
    stopped = apart = 0
    for seed in range(25):
        qrels, run = small_collection(random.Random(seed))
        tool_result = tools(TOOL_CALLS[tool][measure], qrels, run)
        outcome = score(measure, qrels, run, PRESETS[tool])
        if "error" in tool_result:
            stopped += 1
            assert math.isnan(outcome.value), (seed, tool_result)
        else:
            assert outcome.value == pytest.approx(tool_result["number"], abs=1e-9), (seed, outcome.lines)
        apart += not outcome.same_as(score(measure, qrels, run))
    assert stopped == 0 or tool == "ranx"
    assert stopped < 25
    assert apart, "irlearn's own convention would pass this test as well"


def tied_lists(rng, length):
    """Two queries with lists of this length, whose few different scores are shared by many documents."""
    qrels, run = {}, {}
    for query in ("1", "2"):
        documents = [f"d{number}" for number in rng.sample(range(99), length)]
        qrels[query] = {document: rng.randrange(4) for document in documents[::2]} | {"elsewhere": 1}
        run[query] = {document: float(rng.randrange(length // 3)) for document in documents}
    return qrels, run


@pytest.mark.parametrize("length", [10, 15, 16, 30])
def test_ranx_preset_predicts_longer_lists_only_if_ties_do_not_matter(length, tools):
    predicted = kept = 0
    for seed in range(12):
        for measure in ("AP", "nDCG@5", "RR", "P@5", "P"):
            qrels, run = tied_lists(random.Random(seed), length)
            ranx_value = tools(TOOL_CALLS["ranx"].get(measure, ranx_call("precision")), qrels, run)["number"]
            outcome = score(measure, qrels, run, RANX)
            by_input = score(measure, qrels, run, Convention(name="by input", ties="input order")).value
            kept += math.isclose(by_input, ranx_value)
            if math.isnan(outcome.value):
                assert "more than 15 documents" in outcome.problem
                assert [difference.option for difference in differences(measure, qrels, run, RANX)] == ["ties"]
            else:
                predicted += 1
                assert outcome.value == pytest.approx(ranx_value, abs=1e-9), (seed, measure)
    assert predicted >= 12, "a set has no order, so P is always predicted"
    assert (predicted == 60) == (kept == 60) == (length <= 15)


def test_ranx_preset_predicts_a_long_list_whose_tied_documents_are_alike():
    run = {"q": {f"d{rank}": 20.0 - rank // 2 for rank in range(20)}}
    alike = {"q": {"d2": 1, "d3": 1, "d9": 0}}
    assert score("AP", alike, run, RANX).value == score("AP", alike, run).value
    unlike = {"q": {"d2": 1}}
    outcome = score("AP", unlike, run, RANX)
    assert math.isnan(outcome.value)
    assert "more than 15 documents" in outcome.equation
    assert score("P@10", unlike, run, RANX).value == 0.1, "the tie is inside the ten ranks"


@pytest.mark.grid
@pytest.mark.parametrize("measure", ["AP", "AP@5", "nDCG", "nDCG@5", "P@5", "RR", "F(beta=2.0)", "RBP", "gMAP"])
def test_irlearn_preset_agrees_with_evaluate(measure):
    for seed in range(25):
        qrels, run = small_collection(random.Random(seed))
        mean = evaluate(qrels, Run.from_dict(run, name="run"), measure).mean("run", measure)
        assert score(measure, qrels, run).value == pytest.approx(mean, abs=1e-12)


# The smaller rules.


def test_trec_eval_with_c_differs_from_irlearn_in_one_choice():
    qrels, run = case("missing-query").qrels, case("missing-query").run
    with_c = Convention(name="trec_eval -c", scores="float32", f_parameter="beta squared")
    assert score(gMAP, qrels, run, with_c).value == pytest.approx(math.sqrt(1e-5))
    assert score(gMAP, qrels, run, TREC_EVAL).value == 1.0


def test_averaged_ties_are_split_at_the_cutoff():
    qrels, run = {"q": {"b": 1}}, {"q": {"a": 1.0, "b": 1.0, "c": 1.0}}
    value = score("nDCG@2", qrels, run, SCIKIT_LEARN).value
    assert value == pytest.approx((1 + 1 / math.log2(3)) / 3)


def test_averaged_ties_are_rejected_for_other_measures():
    mine = Convention(name="mine", ties="averaged")
    tied = {"q": {"b": 1}}, {"q": {"a": 1.0, "b": 1.0}}
    with pytest.raises(InputError, match="ties are averaged for AP, DCG and nDCG, not for RR"):
        score("RR", *tied, mine)
    assert score("P", *tied, mine).value == 0.5, "a set has no order"


def test_convention_without_the_measure_gives_no_number_and_no_difference():
    qrels, run = {"q": {"a": 1}}, {"q": {"a": 1.0}}
    outcome = score("RBP", qrels, run, SCIKIT_LEARN)
    assert math.isnan(outcome.value)
    assert outcome.equation == "scikit-learn has no RBP."
    assert differences("RBP", qrels, run, SCIKIT_LEARN) == ()


def test_scikit_learn_preset_needs_two_documents_for_ndcg():
    outcome = score(nDCG, {"q": {"a": 1}}, {"q": {"a": 1.0}}, SCIKIT_LEARN)
    assert "fewer than 2 documents" in outcome.equation


def test_convention_score_says_that_no_query_is_left():
    outcome = score("MAP", {"1": {"a": 0}}, {"1": {"a": 1.0}}, Convention(name="mine", empty="left out"))
    assert "no query left" in outcome.equation


def test_convention_score_prefixes_lines_with_the_query():
    outcome = score(
        "MAP", {"1": {"a": 1, "b": 1}, "2": {"c": 1}}, {"1": {"a": 2.0, "x": 1.0}, "2": {"x": 2.0, "c": 1.0}}
    )
    assert outcome.lines == (
        "query 1: AP = (1/1) / 2 = 1/2 = 0.5",
        "query 2: AP = (1/2) / 1 = 1/2 = 0.5",
        "MAP = (1/2 + 1/2) / 2 = 1/2 = 0.5",
    )
    assert outcome.queries == {"1": 0.5, "2": 0.5}


@pytest.mark.parametrize("option", OPTIONS)
def test_convention_rule_describes_each_answer(option):
    answers = RULES.get(option, {"labels": [None, 0.5], "log_base": [2, math.e]}.get(option, [0, 0.5]))
    rules = {Convention(name="x", **{option: answer}).rule(option) for answer in answers}
    assert len(rules) == len(answers)
    assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in rules)


def test_gmap_epsilon_is_written_as_in_the_lessons():
    assert IRLEARN.rule("epsilon") == "Values below 0.00001 are raised to 0.00001 before the geometric mean."


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Convention(name="x", gain="square"), "gain must be one of 'linear', 'exponential'; given: 'square'"),
        (lambda: Convention(name="x", epsilon=1), "epsilon must be 0 or more and below 1; given: 1"),
        (lambda: Convention(name="x", log_base=1), "log_base … 1"),
        (lambda: Convention(name="x", labels=math.nan), "labels"),
        (lambda: RANX.rule("color"), "a convention has no option 'color'"),
        (lambda: case("tie"), "'tie'"),
        (lambda: score("AP", {"q": 1}, {}), "the qrels must be a dict of dicts"),
        (lambda: score("AP", {"q": {"a": 1}}, {"q": {"a": "high"}}), "'high'"),
        (lambda: score("APQ", {"q": {"a": 1}}, {"q": {"a": 1.0}}), "'APQ'"),
        (lambda: score(7, {"q": {"a": 1}}, {"q": {"a": 1.0}}), "given: 7"),
    ],
)
def test_convention_score_rejects_bad_input(make, sentence):
    with pytest.raises(InputError) as refused:
        make()
    assert re.search(parts(sentence), str(refused.value))
    assert "\n" not in str(refused.value)


def test_convention_score_leaves_its_input_unchanged():
    qrels, run = {"q": {"m": 1, "b": 0}}, {"q": {"a": 1.0, "m": 0.25}}
    for convention in (*PRESETS.values(), Convention(name="x", missed="appended", labels=0.5)):
        score(AP, qrels, run, convention)
    assert (qrels, run) == ({"q": {"m": 1, "b": 0}}, {"q": {"a": 1.0, "m": 0.25}})


def test_presets_name_measures_that_exist():
    for convention in (TREC_EVAL, IR_MEASURES, RANX, SCIKIT_LEARN):
        assert all(parse_measure(name) for name in convention.measures)


# Files of the size of a small collection, in floats, against the tools themselves.


def files_of_a_collection(rng, folder):
    """Return qrels and a run as dicts, and write them to files; some scores are tied, some queries are missing."""
    qrels, run = {}, {}
    for query in map(str, range(1, 13)):
        documents = [f"d{number}" for number in range(120)]
        judged = rng.sample(documents, 60)
        qrels[query] = {document: rng.choice([0, 0, 1, 1, 2, 3]) for document in judged}
        retrieved = rng.sample(documents, rng.choice([12, 15, 40, 80]))
        if query not in ("5", "9"):
            run[query] = {document: rng.randrange(4, 40) / 4 + rng.choice([0, 1e-9]) for document in retrieved}
    lines = [f"{query} 0 {document} {grade}" for query, of in qrels.items() for document, grade in of.items()]
    (folder / "qrels.txt").write_text("\n".join(lines))
    lines = [f"{query} Q0 {document} 1 {value!r} x" for query, of in run.items() for document, value in of.items()]
    (folder / "x.run").write_text("\n".join(lines))
    return qrels, run


@pytest.mark.parametrize("measure", ["AP", "AP@5", "nDCG", "nDCG@5", "P@5", "RR", "F(beta=3)", "DCG@5", "gMAP"])
def test_conventions_of_files_agree_with_the_tools(measure, tools, tmp_path, capsys):
    for seed in range(3):
        qrels, run = files_of_a_collection(random.Random(seed), tmp_path)
        assert (
            main(["conventions", f"{tmp_path}/qrels.txt", f"{tmp_path}/x.run", "-m", measure, "--format", "json"]) == 0
        )
        rows = {row["convention"]: row for row in json.loads(capsys.readouterr().out)["conventions"]}
        assert list(rows) == [*PRESETS, "trec_eval -c", "ranx, make_comparable"]
        for tool in ("trec_eval", "ir_measures", "scikit-learn"):
            call = TOOL_CALLS[tool].get(measure)
            expected = tools(call, qrels, run)["number"] if call else None
            assert rows[tool]["score"] == (None if expected is None else pytest.approx(expected, abs=1e-9)), (
                seed,
                tool,
            )
            assert bool(rows[tool]["problem"]) == (call is None)
            assert [reason["option"] for reason in rows[tool]["reasons"]] or not rows[tool]["difference"]
        assert rows["ranx"]["score"] is None
        comparable = rows["ranx, make_comparable"]
        if call := TOOL_CALLS["ranx"].get(measure):
            number = tools(f"{call[:-1]}, make_comparable=True)", qrels, run)["number"]
            low, high = comparable["low"], comparable["high"]
            if low is None:
                assert comparable["score"] == pytest.approx(number)
            else:
                assert low - 1e-9 <= number <= high + 1e-9
                assert comparable["score"] is None


@pytest.mark.parametrize("measure", ["AP", "AP(rel=2)@5", "nDCG@5", "nDCG(dcg='exp-log2')", "DCG", "F", "RBP", "gMAP"])
def test_conventions_in_floats_agree_with_those_in_fractions(measure):
    for seed in range(10):
        qrels, run = small_collection(random.Random(seed))
        exact = compare(measure, qrels, run, PRESETS.values())
        floats = compare(measure, Qrels.from_dict(qrels), run, PRESETS.values(), exact=False)
        for name, (outcome, named_differences) in exact.items():
            assert floats[name][0].same_as(outcome), (seed, name)
            assert floats[name][0].queries == pytest.approx(outcome.queries)
            assert floats[name][0].problem == outcome.problem
            assert floats[name][1] == named_differences


def test_compare_reads_a_run_in_the_order_of_its_file(tmp_path):
    (tmp_path / "x.run").write_text("q Q0 a 1 1 x\nq Q0 m 2 1 x\nq Q0 z 3 1 x\n")
    comparison = compare("RR", {"q": {"a": 1}}, read_run(tmp_path / "x.run"), [IRLEARN, RANX])
    assert [outcome.value for outcome, _ in comparison.values()] == [pytest.approx(1 / 3), 1]


def test_tied_scores_of_a_long_list_bound_the_number_of_ranx():
    run = {"q": {f"d{rank}": 1.0 for rank in range(20)}}
    outcome = score("RR", {"q": {"d7": 1}}, run, RANX)
    assert math.isnan(outcome.value)
    assert outcome.bounds == (1 / 20, 1)


@pytest.mark.parametrize(
    ("measure", "tool", "problem"),
    [
        ("RR@10", "trec_eval", "trec_eval has no RR@10."),
        ("RR@10", "ir_measures", "ir_measures computes RR@10 by choices that are not described here."),
        ("nDCG(dcg='exp-log2')@5", "ir_measures", "ir_measures computes nDCG(dcg='exp-log2')@5 by choices"),
        ("Bpref", "ranx", "ranx computes Bpref by choices"),
        ("AP@5", "scikit-learn", "scikit-learn has no AP@5."),
        ("nDCG(discount='log2-rank')", "ranx", "ranx has no nDCG(discount='log2-rank')."),
        ("F(beta=2)", "ranx", "The tool has only F with β = 1."),
    ],
)
def test_convention_names_the_variant_that_a_tool_lacks(measure, tool, problem):
    assert score(measure, {"q": {"a": 1}}, {"q": {"a": 1.0, "b": 0.5}}, PRESETS[tool]).problem.startswith(problem)

"""Test that each convention gives the number of its tool."""

from __future__ import annotations

import json
import math
import os
import random
import shutil
import subprocess
import sys
from fractions import Fraction

import pytest

from irlearn import AP, InputError, Run, evaluate, gMAP, nDCG, parse_measure
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
    one, said = case(key), golden(key, name)
    ours = score(one.measure, one.qrels, one.run, row_of(key, name))
    if said.number is None:
        assert math.isnan(ours.value)
        assert ours.problem.startswith("It stops"), said.error
    else:
        places = 5.1e-6 if "exp-log2" in said.call else 1e-9  # gdeval prints five decimals
        assert ours.value == pytest.approx(said.number, abs=places)


@pytest.mark.grid
@pytest.mark.parametrize(("key", "name"), ROWS, ids=lambda value: value)
def test_tool_gives_the_golden_number(key, name, tools):
    one, said = case(key), golden(key, name)
    if "exp-log2" in said.call and shutil.which("perl") is None:
        pytest.skip("gdeval is a Perl script, and there is no perl")
    found = tools(said.call, one.qrels, one.run)
    assert found.get("number") == (None if said.number is None else pytest.approx(said.number, abs=1e-9)), found
    assert found.get("error", "").partition(":")[0] == said.error.partition(":")[0]


def test_golden_file_holds_exactly_the_input_of_each_case():
    records = json.loads(_GOLDEN.read_text(encoding="utf-8"))["records"]
    assert [(record["case"], record["row"]) for record in records] == ROWS
    for record in records:
        one = case(record["case"])
        assert (record["measure"], record["qrels"], record["run"]) == (one.measure, one.qrels, one.run)
        for query, documents in one.run.items():
            assert list(record["run"][query]) == list(documents), "the order of the input is part of it"
        assert record["version"]
        assert record["call"]


@pytest.mark.parametrize("one", CASES, ids=lambda one: one.key)
def test_convention_case_gives_several_numbers_or_shows_agreement(one):
    outcomes = [score(one.measure, one.qrels, one.run, row) for row in one.rows]
    assert one.rows[0] == IRLEARN
    assert len({str(round(outcome.value, 9)) for outcome in outcomes}) > 1
    names = [row.name for row in one.rows]
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
    one = case(key)
    for name, fraction in expected.items():
        assert score(one.measure, one.qrels, one.run, row_of(key, name)).fraction == Fraction(fraction), name


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
    one = case(key)
    found = differences(one.measure, one.qrels, one.run, row_of(key, name))
    assert [difference.option for difference in found] == [option]


@pytest.mark.parametrize("one", CASES, ids=lambda one: one.key)
def test_compare_agrees_with_score_and_differences(one):
    found = compare(one.measure, one.qrels, one.run, one.rows)
    assert list(found) == [row.name for row in one.rows]
    for row in one.rows:
        outcome, made = found[row.name]
        alone = score(one.measure, one.qrels, one.run, row)
        assert (outcome.lines, outcome.problem, outcome.fraction) == (alone.lines, alone.problem, alone.fraction)
        assert made == differences(one.measure, one.qrels, one.run, row)


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
        values = [_score(parse_measure(measure), qrels, run, Convention(name="x", **{option: one})) for one in answers]
        assert all(one.same_as(values[0]) for one in values)


def test_differences_names_two_choices_that_only_matter_together():
    one = case("missed")
    found = differences(one.measure, one.qrels, one.run, row_of("missed", "scikit-learn, missed appended"))
    assert {difference.option for difference in found} == {"ties", "missed"}


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


def asked_of_trec_eval(asked, name):
    topics = f'pytrec_eval.RelevanceEvaluator(qrels, {{"{asked}"}}).evaluate(run).values()'
    return f'mean(topic["{name}"] for topic in {topics})'


def asked_of_ir_measures(name):
    return f'mean(ir_measures.calc_aggregate([ir_measures.parse_measure("{name}")], qrels, run).values())'


def asked_of_ranx(name):
    return f'ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), "{name}")'


def asked_of_scikit_learn(call):
    return f"mean(sklearn.metrics.{call} for y_true, y_score in arrays)"


GM_MAP = (
    'pytrec_eval.compute_aggregated_measure("gm_map", [topic["gm_map"] for topic in'
    ' pytrec_eval.RelevanceEvaluator(qrels, {"gm_map"}).evaluate(run).values()])'
)
ASKED = {
    "trec_eval": {
        "AP": asked_of_trec_eval("map", "map"),
        "AP@5": asked_of_trec_eval("map_cut.5", "map_cut_5"),
        "nDCG": asked_of_trec_eval("ndcg", "ndcg"),
        "nDCG@5": asked_of_trec_eval("ndcg_cut.5", "ndcg_cut_5"),
        "P@5": asked_of_trec_eval("P.5", "P_5"),
        "P": asked_of_trec_eval("set_P", "set_P"),
        "R@5": asked_of_trec_eval("recall.5", "recall_5"),
        "RR": asked_of_trec_eval("recip_rank", "recip_rank"),
        "F(beta=3)": asked_of_trec_eval("set_F.3", "set_F"),
        "gMAP": GM_MAP,
    },
    "ir_measures": {
        "AP": asked_of_ir_measures("AP"),
        "AP@5": asked_of_ir_measures("AP@5"),
        "nDCG": asked_of_ir_measures("nDCG"),
        "nDCG@5": asked_of_ir_measures("nDCG@5"),
        "P@5": asked_of_ir_measures("P@5"),
        "RR": asked_of_ir_measures("RR"),
        "F(beta=3)": asked_of_ir_measures("SetF(beta=3.)"),
    },
    "ranx": {
        "AP": asked_of_ranx("map"),
        "AP@5": asked_of_ranx("map@5"),
        "nDCG": asked_of_ranx("ndcg"),
        "nDCG@5": asked_of_ranx("ndcg@5"),
        "nDCG(dcg='exp-log2')@5": asked_of_ranx("ndcg_burges@5"),
        "DCG@5": asked_of_ranx("dcg@5"),
        "P@5": asked_of_ranx("precision@5"),
        "R@5": asked_of_ranx("recall@5"),
        "RR": asked_of_ranx("mrr"),
        "F": asked_of_ranx("f1"),
        "RBP(p=0.5)": asked_of_ranx("rbp.50"),
    },
    "scikit-learn": {
        "AP": asked_of_scikit_learn("average_precision_score(y_true > 0, y_score)"),
        "nDCG": asked_of_scikit_learn("ndcg_score([y_true], [y_score])"),
        "nDCG@5": asked_of_scikit_learn("ndcg_score([y_true], [y_score], k=5)"),
        "DCG@5": asked_of_scikit_learn("dcg_score([y_true], [y_score], k=5)"),
        "nDCG(dcg='exp-log2')@5": asked_of_scikit_learn("ndcg_score([2**y_true - 1], [y_score], k=5)"),
    },
}


@pytest.mark.grid
@pytest.mark.parametrize(
    ("tool", "measure"), [(tool, measure) for tool, measures in ASKED.items() for measure in measures]
)
def test_preset_agrees_with_its_tool_on_random_collections(tool, measure, tools):
    stopped = apart = 0
    for seed in range(25):
        qrels, run = small_collection(random.Random(seed))
        theirs = tools(ASKED[tool][measure], qrels, run)
        ours = score(measure, qrels, run, PRESETS[tool])
        if "error" in theirs:
            stopped += 1
            assert math.isnan(ours.value), (seed, theirs)
        else:
            assert ours.value == pytest.approx(theirs["number"], abs=1e-9), (seed, ours.lines)
        apart += not ours.same_as(score(measure, qrels, run))
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
            theirs = tools(ASKED["ranx"].get(measure, asked_of_ranx("precision")), qrels, run)["number"]
            ours = score(measure, qrels, run, RANX)
            by_input = score(measure, qrels, run, Convention(name="by input", ties="input order")).value
            kept += math.isclose(by_input, theirs)
            if math.isnan(ours.value):
                assert "of more than 15 documents the sort keeps no order of ties" in ours.problem
                assert [one.option for one in differences(measure, qrels, run, RANX)] == ["ties"]
            else:
                predicted += 1
                assert ours.value == pytest.approx(theirs, abs=1e-9), (seed, measure)
    assert predicted >= 12, "a set has no order, so P is always predicted"
    assert (predicted == 60) == (kept == 60) == (length <= 15)


def test_ranx_preset_predicts_a_long_list_whose_tied_documents_are_alike():
    run = {"q": {f"d{rank}": 20.0 - rank // 2 for rank in range(20)}}
    alike = {"q": {"d2": 1, "d3": 1, "d9": 0}}
    assert score("AP", alike, run, RANX).value == score("AP", alike, run).value
    unlike = {"q": {"d2": 1}}
    found = score("AP", unlike, run, RANX)
    assert found.equation == (
        "No number can be predicted: of more than 15 documents the sort keeps no order of ties, and their order "
        "changes the value here."
    )
    assert score("P@10", unlike, run, RANX).value == 0.1, "the tie is inside the ten ranks"


@pytest.mark.grid
@pytest.mark.parametrize("measure", ["AP", "AP@5", "nDCG", "nDCG@5", "P@5", "RR", "F(beta=2.0)", "RBP", "gMAP"])
def test_irlearn_preset_agrees_with_evaluate(measure):
    for seed in range(25):
        qrels, run = small_collection(random.Random(seed))
        theirs = evaluate(qrels, Run.from_dict(run, name="run"), measure).mean("run", measure)
        assert score(measure, qrels, run).value == pytest.approx(theirs, abs=1e-12)


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
    found = score("RBP", qrels, run, SCIKIT_LEARN)
    assert math.isnan(found.value)
    assert found.equation == "scikit-learn has no RBP."
    assert differences("RBP", qrels, run, SCIKIT_LEARN) == ()


def test_scikit_learn_preset_needs_two_documents_for_ndcg():
    found = score(nDCG, {"q": {"a": 1}}, {"q": {"a": 1.0}}, SCIKIT_LEARN)
    assert found.equation == "It stops: a list has fewer than 2 documents."


def test_convention_score_says_that_no_query_is_left():
    found = score("MAP", {"1": {"a": 0}}, {"1": {"a": 1.0}}, Convention(name="mine", empty="left out"))
    assert found.equation == "No query is left to average over."


def test_convention_score_prefixes_lines_with_the_query():
    found = score("MAP", {"1": {"a": 1, "b": 1}, "2": {"c": 1}}, {"1": {"a": 2.0, "x": 1.0}, "2": {"x": 2.0, "c": 1.0}})
    assert found.lines == (
        "query 1: AP = (1/1) / 2 = 1/2 = 0.5",
        "query 2: AP = (1/2) / 1 = 1/2 = 0.5",
        "MAP = (1/2 + 1/2) / 2 = 1/2 = 0.5",
    )
    assert found.queries == {"1": 0.5, "2": 0.5}


@pytest.mark.parametrize("option", OPTIONS)
def test_convention_rule_describes_each_answer(option):
    answers = RULES.get(option, {"labels": [None, 0.5], "log_base": [2, math.e]}.get(option, [0, 0.5]))
    said = {Convention(name="x", **{option: answer}).rule(option) for answer in answers}
    assert len(said) == len(answers)
    assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in said)


def test_gmap_epsilon_is_written_as_in_the_lessons():
    assert IRLEARN.rule("epsilon") == "Values below 0.00001 are raised to it before the geometric mean."


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Convention(name="x", gain="square"), "gain must be one of 'linear', 'exponential'; given: 'square'"),
        (lambda: Convention(name="x", epsilon=1), "epsilon must be 0 or more and below 1; given: 1"),
        (lambda: Convention(name="x", log_base=1), "log_base must be a number above 1; given: 1"),
        (lambda: Convention(name="x", labels=math.nan), "labels must be a number"),
        (lambda: RANX.rule("colour"), "a convention has no option 'colour'"),
        (lambda: case("tie"), "there is no case 'tie'; the cases are ties, missing-query"),
        (lambda: score("AP", {"q": 1}, {}), "the qrels must be a dict of dicts"),
        (lambda: score("AP", {"q": {"a": 1}}, {"q": {"a": "high"}}), "'high'"),
        (lambda: score("APQ", {"q": {"a": 1}}, {"q": {"a": 1.0}}), "no measure is called 'APQ'"),
        (lambda: score(7, {"q": {"a": 1}}, {"q": {"a": 1.0}}), "given: 7"),
    ],
)
def test_convention_score_rejects_bad_input(make, sentence):
    with pytest.raises(InputError) as refused:
        make()
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_convention_score_leaves_its_input_unchanged():
    qrels, run = {"q": {"m": 1, "b": 0}}, {"q": {"a": 1.0, "m": 0.25}}
    for convention in (*PRESETS.values(), Convention(name="x", missed="appended", labels=0.5)):
        score(AP, qrels, run, convention)
    assert (qrels, run) == ({"q": {"m": 1, "b": 0}}, {"q": {"a": 1.0, "m": 0.25}})


def test_presets_name_measures_that_exist():
    for convention in (TREC_EVAL, IR_MEASURES, RANX, SCIKIT_LEARN):
        assert all(parse_measure(name) for name in convention.measures)

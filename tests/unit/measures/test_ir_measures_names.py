"""Test the names of measures in other programs."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import pytrec_eval

from irlearn import InputError, evaluate, parse_measure
from irlearn.cli import main
from irlearn.measures import parse_measures

QUERIES = ("q1", "q2", "q3")


def collection(highest):
    """Return qrels with grades up to `highest`, and a run without ties; each query lacks a relevant document."""
    rng = np.random.default_rng(41)
    documents = [f"d{number}" for number in range(30)]
    qrels = {query: dict(zip(documents, rng.integers(0, highest + 1, 30).tolist(), strict=True)) for query in QUERIES}
    run = {query: {doc: float(score) for doc, score in zip(documents[5:], rng.permutation(25), strict=True)}
           for query in QUERIES}  # fmt: skip
    return qrels, run


PARAMETERS = {"iprec_at_recall": ["0.10", "0.50"], "Rprec_mult": ["0.20"], "utility": [], "relstring": []}
CUT = ("P", "recall", "ndcg_cut", "map_cut", "success")
DIFFERENT = {"set_map", "G", "binG", "infAP", "gm_bpref", "Rndcg", "ndcg_rel", "relative_P", "set_relative_P", "yaap"}


def test_trec_eval_names_give_its_value_or_are_rejected():
    qrels, run = collection(2)
    accepted = []
    for name in sorted(pytrec_eval.supported_measures):
        cut = ["5", "10"] if name in CUT else [""]
        for parameter in PARAMETERS.get(name, cut):
            spelled = f"{name}_{parameter}" if parameter else name
            try:
                measure = parse_measure(spelled)
            except InputError:
                continue
            requested = {f"{name}.{parameter}" if parameter else name}
            trec_eval_values = pytrec_eval.RelevanceEvaluator(qrels, requested).evaluate(run)
            values = evaluate(qrels, {"run": run}, [measure]).of("run", measure)
            (key,) = trec_eval_values["q1"]
            expected = [trec_eval_values[query][key] for query in QUERIES]
            if name == "gm_map":
                expected = np.exp(expected)  # trec_eval gives a query's logarithm
            assert values == pytest.approx(expected, abs=1e-9), spelled
            accepted.append(name)
    assert {"map", "gm_map", "P", "recall", "ndcg", "ndcg_cut", "map_cut", "recip_rank", "Rprec", "bpref", "set_P",
            "set_recall", "set_F", "success", "iprec_at_recall", "11pt_avg"} <= {*accepted}  # fmt: skip
    assert not DIFFERENT & {*accepted}


RANX = ("hit_rate@5", "precision@5", "recall@10", "f1@5", "r-precision", "mrr", "mrr@5", "map", "map@10", "ndcg@10",
        "ndcg", "ndcg_burges@10", "dcg@10", "dcg_burges@10", "bpref", "hits@5", "hits", "rbp.95", "rbp.50")  # fmt: skip


@pytest.mark.all  # Numba compiles each measure
def test_ranx_names_give_its_value_or_are_rejected():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import ranx

        qrels, run = collection(2)
        documents = {query: dict(list(grades.items())) for query, grades in run.items()}
        short_run = {
            query: dict(sorted(scores.items(), key=lambda item: -item[1])[:15]) for query, scores in documents.items()
        }
        ranx_values = {
            name: ranx.evaluate(
                ranx.Qrels({q: {d: g for d, g in of.items() if g} for q, of in qrels.items()}),
                ranx.Run(short_run), name, make_comparable=True,
            )
            for name in RANX if name != "bpref"
        }  # fmt: skip
    refused = set()
    for name, value in ranx_values.items():
        try:
            measure = parse_measure(name)
        except InputError:
            refused.add(name)
            continue
        assert evaluate(qrels, {"run": short_run}, [measure]).mean("run", measure) == pytest.approx(value, abs=1e-9), (
            name
        )
    assert refused == {"hits@5", "hits", "rbp.95", "rbp.50"}


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("hits@5", "counts the relevant documents in ranx, and is 1 or 0 elsewhere; type CG@5 for their number"),
        ("rbp.95", "of ranx weights by the grade; type RBP(p=0.95), which counts each relevant document as 1"),
        ("set_F.4", "of trec_eval takes the square of beta; type F(beta=2)"),
        ("F_5", "may have that beta or that cutoff; type F(beta=5) or F@5"),
        ("ndcg_score", "of scikit-learn treats tied scores as one group"),
        ("average_precision_score", "; type AP, which orders ties by document id and counts missed documents, too"),
        ("iprec_at_recall", "has a recall level; type IPrec@0.1"),
        ("ndcg_cut", "has a cutoff; type nDCG@10"),
    ],
)
def test_names_that_mean_another_number_are_rejected_with_what_to_type(text, part):
    with pytest.raises(InputError) as refusal:
        parse_measure(text)
    assert part in str(refusal.value)


@pytest.mark.parametrize(
    "text",
    [
        "infAP",
        "alpha_nDCG",
        "alpha_nDCG@20",
        "α-nDCG@20",
        "ERR-IA@20",
        "NRBP",
        "rbo",
        "Q-measure",
        "G",
        "auc",
        "coverage@10",
        "set_map",
        "SetAP",
    ],
)
@pytest.mark.parametrize("command", ["explain", "check", "score", "compare", "extremes"])
def test_unavailable_measures_are_rejected_without_a_substitute(command, text, capsys, root):
    data = [str(root / "tests" / "data" / name) for name in ("qrels.txt", "bm25.run", "neural.run")]
    arguments = [text, "1 0 1", "0.5"] if command == "check" else [text, "1 0 1"]
    assert main([command, *(arguments if command in ("explain", "check") else [*data, "-m", text])]) == 2
    message = f"irlearn: irlearn does not have the measure {text!r}; irlearn help measures lists those it has\n"
    assert capsys.readouterr().err == message


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("map P_5 recip_rank", "MAP P@5 RR"), ("P_5,10", "P@5 P@10"), ("ndcg_cut.10,20", "nDCG@10 nDCG@20"),
        ("precision recall", "P R"), ("R precision", "Rprec"), ("recall_5,10 map", "R@5 R@10 MAP"),
        ("reciprocal rank, hit rate@5", "RR Success@5"), ("mean precision@5", "mean@P@5"),
        ("average precision", "AP"), ("NDCG(dcg='exp-log2')@10", "nDCG(dcg='exp-log2')@10"),
    ],
)  # fmt: skip
def test_measure_lists_may_use_names_of_other_programs(text, names):
    assert [repr(measure).replace(" ", "@", 1) for measure in parse_measures(text)] == names.split()


@pytest.mark.parametrize("command", ["score", "compare"])
def test_all_means_the_official_set_where_runs_are_scored(command, capsys, root):
    data = [str(root / "tests" / "data" / name) for name in ("qrels.txt", "bm25.run", "neural.run")]
    outputs = []
    for name in ("all", "official"):
        assert main([command, *data, "-m", name, "--format", "csv"]) == 0
        outputs.append(capsys.readouterr())
    assert outputs[0] == outputs[1]
    assert "P@1000," in outputs[0].out
    assert ("left out of official because they cannot be tested: num_q" in outputs[0].err) == (command == "compare")


@pytest.mark.parametrize("command", ["explain", "check"])
def test_explain_lists_tests_among_the_quantities(command, capsys):
    assert main([command, "fast", "1 0 1", *["0.5"] * (command == "check")]) == 2
    assert "sign, signed-rank, rank-sum, paired-t, binomial" in capsys.readouterr().err


def test_names_of_other_programs_are_printed_in_irlearns_notation(capsys):
    assert main(["explain", "ndcg_cut_10", "3 0 2"]) == 0
    assert "nDCG@10 = DCG@10 / IDCG@10" in capsys.readouterr().out
    assert main(["check", "recip_rank", "0 1", "0.5"]) == 0


@pytest.mark.parametrize("text", ["A P", "R R", "A-P", "P R F x"])
def test_separate_letters_are_not_a_measure_name(text):
    with pytest.raises(InputError, match=r"no measure is called|names \d measures"):
        parse_measure(text)

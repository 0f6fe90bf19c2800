"""Run other evaluation tools on the cases of `irlearn.conventions`, and write `golden.json`.

    python tests/tools/run_other_tools.py --write

writes the file with the versions that are installed; ranx compiles for about a minute. Without `--write` it reads one
question a line from standard input, as JSON `{"call", "qrels", "run"}`, and answers `{"number"}` or `{"error"}`; the
tests run it so, with NUMBA_DISABLE_JIT=1.
"""

from __future__ import annotations

import json
import math
import os
import sys
import warnings
from functools import partial
from importlib.metadata import version
from pathlib import Path
from statistics import fmean as mean
from typing import Any

import ir_measures
import numpy as np
import pytrec_eval
import ranx
import scipy.stats
import sklearn.metrics
from numba.misc.quicksort import make_py_quicksort
from ranx.data_structures import common

from irlearn.conventions import CASES

GOLDEN = Path(__file__).parents[2] / "irlearn" / "conventions" / "golden.json"
NAMES = {
    "mean": mean,
    "math": math,
    "np": np,
    "ir_measures": ir_measures,
    "pytrec_eval": pytrec_eval,
    "ranx": ranx,
    "scipy": scipy,
    "sklearn": sklearn,
}


def trec_eval(asked: str, name: str) -> str:
    topics = f'pytrec_eval.RelevanceEvaluator(qrels, {{"{asked}"}}).evaluate(run).values()'
    return f'mean(topic["{name}"] for topic in {topics})'


def irm(measure: str) -> str:
    return f'mean(ir_measures.calc_aggregate([ir_measures.parse_measure("{measure}")], qrels, run).values())'


def ranx_call(name: str, more: str = "") -> str:
    return f'ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), "{name}"{more})'


SK_AP = "mean(sklearn.metrics.average_precision_score(y_true > 0, y_score) for y_true, y_score in arrays)"


def sk(function: str, more: str = "", y_true: str = "y_true") -> str:
    return f"mean(sklearn.metrics.{function}([{y_true}], [y_score]{more}) for y_true, y_score in arrays)"


CALLS: dict[tuple[str, str], str] = {
    ("ties", "trec_eval"): trec_eval("map", "map"),
    ("ties", "ir_measures"): irm("AP"),
    ("ties", "ranx"): ranx_call("map"),
    ("ties", "scikit-learn"): SK_AP,
    ("missing-query", "trec_eval"): trec_eval("map", "map"),
    ("missing-query", "trec_eval -c"): (
        'sum(topic["map"] for topic in pytrec_eval.RelevanceEvaluator(qrels, {"map"}).evaluate(run).values())'
        " / len(qrels)"
    ),
    ("missing-query", "ir_measures"): irm("AP"),
    ("missing-query", "ranx"): ranx_call("map"),
    ("missing-query", "ranx, make_comparable"): ranx_call("map", ", make_comparable=True"),
    ("missing-query", "scikit-learn"): SK_AP,
    ("missed", "trec_eval"): trec_eval("map", "map"),
    ("missed", "ir_measures"): irm("AP"),
    ("missed", "ranx"): ranx_call("map"),
    ("missed", "scikit-learn"): SK_AP,
    ("missed", "scikit-learn, missed appended"): SK_AP.replace("in arrays", "in arrays_with_missed"),
    ("gain", "trec_eval"): trec_eval("ndcg_cut.3", "ndcg_cut_3"),
    ("gain", "ir_measures"): irm("nDCG@3"),
    ("gain", "ranx"): ranx_call("ndcg@3"),
    ("gain", "scikit-learn"): sk("ndcg_score", ", k=3"),
    ("gain", "ir_measures, exp-log2"): irm("nDCG(dcg='exp-log2')@3"),
    ("gain", "ranx, ndcg_burges"): ranx_call("ndcg_burges@3"),
    ("gain", "scikit-learn, 2^grade − 1 given"): sk("ndcg_score", ", k=3", "2**y_true - 1"),
    ("ap-divisor", "trec_eval"): trec_eval("map_cut.2", "map_cut_2"),
    ("ap-divisor", "ir_measures"): irm("AP@2"),
    ("ap-divisor", "ranx"): ranx_call("map@2"),
    ("ap-divisor", "scikit-learn, list cut to 2"): SK_AP.replace(
        "(y_true > 0, y_score)", "(y_true[:2] > 0, y_score[:2])"
    ),
    ("ties-ndcg", "trec_eval"): trec_eval("ndcg", "ndcg"),
    ("ties-ndcg", "ir_measures"): irm("nDCG"),
    ("ties-ndcg", "ranx"): ranx_call("ndcg"),
    ("ties-ndcg", "scikit-learn"): sk("ndcg_score"),
    ("ties-ndcg", "scikit-learn, ignore_ties"): sk("ndcg_score", ", ignore_ties=True"),
    ("empty-query", "trec_eval"): trec_eval("map", "map"),
    ("empty-query", "ir_measures"): irm("AP"),
    ("empty-query", "ranx"): ranx_call("map"),
    ("empty-query", "scikit-learn"): SK_AP,
    ("short-list", "trec_eval"): trec_eval("P.5", "P_5"),
    ("short-list", "ir_measures"): irm("P@5"),
    ("short-list", "ranx"): ranx_call("precision@5"),
    ("short-list", "trec_eval, set_P"): trec_eval("set_P", "set_P"),
    ("short-list", "ranx, precision"): ranx_call("precision"),
    ("gmap", "trec_eval"): (
        'pytrec_eval.compute_aggregated_measure("gm_map", [topic["gm_map"] for topic in'
        ' pytrec_eval.RelevanceEvaluator(qrels, {"gm_map"}).evaluate(run).values()])'
    ),
    ("gmap", "no epsilon (SciPy's gmean)"): (
        'scipy.stats.gmean([topic["map"] for topic in'
        ' pytrec_eval.RelevanceEvaluator(qrels, {"map"}).evaluate(run).values()])'
    ),
    ("log-base", "ranx"): ranx_call("dcg@3"),
    ("log-base", "scikit-learn"): sk("dcg_score", ", k=3"),
    ("log-base", "scikit-learn, log_base=e"): sk("dcg_score", ", k=3, log_base=math.e"),
    ("f-beta", "trec_eval"): trec_eval("set_F.2", "set_F"),
    ("f-beta", "ir_measures"): irm("SetF(beta=2.)"),
    ("f-beta", "scikit-learn, fbeta_score"): (
        "mean(sklearn.metrics.fbeta_score(y_true > 0, y_score > 0, beta=2) for y_true, y_score in arrays_with_missed)"
    ),
    ("float32", "trec_eval"): trec_eval("recip_rank", "recip_rank"),
    ("float32", "ir_measures"): irm("RR"),
    ("float32", "ranx"): ranx_call("mrr"),
    ("labels", "trec_eval"): trec_eval("map", "map"),
    ("labels", "ir_measures"): irm("AP"),
    ("labels", "ranx"): ranx_call("map"),
    ("labels", "scikit-learn"): SK_AP,
    ("labels", "scikit-learn, labels given"): SK_AP.replace("y_score)", "y_score >= 0.5)"),
    ("rbp", "ranx"): ranx_call("rbp.50"),
    ("query-order", "trec_eval"): trec_eval("recip_rank", "recip_rank"),
    ("query-order", "ir_measures"): irm("RR"),
    ("query-order", "ranx"): ranx_call("mrr"),
    ("query-order", "ranx, given dicts"): 'ranx.evaluate(qrels, run, "mrr")',
    ("below-zero", "trec_eval"): trec_eval("ndcg", "ndcg"),
    ("below-zero", "ir_measures"): irm("nDCG"),
    ("below-zero", "ranx"): ranx_call("ndcg"),
    ("below-zero", "scikit-learn"): sk("ndcg_score"),
}
"""The call for each row of a case that comes from a tool."""

PACKAGES = {"pytrec_eval": "pytrec-eval-terrier", "ir_measures": "ir-measures", "sklearn": "scikit-learn"}


def package_of(call: str) -> str:
    """Return the package of a call."""
    names = ("scipy", "pytrec_eval", "ir_measures", "ranx", "sklearn")
    module = next(name for name in names if f"{name}." in call)
    return PACKAGES.get(module, module)


def arrays(qrels: dict[str, Any], run: dict[str, Any], *, missed: bool = False) -> list[tuple[Any, Any]]:
    """Yield (y_true, y_score) per query in both qrels and run: retrieved documents, then missed documents below."""
    pairs = []
    for query in (query for query in qrels if query in run):
        scores = dict(run[query])
        if missed:
            below = min(scores.values()) - 1
            scores |= {document: below for document in qrels[query] if document not in scores}
        grades = [qrels[query].get(document, 0) for document in scores]
        pairs.append((np.array(grades), np.array(list(scores.values()))))
    return pairs


def answer(call: str, qrels: dict[str, Any], run: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a call: a number, or the last line of its error."""
    given = {"qrels": qrels, "run": run, "arrays": arrays(qrels, run)}
    given["arrays_with_missed"] = arrays(qrels, run, missed=True)
    try:
        return {"number": float(eval(call, {**NAMES, **given}))}
    except Exception as problem:
        return {"error": f"{type(problem).__name__}: {problem}"}


def write() -> None:
    """Run every tool on every case and store the results."""
    records = []
    for case in CASES:
        for row in case.rows:
            call = CALLS.get((case.key, row.name))
            if call is None:
                continue
            package = package_of(call)
            qrels, run = json.loads(json.dumps([case.qrels, case.run]))
            records.append(
                {
                    "case": case.key,
                    "measure": case.measure,
                    "qrels": case.qrels,
                    "run": case.run,
                    "row": row.name,
                    "package": package,
                    "version": version(package),
                    "call": call,
                    "number": None,
                    **answer(call, qrels, run),
                }
            )
    content = {"made by": "python tests/tools/run_other_tools.py --write", "records": records}
    GOLDEN.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def sort_as_compiled() -> None:
    """Sort as the compiled tools do, independent of how the processor orders ties.

    ranx sorts by Numba's quicksort, whose source runs in plain Python, too. NumPy's own sort keeps the order of ties on
    some processors only.
    """
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":
        common.typed_list_argosrt = lambda values: make_py_quicksort(is_argsort=True).run_quicksort(np.array(values))
        np.argsort = partial(np.argsort, kind="stable")


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # the tools' own
    sort_as_compiled()
    if "--write" in sys.argv:
        write()
    else:
        for line in sys.stdin:
            sys.stdout.write(json.dumps(answer(**json.loads(line))) + "\n")
            sys.stdout.flush()

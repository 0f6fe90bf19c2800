"""Time `irlearn score` from files to scores, against pytrec_eval and ir_measures.

Usage: `python tests/tools/time_score_command.py DIR a|b|c [--repeats 5]`

irlearn's command, pytrec_eval and ir_measures take turns on the same files; each computes AP, nDCG@10, RR and P@10 and
prints them a query. Reported are medians of wall seconds and the highest resident memory, and ratios to irlearn. With
`--against`, the irlearn of another checkout takes its turns, too: what a change costs.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from write_benchmark_files import generate

_PYTREC_EVAL = """
import sys
import pytrec_eval
with open(sys.argv[1]) as file:
    qrels = pytrec_eval.parse_qrel(file)
with open(sys.argv[2]) as file:
    run = pytrec_eval.parse_run(file)
measures = ["map", "ndcg_cut_10", "recip_rank", "P_10"]
for query, values in pytrec_eval.RelevanceEvaluator(qrels, set(measures)).evaluate(run).items():
    sys.stdout.writelines(f"{query},{measure},{values[measure]}\\n" for measure in measures)
"""
_IR_MEASURES = """
import sys
import ir_measures
from ir_measures import AP, RR, P, nDCG
qrels, run = ir_measures.read_trec_qrels(sys.argv[1]), ir_measures.read_trec_run(sys.argv[2])
for found in ir_measures.iter_calc([AP, nDCG @ 10, RR, P @ 10], qrels, run):
    sys.stdout.write(f"{found.query_id},{found.measure},{found.value}\\n")
"""


def commands(qrels: Path, run: Path) -> dict[str, list[str]]:
    """Return the command line of each tool."""
    measures = [word for measure in ("AP", "nDCG@10", "RR", "P@10") for word in ("-m", measure)]
    files = [str(qrels), str(run)]
    return {
        "irlearn": [sys.executable, "-m", "irlearn", "score", *files, *measures, "--per-query", "--format", "csv"],
        "pytrec_eval": [sys.executable, "-c", _PYTREC_EVAL, *files],
        "ir_measures": [sys.executable, "-c", _IR_MEASURES, *files],
    }


def timed(command: list[str], bytecode: str, checkout: Path) -> tuple[float, float]:
    """Return wall seconds and peak megabytes of a process that imports irlearn from a checkout."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPATH"] = str(checkout.resolve())
    environment["PYTHONPYCACHEPREFIX"] = bytecode  # all tools run compiled, as installed packages do
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.PIPE, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode or not output.tell():
            message = process.stderr.read().decode() if process.stderr else ""
            sys.exit(f"{' '.join(command)[:200]} failed with status {process.returncode}: {message}")
    return seconds, usage.ru_maxrss / 1024


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("name", choices=["a", "b", "c"])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--only", nargs="+", help="only these tools")
    parser.add_argument("--against", type=Path, help="a folder with another irlearn, which is measured beside this one")
    options = parser.parse_args()
    tools = commands(*generate(options.folder, options.name))
    tools = {tool: command for tool, command in tools.items() if not options.only or tool in options.only}
    here = Path(__file__).parents[2]
    checkouts = dict.fromkeys(tools, here)
    if options.against:
        tools["irlearn there"], checkouts["irlearn there"] = (
            commands(*generate(options.folder, options.name))["irlearn"],
            options.against,
        )
    taken: dict[str, list[tuple[float, float]]] = {tool: [] for tool in tools}
    with tempfile.TemporaryDirectory() as bytecode:
        for turn in range(options.repeats + 1):
            for tool, command in tools.items():  # alternating, so that a noisy minute hits all of them
                measured = timed(command, bytecode, checkouts[tool])
                if turn:  # the first turn only writes bytecode and warms the file cache
                    taken[tool].append(measured)
    medians = {tool: statistics.median(seconds for seconds, _ in runs) for tool, runs in taken.items()}
    print(f"({options.name}) whole processes, median of {options.repeats}")
    for tool, runs in taken.items():
        spread = f"{min(runs)[0]:.2f}-{max(runs)[0]:.2f}"
        ratio = medians[tool] / medians.get("irlearn", medians[tool])
        memory = max(megabytes for _, megabytes in runs)
        print(f"{tool:13} {medians[tool]:7.2f} s ({spread}), {memory:6.0f} MB, {ratio:5.1f} x irlearn's time")


if __name__ == "__main__":
    main()

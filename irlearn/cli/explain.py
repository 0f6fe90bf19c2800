"""`irlearn explain`: a measure worked out on one ranking, step by step."""

from __future__ import annotations

import argparse

from irlearn.cli.output import DONE, Add, add_format, csv_text, put, whole
from irlearn.derivation import explain
from irlearn.measures import parse_measure
from irlearn.ranking import Ranking


def add_explain(command: Add) -> None:
    """Add the command to the parser."""
    explained = command(
        "explain",
        _explain,
        "work a measure out on one ranking, step by step",
        "A ranking is grades (1 1 0 1), R and N (RRNR; U for unjudged), or ranks.\n\n"
        "examples:\n  irlearn explain AP '1 1 1 0 1 1 0 1 0 0' --relevant 8\n"
        "  irlearn explain nDCG@5 '3 2 1 2 3' --format json\n"
        "  irlearn explain AP 'relevant at 1, 3 of 5; 4 relevant in all'",
    )
    explained.add_argument("measure", metavar="MEASURE", help="a measure, such as AP or 'nDCG@10'")
    explained.add_argument("ranking", metavar="RANKING", nargs="+", help="what each rank holds, from rank 1 down")
    explained.add_argument("--relevant", type=whole, metavar="N", help="relevant documents in all, found or not")
    explained.add_argument("--missed", default="", metavar="GRADES", help="grades of the documents that were not found")
    add_format(explained)


def _explain(options: argparse.Namespace) -> int:
    measure = parse_measure(options.measure)
    ranking = Ranking.parse(" ".join(options.ranking), relevant=options.relevant, missed=options.missed)
    derivation = explain(measure, ranking)
    if options.format == "json":
        import json

        put(json.dumps(derivation.to_json(), ensure_ascii=False, indent=2) + "\n")
    elif options.format == "csv":
        steps = derivation.to_json()["steps"]
        header = ["rank", "grade", "term", "value", "contribution", "running"]
        put(csv_text(header, ([step[column] for column in header] for step in steps)))
    else:
        put(f"{derivation}\n")
    return DONE

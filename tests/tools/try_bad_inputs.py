"""Try seeded bad inputs of every kind on the shell and the public functions.

Usage: `python tests/tools/try_bad_inputs.py --inputs 10000 --seed 1`

Each is made from the seed and its number; it starts from one that is right and is then spoiled in one to three places:
words on the command line, files (qrels, runs, scores and answers in every format and encoding), and values given to the
functions of Python. It must end with the status 0, 1 (only a wrong answer) or 2 and one short sentence, within two
seconds of work, and leave nothing behind: `examine` says what else it checks. Most run in this process; a few percent
in one of their own, with standard streams that are closed or full. An input that fails is printed with the command
that repeats it, and the status is then 1.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import gzip
import inspect
import io
import itertools
import json
import math
import multiprocessing
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import unicodedata
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402 - after the path to this checkout

import irlearn  # noqa: E402
from irlearn import statistics  # noqa: E402
from irlearn.cli import lessons, main, output  # noqa: E402

SECONDS = 2.0  # of work, which the clock of a busy machine does not tell
PATIENCE = 30.0  # seconds after which an input hangs, whatever it does
LONGEST = 1000  # signs of a line on standard error
MEMORY = 6 << 30
WORKERS = 2
SEPARATE = 0.03  # the share of inputs that run in a process of their own
ALLOWED_CONTROLS = {"\n"}

# Material for spoiling inputs.

NASTY = [
    "", " ", "\t", "\n", "\r", "\x0b", "\x0c", "\x1b[31m", "\x1b]0;owned\x07", "\x07", "\x08", "\x7f", "\x85", "\x9b2J",
    "\xa0", "\u200b", "\u200d", "\u2028", "\u2029", "\u202e", "\u2066", "\u3000", "\ufeff", "\ufffd", "\U000e0001",
    "\U0001f600", "e\u0301" * 40, "\udcff", "ß", "İ", "½", "¾", "⅓", "²", "٣", "１", "Ⅷ", "−1", "–", "—", "…", "“", "’",
    "nan", "NaN", "inf", "-inf", "Infinity", "1e5", "1e308", "1e309", "1e-400", "1e99999999", "1E-99999999", "0x10",
    "1_000", "1,5", "1;5", "1.2.3", "1..2", "+-1", "--", "-", "-0", "-1", "0", "00", "1", "2", "0.5", "100%", "101%",
    "1/0", "1/3", "1:3", "10**10", "9**9**9", "1e5/1e-5", "2147483648", "9223372036854775808", "18446744073709551616",
    "9" * 19, "9" * 310, "9" * 4301, "0." + "3" * 400, "-" * 900 + "1", "(" * 500, "[" * 1500, "{" * 1500, "((1))",
    "/" * 300, ",", ",,", ";", ";;", "|", "||", "| |", ":", "::", "=", "=1+1", "=cmd|' /C calc'!A0", "@", "@@",
    "@SUM(1)",
    "%s%n", "%", "{0}", "{}", "${HOME}", "`id`", "$(id)", "'", '"', "'''", '"\'', "\\", "\\n", "\\x00", "<b>", "&amp;",
    "<script>alert(1)</script>", "None", "True", "null", "[]", "{}", "()", "[1, 2", '{"a": 1', "lambda: 0", "__class__",
    "__import__('os').system('id')", "../../etc/passwd", "/dev/null", "~", ".", "..", "*", "all", "values", "values 1",
    "relevant at", "relevant at 1, 2 of 1", "of", "and", "A", "B", "R", "N", "U", "RNRN", "R NR NR R", "TP FP",
    "yes no",
    "P@5,AP", "P@5 AP", "P@0", "P@-1", "P@1.5", "P@1e9", "@5", "P@", "P@@5", "AP(", "AP()", "AP(rel=)",
    "AP(rel=1,rel=2)",
    "AP(rel=1e400)", "AP(rel=[])", "AP(rel=-" + "-" * 300 + "1)", "F1", "F(beta=0)", "F(beta=nan)", "RBP(p=1)", "ndcg",
    "ndcg_cut_10", "map", "nDCG(dcg='x')", "IPrec@1e99999999", "IPrec@" + "0" * 5000, "IPrec@1/3", "IPrec@-0", "ERR",
    "ap:2:7", "ap:9:1", "ap:2:-1", "ap:2:" + "9" * 400, "none:1:1", ":::", "sep=;", "#", "# comment", "//", "-h",
    "--help",
    "--version", "--format", "--format=", "--output", "--force", "--relevant", "-m", "--measure=AP", "--file", "-x",
    "@file",
]  # fmt: skip
"""Command lines that broke something before, or might."""

NUMBERS = [
    *(text for text in NASTY if re.fullmatch(r"[-+\d.eE_/%x]+|-*inf|nan", text)), "1", "2", "5", "0.5", "1.0", "1e2",
    "1e18", "1e19",
    "1e155", "1e-155", "1e-320", "0.1e1", "[1]", "'1'", "True", "None", "'exp-log2'", "5" * 18, "-" * 200 + "1",
    "+" * 99 + "1", "1j",
    "1e+5", "1E5", "1 000", "1.", ".1", "00001", "1/7", "10**9", "(1)", "b'1'", "1if 1else 1", "\uff11",
    "1" + "0" * 5000, "0." + "0" * 5000 + "1",
]  # fmt: skip
"""Texts in place of a number."""

HUGE = [
    ("blanks", lambda: " " * 20_000),
    ("nines", lambda: "9" * 100_000),
    ("ones", lambda: "1 " * 200_000),
    ("letters", lambda: "a" * 1_000_000),
    ("brackets", lambda: "[" * 200_000),
    ("parentheses", lambda: "(" * 200_000 + "1" + ")" * 200_000),
    ("minus", lambda: "-" * 200_000),
    ("commas", lambda: "," * 200_000),
    ("sums", lambda: "1+" * 100_000 + "1"),
    ("ten megabytes", lambda: "x" * 10_000_000),
    ("bars", lambda: "1 0 | " * 20_000),
    ("slashes", lambda: "1/" * 50_000 + "1"),
    ("tabs", lambda: "\t \t" * 20_000),
    ("equals", lambda: "=" * 100_000),
]

MEASURES = [
    "AP",
    "nDCG@10",
    "RR",
    "P@10",
    "P",
    "R",
    "F",
    "F@5",
    "F(beta=2)",
    "F(rel=2,beta=0.5)@10",
    "AP(rel=2)@100",
    "CG@5",
    "DCG@5",
    "DCG(dcg='exp-log2')@5",
    "IDCG",
    "nDCG(dcg='exp-log2')@10",
    "Rprec",
    "Success@5",
    "RBP(p=0.8)",
    "RBP(p=0.5,rel=2)@10",
    "ERR@20",
    "Bpref",
    "Judged@10",
    "ESL",
    "ESL(wanted=2)",
    "IPrec",
    "IPrec@0.3",
    "MAP",
    "gMAP",
    "MRR",
]
TESTS = ["sign", "signed-rank", "rank-sum", "paired-t", "binomial", "W(signed-rank)", "t", "W", "p(sign)"]
RANKINGS = [
    "1 0 1", "1 1 1 0 1 1 0 1 0 0", "3 2 1 2 3", "RRNRN", "RNU", "-1 0 1", "0 0", "1", "2 1 0 0 1",
    "relevant at 1, 3, 4 of 10; 7 relevant in all", "1 0 1 | 0 1", "values 1 0.5 0.1", "values 0,5; 0,25",
    "1 0 | 0 1 | 1 1",
    "0.28 0.30 0.38 | 0.35 0.20 0.40", "4 of 5", "A: 0.1 0.2 0.4 | B: 0.3 0.2 0.9", "1,0,1", "[1, 0, 1]",
    "relevant documents are at ranks 1, 3, 4, 6 and 9 of 10, 7 are relevant in all",
]  # fmt: skip
ANSWERS = ["0.5", "5/6", "0.833", "83.3%", "1", "0", "5.383/8", "0,433", "½", "(1/1 + 2/3) / 3", "5/12 = 0.417", "-1/2"]
FORMATS = ["table", "json", "csv"]
PAPER_FORMATS = [*FORMATS, "text", "markdown", "latex", "html"]

Files = dict[str, bytes | None]
"""Files of an input by name; None for a folder."""


@dataclass
class Case:
    """An input: the typed words or the call, and the existing files."""

    kind: str
    words: list[str] = field(default_factory=list)
    files: Files = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    terminal: bool = False
    encoding: str = "utf-8"
    streams: str = ""
    call: Callable[[], Any] | None = None
    called: str = ""

    def __str__(self) -> str:
        said = self.called or "irlearn " + " ".join(
            ascii(word) if len(word) < 300 else f"<{len(word)} signs>" for word in self.words
        )
        files = ", ".join(
            f"{ascii(name)[:60]} ({'folder' if one is None else len(one)})" for name, one in self.files.items()
        )
        return said + (f"   [{files}]" if files else "") + (f" [{self.streams}]" if self.streams else "")


class Maker:
    """Creates an input from its number, with all choices from a single seeded generator."""

    def __init__(self, seed: int, number: int) -> None:
        self.rng = random.Random(f"hostile {seed} {number}")
        self.left = self.rng.choice([1, 1, 1, 2, 2, 3])  # places to spoil; with more, only the first one is looked at

    def case(self) -> Case:
        kinds: list[tuple[Callable[[], Case], int]] = [
            (self.score, 20), (self.compare, 9), (self.outcomes, 7), (self.explain, 16), (self.check, 16),
            (self.answers, 12), (self.lessons, 2), (self.soup, 4), (self.python, 14),
        ]  # fmt: skip
        case = self.rng.choices([make for make, _ in kinds], [weight for _, weight in kinds])[0]()
        case.terminal = self.odds(0.3)
        case.encoding = self.rng.choice(["utf-8"] * 8 + ["ascii", "latin-1"])
        if case.call is None and case.kind != "lessons" and self.rng.random() < SEPARATE / 0.84:
            case.streams = self.rng.choice(
                [
                    "plain",
                    "plain",
                    ">&-",
                    "> /dev/full",
                    "2>&-",
                    "2> /dev/full",
                    "<&-",
                    ">&- 2>&-",
                    "| head",
                    "LC_ALL=C",
                ]
            )
            case.words = [word[:100_000].replace("\0", "") for word in case.words]  # what a system lets a word be
        return case

    # Small choices.

    def odds(self, share: float) -> bool:
        return self.rng.random() < share

    def spoil(self, share: float) -> bool:
        """Return True at random while the input may be spoiled further."""
        if not self.left or not self.odds(share):
            return False
        self.left -= 1
        return True

    def nasty(self) -> str:
        if self.odds(0.01):
            return self.rng.choice(HUGE)[1]()
        if self.odds(0.15):
            return "".join(
                chr(self.rng.choice([self.rng.randrange(256), self.rng.randrange(0x2FFF)]))
                for _ in range(self.rng.randrange(1, 9))
            )
        return self.rng.choice(NASTY)

    def spoiled(self, text: str) -> str:
        """Return the text with a random change."""
        rng = self.rng
        place, other = rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)
        low, high = min(place, other), max(place, other)
        change = rng.randrange(11)
        if change == 0:
            return self.nasty()
        if change == 1:
            return text[:place] + self.nasty() + text[place:]
        if change == 2:
            return text[:low] + text[high:]
        if change == 3:
            return text[:low] + text[low:high] * rng.choice([2, 3, 50, 1000]) + text[high:]
        if change == 4:
            words = text.split(" ")
            words[rng.randrange(len(words))] = self.nasty()
            return " ".join(words)
        if change == 5:
            return re.sub(r"\d+", lambda digits: rng.choice([digits[0], self.nasty()]), text)
        if change == 6:
            return text.replace(" ", rng.choice([",", ";", "", "\t", "\xa0", "  ", "\u3000", " , ", "\n", ".", "|"]))
        if change == 7:
            return rng.choice([text.upper(), text.lower(), text.swapcase(), text[::-1], text.title()])
        if change == 8:
            return rng.choice(
                ["'{}'", '"{}"', "({})", "[{}]", "{{{}}}", " {} ", "-{}", "+{}", "={}", "\ufeff{}", "{},", "{}@5"]
            ).format(text)
        if change == 9:
            return (
                text[:low] + text[low:high].translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)}) + text[high:]
            )
        return text + " " + rng.choice([text, self.nasty()])

    def perhaps(self, text: str, share: float = 0.3) -> str:
        return self.spoiled(text) if self.spoil(share) else text

    def one_of(self, right: Sequence[str], wrong: Sequence[str]) -> str:
        return self.rng.choice(wrong if self.spoil(0.3) else right)

    def measure(self, share: float) -> str:
        """Return a measure, perhaps with a spoiled name, options or cutoff."""
        measure = self.rng.choice(MEASURES)
        if not self.spoil(share):
            return measure
        if self.odds(0.3):
            return self.spoiled(measure)
        name = re.split(r"[(@]", measure)[0]
        options = ["rel", "beta", "p", "dcg", "wanted", "judged_only", "max_rel", self.nasty()]
        inside = ",".join(f"{self.rng.choice(options)}={self.number()}" for _ in range(self.rng.randrange(3)))
        cutoff = f"@{self.number()}" if self.odds(0.6) else ""
        return f"{name}({inside}){cutoff}" if inside or self.odds(0.1) else f"{name}{cutoff}"

    def number(self) -> str:
        """Return an invalid, too large, too small or unusually written number."""
        return self.rng.choice(NUMBERS) if self.odds(0.8) else self.nasty()

    def spoiled_words(self, words: list[str]) -> list[str]:
        """Return the words of a command, perhaps with a change of the list."""
        words = list(words)
        while self.spoil(0.15):
            place = self.rng.randrange(len(words) + 1)
            change = self.rng.randrange(5)
            if change == 0:
                words.insert(place, self.nasty())
            elif change == 1 and words:
                words.pop(min(place, len(words) - 1))
            elif change == 2 and words:
                words.insert(place, self.rng.choice(words))
            elif change == 3:
                self.rng.shuffle(words)
            elif words:
                place = min(place, len(words) - 1)
                words[place] = self.spoiled(words[place])
        return words

    # Files.

    def qrels(self) -> str:
        rng = self.rng
        graded = [
            (f"q{query}", f"d{document}", rng.choice([0, 1, 1, 2, 3, -1]))
            for query in range(1, rng.randrange(2, 7))
            for document in range(rng.randrange(1, 8))
        ]
        form = rng.randrange(5)
        if form == 0:
            return "query_id,doc_id,relevance\n" + "".join(f"{q},{d},{r}\n" for q, d, r in graded)
        if form == 1:
            return "qid\tdocno\trel\n" + "".join(f"{q}\t{d}\t{r}\n" for q, d, r in graded)
        if form == 2:
            return json.dumps(_nested(graded))
        return "".join(f"{q} 0 {d} {r}\n" for q, d, r in graded)

    def run_file(self) -> str:
        rng = self.rng
        scored = [
            (f"q{query}", f"d{document}", rank, round(rng.random() * 9, rng.choice([0, 1, 3])))
            for query in range(1, rng.randrange(3, 7))
            for rank, document in enumerate(rng.sample(range(12), rng.randrange(1, 9)), start=1)
        ]
        form = rng.randrange(6)
        if form == 0:
            return "qid,docid,score\n" + "".join(f"{q},{d},{s}\n" for q, d, _, s in scored)
        if form == 1:
            return json.dumps(_nested((q, d, s) for q, d, _, s in scored))
        if form == 2:
            return "".join(f"{q}\t{d}\t{rank}\n" for q, d, rank, _ in scored)
        if form == 3:
            return "query_id\tdocno\trank\tscore\n" + "".join(f"{q}\t{d}\t{r}\t{s}\n" for q, d, r, s in scored)
        return "".join(f"{q} Q0 {d} {rank} {s} tag\n" for q, d, rank, s in scored)

    def spoiled_file(self, text: str) -> bytes | None:
        """Return a file with changed text, encoding or bytes."""
        rng = self.rng
        change = rng.randrange(13)
        lines = text.split("\n")
        if change <= 3:  # a cell
            place = rng.randrange(len(lines))
            cells = re.split(r"([ ,\t:]+)", lines[place])
            cells[rng.randrange(len(cells))] = self.nasty()
            lines[place] = "".join(cells)
        elif change == 4:  # a line
            lines.insert(rng.randrange(len(lines) + 1), rng.choice([self.nasty(), *lines]))
        elif change == 5:
            return self.spoiled(text).encode(errors="surrogateescape")
        elif change == 6:
            encoding = rng.choice(
                ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "latin-1", "utf-8-sig", "cp037", "shift-jis"]
            )
            return text.replace("d1", rng.choice(["d1", "é", "“"])).encode(encoding, errors="replace")
        elif change == 7:  # bytes
            content = bytearray(text.encode(errors="surrogateescape"))
            for _ in range(rng.randrange(1, 6)):
                place = rng.randrange(len(content) + 1)
                content[place : place + rng.randrange(3)] = bytes([rng.randrange(256)] * rng.choice([0, 1, 2, 300]))
            return bytes(content)
        elif change == 8:
            packed = bytearray(gzip.compress(text.encode(errors="surrogateescape"), mtime=0))
            if self.odds(0.8):
                packed[rng.randrange(len(packed))] ^= rng.randrange(1, 256)
            return bytes(packed[: rng.choice([len(packed), rng.randrange(len(packed))])])
        elif change == 9:
            return text.replace(
                "\n", rng.choice(["\r\n", "\r", "\n\n", "\x0b\n", "\u2028", "\x85\n", " \n", ",,,\n", "\t\n"])
            ).encode()
        elif change == 10:
            return rng.choice([b"", b"\n", b"\0", b" " * 5000, b"\xef\xbb\xbf", b"\xff\xfe", b"\x1f\x8b",
            b"PK\x03\x04" + bytes(99), b"[" * 100_000,
                               b'{"q1": ' * 30_000, b'{"q1": {"d1": 1, "d1": 2}}', b"{}", b"[]", b"null", b"1e999",
                               b'{"q1": {"d1": 1e999}}',
                               b'{"q1": {"d1": ' + b"9" * 5000 + b"}}", b"%PDF-1.4\n%\xe2\xe3\n", b"#\n#\n",
                               b"q1 0 d1 1" * 3000])  # fmt: skip
        elif change == 11:
            return text[: rng.randrange(len(text) + 1)].encode(errors="surrogateescape")
        else:
            return None if self.odds(0.3) else self.run_file().encode() if self.odds(0.5) else self.qrels().encode()
        return "\n".join(lines).encode(errors="surrogateescape")

    def name(self, plain: str) -> str:
        """Return a file name, sometimes an unusual name."""
        if not self.spoil(0.05):
            return plain
        return self.rng.choice(
            [
                "\udcff.run",
                "a\x1b[31mb",
                "a\nb",
                " ",
                "-1",
                "é.run",
                "x" * 255,
                "a b.csv",
                "\u202etxt.nur",
                "=1+1",
                "'",
                "%s",
                "a|b",
            ]
        )

    def collection(self, runs: int) -> tuple[list[str], Files]:
        """Return mostly valid qrels and runs: their names and files."""
        files: Files = {}
        names = []
        for number in range(runs + 1):
            name = self.name(["qrels.txt", "a.run", "b.run", "c.run"][number])
            text = self.run_file() if number else self.qrels()
            if not self.spoil(0.03):  # else it is missing
                files[name] = self.spoiled_file(text) if self.spoil(0.35) else text.encode()
            names.append(name)
        return names, files

    def output(self, words: list[str], files: Files, links: dict[str, str]) -> None:
        """Sometimes write the result to a file or another destination."""
        if not self.odds(0.25):
            return
        odd = self.spoil(0.6)
        name = self.rng.choice(
            ["out.txt"]
            if not odd
            else [
                "there.txt",
                "folder",
                "none/out.txt",
                "link.txt",
                "loop",
                "x" * 255,
                "x" * 256,
                "\udcff",
                "o\x1b[1m",
                "",
            ]
            + [one for one in files if one]
        )
        files["there.txt"], files["folder"] = b"mine\n", None
        links["link.txt"], links["loop"] = "there.txt", "loop"
        words += ["--output", name, *(["--force"] if self.odds(0.5) else [])]

    # The commands.

    def score(self) -> Case:
        measures = [word for _ in range(self.rng.randrange(4)) for word in ("-m", self.measure(0.2))]
        names, files = self.collection(self.rng.choice([1, 1, 2, 3]))
        words = [
            "score",
            *names,
            *measures,
            "--format",
            self.rng.choice(FORMATS),
            *(["--per-query"] if self.odds(0.5) else []),
        ]
        return self.shell("score", words, files)

    def compare(self) -> Case:
        names, files = self.collection(self.rng.choice([2, 2, 3]))
        words = ["compare", *names, *(["-m", self.measure(0.2)] if self.odds(0.7) else [])]
        for option, right, wrong in (
            ("--alternative", ["greater", "less", "two-sided"], ["x", ""]),
            ("--procedure", ["holm", "randomized", "one-way"], ["x", ""]),
            ("--permutations", ["100", "1"], NUMBERS),
            ("--seed", ["1", "9" * 30], NUMBERS),
            ("--missing", ["zero", "drop"], ["x"]),
            ("--format", FORMATS, ["text", "xml", ""]),
        ):
            if self.odds(0.4) or option == "--missing":
                words += [option, self.one_of(right, wrong)]
        words += ["--all-pairs"] if self.odds(0.3) else []
        return self.shell("compare", words, files)

    def outcomes(self) -> Case:
        names, files = self.collection(self.rng.choice([2, 2, 3]))
        words = ["outcomes", *names]
        for option, right, wrong in (
            ("--cutoff", ["1", "5", "100"], NUMBERS),
            ("--multiplicity", ["1", "10"], ["9" * 99, *NUMBERS]),
            ("--missing", ["zero", "drop"], ["x"]),
            ("--format", FORMATS, ["text", "xml", ""]),
        ):
            if self.odds(0.5) or option == "--missing":
                words += [option, self.one_of(right, wrong)]
        return self.shell("outcomes", [*words, "--first-relevant"] if self.odds(0.8) else words, files)

    def question(self, share: float) -> tuple[str, str]:
        """Return a quantity and its data, mostly a matching pair."""
        rng = self.rng
        kind = rng.randrange(6)
        if kind == 0:
            return rng.choice(["MAP", "gMAP", "MRR"]), rng.choice(
                ["1 0 1 | 0 1", "values 1 0.5 0.1", "values 0,5; 0,25", "1 0 | 0 1 | 1 1"]
            )
        if kind == 1:
            pair = rng.choice(
                ["0.28 0.30 0.38 | 0.35 0.20 0.40", "A: 0.1 0.2 0.4 | B: 0.3 0.2 0.9", "1 2 | 2 1", "0 0 0 | 0 0 0"]
            )
            return rng.choice(
                [(one, pair) for one in TESTS[:4]] + [("binomial", "4 of 5"), ("binomial", "0 of 1000000")]
            )
        if kind == 2 and self.spoil(0.5):
            return rng.choice([*MEASURES, *TESTS]), rng.choice(RANKINGS)
        measure = self.measure(share)
        return measure, rng.choice(RANKINGS[:10] if measure not in MEASURES[-3:] else ["1 0 1 | 0 1"])

    def options(self) -> list[str]:
        words = []
        if self.odds(0.4):
            words += ["--relevant", self.one_of(["8", "8", "8", "8,9", "1000000"], ["0", "2,x", "1000001", *NUMBERS])]
        if self.odds(0.2):
            words += ["--missed", self.perhaps(self.rng.choice(["1", "1 2", "2"]), 0.4)]
        return words

    def explain(self) -> Case:
        asked, ranking = self.question(0.3)
        if ranking in RANKINGS[:9] and self.odds(0.3):
            asked = self.rng.choice(["all", ",".join(self.rng.sample(MEASURES[:-3], 3))])
        words = ["explain", self.perhaps(asked, 0.1), self.perhaps(ranking, 0.5), *self.options()]
        return self.shell("explain", [*words, "--format", self.rng.choice(PAPER_FORMATS)], {})

    def check(self) -> Case:
        asked, ranking = self.question(0.2)
        words = [
            "check",
            self.perhaps(asked, 0.1),
            self.perhaps(ranking, 0.3),
            self.perhaps(self.rng.choice(ANSWERS), 0.7),
        ]
        words += [*self.options(), *(["--solution"] if self.odds(0.3) else []), "--format", self.rng.choice(FORMATS)]
        return self.shell("check", words, {})

    def answers(self) -> Case:
        rng = self.rng
        sign = rng.choice(",,,;;\t|")
        columns = [
            "student",
            *rng.choice(
                [
                    ["measure", "ranking", "answer"],
                    ["exercise", "answer"],
                    ["measure", "ranking", "relevant", "missed", "answer"],
                ]
            ),
        ]
        cells = {
            "student": lambda: rng.choice(["Ada", "Ben", "=1+1", "Zoë"]), "measure": lambda: asked,
            "ranking": lambda: ranking,
            "answer": lambda: rng.choice(ANSWERS), "exercise": lambda: rng.choice(["ap:2:7", "ndcg:1:3"]),
            "relevant": str, "missed": str,
        }  # fmt: skip
        text = io.StringIO()
        if sign == "|" or self.odds(0.1):
            text.write(f"sep={sign}\n")
        writer = csv.writer(text, delimiter=sign, lineterminator="\n")
        writer.writerow(columns)
        for _ in range(rng.randrange(1, 6)):
            asked, ranking = self.question(0.1)
            writer.writerow([self.perhaps(cells[name](), 0.12) for name in columns])
        content = (
            self.spoiled_file(text.getvalue()) if self.spoil(0.5) else text.getvalue().encode(errors="surrogateescape")
        )
        name = self.name("answers.csv")
        words = ["check", "--file", name, "--format", rng.choice(FORMATS), *(["--solution"] if self.odds(0.3) else [])]
        return self.shell("answers", words, {name: content} if self.odds(0.97) else {})

    def lessons(self) -> Case:
        files: Files = {"taken": b"", "mine/00_start_here.ipynb": b"my answers",
        "mine/.irlearn-lessons.json": self.rng.choice(
            [b"{broken", b"[]", b"{}", b'{"00_start_here.ipynb": 3}', b"\xff", b"[" * 100_000, b'{"a": ' * 50_000,
            b"null", b"9" * 5000])}  # fmt: skip
        if self.odds(0.3):
            files["mine/01_more.ipynb"] = None
        folder = self.rng.choice(
            [
                "new",
                "mine",
                "taken",
                "taken/below",
                "",
                "loop",
                "a/b/c",
                "x" * 300,
                self.nasty()[:1000].replace("\0", ""),
            ]
        )
        if folder.startswith(("/", "~", "..")):  # not outside of the case's own folder
            folder = "new"
        words = [
            "lessons",
            folder,
            *(["--port", self.nasty()] if self.odds(0.3) else []),
            *(["--no-browser"] if self.odds(0.3) else []),
        ]
        return Case("lessons", words, files, {"loop": "loop"})

    def soup(self) -> Case:
        words = [
            "check",
            "explain",
            "score",
            "compare",
            "outcomes",
            "irlearn",
            "chek",
            "--help",
            "--version",
            *MEASURES,
            *RANKINGS,
            *ANSWERS,
            *NASTY,
        ]
        return Case("soup", [self.rng.choice(words) for _ in range(self.rng.randrange(5))])

    def shell(self, kind: str, words: list[str], files: Files) -> Case:
        links: dict[str, str] = {}
        self.output(words, files, links)
        return Case(
            kind,
            [words[0], *self.spoiled_words(words[1:])] if self.odds(0.97) else self.spoiled_words(words),
            files,
            links,
        )

    # Python.

    def value(self, depth: int = 2) -> Any:
        """Return a value of any type."""
        rng = self.rng
        if depth and self.odds(0.35):
            inside = [self.value(depth - 1) for _ in range(rng.randrange(4))]
            make = rng.choice([list, tuple, _set, _dict, _array, _array, iter, _frame])
            return make(inside)
        return rng.choice([
            None, True, False, 0, 1, -1, 2, 10, 2**31, 2**63, 10**400, 0.5, 0.1, -0.5, 1.0, math.nan, math.inf,
            -math.inf, 1e308,
            5e-324, 1 - 1e-16, 1j, Decimal("NaN"), Decimal("sNaN"), Decimal("1e999999"), Fraction(1, 3), b"1 0",
            b"\xff", object(), _Rude(), _rude,
            type, len, ..., range(5), slice(1), Path("a.run"), Path("none"), io.StringIO("q1 0 d1 1"),
            io.BytesIO(b"q1 0 d1 1"), np.float32(0.5),
            np.int8(1), np.datetime64("2020-01-01"), np.array(1.0), np.array([]), np.zeros((2, 3)), np.ma.masked,
            np.str_("AP"),
            irlearn.AP, irlearn.MAP, irlearn.Ranking.parse("1 0 1"), "AP", "1 0 1", "0.5", "q1", self.nasty(),
        ])  # fmt: skip

    def given(self, right: Callable[[], Any], share: float = 0.3) -> Any:
        return self.value() if self.spoil(share) else right()

    def scores(self) -> Any:
        rng = self.rng
        count = rng.choice([0, 1, 2, 5, 5, 5, 12, 30])
        values: list[Any] = [rng.choice([rng.random(), round(rng.random(), 1), rng.randrange(3)]) for _ in range(count)]
        if values and self.odds(0.3):
            values[rng.randrange(count)] = self.value(0)
        if self.odds(0.2):
            values = [
                value * rng.choice([1e308, 1e-308, 1e-13, 1e9]) if isinstance(value, float) else value
                for value in values
            ]
        return rng.choice([list, tuple, _array])(values)

    def dictionary(self, *, grades: bool) -> Any:
        made: dict[Any, Any] = {
            f"q{query}": {
                f"d{document}": self.rng.randrange(4) if grades else self.rng.random()
                for document in range(self.rng.randrange(4))
            }
            for query in range(self.rng.randrange(1, 4))
        }
        if self.odds(0.3):
            made[self.rng.choice(["q0", "q1", 1, None, "", (1, 2), "q\x1b"])] = self.value(1)
        if self.odds(0.3):
            made["q1"] = {self.rng.choice(["d1", 1, None, "", "d\n1", "d 1"]): self.value(0)}
        return made

    def python(self) -> Case:
        """Return a call of a public function."""
        rng = self.rng
        if self.odds(0.4):
            names = [
                name for name, one in vars(statistics).items() if inspect.isfunction(one) and not name.startswith("_")
            ]
            name = rng.choice(sorted(names))
            return self.called(
                f"statistics.{name}", getattr(statistics, name), *self.statistical(getattr(statistics, name))
            )
        measure = rng.choice(MEASURES)

        def ranking() -> Any:
            return irlearn.Ranking.parse(rng.choice(RANKINGS[:9]))

        def parsed() -> Any:
            return irlearn.parse_measure(measure)

        def text_of(texts: Sequence[str]) -> str:
            return self.perhaps(rng.choice(texts), 0.7)

        calls: list[tuple[str, Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = [
            ("parse_measure", irlearn.parse_measure, (self.given(lambda: self.measure(0.9)),), {}),
            ("Ranking.parse", irlearn.Ranking.parse, (self.given(lambda: text_of(RANKINGS)),),
             {"relevant": self.given(lambda: rng.choice([None, 3, 10**6, 10**9])),
             "missed": self.given(lambda: "1 1")}),
            ("Ranking", irlearn.Ranking, (self.given(lambda: [1, 0, self.value(0)]), self.given(lambda: [1, 0, 1, 1])),
            {}),
            ("check", irlearn.check, (self.given(parsed), self.given(ranking), self.given(lambda: text_of(ANSWERS),
            0.5)), {}),
            ("explain", irlearn.explain, (self.given(parsed, 0.2), self.given(ranking)), {}),
            ("explain a mean", irlearn.explain, (self.given(lambda: irlearn.MAP), self.given(lambda: [self.value(0),
            0.5, ranking()])), {}),
            ("solve", irlearn.solve, (self.given(lambda: rng.choice(["all", "AP", [parsed()]])), self.given(ranking)),
            {}),
            ("measure.of", lambda ranked: parsed().of(ranked), (self.given(ranking),), {}),
            ("measure @ cutoff", lambda cutoff: parsed() @ cutoff, (self.given(lambda: 5, 0.8),), {}),
            ("measure(options)", lambda **options: parsed()(**options), (), {rng.choice(["rel", "beta", "p", "dcg",
            "wanted", "x"]): self.value()}),
            ("Qrels.from_dict", irlearn.Qrels.from_dict, (self.given(lambda: self.dictionary(grades=True)),), {}),
            ("Run.from_dict", irlearn.Run.from_dict, (self.given(lambda: self.dictionary(grades=False)),),
            {"name": self.given(lambda: "a")}),
            ("read_qrels", irlearn.read_qrels, (self.given(lambda: self.dictionary(grades=True), 0.6),), {}),
            ("read_run", irlearn.read_run, (self.given(lambda: self.dictionary(grades=False), 0.6),),
            {"name": self.given(lambda: None)}),
            ("evaluate", irlearn.evaluate, (
                self.given(lambda: irlearn.Qrels.from_dict({"q1": {"d1": 1}, "q2": {"d2": 2, "d3": 0}}), 0.4),
                self.given(lambda: [irlearn.Run.from_dict({"q1": {"d1": 1.0}, "q2": {"d3": 1.0, "d2": 0.5}},
                name="a")], 0.5),
                self.given(lambda: [parsed()]),
            ), {}),
            ("exercise", _exercise, (self.given(lambda: "ap"), self.given(lambda: 1)),
            {"level": self.given(lambda: 1)}),
            ("exercise_by_id", _exercise_of, (self.given(lambda: self.perhaps("ap:2:7", 0.8)),), {}),
        ]  # fmt: skip
        if self.odds(0.2):
            return self.reading()
        name, function, arguments, options = rng.choice(calls)
        return self.called(name, function, arguments, options)

    def reading(self) -> Case:
        """Return a call of a function that reads a file."""
        rng = self.rng
        scores = "run,query,measure,value\n" + "".join(f"a,q{query},AP,{rng.random():.3f}\n" for query in range(4))
        name, read, text = rng.choice(
            [
                ("read_qrels", irlearn.read_qrels, self.qrels()),
                ("read_run", irlearn.read_run, self.run_file()),
                ("read_scores", irlearn.read_scores, scores),
            ]
        )
        case = self.called(name, read, ("a.txt",), {})
        case.files["a.txt"] = self.spoiled_file(text)
        return case

    def statistical(self, function: Callable[..., Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        rng = self.rng
        a = self.scores()
        known: dict[str, Callable[[], Any]] = {
            "a": lambda: a,
            "b": lambda: a if self.odds(0.1) else _like(a, rng) if self.odds(0.7) else self.scores(),
            "alternative": lambda: rng.choice(["two-sided", "greater", "less", "x"]),
            "method": lambda: rng.choice(["auto", "exact", "approx", "bca", "percentile", "random", "x"]),
            "permutations": lambda: rng.choice([1, 99, 1000, 0, -1]),
            "resamples": lambda: rng.choice([1, 99, 500, 0, -1]),
            "rng": lambda: rng.choice([1, None, np.random.default_rng(1), -1]),
            "level": lambda: rng.choice([0.95, 0.5, 1 - 1e-10, 1e-300, 0, 1]),
            "alpha": lambda: rng.choice([0.05, 1e-16, 1e-300, 0.999, 0, 1]),
            "power": lambda: rng.choice([0.8, 1 - 1e-12, 0.05, 0, 1]),
            "statistic": lambda: rng.choice([np.mean, np.median, np.max, lambda *_, **__: math.nan, lambda *_,
            **__: "x"]),
            "topics": lambda: rng.choice([2, 5, 10, 0, -1]),
            "trials": lambda: rng.choice([1, 5, 20, 0, 10**6]),
            "successes": lambda: rng.choice([0, 1, 5, 20, -1]),
            "probability": lambda: rng.choice([0.5, "0.37", "1/3", Fraction(1, 3), 0, 1, 2, "x", "1e-99999999",
            1e-320]),
            "difference": lambda: rng.choice([0.5, 0.01, 1e-9, 0, -1, 1e300]),
            "deviation": lambda: rng.choice([1.0, 0.1, 0, -1, 1e300]),
            "pvalues": lambda: [rng.choice([rng.random(), 0.0, 1.0, 1e-300]) for _ in range(rng.randrange(6))],
            "tests": lambda: rng.choice([None, 5, 0, ["sign"], ["x"]]),
            "names": lambda: rng.choice([None, list("abcde")]),
            "scores": lambda: [a, *(_like(a, rng) for _ in range(rng.randrange(4)))],
            "means": lambda: a, "significant": lambda: np.zeros((len(a),) * 2, dtype=bool),
            "threshold": lambda: rng.choice([0.1, 0, -1, math.nan]),
            "how": lambda: rng.choice(["randomized", "one-way", "two-way", "x"]),
            "progress": lambda: None,
            "x": lambda: a, "truth": lambda: a, "y": lambda: _like(a, rng), "estimate": lambda: _like(a, rng),
            "first": lambda: list("abcd"), "second": lambda: list("bcda"), "p": lambda: rng.choice([0.9, 0, 1,
            1 - 1e-16]),
        }  # fmt: skip
        options = {}
        for name, one in inspect.signature(function).parameters.items():
            if one.default is inspect.Parameter.empty or self.odds(0.4):
                options[name] = self.given(known.get(name, self.value), 0.1)
        if "trials" in options and "successes" not in options and not self.odds(0.2):
            options["trials"] = 5  # a simulation, which takes its time
        return (), options

    def called(
        self, name: str, function: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]
    ) -> Case:
        said = ", ".join(
            [*map(_described, arguments), *(f"{key}={_described(value)}" for key, value in options.items())]
        )
        return Case("python", call=lambda: function(*arguments, **options), called=f"{name}({said})")


def _nested(rows: Any) -> dict[str, dict[str, Any]]:
    made: dict[str, dict[str, Any]] = {}
    for query, document, value in rows:
        made.setdefault(query, {})[document] = value
    return made


class _Rude:
    """An object whose `repr` fails."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


def _rude(*_: object, **__: object) -> None:
    raise RuntimeError("no")


def _set(inside: list[Any]) -> Any:
    with contextlib.suppress(TypeError):
        return set(inside)
    return inside


def _dict(inside: list[Any]) -> Any:
    with contextlib.suppress(TypeError):
        return {one: one for one in inside}
    return {"q1": inside}


def _array(inside: list[Any]) -> Any:
    with contextlib.suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return np.array(inside)
    return inside


def _frame(inside: list[Any]) -> Any:
    import pandas

    with contextlib.suppress(Exception):
        return pandas.DataFrame({"query_id": inside, "doc_id": inside, "relevance": inside})
    return inside


def _like(scores: Any, rng: random.Random) -> Any:
    try:
        return [rng.random() for _ in scores]
    except Exception:
        return [0.1, 0.2]


def _exercise(*arguments: Any, **options: Any) -> Any:
    from irlearn.byhand.generate import exercise

    return exercise(*arguments, **options)


def _exercise_of(*arguments: Any) -> Any:
    from irlearn.byhand.generate import exercise_by_id

    return exercise_by_id(*arguments)


def _described(value: Any) -> str:
    try:
        text = ascii(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    text = re.sub(r" at 0x[0-9a-f]+", "", text)  # else no two runs are the same
    return text if len(text) < 200 else f"{text[:200]}... ({type(value).__name__})"


# Checks.


class TooSlow(BaseException):
    """The input took more work than two seconds."""


class _Terminal(io.TextIOWrapper):
    """A stream that claims to be a terminal or not."""

    def __init__(self, encoding: str, *, terminal: bool) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, newline="")
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def written(self) -> str:
        self.flush()
        content: bytes = self.buffer.getvalue()  # type: ignore[attr-defined]
        return content.decode(self.encoding)


@contextlib.contextmanager
def watched() -> Iterator[None]:
    """Raise TooSlow when the block uses more than two CPU seconds."""

    def bark(*_: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, bark)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def examine(case: Case, folder: Path) -> list[str]:
    """Return the fault in irlearn's response to an input in an empty folder; empty if there is none.

    No exception but `InputError` (in the shell none at all) and no warning; a status of 0, 1 or 2, of which 1 only by
    `check`; for 2 exactly one line that begins with `irlearn:` (or the summary of a file of answers), nothing else on
    standard output, and no file; lines on standard error of at most 1,000 signs; no control characters on a terminal,
    in a table or on standard error; JSON and CSV that can be read; files that are read stay as they are, and only the
    output appears. A p-value is never 0.
    """
    if case.call is not None:
        return _examine_call(case, folder)
    before = _lay_out(case, folder)
    if case.streams:
        status, out, err, wrong = _in_a_process(case, folder)
    else:
        status, out, err, wrong = _in_this_process(case, folder)
    if wrong:
        return wrong
    return [
        *_status_wrong(case, status, out, err),
        *_text_wrong(case, status, out, err),
        *_files_wrong(case, status, folder, before),
    ]


def _examine_call(case: Case, folder: Path) -> list[str]:
    _lay_out(case, folder)
    os.chdir(folder)
    assert case.call is not None
    try:
        with watched(), warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            result = case.call()
            for look in (repr, str, lambda one: one._repr_html_() if hasattr(one, "_repr_html_") else None):
                if type(result).__module__.startswith("irlearn"):
                    look(result)
    except irlearn.InputError as error:
        text = str(error)
        wrong = [] if len(text) <= LONGEST else [f"a sentence of {len(text)} signs: {text[:200]}"]
        return wrong + (
            [f"control characters in the sentence: {text!r:.300}"] if _controls(text.replace("\t", " ")) else []
        )
    except TooSlow:
        return [f"took more than {SECONDS} s"]
    except BaseException as error:
        return [_traced(error)]
    wrong = [f"warned: {one.category.__name__}: {one.message}" for one in warned[:1]]
    pvalue = getattr(result, "pvalue", None)
    if (
        type(result).__module__.startswith("irlearn")
        and isinstance(pvalue, float)
        and not (math.isnan(pvalue) or 0 < pvalue <= 1)
    ):
        wrong.append(f"p = {pvalue}")
    return wrong


def _lay_out(case: Case, folder: Path) -> dict[str, Any]:
    """Write the input's files and links; return the contents of the folder."""
    for name, content in case.files.items():
        path = folder / name
        with contextlib.suppress(FileExistsError):
            path.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            path.mkdir(exist_ok=True)
        else:
            path.write_bytes(content)
            path.chmod(0o640)
    for name, target in case.links.items():
        if not os.path.lexists(folder / name):
            (folder / name).symlink_to(target)
    return _seen(folder)


def _seen(folder: Path) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for path in sorted(folder.rglob("*")):
        kind: Any = "folder"
        if path.is_symlink():
            kind = ("link", str(path.readlink()))
        elif path.is_file():
            kind = ("file", oct(path.stat().st_mode), path.read_bytes())
        seen[str(path.relative_to(folder))] = kind
    return seen


def _in_this_process(case: Case, folder: Path) -> tuple[int, str, str, list[str]]:
    out, err = _Terminal(case.encoding, terminal=case.terminal), _Terminal(case.encoding, terminal=case.terminal)
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = out, err
    os.chdir(folder)
    status: Any = None
    wrong: list[str] = []
    try:
        with watched(), warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            status = main(case.words)
    except SystemExit as end:  # help and version
        status = end.code
        wrong += [] if status == 0 else [f"left with SystemExit({status!r})"]
    except TooSlow:
        wrong.append(f"took more than {SECONDS} s")
    except BaseException as error:
        wrong.append(_traced(error))
    else:
        wrong += [f"warned: {one.category.__name__}: {one.message}" for one in warned[:1]]
    finally:
        sys.stdout, sys.stderr = streams
    try:
        return status, out.written(), err.written(), wrong
    except UnicodeError as error:
        return status, "", "", [*wrong, f"what was written cannot be encoded: {error}"]


def _in_a_process(case: Case, folder: Path) -> tuple[int, str, str, list[str]]:
    """Run the input in a separate process, as from a shell, with the input's streams."""
    redirected = case.streams if case.streams.startswith((">", "<", "2")) else ""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "IRLEARN_TRACEBACK": ""}
    if case.streams == "LC_ALL=C":
        environment |= {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    script = f'"$@" {redirected}' if case.streams != "| head" else '"$@" | head -c 1; exit "${PIPESTATUS[0]}"'
    try:
        done = subprocess.run(
            ["bash", "-c", script, "bash", sys.executable, "-m", "irlearn", *map(os.fsencode, case.words)],
            cwd=folder, env=environment, capture_output=True, timeout=PATIENCE, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (8, 9)),  # its start is most of it
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return 2, "", "", [f"hung for {PATIENCE} s"]
    except UnicodeEncodeError:  # a word that no system can hand over
        return 0, "", "", []
    out, err = done.stdout.decode(errors="backslashreplace"), done.stderr.decode(errors="backslashreplace")
    if done.returncode == 141 and case.streams == "| head":
        return 0, "", err, []
    return done.returncode, out, err, [] if "Exception ignored" not in err else [f"at its end: {err[-300:]}"]


def _traced(error: BaseException) -> str:
    last = traceback.extract_tb(error.__traceback__)
    place = next(
        (
            f"{Path(one.filename).relative_to(ROOT)}:{one.lineno}"
            for one in reversed(last)
            if one.filename.startswith(str(ROOT / "irlearn"))
        ),
        "?",
    )
    try:
        said = str(error)[:200]
    except Exception:
        said = "?"
    return f"{type(error).__name__} at {place}: {said!a}"


def _is_answers(case: Case) -> bool:
    return case.words[:1] == ["check"] and any(word.startswith("--file") for word in case.words)


def _status_wrong(case: Case, status: int, out: str, err: str) -> Iterator[str]:
    if status not in (0, 1, 2):
        yield f"status {status!r}"
    if status == 1 and case.words[:1] != ["check"]:
        yield "status 1 is for wrong answers"
    if "Traceback" in err or "mistake in irlearn" in err + out:
        yield f"an exception was caught last: {_excerpt(err + out, 'mistake in irlearn')}"
    if "not enough memory" in err:
        yield "ran out of memory"
    if "2>" in case.streams:
        return
    sentences = [line for line in err.splitlines() if line.startswith("irlearn: ")]
    summed = _is_answers(case) and " not checked; " in err
    if status == 2 and len(sentences) != 1 and not summed:
        yield f"{len(sentences)} sentences for status 2: {err[-300:]!a}"
    if status != 2 and sentences:
        yield f"status {status} and yet {sentences[0]!a:.300}"
    if status == 2 and out and not summed and case.streams != "> /dev/full":
        yield f"status 2 and yet this on standard output: {out[:100]!a}"


def _excerpt(text: str, part: str) -> str:
    place = max(text.find(part), 0)
    return ascii(" ".join(text[place : place + 250].split()))


def _controls(text: str) -> bool:
    text = text.replace("\n", "")
    return not text.isprintable() and any(
        unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(sign) in _TURNS
        for sign in text
    )


_TURNS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def _option(words: Sequence[str], name: str, otherwise: str) -> str:
    """Return the last value of an option in arbitrary words, as far as possible."""
    found = otherwise
    for word, following in itertools.pairwise([*words, ""]):
        if word == "--":
            break
        if word == name:
            found = following
        elif word.startswith(f"{name}="):
            found = word.partition("=")[2]
    return found


def _text_wrong(case: Case, status: int, out: str, err: str) -> Iterator[str]:
    if _controls(err):
        yield f"control characters on standard error: {_around_control(err)}"
    longest = max(map(len, err.splitlines()), default=0)
    if longest > LONGEST:
        yield f"a line of {longest} signs on standard error: {err[:150]!a}"
    how = _option(case.words, "--format", "table")
    if (how != "csv" or (case.terminal and not case.streams)) and _controls(out):
        yield f"control characters on standard output: {_around_control(out)}"
    helped = any(word in ("--help", "-h", "--version") for word in case.words) or not case.words
    if out and status in (0, 1) and not helped and case.encoding == "utf-8" and case.streams in ("", "plain", "<&-"):
        yield from _data_wrong(how, out)


def _around_control(text: str) -> str:
    place = next((place for place, sign in enumerate(text) if sign != "\n" and _controls(sign)), 0)
    return ascii(text[max(place - 60, 0) : place + 60])


def _data_wrong(how: str, text: str) -> Iterator[str]:
    if how == "json":
        try:
            json.loads(text, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            yield f"no JSON: {error}"
    elif how == "csv":
        try:
            widths = {len(row) for row in csv.reader(io.StringIO(text, newline=""), strict=True)}
        except csv.Error as error:
            widths = set() if "field larger" in str(error) else {-1}
        if len(widths) > 1 or -1 in widths:
            yield f"rows of a CSV with {sorted(widths)} cells: {text[:200]!a}"


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _files_wrong(case: Case, status: int, folder: Path, before: Mapping[str, Any]) -> Iterator[str]:
    after = _seen(folder)
    made = [name for name in after if name not in before]
    changed = [name for name in before if name in after and after[name] != before[name]]
    lost = [name for name in before if name not in after]
    parts = [name for name in made if name.endswith(".part")]
    if parts or lost:
        yield f"left behind: {parts!a}; lost: {lost!a}"
    if case.kind == "lessons":
        own = {name for name in changed if not name.endswith(".irlearn-lessons.json")}
        if own:
            yield f"changed the learner's {own!a}"
        return
    target = _option(case.words, "--output", "")
    target = case.links.get(target, target)
    allowed = {target} if target and (status in (0, 1) or _is_answers(case)) else set()
    strange = {*made, *changed} - allowed
    if strange:
        yield f"status {status} and yet wrote {sorted(strange)!a}"
    for name in allowed & {*made, *changed}:
        content = after[name][2].decode()
        yield from _data_wrong(_option(case.words, "--format", "table"), content)
        if name in before and after[name][1] != before[name][1]:
            yield f"changed the mode of {name!a}"
        if name in changed and "--force" not in case.words:
            yield f"wrote over {name!a}"


# Many inputs.


@dataclass(frozen=True)
class Found:
    """A failing input and its fault."""

    number: int
    case: str
    wrong: tuple[str, ...]


def examine_number(seed: int, number: int) -> Found | None:
    """Create and examine the input of a number in a separate folder; return its failure or None."""
    case = Maker(seed, number).case()
    said = str(case)
    home = Path.cwd()
    folder = Path(tempfile.mkdtemp(prefix="hostile-"))
    try:
        wrong = examine(case, folder)
    finally:
        os.chdir(home)
        shutil.rmtree(folder, ignore_errors=True)
    return Found(number, said, tuple(wrong)) if wrong else None


def prepare() -> None:
    """Import modules before any input is timed, and replace the lessons by two small lessons."""
    import pandas  # noqa: F401

    os.environ.pop("IRLEARN_TRACEBACK", None)
    own = Path(tempfile.mkdtemp(prefix="hostile-lessons-"))
    for name in ("00_start_here.ipynb", "01_more.ipynb"):
        (own / name).write_text(name)
    lessons._shipped = lambda: {path.name: path for path in sorted(own.iterdir())}
    lessons._open_lessons = lambda *_, **__: 0
    os.fsync = lambda _: None  # what is written here need not outlive the machine
    output._SLOW = math.inf  # a bar is meant to move on its line, and comes by the clock
    quiet = io.StringIO()
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        for words in (
            ["explain", "all", "1 0 1"], ["check", "AP", "1 0 1", "0.5"], ["check", "sign", "1 0 2 | 0 1 1", "0.5"],
            ["check", "MAP", "1 0 | 1 1", "0.3"], ["compare", "x", "y", "z"], ["outcomes", "x", "y", "z"], ["score",
            "x", "y"],
        ):  # fmt: skip
            main(words)
        statistics.permutation_test([0.1, 0.2, 0.4], [0.2, 0.1, 0.1])
        _exercise("ap", 1)
        for test in (
            statistics.paired_t,
            statistics.wilcoxon_rank_sum,
            statistics.cliffs_delta,
            statistics.bootstrap_interval,
        ):
            with contextlib.suppress(irlearn.InputError):
                test([0.1, 0.2, 0.4], [0.2, 0.1, 0.1])


def _work(seed: int, numbers: Sequence[int], pipe: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    prepare()
    for number in numbers:
        pipe.send(number)  # what hangs is then known
        pipe.send(examine_number(seed, number))
    pipe.send(None)
    pipe.close()


class _Worker:
    """A process that examines inputs, and can be restarted after an input that hangs."""

    def __init__(self, seed: int, numbers: Sequence[int]) -> None:
        self.seed, self.left = seed, list(numbers)
        self.start()

    def start(self) -> None:
        self.pipe, end = multiprocessing.get_context("fork").Pipe(duplex=False)
        self.process = multiprocessing.get_context("fork").Process(
            target=_work, args=(self.seed, self.left, end), daemon=True
        )
        self.process.start()
        end.close()
        self.at: int | None = None
        self.since = time.monotonic()

    def look(self) -> Iterator[Found]:
        """Return new failures; restart a dead or hanging worker after its current input."""
        try:
            while self.pipe.poll():
                said = self.pipe.recv()
                if isinstance(said, int):
                    self.at, self.since = said, time.monotonic()
                elif self.at is not None:
                    self.left.remove(self.at)
                    self.at = None
                    if said is not None:
                        yield said
        except (EOFError, OSError):
            self.process.join()
        died = not self.process.is_alive() and self.left
        if died or (self.at is not None and time.monotonic() - self.since > 2 * PATIENCE):
            self.process.kill()
            self.process.join()
            at = self.at if self.at is not None else self.left[0]
            self.left.remove(at)
            yield Found(
                at, str(Maker(self.seed, at).case()), (f"died with {self.process.exitcode}" if died else "hung",)
            )
            if self.left:
                self.start()

    @property
    def done(self) -> bool:
        return not self.left


def examine_many(seed: int, numbers: Sequence[int], told: Callable[[Found], None]) -> int:
    """Examine these inputs; return the number of failures."""
    workers = [_Worker(seed, numbers[first::WORKERS]) for first in range(min(WORKERS, len(numbers)))]
    failed = 0
    while not all(worker.done for worker in workers):
        for worker in workers:
            for found in worker.look():
                failed += 1
                told(found)
        time.sleep(0.05)
    return failed


def _main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=10_000, help="how many (default: 10000)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default: 1)")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="this one alone, in this process")
    options = parser.parse_args()
    here = Path(__file__).relative_to(Path.cwd()) if Path(__file__).is_relative_to(Path.cwd()) else Path(__file__)

    def told(found: Found) -> None:
        print(f"{found.number}: {found.case}")
        for one in found.wrong:
            print(f"    {one}")
        print(f"    python {here} --seed {options.seed} --only {found.number}", flush=True)

    if options.only is not None:
        prepare()
        print(Maker(options.seed, options.only).case())
        found = examine_number(options.seed, options.only)
        if found:
            told(found)
        return 1 if found else 0
    started = time.monotonic()
    failed = examine_many(options.seed, range(options.inputs), told)
    print(f"{options.inputs:,} inputs of seed {options.seed}: {failed} fail; {time.monotonic() - started:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(_main())

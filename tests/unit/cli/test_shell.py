"""Test the command in a shell: odd words, closed streams, strange output files, and signals."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from message_parts import parts

from irlearn.cli import main


@pytest.fixture
def files(root, tmp_path, monkeypatch):
    """A folder with the small example files, which is also the current folder."""
    for source in (root / "tests" / "data").iterdir():
        (tmp_path / source.name).write_bytes(source.read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(capsys, *arguments: str) -> str:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("irlearn: ")
    assert err.count("\n") == 1
    assert len(err) < 1000
    assert err[:-1].isprintable()
    return err


# words


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chek", "AP"], "'chek' … check"),
        (["xyzzy"], "there is no command 'xyzzy'; the commands are lessons, score, compare"),
        ([""], "there is no command ''; the commands are"),
        (["-"], "there is no command '-'"),
        (["--format", "json", "score", "qrels.txt", "a.run"], "options after it, as in irlearn score --format"),
        (["--format=json", "explain", "AP", "1"], "options after it, as in irlearn explain --format;"),
        (["-x"], "options after it, as in irlearn COMMAND -x; see irlearn --help"),
        (["a\x1b[31m\nb"], r"there is no command 'a\x1b[31m\nb'"),
        (["x" * 10_000_000], "(10,000,000 characters)"),
        (["-" + "x" * 10_000_000], "the command comes first"),
        (["score", "qrels.txt", "bm25.run", "--format", "x" * 10_000_000], "invalid choice"),
        (["score", "qrels.txt", "bm25.run", "--" + "x" * 10_000_000], "unrecognized arguments"),
        (["explain", "AP", "1 0", "--relevant", "9" * 5000], "'9999"),
        (["explain", "MAP", "1 | 0", "--relevant", "1," + "9" * 5000], "numbers, separated by commas"),
        (["outcomes", "a", "b", "c", "--multiplicity", "9" * 5000], "100 digits"),
        (["lessons", "--port", "9" * 5000], "'9999"),
        (["score", "qrels.txt", "bm25.run", "-m", "P@5,,AP"], "comma"),
        (["score", "qrels.txt", "bm25.run", "-m", "AP,10"], "no measure comes before the cutoff 10"),
        (["score", "qrels.txt", "bm25.run", "-m", "AP,ndgc@5"], "'ndgc@5' … nDCG@5"),
        (["score", "qrels.txt", "bm25.run", "-m", "AP ndgc@5"], "'ndgc@5' … nDCG@5"),
        (["score", "qrels.txt", "bm25.run", "-m", "AP", "P@10"], "P@10: there is no such file; measures follow"),
        (["explain", "--qrels", "qrels.txt", "--run", "bm25.run", "--query", "q1"], "required: MEASURE; see"),
        (["explain"], "MEASURE, RANKING"),
        (["explain", "-m", "AP"], "required: RANKING; see"),
        (["score", "qrels.txt", "bm25.run", "-m", "AP;P@5"], "names 2 measures where one is asked for"),
        (["extremes", "--mean", "0.2", "--se", "0.1", "--systems", "3", "-m", "AP,P@5"], "names 2 measures"),
        (["score", "qrels.txt", "bm25.run", "-m", "AP(rel=2"], "'AP(rel=2'"),
    ],
)  # fmt: skip
def test_invalid_words_are_rejected_with_advice(files, capsys, words, sentence):
    assert re.search(parts(sentence), refused(capsys, *words))


@pytest.mark.parametrize(
    "words",
    [
        ["check", "--relevant", "3", "AP", "1 0 1", "5/9"],
        ["check", "AP", "--relevant", "3", "1 0 1", "5/9"],
        ["check", "AP", "1 0 1", "--relevant", "3", "5/9"],
        ["check", "AP", "1 0 1", "5/9", "--relevant=3"],
        ["check", "--relevant", "3", "--", "AP", "1 0 1", "5/9"],
    ],
)
def test_options_may_precede_and_follow_other_words(words, capsys):
    assert main(words) == 0


def test_options_may_be_between_runs_and_rankings(files, capsys):
    assert main(["score", "qrels.txt", "-m", "AP", "bm25.run", "--per-query", "neural.run"]) == 0
    assert main(["explain", "AP", "--relevant", "3", "1", "0", "1"]) == 0
    assert "5/9" in capsys.readouterr().out


def test_file_name_may_look_like_a_negative_number(files, capsys):
    Path("bm25.run").rename("-1.run")
    assert main(["score", "qrels.txt", "-1.run"]) == 0
    assert "-1  " in capsys.readouterr().out


@pytest.mark.parametrize("sign", ["\x1b[2J", "\x9b2J", "\u202e", "\u2066", "\r", "\x07", "\x7f"])
def test_control_characters_are_never_printed(files, capsys, sign):
    name = f"a{sign}b.run"
    Path("bm25.run").rename(name)
    for words in (["score", "qrels.txt", name], ["score", "qrels.txt", name, "--format", "json"]):
        assert main(words) == 0
        out, err = capsys.readouterr()
        assert (out + err).replace("\n", "").isprintable()
    assert json.loads(out)[0]["run"] == f"a{sign}b"
    for words in (
        ["score", "qrels.txt", f"none{sign}"],
        ["explain", "AP", f"1 {sign} x"],
        [sign],
        ["explain", f"A{sign}P", "1"],
    ):
        refused(capsys, *words)


def test_csv_keeps_control_characters_for_programs_and_escapes_them_on_a_terminal(files, capsys, monkeypatch):
    Path("bm25.run").rename("a\x1b[2J.run")
    words = ["score", "qrels.txt", "a\x1b[2J.run", "-m", "AP", "--format", "csv"]
    assert main(words) == 0
    assert next(csv.DictReader(io.StringIO(capsys.readouterr().out)))["run"] == "a\x1b[2J"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(words) == 0
    assert "a\\x1b[2J" in capsys.readouterr().out


@pytest.mark.parametrize("how", ["table", "json", "csv"])
def test_run_with_a_name_that_is_not_utf_8_is_scored(files, capsys, how):
    name = os.fsdecode(b"a\xff\xfeb.run")
    Path("bm25.run").rename(name)
    assert main(["score", "qrels.txt", name, "--format", how, "--output", "out.txt"]) == 0
    assert r"a\xff\xfeb" in Path("out.txt").read_text(encoding="utf-8").replace("\\\\", "\\")
    assert main(["score", "qrels.txt", name, "--format", how]) == 0


def test_internal_error_is_one_sentence_and_exits_with_2(files, capsys, monkeypatch):
    def stumble(_: object) -> None:
        raise RecursionError("a\x1b[31m" * 1000)

    monkeypatch.setattr("irlearn.cli.score._score", stumble)
    sentence = refused(capsys, "score", "qrels.txt", "bm25.run")
    assert "a mistake in irlearn itself (RecursionError: " in sentence
    assert "please report it" in sentence
    monkeypatch.setenv("IRLEARN_TRACEBACK", "1")
    assert main(["score", "qrels.txt", "bm25.run"]) == 2
    assert "Traceback" in capsys.readouterr().err


# where the result goes


@pytest.mark.parametrize("name", ["qrels.txt", "bm25.run", "./bm25.run", "link"])
def test_output_never_replaces_an_input_file(files, capsys, name):
    Path("link").symlink_to("bm25.run")
    before = Path(name).read_bytes()
    assert "one of the input files" in refused(capsys, "score", "qrels.txt", "bm25.run", "--output", name, "--force")
    assert Path(name).read_bytes() == before


@pytest.mark.parametrize("command", ["compare", "outcomes"])
def test_output_never_replaces_the_runs_of_a_comparison(files, capsys, command):
    words = [command, "qrels.txt", "bm25.run", "neural.run", "--output", "neural.run", "--force"]
    assert "one of the input files" in refused(capsys, *words)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("a\0b", "contains a zero byte"),
        ("x" * 300, "cannot be written: file name too long"),
        ("x" * 100_000, "cannot be written: file name too long"),
        ("loop", "is a link that leads back to itself"),
        ("none/a\x1bb", r"none/a\x1bb is in a folder that does not exist"),
        ("bm25.run/a", "is in a folder that does not exist"),
        ("", "is a folder"),
    ],
)
def test_unwritable_output_is_rejected(files, capsys, name, sentence):
    Path("loop").symlink_to("loop")
    assert re.search(parts(sentence), refused(capsys, "explain", "AP", "1 0", "--output", name, "--force"))


def test_force_keeps_the_mode_and_the_link(files, capsys):
    Path("there.txt").write_text("mine")
    Path("there.txt").chmod(0o600)
    Path("link.txt").symlink_to("there.txt")
    assert main(["explain", "AP", "1 0", "--output", "link.txt", "--force"]) == 0
    assert Path("link.txt").is_symlink()
    assert Path("there.txt").stat().st_mode & 0o777 == 0o600
    assert "AP" in Path("there.txt").read_text()


# streams


def in_a_shell(environment, folder, command: str) -> subprocess.CompletedProcess[str]:
    script = f'irlearn() {{ "{sys.executable}" -m irlearn "$@"; }}; {command}'
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, timeout=60
    )


SCORE = "irlearn score qrels.txt bm25.run -m AP"


@pytest.mark.grid
@pytest.mark.parametrize(
    ("command", "status", "sentence"),
    [
        (f"{SCORE} >&-", 2, "standard output is closed, so nothing can be shown; give --output FILE"),
        (f"{SCORE} > /dev/full", 2, "irlearn: the output: no space left on device"),
        (f"{SCORE} --output out.txt >&-", 0, ""),
        (f"{SCORE} 2>&-", 0, ""),
        (f"{SCORE} 2> /dev/full", 0, ""),
        (f"{SCORE} <&-", 0, ""),
        ("irlearn score qrels.txt none.run 2>&-", 2, ""),
        ("irlearn score qrels.txt none.run 2> /dev/full", 2, ""),
        ("irlearn score qrels.txt none.run >&- 2>&-", 2, ""),
        ("irlearn check AP '1 0 1' 0.9 >&-", 2, "standard output is closed"),
        ("irlearn --help > /dev/full", 0, ""),
        ("irlearn score --help >&-", 0, ""),
        ("irlearn --help | true", 0, ""),
        ("PYTHONIOENCODING=ascii irlearn explain nDCG '2 1'", 0, ""),
    ],
)
def test_closed_or_full_streams_give_a_clear_status(files, shell_environment, command, status, sentence):
    done = in_a_shell(shell_environment, files, command)
    assert done.returncode == status
    assert re.search(parts(sentence), done.stderr)
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert sum(line.startswith("irlearn: ") for line in done.stderr.splitlines()) == bool(sentence)


def test_output_for_closed_streams_is_not_written_to_files(files, shell_environment):
    """Where a stream is closed, the next file that is opened gets its number."""
    before = {path.name: path.read_bytes() for path in files.iterdir()}
    assert in_a_shell(shell_environment, files, f"{SCORE} --output out.txt >&- 2>&- <&-").returncode == 0
    after = {path.name: path.read_bytes() for path in files.iterdir()}
    assert after.pop("out.txt").startswith(b"run")
    assert after == before


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_killed_command_leaves_no_partial_files(files, shell_environment, name):
    """It is stopped where the file has been filled and not yet got its name, also where the tests run under nohup."""
    code = (
        "import os, signal, sys, time; signal.signal(signal.SIGHUP, signal.SIG_DFL); "
        "os.fsync = lambda _: (print('filled', flush=True), time.sleep(60)); "
        "from irlearn.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    before = sorted(path.name for path in files.iterdir())
    words = [sys.executable, "-c", code, "score", "qrels.txt", "bm25.run", "--output", "out.txt"]
    process = subprocess.Popen(words, env=shell_environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "filled\n"
    time.sleep(0.1)
    process.send_signal(getattr(signal, name))
    try:
        _, err = process.communicate(timeout=20)
    finally:
        process.kill()
    number = getattr(signal, name)
    assert process.returncode == (-number if name == "SIGKILL" else 128 + number)
    assert "Traceback" not in err
    hidden = [path.name for path in files.glob(".irlearn-*.part")]
    assert len(hidden) == (name == "SIGKILL"), "only what nothing can clean up stays, until a later write"
    assert sorted(path.name for path in files.iterdir()) == sorted([*before, *hidden])

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
import time
import urllib.error
import urllib.request
from contextlib import closing, contextmanager, suppress
from importlib import metadata
from pathlib import Path

import pytest
from message_parts import parts

from irlearn import InputError
from irlearn.cli import lessons, main, output, runs


@pytest.fixture
def files(root, tmp_path, monkeypatch):
    """A folder with the small example files, which is also the current folder."""
    for source in (root / "tests" / "data").iterdir():
        (tmp_path / source.name).write_bytes(source.read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(capsys, *arguments: str) -> str:
    """The sentence with which the command refuses these arguments."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("irlearn: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


# score


def test_score_prints_an_aligned_table_and_one_line_of_notes_a_run(files, capsys):
    assert main(["score", "qrels.txt", "bm25.run", "neural.run"]) == 0
    out, err = capsys.readouterr()
    assert out == (
        "run     queries      AP  nDCG@10      RR    P@10\n"
        "bm25          3  0.4167   0.5322  0.4444  0.1667\n"
        "neural        3  0.9167   0.9760  1.0000  0.2000\n"
    )
    assert [line.partition(": ")[0] for line in err.splitlines()] == ["bm25.run", "neural.run"]


def test_score_as_json_gives_the_mean_as_the_query_all(files, capsys):
    assert main(["score", "qrels.txt", "bm25.run", "-m", "AP", "-m", "gMAP", "--format", "json"]) == 0
    records = json.loads(capsys.readouterr().out)
    assert [(record["run"], record["query"], record["measure"]) for record in records] == [
        ("bm25", "all", "AP"),
        ("bm25", "all", "gMAP"),
    ]
    assert records[0]["value"] == pytest.approx((1 / 3 + 7 / 12 + 1 / 3) / 3)
    assert records[1]["value"] == pytest.approx((1 / 3 * 7 / 12 * 1 / 3) ** (1 / 3))


def test_score_as_json_has_null_where_a_measure_is_not_defined(files, capsys):
    main(["score", "qrels.txt", "bm25.run", "-m", "ESL(wanted=2)", "--per-query", "--format", "json"])
    values = {record["query"]: record["value"] for record in json.loads(capsys.readouterr().out)}
    assert values == {"q1": 4, "q2": 3, "q3": None, "all": 3.5}


def test_score_as_csv_has_full_precision(files, capsys):
    main(["score", "qrels.txt", "bm25.run", "-m", "ESL(wanted=2)", "-m", "RR", "--per-query", "--format", "csv"])
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    found = {(row["query"], row["measure"]): row["value"] for row in rows}
    assert found["q3", "RR"] == repr(1 / 3)
    assert found["q3", "ESL(wanted=2)"] == ""


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["a/x.run", "b/x.run"], ["a/x.run", "b/x.run"]),
        (["x.run", "x.txt"], ["x.run", "x.txt"]),
        (["p/a/x.run", "q/a/x.run", "y.run.gz"], ["p/a/x.run", "q/a/x.run", "y"]),
        (["bm25.v2.run"], ["bm25.v2"]),
    ],
)
def test_run_names_are_stems_or_distinct_path_endings(paths, names):
    assert list(runs.run_names(paths).values()) == names


def test_score_output_is_replaced_only_with_force(files, capsys):
    arguments = ["score", "qrels.txt", "bm25.run", "-m", "AP", "--format", "csv", "--output", "scores.csv"]
    assert main(arguments) == 0
    assert capsys.readouterr().out == ""
    before = Path("scores.csv").read_text()
    assert before.startswith("run,query,measure,value\nbm25,all,AP,")
    assert "scores.csv exists already" in refused(capsys, *arguments)
    assert main([*arguments[:-2], "-m", "RR", "--output", "scores.csv", "--force"]) == 0
    assert Path("scores.csv").read_text() != before
    assert not list(files.glob(".*"))


def test_output_is_written_atomically(files, capsys, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    assert "no space left on device" in refused_with_notes(
        capsys, "score", "qrels.txt", "bm25.run", "--output", "scores.txt"
    )
    assert not Path("scores.txt").exists()
    assert not list(files.glob(".*"))


def test_system_error_is_reported_with_the_file(files, capsys, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(5, "Input/output error", "scores.txt")))
    said = refused_with_notes(capsys, "score", "qrels.txt", "bm25.run", "--output", "scores.txt")
    assert said == "irlearn: scores.txt: input/output error"


def refused_with_notes(capsys, *arguments: str) -> str:
    assert main(arguments) == 2
    return capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("there/scores.txt", "a folder that does not exist"),
        (".", "is a folder; give a file"),
        ("/dev/null", "not a plain"),
    ],
)
def test_unwritable_output_is_rejected_before_scoring(files, capsys, output, sentence):
    assert re.search(parts(sentence), refused(capsys, "score", "qrels.txt", "bm25.run", "--output", output, "--force"))


BAD = {
    "cut.run": (b"q1 Q0 d1 1 9.5 tag\nq1 Q0 d2 2\n", "line 2"),
    "wide.run": (b"q1 Q0 d1 1 9.5 tag\nq1 Q0 d2 2 9 tag more\n", "line 2"),
    "word.run": (b"q1 Q0 d1 1 high tag\n", "line 1"),
    "nan.run": (b"q1 Q0 d1 1 nan tag\n", "line 1"),
    "infinite.run": (b"q1 Q0 d1 1 inf tag\n", "line 1"),
    "twice.run": (b"q1 Q0 d1 1 9 tag\nq1 Q0 d1 2 8 tag\n", "line"),
    "empty.run": (b"", "is empty"),
    "strange.run": (b"other Q0 d1 1 9 tag\n", "no query in common"),
    "binary.run": (bytes(range(256)) * 4, "binary.run"),
    "latin.run": (b"q1 Q0 d\xc3\xa9\xe9 1 9 tag\n", "UTF-8"),
    "short.run.gz": (gzip.compress(b"q1 Q0 d1 1 9 tag\n" * 99)[:-12], "cut short"),
}


@pytest.mark.parametrize("name", BAD)
def test_unusable_run_is_rejected_in_one_sentence(files, capsys, name):
    content, part = BAD[name]
    Path(name).write_bytes(content)
    sentence = refused(capsys, "score", "qrels.txt", name)
    assert name in sentence
    assert part in sentence


@pytest.mark.parametrize(
    ("qrels", "run", "part"),
    [
        ("bm25.run", "bm25.run", "bm25.run, line 1: looks like"),
        ("qrels.txt", "qrels.txt", "qrels.txt, line 1: looks like"),
        ("none.txt", "bm25.run", "none.txt: there is no such file"),
        ("qrels.txt", "none.run", "none.run: there is no such file"),
        ("qrels.txt", ".", "directory"),
    ],
)
def test_swapped_files_are_rejected_in_one_sentence(files, capsys, qrels, run, part):
    assert re.search(parts(part), refused(capsys, "score", qrels, run))


def test_unusable_qrels_are_rejected_in_one_sentence(files, capsys):
    Path("half.txt").write_text("q1 0 d1 1\nq1 0 d2 0.5\n")
    assert "half.txt, line 2" in refused(capsys, "score", "half.txt", "bm25.run")
    Path("two.txt").write_text("q1 0 d1 1\nq1 0 d1 2\n")
    assert "two.txt, line" in refused(capsys, "score", "two.txt", "bm25.run")


def test_harmless_bytes_are_read_without_notes(files, capsys):
    plain = Path("bm25.run").read_bytes()
    main(["score", "qrels.txt", "bm25.run"])
    expected = capsys.readouterr()
    odd = b"\xef\xbb\xbf" + plain.replace(b"\n", b"\r\n").replace(b" Q0 ", b"\tQ0   ").rstrip()
    Path("bm25.run").write_bytes(odd)
    main(["score", "qrels.txt", "bm25.run"])
    assert capsys.readouterr() == expected


@pytest.mark.parametrize(
    ("measure", "part"),
    [
        ("nDGC@10", " nDCG@10?"),
        ("xyzzy", "the measures are P, R"),
        ("P@0", "cutoff of P"),
        ("P@-3", "1 or more"),
        ("AP(rel=0)", "rel of AP"),
        ("AP(depth=3)", "'depth'"),
        ("AP(rel)", "must read name=value"),
    ],
)
def test_unknown_measure_is_rejected_in_one_sentence(files, capsys, measure, part):
    assert re.search(parts(part), refused(capsys, "score", "qrels.txt", "bm25.run", "-m", measure))
    assert re.search(parts(part), refused(capsys, "explain", measure, "1 0 1"))


def test_repeated_run_is_rejected(files, capsys):
    assert "bm25.run is given twice" in refused(capsys, "score", "qrels.txt", "bm25.run", "./bm25.run")


# explain


def test_explain_prints_the_hand_calculation(capsys):
    assert main(["explain", "AP", "1 1 1 0 1 1 0 1 0 0", "--relevant", "8"]) == 0
    assert "AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 8 = 323/480 = 0.6729" in capsys.readouterr().out


def test_explain_as_json(capsys):
    assert main(["explain", "AP", "1 0 1", "--missed", "1", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["measure"], found["fraction"], found["value"]) == ("AP", "5/9", pytest.approx(5 / 9))
    assert [step["running"] for step in found["steps"]] == pytest.approx([1 / 3, 1 / 3, 5 / 9])


def test_explain_as_json_has_null_where_a_measure_is_not_defined(capsys):
    assert main(["explain", "ESL(wanted=3)", "1 0 1", "--format", "json"]) == 0

    def no_constant(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    found = json.loads(capsys.readouterr().out, parse_constant=no_constant)
    assert found["value"] is found["steps"][0]["running"] is None


def test_explain_as_csv_has_one_row_a_rank(capsys):
    assert main(["explain", "RR", "0 1 0", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["contribution"] for row in rows] == ["0.0", "0.5", "0.0"]


@pytest.mark.parametrize("ranking", [["-1 0 1"], ["--", "-1 0 1"], ["1", "0", "1"], ["relevant at 1, 3 of 3"]])
def test_explain_reads_documented_notations_of_rankings(capsys, ranking):
    before = ["explain", "Judged" if "-1 0 1" in ranking else "P"]
    assert main([*before, *ranking]) == 0
    assert "2/3" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["AP", "1 x 0"], "'x' at rank 2"),
        (["AP", "1 0.5"], "'0.5'"),
        (["AP", "1 1", "--relevant", "1"], "2 relevant documents … 1"),
        (["AP", "1 1", "--relevant", "many"], "'many'"),
        (["AP", "1 1", "--missed", "q"], "missed"),
        (["AP", ""], "the ranking is empty"),
        (["MAP", "1 1", "--relevant", "2,3"], "one ranking takes one number of relevant documents; given: 2"),
        (["AP", "run"], "may be a word or a name, or the ranks R U N; write 'R U N' for ranks"),
        (["AP"], "RANKING … irlearn explain --help"),
        (["AP,", "1 1"], "comma"),
        (["AP,P@5", "1 1 | 0 1"], "contains 2 rankings, but one is asked for"),
        (["AP", "1 1 | 0 1"], "2 rankings … MAP"),
        (["AP,P", "1 1", "--relevant", "2,3"], "relevant documents … 2"),
        (["AP", "1 1", "--relevant", "2,x"], "'2,x'"),
        (["MAP", "1 1 | 0 1", "--relevant", "2"], "2 rankings … relevant documents … 1"),
        (["gMAP", "values 1 1.5"], "value of query 2 … '1.5'"),
        (["gMAP", "values 0.5,,1"], "a value is missing"),
        (["IPrec@2", "1 1"], "recall level of IPrec … 2"),
        (["P", "relevant at 1, 3"], "'relevant at 1, 3' leaves open how long the list is"),
        (
            ["AP", "relevant at 1, 3 or 5"],
            "is not understood at 'or'; write ranks of relevant documents, such as 'relevant at",
        ),
        (["AP", "1 1", "--format", "pdf"], "invalid choice: 'pdf'"),
        (["AP", "1 1", "--output", "no/such/folder.txt"], "in a folder that does not exist"),
    ],
)
def test_explain_rejects_bad_input_in_one_sentence(capsys, arguments, part):
    assert re.search(parts(part), refused(capsys, "explain", *arguments))


HOMEWORK = "relevant documents are at ranks 1, 3, 4, 6 and 9 of 10, 7 are relevant in all"


def test_explain_several_measures_is_a_sheet(capsys):
    assert main(["explain", "P,R,nDCG(dcg='exp-log2')@5,AP", HOMEWORK]) == 0
    sheet = capsys.readouterr().out
    assert "AP = (1/1 + 2/3 + 3/4 + 4/6 + 5/9) / 7 = 131/252 = 0.5198" in sheet
    assert "\nnDCG(dcg='exp-log2')@5, normalized discounted cumulated gain" in sheet
    assert "nDCG@5 = DCG@5 / IDCG@5" in sheet
    assert main(["explain", "-m", "P", "-m", "R", "-m", "nDCG(dcg='exp-log2')@5", "-m", "AP", HOMEWORK]) == 0
    assert capsys.readouterr().out == sheet


def test_explain_all_is_a_sheet_of_every_measure(capsys):
    assert main(["explain", "all", "1", "0", "1", "--relevant", "4", "--format", "json"]) == 0
    sheet = json.loads(capsys.readouterr().out)
    assert [result["measure"] for result in sheet["measures"]][:5] == ["P", "R", "F", "IPrec", "AP"]
    assert [result["fraction"] for result in sheet["measures"]][:3] == ["2/3", "1/2", "4/7"]


@pytest.mark.parametrize(
    ("how", "start", "part"),
    [
        ("text", "Solved sheet: 3 retrieved", "AP = (1/1 + 2/3) / 2 = 5/6 = 0.8333"),
        ("markdown", "# Solved sheet", r"$\text{AP} = \frac{\frac{1}{1} + \frac{2}{3}}{2} = \frac{5}{6} = 0.8333$"),
        ("latex", "% needs", r"\text{AP} &= \frac{\frac{1}{1} + \frac{2}{3}}{2} = \frac{5}{6} = 0.8333"),
        ("html", "<!DOCTYPE html>", "<h2>AP, average precision</h2>"),
        ("csv", "measure,value,fraction\n", ",5/6\n"),
    ],
)
def test_explain_writes_a_sheet_in_each_format(capsys, how, start, part):
    assert main(["explain", "P,AP", "1 0 1", "--format", how]) == 0
    out = capsys.readouterr().out
    assert out.startswith(start)
    assert part in out


@pytest.mark.parametrize("how", ["markdown", "latex", "html"])
@pytest.mark.parametrize("asked", [["RR", "0 1"], ["MRR", "0 1 | 1"]])
def test_explain_writes_measures_and_means_in_each_format(capsys, how, asked):
    assert main(["explain", *asked, "--format", how]) == 0
    assert "RR" in capsys.readouterr().out


def test_explain_of_a_mean_takes_rankings_or_values(capsys):
    assert main(["explain", "MAP", "1 0 1 | 0 1", "--relevant", "2,3"]) == 0
    assert "MAP = (5/6 + 1/6) / 2 = 1/2 = 0.5" in capsys.readouterr().out
    assert main(["explain", "gMAP", "values", "1", "0.5", "0.1", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["measure"], found["fraction"], found["exact"]) == ("gMAP", None, "(1/20)^(1/3)")
    assert main(["explain", "MRR", "01 | 1", "--format", "csv"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "query,term,value,contribution,running",
        "1,1/2,0.5,0.25,0.5",
        "2,1,1.0,0.5,0.75",
    ]


def test_ideal_dcg_and_interpolated_precision_are_scored_and_explained(files, capsys):
    assert main(["score", "qrels.txt", "neural.run", "-m", "IDCG@5", "-m", "IPrec@0.3", "-m", "IPrec"]) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == ["run", "queries", "IDCG@5", "IPrec@0.3", "IPrec"]
    assert main(["explain", "IDCG@5", "3 2 1 2 3"]) == 0
    assert "= 7.141" in capsys.readouterr().out


def test_explain_writes_a_file_and_does_not_replace_one_without_force(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = ["explain", "all", HOMEWORK, "--format", "html", "--output", "sheet.html"]
    assert main(arguments) == 0
    assert capsys.readouterr().out == ""
    assert "sheet.html exists already" in refused(capsys, *arguments)
    assert main([*arguments, "--force"]) == 0
    assert Path("sheet.html").read_text(encoding="utf-8").endswith("</html>\n")


# the command itself


def test_command_without_arguments_prints_help(capsys):
    assert main([]) == 0
    assert "lessons" in capsys.readouterr().out


def test_version_option_prints_the_version(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"irlearn {metadata.version('irlearn')}\n"


@pytest.mark.parametrize("command", ["lessons", "score", "explain"])
def test_help_of_each_command_has_an_example(capsys, command):
    with pytest.raises(SystemExit) as done:
        main([command, "--help"])
    assert done.value.code == 0
    assert re.search(rf"examples:\n  irlearn {command}", capsys.readouterr().out)


@pytest.mark.parametrize("arguments", [["sing"], ["score"], ["score", "a", "b", "--format", "xml"], ["--nonsense"]])
def test_argparse_errors_are_one_sentence(capsys, arguments):
    refused(capsys, *arguments)


def run_shell(environment, *arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "irlearn", *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def test_scoring_loads_no_heavy_library(files, shell_environment):
    code = (
        "import sys; from irlearn.cli import main; main(['score', 'qrels.txt', 'bm25.run']); "
        "heavy = {'matplotlib', 'ipywidgets', 'anywidget', 'pandas', 'tqdm', 'json', 'csv', 'scipy'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], env=shell_environment, capture_output=True, text=True, check=True
    )
    assert found.stdout.splitlines()[-1] == "[]"


def test_closed_pipe_is_no_error(files, shell_environment):
    queries = "".join(f"q{number} 0 d1 1\n" for number in range(20_000))
    Path("many.txt").write_text(queries)
    Path("many.run").write_text("".join(f"q{number} Q0 d1 1 1 t\n" for number in range(20_000)))
    process = run_shell(shell_environment, "score", "many.txt", "many.run", "--per-query", "--format", "json")
    process.stdout.readline()
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 141
    assert error == ""


@contextmanager
def writer_of(pipe):
    """The other end of a pipe, open once somebody reads it."""
    for _ in range(400):
        with suppress(OSError):  # nobody yet
            writer = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
            break
        time.sleep(0.05)
    yield
    os.close(writer)


def test_keyboard_interrupt_prints_nothing(files, shell_environment):
    os.mkfifo("waiting.run")
    process = run_shell(shell_environment, "score", "qrels.txt", "waiting.run")
    with writer_of("waiting.run"):  # it waits for what is written
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=20)
    assert (process.returncode, out, error) == (130, "", "")


def test_progress_bar_appears_on_a_terminal_after_a_second(monkeypatch):
    reader, writer = pty.openpty()
    termios.tcsetwinsize(writer, (25, 80))
    with os.fdopen(writer, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        with closing(output.Progress(["a", "b"])) as bar:
            bar.start("a")
            bar.reading(0.5)
            assert "tqdm" not in sys.modules or bar._bar is None
            bar._started -= 2
            bar.start("b")
            bar.scoring(0.5)
            assert "scoring" in os.read(reader, 9999).decode()
    os.close(reader)


# lessons


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Two small lessons in the place of the real ones; the learner's folder is beside them."""
    package = tmp_path / "package"
    (package / "lessons" / "instructor").mkdir(parents=True)
    (package / "lessons" / "00_start_here.ipynb").write_text("first")
    (package / "lessons" / "01_more.ipynb").write_text("second")
    (package / "lessons" / "instructor" / "answers.md").write_text("42")
    (package / "lessons" / "images").mkdir()
    (package / "lessons" / "images" / "01.svg").write_text("a picture")
    monkeypatch.setattr(lessons, "__file__", str(package / "cli" / "lessons.py"))
    monkeypatch.setattr(lessons, "_open_lessons", lambda *_, **__: 0)
    monkeypatch.chdir(tmp_path)
    return package / "lessons"


def test_lessons_are_copied_without_the_instructors_answers(shipped, capsys):
    assert main(["lessons"]) == 0
    folder = Path("irlearn-lessons")
    assert sorted(path.name for path in folder.iterdir()) == [
        ".irlearn-lessons.json",
        "00_start_here.ipynb",
        "01_more.ipynb",
        "images",
    ]
    assert [path.name for path in (folder / "images").iterdir()] == ["01.svg"]
    assert "The lessons are in irlearn-lessons" in capsys.readouterr().out


def test_lessons_keep_changed_copies_and_update_unchanged_copies(shipped, capsys):
    main(["lessons", "mine"])
    mine = Path("mine", "00_start_here.ipynb")
    mine.write_text("my answers")
    (shipped / "01_more.ipynb").write_text("second, corrected")
    capsys.readouterr()
    assert main(["lessons", "mine"]) == 0
    assert f"kept your version: {mine}" in capsys.readouterr().out
    assert mine.read_text() == "my answers"
    assert Path("mine", "01_more.ipynb").read_text() == "second, corrected"
    assert not list(Path("mine").glob("*.new.*"))


def test_lessons_place_a_new_version_beside_a_changed_copy_once(shipped, capsys):
    main(["lessons", "mine"])
    mine, beside = Path("mine", "00_start_here.ipynb"), Path("mine", "00_start_here.new.ipynb")
    mine.write_text("my answers")
    (shipped / "00_start_here.ipynb").write_text("first, corrected")
    main(["lessons", "mine"])
    assert (mine.read_text(), beside.read_text()) == ("my answers", "first, corrected")
    beside.unlink()
    main(["lessons", "mine"])
    assert not beside.exists()
    (shipped / "00_start_here.ipynb").write_text("first, corrected again")
    beside.write_text("notes of mine")
    main(["lessons", "mine"])
    assert (mine.read_text(), beside.read_text()) == ("my answers", "notes of mine")


def test_pictures_are_copied_by_the_same_rule_as_lessons(shipped, capsys):
    main(["lessons", "mine"])
    mine, beside = Path("mine", "images", "01.svg"), Path("mine", "images", "01.new.svg")
    assert mine.read_text() == "a picture"
    (shipped / "images" / "01.svg").write_text("a better picture")
    main(["lessons", "mine"])
    assert mine.read_text() == "a better picture"
    mine.write_text("drawn by me")
    (shipped / "images" / "01.svg").write_text("the best picture")
    capsys.readouterr()
    assert main(["lessons", "mine"]) == 0
    assert (mine.read_text(), beside.read_text()) == ("drawn by me", "the best picture")
    said = capsys.readouterr().out
    assert f"kept your version: {mine}\n" in said
    assert f"the original has changed since you copied it; the new version is {beside}\n" in said


def test_copied_lessons_have_all_their_pictures(tmp_path, monkeypatch):
    monkeypatch.setattr(lessons, "_open_lessons", lambda *_, **__: 0)
    assert main(["lessons", str(tmp_path / "mine")]) == 0
    for notebook in (tmp_path / "mine").glob("*.ipynb"):
        cells = json.loads(notebook.read_text("utf-8"))["cells"]
        named = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", "\n".join("".join(cell["source"]) for cell in cells))
        assert f"images/{notebook.name[:2]}.svg" in named
        assert [name for name in named if not (notebook.parent / name).is_file()] == []


def test_deleted_lesson_is_restored_and_a_lost_manifest_loses_no_work(shipped):
    main(["lessons", "mine"])
    Path("mine", "01_more.ipynb").unlink()
    Path("mine", "00_start_here.ipynb").write_text("my answers")
    Path("mine", ".irlearn-lessons.json").write_text("{broken")
    assert main(["lessons", "mine"]) == 0
    assert Path("mine", "01_more.ipynb").read_text() == "second"
    assert Path("mine", "00_start_here.ipynb").read_text() == "my answers"


def test_lessons_refuse_a_folder_that_is_a_file(shipped, capsys):
    Path("taken").write_text("")
    assert "taken is a file, not a folder; name another folder" in refused(capsys, "lessons", "taken")
    assert "cannot be copied to taken/below" in refused(capsys, "lessons", "taken/below")


def test_lessons_refuse_a_folder_that_cannot_be_written(shipped, capsys, monkeypatch):
    def deny(path: Path, *_: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(lessons, "write_atomically", deny)
    assert "cannot be copied to mine: permission denied" in refused(capsys, "lessons", "mine")


def test_lessons_without_jupyterlab_are_copied_with_advice_to_install(shipped, capsys, monkeypatch):
    monkeypatch.setattr("irlearn.cli.lessons.find_spec", lambda _: None)
    assert main(["lessons", "mine"]) == 2
    assert "the lessons are in mine, but JupyterLab, which opens them, is not installed; type: pip install" in (
        capsys.readouterr().err
    )
    assert Path("mine", "00_start_here.ipynb").exists()


@pytest.mark.parametrize("port", ["0", "70000", "x"])
def test_lessons_reject_an_invalid_port(capsys, port):
    assert "argument --port: must be a" in refused(capsys, "lessons", "--port", port)


def test_lessons_ask_for_a_port_if_none_is_free(tmp_path, monkeypatch):
    monkeypatch.setattr(lessons, "_is_free", lambda _: False)
    with pytest.raises(InputError, match="all ports from 8888 to 8987 are in use; name another port with --port"):
        lessons._open_lessons(tmp_path, port=None, browser=False)


def test_lessons_report_the_last_log_line_of_a_failed_server(tmp_path, monkeypatch):
    server = tmp_path / "server"
    server.write_text("#!/bin/sh\necho first >&2\necho no room >&2\nexit 3\n")
    server.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(server))
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # that of the tests stays
    with pytest.raises(InputError, match="JupyterLab ended with status 3: no room"):
        lessons._open_lessons(tmp_path, port=None, browser=False)


@pytest.mark.all
def test_lessons_open_in_jupyterlab_and_end_with_ctrl_c(tmp_path, shell_environment):
    environment = {name: value for name, value in shell_environment.items() if name != "PYTHONWARNINGS"}
    process = run_shell(environment, "lessons", "mine", "--no-browser", cwd=tmp_path)
    try:
        assert process.stdout.readline() == "The lessons are in mine\n"
        address = process.stdout.readline().removeprefix("Open: ").strip()
        assert re.fullmatch(r"http://localhost:\d+/lab/tree/00_start_here\.ipynb\?token=\w+", address)
        assert urllib.request.urlopen(address).status == 200
        files = address.replace("lab/tree", "api/contents")
        assert json.load(urllib.request.urlopen(files))["name"] == "00_start_here.ipynb"
        with pytest.raises(urllib.error.HTTPError) as refusal:
            urllib.request.urlopen(files.partition("?")[0])
        assert refusal.value.code == 403
        refusal.value.close()
        port = re.search(r":(\d+)/", address)[1]
        taken = run_shell(environment, "lessons", "other", "--port", port, cwd=tmp_path)
        assert taken.communicate()[1] == (
            f"irlearn: port {port} is in use; name another port, or leave out --port to take a free one\n"
        )
        assert taken.returncode == 2
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=30)
        assert out.endswith("Stopped; your lessons are in mine\n")
        assert (process.returncode, error) == (0, "")
        with pytest.raises(urllib.error.URLError):
            urllib.request.urlopen(address)
    finally:
        if process.poll() is None:
            process.terminate()
            process.communicate(timeout=30)

"""The shell command `irlearn`: the package's functions on files, for people (tables) and programs (JSON, CSV)."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import StringIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from irlearn.collection import Run, read_qrels, read_run
from irlearn.collection.sources import stem
from irlearn.derivation import explain
from irlearn.errors import InputError
from irlearn.evaluation import Scores, evaluate, score_texts
from irlearn.measures import parse_measure
from irlearn.notation import text_table
from irlearn.ranking import Ranking

if TYPE_CHECKING:
    from subprocess import Popen

DONE, BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 0, 2, 130, 141

_DEFAULT_MEASURES = ("AP", "nDCG@10", "RR", "P@10")
_LESSONS = "irlearn-lessons"
_FIRST_LESSON = "00_start_here.ipynb"
_FOR_INSTRUCTORS = "instructor"  # holds the answers
_MANIFEST = ".irlearn-lessons.json"
_PORTS = range(8888, 8988)
_CHUNK = 1 << 16
_SLOW = 1.0  # seconds of work before a progress bar appears
_READING = 0.9  # the share of a run's time that reading it takes


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (the shell's by default); the exit status.

    >>> main(["explain", "RR", "0 1"])
    RR, reciprocal rank: 2 retrieved, 1 relevant in all
    <BLANKLINE>
    rank  grade  term
       1      0
       2      1   1/2  0.5000
    <BLANKLINE>
    RR = 1/2 = 0.5
    Only the first relevant document counts; the steps between ranks shrink as the list goes on.
    0
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without Greek letters still gets its answer
    try:
        options = _parser().parse_args(arguments)
        status: int = options.command(options)
        sys.stdout.flush()
    except InputError as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        with suppress(OSError, ValueError):  # what is still buffered has no reader any more
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        return _refuse(f"{error.filename or 'the output'}: {(error.strerror or str(error)).lower()}")
    except MemoryError:
        return _refuse("there is not enough memory for this input")
    return status


def _refuse(sentence: str) -> int:
    print(f"irlearn: {' '.join(sentence.split())}", file=sys.stderr)
    return BAD_INPUT


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are sentences, without the usage before them."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; see {self.prog} --help")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="irlearn",
        description="Learn how information retrieval is evaluated, and evaluate your own runs.",
        epilog="example: irlearn lessons",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, help="print the version and stop")
    parser.set_defaults(command=_help, parser=parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def command(
        name: str, run: Callable[[argparse.Namespace], int], what: str, example: str
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(
            name,
            help=what,
            description=what[0].upper() + what[1:] + ".",
            epilog=example,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        added.set_defaults(command=run)
        return added

    lessons = command(
        "lessons",
        _lessons,
        "copy the lessons to a folder and open JupyterLab on them",
        "A lesson that you changed is never overwritten.\n\n"
        "examples:\n  irlearn lessons\n  irlearn lessons my-course --no-browser",
    )
    lessons.add_argument("folder", metavar="DIR", nargs="?", default=_LESSONS, help=f"where to (default: {_LESSONS})")
    lessons.add_argument("--no-browser", action="store_true", help="print the address instead of opening it")
    lessons.add_argument("--port", type=_port, metavar="N", help="the server's port (default: the first free one)")

    score = command(
        "score",
        _score,
        "score runs against relevance judgments",
        "Read are TREC files, CSV or TSV with a header, JSON, and MS MARCO's three columns, gzipped or not.\n\n"
        "examples:\n  irlearn score qrels.txt bm25.run neural.run -m AP -m nDCG@10\n"
        "  irlearn score qrels.txt bm25.run -m 'AP(rel=2)' --per-query --format csv --output scores.csv",
    )
    score.add_argument("qrels", metavar="QRELS", help="the relevance judgments")
    score.add_argument("runs", metavar="RUN", nargs="+", help="what a system retrieved")
    score.add_argument(
        "-m",
        "--measure",
        metavar="MEASURE",
        action="append",
        help=f"a measure, such as AP or 'nDCG@10'; give one -m for each (default: {', '.join(_DEFAULT_MEASURES)})",
    )
    score.add_argument("--per-query", action="store_true", help="one value a query too, not only the means")
    _add_format(score)
    score.add_argument("--output", metavar="FILE", type=Path, help="write to this file instead of the terminal")
    score.add_argument("--force", action="store_true", help="let --output replace a file that exists")

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
    explained.add_argument("--relevant", type=_whole, metavar="N", help="relevant documents in all, found or not")
    explained.add_argument("--missed", default="", metavar="GRADES", help="grades of the documents that were not found")
    _add_format(explained)
    return parser


def _help(options: argparse.Namespace) -> int:
    options.parser.print_help()
    return DONE


class _Version(argparse.Action):
    def __init__(self, **options: Any) -> None:
        super().__init__(nargs=0, **options)

    def __call__(self, *_: Any) -> None:
        from importlib.metadata import version

        print(f"irlearn {version('irlearn')}")
        sys.exit(DONE)


def _add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format", choices=["table", "json", "csv"], default="table", help="how to write it (default: table)"
    )


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, given: {text!r}") from None


def _port(text: str) -> int:
    port = _whole(text)
    if not 1 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"must be a port from 1 to 65535, given: {text!r}")
    return port


# score


def _score(options: argparse.Namespace) -> int:
    measures = [parse_measure(text) for text in options.measure or _DEFAULT_MEASURES]
    names = _run_names(options.runs)
    if options.output:
        _check_output(options.output, force=options.force)
    with _progress([options.qrels, *names]) as progress:
        progress.start(options.qrels)
        qrels = read_qrels(options.qrels, progress=progress.reading)

        def runs() -> Iterator[Run]:
            for path, name in names.items():
                progress.start(path)
                yield read_run(path, name=name, progress=progress.reading)

        scores = evaluate(qrels, runs(), measures, progress=progress.scoring)
    for path, name in names.items():
        if scores.notes[name]:
            print(f"{path}: {'; '.join(scores.notes[name])}", file=sys.stderr)
    text = {"table": _score_table, "json": _score_json, "csv": _score_csv}[options.format]
    _put(text(scores, per_query=options.per_query), options.output)
    return DONE


def _run_names(paths: Sequence[str]) -> dict[str, str]:
    """A name for each path: the file's stem, or as much more of the path as tells it from the others."""
    places: dict[Path, str] = {}
    for text in paths:
        place = Path(os.path.abspath(text))  # noqa: PTH100 - resolve() would follow links, whose names are wanted
        if place in places:
            raise InputError(f"the run {text} is given twice; give each run once")
        places[place] = text
    names = {text: stem(place) for place, text in places.items()}
    for depth in range(max(len(place.parts) for place in places)):
        taken = list(names.values())
        for place, text in places.items():
            if taken.count(names[text]) > 1:
                names[text] = "/".join(place.parts[-1 - depth :])
    return names


def _score_table(scores: Scores, *, per_query: bool) -> str:
    values = scores.means()[:, np.newaxis]
    if per_query:
        values = np.concatenate([scores.values, values], axis=1)
    queries = [*scores.queries, "all"] if per_query else ["all"]
    columns = [score_texts(values[..., column].ravel()) for column in range(len(scores.measures))]
    named = [[run, query] if per_query else [run] for run in scores.runs for query in queries]
    rows = [[*name, *cells] for name, *cells in zip(named, *columns, strict=True)]
    header = ["run", "query"] if per_query else ["run"]
    return text_table([*header, *map(repr, scores.measures)], rows, left=len(header)) + "\n"


def _score_rows(scores: Scores, *, per_query: bool) -> Iterator[tuple[str, str, str, float | None]]:
    names = [repr(measure) for measure in scores.measures]
    for run, topics, means in zip(scores.runs, scores.values.tolist(), scores.means().tolist(), strict=True):
        listed = [*zip(scores.queries, topics, strict=True)] if per_query else []
        for query, values in [*listed, ("all", means)]:
            for name, value in zip(names, values, strict=True):
                yield run, query, name, value if value == value else None


def _score_json(scores: Scores, *, per_query: bool) -> str:
    import json

    columns = ("run", "query", "measure", "value")
    records = [
        json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False)
        for row in _score_rows(scores, per_query=per_query)
    ]
    return "[\n  " + ",\n  ".join(records) + "\n]\n"


def _score_csv(scores: Scores, *, per_query: bool) -> str:
    """As `_csv` writes `_score_rows`, but each name is quoted once: a third of the time for thousands of topics."""
    names = [_csv_cell(repr(measure)) for measure in scores.measures]
    queries = [_csv_cell(query) for query in scores.queries] if per_query else []
    lines = ["run,query,measure,value"]
    for run, topics, means in zip(
        map(_csv_cell, scores.runs), scores.values.tolist(), scores.means().tolist(), strict=True
    ):
        listed = zip(queries, topics, strict=True) if per_query else ()
        for query, values in (*listed, ("all", means)):
            start = f"{run},{query},"
            lines += [
                f"{start}{name},{repr(value) if value == value else ''}"
                for name, value in zip(names, values, strict=True)
            ]
    return "\n".join(lines) + "\n"


def _csv_cell(text: str) -> str:
    return _csv([text], [])[:-1] if _CSV_QUOTED.search(text) or not text else text


def _csv(header: Sequence[str], rows: Iterable[Iterable[Any]]) -> str:
    import csv

    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


_CSV_QUOTED = re.compile(r'[,"\r\n]')


class _Progress:
    """How much of the reading and scoring is done; a bar on a terminal once it has taken over a second."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._sizes = {path: _size(path) for path in paths}
        self._total = sum(self._sizes.values())
        self._before = self._size = 0
        self._started = time.monotonic()
        self._bar: Any = None

    def start(self, path: str) -> None:
        """Turn to the next file."""
        self._before += self._size
        self._size = self._sizes[path]

    def reading(self, share: float) -> None:
        """So much of the present file has been read."""
        self._show(_READING * share)

    def scoring(self, share: float) -> None:
        """So much of the present file has been scored."""
        self._show(_READING + (1 - _READING) * share)

    def _show(self, share: float) -> None:
        if self._bar is None:
            if time.monotonic() - self._started < _SLOW or not sys.stderr.isatty():
                return
            from tqdm import tqdm

            self._bar = tqdm(
                total=100,
                desc="scoring",
                bar_format="{desc} {percentage:3.0f}%|{bar}| {elapsed}<{remaining}",
                leave=False,
            )
        self._bar.update(100 * (self._before + self._size * share) / self._total - self._bar.n)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()


@contextmanager
def _progress(paths: Sequence[str]) -> Iterator[_Progress]:
    progress = _Progress(paths)
    try:
        yield progress
    finally:
        progress.close()


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size or 1
    except OSError:
        return 1  # the reader will say what is wrong with it


# explain


def _explain(options: argparse.Namespace) -> int:
    measure = parse_measure(options.measure)
    ranking = Ranking.parse(" ".join(options.ranking), relevant=options.relevant, missed=options.missed)
    derivation = explain(measure, ranking)
    if options.format == "json":
        import json

        _put(json.dumps(derivation.to_json(), ensure_ascii=False, indent=2) + "\n")
    elif options.format == "csv":
        steps = derivation.to_json()["steps"]
        header = ["rank", "grade", "term", "value", "contribution", "running"]
        _put(_csv(header, ([step[column] for column in header] for step in steps)))
    else:
        _put(f"{derivation}\n")
    return DONE


# output


def _check_output(path: Path, *, force: bool) -> None:
    """Refuse a place that cannot be written to before the work begins."""
    if path.is_dir():
        raise InputError(f"--output {path} is a folder; give a file")
    if path.exists() and not path.is_file():
        raise InputError(f"--output {path} is no plain file; leave --output out to write to the terminal or a pipe")
    if path.exists() and not force:
        raise InputError(f"--output {path} exists already; give another name, or --force to replace it")
    if not path.absolute().parent.is_dir():
        raise InputError(f"--output {path} is in a folder that does not exist: {path.parent}")
    if not os.access(path.absolute().parent, os.W_OK):
        raise InputError(f"--output {path} is in a folder that you may not write to: {path.parent}")


def _put(text: str, path: Path | None = None) -> None:
    if path is None:
        for start in range(0, len(text), _CHUNK):  # so that a reader who goes away is noticed, buffered or not
            sys.stdout.write(text[start : start + _CHUNK])
    else:
        _write_whole(path, text.encode())


def _write_whole(path: Path, content: bytes) -> None:
    """Write a file such that it appears whole or not at all."""
    path = path.resolve()
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


# lessons


def _lessons(options: argparse.Namespace) -> int:
    from importlib.util import find_spec

    folder = Path(options.folder)
    for line in _copy_lessons(folder):
        print(line)
    if find_spec("jupyterlab") is None:
        raise InputError(
            f"the lessons are in {folder}, but JupyterLab, which opens them, is not installed; "
            "type: pip install 'irlearn[lessons]'"
        )
    return _open_lessons(folder, port=options.port, browser=not options.no_browser)


def _shipped() -> dict[str, Path]:
    """The lessons that came with the package, by their names within its folder."""
    package = Path(__file__).parent
    for folder in (package / "lessons", package.parent / "lessons"):  # installed, or in a checkout
        if (folder / _FIRST_LESSON).is_file():
            files = sorted(path for path in folder.rglob("*") if path.is_file())
            named = {path.relative_to(folder).as_posix(): path for path in files}
            return {name: path for name, path in named.items() if not any(map(_withheld, Path(name).parts))}
    raise InputError("the lessons did not come with this installation; type: pip install --force-reinstall irlearn")


def _withheld(part: str) -> bool:
    return part == _FOR_INSTRUCTORS or part.startswith((".", "__"))


def _copy_lessons(folder: Path) -> list[str]:
    """Copy the lessons to `folder`, never over a changed copy; what there is to say about it.

    A manifest in the folder holds the hash of each lesson as it was copied. A copy with that hash is the learner's
    unchanged one and follows the package; any other is the learner's own and stays, and what the package has new is
    put beside it once.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is a file, not a folder; name another folder: irlearn lessons DIR")
    said: list[str] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        copied = _read_manifest(folder / _MANIFEST)
        for name, source in _shipped().items():
            before, beside = copied.get(name), str(Path(name).with_suffix(f".new{source.suffix}"))
            if _place(source, folder, name, copied):
                continue
            said.append(f"kept yours: {folder / name}")
            if before not in (None, _hash(source)) and _place(source, folder, beside, copied):
                said.append(f"the lesson has changed since you copied it; the new one is {folder / beside}")
                copied[name] = copied[beside]  # said once
        _write_manifest(folder / _MANIFEST, copied)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(
            f"the lessons cannot be copied to {folder}: {reason} ({error.filename}); name another folder: "
            "irlearn lessons DIR"
        ) from None
    return [f"The lessons are in {folder}", *said]


def _place(source: Path, folder: Path, name: str, copied: dict[str, str]) -> bool:
    """Copy a lesson to `name` in the folder, unless the learner changed what is there; whether it is there now."""
    content, target = source.read_bytes(), folder / name
    now, new = _hash(target), _hash(source)
    if now not in (None, new, copied.get(name)):
        return False
    if now != new:
        target.parent.mkdir(parents=True, exist_ok=True)
        _write_whole(target, content)
    copied[name] = str(new)
    return True


def _hash(path: Path) -> str | None:
    from hashlib import sha256

    return sha256(path.read_bytes()).hexdigest() if path.exists() else None


def _read_manifest(path: Path) -> dict[str, str]:
    import json

    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}  # without it every changed file counts as the learner's own
    return {str(name): str(value) for name, value in found.items()} if isinstance(found, dict) else {}


def _write_manifest(path: Path, copied: dict[str, str]) -> None:
    import json

    content = json.dumps(copied, indent=1, sort_keys=True).encode()
    if not path.exists() or path.read_bytes() != content:
        _write_whole(path, content)


def _open_lessons(folder: Path, *, port: int | None, browser: bool) -> int:
    """Serve the folder until the server ends or the learner presses Ctrl-C."""
    import secrets
    import subprocess
    import tempfile

    if port is not None and not _is_free(port):
        raise InputError(f"port {port} is in use; name another one, or leave --port out to take a free one")
    chosen = port or next(filter(_is_free, _PORTS), None)
    if chosen is None:
        raise InputError(f"all ports from {_PORTS[0]} to {_PORTS[-1]} are in use; name another one with --port")
    token = secrets.token_hex(24)
    command = [
        sys.executable, "-m", "jupyterlab", str(folder / _FIRST_LESSON), "--log-level=ERROR",
        f"--ServerApp.port={chosen}", "--ServerApp.port_retries=0",
        *([] if browser else ["--no-browser"]),
        *(["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
    ]  # fmt: skip
    # the log is shown only where the server fails, since it says much that no learner needs
    with tempfile.TemporaryFile() as log, tempfile.TemporaryDirectory() as settings:
        _write_settings(Path(settings))
        server = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env={
                **os.environ,
                "JUPYTER_TOKEN": token,  # not on the command line, which others can read
                "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, [settings, os.environ.get("JUPYTER_CONFIG_PATH")])),
            },
            start_new_session=True,  # Ctrl-C reaches this process alone, which then ends the server in order
        )
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), _interrupt)
        try:
            _wait_until_open(server, chosen)
            if server.poll() is None:
                print(f"Open: http://localhost:{chosen}/lab/tree/{_FIRST_LESSON}?token={token}")
                print("Stop with Ctrl-C", flush=True)
            status = server.wait()
        except KeyboardInterrupt:
            print(f"\nStopped; your lessons are in {folder}")
            return DONE
        finally:
            _end(server)
        log.seek(0)
        said = log.read().decode(errors="replace").strip().splitlines()
    if status:
        raise InputError(f"JupyterLab ended with status {status}: {said[-1] if said else 'it did not say why'}")
    return DONE


def _write_settings(folder: Path) -> None:
    """Spare learners JupyterLab's question about its news, which hides a corner of their first lesson."""
    import json

    (folder / "labconfig").mkdir()
    off = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (folder / "labconfig" / "page_config.json").write_text(json.dumps(off), encoding="utf-8")


def _interrupt(*_: Any) -> NoReturn:
    raise KeyboardInterrupt


def _is_free(port: int) -> bool:
    import socket

    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _wait_until_open(server: Popen[bytes], port: int) -> None:
    import socket

    while server.poll() is None:
        with suppress(OSError), socket.create_connection(("localhost", port), timeout=1):
            return
        time.sleep(0.1)


def _end(server: Popen[bytes]) -> None:
    import subprocess

    if server.poll() is None:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()

"""`irlearn lessons`: copies the lessons to a folder without replacing a learner's work, and opens JupyterLab."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

from irlearn.atomic_write import write_atomically
from irlearn.cli.output import DONE, Add, shown, whole
from irlearn.errors import InputError, visible

_LESSONS = "irlearn-lessons"
_FIRST_LESSON = "00_start_here.ipynb"
_INSTRUCTOR = "instructor"  # The folder of the answers.
_MANIFEST = ".irlearn-lessons.json"
_NEEDED = {
    "jupyterlab": "JupyterLab, which opens them",
    "anywidget": "anywidget, which their widgets need",
    "ipywidgets": "ipywidgets, which their widgets need",
}
_PORTS = range(8888, 8988)


def add(command: Add) -> None:
    """Add the parser and the arguments of `irlearn lessons`."""
    parser = command(
        _lessons,
        "A lesson that you changed is never overwritten.\n\n"
        "--new writes a small lesson of your own, NAME.md with its questions and NAME.ipynb; --check reads a\n"
        "lesson's file, runs the cells of the notebook beside it, works out the marked answers and the statements\n"
        "such as 'AP of 1 0 1 is 5/6' that can be worked out, and prints all feedback; the exit status is 1 if\n"
        "something is wrong, and 2 if the file cannot be read, with all reasons. --notebook adds the cells that the\n"
        "notebook beside a lesson's file lacks, and changes no other cell.\n\n"
        "examples:\n  irlearn lessons\n  irlearn lessons my-course --no-browser\n"
        "  irlearn lessons --new my_lesson\n  irlearn lessons --check my_lesson.md\n"
        "  irlearn lessons --notebook my_lesson.md",
    )
    parser.add_argument(
        "folder", metavar="DIR", nargs="?", default=_LESSONS, help=(f"the folder to copy to (default: {_LESSONS})")
    )
    parser.add_argument("--new", metavar="NAME", help="write an example of a lesson of your own; open nothing")
    parser.add_argument("--check", metavar="FILE", type=Path, help="check a lesson of your own; open nothing")
    parser.add_argument(
        "--notebook", metavar="FILE", type=Path, help="write the cells that a lesson lacks; open nothing"
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address instead of opening it")
    parser.add_argument("--port", type=_port, metavar="N", help="the server's port (default: the first free port)")


def _port(text: str) -> int:
    port = whole(text)
    if not 1 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"must be a port from 1 to 65535, given: {text!r}")
    return port


def _lessons(options: argparse.Namespace) -> int:
    given = (options.new, options.check, options.notebook, options.folder != _LESSONS)
    if sum(map(bool, given)) > 1:
        raise InputError(
            "--new writes a lesson, --check checks a lesson, --notebook writes its cells, DIR copies the course; "
            "give one of them"
        )
    if any(given[:3]):
        from irlearn.cli.own_lesson import add_cells, check_lesson, new_lesson

        if options.new:
            return new_lesson(options.new, shipped_folder())
        return check_lesson(options.check) if options.check else add_cells(options.notebook, shipped_folder())
    folder = Path(options.folder)
    for line in _copy_lessons(folder):
        print(visible(line))
    for name, description in _NEEDED.items():
        if find_spec(name) is None:
            raise InputError(
                f"the lessons are in {shown(folder)}, but {description}, is not installed; "
                "type: pip install 'irlearn[lessons]'"
            )
    return _open_lessons(folder, port=options.port, browser=not options.no_browser)


def _shipped() -> dict[str, Path]:
    """Return the lessons and pictures of the package by their relative names."""
    folder = shipped_folder()
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    by_name = {path.relative_to(folder).as_posix(): path for path in files}
    return {name: path for name, path in by_name.items() if not any(map(_withheld, Path(name).parts))}


def shipped_folder() -> Path:
    """Return the folder of the lessons that are part of the package."""
    package = Path(__file__).parent.parent
    for folder in (package / "lessons", package.parent / "lessons"):  # In an installation, or in a checkout.
        if (folder / _FIRST_LESSON).is_file():
            return folder
    raise InputError("this installation has no lessons; type: pip install --force-reinstall irlearn")


def _withheld(part: str) -> bool:
    is_progress = part.endswith(".json") and ".progress" in part  # A checkout may contain progress files.
    return part == _INSTRUCTOR or is_progress or part.startswith((".", "__"))


def _copy_lessons(folder: Path) -> list[str]:
    """Copy the lessons to `folder` without replacing changed files, and return messages.

    A manifest in the folder contains the hash of each file as it was copied. A file with that hash is unchanged and is
    updated. Any other file belongs to the learner and is kept; a new version from the package is placed beside it once.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{shown(folder)} is a file, not a folder; name another folder: irlearn lessons DIR")
    messages: list[str] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        copied = _read_manifest(folder / _MANIFEST)
        for name, source in _shipped().items():
            copied_hash, new_name = copied.get(name), str(Path(name).with_suffix(f".new{source.suffix}"))
            if _copy_unless_changed(source, folder, name, copied):
                continue
            messages.append(f"kept your version: {folder / name}")
            has_changed = copied_hash not in (None, _hash(source))
            if has_changed and _copy_unless_changed(source, folder, new_name, copied):
                messages.append(f"the original has changed since you copied it; the new version is {folder / new_name}")
                copied[name] = copied[new_name]  # The next call does not repeat this message.
        _write_manifest(folder / _MANIFEST, copied)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(
            f"the lessons cannot be copied to {shown(folder)}: {reason} ({shown(str(error.filename))}); "
            "name another folder: irlearn lessons DIR"
        ) from None
    return [f"The lessons are in {folder}", *messages]


def _copy_unless_changed(source: Path, folder: Path, name: str, copied: dict[str, str]) -> bool:
    """Copy a file to `name` in the folder; return False if the learner has changed the file there."""
    content, target = source.read_bytes(), folder / name
    target_hash, source_hash = _hash(target), _hash(source)
    if target_hash not in (None, source_hash, copied.get(name)):
        return False
    if target_hash != source_hash:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(target, content)
    copied[name] = str(source_hash)
    return True


def _hash(path: Path) -> str | None:
    return sha256(path.read_bytes()).hexdigest() if path.exists() else None


def _read_manifest(path: Path) -> dict[str, str]:
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError, RecursionError):
        return {}  # Without a manifest, every changed file counts as the learner's own.
    return {str(name): str(value) for name, value in manifest.items()} if isinstance(manifest, dict) else {}


def _write_manifest(path: Path, copied: dict[str, str]) -> None:
    content = json.dumps(copied, indent=1, sort_keys=True).encode()
    if not path.exists() or path.read_bytes() != content:
        write_atomically(path, content)


def _open_lessons(folder: Path, *, port: int | None, browser: bool) -> int:
    """Serve the folder until the server ends or the learner presses Ctrl-C."""
    if port is not None and not _is_free(port):
        raise InputError(f"port {port} is in use; name another port, or leave out --port to take a free one")
    chosen = port or next(filter(_is_free, _PORTS), None)
    if chosen is None:
        raise InputError(f"all ports from {_PORTS[0]} to {_PORTS[-1]} are in use; name another port with --port")
    token = secrets.token_hex(24)
    command = [
        sys.executable, "-m", "jupyterlab", str(folder / _FIRST_LESSON), "--log-level=ERROR",
        f"--ServerApp.port={chosen}", "--ServerApp.port_retries=0",
        *([] if browser else ["--no-browser"]),
        *(["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
    ]  # fmt: skip
    # The last line of the log is shown only if the server fails, because learners do not need the rest.
    with tempfile.TemporaryFile() as log, tempfile.TemporaryDirectory() as settings:
        _write_settings(Path(settings))
        server = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env={
                **os.environ,
                "JUPYTER_TOKEN": token,  # Other users can read the command line, but not the environment.
                "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, [settings, os.environ.get("JUPYTER_CONFIG_PATH")])),
            },
            start_new_session=True,  # Ctrl-C reaches only this process, which then stops the server.
        )
        for member in signal.Signals:
            if member.name in ("SIGINT", "SIGTERM", "SIGHUP"):
                signal.signal(member, _interrupt)
        try:
            _wait_until_open(server, chosen)
            if server.poll() is None:
                print(f"Open: http://localhost:{chosen}/lab/tree/{_FIRST_LESSON}?token={token}")
                print("Stop with Ctrl-C", flush=True)
            status = server.wait()
        except KeyboardInterrupt:
            print(f"\nStopped; your lessons are in {shown(folder)}")
            return DONE
        finally:
            _stop(server)
        log.seek(0)
        log_lines = log.read().decode(errors="replace").strip().splitlines()
    if status:
        reason = log_lines[-1] if log_lines else "it did not say why"
        raise InputError(f"JupyterLab ended with status {status}: {reason}")
    return DONE


def _write_settings(folder: Path) -> None:
    """Write settings that turn off the question about news, and open Markdown files in the preview."""
    (folder / "labconfig").mkdir()
    page_config = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (folder / "labconfig" / "page_config.json").write_text(json.dumps(page_config), encoding="utf-8")
    overrides = {"@jupyterlab/docmanager-extension:plugin": {"defaultViewers": {"markdown": "Markdown Preview"}}}
    (folder / "labconfig" / "default_setting_overrides.json").write_text(json.dumps(overrides), encoding="utf-8")


def _interrupt(*_: Any) -> NoReturn:
    raise KeyboardInterrupt


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _wait_until_open(server: subprocess.Popen[bytes], port: int) -> None:
    while server.poll() is None:
        with suppress(OSError), socket.create_connection(("localhost", port), timeout=1):
            return
        time.sleep(0.1)


def _stop(server: subprocess.Popen[bytes]) -> None:
    if server.poll() is None:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()

"""Test embedded topics, and the download of real files from a local server."""

from __future__ import annotations

import hashlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from irlearn import AP, InputError, datasets, read_scores
from irlearn.datasets import DataFile, Topic
from irlearn.ranking import UNJUDGED
from irlearn.studies import leaderboard

CONTENT = b"run,score\nbm25,0.25\n" * 500
LEADERBOARD = "msmarco_doc/leaderboard.csv"


def test_a_document_that_the_topic_does_not_have_is_refused_in_one_sentence():
    with pytest.raises(InputError, match=r"the topic has no document 'd11'; it has d1, d2, .*, d10$"):
        datasets.software().ranking("d2 d11")


def test_the_table_of_a_topic_has_ids_and_titles_at_the_left_and_judgments_at_the_right():
    assert str(datasets.first_topic()).splitlines()[:2] == [
        "document  title                           judgment",
        "t1        A History of the Greenhouse            0",
    ]


def test_a_document_that_nobody_judged_is_unjudged_in_a_ranking_and_not_missed_by_it():
    topic = datasets.software()
    first, second, *others = topic.documents
    partly = Topic(topic.query, (replace(first, grade=UNJUDGED), replace(second, grade=UNJUDGED), *others))
    ranking = partly.ranking("d1 d5")
    assert ranking.grades == (UNJUDGED, 1)
    assert len(ranking.judged) == 8


class Server(ThreadingHTTPServer):
    """A server on this machine: `/file` is right, `/other` another file, the rest fails in its own way."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.asked: list[str] = []
        self.go_on = threading.Event()

    def file(self, page: str = "file", **options: str) -> DataFile:
        described = {"what": "scores", "licence": "CC BY 4.0", "citation": "Nobody (2021)", **options}
        sha256 = hashlib.sha256(CONTENT).hexdigest()
        return DataFile(
            "made/scores.csv", url=f"http://127.0.0.1:{self.server_port}/{page}", sha256=sha256, **described
        )


class Answer(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        page = self.path.strip("/")
        self.server.asked.append(page)
        if page in ("file", "other", "broken"):
            self.send_response(200)
            self.send_header("Content-Length", str(len(CONTENT)))
            self.end_headers()
            self.wfile.write({"file": CONTENT, "other": CONTENT[::-1], "broken": CONTENT[:700]}[page])
        elif page == "silent":
            self.server.go_on.wait(20)
        elif page == "stalled":
            self.send_response(200)
            self.send_header("Content-Length", str(len(CONTENT)))
            self.end_headers()
            self.wfile.write(CONTENT[:700])
            self.server.go_on.wait(20)
        else:
            self.send_error(404)

    def log_message(self, *_: object) -> None:
        """Nothing is written to the tests' output."""


@pytest.fixture
def server(monkeypatch) -> Iterator[Server]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with Server() as here:
        thread = threading.Thread(target=here.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield here
        here.go_on.set()
        here.shutdown()
        thread.join()


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """A cache folder that is not there yet."""
    monkeypatch.setenv("IRLEARN_DATA", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def no_network(monkeypatch) -> None:
    """Every connection of this test is refused."""

    def refuse(*_: object) -> None:
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: refuse())


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_a_file_is_downloaded_once_and_says_where_from_and_under_which_licence(server, folder, capfd):
    file = server.file()
    path = file.fetch()
    assert path == folder / "made" / "scores.csv"
    assert path.read_bytes() == CONTENT
    assert path.stat().st_mode & 0o444 == 0o444
    out, err = capfd.readouterr()
    assert out == f"Downloaded made/scores.csv from {file.url} to {path}. Licence: CC BY 4.0. Cite: Nobody (2021).\n"
    assert not err
    assert file.fetch() == path
    assert capfd.readouterr() == ("", "")
    assert server.asked == ["file"]
    assert files(folder) == ["made/scores.csv"]


def test_what_is_told_can_go_elsewhere(server, folder, capfd):
    told: list[str] = []
    server.file().fetch(tell=told.append)
    assert len(told) == 1
    assert capfd.readouterr() == ("", "")


def test_poochs_own_lines_are_back_afterwards(server, folder):
    pooch = pytest.importorskip("pooch")
    before = list(pooch.get_logger().filters)
    server.file().fetch(tell=str)
    assert pooch.get_logger().filters == before


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("other", "what comes from there has another SHA-256, so it was not kept"),
        ("broken", "there is no connection, or it broke off"),
        ("stalled", "there is no connection, or it broke off"),
        ("silent", "there was no answer within 0.3 seconds"),
        ("missing", "the server answers 404 Not Found"),
    ],
)
def test_a_download_that_fails_is_one_sentence_and_leaves_nothing(server, folder, page, why, capfd):
    file = server.file(page, offline="history() has some of it")
    with pytest.raises(InputError) as refused:
        file.fetch(timeout=0.3)
    assert str(refused.value) == (
        f"made/scores.csv could not be downloaded from {file.url}: {why}; try again later, or put the file yourself at "
        f"{folder / 'made' / 'scores.csv'}; offline, history() has some of it"
    )
    assert refused.value.__suppress_context__
    assert files(folder) == []
    assert capfd.readouterr() == ("", "")


def test_where_nothing_of_it_is_there_offline_nothing_is_said_of_that(server, folder):
    with pytest.raises(InputError, match=r"scores\.csv$"):
        server.file("missing").fetch(timeout=0.3)


def test_without_a_network_the_sentence_says_what_to_do(folder, no_network):
    known = datasets.available()[LEADERBOARD]
    with pytest.raises(InputError) as refused:
        datasets.fetch(LEADERBOARD)
    said = str(refused.value)
    assert known.url in said
    assert "no connection" in said
    assert f"put the file yourself at {folder / LEADERBOARD}" in said
    assert said.endswith("leaderboard.history() has its states of the art without the file")
    assert files(folder) == []


def test_a_download_that_is_interrupted_leaves_no_file(server, folder, monkeypatch):
    pooch = pytest.importorskip("pooch")

    def interrupted(*_: object, **__: object) -> None:
        assert len(files(folder)) == 1  # the temporary one
        raise KeyboardInterrupt

    monkeypatch.setattr(pooch.HTTPDownloader, "__call__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        server.file().fetch()
    assert files(folder) == []


def test_another_file_in_its_place_is_left_alone(server, folder):
    path = folder / "made" / "scores.csv"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"my own notes")
    with pytest.raises(InputError, match=r"this is not the file made/scores.csv .* move it away to fetch that file"):
        server.file().fetch()
    assert path.read_bytes() == b"my own notes"
    assert server.asked == []


def test_a_folder_in_its_place_is_refused(server, folder):
    (folder / "made" / "scores.csv").mkdir(parents=True)
    with pytest.raises(InputError, match=r"scores.csv: cannot be read \(Is a directory\)"):
        server.file().fetch()


@pytest.fixture
def not_root() -> Iterator[None]:
    """Someone whom permissions bind, where the tests are run by root."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)  # nobody
    yield
    os.seteuid(os.getuid())


def test_a_folder_that_cannot_be_written_is_one_sentence(server, monkeypatch, request):
    pytest.importorskip("pooch")
    pytest.importorskip("requests")  # which pooch loads late, while its files can be read
    with tempfile.TemporaryDirectory() as made:  # not tmp_path, which is closed to all but its owner
        folder = Path(made)
        folder.chmod(0o555)
        monkeypatch.setenv("IRLEARN_DATA", made)
        request.getfixturevalue("not_root")
        with pytest.raises(InputError) as refused:
            server.file().fetch()
        assert files(folder) == []
        os.seteuid(os.getuid())
    assert str(refused.value) == (
        f"{folder / 'made' / 'scores.csv'}: cannot be written (Permission denied); "
        "name a folder that can be written in IRLEARN_DATA"
    )


def test_a_file_where_the_folder_should_be_is_one_sentence(server, folder):
    folder.write_text("no folder")
    with pytest.raises(InputError, match=r"cannot be written \(.*\); name a folder"):
        server.file().fetch()


def test_without_pooch_a_file_that_is_there_is_used_and_another_is_asked_for_in_one_sentence(
    server, folder, monkeypatch
):
    file = server.file()
    file.path.parent.mkdir(parents=True)
    file.path.write_bytes(CONTENT)
    monkeypatch.setitem(sys.modules, "pooch", None)
    assert file.fetch().read_bytes() == CONTENT
    file.path.unlink()
    with pytest.raises(InputError, match=r"needs pooch, which is not installed; type: pip install 'irlearn\[data\]'"):
        file.fetch()
    assert server.asked == []


def test_without_irlearn_data_the_users_cache_folder_is_used(monkeypatch, tmp_path):
    pooch = pytest.importorskip("pooch")
    monkeypatch.setenv("IRLEARN_DATA", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = datasets.available()[LEADERBOARD].path
    assert path == Path(pooch.os_cache("irlearn")) / LEADERBOARD
    if sys.platform == "linux":
        assert path == tmp_path / "irlearn" / LEADERBOARD


def test_importing_datasets_loads_nothing_that_downloads(shell_environment):
    code = (
        "import sys, irlearn; from irlearn import datasets; str(datasets.available())\n"
        "print(sorted({'pooch', 'requests', 'urllib3', 'http.client'} & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], env=shell_environment, capture_output=True, text=True, check=True
    )
    assert found.stdout == "[]\n"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": "../scores.csv"}, r"a data file's name is a relative path .*; given: '\.\./scores.csv'"),
        ({"name": "/etc/passwd"}, r"a data file's name is a relative path"),
        ({"name": ""}, r"a data file's name is a relative path"),
        ({"sha256": ""}, r"a SHA-256 is 64 digits .*; given: ''"),
        ({"sha256": "md5:1234"}, r"a SHA-256 is 64 digits"),
    ],
)
def test_a_file_without_a_safe_name_or_a_hash_is_refused(server, wrong, sentence):
    with pytest.raises(InputError, match=sentence):
        replace(server.file(), **wrong)


@pytest.mark.parametrize("timeout", [0, -1, float("nan")])
def test_a_timeout_that_is_none_is_refused(server, folder, timeout):
    with pytest.raises(InputError, match="timeout"):
        server.file().fetch(timeout=timeout)
    assert server.asked == []


def test_what_is_available_is_shown_with_licence_and_source():
    shown = datasets.available()
    assert len(shown.names) == len(set(shown.names)) == 21
    text, page = str(shown), shown._repr_html_()
    for file in shown.files:
        assert file.name in text
        assert file.name in page
        assert file.citation in text
        assert file.url.rpartition("/")[0] in page
    assert page.count("<tr>") == 22


def test_every_file_of_the_sources_with_a_url_is_available(real_data):
    sources = json.loads((real_data / "SOURCES.json").read_text())
    wanted = {name: source for name, source in sources.items() if "url" in source}
    assert set(datasets.available().names) == set(wanted)
    for name, source in wanted.items():
        file = datasets.available()[name]
        assert (file.url, file.sha256, file.licence) == (source["url"], source["sha256"], source["licence"])


def test_the_real_files_are_taken_from_the_folder_without_a_network(real_data, no_network, monkeypatch, capfd):
    monkeypatch.setenv("IRLEARN_DATA", str(real_data))
    for name in datasets.available().names:
        assert (real_data / name).is_file()
        assert datasets.fetch(name) == real_data / name
    assert capfd.readouterr() == ("", "")
    assert len(leaderboard.read_leaderboard(datasets.fetch(LEADERBOARD))) == 117
    assert read_scores(datasets.fetch("trec/adhoc8_ap.csv"), AP).values.shape[:2] == (129, 50)


def test_the_documents_of_the_teaching_rankings_have_names_and_in_two_orders_the_same_grades():
    names = ("d1", "d2", "d3", "d4", "d5")
    assert datasets.five_grades().documents == names
    one, other = (
        dict(zip(order.documents, order.grades, strict=True)) for order in datasets.linear_or_exponential().values()
    )
    assert one == other
    assert sorted(one) == list(names)


@pytest.mark.parametrize("one", [datasets.software().documents[0], datasets.software(), datasets.available()])
def test_what_a_dataset_is_made_of_cannot_be_changed_and_can_be_a_key(one):
    assert {one: 1}[replace(one)] == 1
    assert None not in [getattr(one, field.name) for field in fields(one)]
    for field in fields(one):
        with pytest.raises(FrozenInstanceError):
            setattr(one, field.name, None)

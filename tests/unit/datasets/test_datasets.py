"""Test embedded topics, and the download of real files from a local server."""

from __future__ import annotations

import hashlib
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, replace
from fractions import Fraction
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from irlearn import AP, InputError, datasets, read_scores
from irlearn.datasets import DataFile, Topic
from irlearn.ranking import UNJUDGED
from irlearn.studies import leaderboard

CONTENT = b"run,score\nbm25,0.25\n" * 500
LEADERBOARD = "msmarco_doc/leaderboard.csv"


def test_topic_rejects_an_unknown_document():
    with pytest.raises(InputError, match=r"the topic has no document 'd11'; it has d1, d2, .*, d10$"):
        datasets.software().ranking("d2 d11")


def test_topic_table_aligns_titles_left_and_judgments_right():
    assert str(datasets.first_topic()).splitlines()[:3] == [
        "Query: how to grow tomatoes",
        "document  title                           judgment",
        "t1        A History of the Greenhouse            0",
    ]


def test_fifty_topics_are_quantiles_of_the_stated_beta_distribution():
    mean, deviation = 0.249, 0.186
    total = mean * (1 - mean) / deviation**2 - 1
    quantiles = stats.beta(mean * total, (1 - mean) * total).ppf((np.arange(1, 51) - 0.5) / 50)
    assert list(datasets.fifty_topics().values()) == [Fraction(round(1000 * value), 1000) for value in quantiles]


def test_unjudged_document_has_grade_minus_1_and_is_not_missed():
    topic = datasets.software()
    first, second, *others = topic.documents
    partly = Topic(topic.query, (replace(first, grade=UNJUDGED), replace(second, grade=UNJUDGED), *others))
    ranking = partly.ranking("d1 d5")
    assert ranking.grades == (UNJUDGED, 1)
    assert len(ranking.judged) == 8


class Server(ThreadingHTTPServer):
    """A local server: `/file` serves the file, `/other` a different file, and each other page fails in its own way."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.asked: list[str] = []
        self.go_on = threading.Event()

    def file(self, page: str = "file", **options: str) -> DataFile:
        described = {"what": "scores", "license": "CC BY 4.0", "citation": "Nobody (2021)", **options}
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


def test_fetch_downloads_once_and_reports_source_and_license(server, folder, capfd):
    file = server.file()
    path = file.fetch()
    assert path == folder / "made" / "scores.csv"
    assert path.read_bytes() == CONTENT
    assert path.stat().st_mode & 0o444 == 0o444
    out, err = capfd.readouterr()
    assert out == f"Downloaded made/scores.csv from {file.url} to {path}. License: CC BY 4.0. Cite: Nobody (2021).\n"
    assert not err
    assert file.fetch() == path
    assert capfd.readouterr() == ("", "")
    assert server.asked == ["file"]
    assert files(folder) == ["made/scores.csv"]


def test_fetch_reports_to_the_given_function(server, folder, capfd):
    messages: list[str] = []
    server.file().fetch(tell=messages.append)
    assert len(messages) == 1
    assert capfd.readouterr() == ("", "")


def test_fetch_restores_the_messages_of_pooch(server, folder):
    pooch = pytest.importorskip("pooch")
    before = list(pooch.get_logger().filters)
    server.file().fetch(tell=str)
    assert pooch.get_logger().filters == before


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("other", "the downloaded file has another SHA-256, so it was not kept"),
        ("broken", "there is no connection, or it broke off"),
        ("stalled", "there is no connection, or it broke off"),
        ("silent", "there was no answer within 0.3 seconds"),
        ("missing", "the server answers 404 Not Found"),
    ],
)
def test_failed_download_is_one_sentence_and_leaves_no_file(server, folder, page, why, capfd):
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


def test_failed_download_without_offline_data_does_not_mention_any(server, folder):
    with pytest.raises(InputError, match=r"scores\.csv$"):
        server.file("missing").fetch(timeout=0.3)


def test_fetch_without_a_network_says_what_to_do(folder, no_network):
    known = datasets.available()[LEADERBOARD]
    with pytest.raises(InputError) as refused:
        datasets.fetch(LEADERBOARD)
    message = str(refused.value)
    assert known.url in message
    assert "no connection" in message
    assert f"put the file yourself at {folder / LEADERBOARD}" in message
    assert message.endswith("leaderboard.history() has its states of the art without the file")
    assert files(folder) == []


def test_interrupted_download_leaves_no_file(server, folder, monkeypatch):
    pooch = pytest.importorskip("pooch")

    def interrupted(*_: object, **__: object) -> None:
        assert len(files(folder)) == 1  # the temporary file
        raise KeyboardInterrupt

    monkeypatch.setattr(pooch.HTTPDownloader, "__call__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        server.file().fetch()
    assert files(folder) == []


def test_fetch_keeps_a_different_file_at_its_path(server, folder):
    path = folder / "made" / "scores.csv"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"my own notes")
    with pytest.raises(InputError, match=r"this is not the file made/scores.csv .* move it away to fetch that file"):
        server.file().fetch()
    assert path.read_bytes() == b"my own notes"
    assert server.asked == []


def test_fetch_rejects_a_folder_at_its_path(server, folder):
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


def test_fetch_into_a_read_only_folder_is_one_sentence(server, monkeypatch, request):
    pytest.importorskip("pooch")
    pytest.importorskip("requests")  # which pooch loads late, while its files can be read
    with tempfile.TemporaryDirectory() as directory:  # not tmp_path, which is closed to all but its owner
        folder = Path(directory)
        folder.chmod(0o555)
        monkeypatch.setenv("IRLEARN_DATA", directory)
        request.getfixturevalue("not_root")
        with pytest.raises(InputError) as refused:
            server.file().fetch()
        assert files(folder) == []
        os.seteuid(os.getuid())
    assert str(refused.value) == (
        f"{folder / 'made' / 'scores.csv'}: cannot be written (Permission denied); "
        "name a folder that can be written in IRLEARN_DATA"
    )


def test_fetch_into_a_file_instead_of_a_folder_is_one_sentence(server, folder):
    folder.write_text("no folder")
    with pytest.raises(InputError, match=r"cannot be written \(.*\); name a folder"):
        server.file().fetch()


def test_fetch_without_pooch_uses_existing_files_only(server, folder, monkeypatch):
    file = server.file()
    file.path.parent.mkdir(parents=True)
    file.path.write_bytes(CONTENT)
    monkeypatch.setitem(sys.modules, "pooch", None)
    assert file.fetch().read_bytes() == CONTENT
    file.path.unlink()
    with pytest.raises(InputError, match=r"needs pooch, which is not installed; type: pip install 'irlearn\[data\]'"):
        file.fetch()
    assert server.asked == []


def test_fetch_uses_the_users_cache_folder_by_default(monkeypatch, tmp_path):
    pooch = pytest.importorskip("pooch")
    monkeypatch.setenv("IRLEARN_DATA", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = datasets.available()[LEADERBOARD].path
    assert path == Path(pooch.os_cache("irlearn")) / LEADERBOARD
    if sys.platform == "linux":
        assert path == tmp_path / "irlearn" / LEADERBOARD


def test_importing_datasets_loads_no_download_library(shell_environment):
    code = (
        "import sys, irlearn; from irlearn import datasets; str(datasets.available())\n"
        "print(sorted({'pooch', 'requests', 'urllib3', 'http.client'} & set(sys.modules)))"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], env=shell_environment, capture_output=True, text=True, check=True
    )
    assert process.stdout == "[]\n"


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
def test_data_file_rejects_unsafe_names_and_malformed_hashes(server, wrong, sentence):
    with pytest.raises(InputError, match=sentence):
        replace(server.file(), **wrong)


@pytest.mark.parametrize("timeout", [0, -1, float("nan")])
def test_fetch_rejects_invalid_timeouts(server, folder, timeout):
    with pytest.raises(InputError, match="timeout"):
        server.file().fetch(timeout=timeout)
    assert server.asked == []


def test_available_shows_licenses_and_sources():
    shown = datasets.available()
    assert len(shown.names) == len(set(shown.names)) == 21
    text, page = str(shown), shown._repr_html_()
    for file in shown.files:
        assert file.name in text
        assert file.name in page
        assert file.citation in text
        assert file.url.rpartition("/")[0] in re.sub("<[^>]*>", "", page)
    assert page.count("<tr>") == 22
    assert "\ntrec: One row a topic" in text, "a remark begins with the folder of its files"
    assert re.search(r"^trec/adhoc8_ap\.csv .* CC BY-SA 4\.0$", text, re.MULTILINE), "no further terms of the license"


def test_available_lists_every_source_file_with_a_url(real_data):
    sources = json.loads((real_data / "SOURCES.json").read_text())
    wanted = {name: source for name, source in sources.items() if "url" in source}
    assert set(datasets.available().names) == set(wanted)
    for name, source in wanted.items():
        file = datasets.available()[name]
        assert (file.url, file.sha256, file.license) == (source["url"], source["sha256"], source["licence"])


def test_fetch_takes_real_files_from_the_folder_without_a_network(real_data, no_network, monkeypatch, capfd):
    monkeypatch.setenv("IRLEARN_DATA", str(real_data))
    for name in datasets.available().names:
        assert (real_data / name).is_file()
        assert datasets.fetch(name) == real_data / name
    assert capfd.readouterr() == ("", "")
    assert len(leaderboard.read_leaderboard(datasets.fetch(LEADERBOARD))) == 117
    assert read_scores(datasets.fetch("trec/adhoc8_ap.csv"), AP).values.shape[:2] == (129, 50)


def test_teaching_rankings_have_document_names_and_consistent_grades():
    names = ("d1", "d2", "d3", "d4", "d5")
    assert datasets.five_grades().documents == names
    first, second = (
        dict(zip(order.documents, order.grades, strict=True)) for order in datasets.linear_or_exponential().values()
    )
    assert first == second
    assert sorted(first) == list(names)


@pytest.mark.parametrize("item", [datasets.software().documents[0], datasets.software(), datasets.available()])
def test_dataset_objects_are_frozen_and_hashable(item):
    assert {item: 1}[replace(item)] == 1
    assert None not in [getattr(item, field.name) for field in fields(item)]
    for field in fields(item):
        with pytest.raises(FrozenInstanceError):
            setattr(item, field.name, None)

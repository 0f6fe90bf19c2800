"""Test files that a learner chooses on the page."""

from __future__ import annotations

import gzip
from base64 import b64encode
from typing import Any

import pytest

from irlearn import widgets
from irlearn.widgets.your_data.files import MAX_BYTES, OwnFiles

QRELS = "".join(f"q{n} 0 d1 1\n" for n in range(1, 31)).encode()
OLD = "".join(f"q{n} Q0 d{d} {d + 1} {9 - d} x\n" for n in range(1, 31) for d in range(n % 3, 3)).encode()
NEW = "".join(f"q{n} Q0 d{d} {d} {9 - d} y\n" for n in range(1, 31) for d in range(1, 3)).encode()
PIECE = 100


def send(widget: OwnFiles, key: int, name: str, content: bytes, pieces: slice = slice(None)) -> None:
    """Report a file as the page does, in its pieces."""
    for at in list(range(0, max(len(content), 1), PIECE))[pieces]:
        piece = b64encode(content[at : at + PIECE]).decode()
        widget.gesture(do="piece", key=str(key), name=name, size=len(content), at=at, base64=piece)


def choose(contents: tuple[bytes, bytes, bytes] = (QRELS, OLD, NEW), **options: Any) -> Any:
    """What `own_runs` gives without paths, and three files that were chosen then."""
    seen = widgets.own_runs(**options)
    for key, (name, content) in enumerate(zip(("my.qrels", "old.run", "new.run.gz"), contents, strict=True)):
        send(seen.upload, key, name, content)
    return seen


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """What is published in the notebook: the data, and how."""
    import IPython.display

    found: list[tuple[dict[str, Any], dict[str, Any]]] = []
    monkeypatch.setattr(IPython.display, "publish_display_data", lambda data, *_, **how: found.append((data, how)))
    return found


def test_chosen_files_give_the_same_widgets_as_their_paths(tmp_path, published):
    seen = widgets.own_runs(show="all")
    seen._ipython_display_()
    before = len(published)
    for key, (name, content) in enumerate([("my.qrels", QRELS), ("old.run", OLD), ("new.run.gz", gzip.compress(NEW))]):
        (tmp_path / name).write_bytes(content)
        send(seen.upload, key, name, content)
    by_path = widgets.own_runs(*(tmp_path / name for name in ("my.qrels", "old.run", "new.run.gz")), show="all")
    assert seen.upload.message == repr(by_path)
    assert seen.upload.message.startswith(
        "“old” and “new” on 30 queries, by AP and by the rank of the first relevant document."
    )
    shown = [data for data, how in published[before:] if how["update"] and len(data) > 1]
    assert len(shown) == 3
    places = [how["transient"]["display_id"] for _, how in published if "transient" in how]
    assert len(set(places)) == 3


def test_chosen_file_shows_its_percentage_while_it_arrives(words):
    widget = widgets.own_runs().upload
    send(widget, 0, "my.qrels", QRELS, slice(2))
    assert f"{100 * 2 * PIECE // len(QRELS)}%" in words(widget.picture)
    assert "Choose the first run and the second run." in words(widget.picture)
    send(widget, 0, "my.qrels", QRELS, slice(2, None))
    assert "✓" in words(widget.picture)


def test_chosen_file_that_is_too_large_or_empty_is_refused(words):
    widget = widgets.own_runs().upload
    widget.gesture(do="piece", key=1, name="big.run", size=MAX_BYTES + 1, at=0, base64="")
    assert "'big.run' is larger than the 30 MB that can be sent; give its path." in words(widget.picture)
    send(widget, 1, "none.run", b"")
    assert "'none.run' is empty; choose another file." in words(widget.picture)


@pytest.mark.parametrize(
    ("contents", "reason"),
    [
        ((QRELS, OLD, QRELS), "new.run.gz"),
        ((OLD, OLD, NEW), "my.qrels"),
        ((QRELS, OLD, b"\x00\x01\x02 binary"), "new.run.gz"),
        ((QRELS, OLD, gzip.compress(NEW)[:40]), "the gzip file is cut short"),
        ((QRELS, b"  \n", NEW), "old.run: is empty"),
        ((QRELS, OLD, b"<b>q1</b>\n"), "new.run.gz"),
    ],
)
def test_chosen_files_that_cannot_be_read_show_a_sentence_and_no_widget(contents, reason, published):
    seen = choose(contents)
    assert reason in seen.upload.message
    assert seen.upload.message.endswith("Nothing is shown until all three files can be read.")
    assert "<b>" not in seen.upload.picture
    assert not [data for data, _ in published if len(data) > 1]
    send(seen.upload, 0, "my.qrels", QRELS)
    send(seen.upload, 1, "old.run", OLD)
    send(seen.upload, 2, "new.run", NEW)
    assert seen.upload.message.startswith("“old” and “new” on 30 queries")


def test_chosen_run_that_lacks_a_query_counts_0_with_a_note():
    without = b"".join(line for line in NEW.splitlines(keepends=True) if not line.startswith(b"q7 "))
    said = choose((QRELS, OLD, without)).upload.message
    assert "“new”: 1 query of the qrels (q7) is missing from the run: counted as 0." in said


def test_choosing_another_file_removes_the_shown_widgets(published):
    seen = widgets.own_runs()
    seen._ipython_display_()
    for key, (name, content) in enumerate([("my.qrels", QRELS), ("old.run", OLD), ("new.run", NEW)]):
        send(seen.upload, key, name, content)
    published.clear()
    send(seen.upload, 2, "wrong.run", QRELS)
    assert "wrong.run" in seen.upload.message
    assert published
    assert all(len(data) == 1 for data, _ in published)


def test_invalid_pieces_of_a_file_change_nothing():
    widget = widgets.own_runs().upload
    send(widget, 0, "my.qrels", QRELS, slice(1))
    before = widget.picture
    right = {"do": "piece", "key": 0, "name": "my.qrels", "size": len(QRELS), "at": PIECE, "base64": ""}
    wrong = [("at", 7), ("name", "other"), ("key", 3), ("size", -1.5), ("base64", "?"), ("base64", "A" * 300_001)]
    for what, value in wrong:
        widget.gesture(**{**right, what: value})
        assert widget.picture == before

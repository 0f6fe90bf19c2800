"""Test figures as files and as SVG text in pages: the same bytes, unique ids, escaped text and embedded fonts."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from irlearn import AP, InputError, Run, Scores, evaluate, explain, plots

HOSTILE = '<script>"&\'$x$ id="a" url(#b)\x00\u202e'
SVG = "{http://www.w3.org/2000/svg}"


def drawn(name: str = "b") -> Axes:
    runs = [Run.from_dict({"q1": {"d1": 1}, "q2": {"d2": 2, "d1": 1}}, name=run) for run in ("a", name)]
    return plots.query_differences(evaluate({"q1": {"d1": 1}, "q2": {"d1": 1}}, runs, AP).compare("a", name))


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png"])
def test_save_writes_the_same_bytes_each_time(tmp_path, suffix):
    for name in ("one", "two"):
        plots.save(drawn(), tmp_path / f"{name}.{suffix}")
    first, second = ((tmp_path / f"{name}.{suffix}").read_bytes() for name in ("one", "two"))
    assert first == second
    assert {"svg": b"<svg ", "pdf": b"%PDF", "png": b"\x89PNG"}[suffix] in first[:6]
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"one.{suffix}", f"two.{suffix}"]


def test_save_embeds_fonts_in_pdf_as_truetype(tmp_path):
    path = tmp_path / "a.pdf"
    for write in (lambda: plots.save(drawn(), path), lambda: drawn().figure.savefig(path)):
        write()
        assert b"/FontFile2" in path.read_bytes()
        assert b"/Type3" not in path.read_bytes()


def test_save_and_svg_leave_the_settings_of_matplotlib_alone(tmp_path):
    names = ("pdf.fonttype", "ps.fonttype", "svg.fonttype", "svg.hashsalt")  # Reading all would load pyplot.
    before = [mpl.rcParams[name] for name in names]
    plots.save(drawn(), tmp_path / "a.pdf")
    plots.svg(drawn())
    assert [mpl.rcParams[name] for name in names] == before


def test_save_accepts_a_figure_of_matplotlib(tmp_path):
    figure = Figure()
    plots.draw_contributions(explain(AP, "1 0 1"), figure.add_subplot())
    plots.save(figure, tmp_path / "a.SVG")
    assert "AP = (1/1 + 2/3) / 2" in (tmp_path / "a.SVG").read_text("utf-8")


def test_save_refuses_other_suffixes_and_keeps_the_file(tmp_path):
    path = tmp_path / "a.jpg"
    path.write_text("before", "utf-8")
    with pytest.raises(InputError, match=r"svg, pdf, png"):
        plots.save(drawn(), path)
    assert path.read_text("utf-8") == "before"


def test_svg_has_the_description_and_text_as_text():
    ax = drawn()
    root = ElementTree.fromstring(plots.svg(ax))
    assert (root.get("role"), root.get("aria-label")) == ("img", ax.get_label())
    assert "difference in AP" in [text.text for text in root.iter(f"{SVG}text")]


def test_svg_escapes_names():
    ax = drawn(HOSTILE)
    text = plots.svg(ax)
    assert "<script>" not in text
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", text)
    shown = [element.text or "" for element in ElementTree.fromstring(text).iter(f"{SVG}text")]
    assert any("<script>\"&'$x$ id" in words for words in shown)


def test_svg_has_ids_of_its_own_and_refers_to_them():
    texts = [plots.svg(drawn()), plots.svg(drawn("c")), plots.svg(drawn(HOSTILE))]
    ids = []
    for text in texts:
        root = ElementTree.fromstring(text)
        own = [element.get("id") for element in root.iter() if element.get("id")]
        attributes = [value for element in root.iter() for key, value in element.items() if key != "aria-label"]
        referenced = {name for value in attributes for name in re.findall(r"url\(#(.+?)\)|^#(.+)$", value)}
        assert {first or second for first, second in referenced} == {*own}
        ids += own
    assert len(ids) == len({*ids})
    assert "<style" not in texts[0]


def test_svg_of_thousands_of_queries_is_small():
    values = np.random.default_rng(1).random((2, 7000, 1))
    scores = Scores(values, ("a", "b"), tuple(f"q{number}" for number in range(7000)), (AP,))
    comparison = scores.compare("a", "b", permutations=1000)
    ax = plots.query_differences(comparison)
    assert len(plots.svg(ax)) < 200_000
    assert len(plots.svg(plots.query_scatter(comparison))) < 300_000
    differences = np.sort(values[1, :, 0] - values[0, :, 0])
    drawn_heights = np.concatenate([area.get_paths()[0].vertices[:, 1] for area in ax.collections])
    assert (drawn_heights.min(), drawn_heights.max()) == (differences[0], differences[-1])

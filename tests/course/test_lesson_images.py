"""Test that the picture at the head of each lesson is current, safe, legible and brief."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import draw_lesson_images as heroes
import pytest

COLORS = {"#8b939c", "#6f7780", "#7a828b", "#2f86c4", "#c7508a", "#d98e00"}  # 2.7 and more on white and on #111
TAGS = {"svg", "title", "desc", "style", "text", "g", "line", "rect", "circle", "path"}
MOST_SECONDS, MOST_BYTES, SMALLEST_TEXT = 5, 12_000, 18
PLAIN = "@media(prefers-reduced-motion:no-preference)"


@pytest.fixture(params=sorted(heroes.HEROES))
def lesson(request) -> str:
    return request.param


@pytest.fixture
def svg(lesson) -> str:
    return (heroes.IMAGES / f"{lesson}.svg").read_text("utf-8")


def parts(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter())


def styles(svg: str) -> str:
    return "".join(one.text or "" for one in parts(svg) if one.tag.endswith("}style"))


def animations(svg: str) -> dict[str, str]:
    """Return the animation of each class; empty if the animation ignores a preference for reduced motion."""
    return dict(re.findall(r"\.(\w+)\{animation:([^}]*)\}", styles(svg)))


def test_lesson_image_is_current(lesson, svg):
    assert svg == heroes.picture(lesson), "python tests/tools/draw_lesson_images.py"


def test_lesson_image_is_embedded_in_the_notebook_with_its_alt_text(lesson, root):
    (notebook,) = (root / "lessons").glob(f"{lesson}_*.ipynb")
    title = "".join(json.loads(notebook.read_text("utf-8"))["cells"][0]["source"])
    assert f"![{heroes.told(lesson)[1]}](images/{lesson}.svg)" in title.splitlines()


def test_lesson_image_contains_only_drawing_elements(svg):
    assert {one.tag.removeprefix("{http://www.w3.org/2000/svg}") for one in parts(svg)} <= TAGS
    assert [name for one in parts(svg) for name in one.attrib if name.startswith("on") or "href" in name] == []
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg\")|<[!?]", svg)
    assert len(svg.encode()) <= MOST_BYTES


def test_lesson_image_has_a_title_and_description(svg, lesson):
    drawing, title, told = parts(svg)[:3]
    assert drawing.get("role") == "img"
    assert (title.text, told.text) == heroes.told(lesson)
    assert all(heroes.told(lesson))


def test_lesson_image_is_legible_on_any_background(svg):
    painted = {one.get(kind) for one in parts(svg) for kind in ("fill", "stroke")} - {None, "none"}
    assert painted <= COLORS
    assert set(re.findall(r"#[0-9a-f]{3,8}\b", svg)) <= COLORS
    assert not re.search(r"fill:|stroke:|rgb|hsl", styles(svg))
    assert min(map(int, re.findall(r"(\d+)px system-ui", styles(svg)))) >= SMALLEST_TEXT


def test_lesson_image_moves_once_for_at_most_five_seconds(svg):
    moved = [one for one in parts(svg) if one.get("class") not in (None, "i")]  # the words inside of what moves
    assert moved
    for one in moved:
        animation = animations(svg)[one.attrib["class"]]
        seconds = [float(value) for value in re.findall(r"([\d.]+)s\b", animation)]
        delay = re.search(r"--t:([\d.]+)s", one.get("style", ""))
        assert sum(seconds) + (float(delay[1]) if delay else 0) <= MOST_SECONDS
        assert (delay is None) == ("var(--t)" not in animation)
    assert "infinite" not in svg
    assert not re.search(r"iteration|<animate|<set", svg)


def test_lesson_image_with_reduced_motion_is_the_final_image(svg):
    css = styles(svg)
    assert css.count("{animation:") == len(animations(svg))
    in_media = "".join(re.findall(re.escape(PLAIN) + r"\{((?:[^{}]*\{[^{}]*\})*)\}", css))
    assert in_media.count("animation:") == css.count("animation:")
    for stops in re.findall(r"@keyframes \w+\{((?:[^{}]*\{[^{}]*\})*)\}", css):
        assert "100%" not in stops
        assert not re.search(r"\bto\b", stops)
    assert all(re.fullmatch(r"(--\w:[^;]*;?)*", one.get("style", "")) for one in parts(svg))
    assert all(float(one.get("opacity", 1)) > 0 for one in parts(svg))

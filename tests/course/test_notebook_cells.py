"""Test that the code cells of lessons are short, format nothing, and use R with one meaning."""

from __future__ import annotations

import ast
import re

import pytest
from lesson_pages import PAGES, asked, cells, instructor

from irlearn.course.lessons import LESSONS

MOST = 6  # lines
LETTER = re.compile(r"(?<![\w|^])R(?![\w@-])")
"""A standalone R; not R@5, R-precision, the run R1 or the list RNR."""


@pytest.mark.parametrize("lesson", PAGES)
def test_code_cells_have_six_lines_or_fewer(lesson):
    assert [cell.id for cell in cells(lesson) if cell.code and len(cell.source.splitlines()) > MOST] == []


@pytest.mark.parametrize("lesson", PAGES)
def test_code_cells_do_not_format_results(lesson):
    found = []
    for cell in cells(lesson):
        for node in ast.walk(ast.parse(cell.source)) if cell.code else ():
            called = node.func if isinstance(node, ast.Call) else None
            name = getattr(called, "id", getattr(called, "attr", ""))
            text = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant)
            if text or isinstance(node, ast.JoinedStr) or name in {"print", "format", "join", "display", "round"}:
                found.append(f"{cell.id}: {ast.unparse(node)}")
    assert found == []


@pytest.mark.parametrize("lesson", PAGES)
def test_text_about_running_cells_is_marked_for_pages_without_cells(lesson):
    texts = [re.sub(r'<span class="runs">.*?</span>', "", cell.source) for cell in cells(lesson) if not cell.code]
    assert [text for text in texts if re.search(r"Shift \+ Enter|run all cells|Run All", text)] == []


@pytest.mark.parametrize("lesson", PAGES)
def test_code_cells_do_not_end_with_a_plain_list_or_dictionary(lesson):
    last = [(cell.id, node) for cell in cells(lesson) if cell.code for node in ast.parse(cell.source).body[-1:]]
    bare = ast.Dict | ast.DictComp | ast.List | ast.ListComp | ast.Set | ast.SetComp
    assert [name for name, node in last if isinstance(node, ast.Expr) and isinstance(node.value, bare)] == []


@pytest.mark.parametrize("lesson", PAGES)
def test_section_go_further_is_folded_and_shows_the_further_parts_of_the_lesson_file(lesson):
    section = [cell for cell in cells(lesson) if cell.further]
    assert [cell.id for cell in cells(lesson) if cell.folds] == [cell.id for cell in section[:1]]
    for heading in section[:1]:
        assert re.fullmatch(r"## Go further(\n\n[^\n]+)?", heading.source.strip()), "a heading and a sentence, no more"
    assert [part.id for cell in section for part in cell.parts] == list(LESSONS[lesson].further)


@pytest.mark.parametrize("lesson", PAGES)
def test_titles_of_parts_are_different_and_have_seven_words_or_fewer(lesson):
    titles = LESSONS[lesson].titles
    assert [title for title in titles.values() if len(title.split()) > 7] == []
    assert len({*titles.values()}) == len(titles)


@pytest.mark.parametrize("lesson", PAGES)
def test_r_always_means_recall(lesson):
    """The number of all relevant documents is written out; R1 to R10 are names of runs."""
    said = [(cell.id, cell.source) for cell in cells(lesson) if not cell.code and not cell.id.startswith("references")]
    said += [(name, question) for cell in cells(lesson) for part in cell.parts for name, _, question in asked(part)]
    said += [(f"instructor, line {place}", line) for place, line in enumerate(instructor(lesson), start=1)]
    others = [
        f"{where}: {text[max(0, letter.start() - 30) : letter.end() + 20]!r}"
        for where, text in said
        for letter in LETTER.finditer(text)
        if "R relevant, N not" not in text  # the grades of a list, written as letters
    ]
    assert others == [] or lesson == "02", "P and R stand for precision and recall in lesson 02"

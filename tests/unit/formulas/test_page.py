"""Test that a page is written in every format."""

from __future__ import annotations

from irlearn.formulas.page import Block, Figure, Heading, Note, Page, Prose, Table


class _Page(Page):
    title = "A & B"

    def blocks(self) -> list[Block]:
        return [
            Heading("A & B", level=1),
            Prose("Two runs.", strong=True),
            Table("Means", ["run", "AP"], [["a_b", "0.1"], ["b", "0.25"]], left=1),
            Note("One & only."),
            Figure('<?xml version="1.0"?>\n<svg><g/></svg>', 'bars of "A"\nand B', "Differences"),
        ]


def test_page_in_plain_text() -> None:
    assert str(_Page()).splitlines() == [
        *("A & B", "=====", "", "Two runs.", "", "Means", "run    AP", "a_b   0.1", "b    0.25", "", "One & only.", ""),
        *('[Figure: bars of "A" and B]', "Differences"),
    ]


def test_page_in_markdown_has_italic_notes_and_the_words_of_figures() -> None:
    lines = _Page().to_markdown().splitlines()
    assert "| :--- | ---: |" in lines
    assert lines[-5:] == ["*One & only.*", "", '*Figure: bars of "A" and B*', "", "Differences"]


def test_page_in_latex_has_emphasized_notes_and_figures_as_comments() -> None:
    lines = _Page().to_latex().splitlines()
    assert r"\begin{tabular}{lr}" in lines
    assert lines[-5:] == [r"\emph{One \& only.}", "", '% Figure: bars of "A" and B', "", "Differences"]


def test_page_in_html_describes_its_figures() -> None:
    figure = (
        '<figure role="img" aria-label="bars of &quot;A&quot; and B"><svg><g/></svg>'
        "<figcaption>Differences</figcaption></figure>"
    )
    assert figure in _Page().to_html()
    assert figure in _Page()._repr_html_()
    assert "<p><em>One &amp; only.</em></p>" in _Page()._repr_html_()

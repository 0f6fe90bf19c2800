"""HTML that is built otherwise reads the same; another weight, meaning or state reads otherwise."""

from __future__ import annotations

import page_text
import pytest


def words(html: str) -> list[str]:
    return " ".join(page_text.shown(page_text.tree(html))).split()


@pytest.mark.parametrize(
    ("html", "other"),
    [
        ("<p>AP = <b>1/2</b></p>", "<div><div><p><span>AP = <i><strong>1/2</strong></i></span></p></div></div>"),
        (
            "<p>AP = 1/2</p>",
            '<p><span class="formula" role="math" aria-label="AP = 1/2"><math><mn>1</mn></math></span></p>',
        ),
        ("<p>AP = 1/2</p>", '<p><math alttext="AP = 1/2"><mn>1</mn></math></p>'),
        (
            "<p>so 2^10 it is</p>",
            '<p>so <b class="formula"><i aria-hidden="true">2</i><u class="visually-hidden">2^10</u></b> it is</p>',
        ),
        ('<p>2<sup><span class="visually-hidden"> to the power </span>10</sup></p>', "<p>2^10</p>"),
        (
            '<p>so <b class="over"><i>3</i><i>4</i></b></p>',
            '<p>so <b class="formula" aria-label="3 / 4"><i>3</i></b></p>',
        ),
        ("<u>P</u><i>1</i>", "<div>P</div><div>1</div>"),
        ("<ul><li>P</li><li>1</li></ul>", "<table><tr><td>P</td><td>1</td></tr></table>"),
    ],
)
def test_html_that_is_built_otherwise_reads_the_same(html: str, other: str) -> None:
    assert words(html) == words(other)


@pytest.mark.parametrize(
    ("html", "other"),
    [
        ("<p><b>4</b> and 5</p>", "<p>4 and <b>5</b></p>"),
        ("<td class='yes'>so</td>", "<td class='no'>so</td>"),
        ("<p class='low'>5</p>", "<p>5</p>"),
        ("<button aria-pressed='true'>P</button>", "<button aria-pressed='false'>P</button>"),
        ("<button aria-current='true'>P</button>", "<button>P</button>"),
    ],
)
def test_html_of_another_weight_or_state_reads_otherwise(html: str, other: str) -> None:
    assert words(html) != words(other)


def test_html_that_the_package_does_not_write_is_an_error() -> None:
    with pytest.raises(ValueError, match="<p class=low"):
        page_text.tree("<p class=low>5</p><3")

"""Test the HTML tree that pictures are made of."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given, strategies as st

from irlearn.errors import InputError
from irlearn.text.html import Element, button, div, html_of, input as field, li, p, span, style, text_of, ul

HOSTILE = st.text(alphabet="<>&\"'=/ abc\x00\n\u2028", max_size=40)


class _Parsed(HTMLParser):
    """What a browser finds: tags with their attributes, and the text between."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts = ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts += data


@given(HOSTILE, HOSTILE)
def test_text_and_attributes_are_escaped(inside: str, title: str) -> None:
    parsed = _Parsed(str(div(data_title=title)[inside, span[inside]]))
    assert [tag for tag, _ in parsed.tags] == ["div", "span"]
    assert parsed.tags[0][1] == {"data-title": title}
    assert parsed.texts == inside + inside


def test_none_and_false_are_left_out_and_true_attributes_have_no_value() -> None:
    made = button("main", disabled=True, title=None, data_by=-1)[None, False, "go", [1, (2,)]]
    assert str(made) == '<button class="main" disabled data-by="-1">go12</button>'
    assert str(field(type="text", value='a"b')) == '<input type="text" value="a&quot;b">'


def test_element_is_unchanged_when_children_are_added() -> None:
    assert p("x")["a"] is not p
    assert str(p) == "<p></p>"
    listed = ul[(li[n] for n in range(2))]
    assert str(listed) == str(listed) == "<ul><li>0</li><li>1</li></ul>"


def test_find_selects_by_tag_class_and_attribute() -> None:
    page = div[ul("a b")[li(data_key="1")["one"], li(data_key="2")["two"]]]
    assert [element.text for element in page.find(data_key="2")] == ["two"]
    assert [element.tag for element in page.find(css_class="b")] == ["ul"]
    assert len(list(page.find("li"))) == 2


def test_text_has_spaces_between_blocks_and_none_inside_words() -> None:
    assert text_of([p["P@", span["5"]], ul[li["a"], li["b"]]]) == "P@5 a b"
    assert html_of(["<", Element("b")["x"]]) == "&lt;<b>x</b>"


def test_style_sheet_is_not_escaped_and_cannot_be_closed_early() -> None:
    assert str(style["a > b {}"]) == "<style>a > b {}</style>"
    with pytest.raises(InputError, match="must not hold"):
        str(style["</style><script>"])


def test_element_is_not_iterable() -> None:
    with pytest.raises(TypeError):
        assert "a" in p["a"]
    with pytest.raises(TypeError):
        list(p["a"])


@pytest.mark.parametrize(("name", "spelled"), [("for_", "for"), ("data_title", "data-title"), ("type_", "type")])
def test_attribute_names_use_hyphens_and_drop_a_trailing_underscore(name: str, spelled: str) -> None:
    assert str(span(**{name: "x"})["a"]) == f'<span {spelled}="x">a</span>'

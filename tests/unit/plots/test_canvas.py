"""Test figures as a notebook shows them: without pyplot, on white, with alternative text."""

from __future__ import annotations

import base64
import io
import struct
import subprocess
import sys

import pytest
from matplotlib.figure import Figure

from irlearn import AP, Ranking, explain, plots


@pytest.fixture
def figure() -> Figure:
    return plots.draw_contributions(explain(AP, Ranking.parse("1 0 1"))).figure


def test_canvas_html_is_an_image_with_alternative_text(figure):
    page = figure._repr_html_()
    assert 'alt="AP = (1/1 + 2/3) / 2 = 5/6 = 0.8333; rank 1 adds 0.500, rank 3 adds 0.333"' in page
    png = base64.b64decode(page.partition("base64,")[2].removesuffix('">'))
    wide, high = struct.unpack(">II", png[16:24])
    assert (wide, high) == (1200, 720)  # Twice the 600 pixels on the page.
    assert 'width="600"' in page


def test_canvas_escapes_alternative_text_in_html():
    drawn = plots.Canvas()
    drawn.add_subplot(121).set_label('"<b>" & more')
    drawn.add_subplot(122).set_label("second")
    assert drawn.alt == '"<b>" & more. second'
    assert 'alt="&quot;&lt;b&gt;&quot; &amp; more. second"' in drawn._repr_html_()


def test_canvas_background_is_white(figure):
    png = io.BytesIO()
    figure.savefig(png, format="rgba", dpi=20)
    assert png.getvalue()[:4] == b"\xff\xff\xff\xff"


def test_ipython_shows_a_canvas_without_pyplot(shell_environment):
    code = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "from irlearn import AP, Ranking, explain, plots\n"
        "import sys\n"
        "figure = plots.draw_contributions(explain(AP, Ranking.parse('1 0 1'))).figure\n"
        "shown, _ = InteractiveShell().display_formatter.format(figure)\n"
        "print(shown['text/html'][:13], 'matplotlib.pyplot' in sys.modules)\n"
    )
    environment = {name: value for name, value in shell_environment.items() if name != "PYTHONWARNINGS"}
    result = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert result.stdout == '<img alt="AP  False\n'

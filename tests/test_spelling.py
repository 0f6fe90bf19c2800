"""Test that all texts have American spelling: code, lessons, reference, instructor's pages and snapshots."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KINDS = {".py", ".md", ".toml", ".ipynb", ".txt", ".css", ".js", ".json"}

OUR = """arbour ardour armour behaviour candour colour endeavour favour flavour harbour honour humour labour neighbour
    odour rigour rumour saviour savour tumour valour vapour vigour"""
ISE = """apologi authori capitali categori centrali characteri computeri critici customi digiti emphasi equali
    familiari finali formali generali harmoni hypothesi idealis initiali itali lineari locali maximi memori minimi
    moderni neutrali normali optimi organi paralleli parametri penali populari prioriti randomi rationali reali
    recogni regulari seriali speciali stabili standardi summari symboli synchroni tokeni utili vectori visuali"""
WORDS = """acknowledgements? amongst analysed? analysing artefacts? cancell(?:ed|ing) catalogued? cent(?:re[ds]?|ring)
    channelled cheques? defences? enrolment fibres? fulfil greys? judgements? labell(?:ed|ing) learnt
    levell(?:ed|ing) licen(?:ce[sd]?|cing) litres? manoeuvres? metres? modell(?:ed|ing) offences? paralysed?
    programmes? signall(?:ed|ing) skilful spelt theatres? totalled travell(?:ed|ing) unlabelled whilst"""
BRITISH = re.compile(
    rf"\b(?:(?:un|re|mis|dis)?(?:{'|'.join(OUR.split())})\w*"
    rf"|(?:un|re)?(?:{'|'.join(ISE.split())})s(?:e[ds]?|ers?|ing|able|ations?)"
    rf"|{'|'.join(WORDS.split())})\b",
    re.IGNORECASE,
)
ALLOWED = {
    "catalogue": "the name of a package",
    "not-normalised": "the id of a misconception, which must not change",
    "ordering judgements": "the title of a publication",
    '["licence"]': "a key of the list of sources in another repository",
    '"randomised"': "the earlier value of an option of the shell",
    "emphases": "a plural",
    "hypotheses": "a plural",
}
WITH_INPUT_WORDS = {  # These files list what a learner or a file may type, in any spelling.
    "irlearn/collection/columns.py",
    "irlearn/byhand/input_words.toml",
    "irlearn/parsing/vocabulary.py",
}


def texts() -> Iterator[str]:
    """Yield the paths of all files with texts, from the root of the repository."""
    for folder in ("irlearn", "lessons", "tests", "binder"):
        for path in (ROOT / folder).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in KINDS and "__pycache__" not in name and ".ipynb_checkpoints" not in name:
                yield name
    yield from (path.name for path in ROOT.glob("*.*") if path.suffix in KINDS)


def british_words(text: str) -> list[str]:
    """Return the words of a text with British spelling, without those that are allowed.

    >>> british_words("The colours of neighbouring centres are analysed, summarised and labelled.")
    ['colours', 'neighbouring', 'centres', 'analysed', 'summarised', 'labelled']
    >>> british_words("An exercise raises promises; the catalogue has hypotheses, and pairwise noise is advised.")
    []
    """
    for allowed in ALLOWED:
        text = text.replace(allowed, "")
    return [match[0] for match in BRITISH.finditer(text.replace("\\n", " "))]


def test_british_spelling_is_found_and_similar_american_words_are_not():
    british = (
        "The colours of neighbouring centres are analysed, summarised, randomised and labelled; a judgement favours."
    )
    assert len(british_words(british)) == 9
    american = (
        "An exercise raises promises; the catalogue has hypotheses, and pairwise analyses otherwise rise in our hour."
    )
    assert british_words(american) == []


@pytest.mark.parametrize("folder", ["irlearn", "lessons", "tests", "binder", ""])
def test_texts_have_american_spelling(folder):
    found = {
        name: words
        for name in texts()
        if name.partition("/")[0] == folder or (not folder and "/" not in name)
        if name not in WITH_INPUT_WORDS | {"tests/test_spelling.py"}
        if (words := british_words((ROOT / name).read_text(encoding="utf-8")))
    }
    assert found == {}

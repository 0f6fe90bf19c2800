"""Test the rosters that `irlearn worksheet` reads, and what it refuses in one sentence."""

from __future__ import annotations

import re

import pytest
from message_parts import parts

from irlearn.cli import main
from irlearn.cli.roster import read_roster
from irlearn.errors import InputError

READ = {
    "plain": ("student,name\ns1,Ana\n", "utf-8", [("s1", "Ana")]),
    "issue": ('student,name\ns007,"Meyer, Ana"\n', "utf-8-sig", [("s007", "Meyer, Ana")]),
    "moodle": (
        "First name,Surname,ID number,Email address\nAna,Meyer,,a@x\nBjörn,Ångström,12,b@x\n",
        "utf-8",
        [("a@x", "Ana Meyer"), ("b@x", "Björn Ångström")],
    ),
    "german": ("sep=;\nNachname;Vorname;Matrikelnummer\nMüller;Eva;001\n", "utf-16", [("001", "Eva Müller")]),
    "french": ("Prénom\tNom de famille\tAdresse de courriel\nZoé\tNoël\tz@x\n", "utf-8", [("z@x", "Zoé Noël")]),
    "spanish": ("Nombre;Apellido(s);Número de ID\nÍñigo;Peña;7\n", "utf-8", [("7", "Íñigo Peña")]),
    "canvas": (
        'Student,ID,SIS Login ID,Section\n    Points Possible,,,\n"Meyer, Ana",71,am,1\n',
        "utf-8",
        [("71", "Meyer, Ana")],
    ),
    "spreadsheet": ('Name,ID\n张伟,"=""007"""\n Ana  M. ,8\n', "utf-8", [("007", "张伟"), ("8", "Ana M.")]),
}


@pytest.mark.parametrize("name", READ)
def test_roster_is_read(name, tmp_path):
    text, encoding, students = READ[name]
    path = tmp_path / "roster.csv"
    path.write_bytes(text.encode(encoding))
    assert read_roster(path) == students


REFUSED = {
    "student,name\n": "no students",
    "": "empty",
    "student,name\ns1,Ana\nS1,Ben\n": "'S1' … lines 2 and 3",
    "student,group\ns1,A\n": "names … 'student, group'",
    "name,group\nAna,A\n": "id … 'name, group'",
    "s1,Ana\ns2,Ben\n": "names",
    "student,name\ns1,\n": "line 2 … no name",
    "student,name\ns1,Ana\n,Ben\n": "line 3 … no id",
    "student,name\ns1,Meyer, Ana\n": "line 2 … 3 cells",
    'student,name\ns1,"Ana\n': "line 2 … not CSV",
    "PK\3\4": "workbook",
}


@pytest.mark.parametrize("text", REFUSED)
def test_roster_that_cannot_be_used_is_refused_in_a_sentence(text, tmp_path, capsys):
    path, folder = tmp_path / "roster.csv", tmp_path / "hw"
    path.write_text(text, "utf-8")
    assert main(["worksheet", "ap", "--students", str(path), "--output", str(folder)]) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert re.search(parts(REFUSED[text]), message), message
    assert not folder.exists()


def test_missing_jinja_is_named(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("irlearn.cli.worksheet.find_spec", lambda _: None)
    assert main(["worksheet", "ap", "--students", "r.csv", "--output", str(tmp_path / "hw")]) == 2
    assert "pip install 'irlearn[lessons]'" in capsys.readouterr().err


def test_empty_rows_and_summary_rows_are_left_out(tmp_path):
    path = tmp_path / "roster.csv"
    path.write_text("student,name\ns1,Ana\n\n,,\nTotal,2\n", "utf-8")
    assert read_roster(path) == [("s1", "Ana")]
    with pytest.raises(InputError):
        read_roster(tmp_path / "nowhere.csv")

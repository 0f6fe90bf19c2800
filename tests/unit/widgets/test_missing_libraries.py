"""Test the message about libraries of the widgets that are not installed."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("missing", ["anywidget", "ipywidgets"])
@pytest.mark.parametrize("use", ["from irlearn import widgets", "import irlearn; irlearn.widgets.Lesson('00')"])
def test_missing_library_is_reported_with_the_command_to_install(shell_environment, missing, use):
    blocked = f"""
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name == {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Blocked())
{use}
"""
    found = subprocess.run(
        [sys.executable, "-c", blocked], env=shell_environment, capture_output=True, text=True, check=False
    )
    assert found.returncode == 1
    assert found.stderr.splitlines()[-1] == (
        f"ModuleNotFoundError: the widgets need {missing}, which is not installed in the Python of this notebook; "
        "type: pip install 'irlearn[lessons]', then restart the kernel"
    )
    assert "No module named" not in found.stderr

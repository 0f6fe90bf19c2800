"""The lessons in JupyterLite: its build, the wheels that the kernel loads, and the pages that open a lesson."""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from irlearn.errors import InputError, visible
from irlearn.site.pages import TEMPLATES, render, write_style
from irlearn.text.english import comma_list

PYODIDE = "0.27.7"
"""The version of Pyodide, which decides the versions of the rest: Python 3.12, NumPy 2.0.2, SciPy 1.14.1."""

_CDN = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE}/full/"
_CORE = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_KERNEL = ("micropip", "ipython")
"""What the kernel itself needs of Pyodide's distribution."""

_WHEELS = (
    "anywidget", "psygnal", "ipywidgets", "comm", "markdown-it-py", "mdurl", "latex2mathml", "typing_extensions",
)  # fmt: skip
"""Pure Python packages that lessons need, and that Pyodide's distribution lacks or has in older versions."""

_OPTIONAL = ("sqlite3",)  # IPython keeps its history without it.
_ALREADY_LOADED = ("micropip", "piplite", "ssl", "sqlite3", "ipykernel", "comm", "pyodide_kernel", "jedi", "ipython")
"""What the kernel would install at its start: `start.js` has loaded it, or no lesson needs it."""

_EXTENSIONS = ("@jupyterlite/pyodide-kernel-extension", "@jupyter-widgets/jupyterlab-manager", "anywidget")
_KERNEL_PLUGIN = "@jupyterlite/pyodide-kernel-extension:kernel"
_NOT_IN_A_LESSON = (
    "@jupyter-notebook/application-extension:logo",
    "@jupyter-notebook/application-extension:pages",
    "@jupyterlab/apputils-extension:announcements",
)
_MEGABYTES = {"": 20, "scipy": 16, "matplotlib": 12}
"""About how much of Pyodide's distribution a browser loads from the public address."""

_EPOCH = (1980, 1, 1, 0, 0, 0)
_COMPILED = (".so", ".pyd", ".dylib")
_LEFT_OUT = ("cli", "site", "lessons")  # What no lesson imports.


def check_pyodide(folder: Path) -> None:
    """Raise `InputError` unless a folder has the core of the right version of Pyodide."""
    if not folder.is_dir():
        raise InputError(
            f"there is no folder {visible(str(folder))}; name the folder of Pyodide {PYODIDE} that has pyodide.js"
        )
    missing = [name for name in _CORE if not (folder / name).is_file()]
    if missing:
        raise InputError(
            f"{visible(str(folder))} lacks {comma_list(missing)} of Pyodide {PYODIDE}; unpack its distribution there"
        )
    version = _lock(folder)["info"]["version"]
    if version != PYODIDE:
        raise InputError(f"{visible(str(folder))} has Pyodide {version}, and the site needs Pyodide {PYODIDE}")


def _lock(folder: Path) -> dict[str, Any]:
    file = folder / "pyodide-lock.json"
    try:
        lock: dict[str, Any] = json.loads(file.read_text("utf-8"))
        lock["info"]["version"], lock["packages"]["numpy"]
    except (ValueError, KeyError, TypeError):
        raise InputError(
            f"{visible(str(file))} does not list Pyodide's packages; unpack its distribution again"
        ) from None
    return lock


def build_lite(out: Path, lessons: Mapping[str, Sequence[str]], contents: Path, pyodide: Path | None) -> list[str]:
    """Build JupyterLite in a folder, and return sentences about what will not run.

    Parameters
    ----------
    out
        The folder, which is created.
    lessons
        The packages of Pyodide that each lesson needs, by the name of its notebook.
    contents
        The folder with the notebooks and what they show.
    pyodide
        A folder with Pyodide, which is copied; None for Pyodide's public address.
    """
    _run_jupyterlite(out, contents)
    extension = out / "extensions" / _EXTENSIONS[0]
    stubs = [path for path in (extension / "static/pypi").glob("*.whl") if "widgetsnbextension" not in path.name]
    wheels = {path.name: path.read_bytes() for path in stubs}
    wheels |= dict(_wheel(distribution(name)) for name in _WHEELS)
    wheels |= [_irlearn_wheel()]
    names = [*_KERNEL, "numpy", *sorted({name for needed in lessons.values() for name in needed})]
    notes: list[str] = []
    sizes: dict[str, int] = {}
    if pyodide is not None:
        sizes, lacking, more = _copy_pyodide(pyodide, out / "pyodide", names)
        wheels |= more
        notes = [_note(name, file, lessons) for name, file in lacking.items()]
        names = [name for name in names if name not in lacking]
    folder = f"wheels/{_digest(wheels)}"
    (out / folder).mkdir(parents=True)
    for name, content in wheels.items():
        (out / folder / name).write_bytes(content)
    always = sum(len(content) for content in wheels.values()) + (sizes.get("") or _MEGABYTES[""] * 10**6)
    settings = {
        "pyodide": _CDN if pyodide is None else "./pyodide/",
        "names": [name for name in (*_KERNEL, "numpy") if name in names],
        "wheels": [f"./{folder}/{name}" for name in wheels],
        "bytes": {"": always, **{name: sizes.get(name) or _MEGABYTES[name] * 10**6 for name in _MEGABYTES if name}},
        "version": PYODIDE,
    }
    script = (TEMPLATES / "start.js").read_text("utf-8").replace('"SETTINGS"', json.dumps(settings, indent=2))
    (out / "start.js").write_text(script, "utf-8")
    _configure(out, lessons, settings)
    return notes


def _run_jupyterlite(out: Path, contents: Path) -> None:
    """Run JupyterLite's build; it loads nothing from the network."""
    labextensions = [Path(sys.prefix) / "share/jupyter/labextensions"]
    labextensions += [
        Path(sys.base_prefix) / "share/jupyter/labextensions",
        Path.home() / ".local/share/jupyter/labextensions",
    ]
    options = [f"--output-dir={out}", f"--contents={contents}", "--apps=notebooks", "--no-sourcemaps"]
    options += ["--no-unused-shared-packages", "--no-libarchive", "--ignore-sys-prefix"]
    for name in _EXTENSIONS:
        found = next((folder / name for folder in labextensions if (folder / name / "package.json").is_file()), None)
        if found is None:
            raise InputError(
                f"JupyterLab's extension {name} is missing; type: pip install --force-reinstall 'irlearn[site]'"
            )
        options.append(f"--LiteBuildConfig.federated_extensions={found}")
    work = out.parent / "lite-work"
    work.mkdir()
    command = [sys.executable, "-m", "jupyterlite_core", "build", f"--lite-dir={work}", *options]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    shutil.rmtree(work)
    if done.returncode or not (out / "notebooks/index.html").is_file():
        lines = (done.stderr or done.stdout).strip().splitlines() or ["it wrote nothing"]
        raise InputError(f"JupyterLite could not be built: {visible(lines[-1])}")


# Wheels


def _wheel(package: Distribution) -> tuple[str, bytes]:
    """Return the name and the content of a pure wheel of an installed package, without its compiled copies."""
    files = {}
    for file in package.files or []:
        path, parts = Path(str(file.locate())), Path(file).parts
        if parts[0] not in ("..", "/") and not _is_left_out(path) and path.is_file():
            files[file.as_posix()] = path.read_bytes()
    return _pack(package, files)


def _irlearn_wheel() -> tuple[str, bytes]:
    """Return a wheel of irlearn as it is installed or checked out, without the commands and the lessons."""
    package = Path(__file__).parents[1]
    files = {
        f"irlearn/{path.relative_to(package).as_posix()}": path.read_bytes()
        for path in sorted(package.rglob("*"))
        if path.is_file() and path.relative_to(package).parts[0] not in _LEFT_OUT and not _is_left_out(path)
    }
    installed = distribution("irlearn")
    folder = f"irlearn-{installed.version}.dist-info"
    return _pack(installed, {**files, f"{folder}/METADATA": (installed.read_text("METADATA") or "").encode()})


def _is_left_out(path: Path) -> bool:
    return path.suffix in (*_COMPILED, ".pyc") or path.name in ("RECORD", "direct_url.json", "INSTALLER", "REQUESTED")


def _pack(package: Distribution, files: dict[str, bytes]) -> tuple[str, bytes]:
    """Return the file name and the content of a wheel, which are the same for the same files."""
    name = re.sub(r"[-_.]+", "_", package.metadata["Name"])
    folder = f"{name}-{package.version}.dist-info"
    files = {path: content for path, content in files.items() if ".dist-info/" not in path or path.endswith("METADATA")}
    files = {(f"{folder}/METADATA" if path.endswith(".dist-info/METADATA") else path): files[path] for path in files}
    files[f"{folder}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: irlearn\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = "".join(f"{path},,\n" for path in (*files, f"{folder}/RECORD"))
    files[f"{folder}/RECORD"] = record.encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in sorted(files.items()):
            entry = zipfile.ZipInfo(path, _EPOCH)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, content)
    return f"{name}-{package.version}-py3-none-any.whl", packed.getvalue()


def _digest(files: Mapping[str, bytes]) -> str:
    """Return eight characters that differ if a file differs, so that no browser takes an old file from its cache."""
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(name.encode() + hashlib.sha256(content).digest())
    return digest.hexdigest()[:8]


# Pyodide


def _copy_pyodide(
    source: Path, target: Path, names: Iterable[str]
) -> tuple[dict[str, int], dict[str, str], dict[str, bytes]]:
    """Copy Pyodide's core, and the packages with these names with all that they need.

    Return the bytes that a lesson loads, by the name of the package; the missing files, by the packages that do not
    run without them; and wheels of this Python's own in the place of missing pure packages.
    """
    lock, copied = _lock(source), dict[str, Any]()
    packages = {_normalized(name): package for name, package in lock["packages"].items()}
    target.mkdir()
    for name in _CORE:
        shutil.copyfile(source / name, target / name)
    sizes = {"": sum((target / name).stat().st_size for name in _CORE)}
    lacking: dict[str, str] = {}
    wheels: dict[str, bytes] = {}
    own = {_normalized(name) for name in _WHEELS}
    for root in names:
        for name in _closure(packages, root):
            package = packages[name]
            file = source / package["file_name"]
            if name in copied or name in own:
                continue
            if file.is_file():
                content = file.read_bytes()
                if hashlib.sha256(content).hexdigest() != package["sha256"]:
                    raise InputError(
                        f"{visible(str(file))} is not the file that pyodide-lock.json lists; unpack it again"
                    )
                (target / file.name).write_bytes(content)
                copied[name] = package
                group = root if root in _MEGABYTES else ""
                sizes[group] = sizes.get(group, 0) + len(content)
            elif "none-any" in file.name and (wheel := _own_wheel(name)):
                wheels |= [wheel]
            elif name not in _OPTIONAL:
                lacking.setdefault(root, file.name)
    for name, package in copied.items():
        needed = [part for part in package["depends"] if _normalized(part) in copied]
        copied[name] = {**package, "depends": needed}
    (target / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": copied}), "utf-8")
    return sizes, lacking, wheels


def _normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _closure(packages: Mapping[str, Mapping[str, Any]], root: str) -> Iterator[str]:
    """Yield the names of a package and of all packages that it needs."""
    seen, rest = set(), [root]
    while rest:
        name = _normalized(rest.pop())
        if name in packages and name not in seen:
            seen.add(name)
            yield name
            rest += packages[name]["depends"]


def _own_wheel(name: str) -> tuple[str, bytes] | None:
    try:
        return _wheel(distribution(name))
    except PackageNotFoundError:
        return None


def _note(name: str, file: str, lessons: Mapping[str, Sequence[str]]) -> str:
    stopped = [lesson for lesson, needed in lessons.items() if name in needed]
    what = f"parts of these lessons do not run: {', '.join(stopped)}" if stopped else "no lesson runs"
    return (
        f"the folder of Pyodide lacks {file}, so {what}; name a folder with the full distribution of Pyodide {PYODIDE}"
    )


# Configuration


def _configure(out: Path, lessons: Mapping[str, Sequence[str]], settings: Mapping[str, Any]) -> None:
    """Write the settings of the notebook and of the kernel, and make the page of notebooks that of a lesson."""
    file = out / "jupyter-lite.json"
    config = json.loads(file.read_text("utf-8"))
    data = config["jupyter-config-data"]
    data["appName"] = "irlearn"
    data["disabledExtensions"] = [*data.get("disabledExtensions", []), *_NOT_IN_A_LESSON]
    kernel = data.setdefault("litePluginSettings", {}).setdefault(_KERNEL_PLUGIN, {})
    kernel["pyodideUrl"] = "./start.js"
    kernel["loadPyodideOptions"] = {"packages": _ALREADY_LOADED}
    kernel["disablePyPIFallback"] = False
    data["settingsOverrides"] = {
        "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
        "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    }
    file.write_text(json.dumps(config, indent=2), "utf-8")
    page = out / "notebooks/index.html"
    original = page.read_text("utf-8")
    bundle = re.search(r"\.\./build/notebooks/bundle\.js\?_=\w+", original)
    utils = re.search(r"\.\./config-utils\.js\?_=\w+", original)
    if not bundle or not utils:
        raise InputError("JupyterLite's page of notebooks has changed; type: pip install 'jupyterlite-core==0.6.4'")
    lesson_settings = {
        "lessons": {name: [*needed] for name, needed in lessons.items()},
        "bytes": settings["bytes"],
        "kernel": _KERNEL_PLUGIN,
        "utils": utils[0],
    }
    page.write_text(render("lesson.html", bundle=bundle[0], settings=lesson_settings), "utf-8")
    shutil.copyfile(TEMPLATES / "lesson.js", out / "lesson.js")
    write_style(out, "lesson.css")
    for unused in ("doc", "jupyterlite.schema.v0.json", "bootstrap.js", "package.json", "lab"):
        path = out / unused
        if path.is_dir():
            shutil.rmtree(path)
        elif path.is_file():
            path.unlink()
    (out / "index.html").write_text(render("lite.html"), "utf-8")

"""Real data that others publish under a free license, downloaded once by URL and SHA-256 into a cache folder."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from irlearn.errors import InputError
from irlearn.formulas.page import Block, Note, Page, Table
from irlearn.text.english import did_you_mean

if TYPE_CHECKING:
    import requests

FOLDER = "IRLEARN_DATA"
"""The environment variable with the cache folder; by default that is `irlearn` in the user's cache folder."""

_KNOWN = Path(__file__).with_name("real.json")
_READABLE = 0o644


@dataclass(frozen=True)
class DataFile:
    """A file that others publish.

    Attributes
    ----------
    name : str
        The path of the file relative to the cache folder, with forward slashes.
    what : str
        The data, in a few words.
    url : str
        The URL.
    sha256 : str
        The SHA-256 of the file, as 64 hexadecimal digits.
    license : str
        The license.
    citation : str
        The publication to cite.
    holds : str
        The meaning of the rows and columns.
    offline : str
        What is available without the file, if anything.

    Raises
    ------
    InputError
        For a name that is a path outside of the cache folder, and a malformed SHA-256.

    Examples
    --------
    >>> file = available()["msmarco_doc/leaderboard.csv"]
    >>> file.license, file.url.startswith("https://"), len(file.sha256)
    ('CC BY 4.0', True, 64)
    """

    name: str
    what: str
    url: str
    sha256: str
    license: str
    citation: str
    holds: str = ""
    offline: str = ""

    def __post_init__(self) -> None:
        parts = PurePosixPath(self.name).parts
        if not parts or ".." in parts or PurePosixPath(self.name).is_absolute():
            raise InputError(
                f"a data file's name is a relative path such as 'trec/adhoc8_ap.csv'; given: {self.name!r}"
            )
        if not re.fullmatch(r"[0-9a-f]{64}", self.sha256):
            raise InputError(f"{self.name}: a SHA-256 is 64 digits from 0 to 9 and a to f; given: {self.sha256!r}")

    @property
    def path(self) -> Path:
        """The path of the file in the cache folder, whether it exists or not.

        Raises
        ------
        InputError
            If neither IRLEARN_DATA is set nor pooch is installed.
        """
        variable = os.environ.get(FOLDER)
        folder = Path(variable).expanduser() if variable else Path(_pooch().os_cache("irlearn"))
        return folder.absolute() / self.name

    def fetch(self, *, timeout: float = 20, tell: Callable[[str], object] = print) -> Path:
        """Return the path of the file, which is downloaded if it does not exist; its SHA-256 is always checked.

        Parameters
        ----------
        timeout : float, default: 20
            The number of seconds without data after which a download fails.
        tell : callable, default: print
            A function that is called after a download with a sentence about the source, the license and the citation.

        Returns
        -------
        path : pathlib.Path
            The file in the cache folder.

        Raises
        ------
        InputError
            If the file cannot be downloaded or written, or a different file exists at its path.
        """
        path = self.path
        if self._is_there(path):
            return path
        if not timeout > 0:
            raise InputError(f"timeout must be a number of seconds above 0, such as 20; given: {timeout!r}")
        pooch = _pooch()
        import requests

        try:
            with _silent(pooch):
                pooch.retrieve(
                    self.url,
                    known_hash=f"sha256:{self.sha256}",
                    path=path.parent,
                    fname=path.name,
                    downloader=pooch.HTTPDownloader(timeout=timeout),
                )
        except requests.RequestException as error:
            raise self._failed(_failure_reason(error, timeout)) from None
        except ValueError:
            raise self._failed("the downloaded file has another SHA-256, so it was not kept") from None
        except OSError as error:
            why = error.strerror or "Permission denied"  # pooch's own PermissionError has no `strerror`
            raise InputError(
                f"{path}: cannot be written ({why}); name a folder that can be written in {FOLDER}"
            ) from None
        # Pooch lets only the owner read the file, but the cache folder of a course has many readers.
        with suppress(OSError):
            path.chmod(_READABLE)
        tell(f"Downloaded {self.name} from {self.url} to {path}. License: {self.license}. Cite: {self.citation}.")
        return path

    def _is_there(self, path: Path) -> bool:
        """Return whether the file exists; raise `InputError` if it cannot be read or its SHA-256 differs."""
        try:
            actual = hashlib.sha256(path.read_bytes()).hexdigest()
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as error:
            raise InputError(
                f"{path}: cannot be read ({error.strerror or error}); move it away, or name another folder in {FOLDER}"
            ) from None
        if actual != self.sha256:
            raise InputError(
                f"{path}: this is not the file {self.name} that irlearn knows, its SHA-256 is {actual[:12]}... and not "
                f"{self.sha256[:12]}...; move it away to fetch that file, or read yours by its own path"
            )
        return True

    def _failed(self, why: str) -> InputError:
        """Return the error for a failed download."""
        alternative = f"; offline, {self.offline}" if self.offline else ""
        return InputError(
            f"{self.name} could not be downloaded from {self.url}: {why}; try again later, or put the file yourself at "
            f"{self.path}{alternative}"
        )


@dataclass(frozen=True, repr=False)
class Available(Page):
    """The files that `fetch` can download, shown as a table with their licenses and sources.

    Attributes
    ----------
    files : tuple of DataFile
        The files.

    Examples
    --------
    >>> "trec/adhoc8_ap.csv" in available().names
    True
    """

    files: tuple[DataFile, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the files."""
        return tuple(file.name for file in self.files)

    def __getitem__(self, name: str) -> DataFile:
        """Return the file with a name; raise `InputError` if there is none."""
        for file in self.files:
            if file.name == name:
                return file
        raise InputError(f"there is no data file {name!r}; {did_you_mean(name, self.names, 'there is')}")

    def __repr__(self) -> str:
        return str(self)

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        rows = [[file.name, file.what, file.license.partition(";")[0]] for file in self.files]
        caption = "Real data: datasets.fetch(name) gives a file's path"
        folders = {file.url.rpartition("/")[0]: file for file in self.files}
        sources = [
            f"{file.name.partition('/')[0]}: {file.holds} License: {file.license}. Cite: {file.citation}. From {folder}"
            for folder, file in folders.items()
        ]
        return [Table(caption, ["name", "what", "license"], rows, left=3), *map(Note, sources)]


@cache
def available() -> Available:
    """Return the real data files that can be downloaded, with their sources and licenses.

    Returns
    -------
    Available

    Examples
    --------
    >>> print(str(available()).splitlines()[2])
    msmarco_doc/leaderboard.csv  MS MARCO document ranking leaderboard  CC BY 4.0
    """
    sources: list[dict[str, Any]] = json.loads(_KNOWN.read_text(encoding="utf-8"))
    return Available(
        tuple(
            DataFile(
                name=name,
                what=file["what"],
                url=source["folder"] + PurePosixPath(name).name,
                sha256=file["sha256"],
                license=source["license"],
                citation=source["citation"],
                holds=source["holds"],
                offline=source["offline"],
            )
            for source in sources
            for name, file in source["files"].items()
        )
    )


def fetch(name: str, *, timeout: float = 20, tell: Callable[[str], object] = print) -> Path:
    """Return the path of a real data file, which is downloaded into the cache folder if it does not exist.

    The cache folder is set by the environment variable IRLEARN_DATA; by default it is `irlearn` in the user's cache
    folder. An existing file needs no network. Downloading needs pooch (the extra `data`, which is part of `lessons`).
    The leaderboard is read with `leaderboard.read_leaderboard(datasets.fetch("msmarco_doc/leaderboard.csv"))`, and a
    matrix of TREC with `read_scores(datasets.fetch("trec/adhoc8_ap.csv"), AP)`.

    Parameters
    ----------
    name : str
        The name of a file in `available()`.
    timeout : float, default: 20
        The number of seconds without data after which a download fails.
    tell : callable, default: print
        A function that is called after a download with a sentence about the source, the license and the citation.

    Returns
    -------
    path : pathlib.Path
        The file in the cache folder.

    Raises
    ------
    InputError
        For an unknown name, if the file cannot be downloaded or written, and if the SHA-256 of the downloaded or
        existing file differs.

    Examples
    --------
    >>> fetch("msmarco_doc/leaderbord.csv")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: there is no data file 'msmarco_doc/leaderbord.csv'; did you mean
    msmarco_doc/leaderboard.csv?
    """
    return available()[name].fetch(timeout=timeout, tell=tell)


def _pooch() -> Any:
    try:
        import pooch
    except ImportError:
        raise InputError(
            f"fetching data needs pooch, which is not installed; type: pip install 'irlearn[data]', or name a folder "
            f"that holds the files in {FOLDER}"
        ) from None
    return pooch


def _failure_reason(error: requests.RequestException, timeout: float) -> str:
    """Return the reason why a download failed, in words."""
    import requests

    if error.response is not None:
        error.response.close()  # pooch leaves the connection open
        return f"the server answers {error.response.status_code} {error.response.reason}".strip()
    if isinstance(error, requests.Timeout):
        return f"there was no answer within {timeout:g} seconds"
    return "there is no connection, or it broke off"


@contextmanager
def _silent(pooch: Any) -> Iterator[None]:
    """Silence pooch's messages on standard error."""

    def nothing(_: object) -> bool:
        return False

    logger = pooch.get_logger()
    logger.addFilter(nothing)
    try:
        yield
    finally:
        logger.removeFilter(nothing)

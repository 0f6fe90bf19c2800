"""A web server for a site on this machine."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from irlearn.errors import InputError

_PORTS = range(8000, 8100)


class _Handler(SimpleHTTPRequestHandler):
    """Serves files without a log, with the types that a browser wants for modules and WebAssembly."""

    extensions_map = {  # noqa: RUF012 - The base class declares it without ClassVar.
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".ipynb": "application/json",
        ".whl": "application/zip",
    }

    def log_message(self, format: str, *_: Any) -> None:  # noqa: A002
        """Print nothing."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")  # A site that was built again is seen at once.
        super().end_headers()


def start(folder: Path) -> ThreadingHTTPServer:
    """Return a server of the folder at the first free port."""
    for port in _PORTS:
        with suppress(OSError):
            return ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, directory=str(folder)))
    raise InputError(f"the ports {_PORTS[0]} to {_PORTS[-1]} are all in use; end a program that uses one")


def serve(folder: Path) -> None:
    """Serve the folder until the user presses Ctrl+C."""
    server = start(folder)
    sys.stdout.write(f"Open http://127.0.0.1:{server.server_port}/ and press Ctrl+C here to end.\n")
    sys.stdout.flush()
    with server, suppress(KeyboardInterrupt):
        server.serve_forever()

"""Kernels that fork from a process in which all is imported, as most of what a kernel costs are its imports.

The kernels are ipykernel's own, in the folder, with the environment and the connection file that the server wants. What
the server starts in their place asks for one and stays as long as it does; where that is ended, so is the kernel.
Kernels that were not forked has the server that a test ends, and so have two lessons that run without a browser.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ASK = """
import json, os, socket, sys
line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
line.connect(sys.argv[1])
socket.send_fds(line, [json.dumps([sys.argv[2], os.getcwd(), dict(os.environ)]).encode()], [1, 2])
line.recv(1)
"""


@contextmanager
def forked_kernels(folder: Path, root: Path) -> Iterator[Path]:
    """What `JUPYTER_PATH` names while kernels are forked, each with the package of a checkout."""
    door = folder / "door"
    named = folder / "kernels" / "python3" / "kernel.json"
    named.parent.mkdir(parents=True)
    asks = [sys.executable, "-I", "-S", "-c", ASK, str(door), "{connection_file}"]
    named.write_text(
        json.dumps({"argv": asks, "display_name": "Python 3", "language": "python", "interrupt_mode": "message"})
    )
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
        listening.bind(str(door))
        listening.listen(16)
        environment = {**os.environ, "PYTHONPATH": str(root)}
        command = [sys.executable, __file__, str(listening.fileno())]
        process = subprocess.Popen(command, env=environment, pass_fds=[listening.fileno()])
    try:
        yield folder
    finally:
        process.terminate()
        process.wait()


def fork(door: socket.socket) -> None:
    """Fork a kernel for each who asks, from what is imported here once."""
    import gc

    import ipykernel.kernelapp  # noqa: F401 - for the kernels

    import irlearn.studies.adjudication  # and SciPy with it
    import irlearn.widgets  # noqa: F401 - for the kernels

    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        line, _ = door.accept()
        if os.fork() == 0:
            door.close()
            become_kernel(line)
        line.close()


def become_kernel(line: socket.socket) -> None:
    """Be the kernel that is asked for."""
    from ipykernel import kernelapp

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    asked, outputs, *_ = socket.recv_fds(line, 1 << 20, 2)
    file, folder, environment = json.loads(asked)
    for output, number in enumerate(outputs, start=1):
        os.dup2(number, output)
        os.close(number)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update({name: value for name, value in environment.items() if name != "JPY_PARENT_PID"})
    threading.Thread(target=lambda: (line.recv(1), os._exit(1)), daemon=True).start()
    kernelapp.launch_new_instance(["-f", file])
    os._exit(0)


if __name__ == "__main__":
    sys.path[0] = ""  # as a kernel has it, which finds what stands in its folder
    fork(socket.socket(fileno=int(sys.argv[1])))

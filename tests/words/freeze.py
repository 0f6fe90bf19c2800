"""The golden file of what the package says, written anew: python tests/words/freeze.py

Prints which families of lines changed, with counts, and writes `words.xz`. With --check it writes nothing and ends with
status 1 where something changed; with --diff FAMILY it shows the changes of each family that has this text in its name.
"""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import suppress

from frozen import golden, pictures
from frozen.families import families


def main() -> int:
    """Compare what is said today with the golden file, tell it, and write the file unless it was only asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 where something changed")
    parser.add_argument("--diff", metavar="FAMILY", nargs="+", help="show the changes of these families; write nothing")
    parser.add_argument("--only", metavar="FAMILY", nargs="+", help="with --check, look at these families alone")
    parser.add_argument("--walks", action="store_true", help="draw all walks over widgets anew")
    options = parser.parse_args()
    writing = not (options.check or options.diff)
    if options.only and writing:
        parser.error("--only goes with --check: the file is always written whole")
    began = time.monotonic()
    before = golden.read()
    if writing:
        anew = list(pictures.SCENES) if options.walks else pictures.lost()
        pictures.forget(anew)
        print(*(f"walk drawn anew: {title}" for title in anew if before), sep="\n", end="\n" * bool(anew and before))
    wanted = options.diff or options.only or [""]
    there = families()
    now = {name: one.lines() for name, one in there.items() if any(text in name for text in wanted)}
    changed = [name for name in now if name not in before or not there[name].same(before[name], now[name])]
    for name in changed:
        print(f"{name}: {golden.compared(before.get(name, []), now[name])}")
        if options.diff:
            print(golden.difference(before.get(name, []), now[name]))
    gone = [name for name in before if name not in there] if not options.only else []
    print(*(f"{name}: gone, {len(before[name])} removed" for name in gone), sep="\n", end="\n" * bool(gone))
    lines, took = sum(map(len, now.values())), time.monotonic() - began
    print(f"{len(changed) + len(gone)} of {len(now)} families changed; {lines:,} lines in {took:.0f} s")
    if writing:
        golden.write(now)
        print(f"{golden.FILE.name}: {golden.FILE.stat().st_size:,} bytes")
    return int(not writing and bool(changed or gone))


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # `| head` has seen enough
        sys.exit(main())

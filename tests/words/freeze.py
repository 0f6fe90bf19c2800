"""What the package says, compared with what was frozen, and frozen anew: python tests/words/freeze.py FAMILY...

A family is named by its name or a part of it; `all` are all. Written are the named families that changed, no others,
and every line that changes is printed. With --check nothing is written, and the status is 1 where something changed;
with --diff the changed lines are shown besides. These two look at all families where none is named.

Read what is printed before you commit it. A commit that changes frozen words says in its message which and why, as in
"Frozen words: wrong rules of AP, the swap of precision and recall comes first now". After a merge, freeze anew the
families in which both branches changed something.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))  # where tests find what they share

from frozen import golden, pictures
from frozen.families import families
from frozen.golden import Families


def main() -> int:
    """Compare what is said today with what was frozen, tell it, and write it unless it was only asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", metavar="FAMILY", nargs="*", help="a name, a part of one, or all")
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 where something changed")
    parser.add_argument("--diff", action="store_true", help="write nothing; show what changed")
    parser.add_argument("--walks", action="store_true", help="draw the walks over the widgets named anew")
    options = parser.parse_args()
    writing = not (options.check or options.diff)
    if writing and not options.families:
        parser.error("name the families to write, such as 'widget Means'; all are all")
    began, there, before = time.monotonic(), families(), golden.read()
    named = _named(options.families or ["all"], [*there, *before])
    if not named:
        parser.error(f"no family has {' or '.join(map(repr, options.families))} in its name")
    if writing:
        _draw_anew(named, before, every=options.walks)
    now = {name: there[name].lines() for name in there if name in named}
    changed = [name for name in now if name not in before or not there[name].same(before[name], now[name])]
    gone = [name for name in before if name in named and name not in there]
    for name in (*changed, *gone):
        _tell(name, before.get(name, []), now.get(name, []), shown=writing or options.diff)
    if writing:
        golden.write({**{name: now[name] for name in changed}, **dict.fromkeys(gone)})
    told = f"{sum(map(len, now.values())):,} lines in {time.monotonic() - began:.0f} s"
    print(f"{len(changed) + len(gone)} of {len(named)} families changed{' and are written' * writing}; {told}")
    return int(not writing and bool(changed or gone))


def _named(asked: Iterable[str], names: Iterable[str]) -> set[str]:
    return {name for name in names if any(text in name or text == "all" for text in asked)}


def _draw_anew(named: set[str], before: Families, *, every: bool) -> None:
    """Forget the walks that cannot be made any more, or all, of the families that are named."""
    titles = [title for title, scene in pictures.SCENES.items() if f"widget {scene.family}" in named]
    anew = [title for title in titles if every or pictures.walked(title).lost]
    pictures.forget(anew)
    print(*(f"walk drawn anew: {title}" for title in anew if before), sep="\n", end="\n" * bool(anew and before))


def _tell(name: str, before: golden.Lines, now: golden.Lines, *, shown: bool) -> None:
    print(f"{name}: {golden.compared(before, now)}")
    if shown and before:  # what is new is read in its file
        print(golden.difference(before, now))


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # `| head` has seen enough
        sys.exit(main())

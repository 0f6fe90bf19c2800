"""Wordings drawn by a seed, each with what it means: documents of many kinds of names in many sentences.

A case is a text and its meaning: the grades rank by rank, how many are relevant in all, and the grades that the list
misses; or the rank of the first hit of each query; or counts alone, in no order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple


class Meaning(NamedTuple):
    """What a wording means. `counts` are hits, length and total where only these are told."""

    grades: tuple[int, ...] = ()
    relevant: int | None = None
    missed: tuple[int, ...] = ()
    queries: tuple[object, ...] = ()
    counts: tuple[int | None, ...] = ()


class Case(NamedTuple):
    """A wording, what it means, for one list or for several queries, and what it was drawn from."""

    text: str
    means: Meaning
    several: bool
    kind: str
    template: str


ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIV", "XV"]
GREEK = ["α", "β", "γ", "δ", "ε", "ζ", "η", "θ", "λ", "μ", "π", "σ", "τ", "φ", "ψ", "ω"]
SPELT = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "theta", "kappa", "lambda", "omega", "sigma"]
WORDS = [
    "cat",
    "house",
    "list",
    "one",
    "dog",
    "tree",
    "river",
    "two",
    "hit",
    "top",
    "page",
    "order",
    "none",
    "rank",
    "system",
    "the",
    "no",
    "score",
    "stone",
    "apple",
]
CAPITALS = [
    "Emma",
    "Dune",
    "Ulysses",
    "Dracula",
    "Hamlet",
    "Beloved",
    "Middlemarch",
    "Persuasion",
    "Candide",
    "Walden",
    "Solaris",
    "Relevance",
]
TITLES = [
    "The Great Gatsby",
    "War and Peace",
    "Of Mice and Men",
    "How to sow",
    "Lawns and moss",
    "Pride and Prejudice",
    "The Trial",
    "Search engines in practice",
    "A Room with a View",
    "Catch 22",
    "Apollo 13",
    "The Relevant Self",
    "Gone with the Wind",
    "On Ranking",
    "Plan B",
    "Vitamin C",
    "First Results",
    "Not without my daughter",
    "One of ours",
    "The list",
]
SITES = [
    "www.a.com/x",
    "example.org",
    "b.net/page",
    "news.site.io",
    "shop.example.com",
    "https://x.org/a",
    "blog.y.de/2",
    "w3.org",
    "a.b.c",
    "k.co/z_1",
]


def _names(kind: str, random: Random) -> list[str]:
    """All names of a kind, in an order of their own."""
    letters = [chr(code) for code in range(65, 91)]
    pools: dict[str, list[str]] = {
        "ids": [f"d{number}" for number in range(1, 30)],
        "capital ids": [f"D{number}" for number in range(1, 40)],
        "letters": letters,
        "small letters": [one.lower() for one in letters],
        "items": [f"item_{one}" for one in letters[:12]],
        "files": [f"{one.lower()}.md" for one in letters],
        "roman": ROMAN,
        "greek": GREEK,
        "spelt": SPELT,
        "words": WORDS,
        "capitals": CAPITALS,
        "titles": TITLES,
        "numbers": [str(number) for number in (3, 7, 12, 17, 25, 31, 44, 58, 101, 2, 5, 9, 1, 4, 6, 8, 10)],
        "sites": SITES,
        "nouns": [f"doc {number}" for number in range(1, 20)],
        "hyphens": [f"p-{number}" for number in range(1, 20)],
    }
    names = [*pools[kind]]
    random.shuffle(names)
    return names


KINDS = (
    "ids", "capital ids", "letters", "small letters", "items", "files", "roman", "greek", "spelt", "words", "capitals",
    "titles", "numbers", "sites", "nouns", "hyphens",
)  # fmt: skip


class Drawn(NamedTuple):
    """A list of names, the relevant ones, the grades of all, and the random source."""

    random: Random
    names: list[str]
    gold: list[str]
    grades: dict[str, int]
    kind: str

    @property
    def hits(self) -> tuple[int, ...]:
        return tuple(int(name in self.gold) for name in self.names)

    @property
    def ranks(self) -> list[int]:
        return [rank for rank, hit in enumerate(self.hits, start=1) if hit]

    @property
    def set(self) -> Meaning:
        return Meaning(self.hits, len(self.gold))

    @property
    def graded(self) -> Meaning:
        missed = tuple(sorted(grade for name, grade in self.grades.items() if name not in self.names and grade))
        return Meaning(tuple(self.grades.get(name, 0) for name in self.names), None, missed)

    @property
    def inside(self) -> list[int]:
        """A grade for each name of the list."""
        return [self.grades.get(name, 0) for name in self.names]

    def row(self, names: list[str], last: str = ", ") -> str:
        """Names with commas between them, and perhaps a word before the last."""
        return ", ".join(names) if len(names) < 2 or last == ", " else ", ".join(names[:-1]) + last + names[-1]

    def quoted(self, names: list[str]) -> str:
        return ", ".join(f"'{name}'" for name in names)


def drawn(kind: str, random: Random) -> Drawn:
    """A list of three to seven documents, of which one to three are relevant, perhaps with others that it misses."""
    pool = _names(kind, random)
    length = random.randint(3, min(7, len(pool) - 3))
    names, others = pool[:length], pool[length:]
    gold = random.sample(names, random.randint(1, min(3, length - 1))) + others[: random.choice([0, 0, 1, 2])]
    random.shuffle(gold)
    return Drawn(random, names, gold, {name: random.randint(1, 3) for name in gold}, kind)


Template = Callable[[Drawn], tuple[str, Meaning] | None]
LISTS: dict[str, Template] = {}
QUERIES: dict[str, Template] = {}


def _of(table: dict[str, Template]) -> Callable[[Template], Template]:
    def keep(made: Template) -> Template:
        table[made.__name__] = made
        return made

    return keep


def _simple(name: str, form: str, last: str = ", ", other: str = ", ") -> None:
    """A template of a list and its relevant documents."""

    def made(one: Drawn) -> tuple[str, Meaning]:
        return form.format(
            list=one.row(one.names, last), gold=one.row(one.gold, other), quoted=one.quoted(one.names),
            quoted_gold=one.quoted(one.gold), many=len(one.names), total=len(one.gold), blanks=" ".join(one.names),
            lines="\n".join(one.names), gold_lines="\n".join(one.gold),
            bullets="\n".join(f"- {name}" for name in one.names),
            numbered="\n".join(f"{rank}. {name}" for rank, name in enumerate(one.names, 1)),
            chain=" > ".join(one.names),
        ), one.set  # fmt: skip

    LISTS[name] = made


AND = " and "
for _name, _form, *_joins in (
    ("colons", "ranking: {list}; relevant: {gold}"),
    ("colons, and", "ranking: {list}; relevant: {gold}", ", ", AND),
    ("capital labels", "Ranking: {list}. Relevant: {gold}.", AND, AND),
    ("relevant first", "Relevant documents: {gold}\nRetrieved documents: {list}", ", ", AND),
    ("code", "retrieved = [{quoted}]\nrelevant = {{{quoted_gold}}}"),
    ("brackets", "retrieved = [{list}], relevant = {{{gold}}}"),
    ("remark", "retrieved = [{list}] ({gold} relevant)"),
    ("remark, and", "retrieved = [{list}] ({gold} relevant)", ", ", AND),
    ("gold", "results {list}; gold {gold}", ", ", AND),
    ("returns", "The system returns {list}; {gold} are relevant.", ", ", AND),
    ("returned", "{list} were returned; {gold} are relevant.", AND, AND),
    ("of which", "The engine returned {list}, of which {gold} are relevant.", ", ", AND),
    ("of the results", "{gold} of the results {list} are relevant", ", ", AND),
    ("blanks", "ranking {blanks}; {gold} relevant", ", ", AND),
    ("returned blanks", "{blanks} were returned; {gold} relevant", ", ", AND),
    ("call", "average_precision(relevant={{{quoted_gold}}}, retrieved=[{quoted}])"),
    ("json", '{{"retrieved": [{quoted}], "relevant": [{quoted_gold}]}}'),
    ("set beside list", "[{list}]; relevant {{{gold}}}"),
    ("lines", "Results:\n{lines}\nRelevant:\n{gold_lines}"),
    ("numbered", "Results:\n{numbered}\nRelevant: {gold}"),
    ("bullets", "Results:\n{bullets}\nRelevant: {gold}"),
    ("the relevant are", "Ranked list: {list}. The relevant documents are {gold}.", ", ", AND),
    ("chain", "{chain}; relevant: {gold}"),
    ("total said", "ranking: {list}; relevant: {gold} ({total} in all)"),
    ("how many", "The system returned {many} documents: {list}. The {total} relevant documents are {gold}.", ", ", AND),
    ("truth", "ground truth: {gold}; predicted: {list}"),
    ("with relevant", "retrieved {list} with {gold} relevant", ", ", AND),
    ("oxford", "ranking: {list}; relevant: {gold}", ", and ", ", and "),
    ("set and", "ranking [{list}]; relevant {{{gold}}}", ", ", AND),
    ("query named", "For the query, the ranking is {list}, and the relevant documents are {gold}.", ", ", AND),
):
    _simple(_name, _form, *_joins)


@_of(LISTS)
def marks_behind_names(one: Drawn) -> tuple[str, Meaning]:
    sign = one.random.choice([(" (relevant)", " (not relevant)"), ("✓", "✗"), (": yes", ": no"), (" (rel)", "")])
    return ", ".join(name + sign[name not in one.gold] for name in one.names), Meaning(one.hits)


@_of(LISTS)
def grades_by_name(one: Drawn) -> tuple[str, Meaning]:
    grades = ", ".join(f"{name}: {grade}" for name, grade in one.grades.items())
    return f"ranking: {one.row(one.names)}; grades: {{{grades}}}", one.graded


@_of(LISTS)
def grades_in_code(one: Drawn) -> tuple[str, Meaning]:
    grades = ", ".join(f"'{name}': {grade}" for name, grade in one.grades.items())
    return f"ranked = [{one.quoted(one.names)}]; qrels = {{{grades}}}", one.graded


@_of(LISTS)
def grades_in_order(one: Drawn) -> tuple[str, Meaning]:
    return f"ranking: [{one.row(one.names)}]\nrelevance: {one.inside}", Meaning(tuple(one.inside))


@_of(LISTS)
def either_in_order(one: Drawn) -> tuple[str, Meaning]:
    return f"docs = [{one.quoted(one.names)}], rel = {one.inside}", Meaning(tuple(one.inside))


@_of(LISTS)
def numbers_behind_names(one: Drawn) -> tuple[str, Meaning]:
    return ", ".join(f"{name}: {grade}" for name, grade in zip(one.names, one.inside, strict=True)), Meaning(
        tuple(one.inside)
    )


def _shuffled(one: Drawn, rows: list[str]) -> list[str]:
    if one.random.random() < 0.5:
        one.random.shuffle(rows)
    return rows


@_of(LISTS)
def table_of_ranks(one: Drawn) -> tuple[str, Meaning]:
    sign = one.random.choice(["\t", ",", ";"])
    rows = [
        f"{rank}{sign}{name}{sign}{hit}" for rank, (name, hit) in enumerate(zip(one.names, one.hits, strict=True), 1)
    ]
    return "\n".join([sign.join(["rank", "document", "relevant"]), *_shuffled(one, rows)]), Meaning(one.hits)


@_of(LISTS)
def table_of_two(one: Drawn) -> tuple[str, Meaning]:
    rows = [f"{rank}\t{grade}" for rank, grade in enumerate(one.inside, 1)]
    return "\n".join(["rank\trelevance", *_shuffled(one, rows)]), Meaning(tuple(one.inside))


@_of(LISTS)
def table_of_some_ranks(one: Drawn) -> tuple[str, Meaning]:
    rows = [f"{rank}\t{one.random.randint(1, 3)}" for rank in sorted(one.random.sample(range(1, 9), 3))]
    rows = rows if rows[-1][0] != "3" else [*rows[:-1], "9\t1"]
    return "\n".join(["rank\trelevance", *rows]), Meaning((-9,))  # never whole: to be refused


@_of(LISTS)
def markdown_table(one: Drawn) -> tuple[str, Meaning]:
    rows = [
        f"| {rank} | {name} | {'✓' if hit else '✗'} |"
        for rank, (name, hit) in enumerate(zip(one.names, one.hits, strict=True), 1)
    ]
    return "\n".join(["| Rank | Doc | Relevant |", "|---|---|---|", *rows]), Meaning(one.hits)


@_of(LISTS)
def table_of_scores(one: Drawn) -> tuple[str, Meaning]:
    rows = [
        f"{name},{0.9 - 0.1 * place:.1f},{hit}"
        for place, (name, hit) in enumerate(zip(one.names, one.hits, strict=True))
    ]
    return "\n".join(["doc,score,label", *_shuffled(one, rows)]), Meaning(one.hits)


@_of(LISTS)
def labels_and_scores(one: Drawn) -> tuple[str, Meaning]:
    pairs = [(hit, round(0.95 - 0.1 * place, 2)) for place, hit in enumerate(one.hits)]
    one.random.shuffle(pairs)
    return f"y_true = {[hit for hit, _ in pairs]}, y_score = {[score for _, score in pairs]}", Meaning(one.hits)


def _ranks(one: Drawn) -> str:
    return one.row([*map(str, one.ranks)], AND)


@_of(LISTS)
def ranks_told(one: Drawn) -> tuple[str, Meaning]:
    form = one.random.choice(
        [
            "relevant at {ranks} of {many}; {total} relevant in all",
            "The relevant documents are at ranks {ranks} of {many}; {total} are relevant in all.",
            "{many} documents retrieved. Relevant ones are at positions {ranks}. {total} relevant documents in total.",
            "hits at ranks {ranks} of {many}, {total} relevant documents in total",
        ]
    )
    return form.format(ranks=_ranks(one), many=len(one.names), total=len(one.gold)), one.set


@_of(LISTS)
def ranks_and_names(one: Drawn) -> tuple[str, Meaning]:
    return f"ranking: {one.row(one.names)}; relevant at ranks {_ranks(one)}", Meaning(one.hits)


@_of(LISTS)
def lines_of_ranks(one: Drawn) -> tuple[str, Meaning]:
    rows = [f"Rank {rank}: {'relevant' if hit else 'not relevant'}" for rank, hit in enumerate(one.hits, 1)]
    return "\n".join(rows), Meaning(one.hits)


@_of(LISTS)
def letters_in_a_row(one: Drawn) -> tuple[str, Meaning]:
    row = one.random.choice(["", " ", ", "]).join("RN"[not hit] for hit in one.hits)
    return f"ranking: {row}; {len(one.gold)} relevant in all", one.set


@_of(LISTS)
def counts_told(one: Drawn) -> tuple[str, Meaning]:
    form = one.random.choice(
        [
            "{many} documents retrieved, {hits} of them relevant; {total} relevant in all",
            "It returns {many} documents, of which {hits} are relevant; there are {total} relevant documents in total.",
            "Retrieved: {many}\nRelevant: {total}\nRel_ret: {hits}",
            "num_ret {many}, num_rel {total}, num_rel_ret {hits}",
            "TP {hits}, FP {wrong}, FN {lost}",
            "TP = {hits}, FP = {wrong}, FN = {lost}",
            "{hits} of the {many} retrieved documents are relevant; {total} relevant documents exist",
        ]
    )
    hits = sum(one.hits)
    many = len(one.names)
    text = form.format(many=many, hits=hits, total=len(one.gold), wrong=many - hits, lost=len(one.gold) - hits)
    return text, Meaning(counts=(hits, many, len(one.gold)))


@_of(LISTS)
def grades_alone(one: Drawn) -> tuple[str, Meaning]:
    form = one.random.choice(["relevance: {}", "gains = {}", "The relevance grades are {}", "grades {}", "rel = {}"])
    return form.format(one.inside), Meaning(tuple(one.inside))


def _several(one: Drawn) -> list[list[int]]:
    return [
        [one.random.randint(0, 1) for _ in range(one.random.randint(2, 4))] for _ in range(one.random.randint(2, 3))
    ]


@_of(QUERIES)
def bars(one: Drawn) -> tuple[str, Meaning]:
    lists = _several(one)
    return " | ".join(" ".join(map(str, each)) for each in lists), Meaning(queries=tuple(map(tuple, lists)))


@_of(QUERIES)
def named_queries(one: Drawn) -> tuple[str, Meaning]:
    lists = _several(one)
    rows = [f"q{number}: {' '.join('NR'[hit] for hit in each)}" for number, each in enumerate(lists, 1)]
    return one.random.choice(["; ", "\n"]).join(rows), Meaning(queries=tuple(map(tuple, lists)))


@_of(QUERIES)
def first_hits(one: Drawn) -> tuple[str, Meaning]:
    ranks = [one.random.choice([1, 2, 3, 4, 8, None]) for _ in range(3)]
    ranks[0] = ranks[0] or 5
    form = one.random.choice(["lines", "row", "words", "table"])
    if form == "row":
        text = f"first hits at ranks {', '.join(str(rank) for rank in ranks)}"
    elif form == "words":
        text = ", ".join(f"rank {rank}" if rank else "not found" for rank in ranks)
    elif form == "table":
        text = "\n".join(
            ["query\trank", *(f"{name}\t{rank or '-'}" for name, rank in zip(one.names, ranks, strict=False))]
        )
    else:
        text = "\n".join(f"q{at}: rank {rank}" if rank else f"q{at}: not found" for at, rank in enumerate(ranks, 1))
    return text, Meaning(queries=tuple(ranks))


@_of(QUERIES)
def numbers_of_names(one: Drawn) -> tuple[str, Meaning]:
    ranks = [one.random.choice([1, 2, 3, 8]) for _ in range(3)]
    return "\n".join(f"{name}: {rank}" for name, rank in zip(one.names, ranks, strict=False)), Meaning(
        queries=tuple(ranks)
    )


@_of(QUERIES)
def lists_of_queries(one: Drawn) -> tuple[str, Meaning]:
    half = max(1, len(one.names) // 2)
    lists = [one.names[:half], one.names[half:]]
    gold = [[name for name in part if name in one.gold] or [part[0]] for part in lists]
    rows = [
        f"q{at}: ranking {one.row(part)}; relevant {one.row(good)}"
        for at, (part, good) in enumerate(zip(lists, gold, strict=True), 1)
    ]
    means = tuple(tuple(int(name in good) for name in part) for part, good in zip(lists, gold, strict=True))
    return "\n".join(rows), Meaning(queries=means)


def cases(seed: int, many: int) -> Iterator[Case]:
    """As many cases as are asked for; the same for the same seed."""
    random = Random(seed)
    templates = [*((name, LISTS[name], False) for name in LISTS), *((name, QUERIES[name], True) for name in QUERIES)]
    for _ in range(many):
        kind = random.choice(KINDS)
        name, template, several = random.choice(templates)
        made = template(drawn(kind, random))
        if made is not None:
            yield Case(*made, several, kind, name)

"""Data: the small examples that the lessons use, embedded, and real data, fetched at your wish by URL and hash.

`software` to `five_queries` are embedded and need no network. `available` lists the real files, and `fetch` gives the
path of one: from the cache folder where it is there already, else downloaded once and checked.
"""

from irlearn.datasets.real import (
    Available,
    DataFile,
    available,
    fetch,
)
from irlearn.datasets.teaching import (
    Document,
    Topic,
    crossing,
    first_topic,
    five_grades,
    five_queries,
    hard_query,
    linear_or_exponential,
    nine_queries,
    software,
    software_runs,
    ten_ranks,
    three_queries,
    three_ranks,
)

__all__ = [
    "Available",
    "DataFile",
    "Document",
    "Topic",
    "available",
    "crossing",
    "fetch",
    "first_topic",
    "five_grades",
    "five_queries",
    "hard_query",
    "linear_or_exponential",
    "nine_queries",
    "software",
    "software_runs",
    "ten_ranks",
    "three_queries",
    "three_ranks",
]

"""Small teaching examples, which are part of the package, and real data, which is downloaded on request.

`available` lists the real files. `fetch` returns the path of a file in the cache folder; it downloads the file once and
checks its SHA-256. All other functions return teaching examples and need no network.
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
    fifty_topics,
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
    "fifty_topics",
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

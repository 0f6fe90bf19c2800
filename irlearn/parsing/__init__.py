"""Rankings, queries and numbers as people type them: one function for each documented form."""

from irlearn.parsing.parsed_ranking import FirstHits as FirstHits, ParsedRanking as ParsedRanking, notation as notation
from irlearn.parsing.parser import parse_queries as parse_queries, parse_ranking as parse_ranking

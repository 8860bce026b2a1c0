"""The description of the backend that networkx reads when it is imported. This module imports nothing, so it costs nothing."""

from __future__ import annotations

from typing import Any

_FUNCTIONS = {
    "triangles": "Counts the triangles of each node, on a GPU if there is one.",
    "all_triangles": "Gives each triangle once, while the search runs.",
    "generalized_degree": "Follows from the number of triangles of each edge. Undirected graphs.",
    "clustering": "Takes undirected and unweighted graphs.",
    "average_clustering": "Takes undirected and unweighted graphs.",
    "transitivity": "Takes undirected graphs.",
    "square_clustering": "Follows from the roles of nodes in graphlets of 4 nodes. Takes undirected graphs.",
    "triadic_census": "Counts the directed motifs of 3 nodes. Takes no nodelist.",
    "enumerate_all_cliques": "Starts a run for each size when its first clique is asked for.",
    "find_cliques": "Gives the cliques while the search runs, in no order. Takes no nodes.",
    "find_cliques_recursive": "The same as find_cliques.",
    "node_clique_number": "Lists the maximal cliques. Takes no cliques.",
    "max_weight_clique": "Takes weight=None alone: a clique of the largest size.",
    "core_number": "Takes undirected graphs.",
    "vf2pp_all_subgraph_isomorphisms": "Gives every mapping to an induced subgraph. Takes no labels.",
    "vf2pp_all_monomorphisms": "Gives every mapping to a subgraph. Takes no labels.",
}


def backend_info() -> dict[str, Any]:
    """The functions of the backend."""
    return {
        "backend_name": "cerrado",
        "project": "cerrado",
        "package": "cerrado",
        "short_summary": "Triangles, cliques, triads, squares and matches, on GPUs and processors.",
        "functions": {name: {"additional_docs": docs} for name, docs in _FUNCTIONS.items()},
    }

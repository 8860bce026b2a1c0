"""What networkx is told of the backend when it is imported. Nothing is imported here, so that this costs nothing."""

from __future__ import annotations

from typing import Any

_FUNCTIONS = {
    "triangles": "Triangles by each vertex, counted by pivoting; on a GPU if there is one.",
    "all_triangles": "Each triangle once, while the search runs.",
    "generalized_degree": "From the number of triangles of each edge.",
    "clustering": "Undirected and unweighted graphs.",
    "average_clustering": "Undirected and unweighted graphs.",
    "transitivity": "Undirected graphs.",
    "square_clustering": "From the roles of vertices in graphlets of 4 vertices. Undirected graphs.",
    "triadic_census": "Without nodelist: the directed motifs of 3 vertices.",
    "enumerate_all_cliques": "A run for each size, when its first clique is asked for.",
    "core_number": "Undirected graphs.",
    "vf2pp_all_subgraph_isomorphisms": "Every mapping to an induced subgraph; without labels.",
    "vf2pp_all_monomorphisms": "Every mapping to a subgraph; without labels.",
}


def backend_info() -> dict[str, Any]:
    """What the backend can do."""
    return {
        "backend_name": "cerrado",
        "project": "cerrado",
        "package": "cerrado",
        "short_summary": "Triangles, cliques, triads, squares and matches, on GPUs and processors.",
        "functions": {name: {"additional_docs": docs} for name, docs in _FUNCTIONS.items()},
    }

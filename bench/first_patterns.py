"""The patterns of bench/first.py: all small ones, shapes that know nothing of a graph, and parts of it."""
import itertools


def is_connected(size, edges):
    reached = {0}
    for _ in range(size):
        reached |= {v for edge in edges for v in edge if reached & set(edge)}
    return len(reached) == size


def all_connected(size):
    """One pattern of each class; of 6 vertices by invariants and, among those that share them, by all orders."""
    pairs = list(itertools.combinations(range(size), 2))
    found = {}
    for bits in range(1 << len(pairs)):
        edges = frozenset(pair for i, pair in enumerate(pairs) if bits >> i & 1)
        degrees = [sum(v in edge for edge in edges) for v in range(size)]
        if degrees != sorted(degrees) or len(edges) < size - 1 or not is_connected(size, edges):
            continue
        key = tuple(sorted((degrees[v], tuple(sorted(degrees[u] for e in edges if v in e for u in e if u != v)))
                           for v in range(size)))
        same = found.setdefault((len(edges), key), [])
        if not any(maps_to(size, degrees, edges, other) for other in same):
            same.append(edges)
    return [sorted(edges) for same in found.values() for edges in same]


def maps_to(size, degrees, edges, others):
    """Whether an order of the vertices that keeps degrees makes the one of the other."""
    groups = [[v for v in range(size) if degrees[v] == degree] for degree in sorted(set(degrees))]
    for orders in itertools.product(*(itertools.permutations(group) for group in groups)):
        to = dict(zip(itertools.chain(*groups), itertools.chain(*orders)))
        if {tuple(sorted((to[u], to[v]))) for u, v in edges} == others:
            return True
    return False


def shapes(size, draw):
    """Patterns that know nothing of the graph."""
    pairs = list(itertools.combinations(range(size), 2))
    yield "path", [(i, i + 1) for i in range(size - 1)]
    yield "cycle", [(i, (i + 1) % size) for i in range(size)]
    yield "star", [(0, i) for i in range(1, size)]
    yield "complete", pairs
    for _ in range(3):
        yield "tree", [(draw.randrange(i), i) for i in range(1, size)]
    if size % 2 == 0:
        half = size // 2
        yield "grid", [(i, i + 1) for i in range(size) if i % half < half - 1] + [(i, i + half) for i in range(half)]
    for density in (0.15, 0.3, 0.6):
        tree = [(draw.randrange(i), i) for i in range(1, size)]
        yield "random", sorted({*tree, *(pair for pair in pairs if draw.random() < density)})


def taken(neighbours, size, draw):
    """Edges among a connected set of vertices of the graph, numbered from 0; None where there is no such set."""
    for _ in range(100):
        vertices = [draw.randrange(len(neighbours))]
        while len(vertices) < size:
            reachable = {u for v in vertices for u in draw.sample(neighbours[v], min(32, len(neighbours[v])))}
            if not (reachable := sorted(reachable - set(vertices))):
                break
            vertices.append(draw.choice(reachable))
        if len(vertices) == size:
            place = {v: i for i, v in enumerate(vertices)}
            return [(place[v], place[u]) for v in vertices for u in neighbours[v] if u in place and place[v] < place[u]]
    return None


def thinned(edges, size, keep, draw):
    """A spanning tree and a part of the other edges."""
    edges = draw.sample(edges, len(edges))
    parts = list(range(size))
    tree, rest = [], []
    for u, v in edges:
        if parts[u] == parts[v]:
            rest.append((u, v))
            continue
        tree.append((u, v))
        parts = [parts[u] if part == parts[v] else part for part in parts]
    return sorted(tree + rest[:round(keep * len(rest))])


def patterns_of(edges, draw):
    """(kind, edges, induced) of each pattern that is asked for in a graph."""
    neighbours = [[] for _ in range(1 + max(v for edge in edges for v in edge))]
    for u, v in edges:
        neighbours[u].append(v)
        neighbours[v].append(u)
    for size in range(3, 7):
        for pattern in ALL[size]:
            yield f"all {size}", pattern, False
    for size in range(7, 17):
        for kind, pattern in shapes(size, draw):
            yield f"{kind} {size}", pattern, False
        for keep in (0, 0.3, 0.7, 1):
            if whole := taken(neighbours, size, draw):
                yield f"taken {size}", thinned(whole, size, keep, draw), False
        for _ in range(2):
            if whole := taken(neighbours, size, draw):
                yield f"taken whole {size}", whole, True


ALL = {size: all_connected(size) for size in range(3, 7)}

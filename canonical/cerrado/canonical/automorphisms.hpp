// The automorphisms of a pattern: the permutations of its vertices that keep all its conditions. For the automorphisms
// of its matches, use Pattern::meaning().
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <vector>

namespace cerrado {

// A match must have a lower id at `low` than at the other vertex.
struct Restriction {
    int low, high;
    friend bool operator==(Restriction const&, Restriction const&) = default;
};

struct Automorphisms {
    WideCount count = 1;                   // at most 32!
    std::vector<int> orbits;               // for each vertex the least vertex of its orbit
    std::vector<Restriction> restrictions; // exactly one image of a match satisfies all of them
};

// A permutation of anti-vertices alone maps a match to itself, so it needs no restriction. Restrictions come from a
// chain of stabilisers: the first vertex that moves must be the least of its orbit, then it is fixed, and so on. Cost:
// a call of nauty for each vertex that moves, some microseconds. Any thread. Source: the chain of Schreier and Sims.
// (Exchanges of pairs, as in NemoGPU, Definition 2, miss groups without involutions: a directed 3-cycle would count
// three times.)
Automorphisms automorphisms(Pattern const& pattern);

// The chain in the order of `walked`. Only these vertices have restrictions. If the orbit of one of them reaches beyond
// them, it gets no restriction. Then the number of images of a match that satisfy the other restrictions is multiplied
// by the size of that orbit. For each member of an orbit and each image under the next stabiliser there is one image of
// a match. A restriction keeps only one member of the orbit.
struct SymmetryBreaking {
    std::vector<Restriction> restrictions;
    WideCount repetitions = 1; // number of images of a match that satisfy all restrictions
};
SymmetryBreaking break_symmetry(Pattern const& pattern, std::vector<int> const& walked);

// The chain in the order of the vertices of a match, as automorphisms. The automorphisms of chain[i] fix the first i
// vertices, and map the next vertex to each other vertex of its orbit. Every automorphism is a product of at most one
// of each chain[i]. Each automorphism gives the image of every vertex of the pattern. An anti-vertex may be mapped to
// another. Cost: a search for each, which takes microseconds for so few vertices.
using Permutation = std::vector<int>;
std::vector<std::vector<Permutation>> stabiliser_chain(Pattern const& pattern);

} // namespace cerrado

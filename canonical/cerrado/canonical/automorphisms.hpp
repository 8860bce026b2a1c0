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

// Counts the automorphisms, and finds their orbits and restrictions. Anti-vertices count only by what they say: a
// permutation of them alone maps a match to itself.
// Restrictions come from a chain of stabilisers: the first vertex that moves must be the least of its orbit, then it
// stays where it is, and so on. Cost: a call of nauty for each vertex that moves, some microseconds. Any thread.
// Source: the chain of Schreier and Sims. (Exchanges of pairs, as in NemoGPU, Definition 2, miss groups without
// involutions: a directed 3-cycle would count three times.)
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

// Where each vertex goes.
using Permutation = std::vector<int>;
// Automorphisms whose products are all automorphisms, in the order of the vertices of a match. Those of chain[i] leave
// the first i vertices where they are, and take the next one to each other vertex of its orbit. Every automorphism is a
// product of at most one of each chain[i]. Each says where it takes every vertex of the pattern. An anti-vertex may go
// to another. Cost: a search for each, which takes microseconds among so few vertices.
std::vector<std::vector<Permutation>> stabiliser_chain(Pattern const& pattern);

} // namespace cerrado

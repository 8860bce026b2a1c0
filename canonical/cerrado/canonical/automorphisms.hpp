// The automorphisms of a pattern: what maps it to itself, with all that it says.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <vector>

namespace cerrado {

// The vertex that a match has at `low` is to have the lower id of the two.
struct Restriction {
    int low, high;
    friend bool operator==(Restriction const&, Restriction const&) = default;
};

struct Automorphisms {
    WideCount count = 1;                   // 32! at most
    std::vector<int> orbits;               // of each vertex the least one of its orbit
    std::vector<Restriction> restrictions; // that exactly one of the images of a match satisfies
};

// Of anti-vertices only that counts: what permutes them alone maps a match to itself.
// Restrictions come from a chain of stabilisers: the first vertex that moves is to be the least of its orbit; then it
// stays where it is, and so on. Cost: a call of nauty for each vertex that moves; some microseconds. Any thread.
// Source: the chain of Schreier and Sims. (Exchanges of pairs, as in NemoGPU, Definition 2, miss groups without
// involutions: a directed 3-cycle would count three times.)
Automorphisms automorphisms(Pattern const& pattern);

// The chain in the order of `walked`; only these vertices have restrictions. Where the orbit of one reaches beyond them,
// nothing is asked of it, and each match has so many more images that satisfy the others: by the chain an image is one
// of an orbit and then one of the next stabiliser's, and a restriction leaves one of the orbit.
struct SymmetryBreaking {
    std::vector<Restriction> restrictions;
    WideCount repetitions = 1; // images of a match that satisfy them
};
SymmetryBreaking break_symmetry(Pattern const& pattern, std::vector<int> const& walked);

// The chain in the order of the vertices of a match, as automorphisms: those of chain[i] leave the first i vertices where
// they are, and take the next to each vertex of its orbit, itself left out. Every automorphism is, for a choice of at most
// one of each, what they do one after the other. Each gives of every vertex of the pattern where it goes; an anti-vertex
// may go to another. Cost: a search for each, which among so few vertices takes microseconds.
using Permutation = std::vector<int>;
std::vector<std::vector<Permutation>> stabiliser_chain(Pattern const& pattern);

} // namespace cerrado

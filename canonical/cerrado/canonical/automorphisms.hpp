// The automorphisms of a pattern: what maps it to itself, with all that it says.
#pragma once

#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <vector>

namespace cerrado {

// The vertex that a match has at `low` is to have the lower id of the two.
struct Restriction {
    int low, high;
    friend bool operator==(Restriction const&, Restriction const&) = default;
};

struct Automorphisms {
    std::uint64_t count = 1;               // 16! at most
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
    std::uint64_t repetitions = 1; // images of a match that satisfy them
};
SymmetryBreaking break_symmetry(Pattern const& pattern, std::vector<int> const& walked);

} // namespace cerrado

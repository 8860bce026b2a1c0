// The target of a reader that belongs to an application, see targets.hpp.
#pragma once

#include "targets.hpp"

#include "sieve/problem.hpp"

namespace cerrado::fuzz {

// Graph, colours and motif in one file.
inline bool sieve_problem(std::string_view bytes) {
    return attempt([&] {
        SieveProblem const problem = parse_sieve_problem(bytes, "fuzz.txt");
        std::size_t const k = problem.query.motif.size();
        if (k == 0 || k > max_sieved_vertices) std::abort();
        if (problem.query.colours.size() != problem.graph.vertex_count()) std::abort();
        if (problem.only_match && problem.only_match->size() != k) std::abort();
        return problem.graph;
    });
}

} // namespace cerrado::fuzz

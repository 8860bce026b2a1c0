// The parts of a generator spec: the parameters of each kind, and their values after they are read and checked.
#pragma once

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/unfilled_vector.hpp>
#include <cerrado/graph/graph.hpp>

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado {

inline constexpr std::uint64_t most_vertices = std::numeric_limits<VertexId>::max();

struct GeneratorParameter {
    std::string_view name;
    std::uint64_t least, most;             // inclusive; in units of 10^-decimals, like `standard`
    std::optional<std::uint64_t> standard; // none: the parameter must be given
    int decimals = 0;                      // number of digits that may follow the point

    std::string show(std::uint64_t value) const;
};

class GeneratorValues {
public:
    GeneratorValues(std::string spec, std::vector<GeneratorParameter> const& parameters,
                    std::vector<std::uint64_t> values)
        : spec_(std::move(spec)),
          parameters_(parameters),
          values_(std::move(values)) {}

    std::uint64_t operator[](std::string_view name) const; // Requires: the kind has the parameter
    std::string const& spec() const { return spec_; }

    // Throws InputError, which names the spec, the key with its value, and the values that are accepted.
    [[noreturn]] void refuse(std::string_view key, std::string const& accepted) const;

private:
    std::string spec_;
    std::vector<GeneratorParameter> const& parameters_;
    std::vector<std::uint64_t> values_;
};

struct GeneratorSize {
    std::uint64_t vertices, edges; // number of edges as drawn, before duplicates are dropped
};

struct TimedArcs {
    UnfilledVector<Edge> arcs;
    std::vector<std::int64_t> times; // in seconds
};

struct GeneratorKind {
    std::string_view name, description, example;
    std::vector<GeneratorParameter> parameters;
    GeneratorSize (*size)(GeneratorValues const&);               // refuses values that do not fit together
    UnfilledVector<Edge> (*draw)(GeneratorValues const&, Team&); // the same for any team; null: arcs are drawn
    TimedArcs (*draw_arcs)(GeneratorValues const&, Team&) = nullptr;

    std::string usage() const; // "n, m, seed=1"
};

std::vector<GeneratorKind> const& generator_kinds();
std::vector<GeneratorKind> plain_kinds();  // no randomness: complete, star, path, cycle, grid, bipartite
std::vector<GeneratorKind> random_kinds(); // er, ba, rmat, regular, powerlaw
std::vector<GeneratorKind> timed_kinds();  // bursts

// The kind and the values of a spec. Throws InputError.
struct GeneratorRequest {
    GeneratorKind const& kind;
    GeneratorValues values;
};
GeneratorRequest parse_generator_spec(std::string const& spec);

} // namespace cerrado

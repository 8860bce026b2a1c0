#include <cerrado/core/error.hpp>
#include <cerrado/graph/generate/generator_spec.hpp>
#include <cerrado/graph/generators.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <unistd.h>

namespace cerrado {
namespace {

// Peak memory of drawing and building, an upper bound: the edge list, the buckets and the finished CSR, the tables of
// some models.
WideCount bytes_needed(GeneratorSize size) {
    return static_cast<WideCount>(size.vertices) * 48 + static_cast<WideCount>(size.edges) * 40;
}

double gigabytes(WideCount bytes) { return static_cast<double>(bytes) / 1e9; }

void require_memory(std::string const& spec, GeneratorSize size) {
    WideCount const machine =
        static_cast<WideCount>(sysconf(_SC_PHYS_PAGES)) * static_cast<WideCount>(sysconf(_SC_PAGESIZE));
    WideCount const needed = bytes_needed(size);
    if (needed > machine) {
        throw Error(
            fmt::format("{}: {} vertices and {} edges need about {:.1f} GB of memory, this machine has {:.1f} GB; ask "
                        "for a smaller graph",
                        spec, size.vertices, size.edges, gigabytes(needed), gigabytes(machine)));
    }
}

} // namespace

bool is_generator_spec(std::string_view spec) { return spec.starts_with("gen:"); }

std::vector<GeneratorKind> const& generator_kinds() {
    static std::vector<GeneratorKind> const kinds = [] {
        std::vector<GeneratorKind> all = random_kinds();
        std::ranges::copy(plain_kinds(), std::back_inserter(all));
        return all;
    }();
    return kinds;
}

Graph generate_graph(std::string const& spec, int threads) {
    if (!is_generator_spec(spec))
        throw InputError(fmt::format("{}: not a generator spec; write gen:KIND:key=value,...", spec));
    GeneratorRequest const request = parse_generator_spec(spec);
    GeneratorSize const size = request.kind.size(request.values);
    require_memory(spec, size);
    Team team(team_size(size.vertices + size.edges, threads));
    Graph graph =
        graph_from_edges(static_cast<VertexId>(size.vertices), request.kind.draw(request.values, team), {}, team);
    graph.source = spec;
    return graph;
}

std::string generator_help() {
    std::size_t kind_width = 0, usage_width = 0, example_width = 0;
    for (auto const& kind : generator_kinds()) {
        kind_width = std::max(kind_width, kind.name.size());
        usage_width = std::max(usage_width, kind.usage().size());
        example_width = std::max(example_width, kind.example.size());
    }
    std::string text = fmt::format("{:{}}  {:{}}  {:{}}  graph\n", "kind", kind_width, "parameters", usage_width,
                                   "example", example_width);
    for (auto const& kind : generator_kinds()) {
        text += fmt::format("{:{}}  {:{}}  {:{}}  {}\n", kind.name, kind_width, kind.usage(), usage_width, kind.example,
                            example_width, kind.description);
    }
    return text;
}

} // namespace cerrado

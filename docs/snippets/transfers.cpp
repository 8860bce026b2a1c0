// Tutorial 14: patterns in time in a program.
#include <cerrado/apps/temporal.hpp>
#include <cerrado/graph/arcs.hpp>

#include <cstddef>
#include <cstdint>
#include <iostream>

int main() {
    try {
        cerrado::Arcs const arcs = cerrado::open_arcs("datasets/transfers.csv");
        std::int64_t const day = cerrado::parse_duration("1d", arcs.unit);
        auto const cycles = cerrado::parse_temporal_patterns("cycle:2..4");

        auto const found = cerrado::count_temporal(arcs, cycles, {.delta = day});
        for (std::size_t i = 0; i < cycles.size(); ++i)
            std::cout << cerrado::to_string(found.counts[i]) << " of " << cycles[i].name << "\n";

        cerrado::list_temporal(arcs, cycles[1], {.delta = day}, [&](cerrado::TemporalMatch const& match) {
            for (cerrado::VertexId const v : match.vertices) std::cout << arcs.graph.original_id(v) << " ";
            std::cout << "from " << cerrado::format_time(arcs.time[match.arcs.front()], arcs.are_dates) << "\n";
        });
    } catch (cerrado::Error const& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.exit_code());
    }
}

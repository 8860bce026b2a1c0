// Counts by the installed library, in a program that the C++ compiler makes alone: consumer [auto|cuda|host|lockstep]
#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/open.hpp>

#include <iostream>
#include <string>

#if defined(__CUDACC__)
#error "this program is to be compiled without nvcc"
#endif

namespace {

cerrado::DeviceKind device_of(std::string const& name) {
    if (name == "cuda") return cerrado::DeviceKind::cuda;
    if (name == "host") return cerrado::DeviceKind::host;
    return name == "lockstep" ? cerrado::DeviceKind::lockstep : cerrado::DeviceKind::automatic;
}

void count(cerrado::RunOptions const& options) {
    cerrado::Graph const graph = cerrado::open_graph("gen:complete:n=9");
    auto const cliques = cerrado::count_cliques(graph, {.k = 5}, options);
    std::cout << cliques.device.kind << ": " << cerrado::to_string(cliques.count) << " cliques";
    cerrado::TransitionTable const tables = cerrado::TransitionTable::build(4);
    for (auto const& [pattern, count] : cerrado::count_motifs(graph, {.k = 4, .tables = &tables}, options).motifs) {
        if (count != 0) std::cout << ", " << cerrado::to_string(count) << ' ' << pattern.name;
    }
    std::uint64_t listed = 0;
    cerrado::list_cliques(
        graph, {.k = 3}, [&](std::span<cerrado::OriginalId const>) { ++listed; }, options);
    std::cout << ", " << listed << " listed\n";
}

} // namespace

int main(int argument_count, char** arguments) {
    cerrado::RunOptions options;
    if (argument_count > 1) options.device = device_of(arguments[1]);
    try {
        count(options);
        return static_cast<int>(cerrado::ExitCode::done);
    } catch (cerrado::Error const& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.exit_code());
    }
}

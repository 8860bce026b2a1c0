// The heaviest match of a pattern: a callback at each match, with weights of vertices.
#include <cerrado/apps/on_matches.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>

using namespace cerrado;

struct Heaviest : OnMatches {
    ArrayRef<std::uint64_t> weights; // by vertex
    struct Accumulator {
        std::uint64_t most = 0;
    };
    static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) {
        if (into.most < from.most) into.most = from.most;
    }

    template <class Traversal> CERRADO_FN void found(Traversal& te) const {
        te.aggregate([own = *this](auto& best, auto const& t, VertexId u) {
            std::uint64_t sum = 0;
            for (int v = 0; v < 5; ++v) sum += own.weights[own.image(t, u, v)];
            if (best.most < sum) best.most = sum;
        });
    }
};

int main(int argument_count, char** arguments) {
    if (argument_count != 3) return static_cast<int>(ExitCode::bad_input);
    try {
        Graph const graph = open_graph(arguments[1]);
        std::vector<std::uint64_t> degrees;
        for (VertexId v = 0; v < graph.vertex_count(); ++v) degrees.push_back(graph.degree(v));
        Resident const resident(graph);
        auto const weights = resident.array(Per::vertex, degrees);
        Pattern const pattern = parse_pattern(arguments[2]);
        auto const result = run_on_matches(resident, {.pattern = pattern}, Heaviest{{}, weights.ref()});
        std::cout << "the vertices of a match have up to " << result.accumulator.most << " neighbours together\n";
        return static_cast<int>(ExitCode::done);
    } catch (Error const& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.exit_code());
    }
}

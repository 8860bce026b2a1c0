// Near-cliques: connected sets of k vertices whose pairs are all joined, but for a few.
#include <cerrado/apps/bind.hpp>
#include <cerrado/apps/command.hpp>
#include <cerrado/engine/masks.hpp>
#include <cerrado/output/store.hpp>

#include <fstream>
#include <set>
#include <span>
#include <string>

namespace {

using namespace cerrado;

// The application. Each set is met once, by the one order of its vertices that is canonical. Every shorter traversal of
// this order lacks no more edges than the set does.
struct NearClique {
    int k;
    int missing;
    using Engine = Masks;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (extend_within(te)) te.aggregate_counter();
    }

    // Returns: true if the extensions complete a set.
    template <class Traversal> CERRADO_FN bool extend_within(Traversal& te) const {
        int const most = missing;
        if (te.extend(0, te.size())) {
            te.filter([most](auto const& t, VertexId v) { return is_canonical(t, v) && lacking(t, v) <= most; });
        }
        return te.size() == k - 1;
    }

    // Returns: the number of pairs of the traversal and the extension that no edge joins.
    template <class View> static CERRADO_FN int lacking(View const& t, VertexId v) {
        int pairs = 0;
        for (int i = 0; i < t.size(); ++i) {
            if (!t.adjacent(i, v)) ++pairs;
            for (int j = 0; j < i; ++j) pairs += t.edge(i, j) ? 0 : 1;
        }
        return pairs;
    }
};

// The same, with each set handed to the list.
struct NearCliqueList : NearClique {
    using Output = Store;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (extend_within(te)) te.aggregate_store();
    }
};

// The serial program, slow and obvious: grows all connected sets whose least vertex is a root, and looks at each.
WideCount count_serially(Graph const& graph, int k, int missing, std::span<VertexId const> roots, Look const& look) {
    WideCount count = 0;
    for (VertexId const root : roots) {
        std::set<std::set<VertexId>> sets = {{root}};
        for (int size = 1; size < k; ++size) {
            std::set<std::set<VertexId>> larger;
            for (std::set<VertexId> const& set : sets) {
                for (VertexId const u : set) {
                    for (VertexId const v : graph.neighbours(u)) {
                        look();
                        std::set<VertexId> grown = set;
                        if (v > root && grown.insert(v).second) larger.insert(grown);
                    }
                }
            }
            sets = larger;
        }
        for (std::set<VertexId> const& set : sets) {
            int pairs = 0;
            for (VertexId const u : set)
                for (VertexId const v : set) pairs += u < v && !graph.ref().adjacent(u, v);
            if (pairs <= missing) ++count;
        }
    }
    return count;
}

} // namespace

int main(int argument_count, char** arguments) {
    int missing = 1;
    std::string summary;
    OwnCommand command;
    command.name = COMMAND_NAME;
    command.summary = "Count the connected sets of k vertices that lack few edges";
    command.semantics = "connected sets of k vertices in which at most --missing pairs are not joined";
    command.k_max = 8;
    command.options = {{"--missing", &missing, "Pairs of a set that may lack an edge"},
                       {"--summary", &summary, "File that gets the count and the seconds", false}};
    command.count = [&](int k) { return bind_application(NearClique{k, missing}); };
    command.list = [&](int k) { return bind_application(NearCliqueList{{k, missing}}); };
    command.verify = [&](Graph const& prepared, int k, std::span<VertexId const> roots, Look const& look) {
        return count_serially(prepared, k, missing, roots, look);
    };
    command.conclude = [&](Graph const& graph, RunResult const& result) {
        if (summary.empty()) return;
        std::ofstream file(summary);
        file << graph.source << ',' << to_string(result.count) << ',' << result.seconds.run << '\n';
        if (!file.flush()) throw Error(summary + ": the summary could not be written");
    };
    return run_command(command, argument_count, arguments);
}

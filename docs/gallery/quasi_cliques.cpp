// Connected sets of a given size that have at least a given share of all possible edges.
#include "gallery.hpp"

#include <cerrado/engine/exclusive.hpp>
#include <cerrado/run/run.hpp>

using cerrado::VertexId;

struct QuasiCliques {
    using Engine = cerrado::Exclusive;
    static constexpr bool may_find_nothing = true;
    int k;            // vertices of the set
    int most_missing; // edges

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend_exclusive()) {
            int missing = 0;
            for (int i = 0; i < te.size(); ++i) {
                for (int j = 0; j < i; ++j) missing += te.edge(i, j) ? 0 : 1;
            }
            te.filter([&](auto const& t, VertexId v) {
                int all = missing;
                for (int i = 0; i < t.size(); ++i) all += t.adjacent(i, v) ? 0 : 1;
                return all <= most_missing;
            });
        }
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

// The same without Cerrado: ESU (Wernicke 2006).
class Serial {
public:
    Serial(cerrado::Graph const& graph, int k, int most_missing) : graph_(graph), k_(k), most_missing_(most_missing) {}

    std::uint64_t count() {
        for (VertexId root = 0; root < graph_.vertex_count(); ++root) {
            set_ = {root};
            std::vector<VertexId> open;
            for (VertexId const u : graph_.neighbours(root)) {
                if (u > root) open.push_back(u);
            }
            grow(std::move(open), 0);
        }
        return found_;
    }

private:
    bool adjacent(VertexId a, VertexId b) const { return graph_.ref().adjacent(a, b); }

    void grow(std::vector<VertexId> open, int missing) {
        while (!open.empty()) {
            VertexId const v = open.back();
            open.pop_back();
            int all = missing;
            for (VertexId const u : set_) all += adjacent(u, v) ? 0 : 1;
            if (all > most_missing_) continue;
            if (static_cast<int>(set_.size()) == k_ - 1) {
                ++found_;
                continue;
            }
            std::vector<VertexId> next = open;
            for (VertexId const u : graph_.neighbours(v)) {
                bool is_new = u > set_.front();
                for (VertexId const w : set_) is_new = is_new && u != w && !adjacent(u, w);
                if (is_new) next.push_back(u);
            }
            set_.push_back(v);
            grow(std::move(next), all);
            set_.pop_back();
        }
    }

    cerrado::Graph const& graph_;
    int k_, most_missing_;
    std::vector<VertexId> set_;
    std::uint64_t found_ = 0;
};

int main(int argument_count, char** arguments) {
    auto const most_missing = [](Asked const& asked) {
        int const percent = asked.numbers[0], size = asked.numbers[1], pairs = size * (size - 1) / 2;
        if (percent < 0 || percent > 100 || size < 3)
            throw cerrado::InputError("PERCENT must be 0 to 100, and SIZE at least 3");
        return pairs - (pairs * percent + 99) / 100;
    };
    auto const line = [](Asked const& asked, std::string const& count) {
        return count + " connected sets of " + std::to_string(asked.numbers[1]) + " vertices with " +
               std::to_string(asked.numbers[0]) + " % of the edges";
    };
    return gallery(
        argument_count, arguments, 2, "quasi_cliques GRAPH PERCENT SIZE [--host | --serial] [--time]",
        [&](Asked const& asked) {
            QuasiCliques const app{.k = asked.numbers[1], .most_missing = most_missing(asked)};
            return line(asked, cerrado::to_string(cerrado::run(app, asked.graph, asked.options).count));
        },
        [&](Asked const& asked) {
            return line(asked, std::to_string(Serial(asked.graph, asked.numbers[1], most_missing(asked)).count()));
        });
}

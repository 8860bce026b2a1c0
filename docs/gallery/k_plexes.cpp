// The k-plexes of a given size: sets in which each vertex may lack up to k neighbours, itself included.
#include "gallery.hpp"

#include <cerrado/engine/exclusive.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>

using cerrado::VertexId;

struct KPlexes {
    using Engine = cerrado::Exclusive;
    static constexpr bool may_find_nothing = true;
    int k; // vertices of the set
    int most_missing;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend_exclusive()) {
            std::uint32_t full = 0; // vertices of the traversal that may lack no more
            for (int i = 0; i < te.size(); ++i) {
                int missing = 1;
                for (int j = 0; j < te.size(); ++j) missing += i == j || te.edge(i, j) ? 0 : 1;
                if (missing == most_missing) full |= 1u << i;
            }
            te.filter([&](auto const& t, VertexId v) {
                int missing = 1;
                for (int i = 0; i < t.size(); ++i) {
                    if (t.adjacent(i, v)) continue;
                    if ((full >> i & 1) != 0 || ++missing > most_missing) return false;
                }
                return t.graph().degree(v) + most_missing >= static_cast<VertexId>(k);
            });
        }
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

// The same without Cerrado: sets in ascending order, whose vertices are at most two steps from the least.
class Serial {
public:
    Serial(cerrado::Graph const& graph, int k, int most_missing)
        : graph_(graph),
          k_(k),
          most_missing_(most_missing),
          missing_(graph.vertex_count()) {}

    std::uint64_t count() {
        for (VertexId root = 0; root < graph_.vertex_count(); ++root) {
            std::vector<VertexId> near;
            for (VertexId const u : graph_.neighbours(root)) {
                near.push_back(u);
                near.insert(near.end(), graph_.neighbours(u).begin(), graph_.neighbours(u).end());
            }
            std::ranges::sort(near);
            near.erase(std::unique(near.begin(), near.end()), near.end());
            std::erase_if(near, [&](VertexId u) {
                return u <= root || graph_.degree(u) + most_missing_ < static_cast<VertexId>(k_);
            });
            set_ = {root};
            missing_[root] = 1;
            grow(keep(near, 0));
        }
        return found_;
    }

private:
    bool adjacent(VertexId a, VertexId b) const { return graph_.ref().adjacent(a, b); }
    bool fits(VertexId v) const {
        int missing = 1;
        for (VertexId const u : set_) {
            if (!adjacent(u, v) && (missing_[u] == most_missing_ || ++missing > most_missing_)) return false;
        }
        return true;
    }
    std::vector<VertexId> keep(std::vector<VertexId> const& from, std::size_t begin) const {
        std::vector<VertexId> kept;
        for (std::size_t i = begin; i < from.size(); ++i) {
            if (fits(from[i])) kept.push_back(from[i]);
        }
        return kept;
    }
    void grow(std::vector<VertexId> const& candidates) {
        if (static_cast<int>(set_.size()) == k_ - 1) {
            found_ += candidates.size();
            return;
        }
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            VertexId const v = candidates[i];
            missing_[v] = 1;
            for (VertexId const u : set_) {
                if (!adjacent(u, v)) ++missing_[u], ++missing_[v];
            }
            set_.push_back(v);
            grow(keep(candidates, i + 1));
            set_.pop_back();
            for (VertexId const u : set_) {
                if (!adjacent(u, v)) --missing_[u];
            }
        }
    }

    cerrado::Graph const& graph_;
    int k_, most_missing_;
    std::vector<int> missing_; // of the vertices of the set
    std::vector<VertexId> set_;
    std::uint64_t found_ = 0;
};

int main(int argument_count, char** arguments) {
    auto const line = [](Asked const& asked, std::string const& count) {
        return count + " " + std::to_string(asked.numbers[0]) + "-plexes of " + std::to_string(asked.numbers[1]) +
               " vertices";
    };
    auto const check = [](Asked const& asked) {
        if (asked.numbers[0] < 1 || asked.numbers[1] < std::max(3, 2 * asked.numbers[0] - 1))
            throw cerrado::InputError("SIZE must be at least 3 and 2 K - 1: smaller K-plexes need not be connected");
    };
    return gallery(
        argument_count, arguments, 2, "k_plexes GRAPH K SIZE [--host | --serial] [--time]",
        [&](Asked const& asked) {
            check(asked);
            KPlexes const app{.k = asked.numbers[1], .most_missing = asked.numbers[0]};
            return line(asked, cerrado::to_string(cerrado::run(app, asked.graph, asked.options).count));
        },
        [&](Asked const& asked) {
            check(asked);
            return line(asked, std::to_string(Serial(asked.graph, asked.numbers[1], asked.numbers[0]).count()));
        });
}

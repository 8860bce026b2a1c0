// The connected sets of some edges by pattern, where vertices are alike if their degrees have as many digits.
#include "gallery.hpp"

#include <cerrado/apps/pattern_codes.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/engine/by_edges.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <array>
#include <map>

using cerrado::VertexId;

struct EdgePatterns {
    using Engine = cerrado::ByEdges;
    using Output = cerrado::ByKey<cerrado::PatternCode>;
    static constexpr bool only_reads_arrays = true;
    int k; // edges, and one
    cerrado::PatternCoder coder;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend_edges();
        if (te.edges() == k - 2) te.aggregate_key(coder.of_extensions(te));
    }
};

std::string digits_of_degree(cerrado::Graph const& graph, VertexId v) {
    return std::to_string(std::to_string(graph.degree(v)).size());
}

// The same without Cerrado. An edge is taken, or left out for good.
class Serial {
public:
    using Count = cerrado::WideCount;
    Serial(cerrado::Graph const& graph, int edges)
        : edges_(static_cast<std::size_t>(edges)),
          at_(graph.vertex_count()) {
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            labels_.push_back(digits_of_degree(graph, v));
            for (VertexId const u : graph.neighbours(v)) {
                if (u < v) continue;
                for (VertexId const end : {u, v}) at_[end].push_back(all_.size());
                all_.push_back({v, u});
            }
        }
        is_open_.assign(all_.size(), true);
        for (std::size_t first = 0; first < all_.size(); ++first) {
            is_open_[first] = false;
            set_ = {first};
            grow(at_[all_[first][0]], at_[all_[first][1]]);
        }
    }
    // By the least text of the pattern.
    std::map<std::string, Count> counts() const {
        std::map<std::string, Count> counts;
        for (auto const& [text, count] : as_met_) counts[least(text)] += count;
        return counts;
    }

private:
    using Edges = std::vector<std::size_t>;

    // `a` and `b` are the edges at the ends of the last one. The open ones are candidates besides `candidates_`.
    void grow(Edges const& a, Edges const& b) {
        if (set_.size() == edges_) {
            ++as_met_[text()];
            return;
        }
        std::size_t const known = candidates_.size();
        for (Edges const* edges : {&a, &b}) {
            for (std::size_t const edge : *edges) {
                if (!is_open_[edge]) continue;
                is_open_[edge] = false;
                candidates_.push_back(edge);
            }
        }
        Edges const own = candidates_;
        while (!candidates_.empty()) {
            std::size_t const edge = candidates_.back();
            candidates_.pop_back();
            Edges const left = candidates_;
            set_.push_back(edge);
            grow(at_[all_[edge][0]], at_[all_[edge][1]]);
            set_.pop_back();
            candidates_ = left;
        }
        for (std::size_t i = known; i < own.size(); ++i) is_open_[own[i]] = true;
        candidates_ = own;
        candidates_.resize(known);
    }

    // The set with its vertices in the order in which they are met.
    std::string text() const {
        std::vector<VertexId> met;
        std::string labels, edges;
        for (std::size_t const edge : set_) {
            for (VertexId const v : all_[edge]) {
                auto const place = std::ranges::find(met, v) - met.begin();
                if (place == static_cast<std::ptrdiff_t>(met.size())) {
                    met.push_back(v);
                    labels += labels_[v];
                }
                edges += static_cast<char>('a' + place);
            }
        }
        return labels + edges;
    }
    static std::string least(std::string const& text) {
        std::size_t const vertices =
            static_cast<std::size_t>(std::ranges::find_if(text, [](char c) { return c >= 'a'; }) - text.begin());
        std::vector<std::size_t> order;
        for (std::size_t v = 0; v < vertices; ++v) order.push_back(v);
        std::string best;
        do {
            std::string labels(vertices, ' ');
            for (std::size_t v = 0; v < vertices; ++v) labels[order[v]] = text[v];
            std::vector<std::string> edges;
            for (std::size_t i = vertices; i < text.size(); i += 2) {
                std::string edge;
                for (std::size_t const end : {i, i + 1})
                    edge += static_cast<char>('a' + order[static_cast<std::size_t>(text[end] - 'a')]);
                std::ranges::sort(edge);
                edges.push_back(edge);
            }
            std::ranges::sort(edges);
            for (std::string const& edge : edges) labels += edge;
            if (best.empty() || labels < best) best = labels;
        } while (std::ranges::next_permutation(order).found);
        return best;
    }

    std::size_t edges_;
    std::vector<std::string> labels_;
    std::vector<std::array<VertexId, 2>> all_;
    std::vector<Edges> at_;     // the edges at each vertex
    std::vector<bool> is_open_; // neither taken, nor left out, nor a candidate
    Edges set_, candidates_;
    std::map<std::string, Count> as_met_;
};

int main(int argument_count, char** arguments) {
    auto const line = [](Asked const& asked, auto const& patterns) {
        cerrado::WideCount all = 0, most = 0;
        for (auto const& [pattern, count] : patterns) {
            all += count;
            most = std::max(most, count);
        }
        return cerrado::to_string(all) + " connected sets of " + std::to_string(asked.numbers[0]) + " edges, " +
               std::to_string(patterns.size()) + " patterns, " + cerrado::to_string(most) + " of the most frequent";
    };
    return gallery(
        argument_count, arguments, 1, "edge_patterns GRAPH EDGES [--host | --serial] [--time]",
        [&](Asked const& asked) {
            std::vector<std::string> labels;
            for (VertexId v = 0; v < asked.graph.vertex_count(); ++v)
                labels.push_back(digits_of_degree(asked.graph, v));
            cerrado::Resident const resident(with_labels(asked.graph, labels), asked.options);
            int const k = asked.numbers[0] + 1;
            cerrado::PatternCodes const codes(resident, k);
            auto const found = cerrado::run(EdgePatterns{k, codes.coder()}, resident, asked.options);
            return line(asked, codes.patterns(found.of<cerrado::ByKey<cerrado::PatternCode>>()));
        },
        [&](Asked const& asked) { return line(asked, Serial(asked.graph, asked.numbers[0]).counts()); });
}

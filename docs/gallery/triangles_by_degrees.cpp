// The triangles of a graph by the degrees of their corners: keys that nobody can number beforehand.
#include "gallery.hpp"

#include <cerrado/output/by_key.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <map>

using cerrado::VertexId;

struct Degrees { // in ascending order
    std::uint32_t least, middle, most;
    friend auto operator<=>(Degrees const&, Degrees const&) = default;
};
CERRADO_FN Degrees in_order(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    std::uint32_t const least = a < b ? (a < c ? a : c) : (b < c ? b : c);
    std::uint32_t const most = a > b ? (a > c ? a : c) : (b > c ? b : c);
    return {least, a + b + c - least - most, most};
}

using ByDegrees = cerrado::ByKey<Degrees>;

struct Triangles {
    using Output = ByDegrees;
    static constexpr bool oriented = true, only_reads_arrays = true, may_find_nothing = true;
    static constexpr int extension_lists = 1;
    int k = 3;
    cerrado::ArrayRef<std::uint32_t> degrees; // by vertex; an oriented graph has only those of successors

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend_common();
        if (te.size() == k - 1) {
            te.aggregate_key(
                [&](auto const& t, VertexId v) { return in_order(degrees[t.root()], degrees[t.last()], degrees[v]); });
        }
    }
};

// The same without Cerrado.
std::map<Degrees, std::uint64_t> count_serially(cerrado::Graph const& graph) {
    std::map<Degrees, std::uint64_t> counts;
    for (VertexId a = 0; a < graph.vertex_count(); ++a) {
        for (VertexId const b : graph.neighbours(a)) {
            if (b < a) continue;
            std::vector<VertexId> both;
            std::ranges::set_intersection(graph.neighbours(a), graph.neighbours(b), std::back_inserter(both));
            for (VertexId const c : both) {
                if (c > b) ++counts[in_order(graph.degree(a), graph.degree(b), graph.degree(c))];
            }
        }
    }
    return counts;
}

int main(int argument_count, char** arguments) {
    auto const line = [](auto const& counts, std::string const& all) {
        std::string text = all + " triangles, of " + std::to_string(counts.size()) + " triples of degrees";
        auto const is_less = [](auto const& a, auto const& b) {
            auto const& [key_a, count_a] = a;
            auto const& [key_b, count_b] = b;
            return count_a < count_b;
        };
        auto const most = std::ranges::max_element(counts, is_less);
        if (most == counts.end()) return text;
        auto const& [key, count] = *most;
        return text + "; most often " + std::to_string(key.least) + " " + std::to_string(key.middle) + " " +
               std::to_string(key.most);
    };
    return gallery(
        argument_count, arguments, 0, "triangles_by_degrees GRAPH [--host | --serial] [--time]",
        [&](Asked const& asked) {
            cerrado::Resident const resident(asked.graph, asked.options);
            std::vector<std::uint32_t> degrees;
            for (VertexId v = 0; v < asked.graph.vertex_count(); ++v) degrees.push_back(asked.graph.degree(v));
            auto const array = resident.array(cerrado::Per::vertex, degrees);
            auto const result = cerrado::run(Triangles{.degrees = array.ref()}, resident, asked.options);
            return line(result.of<ByDegrees>(), cerrado::to_string(result.count));
        },
        [&](Asked const& asked) {
            auto const counts = count_serially(asked.graph);
            std::uint64_t all = 0;
            for (auto const& [key, count] : counts) all += count;
            return line(counts, std::to_string(all));
        });
}

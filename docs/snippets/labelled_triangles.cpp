// Tutorial 5, step 2: data of one's own, and counts by key. The triangles of a graph by the labels of their corners.
#include <cerrado/graph/open.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>
#include <utility>

using cerrado::VertexId;

constexpr std::uint32_t label_count = 20;

// Of three labels, in any order.
CERRADO_FN std::uint32_t key_of(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    std::uint32_t const least = a < b ? (a < c ? a : c) : (b < c ? b : c);
    std::uint32_t const most = a > b ? (a > c ? a : c) : (b > c ? b : c);
    return (least * label_count + (a + b + c - least - most)) * label_count + most;
}

struct LabelledTriangles {
    int k = 3;
    using Output = cerrado::ByKey<>;
    static constexpr int extension_lists = 1;
    cerrado::ArrayRef<std::uint32_t> labels; // by vertex
    std::uint32_t keys() const { return label_count * label_count * label_count; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) {
            te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        }
        if (te.size() == k - 1) {
            te.aggregate_key(
                [this](auto const& t, VertexId v) { return key_of(labels[t.root()], labels[t.last()], labels[v]); });
        }
    }
};

int main() {
    cerrado::Resident const resident(cerrado::open_graph("datasets/karate.txt"));
    auto const labels =
        resident.array_by_id([](cerrado::OriginalId id) { return std::uint32_t(id * id % label_count); });
    auto const result = cerrado::run(LabelledTriangles{.labels = labels.ref()}, resident);

    auto const& counts = result.of<cerrado::ByKey<>>();
    for (std::uint32_t key = 0; key < counts.size(); ++key) {
        if (counts[key] < 3) continue;
        std::cout << key / label_count / label_count << ' ' << key / label_count % label_count << ' '
                  << key % label_count << ": " << cerrado::to_string(counts[key]) << '\n';
    }
    std::cout << cerrado::to_string(result.count) << " triangles\n";
}

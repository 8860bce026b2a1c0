#include <cerrado/run/parts/result_sum.hpp>

#include <cerrado/output/detail/size_counts.hpp>

#include <algorithm>

namespace cerrado {

namespace {

void add_sizes(SizeCounts& total, SizeCounts const& part) {
    for (SizeCount const& size : part.sizes) {
        auto const place = std::ranges::lower_bound(total.sizes, size.k, {}, &SizeCount::k);
        if (place != total.sizes.end() && place->k == size.k) {
            place->count = sum_of(place->count, size.count);
        } else {
            total.sizes.insert(place, size);
        }
    }
    if (!part.sum.empty()) total.sum = total.sum.empty() ? part.sum : sum_of(total.sum, part.sum);
}

// Both have all vertices, or all edges, in the same order.
template <class Row> void add_rows(std::vector<Row>& total, std::vector<Row> const& part) {
    if (total.empty()) {
        total = part;
        return;
    }
    for (std::size_t i = 0; i < part.size(); ++i) total[i].count += part[i].count;
}

} // namespace

void add_counts(std::vector<WideCount>& total, std::vector<WideCount> const& counts) {
    total.resize(std::max(total.size(), counts.size()));
    for (std::size_t i = 0; i < counts.size(); ++i) total[i] += counts[i];
}

void add_seconds(RunResult& total, RunResult const& part) {
    total.seconds.start += part.seconds.start;
    total.seconds.prepare += part.seconds.prepare;
    total.seconds.run += part.seconds.run;
}

void add_result(RunResult& total, RunResult const& part) {
    add_to(total.count, part.count);
    add_counts(total.pattern_counts, part.pattern_counts);
    add_sizes(total.sizes, part.sizes);
    add_rows(total.local.vertices, part.local.vertices);
    add_rows(total.local.edges, part.local.edges);
    add_counts(total.local.by_orbit, part.local.by_orbit);
    add_counts(total.traversals, part.traversals);
    add_seconds(total, part);
    total.balance.donated += part.balance.donated;
    total.balance.stops += part.balance.stops;
    total.balance.stop_seconds += part.balance.stop_seconds;
    total.roots.done += part.roots.done;
    total.memory.graph_bytes = part.memory.graph_bytes;
    total.memory.traversal_bytes = part.memory.traversal_bytes;
    total.memory.peak_bytes = std::max(total.memory.peak_bytes, part.memory.peak_bytes);
    total.device = part.device;
    total.order = part.order;
}

void write_result(ByteWriter& to, RunResult const& result) {
    to.put(result.count);
    to.put_all(std::span<WideCount const>(result.pattern_counts));
    to.put(static_cast<std::uint64_t>(result.sizes.sizes.size()));
    for (SizeCount const& size : result.sizes.sizes) {
        to.put(size.k);
        to.put(std::string_view(size.count));
    }
    to.put(std::string_view(result.sizes.sum));
    to.put_all(std::span<VertexCount const>(result.local.vertices));
    to.put_all(std::span<EdgeCount const>(result.local.edges));
    to.put_all(std::span<WideCount const>(result.local.by_orbit));
    to.put_all(std::span<WideCount const>(result.traversals));
    to.put(result.seconds);
    to.put(result.balance);
    to.put(result.roots);
    to.put(result.memory);
    to.put(std::string_view(result.device.kind));
    to.put(std::string_view(result.device.name));
    to.put(result.device.workers);
}

void read_result(ByteReader& from, RunResult& result) {
    result.count = from.get<WideCount>();
    result.pattern_counts = from.get_all<WideCount>();
    auto const sizes = from.get<std::uint64_t>();
    for (std::uint64_t i = 0; i < sizes; ++i) {
        int const k = from.get<int>();
        result.sizes.sizes.push_back({k, from.get_text()});
    }
    result.sizes.sum = from.get_text();
    result.local.vertices = from.get_all<VertexCount>();
    result.local.edges = from.get_all<EdgeCount>();
    result.local.by_orbit = from.get_all<WideCount>();
    result.traversals = from.get_all<WideCount>();
    result.seconds = from.get<Seconds>();
    result.balance = from.get<BalanceUse>();
    result.roots = from.get<RootsUse>();
    result.memory = from.get<MemoryUse>();
    result.device.kind = from.get_text();
    result.device.name = from.get_text();
    result.device.workers = from.get<int>();
}

} // namespace cerrado

#include <cerrado/graph/order/list_building.hpp>

#include <cerrado/graph/order/partition.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>

namespace cerrado::detail {
namespace {

// Of a vertex' number.
std::uint32_t bits_of(VertexId vertex_count) {
    return static_cast<std::uint32_t>(std::bit_width(std::max(vertex_count, 1u) - 1));
}

// Sorts arcs by where they lead, from the lowest digit to the highest.
class ArcSorter {
public:
    explicit ArcSorter(VertexId vertex_count) {
        std::uint32_t const bits = bits_of(vertex_count);
        passes_ = std::max(1u, (bits + most_digit_bits - 1) / most_digit_bits);
        digit_bits_ = (bits + passes_ - 1) / passes_;
        places_.resize(std::size_t{1} << digit_bits_);
    }

    // Returns: where they are sorted, `arcs` or memory of this object.
    std::span<Arc> sort(std::span<Arc> arcs) {
        if (arcs.size() < few) {
            std::ranges::sort(arcs, {}, &Arc::to);
            return arcs;
        }
        if (other_.size() < arcs.size()) other_ = UnfilledVector<Arc>(arcs.size());
        std::span<Arc> from = arcs, into(other_.data(), arcs.size());
        for (std::uint32_t pass = 0; pass < passes_; ++pass, std::swap(from, into)) sort_by_digit(from, into, pass);
        return from;
    }

private:
    static constexpr std::uint32_t most_digit_bits = 11;
    static constexpr std::size_t few = 1024; // quicker by comparing

    void sort_by_digit(std::span<Arc const> from, std::span<Arc> into, std::uint32_t pass) {
        std::uint32_t const shift = pass * digit_bits_;
        auto const mask = static_cast<VertexId>(places_.size() - 1);
        std::ranges::fill(places_, 0);
        for (Arc const& arc : from) ++places_[arc.to >> shift & mask];
        std::size_t next = 0;
        for (std::size_t& place : places_) next += std::exchange(place, next);
        for (Arc const& arc : from) into[places_[arc.to >> shift & mask]++] = arc;
    }

    std::uint32_t passes_, digit_bits_;
    std::vector<std::size_t> places_;
    UnfilledVector<Arc> other_;
};

constexpr std::uint32_t most_part_bits = 12;
constexpr std::size_t arcs_in_cache = std::size_t{1} << 16;

} // namespace

ArcRanges::ArcRanges(VertexId vertex_count) : n_(vertex_count) {
    std::uint32_t const bits = bits_of(n_);
    shift_ = bits - std::min(bits, most_part_bits);
    range_of_part_.resize((std::size_t{std::max(n_, 1u) - 1} >> shift_) + 1);
}

void ArcRanges::divide(std::span<std::vector<std::size_t>> counts) {
    std::size_t next = 0;
    for (std::size_t part = 0; part < parts(); ++part) {
        std::size_t arcs = 0;
        for (auto const& of_member : counts) arcs += of_member[part];
        if (part == 0 || next + arcs - begins_.back() > arcs_in_cache) {
            firsts_.push_back(static_cast<VertexId>(part << shift_));
            begins_.push_back(next);
        }
        std::size_t const range = begins_.size() - 1;
        range_of_part_[part] = static_cast<std::uint16_t>(range);
        for (auto& of_member : counts) {
            std::size_t const own = std::exchange(of_member[part], 0);
            of_member[range] += own;
        }
        next += arcs;
    }
    firsts_.push_back(n_);
    begins_.push_back(next);
    for (std::size_t range = 0; range < count(); ++range) {
        std::size_t place = begins_[range];
        for (auto& of_member : counts) place += std::exchange(of_member[range], place);
    }
}

Graph adopt_lists(ListArrays arrays) {
    auto storage = std::make_shared<ListArrays const>(std::move(arrays));
    ListArrays const& made = *storage;
    return Graph(made.offsets, made.neighbours, made.original_ids, std::move(storage));
}

Graph ListBuilding::run(std::vector<OriginalId> original_ids) {
    ListArrays arrays;
    arrays.original_ids = std::move(original_ids);
    arrays.offsets.resize(n_ + std::size_t{1});
    UnfilledVector<VertexId> lists(arcs_.size());
    write_lists(arrays.offsets.data(), lists.data());
    std::uint64_t const duplicates = (arcs_.size() - arrays.offsets.back()) / 2;
    UnfilledVector<Arc>().swap(arcs_);
    if (duplicates == 0) {
        arrays.neighbours = std::move(lists);
    } else {
        close_gaps(arrays, lists.data());
    }
    Graph graph = adopt_lists(std::move(arrays));
    graph.cleaning = {0, duplicates};
    return graph;
}

// Calls visit(range) for each, on whoever is free.
template <class MakeVisit> void ListBuilding::for_ranges(MakeVisit const& make_visit) {
    std::atomic<std::size_t> next = 0;
    team_.run([&](Member) {
        auto visit = make_visit();
        for (std::size_t range; (range = next++) < ranges_.count();) visit(range);
    });
}

// The lists of a range begin where its arcs do, and there may be gaps before the next.
void ListBuilding::write_lists(EdgeOffset* offsets, VertexId* lists) {
    offsets[0] = 0;
    for_ranges([&] {
        return [&, sorter = ArcSorter(n_)](std::size_t range) mutable {
            std::size_t const begin = ranges_.begin(range);
            std::span<Arc> const arcs = sorter.sort(std::span(arcs_).subspan(begin, ranges_.begin(range + 1) - begin));
            write_lists_of(range, arcs, offsets + 1, lists + begin);
        };
    });
    add_up(team_, std::span(offsets + 1, n_));
}

// Leaves the length of each list in `ends`.
void ListBuilding::write_lists_of(std::size_t range, std::span<Arc const> arcs, EdgeOffset* ends,
                                  VertexId* lists) const {
    VertexId const first = ranges_.first(range), last = ranges_.first(range + 1);
    std::fill(ends + first, ends + last, 0);
    for (Arc const& arc : arcs) ++ends[arc.from];
    EdgeOffset next = 0;
    for (VertexId v = first; v < last; ++v) next += std::exchange(ends[v], next);
    for (Arc const& arc : arcs) lists[ends[arc.from]++] = arc.to;
    EdgeOffset kept = 0, from = 0;
    for (VertexId v = first; v < last; ++v) {
        EdgeOffset const begin = kept;
        for (; from < ends[v]; ++from) {
            if (kept == begin || lists[kept - 1] != lists[from]) lists[kept++] = lists[from];
        }
        ends[v] = kept - begin;
    }
}

void ListBuilding::close_gaps(ListArrays& arrays, VertexId const* lists) {
    arrays.neighbours.resize(arrays.offsets.back());
    for_ranges([&] {
        return [&](std::size_t range) {
            EdgeOffset const begin = arrays.offsets[ranges_.first(range)];
            EdgeOffset const end = arrays.offsets[ranges_.first(range + 1)];
            std::copy_n(lists + ranges_.begin(range), end - begin, arrays.neighbours.data() + begin);
        };
    });
}

} // namespace cerrado::detail

#include <cerrado/contract/detail/declared.hpp>
#include <cerrado/contract/result.hpp>
#include <cerrado/contract/run_memory.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/graph/detail/order/by_id.hpp>
#include <cerrado/output/arrow.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/output/by_length.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/columns.hpp>
#include <cerrado/output/counter.hpp>
#include <cerrado/output/detail/codes/by_arc_code.hpp>
#include <cerrado/output/detail/codes/by_code.hpp>
#include <cerrado/output/local_counts.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/output/size_counts.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/pattern/detail/transition.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>

#pragma GCC diagnostic push
// GCC 12 warns because it mistakes the short form of a number for its long one.
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wstringop-overread"
#include <boost/multiprecision/cpp_int.hpp>
#pragma GCC diagnostic pop

namespace cerrado::detail {

// Pattern tables in the memory of a run.

// Copies the levels of tables from host memory. Returns: the copied tables, for the workers.
inline TransitionTableRef placed_tables(RunMemory& memory, TransitionTableRef tables) {
    for (int i = 1; i < tables.k; ++i) {
        std::size_t const entries = std::size_t{tables.classes[i]} << tables.mask_bits * i;
        RunArray<Transition> const level(memory, std::span(tables.levels[i], entries));
        tables.levels[i] = level.data();
    }
    return tables;
}

} // namespace cerrado::detail

namespace cerrado {

Counter::Memory::Memory(RunMemory& memory) : memory_(&memory), words_(RunArray<Count>(memory, 2).data()) {}

void Counter::Memory::collect() {
    Count words[2];
    memory_->read(words, words_, sizeof words);
    count_ = (WideCount{words[1]} << 64) + words[0];
}

void Counter::Memory::conclude(RunResult& result, Session const& session) const {
    StoreInput const& store = session.input<StoreInput>();
    add_to(result.count, has_reached_limit(store, result) ? *store.limit : count_);
}

namespace {

using BigCount = boost::multiprecision::cpp_int;

// Returns: the largest sum fixed + optional that has cells.
std::uint32_t largest_sum(std::span<WideCount const> bundles) {
    std::uint32_t sum = 0;
    while (bundle_class(0, sum + 1) < bundles.size()) ++sum;
    return sum;
}

// Computes the sum of x^fixed (1 + x)^optional over the bundles, up to x^last. Horner's rule in 1 + x needs only
// additions.
std::vector<BigCount> expand(std::span<WideCount const> bundles, std::uint32_t most, std::uint32_t last) {
    std::vector<BigCount> sizes(last + 1);
    for (std::uint32_t optional = most; optional-- > 0;) {
        for (std::uint32_t size = last; size > 0; --size) sizes[size] += sizes[size - 1];
        for (std::uint32_t fixed = 1; fixed + optional <= most && fixed <= last; ++fixed) {
            WideCount const count = bundles[bundle_class(fixed, optional)];
            if (count != 0) sizes[fixed] += BigCount(count);
        }
    }
    return sizes;
}

} // namespace

SizeCounts sizes_of_bundles(std::span<WideCount const> bundles, int shortest, int longest) {
    std::uint32_t const most = largest_sum(bundles);
    std::vector<BigCount> sizes = expand(bundles, most, std::min(most, static_cast<std::uint32_t>(longest)));
    while (!sizes.empty() && sizes.back() == 0) sizes.pop_back();
    SizeCounts result;
    BigCount sum = 0;
    for (auto size = static_cast<std::size_t>(shortest); size < sizes.size(); ++size) {
        result.sizes.push_back({static_cast<int>(size), sizes[size].str()});
        sum += sizes[size];
    }
    result.sum = sum.str();
    return result;
}

std::string sum_of(std::string const& digits, std::string const& others) {
    return BigCount(BigCount(digits) + BigCount(others)).str();
}

WideCount to_count(std::string const& digits) {
    BigCount const value(digits);
    if (msb(value + 1) >= 128) return ~WideCount{0};
    return static_cast<WideCount>(value);
}

void add_to(SizeCounts& total, SizeCounts const& part) {
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

void put(ByteWriter& to, SizeCounts const& counts) {
    to.put(static_cast<std::uint64_t>(counts.sizes.size()));
    for (SizeCount const& size : counts.sizes) {
        to.put(size.k);
        to.put(std::string_view(size.count));
    }
    to.put(std::string_view(counts.sum));
}

void get(ByteReader& from, SizeCounts& counts) {
    auto const sizes = from.get<std::uint64_t>();
    for (std::uint64_t i = 0; i < sizes; ++i) {
        int const k = from.get<int>();
        counts.sizes.push_back({k, from.get_text()});
    }
    counts.sum = from.get_text();
}

// A subgraph has a root and some of the root's successors.
BySize::Memory::Memory(SizeRange sizes, Session const& session, RunMemory& memory, int workers)
    : sizes_(sizes),
      totals_(memory, bundle_classes(session.shape.max_degree() + 1), workers) {}

void BySize::Memory::conclude(RunResult& result, Session const&) {
    counts_ = sizes_of_bundles(totals_.sums(), sizes_.shortest, sizes_.longest);
    add_to(result.count, to_count(counts_.sum));
}

namespace detail {

std::uint64_t slots_of(ByKeyInput const& input) {
    constexpr std::uint64_t at_first = std::uint64_t{1} << 16, most = std::uint64_t{1} << 32;
    if (input.slots > most) {
        throw InputError(fmt::format("ByKeyInput::slots is {}: give at most {}", input.slots, most));
    }
    return std::bit_ceil(std::max<std::uint64_t>(input.slots == 0 ? at_first : input.slots, 2));
}

void grow(ByKeyInput& input) { input.slots = 8 * slots_of(input); }

} // namespace detail

namespace {
constexpr std::size_t lengths = max_traversal_length; // of a bank
}

ByLength::Memory::Memory(Session const& session, RunMemory& memory, int workers)
    : memory_(&memory),
      banks_(session.device() == DeviceKind::host ? static_cast<std::size_t>(workers) : shared_banks),
      cells_(RunArray<Count>(memory, banks_ * lengths).data()) {}

void ByLength::Memory::collect() {
    collected_.resize(banks_ * lengths);
    memory_->read(collected_.data(), cells_, collected_.size() * sizeof(Count));
}

void ByLength::Memory::conclude(RunResult& result, Session const& session) {
    traversals_.resize(static_cast<std::size_t>(session.levels));
    for (std::size_t bank = 0; bank < banks_; ++bank) {
        for (std::size_t i = 0; i < traversals_.size(); ++i) {
            traversals_[i] += collected_[bank * lengths + i];
        }
    }
    // If no traversal is extended, each traversal is a job.
    if (session.levels == session.needs.root_size) traversals_.back() = result.roots.done;
}

void ByPattern::check(Session const& session) {
    TransitionTableRef const& patterns = session.input<ByPatternInput>().tables;
    auto const kind = [](int mask_bits) { return mask_bits > 1 ? "directed patterns" : "patterns without directions"; };
    if (patterns.k == 0) {
        throw InputError(fmt::format(
            "this application counts patterns, and ByPatternInput::tables is empty: set it to tables for k = {}",
            session.needs.k));
    }
    if (patterns.mask_bits != session.needs.mask_bits) {
        throw InputError(
            fmt::format("ByPatternInput::tables has {}, and this application counts {}: set it to tables of these",
                        kind(patterns.mask_bits), kind(session.needs.mask_bits)));
    }
    std::uint64_t const counts = std::uint64_t{patterns.classes[patterns.k]} * session.input<ByPatternInput>().groups;
    if (counts < std::uint64_t{1} << 32) return;
    throw InputError(
        fmt::format("{} groups of {} classes need 2^32 counts or more, and fewer are possible: use fewer groups",
                    session.input<ByPatternInput>().groups, patterns.classes[patterns.k]));
}

// If the last two levels are counted together, there is no list of the last level from which to make a histogram. A
// histogram of a narrow warp lies in shared memory if it fits into the warp's part of the 4 KiB that a full warp has.
void ByPattern::plan(ArrayPlan arrays, PlanRequest const& request) {
    if (request.needs.counted_levels > 1) return;
    std::uint64_t const bins = std::uint64_t{1} << request.needs.mask_bits * (request.needs.k - 1);
    if (request.needs.mask_bits == 1) return arrays.reserve<Arrays, Histogram>(bins);
    std::uint64_t const most = std::uint64_t{1024} * static_cast<std::uint64_t>(request.warp_width) / full_warp_width;
    arrays.reserve<Arrays, SparseHistogram>(bins, request.kind == WorkerKind::lane || bins <= most);
}

ByPattern::Memory::Memory(Session const& session, RunMemory& memory, int workers)
    : patterns_(detail::placed_tables(memory, session.input<ByPatternInput>().tables)),
      totals_(memory, patterns_.classes[patterns_.k] * session.input<ByPatternInput>().groups, workers) {}

ByPattern::Ref ByPattern::Memory::ref() const {
    Ref ref;
    static_cast<ClassTotals&>(ref) = totals_.totals();
    ref.patterns = patterns_;
    return ref;
}

void ByPattern::Memory::conclude(RunResult& result, Session const&) const {
    for (WideCount const count : totals_.sums()) add_to(result.count, count);
}

CodeTableMemory::CodeTableMemory(ByCodeInput const& input, RunMemory& memory)
    : groups_(input.groups),
      keys_(memory, input.slots),
      low_(memory, keys_.size()),
      high_(memory, keys_.size()),
      is_full_(memory, 1) {}

CodeTable CodeTableMemory::table() const {
    auto const slots = static_cast<std::uint32_t>(keys_.size());
    return {.keys = keys_.data(),
            .counts = {low_.data(), high_.data()},
            .is_full = is_full_.data(),
            .groups = groups_,
            .hash_shift = 64 - std::countr_zero(slots),
            .last_slot = slots - 1};
}

void CodeTableMemory::collect() {
    counts_ = {};
    counts_.is_full = is_full_.read().front() != 0;
    std::vector<std::uint64_t> const keys = keys_.read();
    std::vector<Count> const low = low_.read(), high = high_.read();
    for (std::uint64_t slot = 0; slot < keys.size(); ++slot) {
        if (keys[slot] == 0) continue;
        std::uint64_t const key = keys[slot] - 1;
        counts_.counts.push_back(
            {key / groups_, static_cast<std::uint32_t>(key % groups_), WideCount{high[slot]} << 64 | low[slot]});
    }
}

void CodeTableMemory::conclude(RunResult& result) const {
    for (CodeCount const& one : counts_.counts) add_to(result.count, one.count);
}

void check_code_table(ByCodeInput const& input) {
    if (!std::has_single_bit(input.slots) || input.slots < 2 || input.groups == 0) {
        throw InputError(
            fmt::format("ByCodeInput has {} slots and {} groups; slots must be a power of two, at least 2, and groups "
                        "must be at least 1",
                        input.slots, input.groups));
    }
}

void ByCode::check(Session const& session) { check_code_table(session.input<ByCodeInput>()); }

ByCode::Memory::Memory(Session const& session, RunMemory& memory) : table_(session.input<ByCodeInput>(), memory) {}

// A code has the bits of a class. For each later vertex it also has two bits for each vertex before it.
void ByArcCode::check(Session const& session) {
    ByArcCodeInput const& input = session.input<ByArcCodeInput>();
    int const of_tables = input.tables.k, k = session.needs.k;
    if (of_tables == 0 || of_tables >= k || input.tables.mask_bits != 2 || session.needs.mask_bits != 2) {
        throw InputError(fmt::format(
            "codes of {} vertices need tables of smaller directed patterns: set ByArcCodeInput::tables to such tables",
            k));
    }
    check_code_table(input);
    std::uint32_t const classes = input.tables.classes[of_tables];
    int bits = std::bit_width(classes - 1) + std::bit_width(input.groups - 1);
    for (int length = of_tables; length < k; ++length) bits += 2 * length;
    if (bits > 63) {
        throw InputError(
            fmt::format("codes of {} vertices in {} groups would have {} bits, and at most 63 are possible: set "
                        "ByArcCodeInput::tables to tables of larger patterns than {} vertices, or use fewer groups",
                        k, input.groups, bits, of_tables));
    }
}

ByArcCode::Memory::Memory(Session const& session, RunMemory& memory)
    : patterns_(detail::placed_tables(memory, session.input<ByArcCodeInput>().tables)),
      table_(session.input<ByArcCodeInput>(), memory) {}

namespace {

// Adds rows. Requires: both have all vertices, or all edges, in the same order.
template <class Row> void add_rows(std::vector<Row>& total, std::vector<Row> const& part) {
    if (total.empty()) {
        total = part;
        return;
    }
    for (std::size_t i = 0; i < part.size(); ++i) total[i].count += part[i].count;
}

WideCount cell(std::vector<Count> const& cells, std::uint64_t i) {
    return (WideCount{cells[cells.size() / 2 + i]} << 64) + cells[i];
}

} // namespace

LocalCounts local_counts(Graph const& oriented, LocalCells const& cells) {
    LocalCounts counts;
    GraphRef const graph = oriented.ref();
    counts.vertices.reserve(graph.vertex_count);
    counts.edges.reserve(cells.edges.size() / 2);
    for (VertexId v = 0; v < graph.vertex_count; ++v) {
        OriginalId const id = oriented.original_id(v);
        counts.vertices.push_back({id, cell(cells.vertices, v)});
        if (cells.edges.empty()) continue;
        for (EdgeOffset p = graph.begin(v); p < graph.end(v); ++p) {
            auto const [source, target] = std::minmax({id, oriented.original_id(graph.neighbours[p])}); // copies
            counts.edges.push_back({source, target, cell(cells.edges, p)});
        }
    }
    std::ranges::sort(counts.vertices, {}, &VertexCount::vertex);
    std::ranges::sort(counts.edges, {}, [](EdgeCount const& edge) { return std::pair(edge.source, edge.target); });
    return counts;
}

void add_to(LocalCounts& total, LocalCounts const& part) {
    add_rows(total.vertices, part.vertices);
    add_rows(total.edges, part.edges);
    add_counts(total.by_orbit, part.by_orbit);
}

void put(ByteWriter& to, LocalCounts const& counts) {
    to.put_all(std::span<VertexCount const>(counts.vertices));
    to.put_all(std::span<EdgeCount const>(counts.edges));
    to.put_all(std::span<WideCount const>(counts.by_orbit));
}

void get(ByteReader& from, LocalCounts& counts) {
    counts.vertices = from.get_all<VertexCount>();
    counts.edges = from.get_all<EdgeCount>();
    counts.by_orbit = from.get_all<WideCount>();
}

PerVertexAndEdge::Memory::Memory(bool per_edge, Session const& session, RunMemory& memory)
    : memory_(&memory),
      vertex_count_(session.shape.vertex_count),
      edge_count_(per_edge ? session.shape.entries : 0),
      vertices_(RunArray<Count>(memory, 2 * vertex_count_).data()),
      edges_(per_edge ? RunArray<Count>(memory, 2 * edge_count_).data() : nullptr) {}

PerVertexAndEdge::Ref PerVertexAndEdge::Memory::ref() const {
    Ref ref;
    ref.vertices = {vertices_, vertices_ + vertex_count_};
    if (edges_ != nullptr) ref.edges = {edges_, edges_ + edge_count_};
    return ref;
}

void PerVertexAndEdge::Memory::collect() {
    cells_.vertices.resize(2 * vertex_count_);
    cells_.edges.resize(2 * edge_count_);
    memory_->read(cells_.vertices.data(), vertices_, cells_.vertices.size() * sizeof(Count));
    if (edge_count_ > 0) memory_->read(cells_.edges.data(), edges_, cells_.edges.size() * sizeof(Count));
}

void PerVertexAndEdge::Memory::conclude(RunResult&, Session const& session) {
    counts_ = local_counts(session.graph(), cells_);
}

PerOrbit::Memory::Memory(PositionOrbits const& orbits, Session const& session, RunMemory& memory)
    : memory_(&memory),
      orbits_(orbits),
      vertex_count_(session.shape.vertex_count),
      cells_(RunArray<Count>(memory, 2 * vertex_count_ * static_cast<std::uint64_t>(orbits.count)).data()) {}

PerOrbit::Ref PerOrbit::Memory::ref() const {
    return {{cells_, cells_ + vertex_count_ * static_cast<std::uint64_t>(orbits_.count)}, orbits_};
}

void PerOrbit::Memory::collect() {
    collected_.resize(2 * vertex_count_ * static_cast<std::uint64_t>(orbits_.count));
    memory_->read(collected_.data(), cells_, collected_.size() * sizeof(Count));
}

// Each subgraph counts for all of its vertices.
void PerOrbit::Memory::conclude(RunResult& result, Session const& session) {
    Graph const& graph = session.graph();
    std::vector<VertexId> const by_id = vertices_by_id(graph);
    counts_.vertices.reserve(by_id.size());
    counts_.by_orbit.reserve(collected_.size() / 2);
    for (VertexId const v : by_id) {
        counts_.vertices.push_back({graph.original_id(v), 0});
        for (std::size_t orbit = 0; orbit < static_cast<std::size_t>(orbits_.count); ++orbit) {
            std::size_t const cell = orbit * vertex_count_ + v;
            WideCount const count = (WideCount{collected_[collected_.size() / 2 + cell]} << 64) + collected_[cell];
            counts_.by_orbit.push_back(count);
            counts_.vertices.back().count += count;
        }
        result.count += counts_.vertices.back().count;
    }
    result.count /= static_cast<WideCount>(std::max(session.needs.k, 1));
}

namespace {

// Returns: the number of vertices of records that a warp with this many lanes holds back.
std::uint32_t held_back_entries(int warp_width) {
    return Store::held_back_by_warp * static_cast<std::uint32_t>(warp_width) / full_warp_width;
}

} // namespace

void check_device_sink(Session const& session, std::string_view input, std::string_view host_sink, bool has_limit) {
    if (session.device() != DeviceKind::cuda) {
        throw InputError(fmt::format(
            "{0}::device_sink needs a CUDA device, and this run uses none: set {0}::{1} instead", input, host_sink));
    }
    if (has_limit) {
        throw InputError(fmt::format(
            "{0}::limit works only with a sink on the host: set {0}::{1} instead of device_sink, or unset the limit",
            input, host_sink));
    }
}

void Store::check(Session const& session) {
    StoreInput const& input = session.input<Store>();
    if (session.needs.k == 0)
        throw InputError(
            "the output Store needs subgraphs of one size k, and this application has several: use another output");
    if (input.sinks() > 1)
        throw InputError("StoreInput has several sinks for the same subgraphs: set only one of them");
    if (input.sinks() == 0) {
        throw InputError(
            "this application stores subgraphs, and StoreInput has no sink: set StoreInput::sink, or one of the other "
            "sinks");
    }
    if ((input.narrow_sink || input.device_sink) && !session.narrow_ids) {
        throw InputError(
            "the graph has ids of more than 32 bits, and this sink takes only ids of 32 bits: set "
            "StoreInput::batch_sink instead, which takes 64 bits");
    }
    if (input.device_sink) check_device_sink(session, "StoreInput", "narrow_sink", input.limit.has_value());
}

void Store::plan(ArrayPlan arrays, PlanRequest const& request) {
    if (request.kind == WorkerKind::warp) arrays.reserve<Arrays, HeldBack>(held_back_entries(request.warp_width));
}

// If there is a limit, a worker hands over its records when it has its share of the limit, so that the run ends when
// there are enough.
Store::Memory::Memory(Session const& session, RunMemory const& memory, int workers) {
    static_cast<StoreRef&>(ref_) = memory.ring();
    if (memory.lanes() == 1 && !memory.on_device()) return; // a thread of the host writes straight to the ring
    ref_.held_back_records = held_back_entries(memory.lanes()) / static_cast<std::uint32_t>(session.needs.k);
    std::uint64_t const share =
        session.input<Store>().limit.value_or(~std::uint64_t{0}) / static_cast<std::uint64_t>(std::max(workers, 1));
    ref_.enough_records = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(share, 1, ref_.held_back_records));
}

void Store::Memory::conclude(RunResult& result, Session const&) {
    delivered_ = result.of<Delivered>();
    result.count = delivered_;
}

} // namespace cerrado

// Columns of rows.

namespace cerrado::detail {

static_assert(std::endian::native == std::endian::little, "NumPy's types are named as little-endian");

namespace {

std::vector<Column> by_place(std::vector<Column> columns) {
    std::ranges::sort(columns, {}, &Column::offset);
    return columns;
}

} // namespace

RowLayout checked(RowLayout layout) {
    std::set<std::string_view> names;
    for (Column const& column : layout.columns) {
        bool const is_plain =
            std::ranges::all_of(column.name, [](char c) { return c >= ' ' && c <= '~' && c != '\'' && c != '\\'; });
        if (column.name.empty() || column.name.size() > 40 || !is_plain) {
            throw InputError(
                fmt::format("'{}' is no name of a column: use up to 40 letters, digits and _", column.name));
        }
        if (!names.insert(column.name).second) {
            throw InputError(fmt::format("two columns have the name '{}': give each its own", column.name));
        }
    }
    for (Column const& column : layout.columns) {
        if (column.lengths.empty()) continue;
        auto const lengths = std::ranges::find(layout.columns, column.lengths, &Column::name);
        bool const is_number =
            lengths != layout.columns.end() && lengths->elements == 0 && (lengths->kind == 'i' || lengths->kind == 'u');
        if (is_number && column.elements > 0) continue;
        throw InputError(
            fmt::format("'{}' are lists with their lengths in '{}': name an array, and a column of whole numbers",
                        column.name, column.lengths));
    }
    std::size_t end = 0;
    for (Column const& column : by_place(layout.columns)) {
        if (column.offset < end) {
            throw InputError(fmt::format("the column '{}' lies in another one: name each member once", column.name));
        }
        end = column.offset + column.values() * column.bytes;
    }
    return layout;
}

// For NumPy. Bytes without a column are fields without a name.
std::string numpy_type(RowLayout const& layout) {
    std::string text;
    std::size_t end = 0;
    auto const fill_to = [&](std::size_t place) {
        if (place > end) text += fmt::format("('', '|V{}'), ", place - end);
    };
    for (Column const& column : by_place(layout.columns)) {
        fill_to(column.offset);
        text += fmt::format("('{}', '{}{}{}'", column.name, column.bytes == 1 ? '|' : '<', column.kind, column.bytes);
        text += column.elements == 0 ? "), " : fmt::format(", ({},)), ", column.elements);
        end = column.offset + column.values() * column.bytes;
    }
    fill_to(layout.row_bytes);
    return '[' + text + ']';
}

NpyFile::NpyFile(std::string path, RowLayout const& layout) : type_(numpy_type(layout)), row_bytes_(layout.row_bytes) {
    if (is_written_straight(path)) {
        throw InputError(
            fmt::format("{}: a .npy file begins with the number of its rows, which is known at the end: "
                        "give the name of a file",
                        path));
    }
    file_ = std::make_unique<OutputFile>(std::move(path), false);
    file_->write(header());
}

NpyFile::~NpyFile() = default;

// It is as long for any number of rows. Names of columns are short enough for its two bytes of length.
std::string NpyFile::header() const {
    constexpr std::size_t unit = 64, spare = 40;
    std::string text("\x93NUMPY\x01\x00\x00\x00", 10);
    text += fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': (", type_);
    std::size_t const bytes = (text.size() + spare + unit - 1) / unit * unit;
    text += fmt::format("{},), }}", rows_);
    text.resize(bytes - 1, ' ');
    text[8] = static_cast<char>((bytes - 10) % 256);
    text[9] = static_cast<char>((bytes - 10) / 256);
    return text + '\n';
}

void NpyFile::write(std::span<std::byte const> rows) {
    if (file_ == nullptr) throw Error("NpyWriter got rows after close(): close it after the run");
    file_->write({reinterpret_cast<char const*>(rows.data()), rows.size()});
    rows_ += rows.size() / row_bytes_;
}

void NpyFile::close() {
    if (file_ == nullptr) return;
    file_->write_again(header());
    file_->commit();
    file_ = nullptr;
}

// Columns for Arrow.

namespace {

// The memory of an ArrowSchema or an ArrowArray. Whoever takes a child away sets its `release` to null.
template <class Base> struct ArrowNode {
    std::string format, name;         // of a schema
    std::vector<std::byte> values;    // of an array
    std::vector<std::int64_t> begins; // of a list: where each begins, and the end
    void const* buffers[2] = {};      // the first says which values are missing: null, none
    std::vector<Base> children;
    std::vector<Base*> places; // of the children

    ArrowNode() = default;
    ArrowNode(ArrowNode const&) = delete;
    ArrowNode& operator=(ArrowNode const&) = delete;
    ~ArrowNode() {
        for (Base& child : children) {
            if (child.release != nullptr) child.release(&child);
        }
    }
};

template <class Base> Base given(std::unique_ptr<ArrowNode<Base>> node, Base base) {
    for (Base& child : node->children) node->places.push_back(&child);
    base.n_children = static_cast<std::int64_t>(node->places.size());
    base.children = node->places.data();
    base.release = [](Base* released) {
        delete static_cast<ArrowNode<Base>*>(released->private_data);
        released->release = nullptr;
    };
    base.private_data = node.release();
    return base;
}

using SchemaNode = ArrowNode<ArrowSchema>;
using ArrayNode = ArrowNode<ArrowArray>;

std::unique_ptr<SchemaNode> node_of(std::string format, std::string name) {
    auto node = std::make_unique<SchemaNode>();
    node->format = std::move(format);
    node->name = std::move(name);
    return node;
}

ArrowSchema given(std::unique_ptr<SchemaNode> node) {
    ArrowSchema schema{};
    schema.format = node->format.c_str();
    schema.name = node->name.c_str();
    return given(std::move(node), schema);
}

ArrowArray given(std::unique_ptr<ArrayNode> node, std::size_t length, int buffers) {
    ArrowArray array{};
    array.length = static_cast<std::int64_t>(length);
    array.n_buffers = buffers;
    array.buffers = node->buffers;
    return given(std::move(node), array);
}

ArrowSchema schema_of(Column const& column) {
    std::string_view const of_bytes = column.kind == 'f' ? "  fg" : column.kind == 'u' ? "CSIL" : "csil";
    char const letter = column.kind == 'b' ? 'b' : of_bytes[static_cast<std::size_t>(std::countr_zero(column.bytes))];
    std::string const format(1, letter);
    if (column.elements == 0) return given(node_of(format, column.name));
    auto node = node_of(!column.lengths.empty() ? "+L" : fmt::format("+w:{}", column.elements), column.name);
    node->children.push_back(given(node_of(format, "item")));
    return given(std::move(node));
}

class ArrowRows {
public:
    ArrowRows(RowLayout const& layout, std::span<std::byte const> bytes) : layout_(layout), bytes_(bytes) {}

    std::size_t size() const { return bytes_.size() / layout_.row_bytes; }
    ArrowArray array_of(Column const& column) const;

private:
    std::byte const* at(std::size_t row, Column const& column) const {
        return &bytes_[row * layout_.row_bytes + column.offset];
    }
    std::vector<std::int64_t> begins_of(Column const& lists) const;
    ArrowArray values_of(Column const& column, std::vector<std::int64_t> const& begins) const;

    RowLayout const& layout_;
    std::span<std::byte const> bytes_;
};

// Returns: where each list begins, and the end of the last. A negative length, read without its sign, is too long.
std::vector<std::int64_t> ArrowRows::begins_of(Column const& lists) const {
    Column const& lengths = *std::ranges::find(layout_.columns, lists.lengths, &Column::name);
    std::vector<std::int64_t> begins{0};
    for (std::size_t row = 0; row < size(); ++row) {
        std::uint64_t length = 0;
        std::memcpy(&length, at(row, lengths), lengths.bytes);
        if (length > lists.elements) {
            throw InputError(fmt::format("a row has {} values in '{}', and there is room for {}: '{}' is wrong", length,
                                         lists.name, lists.elements, lists.lengths));
        }
        begins.push_back(begins.back() + static_cast<std::int64_t>(length));
    }
    return begins;
}

// The values of the rows, one behind the other. `begins`: of lists; else empty.
ArrowArray ArrowRows::values_of(Column const& column, std::vector<std::int64_t> const& begins) const {
    auto node = std::make_unique<ArrayNode>();
    std::size_t const count = begins.empty() ? size() * column.values() : static_cast<std::size_t>(begins.back());
    node->values.resize(std::max<std::size_t>(count * column.bytes, 1));
    std::byte* to = node->values.data();
    for (std::size_t row = 0; row < size(); ++row) {
        auto const some = begins.empty() ? column.values() : static_cast<std::size_t>(begins[row + 1] - begins[row]);
        to = std::copy_n(at(row, column), some * column.bytes, to);
    }
    if (column.kind == 'b') { // a bit each
        std::vector<std::byte> bits(count / 8 + 1);
        for (std::size_t i = 0; i < count; ++i) bits[i / 8] |= node->values[i] << i % 8;
        node->values = std::move(bits);
    }
    node->buffers[1] = node->values.data();
    return given(std::move(node), count, 2);
}

ArrowArray ArrowRows::array_of(Column const& column) const {
    if (column.elements == 0) return values_of(column, {});
    auto node = std::make_unique<ArrayNode>();
    if (!column.lengths.empty()) node->begins = begins_of(column);
    node->buffers[1] = node->begins.data();
    node->children.push_back(values_of(column, node->begins));
    return given(std::move(node), size(), column.lengths.empty() ? 1 : 2);
}

} // namespace

void give_arrow(RowLayout const& layout, std::span<std::byte const> rows, ArrowSchema* schema, ArrowArray* array) {
    ArrowRows const all(layout, rows);
    auto node = std::make_unique<ArrayNode>();
    for (Column const& column : layout.columns) node->children.push_back(all.array_of(column));
    if (schema != nullptr) {
        auto fields = node_of("+s", "");
        for (Column const& column : layout.columns) fields->children.push_back(schema_of(column));
        *schema = given(std::move(fields));
    }
    *array = given(std::move(node), all.size(), 1);
}

} // namespace cerrado::detail

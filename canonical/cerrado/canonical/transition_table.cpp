#include <cerrado/canonical/transition_table.hpp>

#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <system_error>
#include <thread>
#include <tuple>
#include <unistd.h>
#include <unordered_map>
#include <unordered_set>

namespace cerrado {

namespace {

// The version of the file. It is raised if the numbering of the classes or the packing of an entry changes.
constexpr std::uint32_t format_version = 1;

struct Header {
    std::uint64_t magic = 0; // in the byte order of the writer
    std::uint32_t version = format_version;
    std::uint32_t canonical_version = static_cast<std::uint32_t>(canonical_form_version());
    std::uint64_t k = 0;
    std::uint64_t payload_words = 0;
    std::uint64_t checksum = 0;

    friend bool operator==(Header const&, Header const&) = default;
};
static_assert(sizeof(Header) == 40, "written as it lies in memory");

constexpr std::uint64_t magic_of(PatternKind kind) {
    return kind == PatternKind::directed ? 0x4352414f44524543 /* "CERDOARC" */ : 0x4c42544f44524543 /* "CERDOTBL" */;
}

// Every step is a bijection of the state, so any change of a single word changes the result.
class Checksum {
public:
    void add(std::vector<std::uint64_t> const& words) {
        for (std::uint64_t word : words) {
            state_ = (state_ ^ word) * 0x9e3779b97f4a7c15;
            state_ ^= state_ >> 29;
        }
    }
    std::uint64_t value() const { return state_; }

private:
    std::uint64_t state_ = 0x243f6a8885a308d3;
};

// All arrays of a table of patterns of k vertices, in the order of the file.
template <class Arrays, class Visitor> bool for_each_array(Arrays& arrays, int k, PatternKind kind, Visitor&& visit) {
    for (int i = 1; i < k; ++i)
        if (!visit(arrays.levels[static_cast<std::size_t>(i)], entries_of(kind, i))) return false;
    for (int i = 1; i <= k; ++i)
        if (!visit(arrays.representatives[static_cast<std::size_t>(i)], classes_of(kind, i))) return false;
    return true;
}

std::uint64_t payload_words(int k, PatternKind kind) {
    std::uint64_t words = 0;
    for (int i = 1; i < k; ++i) words += entries_of(kind, i);
    for (int i = 1; i <= k; ++i) words += classes_of(kind, i);
    return words;
}

Header header_of(TransitionArrays const& arrays, int k, PatternKind kind) {
    Checksum checksum;
    for_each_array(arrays, k, kind, [&](auto const& words, std::uint64_t) {
        checksum.add(words);
        return true;
    });
    Header header;
    header.magic = magic_of(kind);
    header.k = static_cast<std::uint64_t>(k);
    header.payload_words = payload_words(k, kind);
    header.checksum = checksum.value();
    return header;
}

bool write_whole(std::filesystem::path const& file, int k, TransitionArrays const& arrays, PatternKind kind) {
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    Header const header = header_of(arrays, k, kind);
    out.write(reinterpret_cast<char const*>(&header), sizeof header);
    for_each_array(arrays, k, kind, [&](auto const& words, std::uint64_t) {
        out.write(reinterpret_cast<char const*>(words.data()),
                  static_cast<std::streamsize>(words.size() * sizeof words[0]));
        return true;
    });
    out.close();
    return out.good();
}

} // namespace

std::filesystem::path transition_file(std::filesystem::path const& folder, int k, PatternKind kind) {
    return folder / fmt::format("{}transitions-k{}.bin", kind == PatternKind::directed ? "directed-" : "", k);
}

bool read_transitions(std::filesystem::path const& file, int k, TransitionArrays& arrays, PatternKind kind) {
    std::error_code failure;
    if (!std::filesystem::is_regular_file(file, failure)) return false;
    if (std::filesystem::file_size(file, failure) != sizeof(Header) + payload_words(k, kind) * sizeof(std::uint64_t))
        return false;
    std::ifstream in(file, std::ios::binary);
    Header header;
    in.read(reinterpret_cast<char*>(&header), sizeof header);

    TransitionArrays found;
    found.levels.resize(static_cast<std::size_t>(k));
    found.representatives.resize(static_cast<std::size_t>(k) + 1);
    bool const whole = for_each_array(found, k, kind, [&](auto& words, std::uint64_t size) {
        words.resize(size);
        in.read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(size * sizeof words[0]));
        return in.good();
    });
    if (!whole || header != header_of(found, k, kind)) return false;
    arrays = std::move(found);
    return true;
}

bool write_transitions(std::filesystem::path const& file, int k, TransitionArrays const& arrays, PatternKind kind) {
    static std::atomic<unsigned> serial{0};
    std::error_code failure;
    std::filesystem::create_directories(file.parent_path(), failure);
    if (failure) return false;
    std::filesystem::path temporary = file;
    temporary += fmt::format(".{}.{}", getpid(), serial++);
    bool written = write_whole(temporary, k, arrays, kind);
    if (written) {
        std::filesystem::rename(temporary, file, failure);
        written = !failure;
    }
    if (!written) std::filesystem::remove(temporary, failure);
    return written;
}

namespace {

void require_size(int k, PatternKind kind) {
    bool const directed = kind == PatternKind::directed;
    int const most = directed ? max_directed_pattern_vertices : max_pattern_vertices;
    if (k < 3 || k > most)
        throw InputError(fmt::format("{}patterns cannot have k = {} vertices: give a k from 3 to {}",
                                     directed ? "directed " : "", k, most));
}

// Reports the part of all labellings that is done, from the thread that builds.
class Meter {
public:
    Meter(int k, PatternKind kind, std::function<void(double)> const& report) : report_(report) {
        for (int i = 1; i < k; ++i) total_ += entries_of(kind, i);
    }
    void add(std::uint64_t labellings) { done_ += labellings; }
    void show() const {
        if (report_) report_(static_cast<double>(done_.load()) / static_cast<double>(total_));
    }

private:
    std::function<void(double)> const& report_;
    std::uint64_t total_ = 0;
    std::atomic<std::uint64_t> done_{0};
};

CanonicalForm extended(PatternKind kind, int i, std::uint64_t pattern, std::uint32_t mask) {
    if (kind == PatternKind::directed) {
        CanonicalArcs const form = canonical_arcs(i + 1, extend_arcs(i, pattern, mask));
        // the word fits, as tables have only patterns of that size
        return {static_cast<std::uint64_t>(form.arcs), form.positions};
    }
    return canonical_form(i + 1, extend_adjacency(i, pattern, mask));
}

// The canonical forms of every class of size i extended by every mask. The form has the index (class << i) + mask, and
// for directed patterns (class << 2i) + mask. The forms of mask 0 stay empty.
std::vector<CanonicalForm> label_extensions(PatternKind kind, std::vector<std::uint64_t> const& classes, int i,
                                            Meter& meter) {
    constexpr std::size_t masks_per_chunk = 1 << 14;
    int const bits = mask_bits(kind) * i;
    std::size_t const classes_per_chunk = std::max<std::size_t>(1, masks_per_chunk >> bits);
    std::vector<CanonicalForm> forms(classes.size() << bits);
    std::atomic<std::size_t> next_chunk{0};
    auto const work = [&](bool reports) {
        for (;;) {
            std::size_t const begin = next_chunk.fetch_add(1) * classes_per_chunk;
            if (begin >= classes.size()) return;
            std::size_t const end = std::min(begin + classes_per_chunk, classes.size());
            for (std::size_t c = begin; c < end; ++c)
                for (std::uint32_t mask = 1; mask < 1u << bits; ++mask)
                    forms[(c << bits) + mask] = extended(kind, i, classes[c], mask);
            meter.add((end - begin) << bits);
            if (reports) meter.show();
        }
    };
    std::size_t const chunks = (classes.size() + classes_per_chunk - 1) / classes_per_chunk;
    std::size_t const helpers = std::min(static_cast<std::size_t>(hardware_threads()), chunks) - 1;
    std::vector<std::jthread> threads;
    try {
        for (std::size_t t = 0; t < helpers; ++t) threads.emplace_back(work, false);
    } catch (std::system_error const&) { // the threads that were started, and this one, do all the work
    }
    work(true);
    threads.clear();
    return forms;
}

// The graph6 or digraph6 string of a pattern as a number.
std::uint64_t text_rank(PatternKind kind, int k, std::uint64_t pattern) {
    std::uint64_t rank = 0;
    if (kind == PatternKind::directed) {
        for (int from = 0; from < k; ++from)
            for (int to = 0; to < k; ++to) rank = rank << 1 | (has_arc(pattern, from, to) ? 1 : 0);
    } else {
        for (int bit = 0; bit < adjacency_bits(k); ++bit) rank = rank << 1 | (pattern >> bit & 1);
    }
    return rank;
}

// Orders the distinct canonical forms by number of edges or arcs, then by their strings. Sparse patterns come first,
// and the clique is last.
std::vector<std::uint64_t> number_classes(PatternKind kind, std::vector<CanonicalForm> const& forms, int k) {
    std::unordered_set<std::uint64_t> distinct;
    distinct.reserve(classes_of(kind, k));
    for (CanonicalForm const& form : forms)
        if (form.adjacency != 0) distinct.insert(form.adjacency);
    // ranks are computed once, as there are many comparisons
    std::vector<std::tuple<int, std::uint64_t, std::uint64_t>> ranked;
    ranked.reserve(distinct.size());
    for (std::uint64_t const pattern : distinct) {
        ranked.emplace_back(std::popcount(pattern), text_rank(kind, k, pattern), pattern);
    }
    std::ranges::sort(ranked);
    std::vector<std::uint64_t> classes;
    classes.reserve(ranked.size());
    for (auto const& each : ranked) classes.push_back(std::get<2>(each));
    if (classes.size() != classes_of(kind, k))
        throw Error(
            fmt::format("nauty found {} connected {}graphs on {} vertices, and there are {}: reinstall libnauty2",
                        classes.size(), kind == PatternKind::directed ? "directed " : "", k, classes_of(kind, k)));
    return classes;
}

std::vector<Transition> number_transitions(std::vector<CanonicalForm> const& forms,
                                           std::vector<std::uint64_t> const& classes) {
    std::unordered_map<std::uint64_t, std::uint32_t> class_of;
    class_of.reserve(classes.size());
    for (std::size_t c = 0; c < classes.size(); ++c) class_of.emplace(classes[c], static_cast<std::uint32_t>(c));
    std::vector<Transition> level(forms.size(), no_transition);
    for (std::size_t entry = 0; entry < forms.size(); ++entry)
        if (forms[entry].adjacency != 0)
            level[entry] = pack_transition(class_of.at(forms[entry].adjacency), forms[entry].positions);
    return level;
}

} // namespace

TransitionTable TransitionTable::build(int k, PatternKind kind, std::function<void(double)> const& progress) {
    require_size(k, kind);
    TransitionTable table;
    table.k_ = k;
    table.kind_ = kind;
    table.levels_.resize(static_cast<std::size_t>(k));
    table.representatives_.resize(static_cast<std::size_t>(k) + 1);
    table.representatives_[1] = {0};
    Meter meter(k, kind, progress);
    for (int i = 1; i < k; ++i) {
        std::size_t const size = static_cast<std::size_t>(i);
        std::vector<CanonicalForm> const forms = label_extensions(kind, table.representatives_[size], i, meter);
        table.representatives_[size + 1] = number_classes(kind, forms, i + 1);
        table.levels_[size] = number_transitions(forms, table.representatives_[size + 1]);
    }
    meter.show();
    return table;
}

TransitionTable TransitionTable::load(int k, PatternKind kind, std::function<void(double)> const& progress) {
    require_size(k, kind);
    std::filesystem::path const folder = cache_folder();
    if (folder.empty()) return build(k, kind, progress);
    std::filesystem::path const file = transition_file(folder, k, kind);
    TransitionArrays arrays;
    TransitionTable table;
    if (!read_transitions(file, k, arrays, kind)) {
        table = build(k, kind, progress);
        arrays = {std::move(table.levels_), std::move(table.representatives_)};
        write_transitions(file, k, arrays, kind);
    }
    table.k_ = k;
    table.kind_ = kind;
    table.levels_ = std::move(arrays.levels);
    table.representatives_ = std::move(arrays.representatives);
    return table;
}

TransitionTableRef TransitionTable::ref() const {
    TransitionTableRef view;
    view.k = k_;
    view.mask_bits = mask_bits(kind_);
    for (int i = 1; i < k_; ++i) view.levels[i] = levels_[static_cast<std::size_t>(i)].data();
    for (int i = 1; i <= k_; ++i)
        view.classes[i] = static_cast<std::uint32_t>(representatives_[static_cast<std::size_t>(i)].size());
    return view;
}

std::filesystem::path cache_folder() {
    char const* const cache = std::getenv("XDG_CACHE_HOME");
    if (cache != nullptr && std::filesystem::path(cache).is_absolute()) return std::filesystem::path(cache) / "cerrado";
    char const* const home = std::getenv("HOME");
    if (home != nullptr && std::filesystem::path(home).is_absolute())
        return std::filesystem::path(home) / ".cache" / "cerrado";
    return {};
}

} // namespace cerrado

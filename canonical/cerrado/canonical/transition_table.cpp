#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/transition_cache.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/core/team.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <unordered_set>

namespace cerrado {

namespace {

void require_size(int k) {
    if (k < 3 || k > max_pattern_vertices)
        throw InputError(fmt::format("patterns of k = {} vertices: give a k of 3 to {}", k, max_pattern_vertices));
}

// The share of all labellings that is done; reported from the thread that builds.
class Meter {
public:
    Meter(int k, std::function<void(double)> const& report) : report_(report) {
        for (int i = 1; i < k; ++i) total_ += std::uint64_t{connected_graphs[i]} << i;
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

// The canonical forms of every class of size i extended by every mask; entry (class << i) + mask, that of mask 0 left
// empty.
std::vector<CanonicalForm> label_extensions(std::vector<std::uint64_t> const& classes, int i, Meter& meter) {
    constexpr std::size_t classes_per_chunk = 256;
    std::vector<CanonicalForm> forms(classes.size() << i);
    std::atomic<std::size_t> next_chunk{0};
    auto const work = [&](bool reports) {
        for (;;) {
            std::size_t const begin = next_chunk.fetch_add(1) * classes_per_chunk;
            if (begin >= classes.size()) return;
            std::size_t const end = std::min(begin + classes_per_chunk, classes.size());
            for (std::size_t c = begin; c < end; ++c)
                for (std::uint32_t mask = 1; mask < 1u << i; ++mask)
                    forms[(c << i) + mask] = canonical_form(i + 1, extend_adjacency(i, classes[c], mask));
            meter.add((end - begin) << i);
            if (reports) meter.show();
        }
    };
    std::size_t const chunks = (classes.size() + classes_per_chunk - 1) / classes_per_chunk;
    std::size_t const helpers = std::min(static_cast<std::size_t>(hardware_threads()), chunks) - 1;
    std::vector<std::jthread> threads;
    try {
        for (std::size_t t = 0; t < helpers; ++t) threads.emplace_back(work, false);
    } catch (std::system_error const&) { // those that came, and this one, do it all
    }
    work(true);
    threads.clear();
    return forms;
}

// The distinct canonical forms by number of edges, then by graph6 string: sparse patterns first, the clique last.
std::vector<std::uint64_t> number_classes(std::vector<CanonicalForm> const& forms, int k) {
    std::unordered_set<std::uint64_t> distinct;
    distinct.reserve(connected_graphs[k]);
    for (CanonicalForm const& form : forms)
        if (form.adjacency != 0) distinct.insert(form.adjacency);
    std::vector<std::uint64_t> classes(distinct.begin(), distinct.end());
    auto const graph6_rank = [k](std::uint64_t adjacency) {
        std::uint64_t rank = 0;
        for (int bit = 0; bit < adjacency_bits(k); ++bit) rank = rank << 1 | (adjacency >> bit & 1);
        return rank;
    };
    std::ranges::sort(classes, {}, [&](std::uint64_t a) { return std::pair(std::popcount(a), graph6_rank(a)); });
    if (classes.size() != connected_graphs[k])
        throw Error(fmt::format("nauty found {} connected graphs on {} vertices, there are {}: reinstall libnauty2",
                                classes.size(), k, connected_graphs[k]));
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

TransitionTable TransitionTable::build(int k, std::function<void(double)> const& progress) {
    require_size(k);
    TransitionTable table;
    table.k_ = k;
    table.levels_.resize(static_cast<std::size_t>(k));
    table.representatives_.resize(static_cast<std::size_t>(k) + 1);
    table.representatives_[1] = {0};
    Meter meter(k, progress);
    for (int i = 1; i < k; ++i) {
        std::size_t const size = static_cast<std::size_t>(i);
        std::vector<CanonicalForm> const forms = label_extensions(table.representatives_[size], i, meter);
        table.representatives_[size + 1] = number_classes(forms, i + 1);
        table.levels_[size] = number_transitions(forms, table.representatives_[size + 1]);
    }
    meter.show();
    return table;
}

TransitionTable TransitionTable::load(int k, std::function<void(double)> const& progress) {
    require_size(k);
    std::filesystem::path const folder = cache_folder();
    if (folder.empty()) return build(k, progress);
    std::filesystem::path const file = transition_file(folder, k);
    TransitionArrays arrays;
    TransitionTable table;
    if (!read_transitions(file, k, arrays)) {
        table = build(k, progress);
        arrays = {std::move(table.levels_), std::move(table.representatives_)};
        write_transitions(file, k, arrays);
    }
    table.k_ = k;
    table.levels_ = std::move(arrays.levels);
    table.representatives_ = std::move(arrays.representatives);
    return table;
}

TransitionTableRef TransitionTable::ref() const {
    TransitionTableRef view;
    view.k = k_;
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

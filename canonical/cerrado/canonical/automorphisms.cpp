#include <cerrado/canonical/automorphisms.hpp>

#include <cerrado/canonical/nauty_workspace.hpp>

#include <nauty/nautinv.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace cerrado {

namespace {

using PairSays = std::tuple<bool, bool, bool, bool, std::string, std::string>;
PairSays says(Pattern const& pattern, int u, int v) {
    auto const has = [&](Pattern::Vertices set) { return (set >> v & 1) != 0; };
    return {has(pattern.edges(u)),        has(pattern.strangers(u)), has(pattern.arcs_from(u)),
            has(pattern.no_arcs_from(u)), pattern.edge_label(u, v),  pattern.arc_label(u, v)};
}

// The pattern as a directed graph without labels, for nauty. What is said of an ordered pair is a number; bit i of it is
// an arc in layer i, of which each has a copy of every vertex. The copies of a vertex are joined in a row; layers and
// labels are colours.
class Layered {
public:
    explicit Layered(Pattern const& pattern) : size_(pattern.size()) {
        std::map<std::vector<std::string>, int> labels;
        for (int v = 0; v < size_; ++v) {
            auto const own = static_cast<int>(labels.size());
            colours_.push_back(labels.emplace(pattern.labels(v), own).first->second);
        }
        std::map<PairSays, int> numbers{{PairSays{}, 0}}; // nothing is said: no arc
        std::vector<int> pairs;
        for (int u = 0; u < size_; ++u) {
            for (int v = 0; v < size_; ++v) {
                auto const next = static_cast<int>(numbers.size());
                pairs.push_back(numbers.emplace(says(pattern, u, v), next).first->second);
            }
        }
        layers_ = std::max(1, static_cast<int>(std::bit_width(numbers.size() - 1)));
        words_ = SETWORDSNEEDED(size_ * layers_);
        arcs_.assign(static_cast<std::size_t>(words_ * size_ * layers_), 0);
        for (int layer = 0; layer < layers_; ++layer) {
            for (int u = 0; u < size_; ++u) {
                if (layer > 0) ADDONEEDGE(arcs_.data(), node(u, layer), node(u, layer - 1), words_);
                for (int v = 0; v < size_; ++v) {
                    if ((pairs[static_cast<std::size_t>(u * size_ + v)] >> layer & 1) == 0) continue;
                    ADDONEARC(arcs_.data(), node(u, layer), node(v, layer), words_);
                }
            }
        }
    }

    // Where each of the vertices in `fixed` stays where it is. Returns: of each vertex the least one of its orbit.
    std::vector<int> orbits(Pattern::Vertices fixed) const {
        int const nodes = size_ * layers_;
        std::vector<int> order(static_cast<std::size_t>(nodes)), ends(order.size()), orbits(order.size());
        std::iota(order.begin(), order.end(), 0);
        auto const colour = [&](int at) {
            int const v = at % size_;
            return std::tuple(at / size_, (fixed >> v & 1) != 0 ? v : -1, colours_[static_cast<std::size_t>(v)]);
        };
        std::ranges::sort(order, {}, colour);
        for (std::size_t i = 0; i < order.size(); ++i) {
            ends[i] = i + 1 < order.size() && colour(order[i]) == colour(order[i + 1]) ? 1 : 0;
        }
        keep_nauty_workspace();
        DEFAULTOPTIONS_DIGRAPH(options);
        options.defaultptn = FALSE;
        statsblk statistics;
        std::vector<graph> given = arcs_;
        densenauty(given.data(), order.data(), ends.data(), orbits.data(), &options, &statistics, words_, nodes,
                   nullptr);
        orbits.resize(static_cast<std::size_t>(size_)); // the first layer's
        return orbits;
    }

private:
    int node(int v, int layer) const { return layer * size_ + v; }

    int size_;
    int layers_ = 1;
    int words_ = 1;
    std::vector<int> colours_;
    std::vector<graph> arcs_;
};

// Finds an automorphism that begins as it is told.
class Completion {
public:
    explicit Completion(Pattern const& pattern) : pattern_(pattern) {}

    // Of the vertices in `given` it is known where they go. Nothing where there is no such automorphism.
    std::optional<Permutation> of(std::vector<std::pair<int, int>> const& given) {
        image_.assign(static_cast<std::size_t>(pattern_.size()), -1);
        placed_ = taken_ = 0;
        for (auto const& [v, to] : given) {
            if (!fits(v, to)) return std::nullopt;
            place(v, to);
        }
        return complete() ? std::optional(image_) : std::nullopt;
    }

private:
    int at(int v) const { return image_[static_cast<std::size_t>(v)]; }
    void place(int v, int to) {
        image_[static_cast<std::size_t>(v)] = to;
        placed_ |= Pattern::bit(v);
        taken_ |= Pattern::bit(to);
    }

    // That of which the most is said to those placed: a wrong place is seen at once.
    int next() const {
        int next = -1, most = -1;
        for (int v = 0; v < pattern_.size(); ++v) {
            int const said = std::popcount((pattern_.neighbours(v) | pattern_.strangers(v)) & placed_);
            if ((placed_ & Pattern::bit(v)) != 0 || said <= most) continue;
            next = v;
            most = said;
        }
        return next;
    }

    bool complete() {
        int const v = next();
        if (v < 0) return true;
        for (int to = 0; to < pattern_.size(); ++to) {
            if (!fits(v, to)) continue;
            place(v, to);
            if (complete()) return true;
            image_[static_cast<std::size_t>(v)] = -1;
            placed_ &= ~Pattern::bit(v);
            taken_ &= ~Pattern::bit(to);
        }
        return false;
    }

    // What is said of v, and of it and those placed, is said of `to` and of where they go.
    bool fits(int v, int to) const {
        if ((taken_ & Pattern::bit(to)) != 0 || pattern_.labels(v) != pattern_.labels(to)) return false;
        for (int u = 0; u < pattern_.size(); ++u) {
            if (at(u) >= 0 && (says(pattern_, u, v) != says(pattern_, at(u), to) ||
                               says(pattern_, v, u) != says(pattern_, to, at(u)))) {
                return false;
            }
        }
        return true;
    }

    Pattern const& pattern_;
    Permutation image_;
    Pattern::Vertices placed_ = 0;
    Pattern::Vertices taken_ = 0; // by the images of those
};

} // namespace

std::vector<std::vector<Permutation>> stabiliser_chain(Pattern const& pattern) {
    Layered const layered(pattern);
    Completion completion(pattern);
    std::vector<std::vector<Permutation>> chain;
    std::vector<std::pair<int, int>> given;
    Pattern::Vertices fixed = 0;
    for (int v = 0; v < pattern.size(); ++v) {
        if (pattern.is_anti(v)) continue;
        std::vector<int> const orbits = layered.orbits(fixed);
        chain.emplace_back();
        for (int u = 0; u < pattern.size(); ++u) {
            if (u == v || orbits[static_cast<std::size_t>(u)] != orbits[static_cast<std::size_t>(v)]) continue;
            given.emplace_back(v, u);
            chain.back().push_back(completion.of(given).value());
            given.pop_back();
        }
        given.emplace_back(v, v);
        fixed |= Pattern::bit(v);
    }
    return chain;
}

SymmetryBreaking break_symmetry(Pattern const& pattern, std::vector<int> const& walked) {
    Layered const layered(pattern);
    Pattern::Vertices within = 0;
    for (int const v : walked) within |= Pattern::Vertices{1} << v;
    std::vector<int> chain = walked;
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v) && (within >> v & 1) == 0) chain.push_back(v);
    }
    SymmetryBreaking found;
    Pattern::Vertices fixed = 0;
    for (int const v : chain) {
        std::vector<int> const orbits = layered.orbits(fixed);
        Pattern::Vertices orbit = 0;
        for (int u = 0; u < pattern.size(); ++u) {
            if (orbits[static_cast<std::size_t>(u)] == orbits[static_cast<std::size_t>(v)]) {
                orbit |= Pattern::Vertices{1} << u;
            }
        }
        fixed |= Pattern::Vertices{1} << v;
        if ((orbit & ~within) != 0) {
            found.repetitions *= static_cast<unsigned>(std::popcount(orbit));
            continue;
        }
        for (int u = 0; u < pattern.size(); ++u) {
            if (u != v && (orbit >> u & 1) != 0) found.restrictions.push_back({v, u});
        }
    }
    return found;
}

Automorphisms automorphisms(Pattern const& pattern) {
    std::vector<int> vertices;
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) vertices.push_back(v);
    }
    Automorphisms found;
    found.orbits = Layered(pattern).orbits(0);
    found.count = break_symmetry(pattern, {}).repetitions;
    found.restrictions = break_symmetry(pattern, vertices).restrictions;
    return found;
}

} // namespace cerrado

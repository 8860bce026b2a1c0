#include "isomorphism/first/first_walk.hpp"

#include "isomorphism/plan/plan.hpp"

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/core/types.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace cerrado {

namespace {

using Vertices = Pattern::Vertices;

bool has(Vertices set, int v) { return (set & Pattern::bit(v)) != 0; }

// Returns: whether the pattern asks the same of u and v, each together with any third vertex.
bool are_alike(Pattern const& pattern, int u, int v) {
    if (pattern.labels(u) != pattern.labels(v) || pattern.discovers(u) != pattern.discovers(v)) return false;
    auto const alike = [&](int w, auto const& said) { return said(u, w) == said(v, w) && said(w, u) == said(w, v); };
    for (int w = 0; w < pattern.size(); ++w) {
        if (w == u || w == v) continue;
        bool const is_same = alike(w, [&](int a, int b) { return has(pattern.edges(a), b); }) &&
                             alike(w, [&](int a, int b) { return has(pattern.strangers(a), b); }) &&
                             alike(w, [&](int a, int b) { return has(pattern.arcs_from(a), b); }) &&
                             alike(w, [&](int a, int b) { return has(pattern.no_arcs_from(a), b); }) &&
                             alike(w, [&](int a, int b) { return pattern.edge_label(a, b); }) &&
                             alike(w, [&](int a, int b) { return pattern.arc_label(a, b); });
        if (!is_same) return false;
    }
    return has(pattern.arcs_from(u), v) == has(pattern.arcs_from(v), u) &&
           has(pattern.no_arcs_from(u), v) == has(pattern.no_arcs_from(v), u) &&
           pattern.arc_label(u, v) == pattern.arc_label(v, u);
}

// Returns: the place of the label among the names, or the number of names if it is not there. No vertex and no edge
// bears that number.
std::uint32_t place_of(std::string const& label, std::vector<std::string> const& names) {
    if (label.empty()) return GraphMarks::no_label;
    auto const place = std::ranges::lower_bound(names, label);
    bool const is_there = place != names.end() && *place == label;
    return static_cast<std::uint32_t>((is_there ? place : names.end()) - names.begin());
}

} // namespace

FirstQuestion::FirstQuestion(Graph const& graph, Pattern const& pattern, bool induced, LabelMeaning const* meaning)
    : graph_(graph),
      ref_(graph.ref()),
      narrow_bits_(is_directed(graph) ? graph.marks->arcs.data() : nullptr) {
    std::vector<int> const orbit_of = automorphisms(pattern).orbits;
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) vertices_.push_back(v);
    }
    for (int const u : vertices_) {
        neighbours_.push_back(numbered(pattern.neighbours(u)));
        Vertices orbit = 0;
        for (int const v : vertices_) {
            pairs_.push_back(asked_of(pattern, induced, u, v));
            if (orbit_of[at(v)] == orbit_of[at(u)]) orbit |= Pattern::bit(v);
        }
        orbits_.push_back(numbered(orbit));
    }
    for (int v = 0; v < pattern.size(); ++v) {
        if (pattern.is_anti(v)) bans_.push_back(numbered(pattern.strangers(v)));
    }
    by_degree_.resize(Pattern::max_vertices);
    for (std::size_t degree = 0; degree < by_degree_.size(); ++degree) {
        for (int i = 0; i < size(); ++i) {
            if (at(std::popcount(neighbours(i))) <= degree) by_degree_[degree] |= Pattern::bit(i);
        }
    }
    if (meaning != nullptr) put_needs(pattern, induced, *meaning);
    find_kinds();
    find_classes(pattern);
    if (pattern.has_labels() && meaning == nullptr) find_labels(pattern);
}

Vertices FirstQuestion::numbered(Vertices of_pattern) const {
    Vertices found = 0;
    for (int i = 0; i < size(); ++i) {
        if (has(of_pattern, vertices_[at(i)])) found |= Pattern::bit(i);
    }
    return found;
}

FirstQuestion::Pair FirstQuestion::asked_of(Pattern const& pattern, bool induced, int u, int v) const {
    Pair pair;
    if (u == v) return pair;
    pair.adjacent = has(pattern.neighbours(u), v);
    pair.strange = has(pattern.strangers(u), v) || (induced && !pair.adjacent);
    bool const there = has(pattern.arcs_from(u), v), back = has(pattern.arcs_from(v), u);
    bool const is_other_refused = induced && (there || back) && !has(pattern.edges(u), v);
    if (there) pair.needs |= GraphMarks::arc_to;
    if (back) pair.needs |= GraphMarks::arc_from;
    if (has(pattern.no_arcs_from(u), v) || (is_other_refused && !there)) pair.refused |= GraphMarks::arc_to;
    if (has(pattern.no_arcs_from(v), u) || (is_other_refused && !back)) pair.refused |= GraphMarks::arc_from;
    if (pattern.has_edge_labels() && has_edge_labels(graph_)) {
        std::vector<std::string> const& names = graph_.marks->edge_label_names;
        pair.edge = place_of(pattern.edge_label(u, v), names);
        pair.there = place_of(pattern.arc_label(u, v), names);
        pair.back = place_of(pattern.arc_label(v, u), names);
    }
    bool const has_label = std::min({pair.edge, pair.there, pair.back}) != GraphMarks::no_label;
    pair.has_marks = pair.needs != 0 || pair.refused != 0 || has_label;
    return pair;
}

// Puts the bits of a meaning in place of arcs and labels.
void FirstQuestion::put_needs(Pattern const& pattern, bool induced, LabelMeaning const& meaning) {
    MarkedPattern const marked(pattern, induced, graph_, &meaning);
    marks_ = marked.bits();
    narrow_bits_ = marks_->of_entry.empty() ? nullptr : marks_->of_entry.data();
    wide_bits_ = marks_->wide_of_entry.empty() ? nullptr : marks_->wide_of_entry.data();
    PatternNeeds const& needs = marked.needs();
    auto const need = [&](int u, int v) { return needs.needs.empty() ? 0 : needs.needs[at(u * pattern.size() + v)]; };
    for (int u = 0; u < size(); ++u) {
        if (!marks_->of_vertex.empty()) vertex_needs_.push_back(need(u, u));
        for (int v = 0; v < size(); ++v) {
            if (u == v) continue;
            Pair& pair = pairs_[at(u) * vertices_.size() + at(v)];
            pair = {.adjacent = pair.adjacent, .strange = pair.strange, .needs = need(u, v)};
        }
    }
    for (PatternNeeds::Forbidden const& one : needs.forbidden) { // a bit each, or any edge, which is a stranger's
        pairs_[at(one.u) * vertices_.size() + at(one.v)].refused |= one.needs.there;
        pairs_[at(one.v) * vertices_.size() + at(one.u)].refused |= one.needs.back;
    }
    for (Pair& pair : pairs_) pair.has_marks = pair.needs != 0 || pair.refused != 0;
}

void FirstQuestion::find_kinds() {
    for (int i = 0; i < size(); ++i) {
        for (int j = 0; j < size(); ++j) {
            std::uint32_t const needs = pair(i, j).adjacent ? pair(i, j).needs : 0;
            if (needs == 0) continue;
            auto kind = std::ranges::find(kinds_, needs, &Kind::needs);
            if (kind == kinds_.end()) {
                if (kinds_.size() == most_kinds) continue;
                kind = kinds_.insert(kind, Kind{needs});
            }
            kind->paired[at(i)] |= Pattern::bit(j);
        }
    }
}

// Returns: the vertices of a match that ask for no other bits.
Vertices FirstQuestion::meeting(std::uint32_t bits) const {
    Vertices found = 0;
    for (int i = 0; i < size(); ++i) {
        if ((vertex_needs_[at(i)] & ~bits) == 0) found |= Pattern::bit(i);
    }
    return found;
}

void FirstQuestion::find_classes(Pattern const& pattern) {
    for (int i = 0; i < size(); ++i) {
        int c = 0;
        while (c < classes() && !are_alike(pattern, vertices_[at(members_[at(c)].front())], vertices_[at(i)])) ++c;
        if (c == classes()) members_.emplace_back();
        members_[at(c)].push_back(i);
        class_of_.push_back(c);
    }
    tied_.resize(members_.size());
    for (int i = 0; i < size(); ++i) {
        for (int j = 0; j < size(); ++j) {
            if (pair(i, j).is_some()) tied_[at(class_of(i))] |= Pattern::bit(class_of(j));
        }
    }
}

void FirstQuestion::find_labels(Pattern const& pattern) {
    std::vector<std::string> const& names = graph_.marks->label_names;
    by_label_.resize(names.size());
    for (int i = 0; i < size(); ++i) {
        std::vector<std::string> const& any_of = pattern.labels(vertices_[at(i)]);
        if (any_of.empty()) {
            without_label_ |= Pattern::bit(i);
            for (Vertices& found : by_label_) found |= Pattern::bit(i);
        }
        for (std::string const& label : any_of) {
            std::uint32_t const place = place_of(label, names);
            if (place < names.size()) by_label_[place] |= Pattern::bit(i);
        }
    }
}

bool FirstQuestion::bears_label(VertexId x, VertexId y, std::uint32_t label) const {
    EdgeOffset const entry = ref_.find(x, y);
    return entry < ref_.end(x) && graph_.marks->edge_labels[entry] == label;
}

bool FirstQuestion::bears(Pair const& asked, VertexId x, VertexId y) const {
    EdgeOffset const entry = ref_.find(x, y);
    if (entry == ref_.end(x)) return !asked.adjacent;
    if (asked.strange) return false;
    std::uint32_t const met = bits(entry);
    if ((met & asked.needs) != asked.needs || (met & asked.refused) != 0) return false;
    constexpr std::uint32_t none = GraphMarks::no_label;
    return (asked.edge == none || bears_label(x, y, asked.edge) || bears_label(y, x, asked.edge)) &&
           (asked.there == none || bears_label(x, y, asked.there)) &&
           (asked.back == none || bears_label(y, x, asked.back));
}

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

} // namespace

FirstDomains::FirstDomains(FirstQuestion const& question) : question_(question) {
    VertexId const vertices = question.graph().vertex_count();
    of_.reserve(vertices);
    for (VertexId x = 0; x < vertices; ++x) of_.push_back(question.candidate_for(x));
}

// Returns: the vertices in `of_x` whose own neighbours x's neighbours can stand for.
FirstDomains::Vertices FirstDomains::supported(VertexId x, Vertices of_x) const {
    Graph const& graph = question_.graph();
    auto const& kinds = question_.kinds();
    std::array<std::uint8_t, Pattern::max_vertices> neighbours{};
    std::array<Vertices, FirstQuestion::most_kinds> met_as{}; // by kind
    Vertices met = 0, left = of_x;
    auto const are_met = [&](int i) {
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            if ((kinds[k].paired[at(i)] & ~met_as[k]) != 0) return false;
        }
        return true;
    };
    auto const list = graph.neighbours(x);
    for (std::size_t entry = 0; entry < list.size() && left != 0; ++entry) {
        Vertices const of_neighbour = of(list[entry]);
        if (of_neighbour == 0) continue;
        met |= of_neighbour;
        std::uint32_t const bits = question_.bits(graph.offsets()[x] + entry);
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            if ((kinds[k].needs & ~bits) == 0) met_as[k] |= of_neighbour;
        }
        for (Vertices rest = left; rest != 0; rest &= rest - 1) {
            int const i = std::countr_zero(rest);
            Vertices const asked = question_.neighbours(i);
            if ((asked & of_neighbour) == 0) continue;
            auto& count = neighbours[at(i)];
            if (count < Pattern::max_vertices) ++count;
            if (count >= std::popcount(asked) && (asked & ~met) == 0 && are_met(i)) left &= ~Pattern::bit(i);
        }
    }
    return of_x & ~left;
}

void FirstDomains::filter(std::function<bool()> const& must_end) {
    constexpr VertexId look_every = 1 << 14;
    constexpr VertexId few = 16; // a turn that changes less than one vertex in 16 is the last
    VertexId const vertices = question_.graph().vertex_count();
    for (VertexId changed = vertices; changed > 0 && changed >= vertices / few;) {
        changed = 0;
        for (VertexId x = 0; x < vertices; ++x) {
            if (x % look_every == 0 && must_end()) return;
            Vertices const before = of(x);
            if (before == 0) continue;
            Vertices const after = supported(x, before);
            if (after == before) continue;
            of_[x] = after;
            ++changed;
        }
    }
}

int FirstDomains::rarest() const {
    constexpr std::size_t enough = 1 << 12;
    std::array<std::int64_t, Pattern::max_vertices> counts{};
    for (std::size_t x = 0, step = 1 + of_.size() / enough; x < of_.size(); x += step) {
        for (Vertices rest = of_[x]; rest != 0; rest &= rest - 1) ++counts[at(std::countr_zero(rest))];
    }
    auto const rarity = [&](int i) { return std::pair(counts[at(i)], -std::popcount(question_.neighbours(i))); };
    int best = 0;
    for (int i = 1; i < question_.size(); ++i) {
        if (rarity(i) < rarity(best)) best = i;
    }
    return best;
}

std::vector<VertexId> FirstDomains::candidates(int i) const {
    std::vector<VertexId> found;
    for (VertexId x = 0; x < of_.size(); ++x) {
        if ((of_[x] & Pattern::bit(i)) != 0) found.push_back(x);
    }
    return found;
}

namespace {

constexpr std::size_t heads = 64; // roots of the highest degrees, which come first
constexpr int drawn = 4;          // of four others drawn at random, the one of the highest degree comes next

} // namespace

FirstRoots::FirstRoots(Graph const& graph, std::vector<VertexId> roots)
    : graph_(graph),
      given_(roots.size()),
      roots_(std::move(roots)) {
    auto const end = roots_.begin() + static_cast<std::ptrdiff_t>(std::min(heads, roots_.size()));
    std::partial_sort(roots_.begin(), end, roots_.end(),
                      [&](VertexId x, VertexId y) { return graph.degree(x) > graph.degree(y); });
}

std::optional<VertexId> FirstRoots::new_root() {
    if (new_ == roots_.size()) return std::nullopt;
    std::size_t best = new_;
    for (int i = 0; i < drawn && new_ >= heads; ++i) {
        std::size_t const other = new_ + random_.below(roots_.size() - new_);
        if (i == 0 || graph_.degree(roots_[other]) > graph_.degree(roots_[best])) best = other;
    }
    std::swap(roots_[new_], roots_[best]);
    return roots_[new_++];
}

// The level of turn t is the number of times that 2 divides t: 0, 1, 0, 2, 0, 1, 0, 3, ... for t = 1, 2, 3, ...
std::optional<FirstRoots::Turn> FirstRoots::next() {
    std::lock_guard const lock(mutex_);
    int const wanted = std::countr_zero(++turns_);
    for (int level = std::min<int>(wanted, static_cast<int>(waiting_.size()) - 1); level > 0; --level) {
        auto& waiting = waiting_[static_cast<std::size_t>(level)];
        if (waiting.empty()) continue;
        Turn const turn{waiting.front(), level, turns_};
        waiting.pop_front();
        return turn;
    }
    if (auto const root = new_root()) return Turn{*root, 0, turns_};
    for (std::size_t level = 1; level < waiting_.size(); ++level) {
        if (waiting_[level].empty()) continue;
        Turn const turn{waiting_[level].front(), static_cast<int>(level), turns_};
        waiting_[level].pop_front();
        return turn;
    }
    return std::nullopt;
}

void FirstRoots::put_back(Turn const& turn) {
    std::lock_guard const lock(mutex_);
    auto const level = static_cast<std::size_t>(turn.level) + 1;
    if (waiting_.size() <= level) waiting_.resize(level + 1);
    waiting_[level].push_back(turn.root);
}

void FirstRoots::finish() { ++finished_; }

// Chooses distinct representatives of lists.

namespace {

// Source: Kuhn's augmenting paths.
class Taking {
public:
    explicit Taking(std::vector<std::vector<VertexId>> const& lists) : lists_(lists), taken_(lists.size()) {}

    // Returns: whether the list gets an id. Other lists may change theirs for it.
    bool take(std::size_t list, std::unordered_set<VertexId>& seen) {
        for (VertexId const id : lists_[list]) {
            if (!seen.insert(id).second) continue;
            auto const owner = owner_.find(id);
            if (owner != owner_.end() && !take(owner->second, seen)) continue;
            owner_[id] = list;
            taken_[list] = id;
            return true;
        }
        return false;
    }
    std::vector<VertexId> const& taken() const { return taken_; }

private:
    std::vector<std::vector<VertexId>> const& lists_;
    std::unordered_map<VertexId, std::size_t> owner_;
    std::vector<VertexId> taken_;
};

// Returns: one id from each list, all different, or nothing if there is no such choice. Cost: at most the number of all
// entries times the number of lists.
std::optional<std::vector<VertexId>> distinct_of(std::vector<std::vector<VertexId>> const& lists) {
    Taking taking(lists);
    for (std::size_t list = 0; list < lists.size(); ++list) {
        std::unordered_set<VertexId> seen;
        if (!taking.take(list, seen)) return std::nullopt;
    }
    return taking.taken();
}

constexpr VertexId long_list = 256; // longer lists are read only when they are needed

} // namespace

FirstWalk::FirstWalk(FirstQuestion const& question, FirstDomains const& domains, bool each,
                     std::atomic<bool> const& stop, Meet meet)
    : question_(question),
      domains_(domains),
      each_(each),
      stop_(stop),
      meet_(std::move(meet)) {
    Frame& first = frames_[0];
    for (int c = 0; c < question.classes(); ++c) {
        first.left[at(c)] = static_cast<std::uint8_t>(question.members(c).size());
        first.classes |= Pattern::bit(c);
    }
}

FirstWalk::End FirstWalk::from(int i, VertexId x, std::uint64_t budget, FirstTaste taste, std::uint64_t seed) {
    taste_ = taste;
    random_ = RandomSource(seed);
    budget_ = budget;
    last_ = work_ + budget;
    ended_ = false;
    depth_ = 0;
    stack_.go_back({});
    if ((domains_.of(x) & Pattern::bit(i)) != 0 && take(i, x)) go_on();
    if (!ended_) return End::exhausted;
    return work_ > last_ ? End::budget : End::stopped;
}

// Returns: the member of a class that is found next.
int FirstWalk::next_of(Frame const& frame, int c) const {
    std::vector<int> const& members = question_.members(c);
    for (int const i : members) {
        if ((frame.found & Pattern::bit(i)) == 0) return i;
    }
    return members.front();
}

bool FirstWalk::is_used(VertexId y) const {
    for (int d = 0; d < depth_; ++d) {
        if (images_[at(order_[at(d)])] == y) return true;
    }
    return false;
}

// Returns: whether y may stand for j beside the vertices found. The pair of j and `but` is known to fit.
bool FirstWalk::serves(Frame const&, int j, VertexId y, int but) const {
    if ((domains_.of(y) & Pattern::bit(j)) == 0) return false;
    for (int d = 0; d < depth_; ++d) {
        int const i = order_[at(d)];
        VertexId const x = images_[at(i)];
        if (x == y || (i != but && !question_.fits(i, x, j, y))) return false;
    }
    return true;
}

// Lets x stand for i. Returns: whether all others may still be found.
bool FirstWalk::take(int i, VertexId x) {
    Frame& frame = frames_[at(depth_ + 1)];
    frame = frames_[at(depth_)];
    int const c = question_.class_of(i);
    frame.found |= Pattern::bit(i);
    if (--frame.left[at(c)] == 0) frame.classes &= ~Pattern::bit(c);
    images_[at(i)] = x;
    order_[at(depth_++)] = i;
    ++work_;
    is_marked_ = is_worth_marks(frame, i, x);
    if (is_marked_) mark(x, true);
    bool is_possible = true;
    for (Vertices rest = frame.classes; rest != 0 && is_possible; rest &= rest - 1) {
        is_possible = narrow(frame, std::countr_zero(rest), i, x);
    }
    if (is_marked_) mark(x, false);
    return is_possible && (question_.bans().empty() || !breaks_a_ban(frame));
}

// Returns: whether the list of x is searched so often that it is quicker to mark all its vertices.
bool FirstWalk::is_worth_marks(Frame const& frame, int i, VertexId x) const {
    constexpr std::uint64_t marked_meanwhile = 4; // vertices marked in the time of one search in a list
    std::uint64_t asked = 0;
    for (Vertices rest = frame.classes; rest != 0; rest &= rest - 1) {
        int const c = std::countr_zero(rest);
        FirstQuestion::Pair const& pair = question_.pair(i, next_of(frame, c));
        if (frame.lists[at(c)].ids != nullptr && pair.is_some() && !pair.has_marks) asked += frame.lists[at(c)].count;
    }
    return marked_meanwhile * asked > question_.graph().degree(x);
}

void FirstWalk::mark(VertexId x, bool marked) {
    if (marks_.empty()) marks_.resize(question_.graph().vertex_count());
    for (VertexId const y : question_.graph().neighbours(x)) marks_[y] = marked ? 1 : 0;
}

// Reduces the candidates of a class, now that x stands for i. Returns: whether there are enough.
bool FirstWalk::narrow(Frame& frame, int c, int i, VertexId x) {
    int const j = next_of(frame, c);
    FirstQuestion::Pair const& asked = question_.pair(i, j);
    Candidates& list = frame.lists[at(c)];
    auto const neighbours = question_.graph().neighbours(x);
    if (!list.are_known()) {
        if (!asked.adjacent) return true;
        list.of = i;
        list.count = static_cast<VertexId>(neighbours.size());
        if (list.count <= long_list) collect(frame, list, j, neighbours, asked.has_marks ? -1 : i);
    } else if (list.ids != nullptr && asked.is_some()) {
        sift(list, i, x, asked, j);
    } else if (list.ids == nullptr && asked.adjacent) {
        auto const others = question_.graph().neighbours(images_[at(list.of)]);
        bool const is_shorter = neighbours.size() < others.size();
        int const met = is_shorter ? i : list.of;
        collect(frame, list, j, is_shorter ? neighbours : others, question_.pair(met, j).has_marks ? -1 : met);
    }
    return list.count >= frame.left[at(c)];
}

void FirstWalk::collect(Frame const& frame, Candidates& list, int j, std::span<VertexId const> from, int but) {
    VertexId* const room = stack_.room(from.size());
    VertexId count = 0;
    for (VertexId const y : from) {
        if (serves(frame, j, y, but)) room[count++] = y;
    }
    stack_.keep(count);
    work_ += from.size();
    list = {room, -1, count};
}

void FirstWalk::sift(Candidates& list, int i, VertexId x, FirstQuestion::Pair const& asked, int j) {
    if (asked.has_marks) {
        keep(list, [&](VertexId y) { return question_.fits(i, x, j, y); });
    } else if (is_marked_) {
        std::uint8_t const wanted = asked.adjacent ? 1 : 0;
        keep(list, [&](VertexId y) { return marks_[y] == wanted && y != x; });
    } else {
        keep(list, [&](VertexId y) { return question_.adjacent(x, y) == asked.adjacent && y != x; });
    }
}

template <class Keeps> void FirstWalk::keep(Candidates& list, Keeps const& keeps) {
    VertexId* const room = stack_.room(list.count);
    VertexId count = 0;
    for (VertexId n = 0; n < list.count; ++n) {
        room[count] = list.ids[n];
        count += keeps(list.ids[n]) ? 1 : 0;
    }
    stack_.keep(count);
    work_ += list.count;
    list = {room, -1, count};
}

// Returns: whether more vertices are adjacent to all vertices of a ban than can still join the match.
bool FirstWalk::breaks_a_ban(Frame const& frame) const {
    int const most = question_.size() - depth_;
    for (Vertices const ban : question_.bans()) {
        if ((ban & ~frame.found) != 0) continue;
        int others = 0;
        VertexId const first = images_[at(std::countr_zero(ban))];
        for (VertexId const y : question_.graph().neighbours(first)) {
            bool is_it = !is_used(y);
            for (Vertices rest = ban & (ban - 1); rest != 0 && is_it; rest &= rest - 1) {
                is_it = question_.adjacent(images_[at(std::countr_zero(rest))], y);
            }
            if (is_it && ++others > most) return true;
        }
    }
    return false;
}

bool FirstWalk::is_over() {
    ended_ = ended_ || work_ > last_ || stop_.load(std::memory_order_relaxed);
    return ended_;
}

void FirstWalk::go_on() {
    if (is_over()) return;
    Frame const& frame = frames_[at(depth_)];
    if (frame.classes == 0) return meet();
    int const c = chosen_class(frame);
    if (c < 0) {
        if (complete_at_once(frame)) meet();
        return;
    }
    try_all(c);
}

// Returns: the class with the fewest candidates, weighed by the number of neighbours still to be found. A class that is
// tied to no other remaining vertex is chosen only if all remaining classes are so, and only if each match is to be met
// or there are bans. Otherwise the result is -1, and complete_at_once() serves the remaining classes.
int FirstWalk::chosen_class(Frame const& frame) const {
    int best = -1, best_free = -1;
    double least = std::numeric_limits<double>::max(), least_free = least;
    for (Vertices rest = frame.classes; rest != 0; rest &= rest - 1) {
        int const c = std::countr_zero(rest);
        if (!frame.lists[at(c)].are_known()) continue;
        Vertices tied = question_.tied_to(c) & frame.classes;
        if (frame.left[at(c)] == 1) tied &= ~Pattern::bit(c);
        double const count = frame.lists[at(c)].count;
        if (tied == 0) {
            if (count < least_free) least_free = count, best_free = c;
            continue;
        }
        int const next = std::popcount(question_.neighbours(next_of(frame, c)) & ~frame.found);
        double const weight = count / (1 + next);
        if (weight < least) least = weight, best = c;
    }
    return best >= 0 ? best : each_ || !question_.bans().empty() ? best_free : -1;
}

// Alike vertices take candidates in the order in which these are tried: each vertex takes one behind that of the alike
// vertex before it. So no match comes twice by an exchange of alike vertices.
void FirstWalk::try_all(int c) {
    Frame& frame = frames_[at(depth_)];
    int const j = next_of(frame, c);
    IdStack::Place const place = stack_.place();
    Candidates list = frame.lists[at(c)];
    if (list.ids == nullptr) {
        collect(frame, list, j, question_.graph().neighbours(images_[at(list.of)]),
                question_.pair(list.of, j).has_marks ? -1 : list.of);
    }
    IdStack::Place const with_list = stack_.place();
    for (VertexId n = 0; n + frame.left[at(c)] <= list.count && !ended_; ++n) {
        draw(list, n);
        VertexId const y = list.ids[n];
        if (is_used(y)) continue;
        frame.lists[at(c)] = {list.ids + n + 1, -1, list.count - n - 1};
        if (take(j, y)) go_on();
        --depth_;
        stack_.go_back(with_list);
    }
    stack_.go_back(place);
}

// Swaps the candidate that is tried next into place `position`.
void FirstWalk::draw(Candidates const& list, VertexId position) {
    Graph const& graph = question_.graph();
    VertexId best = position;
    for (int i = 0; i < taste_.drawn; ++i) {
        VertexId const other = position + static_cast<VertexId>(random_.below(list.count - position));
        bool const is_better = taste_.lowest ? graph.degree(list.ids[other]) < graph.degree(list.ids[best])
                                             : graph.degree(list.ids[other]) > graph.degree(list.ids[best]);
        if (i == 0 || is_better) best = other;
    }
    std::swap(list.ids[position], list.ids[best]);
}

void FirstWalk::meet() {
    Meeting const meeting = meet_({images_.data(), at(question_.size())});
    if (meeting == Meeting::enough) ended_ = true;
    if (meeting == Meeting::is_new) last_ = work_ + budget_;
}

// Completes a match if no two remaining vertices are tied: each takes one of its candidates, all different.
bool FirstWalk::complete_at_once(Frame const& frame) {
    int vertices = 0;
    for (Vertices rest = frame.classes; rest != 0; rest &= rest - 1) vertices += frame.left[at(std::countr_zero(rest))];
    std::vector<int> takers;
    std::vector<std::vector<VertexId>> lists;
    for (Vertices rest = frame.classes; rest != 0; rest &= rest - 1) {
        int const c = std::countr_zero(rest);
        Candidates const& list = frame.lists[at(c)];
        int const j = next_of(frame, c);
        std::span<VertexId const> const from = list.ids != nullptr ? std::span<VertexId const>(list.ids, list.count)
                                                                   : question_.graph().neighbours(images_[at(list.of)]);
        std::vector<VertexId> some; // as many candidates as there are vertices to serve are enough
        for (VertexId const y : from) {
            if (static_cast<int>(some.size()) == vertices) break;
            ++work_;
            if (serves(frame, j, y)) some.push_back(y);
        }
        for (int const i : question_.members(c)) {
            if ((frame.found & Pattern::bit(i)) != 0) continue;
            takers.push_back(i);
            lists.push_back(some);
        }
    }
    std::optional<std::vector<VertexId>> const taken = distinct_of(lists);
    if (!taken) return false;
    for (std::size_t n = 0; n < takers.size(); ++n) images_[at(takers[n])] = (*taken)[n];
    return true;
}

} // namespace cerrado

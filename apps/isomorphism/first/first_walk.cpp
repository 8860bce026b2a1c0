#include "isomorphism/first/first_walk.hpp"

#include "isomorphism/plan/distinct.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace cerrado {

namespace {

constexpr VertexId long_list = 256; // which is not looked through before it is needed

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

// The member of a class that is found next.
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

// Whether y may stand for j beside all that were found; what is asked with `but` is known to be met.
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

// Whether so much is to be looked up in the list of x that it is quicker to mark it all.
bool FirstWalk::is_worth_marks(Frame const& frame, int i, VertexId x) const {
    constexpr std::uint64_t marked_meanwhile = 4; // in the time of a search in the list
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

// The candidates of a class, now that x stands for i. Returns: whether there are enough.
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

// Whether more vertices are adjacent to all of a ban than can still become vertices of the match.
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

// The class with the fewest candidates, beside what is still to be found next to it. Of classes that are tied to nothing
// that is left, one is chosen only where no others are left, and each match is to be met, or bans ask for it; else none.
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

// Alike vertices take theirs in the order in which they are tried: each that follows one of those that come after its.
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

// Brings the one that is to be tried to its place.
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

// Of those that are left nothing is asked of two: each takes one of its candidates, no two the same.
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
        std::vector<VertexId> some; // as many as there are takers do
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

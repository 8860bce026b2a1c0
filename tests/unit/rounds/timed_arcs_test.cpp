// Arcs with times on a device: their lists, and applications that walk by them, against obvious serial counts.
#include "places.hpp"
#include "unit/rounds/support.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/output/table.hpp>
#include <cerrado/run/run_on_arcs.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace cerrado::test {
namespace {

// Arcs at few times, so that many are equal.
struct Given {
    VertexId vertices = 0;
    std::vector<VertexId> source{}, target{};
    std::vector<std::int64_t> time{};
    std::vector<double> amount{};

    std::uint32_t size() const { return static_cast<std::uint32_t>(time.size()); }
    ResidentArcs on(RunOptions const& options) const {
        Resident const resident(options);
        return {resident, vertices, resident.array(source), resident.array(target), resident.array(time)};
    }
};

Given random_given(VertexId vertices, std::uint32_t arcs, unsigned seed) {
    std::mt19937 random(seed);
    Given made{vertices};
    for (std::uint32_t i = 0; i < arcs; ++i) {
        auto const source = static_cast<VertexId>(random() % vertices);
        made.source.push_back(source);
        made.target.push_back(static_cast<VertexId>((source + 1 + random() % (vertices - 1)) % vertices));
        made.time.push_back(static_cast<std::int64_t>(i / 3) - 20);
        made.amount.push_back(static_cast<double>(random() % 100));
    }
    return made;
}

// --- lists ----------------------------------------------------------------------------------------------------------------

std::vector<std::uint32_t> sorted_ranks(std::uint32_t arcs, auto const& key) {
    std::vector<std::uint32_t> ranks(arcs);
    std::iota(ranks.begin(), ranks.end(), 0u);
    std::ranges::stable_sort(ranks, {}, key);
    return ranks;
}

// Reads the lists where they are made: each entry by a job.
struct ReadLists {
    ArcArrays arcs;
    ArrayRef<std::uint32_t> into;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.warp().lane() != 0) return;
        std::uint64_t const i = te.number(), m = arcs.arcs;
        into[i] = arcs.out[i];
        into[m + i] = arcs.in[i];
        into[2 * m + i] = arcs.by_target[i];
        into[3 * m + i] = arcs.target_at[i];
    }
};

void expect_lists(Given const& given, ResidentArcs const& arcs) {
    std::uint32_t const m = given.size();
    auto const source = [&](std::uint32_t r) { return given.source[r]; };
    auto const target = [&](std::uint32_t r) { return given.target[r]; };
    auto into = arcs.resident().array<std::uint32_t>(4 * std::uint64_t{m});
    run_jobs(m, ReadLists{arcs.arrays(), into.ref()}, arcs.resident());
    std::vector<std::uint32_t> const found = into.read();
    std::vector<std::uint32_t> expected = sorted_ranks(m, source);
    auto const add = [&](std::vector<std::uint32_t> const& list) {
        expected.insert(expected.end(), list.begin(), list.end());
    };
    add(sorted_ranks(m, target));
    auto const by_target = sorted_ranks(m, [&](std::uint32_t r) { return std::pair(source(r), target(r)); });
    add(by_target);
    for (std::uint32_t const r : by_target) expected.push_back(target(r));
    EXPECT_TRUE(found == expected);
    std::vector<std::uint64_t> begins;
    for (auto const& ends : {given.source, given.target}) {
        std::vector<std::uint64_t> before(given.vertices + std::size_t{1});
        for (VertexId const v : ends) ++before[v + std::size_t{1}];
        std::partial_sum(before.begin(), before.end(), before.begin());
        begins.insert(begins.end(), before.begin(), before.end());
    }
    EXPECT_TRUE(arcs.read_begins() == begins);
    std::vector<std::uint64_t> of_vertex(given.vertices);
    for (std::uint32_t r = 0; r < m; ++r) ++of_vertex[source(r)], ++of_vertex[target(r)];
    EXPECT_EQ(arcs.longest_list(), given.vertices == 0 ? 0 : std::ranges::max(of_vertex));
}

void expect_lists_on(Where const& where) {
    for (auto const& [vertices, count] :
         {std::pair{2u, 0u}, {2u, 1u}, {3u, 100u}, {1000u, 40u}, {257u, 20000u}, {40000u, 5000u}, {100u, 300000u}}) {
        Given given = random_given(vertices, count, 1);
        ResidentArcs arcs = given.on(options_of(where));
        EXPECT_FALSE(arcs.has_lists());
        arcs.make_lists();
        expect_lists(given, arcs);
    }
}

TEST(ResidentArcs, HaveListsOfOneThread) { expect_lists_on({DeviceKind::host, 1}); }
TEST(ResidentArcs, HaveListsOfSeveralThreads) { expect_lists_on({DeviceKind::host, 3}); }
TEST(ResidentArcsOnCuda, HaveLists) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_lists_on({DeviceKind::cuda, 0});
}

class ArcsOnDevices : public OnDevices {};
CERRADO_ON_EVERY_DEVICE(ArcsOnDevices);

TEST_P(ArcsOnDevices, MakeListsAgainInTheSamePlace) {
    Given given = random_given(50, 300, 1);
    Resident const resident(options());
    auto target = resident.array(given.target);
    ResidentArcs arcs(resident, given.vertices, resident.array(given.source), target, resident.array(given.time));
    arcs.make_lists();
    ArcArrays const before = arcs.arrays();
    std::ranges::reverse(given.target);
    target.write(given.target);
    arcs.make_lists();
    EXPECT_EQ(arcs.arrays().by_target, before.by_target);
    EXPECT_EQ(arcs.arrays().out_begin, before.out_begin);
    expect_lists(given, arcs);
}

TEST(ResidentArcs, RefuseArraysOfOtherSizes) {
    Resident const resident(options_of({DeviceKind::host, 1}));
    std::vector<VertexId> const two{0, 1}, one{1};
    auto const time = resident.array(std::vector<std::int64_t>{1, 2});
    EXPECT_EQ(
        message_of<InputError>([&] { ResidentArcs(resident, 2, resident.array(two), resident.array(one), time); }),
        "arcs have 2 sources, 1 target and 2 times; give each arc one of each");
    ResidentArcs const arcs(resident, 2, resident.array(two), resident.array(two), time);
    EXPECT_EQ(message_of<InputError>([&] { arcs.array(std::vector<double>{1.5}); }),
              "1 value given for an array of 2 entries; give one value for each entry");
}

// --- walks ----------------------------------------------------------------------------------------------------------------

// Money that is passed on by arcs one after the other.
struct Chains {
    int k = 3;
    std::int64_t delta = 0;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        Rank const last = te.arc(te.size() - 1);
        te.extend_arcs(te.out(te.target(last)), last, te.time(te.arc(0)) + delta);
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

// The same, with a last arc that is only counted.
struct CountedChains : Chains {
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        Rank const last = te.arc(te.size() - 1);
        auto const next = te.out(te.target(last));
        if (te.size() < k - 1) {
            te.extend_arcs(next, last, te.time(te.arc(0)) + delta);
        } else {
            te.add_once(te.count_arcs(next, last, te.time(te.arc(0)) + delta));
        }
    }
};

// Arcs that each have an end of the one before and are later, in any direction.
struct Touching {
    int k = 3;
    std::int64_t delta = 0;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        Rank const last = te.arc(te.size() - 1);
        if (te.extend_arcs(te.both(te.target(last)), last, te.time(last) + delta))
            te.filter([&](auto const& t, Rank r) { return t.time(r) > t.time(last); });
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

// Arcs that answer, and are answered, from any place on: also before the arc that they answer.
struct Answers {
    int k = 3;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        Rank const first = te.arc(0), last = te.arc(te.size() - 1);
        auto const back = te.between(te.target(last), te.source(last));
        if (te.size() == k - 1) te.add_once(te.count_arcs(back, first, INT64_MAX));
        te.extend_arcs(back, first, INT64_MAX);
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

struct Row {
    Rank arcs[3];
    VertexId end;
    std::array<std::uint32_t, 4> words() const { return {arcs[0], arcs[1], arcs[2], end}; }
};

// Each arc takes more on, within delta of the one before.
struct Growing {
    int k = 3;
    std::int64_t delta = 0;
    ArrayRef<double> amount;
    using Output = OutputList<Table<Row>, ByKey<VertexId, Counts>>;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        Rank const last = te.arc(te.size() - 1);
        if (te.extend_arcs(te.out(te.target(last)), last, te.time(last) + delta))
            te.filter([&](auto const&, Rank r) { return amount[r] > amount[last]; });
        if (te.size() != k - 1) return;
        te.aggregate_row([](auto const& t, Rank r) { return Row{{t.arc(0), t.arc(1), r}, t.target(r)}; });
        te.aggregate_key([](auto const& t, Rank r) { return t.target(r); });
    }
};

struct Stored : Chains {
    using Output = Store;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        Rank const last = te.arc(te.size() - 1);
        te.extend_arcs(te.out(te.target(last)), last, te.time(te.arc(0)) + delta);
        if (te.size() == k - 1) te.aggregate_store();
    }
};

template <class App> struct OnArcs : App { using Engine = TimedArcs; };

// Calls visit(a, b, c) for all triples that are_next(a, b) and are_next(b, c) hold for, in the order of ranks.
template <class AreNext, class Visit>
void for_triples(std::uint32_t arcs, AreNext const& are_next, Visit const& visit) {
    for (Rank a = 0; a < arcs; ++a) {
        for (Rank b = a + 1; b < arcs; ++b) {
            if (!are_next(a, b)) continue;
            for (Rank c = b + 1; c < arcs; ++c)
                if (are_next(b, c)) visit(a, b, c);
        }
    }
}

Given given_of(RunOptions const& options) {
    return options.device == DeviceKind::lockstep ? random_given(8, 90, 3) : random_given(12, 400, 3);
}

TEST_P(ArcsOnDevices, CountChains) {
    Given const given = given_of(options());
    ResidentArcs arcs = given.on(options());
    for (std::int64_t const delta : {0, 1, 7, 40}) {
        Count expected = 0;
        for_triples(
            given.size(), [&](Rank a, Rank b) { return given.target[a] == given.source[b]; },
            [&](Rank a, Rank, Rank c) { expected += given.time[c] - given.time[a] <= delta ? 1 : 0; });
        EXPECT_EQ(run(OnArcs<Chains>{3, delta}, arcs).count, expected);
        EXPECT_EQ(run(OnArcs<CountedChains>{{3, delta}}, arcs).count, expected);
    }
    EXPECT_GT(run(OnArcs<Chains>{3, 7}, arcs).count, 0u);
}

TEST_P(ArcsOnDevices, CountArcsOfBothDirectionsAtLaterTimes) {
    Given const given = given_of(options());
    ResidentArcs arcs = given.on(options());
    for (std::int64_t const delta : {1, 5}) {
        Count expected = 0;
        auto const are_next = [&](Rank a, Rank b) {
            bool const touches = given.source[b] == given.target[a] || given.target[b] == given.target[a];
            return touches && given.time[b] > given.time[a] && given.time[b] - given.time[a] <= delta;
        };
        for_triples(given.size(), are_next, [&](Rank, Rank, Rank) { ++expected; });
        EXPECT_EQ(run(OnArcs<Touching>{3, delta}, arcs).count, expected);
    }
}

TEST_P(ArcsOnDevices, LeaveOutTheArcsOfTheTraversal) {
    Given const given = random_given(4, 60, 5);
    ResidentArcs arcs = given.on(options());
    Count expected = 0;
    auto const answers = [&](Rank a, Rank b) {
        return given.source[a] == given.target[b] && given.target[a] == given.source[b];
    };
    for (Rank a = 0; a < given.size(); ++a) {
        for (Rank b = a + 1; b < given.size(); ++b) {
            for (Rank c = a + 1; c < given.size(); ++c) expected += b != c && answers(a, b) && answers(b, c) ? 1 : 0;
        }
    }
    EXPECT_EQ(run(OnArcs<Answers>{}, arcs).count, 2 * expected);
    // a chain of four that turns back: the third arc is after the first, and may be before the second
    Count longer = 0;
    for (Rank a = 0; a < given.size(); ++a) {
        std::vector<Rank> back, again;
        for (Rank r = a + 1; r < given.size(); ++r) {
            if (answers(a, r)) back.push_back(r);
            if (given.source[r] == given.source[a] && given.target[r] == given.target[a]) again.push_back(r);
        }
        if (!back.empty()) longer += back.size() * again.size() * (back.size() - 1);
    }
    EXPECT_EQ(run(OnArcs<Answers>{4}, arcs).count, 2 * longer);
}

TEST_P(ArcsOnDevices, HandOverTransfersThatGrow) {
    Given const given = given_of(options());
    ResidentArcs arcs = given.on(options());
    auto const amount = arcs.array(given.amount);
    std::vector<Row> expected, found;
    std::vector<WideCount> of_end(given.vertices);
    auto const are_next = [&](Rank a, Rank b) {
        return given.target[a] == given.source[b] && given.time[b] - given.time[a] <= 6 &&
               given.amount[b] > given.amount[a];
    };
    for_triples(given.size(), are_next, [&](Rank a, Rank b, Rank c) {
        expected.push_back({{a, b, c}, given.target[c]});
        ++of_end[given.target[c]];
    });
    RunOptions own;
    own.of<Table<Row>>().sink = [&](std::span<Row const> rows) { found.insert(found.end(), rows.begin(), rows.end()); };
    auto const result = run(OnArcs<Growing>{{3, 6, amount.ref()}}, arcs, own);
    std::ranges::sort(found, {}, &Row::words);
    EXPECT_TRUE(std::ranges::equal(found, expected, {}, &Row::words, &Row::words));
    EXPECT_GT(expected.size(), 10u);
    EXPECT_EQ((result.of<Table<Row>>()), expected.size());
    for (auto const& [end, count] : result.of<ByKey<VertexId, Counts>>()) {
        EXPECT_EQ(count, of_end[end]);
        of_end[end] = 0;
    }
    EXPECT_EQ(std::ranges::count(of_end, WideCount{0}), given.vertices);
}

TEST_P(ArcsOnDevices, StoreRanks) {
    Given const given = given_of(options());
    ResidentArcs arcs = given.on(options());
    std::set<std::array<VertexId, 3>> expected, found;
    for_triples(
        given.size(), [&](Rank a, Rank b) { return given.target[a] == given.source[b]; },
        [&](Rank a, Rank b, Rank c) {
            if (given.time[c] - given.time[a] <= 7) expected.insert({a, b, c});
        });
    RunOptions own;
    own.of<Store>().narrow_sink = [&](std::span<VertexId const> ids) {
        for (std::size_t i = 0; i < ids.size(); i += 3) found.insert({ids[i], ids[i + 1], ids[i + 2]});
    };
    EXPECT_EQ(run(OnArcs<Stored>{{3, 7}}, arcs, own).count, expected.size());
    EXPECT_TRUE(found == expected);
    own.of<Store>() = {};
    found.clear();
    own.of<Store>().sink = [&](std::span<OriginalId const> ids) {
        found.insert({static_cast<VertexId>(ids[0]), static_cast<VertexId>(ids[1]), static_cast<VertexId>(ids[2])});
    };
    run(OnArcs<Stored>{{3, 7}}, arcs, own);
    EXPECT_TRUE(found == expected);
}

TEST_P(ArcsOnDevices, TakeNoArcs) {
    ResidentArcs arcs = random_given(5, 0, 1).on(options());
    EXPECT_EQ(run(OnArcs<Chains>{3, 7}, arcs).count, 0u);
}

// One job takes longer than all others.
struct SlowChains : Chains {
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.arc(0) == 0) Traversal::WarpType::rest();
        Chains::visit(te);
    }
};

// A hub with as many arcs into it as out of it, and the chains of three arcs through it.
class Hub : public ArcsOnDevices {
protected:
    Given star() const {
        Given made{40};
        for (std::uint32_t i = 0; i < (GetParam().device == DeviceKind::lockstep ? 60u : 1200u); ++i) {
            bool const is_in = i % 2 == 0;
            made.source.push_back(is_in ? 1 + i % 39 : 0);
            made.target.push_back(is_in ? 0 : 1 + i % 39);
            made.time.push_back(i);
        }
        return made;
    }
    static Count chains(Given const& star) {
        Count found = 0;
        for_triples(
            star.size(), [&](Rank a, Rank b) { return star.target[a] == star.source[b]; },
            [&](Rank, Rank, Rank) { ++found; });
        return found;
    }
    OnArcs<SlowChains> const app{{3, 5000}};
};
CERRADO_ON_EVERY_DEVICE(Hub);

TEST_P(Hub, IsSharedWhereWorkMoves) {
    Given const given = star();
    ResidentArcs arcs = given.on(options());
    Count const expected = chains(given);
    run_where_work_moves([&](RunOptions const& moving) {
        auto const result = run(app, arcs, moving);
        EXPECT_EQ(result.count, expected);
        return result;
    });
}

TEST_P(Hub, GoesOnFromACheckpoint) {
    Given const given = star();
    ResidentArcs arcs = given.on(options());
    ScopedFolder const folder;
    double seconds = 0.001;
    for (int part = 0; part < 1000; ++part, seconds *= 1.2) {
        RunOptions all = options();
        all.checkpoint.file = folder.path("run");
        all.checkpoint.key = "hub";
        all.checkpoint.resume = part > 0;
        all.deadline_seconds = seconds;
        auto const result = run(app, arcs, all);
        if (result.status == Status::deadline) continue;
        EXPECT_EQ(result.count, chains(given));
        return;
    }
    ADD_FAILURE() << "it does not end";
}

TEST(TimedArcs, RunOnArcsOfAFileWithItsColumns) {
    Arcs const arcs = open_arcs((source_folder() / "datasets" / "transfers.csv").string());
    RunOptions options;
    options.device = DeviceKind::host;
    ResidentArcs own(arcs, options);
    auto const amount = own.column(arcs, "amount");
    std::vector<double> const amounts = amount.read();
    EXPECT_EQ(amounts.front(), 50);
    EXPECT_EQ(amounts.size(), 58u);
    EXPECT_EQ(amounts[3], 35);
    std::int64_t const day = parse_duration("1d", arcs.unit);
    Count expected = 0;
    auto const are_next = [&](Rank a, Rank b) {
        return arcs.target[a] == arcs.source[b] && arcs.time[b] - arcs.time[a] <= day && amounts[b] > amounts[a];
    };
    for_triples(arcs.size(), are_next, [&](Rank, Rank, Rank) { ++expected; });
    options.of<Table<Row>>().sink = [](std::span<Row const>) {};
    EXPECT_EQ(run(OnArcs<Growing>{{3, day, amount.ref()}}, own, options).count, expected);
    EXPECT_EQ(run(OnArcs<Chains>{2, day}, arcs, options).count, run(OnArcs<Chains>{2, day}, own).count);
    EXPECT_EQ(message_of<InputError>([&] { own.column(arcs, "amounts"); }),
              "arcs have no column 'amounts'; their columns are: time, amount, laundering");
}

TEST(TimedArcs, RefuseOtherSizes) {
    ResidentArcs arcs = random_given(5, 9, 1).on(options_of({DeviceKind::host, 1}));
    EXPECT_EQ(message_of<InputError>([&] {
                  run(OnArcs<Chains>{1, 7}, arcs);
              }),
              "k is 1, the number of arcs, and the engine TimedArcs takes 2 to 12: set the application's k, or "
              "RunOptions::k");
    EXPECT_EQ(message_of<InputError>([&] {
                  run(OnArcs<Chains>{13, 7}, arcs);
              }),
              "k is 13, the number of arcs, and the engine TimedArcs takes 2 to 12: set the application's k, or "
              "RunOptions::k");
}

} // namespace
} // namespace cerrado::test

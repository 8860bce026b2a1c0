#include "isomorphism/plan/plan.hpp"
#include "library/form.hpp"
#include "unit/apps/support.hpp"
#include "unit/growing_deadlines.hpp"
#include "unit/random_arcs.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_length.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/store.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>

namespace cerrado::test {

// What a form gives the one that it decorates or chooses, it gives it for every call.

namespace {

constexpr SampledJobs all_jobs[] = {{}};

// Notes the number of threads that it is given.
class Recorder : public Form {
public:
    explicit Recorder(std::vector<int>& given) : given_(given) {}

    void warm_up(RunOptions const&) const override {}
    Graph prepare(Graph const& graph, RunOptions const& options) const override { return note(options), graph; }
    std::string estimate(Graph const&, RunOptions const& options) const override { return note(options), ""; }
    RunResult run(GraphOrResident const&, RunOptions const& options) const override {
        note(options);
        RunResult result;
        result.count = 5;
        return result;
    }
    JobSample sample(Resident const&, RunOptions const& options, std::span<SampledJobs const>) const override {
        return note(options), JobSample{};
    }
    Choice choose(Graph const&, RunOptions const& options) const override { return note(options), Choice{}; }

private:
    void note(RunOptions const& options) const { given_.push_back(options.threads); }

    std::vector<int>& given_;
};

class OnSevenThreads : public Decorator {
public:
    using Decorator::Decorator;

protected:
    RunOptions given(Graph const&, RunOptions options) const override {
        options.threads = 7;
        return options;
    }
    RunResult made_of(RunResult result) const override {
        result.count *= 3;
        return result;
    }
};

} // namespace

TEST(Decorator, ChangesTheOptionsOfEveryCallAndTheResultOfRuns) {
    std::vector<int> given;
    BoundApplication const form = make_form<OnSevenThreads>(make_form<Recorder>(given));
    Graph const graph = generate_graph("gen:complete:n=4");
    RunOptions const options = on(DeviceKind::host);
    Resident const resident(graph, options);
    form.prepare(graph, options);
    form.estimate(graph, options);
    EXPECT_EQ(form.run(graph, options).count, 15u);
    EXPECT_EQ(form.run(resident, options).count, 15u);
    form.sample(resident, options, all_jobs);
    form.choose(graph, options);
    EXPECT_EQ(given, std::vector<int>(6, 7));
}

class Forms : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(Forms);

// The triangles of the edges lie in an array beside the graph, which a sample reads as a run does.
TEST_P(Forms, SampleAFormulaWithItsArrays) {
    Resident const resident(generate_graph("gen:er:n=60,m=500,seed=3"), options());
    for (char const* pattern : {"house", "diamond", "butterfly", "4-cycle", "gem"}) {
        BoundApplication const matches = bind_matches({.pattern = parse_pattern(pattern)});
        JobSample const sample = matches.sample(resident, options(), all_jobs);
        ASSERT_EQ(sample.groups.size(), 1u) << pattern;
        EXPECT_GT(sample.all_jobs, 0u) << pattern;
        EXPECT_EQ(sample.groups[0].jobs, sample.all_jobs) << pattern;
        EXPECT_GT(sample.groups[0].seconds, 0) << pattern;
    }
}

TEST_P(Forms, RefuseInEveryCallWhatARunRefuses) {
    Graph const graph = generate_graph("gen:complete:n=5");
    Resident const resident(graph, options());
    BoundApplication const list = bind_match_list({.pattern = parse_pattern("house"), .as_found = true});
    std::string const refusal = "set MatchQuery::order";
    expect_refusal(refusal, [&] { list.run(graph, options()); });
    expect_refusal(refusal, [&] { list.run(resident, options()); });
    expect_refusal(refusal, [&] { list.estimate(graph, options()); });
    expect_refusal(refusal, [&] { list.sample(resident, options(), all_jobs); });
    expect_refusal(refusal, [&] { list.choose(graph, options()); });
}

TEST(TimeLeft, IsNoneWithoutADeadlineAndAMomentAfterIt) {
    EXPECT_EQ(TimeLeft(0).seconds(), 0);
    EXPECT_FALSE(TimeLeft(0).is_over());
    TimeLeft const time(1000);
    RunOptions options = on(DeviceKind::host);
    EXPECT_TRUE(time.set(options));
    EXPECT_LE(options.deadline_seconds, 1000);
    EXPECT_GT(options.deadline_seconds, 900);
    TimeLeft const passed(1e-3);
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    EXPECT_TRUE(passed.is_over());
    EXPECT_FALSE(passed.set(options));
    EXPECT_GT(options.deadline_seconds, 0);
    EXPECT_LE(options.deadline_seconds, 1e-3);
}

// Checkpoints of forms that keep arrays beside the graph, run in rounds, or are several runs: directed motifs, labelled
// matches, formulas and signed sums. Parts that end in the middle add up to what one run gives.

namespace {

Graph marked_graph(VertexId vertices, int arcs, unsigned seed) {
    std::vector<std::string> labels;
    for (VertexId v = 0; v < vertices; ++v) labels.emplace_back(1, static_cast<char>('A' + v % 3));
    return with_labels(graph_from_arcs(vertices, random_arcs(vertices, arcs, seed)), labels);
}

std::vector<WideCount> counts(MotifResult const& result) {
    std::vector<WideCount> all;
    for (MotifCount const& motif : result.motifs) all.push_back(motif.count);
    return all;
}

} // namespace

class KeptForms : public OnDevice {
protected:
    RunOptions kept() const {
        RunOptions own = options();
        own.checkpoint.file = file_;
        own.checkpoint.key = "test";
        return own;
    }

    // Runs with deadlines until the result is complete.
    template <class Part> auto until_complete(Part const& part) {
        return run_in_growing_parts(kept(), 0.005, parts_, part);
    }

    // All of that for a query's matches.
    void expect_kept(Graph const& graph, MatchQuery const& query, char const* form) {
        std::filesystem::remove(file_);
        std::string const whole = to_string(count_matches(graph, query, options()).count);
        auto const result = until_complete([&](RunOptions const& own) { return count_matches(graph, query, own); });
        EXPECT_EQ(to_string(result.count), whole);
        EXPECT_EQ(result.chosen.form, form);
        most_parts_ = std::max(most_parts_, parts_);
        MatchResult const again = count_matches(Resident(graph, options()), query, kept());
        EXPECT_EQ(to_string(again.count), whole);
        EXPECT_EQ(again.seconds.run, 0);
        EXPECT_GT(again.seconds.run_before, 0);
    }

    ScopedFolder folder_;
    std::string file_ = folder_.path("kept_forms.checkpoint");
    // Requires: something was counted that takes a while on any machine.
    void expect_several_parts() const {
        if (GetParam() != DeviceKind::host) return;
        EXPECT_GT(most_parts_, 1) << "it was never ended in the middle";
    }

    int parts_ = 0;
    int most_parts_ = 0; // of all that expect_kept() counted
};
CERRADO_ON_EVERY_DEVICE(KeptForms);

TEST_P(KeptForms, OfDirectedMotifs) {
    Graph const graph = marked_graph(1500, 15000, 5);
    MotifQuery const query{.k = 4, .directed = true};
    std::vector<WideCount> const whole = counts(count_motifs(graph, query, options()));
    auto const result = until_complete([&](RunOptions const& own) { return count_motifs(graph, query, own); });
    EXPECT_EQ(counts(result), whole);
    if (GetParam() == DeviceKind::host) {
        EXPECT_GT(parts_, 1) << "it was never ended in the middle";
    }
    EXPECT_EQ(counts(count_motifs(graph, query, kept())), whole) << "again";
    Graph const turned = marked_graph(1500, 15000, 6);
    expect_refusal("a graph of", [&] { count_motifs(turned, query, kept()); });
}

// The same edges, turned the other way: only the arcs tell.
TEST_P(KeptForms, OfDirectedMotifsAreOfTheseArcs) {
    std::vector<Edge> arcs = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}};
    Graph const graph = graph_from_arcs(5, arcs);
    for (Edge& arc : arcs) std::swap(arc.source, arc.target);
    count_motifs(graph, {.k = 3, .directed = true}, kept());
    expect_refusal("the checkpoint is of a graph of 5 vertices",
                   [&] { count_motifs(graph_from_arcs(5, arcs), {.k = 3, .directed = true}, kept()); });
}

TEST_P(KeptForms, OfLabelledMatches) {
    Graph const graph = marked_graph(3000, 120000, 7);
    MatchQuery const query{.pattern = parse_pattern("0:A,1:B,0>1,1>2,2-3")};
    expect_kept(graph, query, "walk");
    expect_several_parts();
    for (char const* other : {"0:B,1:A,0>1,1>2,2-3", "0:A,1:B,1>0,1>2,2-3"}) {
        expect_refusal("the run", [&] { count_matches(graph, {.pattern = parse_pattern(other)}, kept()); });
    }
}

TEST_P(KeptForms, OfFormulas) {
    bool const is_cuda = GetParam() == DeviceKind::cuda;
    Graph const graph = generate_graph(is_cuda ? "gen:ba:n=20000,m=20,seed=3" : "gen:ba:n=8000,m=20,seed=3");
    for (char const* text : {"4-cycle", "diamond", "house", "5-cycle", "butterfly", "gem"}) {
        SCOPED_TRACE(text);
        expect_kept(graph, {.pattern = parse_pattern(text), .algorithm = Algorithm::formula}, "formula");
    }
    expect_several_parts();
    expect_refusal("the run", [&] {
        count_matches(graph, {.pattern = parse_pattern("house"), .algorithm = Algorithm::formula}, kept());
    });
}

// Several runs, one of which is several runs itself.
TEST_P(KeptForms, OfSignedSums) {
    Graph const graph = generate_graph("gen:ba:n=9000,m=12,seed=3");
    for (char const* text : {"claw", "house", "0-1,1-2,2-3,3-0,0~2"}) {
        SCOPED_TRACE(text);
        bool const induced = std::string_view(text).find('~') == std::string_view::npos;
        MatchQuery const query{.pattern = parse_pattern(text), .induced = induced, .algorithm = Algorithm::formula};
        expect_kept(graph, query, "formula");
    }
    expect_several_parts();
    MatchQuery const other{.pattern = parse_pattern("claw"), .induced = true, .algorithm = Algorithm::formula};
    expect_refusal("the run", [&] { count_matches(graph, other, kept()); });
}

// From the checkpoint of a run of several to another file: the one that is further, whichever part it is in.
TEST_P(KeptForms, OfSignedSumsGoOnFromTheFurther) {
    Graph const graph = generate_graph("gen:ba:n=3000,m=12,seed=3");
    MatchQuery const query{.pattern = parse_pattern("house"), .induced = true, .algorithm = Algorithm::formula};
    RunOptions brief = kept();
    brief.deadline_seconds = 0.004;
    if (count_matches(graph, query, brief).status == Status::complete) GTEST_SKIP() << "it is too quick to be ended";
    std::string const other = folder_.path("other.checkpoint");
    RunOptions to_other = kept();
    to_other.checkpoint.file = other;
    to_other.checkpoint.from = file_;
    std::string const whole = to_string(count_matches(graph, query, to_other).count);
    std::vector<std::string> notes;
    to_other.checkpoint.note = [&](std::string const& note) { notes.push_back(note); };
    EXPECT_EQ(to_string(count_matches(graph, query, to_other).count), whole);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("come to its end"), std::string::npos) << notes[0];
    EXPECT_EQ(whole, to_string(count_matches(graph, query, options()).count));
}

// Lists and counts for each vertex of a pattern with labels.
TEST_P(KeptForms, OfLabelledMatchesOneByOne) {
    Graph const graph = marked_graph(2000, 30000, 9);
    MatchQuery const query{.pattern = parse_pattern("0:A,0>1,1>2")};
    LocalCounts const whole = count_local_matches(graph, query, options()).of<PerOrbit>();
    auto const result = until_complete([&](RunOptions const& own) { return count_local_matches(graph, query, own); });
    EXPECT_EQ(result.of<PerOrbit>(), whole);
    std::filesystem::remove(file_);
    std::vector<OriginalId> ids;
    auto const list = [&](RunOptions own) {
        own.checkpoint.mark = [&] { return std::uint64_t{ids.size()}; };
        own.checkpoint.go_back = [&](std::uint64_t mark) { ids.resize(mark); };
        own.of<Store>().batch_sink = [&](std::span<OriginalId const> some) {
            ids.insert(ids.end(), some.begin(), some.end());
        };
        return list_matches(graph, query, own);
    };
    auto const listed = until_complete(list);
    EXPECT_EQ(ids.size(), 3 * static_cast<std::size_t>(listed.count));
    EXPECT_EQ(to_string(listed.count), to_string(count_matches(graph, query, options()).count));
    std::vector<std::array<OriginalId, 3>> matches;
    for (std::size_t i = 0; i < ids.size(); i += 3) matches.push_back({ids[i], ids[i + 1], ids[i + 2]});
    std::ranges::sort(matches);
    EXPECT_EQ(std::ranges::adjacent_find(matches), matches.end()) << "a match is there twice";
}

// RunResult::traversals of a count of matches: what a plan walks to, on every device against a serial walk.

namespace {

// Every vertex is tried in every place.
template <class Plan> class SerialWalk {
public:
    SerialWalk(Graph const& graph, Plan const& plan) : graph_(graph), plan_(plan) {
        walk();
        traversals_.front() = graph.vertex_count(); // whether a match can begin there or not
    }
    std::vector<WideCount> const& traversals() const { return traversals_; }

private:
    void walk() {
        if (path_.size() == traversals_.size()) return;
        for (VertexId u = 0; u < graph_.vertex_count(); ++u) {
            if (!fits(u)) continue;
            ++traversals_[path_.size()];
            path_.push_back(u);
            walk();
            path_.pop_back();
        }
    }

    bool fits(VertexId u) const {
        auto const number = [&](VertexId v) { return std::tuple(graph_.degree(v), v); };
        MatchingPlan::Step const& step = plan_.steps[path_.size()];
        if (graph_.degree(u) < step.degree) return false;
        for (std::size_t i = 0; i < path_.size(); ++i) {
            VertexId const v = path_[i];
            bool const is_adjacent = graph_.ref().adjacent(v, u);
            if (u == v || ((step.adjacent >> i & 1) != 0 && !is_adjacent)) return false;
            if ((step.strange >> i & 1) != 0 && is_adjacent) return false;
            if ((step.above >> i & 1) != 0 && number(u) < number(v)) return false;
            if ((step.below >> i & 1) != 0 && number(v) < number(u)) return false;
        }
        if constexpr (Plan::has_marks) {
            return plan_.allows(static_cast<int>(path_.size()), u, Plan::no_list, [&](int i) {
                VertexId const v = path_[static_cast<std::size_t>(i)];
                EdgeOffset const entry = graph_.ref().find(v, u);
                return entry == graph_.ref().end(v) ? Plan::no_entry : entry;
            });
        }
        return true;
    }

    Graph const& graph_;
    Plan plan_;
    std::vector<WideCount> traversals_ = std::vector<WideCount>(static_cast<std::size_t>(plan_.walked));
    std::vector<VertexId> path_;
};

std::vector<WideCount> walked_serially(Graph const& graph, MatchQuery const& query) {
    if (query.pattern.has_marks()) {
        MarkedPattern const marked(query.pattern, query.induced, graph);
        return SerialWalk(graph, marked.plan(query.order)).traversals();
    }
    return SerialWalk(graph, make_plan(query.pattern, query.induced, query.order)).traversals();
}

// With an order, so that it is walked by the plan of that.
MatchQuery query_of(char const* text, bool induced = false) {
    Pattern const pattern = parse_pattern(text);
    return {.pattern = pattern, .induced = induced, .order = matching_order(pattern, induced)};
}

Graph directed_graph() {
    std::vector<Edge> arcs;
    std::vector<std::string> labels;
    for (VertexId v = 0; v < 30; ++v) {
        labels.push_back(v % 3 == 0 ? "A" : "B");
        for (VertexId const step : {1u, 4u, 9u}) arcs.push_back({v, (v * step + step) % 30});
        arcs.push_back({v % 7, v}); // to some many more
    }
    return with_labels(graph_from_arcs(30, arcs), labels);
}

constexpr char const* plain[] = {"claw",    "4-path", "diamond", "gem",    "house",      "5-cycle",
                                 "6-cycle", "K5-e",   "K4",      "5-path", "0-1,0~2,1~2"};
constexpr char const* marked[] = {"0>1,1>2,0>2", "0:A,1:B,0>1,1-2", "0:B,1:B,2:B,0-1,1-2,2-0,2>3"};

void expect_same(MatchResult const& result, std::vector<WideCount> const& expected) {
    EXPECT_EQ(result.status, Status::complete);
    std::vector<std::uint64_t> const met(result.of<ByLength>().begin(), result.of<ByLength>().end());
    EXPECT_EQ(met, std::vector<std::uint64_t>(expected.begin(), expected.end()));
}

void expect_serial(Graph const& graph, std::span<char const* const> texts, RunOptions const& options) {
    for (char const* text : texts) {
        for (bool const induced : {false, true}) {
            SCOPED_TRACE(std::string(text) + (induced ? " induced" : ""));
            MatchQuery const query = query_of(text, induced);
            expect_same(count_matches(graph, query, options), walked_serially(graph, query));
        }
    }
}

} // namespace

TEST(TraversalsInLockstep, AreThoseOfASerialWalk) {
    expect_serial(generate_graph("gen:ba:n=12,m=3,seed=2"), std::span(plain).subspan(3, 4), on(DeviceKind::lockstep));
    expect_serial(directed_graph(), std::span(marked).first(2), on(DeviceKind::lockstep));
}

class Traversals : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(Traversals);

TEST_P(Traversals, AreThoseOfASerialWalk) {
    expect_serial(generate_graph("gen:ba:n=24,m=4,seed=2"), plain, options());
    expect_serial(directed_graph(), marked, options());
}

// Slices of a root and donated traversals meet again what another has counted.
TEST_P(Traversals, AreTheSameHoweverTheWorkIsShared) {
    Graph const graph = generate_graph("gen:ba:n=120,m=5,seed=3");
    for (char const* text : {"house", "5-cycle", "K5-e"}) {
        SCOPED_TRACE(text);
        MatchQuery const query = query_of(text);
        RunOptions own = options();
        own.threads = own.device == DeviceKind::host ? 3 : 0;
        own.balance.pieces = 1;
        std::vector<WideCount> const expected = count_matches(graph, query, own).of<ByLength>();
        own.balance.pieces = most_pieces;
        MatchResult const sliced = count_matches(graph, query, own);
        EXPECT_GT(sliced.roots.given, graph.vertex_count());
        expect_same(sliced, expected);
        for (BalanceMechanism const mechanism : {BalanceMechanism::share, BalanceMechanism::stop}) {
            own.balance.mechanism = mechanism;
            expect_same(count_matches(graph, query, own), expected);
        }
    }
}

TEST_P(Traversals, AddUpOverThePartsOfARun) {
    Graph const graph = generate_graph("gen:ba:n=300,m=8,seed=3");
    MatchQuery const query = query_of("5-path");
    std::vector<WideCount> const expected = count_matches(graph, query, options()).of<ByLength>();
    ScopedFolder const folder;
    RunOptions own = options();
    own.checkpoint.file = folder.path("traversals.checkpoint");
    MatchResult result;
    for (int part = 0; part == 0 || result.status != Status::complete; ++part) {
        own.deadline_seconds = 0.0005 * (1 + part);
        own.checkpoint.resume = part > 0;
        result = count_matches(graph, query, own);
        for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_LE(result.of<ByLength>()[i], expected[i]);
    }
    expect_same(result, expected);
}

TEST_P(Traversals, AreNotThereWhereAFormulaCounts) {
    Graph const graph = generate_graph("gen:ba:n=60,m=5,seed=3");
    for (char const* text : {"house", "gem", "0-1,1-2,2-3,0~2"}) {
        MatchQuery const query{.pattern = parse_pattern(text), .algorithm = Algorithm::formula};
        EXPECT_TRUE(count_matches(graph, query, options()).of<ByLength>().empty()) << text;
    }
}

// `fast` runs the form that samples say is the quickest, and gives what each of them gives.

namespace {

// Sparse, but for some vertices that are all adjacent to each other: few jobs are nearly all of the work.
Graph clique_in_sparse_graph(VertexId vertices, VertexId clique) {
    Graph const sparse =
        generate_graph("gen:er:n=" + std::to_string(vertices) + ",m=" + std::to_string(2 * vertices) + ",seed=1");
    std::vector<Edge> edges;
    for (VertexId u = 0; u < vertices; ++u) {
        for (VertexId const v : sparse.neighbours(u)) {
            if (u < v && (u % 7 != 0 || v % 7 != 0 || v >= 7 * clique)) edges.push_back({u, v});
        }
    }
    for (VertexId u = 0; u < clique; ++u) {
        for (VertexId v = u + 1; v < clique; ++v) edges.push_back({7 * u, 7 * v});
    }
    return graph_from_edges(vertices, edges);
}

double seconds_of(auto const& work) {
    auto const begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace

class Fastest : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(Fastest);

TEST_P(Fastest, GivesTheCountOfEachForm) {
    for (char const* spec : {"gen:er:n=400,m=36000,seed=1", "gen:ba:n=2000,m=20,seed=2", "gen:complete:n=40"}) {
        Graph const graph = generate_graph(spec);
        Resident const resident(graph, options());
        for (int k = 3; k <= 7; ++k) {
            RunResult const result = count_cliques(graph, {.k = k}, options());
            EXPECT_EQ(to_string(result.count),
                      to_string(count_cliques(graph, {.k = k, .algorithm = Algorithm::bitmap}, options()).count))
                << spec << " k=" << k;
            EXPECT_EQ(to_string(result.count), to_string(count_cliques(resident, {.k = k}, options()).count));
            std::set<std::string> const forms =
                k == 3 ? std::set<std::string>{"oriented"} : std::set<std::string>{"bitmap", "pivot"};
            EXPECT_TRUE(forms.contains(std::string(result.chosen.form))) << result.chosen.form;
        }
    }
}

// By rows it would take hours.
TEST_P(Fastest, TakesTheFormThatIsFarQuicker) {
    Graph const dense = generate_graph("gen:complete:n=150");
    for (int const k : {5, 9}) {
        RunResult const result = count_cliques(dense, {.k = k}, options());
        EXPECT_EQ(result.count, binomial(150, static_cast<Count>(k)));
        if (k > 5) {
            EXPECT_EQ(result.chosen.form, "pivot");
        }
    }
    RunResult const hidden = count_cliques(clique_in_sparse_graph(20000, 90), {.k = 9}, options());
    EXPECT_EQ(hidden.chosen.form, "pivot");
    EXPECT_GE(hidden.count, binomial(90, 9));
}

TEST_P(Fastest, SaysWhatItWouldChoose) {
    Graph const graph = generate_graph("gen:er:n=400,m=30000,seed=1");
    Choice const choice = bind_cliques({.k = 6}).choose(graph, options());
    EXPECT_TRUE(choice.chosen.algorithm == Algorithm::bitmap || choice.chosen.algorithm == Algorithm::pivot);
    EXPECT_GT(choice.chosen.seconds, 0);
    EXPECT_EQ(choice.others.size(), 1u);
    EXPECT_GT(choice.sampled, 0u);
    EXPECT_LE(choice.sampled, choice.jobs);
    EXPECT_EQ(choice.order, GraphOrder::degree);
    EXPECT_GT(choice.longest_list, 50u);
    TransitionTable const tables = TransitionTable::load(3);
    RunOptions own = options();
    own.of<ByPattern>().tables = tables.ref();
    Choice const alone = bind_motifs({.k = 3}).choose(generate_graph("gen:star:n=2000"), own);
    EXPECT_TRUE(alone.others.empty());
    EXPECT_EQ(alone.longest_list, 0u);
}

TEST_P(Fastest, FinerPiecesAreMoreJobsAndTheSameCount) {
    Graph const graph = generate_graph("gen:rmat:scale=9,degree=8,seed=1");
    for (Algorithm const algorithm : {Algorithm::pivot, Algorithm::bitmap, Algorithm::fast}) {
        RunOptions own = options();
        own.threads = 2;
        own.balance.pieces = 1;
        RunResult const coarse = count_cliques(graph, {.k = 5, .algorithm = algorithm}, own);
        own.balance.pieces = most_pieces;
        RunResult const fine = count_cliques(graph, {.k = 5, .algorithm = algorithm}, own);
        EXPECT_EQ(fine.count, coarse.count);
        EXPECT_GT(coarse.count, 0u);
        EXPECT_GT(fine.roots.given, coarse.roots.given);
    }
    for (int const pieces : {-1, most_pieces + 1}) {
        RunOptions own = options();
        own.balance.pieces = pieces;
        EXPECT_THROW(count_cliques(graph, {.k = 5}, own), InputError) << pieces;
    }
}

// The jobs that are left are those that the run began with, into whatever pieces later ones would cut theirs.
TEST_P(Fastest, GoesOnWithTheJobsOfItsFirstPart) {
    Graph const graph = generate_graph("gen:rmat:scale=10,degree=12,seed=1");
    CliqueQuery const cliques{.k = 5, .algorithm = Algorithm::pivot};
    Count const all = count_cliques(graph, cliques, options()).count;
    ScopedFolder const folder;
    RunOptions own = options();
    own.checkpoint.file = folder.path("pieces.checkpoint");
    RunResult result;
    for (int part = 0; part == 0 || result.status != Status::complete; ++part) {
        own.balance.pieces = part % 2 == 0 ? most_pieces : 1;
        own.deadline_seconds = 0.002 * (1 + part);
        result = count_cliques(graph, cliques, own);
        own.checkpoint.resume = true;
    }
    EXPECT_EQ(result.count, all);
}

// A run that goes on takes the form that began it, whatever samples would say there.
TEST_P(Fastest, TakesTheUsualFormWhereItMustBeTheSameAgain) {
    Graph const graph = generate_graph("gen:er:n=400,m=36000,seed=1");
    ScopedFolder const folder;
    RunOptions own = options();
    own.checkpoint.file = folder.path("fastest.checkpoint");
    for (auto const& [k, form] : {std::pair{4, "bitmap"}, {6, "pivot"}}) {
        EXPECT_EQ(count_cliques(graph, {.k = k}, own).chosen.form, form);
        std::filesystem::remove(own.checkpoint.file);
    }
}

TEST_P(Fastest, EndsWhenItIsTold) {
    Graph const graph = generate_graph("gen:er:n=1500,m=700000,seed=1");
    RunOptions own = options();
    own.deadline_seconds = 0.3;
    RunResult result;
    EXPECT_LT(seconds_of([&] { result = count_cliques(graph, {.k = 9}, own); }),
              3); // half a second, on an idle machine
    EXPECT_EQ(result.status, Status::deadline);
    std::atomic<bool> const interrupt = true;
    own = options();
    own.interrupt = &interrupt;
    EXPECT_EQ(count_cliques(graph, {.k = 9}, own).status, Status::interrupted);
}

// What workers spend on the jobs of a sample is what they spend on the run, where all jobs are in it.
TEST_P(Fastest, SamplesTellTheTimeOfAllJobs) {
    Graph const graph = generate_graph("gen:er:n=1200,m=200000,seed=1");
    BoundApplication const cliques = bind_cliques({.k = 5, .algorithm = Algorithm::pivot});
    Resident const resident(graph, options());
    std::vector<SampledJobs> const halves = {{.first = 0, .stride = 2}, {.first = 1, .stride = 2}};
    JobSample const all = cliques.sample(resident, options(), halves);
    ASSERT_EQ(all.groups.size(), 2u);
    EXPECT_EQ(all.groups[0].jobs + all.groups[1].jobs, all.all_jobs);
    double spent = 0;
    for (JobSample::Group const& group : all.groups) {
        EXPECT_TRUE(group.is_whole);
        EXPECT_GT(group.seconds, 0);
        spent += group.seconds;
    }
    EXPECT_LE(spent, 1.1 * all.seconds * all.workers);
    EXPECT_GT(cliques.sample(resident, options(), {}).all_jobs, 0u);
}

TEST_P(Fastest, SamplesSayWhatWasNotDone) {
    RunOptions own = options();
    own.deadline_seconds = 0.05;
    BoundApplication const cliques = bind_cliques({.k = 9, .algorithm = Algorithm::bitmap});
    Resident const resident(generate_graph("gen:complete:n=300"), own);
    std::vector<SampledJobs> const all = {{}}; // which would take years
    JobSample const cut = cliques.sample(resident, own, all);
    ASSERT_EQ(cut.groups.size(), 1u);
    EXPECT_FALSE(cut.groups[0].is_whole);
}

// A part of each job, and what comes before it, make about the whole: all jobs are alike here.
TEST_P(Fastest, PartsTellTheTimeOfTheirJobs) {
    Graph const graph = generate_graph("gen:er:n=1200,m=200000,seed=1");
    BoundApplication const cliques = bind_cliques({.k = 6, .algorithm = Algorithm::bitmap});
    Resident const resident(graph, options());
    std::vector<SampledJobs> const whole = {{.first = 40, .stride = 8}};
    std::vector<SampledJobs> const parts = {{.first = 40, .stride = 8, .parts = 8}};
    double const seconds = cliques.sample(resident, options(), whole).groups[0].seconds;
    double const predicted = cliques.sample(resident, options(), parts).groups[0].seconds;
    EXPECT_GT(predicted, 0.2 * seconds);
    EXPECT_LT(predicted, 5 * seconds);
}

TEST(SampledJobs, RunAPartOfEachJobAndOneWithoutExtensions) {
    SampleRun run({});
    std::vector<Job> const jobs = {{7, no_vertex, 0, 1}, {8, 9, 2, 3}};
    run.add(jobs, 1);
    run.add(jobs, 4);
    ASSERT_EQ(run.jobs().size(), 6u);
    EXPECT_EQ(run.times().groups[0].end, 2u);
    EXPECT_EQ(run.times().groups[1].end, 4u);
    EXPECT_EQ(run.times().groups[2].end, 6u);
    EXPECT_EQ(run.jobs()[3].slices, 12u);
    EXPECT_EQ(run.jobs()[3].slice % 3, 2u); // of the same slice
    for (JobTimes::Group& group : run.times().groups) group.nanoseconds = 0, group.done = 2;
    run.times().groups[0].nanoseconds = 3000000000;
    run.times().groups[1].nanoseconds = 1500000000;
    run.times().groups[2].nanoseconds = 1000000000;
    std::vector<JobSample::Group> const measured = run.measured();
    ASSERT_EQ(measured.size(), 2u);
    EXPECT_DOUBLE_EQ(measured[0].seconds, 3);
    EXPECT_DOUBLE_EQ(measured[1].seconds, 1 + 4 * 0.5);
    EXPECT_TRUE(measured[1].is_whole);
    run.times().groups[2].done = 1;
    EXPECT_FALSE(run.measured()[1].is_whole);
}

TEST(SampledJobs, AreCounted) {
    EXPECT_EQ(SampledJobs{}.count(7), 7u);
    EXPECT_EQ((SampledJobs{0, 1, 4}.count(7)), 4u);
    EXPECT_EQ((SampledJobs{0, 1, 4}.count(3)), 3u);
    EXPECT_EQ((SampledJobs{2, 3}.count(9)), 3u); // 2, 5, 8
    EXPECT_EQ((SampledJobs{2, 3}.count(8)), 2u);
    EXPECT_EQ((SampledJobs{9, 3}.count(9)), 0u);
}

} // namespace cerrado::test

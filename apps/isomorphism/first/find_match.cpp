// The functions of Cerrado::apps for the first matches of a pattern.
#include "isomorphism/first/find_match.hpp"

#include "isomorphism/first/first_walk.hpp"
#include "isomorphism/least_image.hpp"
#include "isomorphism/plan/plan.hpp"
#include "isomorphism/way.hpp"
#include "library/form.hpp"
#include "library/on_devices.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/core/detail/clock.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/output/by_length.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/many/shared_run.hpp>
#include <cerrado/run/detail/session/session.hpp>
#include <cerrado/run/devices.hpp>

#include <algorithm>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace cerrado {

// Searches for a few different matches on threads of the host, and ends as soon as possible.

namespace {

class FirstSearch {
public:
    using Match = std::vector<VertexId>; // images of the pattern's vertices, in its order, without anti-vertices
    static constexpr std::uint64_t most_wanted = 100'000;

    // Looks for `wanted` matches, no two of which are images of each other under an automorphism of the pattern.
    // Requires: the graph outlives the search, and has the arcs and labels that the pattern names. as_meant() made the query.
    FirstSearch(Graph const& graph, MatchQuery const& query, std::uint64_t wanted);
    ~FirstSearch() { end(); }
    FirstSearch(FirstSearch const&) = delete;

    // Searches on the calling thread for some milliseconds, then filters candidates. It calls `must_end` all the while.
    void begin(std::function<bool()> const& must_end);
    void go_on(int threads); // searches on its own threads; called once
    // true: the threads are idle for seven eighths of the time, since other threads work beside them.
    void give_way(bool give) { gives_way_ = give; }
    // Waits until the search has ended, or for at most `longest`. Rethrows the exception of a thread.
    void wait(std::chrono::milliseconds longest);
    void end(); // ends its threads

    bool has_ended() const { return has_enough_ || is_exhausted(); }
    bool is_exhausted() const { return roots_->is_empty(); } // then there are no more matches than it has
    std::vector<Match> matches();
    std::uint64_t roots_given() const { return roots_->given(); }
    std::uint64_t roots_finished() const { return roots_->finished(); }
    std::uint64_t bytes() const;

private:
    void choose_roots();
    FirstWalk::Meeting meet(std::span<VertexId const> images);
    void take_turn(FirstWalk& walk, FirstRoots::Turn const& turn);
    void search();

    std::uint64_t const wanted_;
    FirstQuestion const question_;
    FirstDomains domains_;
    bool const is_induced_;
    std::optional<LeastImage> image_; // set if several matches are wanted
    int root_ = 0;                    // vertex of a match at which the search begins
    std::optional<FirstRoots> roots_;
    std::atomic<bool> stop_ = false, has_enough_ = false, gives_way_ = false;
    std::mutex mutex_; // guards the members below
    std::condition_variable ended_;
    std::set<Match> matches_;
    std::exception_ptr failure_;
    std::vector<std::jthread> threads_;
};

using namespace std::chrono_literals;

// Work and budgets are in list entries. A thread reads some hundred million entries a second.
constexpr std::uint64_t work_at_first = 1 << 19;
constexpr std::uint64_t budget_at_first = 1 << 11;
constexpr int most_doublings = 50;

// Returns: the preference of a turn. Vertices of high degree find most matches, and other turns prefer other vertices.
// For induced matches, vertices of low degree find matches as often as those of high degree.
FirstTaste taste_of(int level, bool induced) {
    constexpr FirstTaste any{1, false}, high{8, false}, rather_high{2, false}, low{8, true};
    if (induced) return level % 3 == 0 ? high : level % 3 == 1 ? low : any;
    return level % 3 == 0 ? high : level % 3 == 1 ? any : rather_high;
}

std::optional<LeastImage> image_of(Pattern const& pattern) {
    std::vector<int> order;
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) order.push_back(v);
    }
    return LeastImage(pattern, order);
}

FirstSearch::FirstSearch(Graph const& graph, MatchQuery const& query, std::uint64_t wanted)
    : wanted_(wanted),
      question_(graph, query.pattern, query.induced, query.meaning.get()),
      domains_(question_),
      is_induced_(query.induced),
      image_(wanted > 1 ? image_of(query.pattern) : std::nullopt) {
    choose_roots();
}

void FirstSearch::choose_roots() {
    root_ = domains_.rarest();
    roots_.emplace(question_.graph(), domains_.candidates(root_));
}

void FirstSearch::begin(std::function<bool()> const& must_end) {
    FirstWalk walk(question_, domains_, wanted_ > 1, stop_, [this](auto images) { return meet(images); });
    while (!has_ended() && walk.work() < work_at_first && !must_end()) {
        if (auto const turn = roots_->next()) take_turn(walk, *turn);
    }
    if (has_ended() || must_end()) return;
    domains_.filter(must_end);
    choose_roots();
}

void FirstSearch::go_on(int threads) {
    for (int i = 0; i < threads; ++i) {
        threads_.emplace_back([this] {
            try {
                search();
            } catch (...) {
                std::lock_guard const lock(mutex_);
                failure_ = std::current_exception();
            }
            ended_.notify_all();
        });
    }
}

void FirstSearch::search() {
    constexpr std::chrono::duration<double> to_look_again = 100us, longest = 10ms;
    constexpr double times_given = 8; // idle time per working time while the proof runs beside the search
    FirstWalk walk(question_, domains_, wanted_ > 1, stop_, [this](auto images) { return meet(images); });
    while (!stop_ && !has_ended()) {
        Stopwatch const watch;
        if (auto const turn = roots_->next()) {
            take_turn(walk, *turn);
            double const worked = watch.seconds();
            while (gives_way_ && !stop_ && watch.seconds() < times_given * worked) {
                std::this_thread::sleep_for(std::clamp(std::chrono::duration<double>(worked), to_look_again, longest));
            }
        } else {
            std::this_thread::sleep_for(to_look_again); // other threads search the last roots
        }
    }
}

void FirstSearch::take_turn(FirstWalk& walk, FirstRoots::Turn const& turn) {
    std::uint64_t const budget = budget_at_first << std::min(turn.level, most_doublings);
    FirstTaste const taste = taste_of(turn.level, is_induced_);
    switch (walk.from(root_, turn.root, budget, taste, turn.number)) {
    case FirstWalk::End::exhausted:
        domains_.exclude(turn.root, question_.orbit(root_)); // all matches at this root are known
        roots_->finish();
        break;
    case FirstWalk::End::budget: roots_->put_back(turn); break;
    case FirstWalk::End::stopped: break;
    }
}

FirstWalk::Meeting FirstSearch::meet(std::span<VertexId const> images) {
    Match match(images.begin(), images.end());
    if (image_) image_->arrange(std::span(match));
    std::lock_guard const lock(mutex_);
    if (has_enough_) return FirstWalk::Meeting::enough;
    if (!matches_.insert(std::move(match)).second) return FirstWalk::Meeting::known;
    if (matches_.size() < wanted_) return FirstWalk::Meeting::is_new;
    has_enough_ = true;
    stop_ = true;
    ended_.notify_all();
    return FirstWalk::Meeting::enough;
}

void FirstSearch::wait(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex_);
    ended_.wait_for(lock, longest, [this] { return has_ended() || failure_; });
    if (failure_) std::rethrow_exception(failure_);
}

void FirstSearch::end() {
    stop_ = true;
    threads_.clear();
}

std::vector<FirstSearch::Match> FirstSearch::matches() {
    std::lock_guard const lock(mutex_);
    return {matches_.begin(), matches_.end()};
}

std::uint64_t FirstSearch::bytes() const {
    return question_.graph().vertex_count() * sizeof(FirstQuestion::Vertices) + roots_given() * sizeof(VertexId);
}

} // namespace

// Finds the first matches of a pattern. A special search looks for them. If it does not end at once, an ordinary run
// starts beside it, which visits or counts all matches. If there are none, the ordinary run proves that sooner.

namespace {

// The ordinary run. It may throw the exceptions of a run, and InputError if it cannot serve the query.
using FirstProof = std::function<RunResult(RunOptions const&)>;

struct FirstMatches : RunResult {               // its count is that of `matches`, or that of the proof
    std::vector<std::vector<VertexId>> matches; // images of the pattern's vertices, in its order, without anti-vertices
    bool is_of_proof = false;                   // the proof ended first; then `matches` is empty
};

using namespace std::chrono_literals;

// Runs the proof on a thread of its own. If the proof fails, the search goes on alone.
class Prover {
public:
    Prover(FirstProof const& proof, RunOptions options)
        : thread_([this, proof, options = std::move(options), device = device_of_thread()]() mutable {
              options.interrupt = &stop_;
              options.progress = {};
              try {
                  DeviceScope const scope(device);
                  result_ = proof(options);
                  is_done_ = result_.status == Status::complete || result_.status == Status::limit;
              } catch (std::exception const&) { // the run is refused, or the machine cannot do it
              }
              has_ended_ = true;
          }) {}
    ~Prover() { stop_ = true; }

    bool has_ended() const { return has_ended_; }
    bool is_done() const { return is_done_; } // true: there is a result
    RunResult const& result() const { return result_; }

private:
    std::atomic<bool> stop_ = false, is_done_ = false, has_ended_ = false;
    RunResult result_;
    std::jthread thread_; // declared last, since it uses the other members
};

class Run {
public:
    Run(Graph const& graph, MatchQuery const& query, std::uint64_t wanted, FirstProof const& proof,
        RunOptions const& options)
        : options_(options),
          proof_(proof),
          threads_(options.threads > 0 ? options.threads : hardware_threads()),
          search_(graph, query, wanted),
          monitor_(options_, search_.roots_given()) {
        result_.chosen.form = "first";
        result_.device = {"host", "CPU", threads_, {graph.bytes(), search_.bytes(), graph.bytes() + search_.bytes()}};
    }

    FirstMatches go() {
        search_.begin([this] { return is_told_to_end(); });
        if (!search_.has_ended() && !is_told_to_end()) go_on();
        if (prover_ && prover_->is_done() && !search_.has_ended()) return of_proof();
        search_.end();
        result_.matches = search_.matches();
        result_.count = result_.matches.size();
        result_.roots = {search_.roots_given(), search_.roots_finished()};
        result_.status = search_.is_exhausted() ? Status::complete
                         : search_.has_ended()  ? Status::limit
                                                : monitor_.status(false);
        prover_.reset();
        result_.seconds.run = watch_.seconds();
        return std::move(result_);
    }

private:
    bool is_told_to_end() {
        std::uint64_t const given = search_.roots_given(), done = search_.roots_finished();
        return monitor_.poll(done, 0, given == 0 ? 1 : static_cast<double>(done) / static_cast<double>(given));
    }

    void go_on() {
        constexpr double search_alone = 0.025; // seconds
        search_.go_on(threads_);
        while (!search_.has_ended() && !is_told_to_end()) {
            search_.wait(prover_ || !proof_ ? 10ms : 5ms);
            if (prover_ && prover_->is_done()) return;
            if (proof_ && !prover_ && !search_.has_ended() && watch_.seconds() > search_alone) begin_proof();
            if (is_refused()) search_.give_way(false);
        }
    }

    void begin_proof() {
        RunOptions options = options_;
        options.deadline_seconds = 0; // this thread heeds the deadline
        prover_.emplace(proof_, options);
        if (resolve_device(options_.device) != DeviceKind::cuda) search_.give_way(true);
    }
    bool is_refused() const { return prover_ && prover_->has_ended() && !prover_->is_done(); }

    FirstMatches of_proof() {
        search_.end();
        static_cast<RunResult&>(result_) = prover_->result();
        result_.is_of_proof = true;
        result_.seconds.run = watch_.seconds() - result_.seconds.prepare - result_.seconds.start;
        return std::move(result_);
    }

    RunOptions const& options_;
    FirstProof const& proof_;
    int const threads_;
    Stopwatch const watch_;
    FirstMatches result_;
    FirstSearch search_;
    Monitor monitor_;
    std::optional<Prover> prover_;
};

// Finds up to `wanted` different matches. Status::complete means that there are no others, and limit that `wanted` were
// found. Requires: as FirstSearch.
FirstMatches first_matches(Graph const& graph, MatchQuery const& query, std::uint64_t wanted, FirstProof const& proof,
                           RunOptions const& options) {
    return Run(graph, query, wanted, proof, options).go();
}

// Returns: whether a run may use the search. It may not if it has given roots, a checkpoint or moving of work, nor on
// the checking device alone. All members of a shared run get the same answer.
bool may_look_for_first(RunOptions const& options) {
    if (options.device == DeviceKind::cuda)
        resolve_device(options.device); // throws if the device that was asked for is missing
    bool const is_shared_with_others = options.member != nullptr && options.member->has_several_kinds();
    bool const checks = options.device == DeviceKind::lockstep && !is_shared_with_others; // all members answer alike
    return !options.roots && !options.checkpoint.on() && !balances(options) && !options.balance.observe_jobs && !checks;
}

// Throws InputError if the pattern has arcs or labels that the graph lacks, or is not connected.
void require_in_graph(MatchQuery const& query, Graph const& graph) {
    std::vector<int> const order = checked_order(query.pattern, query.induced, query.order);
    if (order.size() < 2)
        throw InputError("the pattern has one vertex, which every vertex of the graph matches: add an edge");
    require_marks({.pattern = query.pattern,
                   .induced = query.induced,
                   .order = order,
                   .labels_may_lack = true,
                   .meaning = query.meaning},
                  graph);
}

std::vector<int> vertices_of(Pattern const& pattern) {
    std::vector<int> vertices;
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) vertices.push_back(v);
    }
    return vertices;
}

bool has_sink(RunOptions const& options) {
    return options.of<StoreInput>().sink || options.of<StoreInput>().batch_sink || options.of<StoreInput>().narrow_sink;
}

RunOptions with_sink(RunOptions options, std::function<void(std::span<OriginalId const>)> sink) {
    options.of<StoreInput>().sink = {};
    options.of<StoreInput>().narrow_sink = {};
    options.of<StoreInput>().device_sink = {};
    options.of<StoreInput>().batch_sink = std::move(sink);
    return options;
}

void hand_over(std::vector<OriginalId> const& ids, std::size_t size, RunOptions const& options) {
    if (ids.empty()) return;
    if (options.of<StoreInput>().narrow_sink)
        return options.of<StoreInput>().narrow_sink(std::vector<std::uint32_t>(ids.begin(), ids.end()));
    if (options.of<StoreInput>().batch_sink) return options.of<StoreInput>().batch_sink(ids);
    for (std::size_t first = 0; first < ids.size(); first += size)
        options.of<StoreInput>().sink(std::span(ids).subspan(first, size));
}

// Writes the ids of a match: those of its least image or, if the query takes matches as found, those of any image in
// the query's order.
class Records {
public:
    Records(Graph const& graph, MatchQuery const& query)
        : graph_(graph),
          vertices_(vertices_of(query.pattern)),
          order_(query.as_found ? query.order : vertices_),
          is_as_found_(query.as_found),
          image_(query.pattern, order_) {}

    void add(std::vector<OriginalId>& ids, FirstSearch::Match const& match) const {
        std::size_t const first = ids.size();
        for (int const v : order_) {
            auto const place = static_cast<std::size_t>(std::ranges::find(vertices_, v) - vertices_.begin());
            ids.push_back(graph_.original_id(match[place]));
        }
        if (!is_as_found_) image_.arrange(std::span(ids).subspan(first));
    }

private:
    Graph const& graph_;
    std::vector<int> const vertices_, order_;
    bool const is_as_found_;
    LeastImage const image_;
};

// Lists matches up to the limit. `walk`: the run that lists all matches.
RunResult list_first(Graph const& graph, MatchQuery const& query, FirstProof const& walk, RunOptions const& options) {
    require_in_graph(query, graph);
    std::uint64_t const limit = *options.of<StoreInput>().limit;
    std::vector<OriginalId> ids;
    FirstProof const proof = [&](RunOptions const& own) {
        return walk(with_sink(own, [&](auto some) { ids.insert(ids.end(), some.begin(), some.end()); }));
    };
    FirstMatches found = first_matches(graph, query, limit + 1, proof, options);
    if (!found.is_of_proof) {
        ids.clear();
        found.count = std::min<std::uint64_t>(limit, found.matches.size());
        Records const records(graph, query);
        for (std::size_t i = 0; i < found.count; ++i) records.add(ids, found.matches[i]);
    }
    hand_over(ids, static_cast<std::size_t>(std::popcount(query.pattern.core())), options);
    return found;
}

RunOptions one_of(RunOptions options) {
    options.of<StoreInput>().limit = 1;
    return with_sink(std::move(options), [](std::span<OriginalId const>) {});
}

// Reduces the result of a run to the answer whether there is a match.
RunResult as_answer(RunResult result) {
    if (result.count > 0) result.status = Status::complete;
    result.count = result.count > 0 ? 1 : 0;
    result.of<ByLength>().clear();
    return result;
}

RunResult whether_there_is(Graph const& graph, MatchQuery const& query, FirstProof const& proof,
                           RunOptions const& options) {
    require_in_graph(query, graph);
    return as_answer(first_matches(graph, query, 1, proof, options));
}

// Returns: the query for a search that gives least images and uses no formula.
MatchQuery plain(MatchQuery query) {
    query.as_found = false;
    if (query.algorithm == Algorithm::formula || query.algorithm == Algorithm::parts) query.algorithm = Algorithm::fast;
    return query;
}

// Finds one match. If the run may not use the search, a walk alone finds it.
FoundMatch found_match(Graph const& graph, MatchQuery const& query, FirstProof const& walk, RunOptions const& options) {
    require_in_graph(query, graph);
    FoundMatch found;
    FirstProof const proof = [&](RunOptions own) {
        own.of<StoreInput>().limit = 1;
        return walk(with_sink(own, [&](auto ids) { found.vertices.assign(ids.begin(), ids.end()); }));
    };
    FirstMatches first;
    if (may_look_for_first(options)) {
        first = first_matches(graph, query, 1, proof, options);
    } else {
        static_cast<RunResult&>(first) = proof(options);
        first.is_of_proof = true;
    }
    static_cast<RunResult&>(found) = as_answer(first);
    if (!first.is_of_proof) {
        found.vertices.clear();
        for (VertexId const v : first.matches.empty() ? FirstSearch::Match{} : first.matches.front()) {
            found.vertices.push_back(graph.original_id(v));
        }
    }
    if (found.count > 0) {
        found.exists = true;
    } else if (found.status == Status::complete) {
        found.exists = false;
    }
    return found;
}

class WithFirst : public Decorator {
public:
    WithFirst(BoundApplication list, MatchQuery const& query) : Decorator(std::move(list)), query_(query) {}

    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        if (!is_for_few(options)) return Decorator::run(graph, options);
        auto const walk = [&](RunOptions const& own) { return Decorator::run(graph, own); };
        return done_by_one<RunResult>(
            options, [&](RunOptions const& own) { return list_first(graph.graph(), query_, walk, own); });
    }

private:
    bool is_for_few(RunOptions const& options) const {
        return options.of<StoreInput>().limit && *options.of<StoreInput>().limit > 0 &&
               *options.of<StoreInput>().limit < FirstSearch::most_wanted && has_sink(options) &&
               !options.of<StoreInput>().device_sink && (!query_.as_found || !query_.order.empty()) &&
               may_look_for_first(options);
    }

    MatchQuery const query_;
};

// A form that is bound when it runs. So it can be refused while the search for first matches goes on.
class BoundLate : public Form {
public:
    explicit BoundLate(std::function<BoundApplication()> bind) : bind_(std::move(bind)) {}

    void warm_up(RunOptions const&) const override {}
    Graph prepare(Graph const& graph, RunOptions const&) const override { return graph; }
    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        return bind_().estimate(graph, options);
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        return bind_().run(graph, options);
    }
    JobSample sample(Resident const& graph, RunOptions const& options,
                     std::span<SampledJobs const> jobs) const override {
        return bind_().sample(graph, options, jobs);
    }

private:
    std::function<BoundApplication()> const bind_;
};

// Binds at once if a walk can find all vertices of the pattern, one by one. Others are found by the search alone.
BoundApplication bound(MatchQuery const& query, std::function<BoundApplication()> const& bind) {
    bool const is_short = std::popcount(query.pattern.core()) <= MatchingPlan::max_vertices;
    return is_short ? bind() : make_form<BoundLate>(bind);
}

class MatchExists : public Decorator {
public:
    explicit MatchExists(MatchQuery const& query)
        : Decorator(bound(query, [query] { return bind_matches(query); })),
          query_(query) {}

    void warm_up(RunOptions const&) const override {} // a search on the host comes first
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        if (!may_look_for_first(options)) {
            return as_answer(bind_match_walk(plain(query_)).run(graph, one_of(options)));
        }
        auto const proof = [&](RunOptions const& own) { return Decorator::run(graph, own); };
        return done_by_one<RunResult>(
            options, [&](RunOptions const& own) { return whether_there_is(graph.graph(), query_, proof, own); });
    }

private:
    MatchQuery const query_;
};

} // namespace

BoundApplication bind_match_list(MatchQuery const& given) {
    MatchQuery const query = as_meant(given);
    if (!query.through.empty()) return bind_match_walk(query);
    return make_form<WithFirst>(bound(query, [query] { return bind_match_walk(query); }), query);
}

BoundApplication bind_match_exists(MatchQuery const& query) {
    if (!query.through.empty()) return bind_existence_through(query);
    return make_form<MatchExists>(as_meant(query));
}

std::vector<std::int64_t> ending_of(FoundMatch const& found) {
    std::vector<std::int64_t> ending = ending_of(static_cast<RunResult const&>(found));
    ending.insert(ending.end(), found.vertices.begin(), found.vertices.end());
    return ending;
}

void take_ending(FoundMatch& found, std::vector<std::int64_t> const& ending) {
    take_ending(static_cast<RunResult&>(found), ending);
    found.vertices.assign(ending.begin() + fields_of_an_ending, ending.end());
    if (found.count > 0 || found.status == Status::complete) found.exists = found.count > 0;
}

FoundMatch find_match(GraphOrResident const& graph, MatchQuery const& given, RunOptions const& options) {
    MatchQuery const query = as_meant(given);
    if (!query.through.empty())
        throw InputError("one match through given vertices: list them with a limit of 1, and leave find_match out");
    FirstProof const walk = [&](RunOptions const& own) { return bind_match_walk(plain(query)).run(graph, own); };
    std::function<FoundMatch(RunOptions const&)> const find = [&](RunOptions const& own) {
        return found_match(graph.graph(), query, walk, own);
    };
    if (!options.is_shared()) return find(options);
    return run_on_devices<FoundMatch>(graph, options,
                                      [&](RunOptions const& own) { return done_by_one<FoundMatch>(own, find); });
}

} // namespace cerrado

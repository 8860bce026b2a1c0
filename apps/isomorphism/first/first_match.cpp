#include "isomorphism/first/first_match.hpp"

#include "isomorphism/first/first_search.hpp"
#include "isomorphism/plan/plan_parts.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/core/team.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/many/shared_run.hpp>
#include <cerrado/run/session/session.hpp>

#include <bit>
#include <utility>

namespace cerrado {

namespace {

using namespace std::chrono_literals;

// The proof on a thread of its own. Where it fails the search goes on alone.
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
              } catch (std::exception const&) { // it is refused, or the machine lacks something for it
              }
              has_ended_ = true;
          }) {}
    ~Prover() { stop_ = true; }

    bool has_ended() const { return has_ended_; }
    bool is_done() const { return is_done_; } // with a result
    RunResult const& result() const { return result_; }

private:
    std::atomic<bool> stop_ = false, is_done_ = false, has_ended_ = false;
    RunResult result_;
    std::jthread thread_; // last: it uses the others
};

class Run {
public:
    Run(Graph const& graph, MatchQuery const& query, std::uint64_t wanted, FirstProof const& proof,
        RunOptions const& options)
        : options_(options),
          proof_(proof),
          threads_(options.threads > 0 ? options.threads : hardware_threads()),
          search_(graph, query.pattern, query.induced, wanted),
          monitor_(options_, search_.roots_given()) {
        result_.chosen.form = "first";
        result_.memory = {graph.bytes(), search_.bytes(), graph.bytes() + search_.bytes()};
        result_.device = {"host", "CPU", threads_};
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
        options.deadline_seconds = 0; // this thread looks after it
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

} // namespace

FirstMatches first_matches(Graph const& graph, MatchQuery const& query, std::uint64_t wanted, FirstProof const& proof,
                           RunOptions const& options) {
    return Run(graph, query, wanted, proof, options).go();
}

bool may_look_for_first(RunOptions const& options) {
    if (options.device == DeviceKind::cuda) resolve_device(options.device); // who asks for it hears that there is none
    bool const is_shared_with_others = options.member != nullptr && options.member->has_several_kinds();
    bool const checks = options.device == DeviceKind::lockstep && !is_shared_with_others; // all members answer alike
    return !options.roots && !options.checkpoint.on() && !balances(options) && !options.balance.observe_jobs && !checks;
}

void require_in_graph(MatchQuery const& query, Graph const& graph) {
    std::vector<int> const order = checked_order(query.pattern, query.induced, query.order);
    if (order.size() < 2) throw InputError("a pattern of one vertex: every vertex matches it");
    if (query.pattern.has_marks() && order.size() <= MatchingPlan::max_vertices) {
        make_marked_plan(query.pattern, query.induced, order, graph);
    }
}

} // namespace cerrado

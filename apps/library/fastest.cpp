#include "library/fastest.hpp"

#include "library/form.hpp"
#include "library/time_left.hpp"
#include "library/race.hpp"

#include <cerrado/graph/order/numbering.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/many/shared_run.hpp>
#include <cerrado/run/session/resident_state.hpp>

#include <algorithm>
#include <utility>

namespace cerrado {
namespace {

// Nothing is run: what the graph is like, as the form reads it.
JobSample look_at(BoundApplication const& form, Resident const& resident, RunOptions const& options) {
    return form.sample(resident, sampling(options, 0), {});
}

// Whether the search may take long enough for a race to pay.
bool is_long(JobSample const& look, DeviceKind device) {
    // That a device, and a host, goes through within some milliseconds.
    constexpr double short_cubes = 5e9;
    constexpr double short_cubes_of_host = 3e8;
    return look.list_cubes > (device == DeviceKind::cuda ? short_cubes : short_cubes_of_host);
}

// The graph in the order that run() gives it: by degeneracy where lists are far shorter then.
Resident make_resident(Graph const& graph, RunOptions const& options, BoundApplication const& form) {
    Resident by_degree(graph, options);
    if (options.order != GraphOrder::automatic) return by_degree;
    VertexId const longest = look_at(form, by_degree, options).longest_list;
    auto const has_core = [&](VertexId least) { return by_degree.state().has_core(least); };
    if (degree_order_serves(options.order, longest, has_core)) return by_degree;
    RunOptions ordered = options;
    ordered.order = GraphOrder::degeneracy;
    return Resident(graph, ordered);
}

class Fastest : public Form {
public:
    Fastest(std::vector<Candidate> candidates, std::function<std::size_t(DeviceKind)> usual)
        : candidates_(std::move(candidates)),
          usual_(std::move(usual)) {}

    void warm_up(RunOptions const& options) const override { usual(options).warm_up(options); }
    Graph prepare(Graph const& graph, RunOptions const& options) const override {
        return usual(options).prepare(graph, options);
    }
    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        return usual(options).estimate(graph, options);
    }

    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        TimeLeft const time(options);
        if (graph.resident() != nullptr) return run_fastest(*graph.resident(), options, time);
        if (options.checkpoint.on() || options.roots || graph.graph().oriented()) {
            Candidate const& taken = agreed(options, [&] { return usual_choice(options.device); }).candidate;
            return named(taken, taken.form.run(graph, options));
        }
        return run_fastest(make_resident(graph.graph(), options, usual(options)), options, time);
    }

    JobSample sample(Resident const& graph, RunOptions const& options,
                     std::span<SampledJobs const> jobs) const override {
        return candidate(graph.device()).form.sample(graph, options, jobs);
    }

    Choice choose(Graph const& graph, RunOptions const& options) const override {
        Resident const resident = make_resident(graph, options, usual(options));
        BoundApplication const& form = candidate(resident.device()).form;
        std::uint64_t const jobs = look_at(form, resident, options).all_jobs;
        Race race(candidates_, usual_(resident.device()), jobs, resident, options);
        if (jobs > 0) race.run();
        return race.choice();
    }

private:
    Candidate const& candidate(DeviceKind device) const { return candidates_[usual_(resolve_device(device))]; }
    BoundApplication const& usual(RunOptions const& options) const { return candidate(options.device).form; }

    static RunResult named(Candidate const& candidate, RunResult result) {
        result.chosen.form = name_of(candidate.algorithm);
        return result;
    }

    // Which form runs, and the pieces that a GPU's worker cuts its share into; 0: as usual. Devices that share a run
    // take what the first takes.
    struct Taken {
        Candidate const& candidate;
        int pieces;
    };
    Taken agreed(RunOptions const& options, std::function<std::vector<std::int64_t>()> const& choose) const {
        std::vector<std::int64_t> const found =
            options.member != nullptr ? options.member->agree("which form is the fastest", choose) : choose();
        return {candidates_.at(static_cast<std::size_t>(found.at(0))), static_cast<int>(found.at(1))};
    }

    std::vector<std::int64_t> usual_choice(DeviceKind device) const {
        return {static_cast<std::int64_t>(usual_(resolve_device(device))), 0};
    }

    std::vector<std::int64_t> fastest_choice(Resident const& resident, RunOptions const& options) const {
        DeviceKind const device = resident.device();
        if (candidates_.size() == 1) return usual_choice(device);
        JobSample const look = look_at(candidate(device).form, resident, options);
        if (!is_long(look, device)) return usual_choice(device);
        Race race(candidates_, usual_(device), look.all_jobs, resident, options);
        race.run();
        return {static_cast<std::int64_t>(race.winner()), race.pieces()};
    }

    RunResult run_fastest(Resident const& resident, RunOptions options, TimeLeft const& time) const {
        bool const is_fixed = options.checkpoint.on() || options.roots; // a run goes on in the form that began it
        Taken const taken = agreed(
            options, [&] { return is_fixed ? usual_choice(resident.device()) : fastest_choice(resident, options); });
        if (options.balance.pieces == 0) options.balance.pieces = taken.pieces;
        double const spent = time.spent();
        RunResult result = named(taken.candidate, taken.candidate.form.run(resident, time.in(options)));
        result.seconds.prepare += spent;
        return result;
    }

    std::vector<Candidate> const candidates_;
    std::function<std::size_t(DeviceKind)> const usual_;
};

} // namespace

Choice Form::choose(Graph const& graph, RunOptions const& options) const {
    Fastest const alone({{Algorithm::fast, BoundApplication(shared_from_this())}},
                        [](DeviceKind) { return std::size_t{0}; });
    return alone.choose(graph, options);
}

BoundApplication fastest_of(std::vector<Candidate> candidates, std::function<std::size_t(DeviceKind)> usual) {
    return make_form<Fastest>(std::move(candidates), std::move(usual));
}

} // namespace cerrado

#include "fastest.hpp"

#include "race.hpp"

#include <cerrado/graph/order/numbering.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/session/resident_state.hpp>

#include <algorithm>
#include <memory>
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

class Fastest {
public:
    Fastest(std::vector<Candidate> candidates, std::function<std::size_t(DeviceKind)> usual)
        : candidates_(std::move(candidates)),
          usual_(std::move(usual)) {}

    BoundApplication const& usual(DeviceKind device) const { return candidate(device).form; }

    RunResult run(Graph const& graph, RunOptions const& options) const {
        if (options.checkpoint.on() || options.roots || graph.oriented()) {
            Candidate const& taken = candidate(options.device);
            return named(taken, taken.form.run(graph, options));
        }
        Stopwatch const preparing;
        return run(make_resident(graph, options, usual(options.device)), options, preparing);
    }

    RunResult run(Resident const& resident, RunOptions const& options) const {
        return run(resident, options, Stopwatch());
    }

    Choice choose(Graph const& graph, RunOptions const& options) const {
        Resident const resident = make_resident(graph, options, usual(options.device));
        std::uint64_t const jobs = look_at(usual(resident.device()), resident, options).all_jobs;
        Race race(candidates_, usual_(resident.device()), jobs, resident, options);
        if (jobs > 0) race.run();
        return race.choice();
    }

private:
    Candidate const& candidate(DeviceKind device) const { return candidates_[usual_(resolve_device(device))]; }

    static RunResult named(Candidate const& candidate, RunResult result) {
        result.chosen.form = name_of(candidate.algorithm);
        return result;
    }

    RunResult run(Resident const& resident, RunOptions options, Stopwatch const& since) const {
        Candidate const* taken = &candidate(resident.device());
        bool const is_fixed = options.checkpoint.on() || options.roots; // a run goes on in the form that began it
        JobSample const look = is_fixed ? JobSample{} : look_at(taken->form, resident, options);
        if (candidates_.size() > 1 && is_long(look, resident.device())) {
            Race race(candidates_, usual_(resident.device()), look.all_jobs, resident, options);
            race.run();
            taken = &candidates_[race.winner()];
            if (options.balance.pieces == 0) options.balance.pieces = race.pieces();
        }
        double const spent = since.seconds();
        if (options.deadline_seconds > 0) options.deadline_seconds = std::max(options.deadline_seconds - spent, 1e-3);
        RunResult result = named(*taken, taken->form.run_resident(resident, options));
        result.seconds.prepare += spent;
        return result;
    }

    std::vector<Candidate> const candidates_;
    std::function<std::size_t(DeviceKind)> const usual_;
};

} // namespace

BoundApplication fastest_of(std::vector<Candidate> candidates, std::function<std::size_t(DeviceKind)> usual) {
    auto const fastest = std::make_shared<Fastest const>(std::move(candidates), std::move(usual));
    auto const usual_form = [=](RunOptions const& options) { return fastest->usual(options.device); };
    return {
        [=](RunOptions const& options) { usual_form(options).warm_up(options); },
        [=](Graph const& graph, RunOptions const& options) { return usual_form(options).prepare(graph, options); },
        [=](Graph const& graph, RunOptions const& options) { return usual_form(options).estimate(graph, options); },
        [=](Graph const& graph, RunOptions const& options) { return fastest->run(graph, options); },
        [=](Resident const& graph, RunOptions const& options) { return fastest->run(graph, options); },
        [=](Resident const& graph, RunOptions const& options, std::span<SampledJobs const> jobs) {
            return fastest->usual(graph.device()).sample(graph, options, jobs);
        },
        [=](Graph const& graph, RunOptions const& options) { return fastest->choose(graph, options); },
    };
}

BoundApplication with_prediction(BoundApplication form) {
    auto const alone = std::make_shared<Fastest const>(std::vector<Candidate>{{Algorithm::fast, form}},
                                                       [](DeviceKind) { return std::size_t{0}; });
    form.choose = [=](Graph const& graph, RunOptions const& options) { return alone->choose(graph, options); };
    return form;
}

} // namespace cerrado

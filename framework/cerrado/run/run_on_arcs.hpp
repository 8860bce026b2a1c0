// run() for applications on arcs with times: those with `using Engine = TimedArcs;`.
//
//   auto result = cerrado::run(MyApplication{3}, cerrado::open_arcs("transfers.csv"));
#pragma once

#include <cerrado/core/detail/clock.hpp>
#include <cerrado/engine/timed_arcs.hpp>
#include <cerrado/run/resident_arcs.hpp>
#include <cerrado/run/run.hpp>

namespace cerrado {

// Runs the application on arcs that lie on a device. A job is an arc, and all else is as in run() on a resident graph, on one
// device. The application may use arrays beside the arcs, such as those that ResidentArcs::array() gives. Makes the lists of the
// arcs if they are not made, which counts as RunResult::seconds.prepare. Throws as run() does. Memory: each worker has room for
// k - 1 times as many ranks as a vertex has arcs, at most; if that does not fit for all, there are fewer workers.
template <class App>
ResultOf<OnTimedArcs<App>> run(App const& app, ResidentArcs& arcs, RunOptions const& options = {}) {
    using Own = OnTimedArcs<App>;
    Stopwatch const making;
    if (!arcs.has_lists()) arcs.make_lists();
    Own const own{app, {arcs.arrays(), arcs.longest_list()}};
    double const made = making.seconds();
    auto found = result_of<Own>(detail::run(detail::RunnableOf<Own>(own), RunInput(arcs.arrays().arcs, arcs.resident()),
                                            detail::opened<Own>(options_on(arcs.resident(), options))));
    found.seconds.prepare += made;
    return found;
}

// The same on arcs that are copied to the device of the options for this run.
template <class App> ResultOf<OnTimedArcs<App>> run(App const& app, Arcs const& arcs, RunOptions const& options = {}) {
    Stopwatch const copying;
    ResidentArcs own(arcs, options);
    double const copied = copying.seconds();
    auto found = run(app, own, options);
    found.seconds.prepare += copied;
    return found;
}

} // namespace cerrado

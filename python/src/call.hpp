// Calls of the library that may take long. The work runs on a thread of its own, without the GIL. The thread of Python
// that called waits for it, and looks a few times a second whether there is a signal (Ctrl-C), and tells progress.
#pragma once

#include "errors.hpp"

#include <cerrado/run/options.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace cerrado::python {

// What the work tells the thread that waits for it.
class Told {
public:
    void progress(Progress const& now);
    void note(std::string text);
    std::optional<Progress> take_progress(); // what is new since the last call
    std::vector<std::string> take_notes();

    std::atomic<bool> interrupt = false; // the other way: the work shall end

private:
    std::mutex mutex_;
    std::optional<Progress> progress_;
    std::vector<std::string> notes_;
};

// Work on a thread of a pool. Threads wait for the next work, since to start one takes longer than a short run.
class Job {
public:
    Job(std::function<void()> work, std::shared_ptr<Told> told);
    ~Job(); // waits
    Job(Job const&) = delete;

    // Waits until the work has ended. Every look it asks Python for signals and calls `progress`, if that is not None,
    // with a dictionary. What Python raises there interrupts the work. Requires: the GIL, which is released meanwhile.
    // Returns: what was raised, or nothing.
    std::optional<nb::python_error> wait(nb::handle progress);
    bool wait_once(nb::handle progress, std::optional<nb::python_error>& raised); // one look; true: the work has ended
    void look(nb::handle progress, std::optional<nb::python_error>& raised);      // without waiting

    void rethrow(); // what the work threw; requires that it has ended

private:
    struct State;
    std::shared_ptr<State> state_;
    std::shared_ptr<Told> told_;
    double last_report_ = 0;
};

// Runs `work` as above. Returns: its result and what Python raised meanwhile. An error of the work is thrown, unless
// Python raised one before.
template <class Result>
std::pair<std::optional<Result>, std::optional<nb::python_error>> call(std::function<Result()> work,
                                                                       std::shared_ptr<Told> told,
                                                                       nb::handle progress) {
    auto const result = std::make_shared<std::optional<Result>>();
    Job job([work = std::move(work), result] { result->emplace(work()); }, std::move(told));
    std::optional<nb::python_error> raised = job.wait(progress);
    if (!raised) job.rethrow();
    return {std::move(*result), std::move(raised)};
}

// Does the same with work that has no options. What Python raises is raised when the work has ended.
template <class Result> Result call_plainly(std::function<Result()> work) {
    auto [result, raised] = call<Result>(std::move(work), std::make_shared<Told>(), nb::none());
    if (raised) throw std::move(*raised);
    return std::move(*result);
}

// After this no thread enters Python again. Interrupts all work and waits a little for it. Called at exit.
void end_all_calls();

// In the child of a fork, whose only thread is the one that called it.
void forget_threads();

// Whether CUDA was in use before the last fork: then this process cannot use it.
bool is_cuda_lost();
void note_cuda_use();

} // namespace cerrado::python

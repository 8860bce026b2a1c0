// The passage between Python and the library: errors, numbers and arrays, and calls that may take long.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/run/options.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::python {

namespace nb = nanobind;

// InputError becomes cerrado.InputError, a ValueError; Error becomes cerrado.Error, a RuntimeError.
void bind_errors(nb::module_& module);

[[noreturn]] void refuse(std::string const& text); // throws InputError

// Numbers and arrays between the library and Python.

nb::int_ to_int(WideCount count);
nb::int_ to_int(std::string const& digits);
WideCount to_count(nb::int_ const& number, std::string const& what); // throws InputError below 0 or above 128 bits

// An array that owns its values. `shape` has one number or two.
template <class T> nb::object array_of(std::vector<T> values, std::vector<std::size_t> const& shape) {
    auto owned = std::make_unique<std::vector<T>>(std::move(values));
    T* const data = owned->data();
    nb::capsule const owner(owned.get(), [](void* vector) noexcept { delete static_cast<std::vector<T>*>(vector); });
    static_cast<void>(owned.release());
    return nb::cast(nb::ndarray<nb::numpy, T>(data, shape.size(), shape.data(), owner));
}
template <class T> nb::object array_of(std::vector<T> values) {
    std::size_t const size = values.size();
    return array_of(std::move(values), {size});
}

// An array that reads the values of `owner`, without a copy.
template <class T> nb::object view_of(std::span<T const> values, nb::handle owner) {
    std::size_t const shape[] = {values.size()};
    return nb::cast(nb::ndarray<nb::numpy, T const>(values.data(), 1, shape, owner));
}

// Exact numbers: int64, or uint64, or a list of int where these do not hold them.
nb::object counts_array(std::span<WideCount const> counts, std::vector<std::size_t> const& shape);

using ArrayIn = nb::ndarray<nb::ro, nb::device::cpu>;

// Calls of the library that may take long. The work runs on a thread of its own, without the GIL. The thread of Python
// that called waits for it, and looks a few times a second whether there is a signal (Ctrl-C), and tells progress.

// The messages of the work to the thread that waits for it.
class Told {
public:
    void progress(Progress const& now);
    void note(std::string text);
    std::optional<Progress> take_progress(); // the news since the last call
    std::vector<std::string> take_notes();

    std::atomic<bool> interrupt = false; // the other way: the work shall end

private:
    std::mutex mutex_;
    std::optional<Progress> progress_;
    std::vector<std::string> notes_;
};

// The caller waits until interrupted work has ended, or may leave it to end by itself. may_leave requires: the work
// owns all that it needs, and nothing of Python.
enum class AfterInterrupt { waits, may_leave };

// Work on a thread of a pool. Threads wait for the next work, since to start one takes longer than a short run.
class Job {
public:
    Job(std::function<void()> work, std::shared_ptr<Told> told);
    ~Job(); // waits, unless the work was left
    Job(Job const&) = delete;

    // Waits until the work has ended. Every look it asks Python for signals and calls `progress`, if that is not None,
    // with a dictionary. An exception of Python there interrupts the work. Requires: the GIL, which is released
    // meanwhile. Returns: the exception that was raised, or nothing.
    std::optional<nb::python_error> wait(nb::handle progress, AfterInterrupt then = AfterInterrupt::waits);
    bool was_left() const { return was_left_; }
    bool wait_once(nb::handle progress, std::optional<nb::python_error>& raised); // one look; true: the work has ended
    void look(nb::handle progress, std::optional<nb::python_error>& raised);      // without waiting

    void rethrow(); // throws the exception of the work; requires that it has ended

private:
    struct State;
    std::shared_ptr<State> state_;
    std::shared_ptr<Told> told_;
    double last_report_ = 0;
    bool was_left_ = false;
};

// Runs `work` as above. Returns: its result and what Python raised meanwhile. An error of the work is thrown, unless
// Python raised one before. There is no result of work that was left.
template <class Result>
std::pair<std::optional<Result>, std::optional<nb::python_error>> call(std::function<Result()> work,
                                                                       std::shared_ptr<Told> told, nb::handle progress,
                                                                       AfterInterrupt then = AfterInterrupt::waits) {
    auto const result = std::make_shared<std::optional<Result>>();
    Job job([work = std::move(work), result] { result->emplace(work()); }, std::move(told));
    std::optional<nb::python_error> raised = job.wait(progress, then);
    if (job.was_left()) return {std::nullopt, std::move(raised)};
    if (!raised) job.rethrow();
    return {std::move(*result), std::move(raised)};
}

// The same for work that has no options. An exception of Python is raised when the work has ended.
template <class Result> Result call_plainly(std::function<Result()> work) {
    auto [result, raised] = call<Result>(std::move(work), std::make_shared<Told>(), nb::none());
    if (raised) throw std::move(*raised);
    return std::move(*result);
}

// After this no thread enters Python again. Interrupts all work and waits a little for it. Called at exit.
void end_all_calls();

// In the child of a fork, whose only thread is the one that called it.
void forget_threads();

// True if CUDA was in use before the last fork. Then this process cannot use it.
bool is_cuda_lost();
void note_cuda_use();

} // namespace cerrado::python

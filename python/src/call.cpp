#include "call.hpp"

#include <cerrado/core/error.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <limits>
#include <new>
#include <set>
#include <string>
#include <thread>

namespace cerrado::python {

namespace {

PyObject* error_type = nullptr;
PyObject* input_error_type = nullptr;

// The module keeps the type, and so does this program until it ends.
PyObject* make_type(nb::module_& module, char const* name, nb::handle base, char const* doc) {
    nb::object type = nb::steal(PyErr_NewExceptionWithDoc(name, doc, base.ptr(), nullptr));
    if (!type.is_valid()) nb::raise_python_error();
    module.attr(std::string(name).substr(std::string(name).rfind('.') + 1).c_str()) = type;
    return type.release().ptr();
}

void translate(std::exception_ptr const& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (InputError const& error) {
        PyErr_SetString(input_error_type, error.what());
    } catch (Error const& error) {
        PyErr_SetString(error_type, error.what());
    } catch (std::bad_alloc const&) {
        PyErr_SetString(PyExc_MemoryError,
                        "this machine's memory does not hold it; estimate() says what a run would need");
    }
}

} // namespace

void bind_errors(nb::module_& module) {
    error_type = make_type(module, "cerrado.Error", PyExc_RuntimeError,
                           "The machine cannot do it: no GPU, a full disk, a file that cannot be read.");
    input_error_type =
        make_type(module, "cerrado.InputError", PyExc_ValueError,
                  "The caller can mend it: an argument, options that do not fit each other, the content of a file.");
    nb::register_exception_translator(translate, nullptr);
}

void refuse(std::string const& text) { throw InputError(text); }

nb::int_ to_int(WideCount count) {
    auto const low = static_cast<std::uint64_t>(count);
    auto const high = static_cast<std::uint64_t>(count >> 64);
    if (high == 0) return nb::int_(low);
    return nb::int_((nb::int_(high) << nb::int_(64)) | nb::int_(low));
}

nb::int_ to_int(std::string const& digits) {
    nb::object made = nb::steal(PyLong_FromString(digits.c_str(), nullptr, 10));
    if (!made.is_valid()) nb::raise_python_error();
    return nb::int_(made);
}

WideCount to_count(nb::int_ const& number, std::string const& what) {
    nb::int_ const zero(0), most = to_int(~WideCount{0});
    int const is_below = PyObject_RichCompareBool(number.ptr(), zero.ptr(), Py_LT);
    int const is_above = PyObject_RichCompareBool(number.ptr(), most.ptr(), Py_GT);
    if (is_below < 0 || is_above < 0) nb::raise_python_error();
    if (is_below == 1 || is_above == 1) {
        refuse(what + "=" + nb::cast<std::string>(nb::str(number)) + ": expected a number from 0 to 2^128 - 1");
    }
    nb::object const low = number & to_int(WideCount{~std::uint64_t{0}});
    nb::object const high = number >> nb::int_(64);
    return WideCount{nb::cast<std::uint64_t>(high)} << 64 | nb::cast<std::uint64_t>(low);
}

nb::object counts_array(std::span<WideCount const> counts, std::vector<std::size_t> const& shape) {
    WideCount const largest = counts.empty() ? WideCount{0} : *std::ranges::max_element(counts);
    if (largest <= static_cast<WideCount>(std::numeric_limits<std::int64_t>::max())) {
        return array_of(std::vector<std::int64_t>(counts.begin(), counts.end()), shape);
    }
    if (largest <= ~std::uint64_t{0}) return array_of(std::vector<std::uint64_t>(counts.begin(), counts.end()), shape);
    nb::list made;
    for (WideCount const count : counts) made.append(to_int(count));
    return made;
}

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto look_time = std::chrono::milliseconds(50);  // between two looks at signals
constexpr double report_seconds = 0.1;                     // between two reports of progress
constexpr auto patience_at_exit = std::chrono::seconds(3); // for work that does not look at its interrupt

double seconds_now() { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); }

std::atomic<std::thread::id> ends_process{}; // the thread of Python that does
std::atomic<bool> has_used_cuda = false;
std::atomic<bool> has_lost_cuda = false;

// A thread that does one work after the other.
class Worker {
public:
    Worker() : thread_([this] { serve(); }) { thread_.detach(); }
    void take(std::function<void()> work) {
        {
            std::lock_guard const lock(mutex_);
            work_ = std::move(work);
        }
        changed_.notify_one();
    }

private:
    [[noreturn]] void serve();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::function<void()> work_;
    std::thread thread_;
};

// Idle threads, and the work under way. It is never destroyed: threads may wait in it when the process ends.
struct Pool {
    std::mutex mutex;
    std::condition_variable fewer;
    std::vector<Worker*> idle;
    std::multiset<Told*> active;
};
std::atomic<Pool*> the_pool = new Pool;
Pool& pool() { return *the_pool.load(); }

void Worker::serve() {
    for (;;) {
        std::function<void()> work;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return static_cast<bool>(work_); });
            work = std::exchange(work_, {});
        }
        work();
        work = {};
    }
}

Worker* take_worker(Told* told) {
    std::lock_guard const lock(pool().mutex);
    pool().active.insert(told);
    if (pool().idle.empty()) return nullptr;
    Worker* const worker = pool().idle.back();
    pool().idle.pop_back();
    return worker;
}

void give_back(Worker* worker, Told* told) {
    {
        std::lock_guard const lock(pool().mutex);
        pool().active.erase(pool().active.find(told));
        pool().idle.push_back(worker);
    }
    pool().fewer.notify_all();
}

nb::dict dictionary_of(Progress const& progress) {
    nb::dict told;
    told["roots_done"] = progress.roots_done;
    told["roots_given"] = progress.roots_given;
    told["seconds"] = progress.seconds;
    told["delivered"] = progress.delivered;
    told["share"] = progress.share;
    return told;
}

// The GIL is left, and taken again unless the interpreter ends: a thread that takes it then is ended by Python, in the
// middle of C++.
class WithoutGil {
public:
    WithoutGil() : state_(PyEval_SaveThread()) {}
    ~WithoutGil() {
        while (is_of_no_use()) std::this_thread::sleep_for(std::chrono::hours(1));
        PyEval_RestoreThread(state_);
    }
    WithoutGil(WithoutGil const&) = delete;

private:
    static bool is_of_no_use() {
        std::thread::id const ending = ends_process;
        return ending != std::thread::id{} && ending != std::this_thread::get_id();
    }
    PyThreadState* state_;
};

} // namespace

void Told::progress(Progress const& now) {
    std::lock_guard const lock(mutex_);
    progress_ = now;
}
void Told::note(std::string text) {
    std::lock_guard const lock(mutex_);
    notes_.push_back(std::move(text));
}
std::optional<Progress> Told::take_progress() {
    std::lock_guard const lock(mutex_);
    return std::exchange(progress_, std::nullopt);
}
std::vector<std::string> Told::take_notes() {
    std::lock_guard const lock(mutex_);
    return std::exchange(notes_, {});
}

struct Job::State {
    std::mutex mutex;
    std::condition_variable changed;
    bool is_done = false;
    std::exception_ptr thrown;

    bool wait_for(std::chrono::milliseconds time) {
        std::unique_lock lock(mutex);
        return changed.wait_for(lock, time, [this] { return is_done; });
    }
};

Job::Job(std::function<void()> work, std::shared_ptr<Told> told)
    : state_(std::make_shared<State>()),
      told_(std::move(told)) {
    Worker* worker = take_worker(told_.get());
    if (worker == nullptr) worker = new Worker;
    worker->take([state = state_, told = told_, work = std::move(work), worker]() mutable {
        std::exception_ptr thrown;
        try {
            work();
        } catch (...) {
            thrown = std::current_exception();
        }
        work = {}; // its objects may be freed before anybody hears that it is done
        give_back(worker, told.get());
        {
            std::lock_guard const lock(state->mutex);
            state->thrown = thrown;
            state->is_done = true;
        }
        state->changed.notify_all(); // without the lock, or who is woken would wait for it
    });
}

Job::~Job() {
    if (was_left_) return;
    std::unique_lock lock(state_->mutex);
    state_->changed.wait(lock, [this] { return state_->is_done; });
}

bool Job::wait_once(nb::handle progress, std::optional<nb::python_error>& raised) {
    bool is_done = false;
    {
        WithoutGil const without;
        is_done = state_->wait_for(look_time);
    }
    if (!is_done && !raised) look(progress, raised);
    return is_done;
}

void Job::look(nb::handle progress, std::optional<nb::python_error>& raised) {
    try {
        if (PyErr_CheckSignals() != 0) nb::raise_python_error();
        if (progress.is_none() || seconds_now() - last_report_ < report_seconds) return;
        if (std::optional<Progress> const now = told_->take_progress()) {
            last_report_ = seconds_now();
            progress(dictionary_of(*now));
        }
    } catch (nb::python_error& error) {
        raised.emplace(std::move(error));
        told_->interrupt = true;
    }
}

std::optional<nb::python_error> Job::wait(nb::handle progress, AfterInterrupt then) {
    constexpr double patience = .35; // seconds; what is prepared before a run does not look for interrupts
    std::optional<nb::python_error> raised;
    double raised_at = 0;
    while (!was_left_ && !wait_once(progress, raised)) {
        if (!raised) continue;
        if (raised_at == 0) raised_at = seconds_now();
        was_left_ = then == AfterInterrupt::may_leave && seconds_now() - raised_at > patience;
    }
    return raised;
}

void Job::rethrow() {
    std::lock_guard const lock(state_->mutex);
    if (state_->thrown) std::rethrow_exception(state_->thrown);
}

void end_all_calls() {
    nb::gil_scoped_release const without; // only the thread that ends the interpreter takes it again
    ends_process = std::this_thread::get_id();
    std::unique_lock lock(pool().mutex);
    for (Told* const told : pool().active) told->interrupt = true;
    pool().fewer.wait_for(lock, patience_at_exit, [] { return pool().active.empty(); });
}

void forget_threads() {
    the_pool = new Pool; // the threads of the old one are not in this process, and its mutex may be locked
    if (has_used_cuda) has_lost_cuda = true;
}

bool is_cuda_lost() { return has_lost_cuda; }
void note_cuda_use() { has_used_cuda = true; }

} // namespace cerrado::python

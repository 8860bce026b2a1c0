#include "listing.hpp"

#include "numbers.hpp"

#include <cerrado/output/store_input.hpp>

#include <algorithm>
#include <chrono>

namespace cerrado::python {
namespace {

constexpr std::size_t most_held = std::size_t{1} << 22; // ids that wait for Python: 16 or 32 MB
constexpr auto patience = std::chrono::milliseconds(20);

} // namespace

template <class Id> void Ids::put_into(std::vector<Id>& held, std::span<Id const> ids) {
    std::unique_lock lock(mutex_);
    while (!is_stopped_ && !told_->interrupt && held.size() >= most_held) changed_.wait_for(lock, patience);
    if (is_stopped_ || (told_->interrupt && held.size() >= most_held)) throw Stopped{};
    held.insert(held.end(), ids.begin(), ids.end());
    changed_.notify_all();
}

void Ids::put(std::span<std::uint64_t const> ids) { put_into(wide_, ids); }
void Ids::put(std::span<std::uint32_t const> ids) { put_into(narrow_, ids); }

void Ids::finish() {
    std::lock_guard const lock(mutex_);
    is_finished_ = true;
    changed_.notify_all();
}

void Ids::stop() {
    std::lock_guard const lock(mutex_);
    is_stopped_ = true;
    changed_.notify_all();
}

bool Ids::is_stopped() {
    std::lock_guard const lock(mutex_);
    return is_stopped_;
}

Ids::State Ids::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [&] { return is_finished_ || !wide_.empty() || !narrow_.empty(); });
    if (!wide_.empty() || !narrow_.empty()) return State::some;
    return is_finished_ ? State::end : State::none_yet;
}

std::vector<std::uint64_t> Ids::take_wide() {
    std::lock_guard const lock(mutex_);
    changed_.notify_all();
    return std::exchange(wide_, {});
}
std::vector<std::uint32_t> Ids::take_narrow() {
    std::lock_guard const lock(mutex_);
    changed_.notify_all();
    return std::exchange(narrow_, {});
}

Listing::Listing(Subject const& subject, Options options, int width, Search search)
    : progress_(options.progress),
      is_narrow_(std::ranges::all_of(subject.graph().original_ids(), [](OriginalId id) { return id <= ~0U; })),
      width_(static_cast<std::size_t>(width)) {
    static_cast<void>(subject.where());
    detail::check_device(options);
    RunOptions prepared = run_options(options, told_);
    if (prepared.checkpoint.on()) {
        refuse(
            "checkpoint: a list of subgraphs in Python cannot be taken back to where a checkpoint was; leave it out");
    }
    auto& store = prepared.of<StoreInput>();
    store.limit = options.limit;
    if (is_narrow_)
        store.narrow_sink = [ids = ids_](std::span<std::uint32_t const> some) { ids->put(some); };
    else
        store.batch_sink = [ids = ids_](std::span<OriginalId const> some) { ids->put(some); };
    auto const gpu = subject.resident() && !options.gpu ? subject.gpu() : options.gpu;
    job_ = std::make_unique<Job>(
        [subject, prepared, gpu, search = std::move(search), ids = ids_, found = found_] {
            try {
                detail::on_gpu(gpu, [&] { found->emplace(search(subject.where(), prepared)); })();
            } catch (Ids::Stopped const&) { // the caller knows
            } catch (...) {
                ids->finish();
                throw;
            }
            ids->finish();
        },
        told_);
}

nb::object Listing::next() {
    std::optional<nb::python_error> raised;
    for (;;) {
        Ids::State state{};
        {
            nb::gil_scoped_release const without;
            state = ids_->wait();
        }
        if (state == Ids::State::end || ids_->is_stopped()) break;
        if (state == Ids::State::some) {
            job_->look(progress_, raised);
            if (raised) break;
            if (!is_narrow_) {
                std::vector<std::uint64_t> ids = ids_->take_wide();
                std::size_t const rows = ids.size() / width_;
                return array_of(std::move(ids), {rows, width_});
            }
            std::vector<std::uint32_t> ids = ids_->take_narrow();
            std::size_t const rows = ids.size() / width_;
            return array_of(std::move(ids), {rows, width_});
        }
        static_cast<void>(job_->wait_once(progress_, raised));
        if (raised) break;
    }
    if (raised) {
        stop();
        throw std::move(*raised);
    }
    finish();
    job_->rethrow();
    return nb::none();
}

void Listing::finish() {
    if (is_done_) return;
    static_cast<void>(job_->wait(nb::none()));
    is_done_ = true;
}

void Listing::stop() {
    if (!job_) return;
    told_->interrupt = true;
    ids_->stop();
    job_.reset(); // waits
    is_done_ = true;
}

nb::object Listing::result() {
    if (!is_done_ || !found_->has_value()) return nb::none();
    nb::dict made = dictionary_of(**found_);
    made["notes"] = detail::list_of(told_->take_notes());
    return made;
}

void bind_listing(nb::module_& module) {
    nb::class_<Listing>(module, "Listing", "A list of subgraphs while the search runs.")
        .def("next", &Listing::next)
        .def("stop", &Listing::stop)
        .def("result", &Listing::result);
}

} // namespace cerrado::python

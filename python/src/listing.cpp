#include "listing.hpp"

#include "call.hpp"
#include "run.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/devices.hpp>

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <span>

namespace cerrado::python {

namespace {

constexpr int dlpack_cuda = 2; // kDLCUDA of DLPack

// Returns: the block for DLPack. The data are complete, so the reader's stream and other options of DLPack do not
// matter.
nb::object to_dlpack(nb::pointer_and_handle<DeviceBlock> self, nb::kwargs const&) {
    DeviceBlock const& block = *self.p;
    std::vector<std::size_t> const shape = block.shape();
    std::vector<std::int64_t> const strides = block.strides();
    using Ids = nb::ndarray<std::int32_t, nb::device::cuda>;
    auto* const ids = reinterpret_cast<std::int32_t*>(const_cast<std::uint32_t*>(block.ids()));
    return nb::cast(Ids(ids, shape.size(), shape.data(), self.h, strides.data(), nb::dtype<std::int32_t>(), dlpack_cuda,
                        block.device()));
}

template <class Number> nb::tuple tuple_of(std::vector<Number> const& numbers, Number times = 1) {
    nb::list made;
    for (Number const number : numbers) made.append(number * times);
    return nb::tuple(made);
}
nb::tuple shape_of(DeviceBlock const& block) { return tuple_of(block.shape()); }

// Version 3 of the interface, https://numba.readthedocs.io/en/stable/cuda/cuda_array_interface.html
nb::dict cuda_array_interface(DeviceBlock const& block) {
    nb::dict made;
    made["shape"] = shape_of(block);
    made["typestr"] = "<i4";
    made["data"] = nb::make_tuple(reinterpret_cast<std::uintptr_t>(block.ids()), false);
    made["strides"] = tuple_of(block.strides(), std::int64_t{sizeof(std::int32_t)});
    made["stream"] = nb::none();
    made["version"] = 3;
    return made;
}

std::string text_of(DeviceBlock const& block) {
    return "<DeviceBlock on cuda:" + std::to_string(block.device()) + ", int32, " + nb::repr(shape_of(block)).c_str() +
           ">";
}

} // namespace

DeviceBlock DeviceBlock::column(std::size_t column) const {
    std::size_t const columns = layout_.places.empty() ? layout_.width : layout_.places.size();
    if (place_ || column >= columns) throw std::out_of_range("a block has no such column");
    DeviceBlock made = *this;
    made.place_ = layout_.places.empty() ? column : static_cast<std::size_t>(layout_.places[column]);
    return made;
}

void bind_device_blocks(nb::module_& module) {
    nb::class_<DeviceBlock>(module, "DeviceBlock",
                            "Subgraphs in the memory of a GPU: int32, (subgraphs, vertices). torch.from_dlpack(block), "
                            "cupy.asarray(block) and jax.dlpack.from_dlpack(block) read it where it is.")
        .def("__dlpack__", to_dlpack, nb::sig("def __dlpack__(self, **kwargs: object) -> object"))
        .def("__dlpack_device__", [](DeviceBlock const& block) { return nb::make_tuple(dlpack_cuda, block.device()); })
        .def_prop_ro("__cuda_array_interface__", cuda_array_interface)
        .def_prop_ro("shape", shape_of)
        .def_prop_ro("dtype", [](DeviceBlock const&) { return "int32"; })
        .def_prop_ro("device", [](DeviceBlock const& block) { return "cuda:" + std::to_string(block.device()); })
        .def("column", &DeviceBlock::column, nb::arg("column"), "One vertex of each subgraph, in the same memory.")
        .def("__len__", &DeviceBlock::rows)
        .def("__repr__", text_of);
}

namespace {

constexpr std::size_t most_held = std::size_t{1} << 22; // ids that wait for Python: 16 or 32 MB
constexpr auto patience = std::chrono::milliseconds(20);

// Returns: the most bytes of blocks on the device, which is half of its memory.
std::uint64_t most_on(std::optional<int> gpu) {
    std::vector<DeviceDescription> const devices = list_devices();
    auto const number = static_cast<std::size_t>(gpu.value_or(0)); // the run refuses a GPU that is not there
    return number < devices.size() ? devices[number].memory_bytes / 2 : 0;
}

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

void Ids::put(DeviceBatch const& batch) {
    std::lock_guard const lock(mutex_);
    if (is_stopped_ || told_->interrupt) throw Stopped{};
    kept_bytes_ += batch.count * sizeof *batch.ids;
    if (kept_bytes_ > most_on_device_) {
        bool const has_roots = layout_->places.empty(); // a query has none
        refuse(std::string("device_blocks(): the list needs more than half of the GPU's memory: ") +
               (has_roots ? "list a part of it, with roots=, or blocks()" : "take blocks()"));
    }
    kept_.emplace_back(keep(batch), *layout_);
}

void Ids::finish() {
    std::lock_guard const lock(mutex_);
    is_finished_ = true;
    changed_.notify_all();
}

void Ids::fail() {
    {
        std::lock_guard const lock(mutex_);
        kept_.clear(); // no reader has these blocks yet
    }
    finish();
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
    changed_.wait_for(lock, patience, [&] { return is_finished_ || has_some(); });
    if (has_some()) return State::some;
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

DeviceBlock Ids::take_kept() {
    std::lock_guard const lock(mutex_);
    DeviceBlock taken = std::move(kept_.front());
    kept_.pop_front();
    return taken;
}

Listing::Listing(Subject const& subject, Options options, int width, Search search,
                 std::shared_ptr<RowLayout const> layout)
    : progress_(options.progress),
      is_narrow_(std::ranges::all_of(subject.graph().original_ids(), [](OriginalId id) { return id <= ~0U; })),
      is_on_device_(options.on_device),
      width_(static_cast<std::size_t>(width)) {
    static_cast<void>(subject.where());
    detail::check_device(options);
    auto const gpu = subject.resident() && !options.gpu ? subject.gpu() : options.gpu;
    if (!layout) layout = std::make_shared<RowLayout const>(RowLayout{width_});
    ids_ = std::make_shared<Ids>(told_, is_on_device_ ? most_on(gpu) : 0, std::move(layout));
    RunOptions prepared = run_options(options, told_);
    if (prepared.checkpoint.on()) {
        refuse("checkpoint: a list of subgraphs in Python cannot go back to a checkpoint: leave checkpoint out");
    }
    set_sink(options, prepared);
    job_ = std::make_unique<Job>(
        [subject, prepared, gpu, search = std::move(search), ids = ids_, found = found_] {
            try {
                detail::on_gpu(gpu, [&] { found->emplace(search(subject.where(), prepared)); })();
            } catch (Ids::Stopped const&) { // the caller stopped the search
            } catch (...) {
                ids->fail();
                throw;
            }
            ids->finish();
        },
        told_);
}

void Listing::set_sink(Options const& options, RunOptions& prepared) const {
    auto& store = prepared.of<StoreInput>();
    store.limit = options.limit;
    if (is_on_device_) {
        store.device_sink = [ids = ids_](DeviceBatch const& some) { ids->put(some); };
    } else if (is_narrow_) {
        store.narrow_sink = [ids = ids_](std::span<std::uint32_t const> some) { ids->put(some); };
    } else {
        store.batch_sink = [ids = ids_](std::span<OriginalId const> some) { ids->put(some); };
    }
}

namespace {

// Arrays of the cliques of each size, of those that lie one after the other with their number of ids before each.
template <class Id> nb::object arrays_by_size(std::vector<Id> const& ids) {
    std::map<std::size_t, std::vector<Id>> by_size;
    for (std::size_t at = 0; at < ids.size(); at += 1 + ids[at]) {
        auto const clique = std::span(ids).subspan(at + 1, ids[at]);
        std::vector<Id>& alike = by_size[clique.size()];
        alike.insert(alike.end(), clique.begin(), clique.end());
    }
    nb::list arrays;
    for (auto& [size, alike] : by_size) {
        std::size_t const rows = alike.size() / size;
        arrays.append(array_of(std::move(alike), {rows, size}));
    }
    return arrays;
}

} // namespace

// Takes the ids that wait. Requires: there are some.
nb::object Listing::take() {
    if (is_on_device_) return nb::cast(ids_->take_kept());
    auto const rows_of = [&](auto ids) -> nb::object {
        if (width_ == 0) return arrays_by_size(ids);
        std::size_t const rows = ids.size() / width_;
        return array_of(std::move(ids), {rows, width_});
    };
    return is_narrow_ ? rows_of(ids_->take_narrow()) : rows_of(ids_->take_wide());
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
            return take();
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
    job_.reset(); // waits for the work
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

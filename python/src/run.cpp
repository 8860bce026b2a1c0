#include "run.hpp"

#include "call.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/ranks.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

namespace cerrado::python {

namespace {

void set_checkpoint(Options const& options, std::shared_ptr<Told> const& told, CheckpointOptions& to) {
    to.file = options.checkpoint.empty() ? options.resume : options.checkpoint;
    to.from = options.resume;
    to.resume = !options.resume.empty();
    to.every_seconds = options.checkpoint_every;
    to.note = [told](std::string const& text) { told->note(text); };
}

} // namespace

std::string argument_text(std::string_view name, std::string_view value) {
    std::string const given(name);
    return value.empty() ? given : given + "='" + std::string(value) + "'";
}

Algorithm parse_algorithm(std::string const& name) { return value_of(algorithm_words, "algorithm", name); }

RunOptions run_options(Options const& options, std::shared_ptr<Told> const& told) {
    RunOptions made;
    made.device = value_of(device_words, "device", options.device);
    made.devices = devices_named(options.devices);
    if (!options.ranks.is_none()) made.ranks = nb::cast<Ranks*>(options.ranks);
    made.threads = options.threads;
    made.workers = options.workers;
    made.warp_width = options.warp_width;
    made.order = value_of(order_words, "order", options.order);
    made.roots = options.roots;
    made.deadline_seconds = options.deadline;
    made.interrupt = &told->interrupt;
    made.balance = choose_balance(options, {made.device, made.is_shared()}, argument_text).options();
    made.balance.pieces = options.pieces;
    set_checkpoint(options, told, made.checkpoint);
    if (!options.progress.is_none()) made.progress = [told](Progress const& now) { told->progress(now); };
    return made;
}

nb::dict dictionary_of(RunResult const& result) {
    nb::dict made;
    made["count"] = to_int(result.count);
    made["status"] = to_string(result.status);
    nb::dict seconds;
    seconds["start"] = result.seconds.start;
    seconds["prepare"] = result.seconds.prepare;
    seconds["run"] = result.seconds.run;
    if (result.seconds.run_before > 0) seconds["run_of_all_parts"] = result.seconds.run + result.seconds.run_before;
    made["seconds"] = seconds;
    add_conditions(made, result);
    made["donated"] = result.balance.donated;
    made["form"] = nb::none();
    if (!result.chosen.form.empty()) made["form"] = result.chosen.form;
    made["order"] = to_string(result.chosen.order);
    return made;
}

namespace detail {

std::function<void()> on_gpu(std::optional<int> gpu, std::function<void()> work) {
    if (!gpu) return work;
    return [gpu, work = std::move(work)] {
        DeviceScope const scope(gpu);
        work();
    };
}

void check_device(Options const& options) {
    bool const on_hosts = !options.devices.empty() && std::ranges::all_of(options.devices, [](std::string const& name) {
        return name == "host" || name == "lockstep";
    });
    if (on_hosts) return;
    if (options.device == "host" || options.device == "lockstep") return;
    if (is_cuda_lost()) {
        throw Error(
            "this process was forked after CUDA was in use, so it cannot use the GPU: start it with the method "
            "'spawn' (multiprocessing.set_start_method('spawn')), or give device='host'");
    }
    if (why_no_cuda().empty()) note_cuda_use();
}

nb::list list_of(std::vector<std::string> const& texts) {
    nb::list made;
    for (std::string const& text : texts) made.append(nb::str(text.c_str(), text.size()));
    return made;
}

} // namespace detail

void bind_options(nb::module_& module) {
    nb::class_<Options>(module, "Options", "The options of a run.")
        .def(nb::init<>())
        .def_rw("device", &Options::device)
        .def_rw("gpu", &Options::gpu, nb::arg().none())
        .def_rw("devices", &Options::devices)
        .def_rw("threads", &Options::threads)
        .def_rw("workers", &Options::workers)
        .def_rw("warp_width", &Options::warp_width)
        .def_rw("order", &Options::order)
        .def_rw("roots", &Options::roots, nb::arg().none())
        .def_rw("deadline", &Options::deadline)
        .def_rw("pieces", &Options::pieces)
        .def_rw("balance", &Options::balance)
        .def_rw("policy", &Options::policy, nb::arg().none())
        .def_rw("deal", &Options::deal)
        .def_rw("threshold", &Options::threshold, nb::arg().none())
        .def_rw("donations", &Options::donations, nb::arg().none())
        .def_rw("poll", &Options::poll, nb::arg().none())
        .def_rw("checkpoint", &Options::checkpoint)
        .def_rw("resume", &Options::resume)
        .def_rw("checkpoint_every", &Options::checkpoint_every)
        .def_rw("limit", &Options::limit, nb::arg().none())
        .def_rw("on_device", &Options::on_device)
        .def(
            "verify",
            [](Options& options, std::optional<std::uint64_t> roots, std::uint64_t seed) {
                options.verify = {roots, seed};
            },
            nb::arg("roots").none(), nb::arg("seed"))
        .def_rw("progress", &Options::progress, nb::arg().none())
        .def_rw("ranks", &Options::ranks, nb::arg().none());
}

// Devices, and the properties of this build.

namespace {

nb::list described_devices() {
    auto const found = call_plainly<std::vector<DeviceDescription>>([] { return list_devices(); });
    nb::list made;
    for (DeviceDescription const& device : found) {
        nb::dict described;
        described["kind"] = device.kind;
        described["name"] = device.name;
        described["memory_bytes"] = device.memory_bytes;
        described["multiprocessors"] = device.multiprocessors;
        described["note"] = device.note;
        made.append(described);
    }
    return made;
}

} // namespace

void bind_devices(nb::module_& module) {
    module.def("devices", described_devices);
    module.def("cuda_device_count", cuda_device_count);
    module.def("policies", policy_names);
    module.def(
        "parse_time", [](std::string const& what, std::string const& text) { return parse_time(what, text); },
        nb::arg("what"), nb::arg("text"));
}

// The processes that do one run together.

void bind_ranks(nb::module_& module) {
    using Unlocked = nb::call_guard<nb::gil_scoped_release>; // other ranks may take their time
    nb::class_<Ranks>(module, "Ranks", "The processes that a launcher of MPI started with this one.")
        .def(nb::init<>(), Unlocked())
        .def_prop_ro("rank", &Ranks::rank)
        .def_prop_ro("size", &Ranks::size)
        .def("finish", &Ranks::finish, nb::arg("exit_code"), nb::arg("message"), Unlocked());
    module.def("is_launched", is_launched);
}

} // namespace cerrado::python

#include "run.hpp"

#include "call.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/run/detail/many/devices_of_run.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/ranks.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace cerrado::python {

namespace {

template <class Value> struct Word {
    char const* name;
    Value value;
};
constexpr Word<DeviceKind> devices[] = {{"auto", DeviceKind::automatic},
                                        {"cuda", DeviceKind::cuda},
                                        {"host", DeviceKind::host},
                                        {"lockstep", DeviceKind::lockstep}};
constexpr Word<GraphOrder> orders[] = {{"auto", GraphOrder::automatic},
                                       {"degree", GraphOrder::degree},
                                       {"degeneracy", GraphOrder::degeneracy},
                                       {"given", GraphOrder::given}};
constexpr Word<Algorithm> algorithms[] = {{"auto", Algorithm::automatic}, {"fast", Algorithm::fast},
                                          {"paper", Algorithm::paper},    {"oriented", Algorithm::oriented},
                                          {"bitmap", Algorithm::bitmap},  {"pivot", Algorithm::pivot},
                                          {"walk", Algorithm::walk},      {"formula", Algorithm::formula}};

template <class Value, std::size_t n>
Value parse(Word<Value> const (&words)[n], std::string const& what, std::string const& name) {
    std::string known;
    for (Word<Value> const& word : words) {
        if (name == word.name) return word.value;
        known += (known.empty() ? "" : ", ") + std::string(word.name);
    }
    refuse(what + "='" + name + "': expected one of " + known);
}

bool is_policy(std::string const& name) {
    std::vector<std::string> const names = policy_names();
    return std::ranges::find(names, name) != names.end();
}

void require_effect(Options const& options) {
    if (!options.policy.empty() || options.threshold || options.donations || options.poll) {
        refuse(
            "policy, threshold, donations and poll have no effect without balance: add balance='share' or "
            "balance='stop'");
    }
}

void set_balance(Options const& options, DeviceKind device, BalanceOptions& to) {
    to.pieces = options.pieces;
    to.automatic = options.balance == "auto";
    if (to.automatic || options.balance == "none") return require_effect(options);
    bool const is_mechanism = options.balance == "stop" || options.balance == "share";
    if (!is_mechanism && !is_policy(options.balance)) {
        std::string known;
        for (std::string const& name : policy_names()) known += ", " + name;
        refuse("balance='" + options.balance + "': expected auto, none, stop, share or a policy" + known);
    }
    std::string const by_default = is_mechanism ? "dumato" : options.balance;
    if (!is_mechanism && !options.policy.empty() && options.policy != options.balance) {
        refuse("balance='" + options.balance + "' and policy='" + options.policy +
               "': these are two policies: give one");
    }
    PolicySettings settings = measured_settings(device);
    settings.threshold = options.threshold.value_or(settings.threshold);
    settings.donations = options.donations.value_or(settings.donations);
    std::optional<std::chrono::microseconds> poll;
    if (options.poll) poll = std::chrono::microseconds(std::llround(*options.poll * 1e6));
    to = balance_options(is_mechanism ? parse_mechanism(options.balance) : BalanceMechanism::share,
                         make_policy(options.policy.empty() ? by_default : options.policy, settings), poll);
    to.pieces = options.pieces;
}

nb::list rows_of(std::vector<DeviceShare> const& shares) {
    nb::list rows;
    for (DeviceShare const& share : shares) {
        nb::dict row;
        row["name"] = share.name.c_str();
        row["device"] = share.use.name.c_str();
        row["workers"] = share.use.workers;
        row["jobs"] = share.jobs;
        row["busy_seconds"] = share.busy_seconds;
        row["parts"] = share.parts;
        row["handed_over"] = share.handed_over;
        row["peak_bytes"] = share.use.memory.peak_bytes;
        row["left_out"] = share.note.empty() ? nb::object(nb::none()) : nb::object(nb::str(share.note.c_str()));
        rows.append(row);
    }
    return rows;
}

void set_checkpoint(Options const& options, std::shared_ptr<Told> const& told, CheckpointOptions& to) {
    to.file = options.checkpoint.empty() ? options.resume : options.checkpoint;
    to.from = options.resume;
    to.resume = !options.resume.empty();
    to.every_seconds = options.checkpoint_every;
    to.key = options.checkpoint_key;
    to.note = [told](std::string const& text) { told->note(text); };
}

} // namespace

Algorithm parse_algorithm(std::string const& name) { return parse(algorithms, "algorithm", name); }

RunOptions run_options(Options const& options, std::shared_ptr<Told> const& told) {
    RunOptions made;
    made.device = parse(devices, "device", options.device);
    made.devices = devices_named(options.devices);
    if (!options.ranks.is_none()) made.ranks = nb::cast<Ranks*>(options.ranks);
    made.threads = options.threads;
    made.workers = options.workers;
    made.warp_width = options.warp_width;
    made.order = parse(orders, "order", options.order);
    made.roots = options.roots;
    made.deadline_seconds = options.deadline;
    made.interrupt = &told->interrupt;
    set_balance(options, made.device, made.balance);
    made.balance.deal = parse_deal_policy(options.deal);
    if (made.balance.deal != DealPolicy::hand_over && !made.is_shared()) {
        refuse("deal='" + options.deal + "' has no effect on one device: give devices or ranks");
    }
    set_checkpoint(options, told, made.checkpoint);
    if (!options.progress.is_none()) made.progress = [told](Progress const& now) { told->progress(now); };
    return made;
}

nb::dict dictionary_of(RunResult const& result) {
    nb::dict made;
    made["count"] = to_int(result.count);
    made["status"] = nb::str(to_string(result.status).data(), to_string(result.status).size());
    nb::dict seconds;
    seconds["start"] = result.seconds.start;
    seconds["prepare"] = result.seconds.prepare;
    seconds["run"] = result.seconds.run;
    if (result.seconds.run_before > 0) seconds["run_of_all_parts"] = result.seconds.run + result.seconds.run_before;
    made["seconds"] = seconds;
    nb::dict device;
    device["kind"] = result.device.kind.c_str();
    device["name"] = result.device.name.c_str();
    device["workers"] = result.device.workers;
    made["device"] = device;
    if (!result.devices.empty()) made["devices"] = rows_of(result.devices);
    nb::dict memory;
    memory["graph_bytes"] = result.device.memory.graph_bytes;
    memory["traversal_bytes"] = result.device.memory.traversal_bytes;
    memory["peak_bytes"] = result.device.memory.peak_bytes;
    made["memory"] = memory;
    nb::dict roots;
    roots["given"] = result.roots.given;
    roots["done"] = result.roots.done;
    made["roots"] = roots;
    made["donated"] = result.balance.donated;
    made["form"] =
        result.chosen.form.empty() ? nb::object(nb::none()) : nb::object(nb::str(result.chosen.form.c_str()));
    made["order"] = nb::str(to_string(result.chosen.order).data(), to_string(result.chosen.order).size());
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
        .def_rw("policy", &Options::policy)
        .def_rw("deal", &Options::deal)
        .def_rw("threshold", &Options::threshold, nb::arg().none())
        .def_rw("donations", &Options::donations, nb::arg().none())
        .def_rw("poll", &Options::poll, nb::arg().none())
        .def_rw("checkpoint", &Options::checkpoint)
        .def_rw("resume", &Options::resume)
        .def_rw("checkpoint_every", &Options::checkpoint_every)
        .def_rw("checkpoint_key", &Options::checkpoint_key)
        .def_rw("limit", &Options::limit, nb::arg().none())
        .def_rw("on_device", &Options::on_device)
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
        described["kind"] = device.kind.c_str();
        described["name"] = device.name.c_str();
        described["memory_bytes"] = device.memory_bytes;
        described["multiprocessors"] = device.multiprocessors;
        described["note"] = device.note.c_str();
        made.append(described);
    }
    return made;
}

} // namespace

void bind_devices(nb::module_& module) {
    module.def("devices", described_devices);
    module.def("cuda_device_count", cuda_device_count);
    module.def("policies", policy_names);
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

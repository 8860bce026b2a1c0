// The options of a run as Python gives them.
#pragma once

#include "call.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::python {

// The words are those of the command line.
struct Options {
    std::string device = "auto";      // auto, cuda, host, lockstep
    std::optional<int> gpu;           // its number
    std::vector<std::string> devices; // that share the run: all, 0, cuda:0, host, lockstep; none: `device`
    int threads = 0;
    int workers = 0;
    int warp_width = 0;
    std::string order = "auto";
    std::optional<std::vector<VertexId>> roots; // positions
    double deadline = 0;
    int pieces = 0;
    std::string balance = "none";   // none, stop, share, or a policy
    std::string policy;             // empty: the usual one
    std::string deal = "hand-over"; // of `devices` and ranks
    std::optional<double> threshold;
    std::optional<std::uint32_t> donations;
    std::optional<double> poll; // seconds
    std::string checkpoint;     // a file
    std::string resume;         // a file to go on from
    double checkpoint_every = 60;
    std::string checkpoint_key; // that of the command line for the same run; empty: the library's own
    std::optional<std::uint64_t> limit;
    bool on_device = false; // whether a list's blocks stay in the memory of the GPU
    nb::object progress = nb::none();
    nb::object ranks = nb::none(); // a Ranks
};

void bind_options(nb::module_& module);

Algorithm parse_algorithm(std::string const& name); // throws InputError

// They tell `told`, and end when it is interrupted. Throws InputError for words that are none.
RunOptions run_options(Options const& options, std::shared_ptr<Told> const& told);

// A call with options. Returns: (the result as `wrap` makes it or None, what Python raised meanwhile or None).
using Wrapped = nb::typed<nb::tuple, nb::object, nb::object>;
template <class Result> nb::tuple run(Options const& options, std::function<Result(RunOptions const&)> work,
                                      std::function<nb::dict(Result const&)> const& wrap);

// The parts of a result that all runs have.
nb::dict dictionary_of(RunResult const& result);

namespace detail {

std::function<void()> on_gpu(std::optional<int> gpu, std::function<void()> work);
void check_device(Options const& options); // throws Error after a fork
nb::list list_of(std::vector<std::string> const& texts);

} // namespace detail

template <class Result> nb::tuple run(Options const& options, std::function<Result(RunOptions const&)> work,
                                      std::function<nb::dict(Result const&)> const& wrap) {
    detail::check_device(options);
    auto const told = std::make_shared<Told>();
    auto [result, raised] = call<Result>(
        [work = std::move(work), prepared = run_options(options, told), gpu = options.gpu] {
            std::optional<Result> found;
            detail::on_gpu(gpu, [&] { found.emplace(work(prepared)); })();
            return std::move(*found);
        },
        told, options.progress);
    nb::object wrapped = nb::none();
    if (result) {
        nb::dict made = wrap(*result);
        made["notes"] = detail::list_of(told->take_notes());
        wrapped = std::move(made);
    }
    nb::object error = raised ? nb::borrow(raised->value()) : nb::none();
    return nb::make_tuple(wrapped, error);
}

} // namespace cerrado::python

// Adds up results: those of a run's parts, and those of several runs.
#pragma once

#include <cerrado/run/detail/parts/checkpoint.hpp>
#include <cerrado/run/detail/parts/parts.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

#include <tuple>

namespace cerrado {

// Adds up the results of a run's parts, and turns them into bytes of a checkpoint.

// Adds the seconds that `part` took in this process, without those of its earlier parts.
void add_seconds(RunResult& total, RunResult const& part);
// Makes each number of `memory` at least that of `other`.
void keep_larger(MemoryUse& memory, MemoryUse const& other);
// Adds the counts. The other members of the total become those of `part`.
void add_result(RunResult& total, RunResult const& part);
// Adds the outputs' numbers, from which the total's count follows. The counter's is modulo 2^128, because some
// applications subtract in one part what they add in another.
void add_numbers(RunResult& total, RunResult const& part);
void write_result(ByteWriter& to, RunResult const& result);
void read_result(ByteReader& from, RunResult& result);

namespace detail {

template <class T> struct IsVector : std::false_type {};
template <class T> struct IsVector<std::vector<T>> : std::bool_constant<std::is_trivially_copyable_v<T>> {};

// Calls visit<Output>() for each output with its own result.
template <class Visit, class... Outputs> void for_each_result(OutputList<Outputs...>, Visit const& visit) {
    auto const one = [&]<class Output>() {
        if constexpr (requires { typename Output::Result; }) visit.template operator()<Output>();
    };
    (one.template operator()<Outputs>(), ...);
}

template <class Result>
concept HasOwnBytes = requires(ByteWriter& to, ByteReader& from, Result& result) {
    put(to, result);
    get(from, result);
};

template <class Output> consteval bool can_be_kept() {
    using Result = typename Output::Result;
    constexpr bool has_bytes = std::is_trivially_copyable_v<Result> || IsVector<Result>::value || HasOwnBytes<Result>;
    return has_bytes && requires(Result & total, Result const& part) { Output::merge(total, part); };
}

template <class Result> void put_result(ByteWriter& to, Result const& result) {
    if constexpr (HasOwnBytes<Result>) {
        put(to, result);
    } else if constexpr (std::is_trivially_copyable_v<Result>) {
        to.put(result);
    } else {
        to.put_all(std::span(result));
    }
}

template <class Result> void get_result(ByteReader& from, Result& result) {
    if constexpr (HasOwnBytes<Result>) {
        get(from, result);
    } else if constexpr (std::is_trivially_copyable_v<Result>) {
        result = from.get<Result>();
    } else {
        result = from.get_all<typename Result::value_type>();
    }
}

[[noreturn]] inline void refuse_to_keep() {
    throw InputError(
        "an output of this application cannot be kept in a checkpoint: it has no merge(), or its result is neither "
        "trivially copyable nor a vector and has no put() and get(); add these functions to the output, or run without "
        "a checkpoint");
}

} // namespace detail

// Adds all of an application's result. Throws InputError if an output cannot be kept, see output/output_list.hpp.
template <class App> void add_result(RunResult& total, RunResult const& part) {
    add_result(total, part);
    add_numbers(total, part);
    detail::for_each_result(OutputsOf<App>{}, [&]<class Output>() {
        if constexpr (detail::can_be_kept<Output>()) {
            Output::merge(total.template of<Output>(), part.template of<Output>());
        } else {
            detail::refuse_to_keep();
        }
    });
}

template <class App> std::string bytes_of(RunResult const& result) {
    ByteWriter to;
    write_result(to, result);
    detail::for_each_result(OutputsOf<App>{}, [&]<class Output>() {
        if constexpr (detail::can_be_kept<Output>()) {
            detail::put_result(to, result.template of<Output>());
        } else {
            detail::refuse_to_keep();
        }
    });
    return to.bytes();
}

template <class App> void read_bytes(std::string const& bytes, RunResult& result) {
    ByteReader from(bytes);
    read_result(from, result);
    detail::for_each_result(OutputsOf<App>{}, [&]<class Output>() {
        if constexpr (detail::can_be_kept<Output>()) {
            detail::get_result(from, result.template of<Output>());
        } else {
            detail::refuse_to_keep();
        }
    });
}

// Several runs that together make a larger run, with one checkpoint. The file keeps the sum of the runs that are done,
// and the checkpoint of the run under way. Each run may itself consist of several runs.

class SeveralRuns {
public:
    // `asked`: the checkpoint options of the larger run; they may be off. Throws InputError if the file cannot be read.
    SeveralRuns(CheckpointOptions asked, int runs);

    int first() const { return first_; }                    // the first run that is not done according to the file
    RunResult const& finished() const { return finished_; } // the sum of the runs before first()

    // Returns: the checkpoint options of a run. `finished`: the sum of the runs before it.
    CheckpointOptions options_of(int run, RunResult const& finished) const;

private:
    CheckpointOptions const asked_;
    int const runs_;
    int first_ = 0;
    RunResult finished_;
};

} // namespace cerrado

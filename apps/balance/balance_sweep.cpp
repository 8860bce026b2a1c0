#include "balance/balance_sweep.hpp"

#include "balance/balance_table.hpp"
#include "command/options/graph_argument.hpp"
#include "command/record/message.hpp"
#include "command/record/output.hpp"
#include "command/record/text.hpp"
#include "command/run/application_run.hpp"
#include "command/run/interrupt.hpp"

#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace cerrado::command {
namespace {

constexpr std::size_t seconds_column = 14;
constexpr std::size_t donated_column = 15;
constexpr std::size_t stops_column = 16;

// A number that two runs can be compared by in one column: FNV-1a over the counts of all patterns.
std::string pattern_sum(RunResult const& result) {
    if (result.pattern_counts.empty()) return "";
    std::uint64_t sum = 0xcbf29ce484222325;
    for (WideCount count : result.pattern_counts) {
        for (int byte = 0; byte < 16; ++byte, count >>= 8)
            sum = (sum ^ static_cast<std::uint8_t>(count)) * 0x100000001b3;
    }
    return fmt::format("{:016x}", sum);
}

std::string describe(SweepPoint const& point) {
    std::string text = to_string(point.mechanism);
    if (!point.policy.empty()) {
        text += fmt::format(" {} threshold {:g} donations {}", point.policy, point.settings.threshold,
                            point.settings.donations);
    }
    return text +
           (point.workers == 0 ? ", default workers" : ", " + counted(static_cast<WideCount>(point.workers), "worker"));
}

Parameters parameters_of(Application const& application, SweepRequest const& request) {
    Parameters parameters;
    parameters.k = request.k;
    parameters.sizes = {request.k, request.k};
    parameters.algorithm = algorithm_of(application, request.algorithm);
    parameters.device = request.device;
    return parameters;
}

class Sweep {
public:
    Sweep(Application const& application, SweepRequest const& request)
        : parameters_(parameters_of(application, request)),
          device_(resolve_device(options_of(parameters_, std::nullopt).device)),
          request_(checked(request, device_)),
          table_(request.csv) {
        graph_ = open_graph_argument(request.graph, 0, request.marks);
        take_recorded(request_, table_, work());
        take_measured(request_, device_);
        points_ = sweep_points(request_);
        poll_ = parse_poll(request_.poll);
        if (application.has_patterns) tables_ = TransitionTable::load(request.k, {});
        bound_ = application.bind(parameters_.sizes, parameters_.algorithm);
    }

    ExitCode run() {
        std::size_t const all = points_.size() * static_cast<std::size_t>(request_.repeat);
        std::size_t done = 0;
        std::size_t present = 0;
        for (int repeat = 1; repeat <= request_.repeat; ++repeat) {
            for (SweepPoint const& point : points_) {
                ++done;
                if (table_.find(key_of(point, repeat)) != nullptr) {
                    ++present;
                } else if (guard_.flag()->load() || !measure(point, repeat, fmt::format("[{}/{}]", done, all))) {
                    print_message("interrupted: {} of {} rows are in {}; the same command goes on from there\n",
                                  done - 1, all, request_.csv);
                    return ExitCode::partial;
                }
            }
        }
        if (present > 0) print_message("{} of {} rows were in {} already\n", present, all, request_.csv);
        return ExitCode::done;
    }

    std::string summary() const {
        Table table({{"workers", true},
                     {"balance"},
                     {"policy"},
                     {"threshold", true},
                     {"donations", true},
                     {"seconds", true},
                     {"of none", true},
                     {"donated", true},
                     {"stops", true}});
        for (SweepPoint const& point : points_) {
            SweepRow const row = median_row(point);
            SweepPoint const* const plain = unbalanced(point.workers);
            std::string const base = plain == nullptr ? "" : median_row(*plain)[seconds_column];
            double const seconds = std::stod(row[seconds_column]);
            std::string const share = base.empty() ? "-" : fmt::format("{:.1f} %", 100 * seconds / std::stod(base));
            table.add_row({{row[sweep_key_columns + 6]},
                           {row[5]},
                           {row[6]},
                           {row[7]},
                           {row[8]},
                           {fmt::format("{:.4f}", seconds)},
                           {share},
                           {row[donated_column]},
                           {row[stops_column]}});
        }
        return fmt::format("{} of {}, k={}, {}: the median of {} each\n\n{}", request_.application, request_.graph,
                           request_.k, device_name(device_), counted(static_cast<WideCount>(request_.repeat), "run"),
                           table.text());
    }

private:
    // Refuses what cannot be read before there is a file.
    static SweepRequest const& checked(SweepRequest const& request, DeviceKind device) {
        if (request.graph.find('\n') != std::string::npos)
            throw InputError("the graph's name has a line end; rename the file");
        CommandFiles files;
        add_graph_files(files, request.graph, request.marks);
        files.writes("--csv", request.csv);
        files.check();
        SweepRequest complete = request;
        take_measured(complete, device);
        sweep_points(complete);
        parse_poll(complete.poll);
        return request;
    }

    SweepRow work() const {
        return {request_.application, graph_.source, fmt::to_string(request_.k), request_.algorithm,
                device_name(device_)};
    }

    SweepRow key_of(SweepPoint const& point, int repeat) const {
        bool const on = point.mechanism != BalanceMechanism::none;
        SweepRow key = work();
        key.insert(key.end(),
                   {to_string(point.mechanism), point.policy, on ? fmt::to_string(point.settings.threshold) : "",
                    on ? fmt::to_string(point.settings.donations) : "", fmt::to_string(point.workers),
                    on ? fmt::to_string(std::chrono::duration<double>(poll_).count()) : "", fmt::to_string(repeat)});
        return key;
    }

    // False when the run was interrupted; then there is no row.
    bool measure(SweepPoint const& point, int repeat, std::string const& place) {
        Parameters parameters = parameters_;
        (device_ == DeviceKind::cuda ? parameters.workers : parameters.threads) = point.workers;
        RunOptions options = options_of(parameters, tables_);
        options.interrupt = guard_.flag();
        if (point.mechanism != BalanceMechanism::none) {
            options.balance = balance_options(point.mechanism, make_policy(point.policy, point.settings), poll_);
        }
        RunResult const result = bound_->run(graph_, options);
        if (result.status != Status::complete) return false;
        SweepRow row = key_of(point, repeat);
        row.insert(row.end(), {to_string(result.count), pattern_sum(result), fmt::format("{:.9f}", result.seconds.run),
                               fmt::to_string(result.balance.donated), fmt::to_string(result.balance.stops),
                               fmt::format("{:.9f}", result.balance.stop_seconds),
                               fmt::to_string(result.device.workers), result.device.name});
        table_.add(row);
        print_message("{} {}, repeat {}: {:.4f} s\n", place, describe(point), repeat, result.seconds.run);
        return true;
    }

    SweepPoint const* unbalanced(int workers) const {
        auto const found = std::ranges::find_if(points_, [&](SweepPoint const& point) {
            return point.mechanism == BalanceMechanism::none && point.workers == workers;
        });
        return found == points_.end() ? nullptr : &*found;
    }

    // Of the repetitions, the (lower) median by time. All of them are in the table.
    SweepRow median_row(SweepPoint const& point) const {
        std::vector<SweepRow> rows;
        for (int repeat = 1; repeat <= request_.repeat; ++repeat) rows.push_back(*table_.find(key_of(point, repeat)));
        auto const seconds = [](SweepRow const& row) { return std::stod(row[seconds_column]); };
        std::ranges::sort(rows, {}, seconds);
        return rows[(rows.size() - 1) / 2];
    }

    InterruptGuard guard_; // from the beginning, so that Ctrl-C never loses the message about the rows
    Parameters parameters_;
    DeviceKind device_;
    SweepRequest request_;
    SweepTable table_;
    Graph graph_;
    std::vector<SweepPoint> points_;
    std::chrono::microseconds poll_{0};
    std::optional<TransitionTable> tables_;
    std::optional<BoundApplication> bound_;
};

} // namespace

ExitCode run_sweep(Application const& application, SweepRequest const& request) {
    check_range(application, {request.k, request.k});
    Sweep sweep(application, request);
    ExitCode const exit_code = sweep.run();
    if (exit_code == ExitCode::done) write_standard_output(sweep.summary());
    return exit_code;
}

} // namespace cerrado::command

#include "balance/balance_sweep.hpp"

#include "balance/balance_table.hpp"
#include "command/options/inputs.hpp"
#include "command/record/output.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"

#include <cerrado/output/by_pattern.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace cerrado::command {
namespace {

// A number that two runs can be compared by in one column: FNV-1a over the counts of all patterns.
std::string pattern_sum(RunResult const& result) {
    if (result.of<ByPattern>().empty()) return "";
    std::uint64_t sum = 0xcbf29ce484222325;
    for (WideCount count : result.of<ByPattern>()) {
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
            std::string const base = plain == nullptr ? "" : median_row(*plain).seconds;
            double const seconds = std::stod(row.seconds);
            std::string const share = base.empty() ? "-" : fmt::format("{:.1f} %", 100 * seconds / std::stod(base));
            table.add_row({{row.workers_used},
                           {row.mechanism},
                           {row.policy},
                           {row.threshold},
                           {row.donations},
                           {fmt::format("{:.4f}", seconds)},
                           {share},
                           {row.donated},
                           {row.stops}});
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

    SweepWork work() const {
        return {request_.application, graph_.source, fmt::to_string(request_.k), request_.algorithm,
                device_name(device_)};
    }

    SweepKey key_of(SweepPoint const& point, int repeat) const {
        SweepKey key;
        static_cast<SweepWork&>(key) = work();
        key.mechanism = to_string(point.mechanism);
        key.policy = point.policy;
        key.workers = fmt::to_string(point.workers);
        key.repeat = fmt::to_string(repeat);
        if (point.mechanism != BalanceMechanism::none) {
            key.threshold = fmt::to_string(point.settings.threshold);
            key.donations = fmt::to_string(point.settings.donations);
            key.poll_seconds = fmt::to_string(std::chrono::duration<double>(poll_).count());
        }
        return key;
    }

    SweepRow row_of(SweepPoint const& point, int repeat, RunResult const& result) const {
        SweepRow row;
        static_cast<SweepKey&>(row) = key_of(point, repeat);
        row.count = to_string(result.count);
        row.pattern_sum = pattern_sum(result);
        row.seconds = fmt::format("{:.9f}", result.seconds.run);
        row.donated = fmt::to_string(result.balance.donated);
        row.stops = fmt::to_string(result.balance.stops);
        row.stop_seconds = fmt::format("{:.9f}", result.balance.stop_seconds);
        row.workers_used = fmt::to_string(result.device.workers);
        row.device_name = result.device.name;
        return row;
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
        table_.add(row_of(point, repeat, result));
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
        auto const seconds = [](SweepRow const& row) { return std::stod(row.seconds); };
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

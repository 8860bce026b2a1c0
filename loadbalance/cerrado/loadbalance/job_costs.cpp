#include <cerrado/loadbalance/job_costs.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/output_file.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <numeric>

namespace cerrado {

namespace {

constexpr char format_name[] = "cerrado-job-times";
constexpr int format_version = 1;

} // namespace

std::uint64_t JobCosts::jobs() const {
    return std::accumulate(runs.begin(), runs.end(), std::uint64_t{0},
                           [](std::uint64_t sum, auto const& run) { return sum + run.size(); });
}

double JobCosts::worker_seconds() const {
    double nanoseconds = 0;
    for (std::vector<std::uint64_t> const& run : runs) {
        for (std::uint64_t const job : run) nanoseconds += static_cast<double>(job);
    }
    return nanoseconds * 1e-9;
}

void write_job_costs(std::string const& path, JobCosts const& costs) {
    nlohmann::json const json = {{"format", format_name},
                                 {"version", format_version},
                                 {"app", costs.application},
                                 {"graph", costs.graph},
                                 {"k", costs.k},
                                 {"algorithm", costs.algorithm},
                                 {"device", costs.device},
                                 {"workers", costs.workers},
                                 {"seconds", costs.seconds},
                                 {"nanoseconds", costs.runs}};
    std::string const text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    detail::OutputFile file(path, false);
    file.write(text);
    file.commit();
}

JobCosts read_job_costs(std::string const& path) {
    std::ifstream file(path);
    if (!file) throw InputError(fmt::format("{}: cannot be read; give a file that --job-times wrote", path));
    JobCosts costs;
    try {
        nlohmann::json const json = nlohmann::json::parse(file);
        if (json.at("format") != format_name || json.at("version") != format_version) {
            throw InputError(fmt::format("{}: expected {} of version {}", path, format_name, format_version));
        }
        costs = {.application = json.at("app"),
                 .graph = json.at("graph"),
                 .k = json.at("k"),
                 .algorithm = json.at("algorithm"),
                 .device = json.at("device"),
                 .workers = json.at("workers"),
                 .seconds = json.at("seconds"),
                 .runs = json.at("nanoseconds")};
    } catch (nlohmann::json::exception const& error) {
        throw InputError(fmt::format("{}: no file of --job-times, or a damaged one ({})", path, error.what()));
    }
    if (costs.workers == 0 || costs.jobs() == 0) {
        throw InputError(fmt::format("{}: it has no workers or no jobs; record a longer run", path));
    }
    return costs;
}

} // namespace cerrado

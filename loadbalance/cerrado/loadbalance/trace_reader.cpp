#include <cerrado/loadbalance/trace_reader.hpp>

#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace cerrado {
namespace {

using Json = nlohmann::json;

constexpr std::uint32_t most_workers = 1u << 24;

PolicySettings settings_of(Json const& json) {
    return {json.at("threshold").get<double>(), json.at("donations").get<std::uint32_t>(),
            json.at("seed").get<std::uint64_t>()};
}

TraceHeader header_of(Json const& json) {
    TraceHeader header;
    header.application = json.at("app").get<std::string>();
    header.graph = json.at("graph").get<std::string>();
    header.k = json.at("k").get<int>();
    header.algorithm = json.at("algorithm").get<std::string>();
    header.mechanism = parse_mechanism(json.at("mechanism").get<std::string>());
    header.policy = json.at("policy").get<std::string>();
    header.settings = settings_of(json.at("settings"));
    header.poll_seconds = json.at("poll_seconds").get<double>();
    header.workers = json.at("workers").get<std::uint32_t>();
    header.device = json.at("device").get<std::string>();
    return header;
}

std::vector<Donation> donations_of(Json const& json) {
    std::vector<Donation> donations;
    for (Json const& pair : json)
        donations.push_back({pair.at(0).get<std::uint32_t>(), pair.at(1).get<std::uint32_t>()});
    return donations;
}

void apply_changes(std::vector<WorkerState>& workers, Json const& changes) {
    for (Json const& change : changes) {
        workers.at(change.at(0).get<std::size_t>()) = {change.at(1).get<int>() != 0, change.at(2).get<std::uint32_t>()};
    }
}

WorkerState state_of(std::int64_t number) {
    return {number >= 0, static_cast<std::uint32_t>(number >= 0 ? number : -1 - number)};
}

} // namespace

struct TraceReader::Line {
    Json json;
};

TraceReader::TraceReader(std::string path) : path_(std::move(path)) {
    if (std::filesystem::is_directory(path_)) throw InputError(path_ + ": a directory; expected a trace, see --trace");
    file_.open(path_, std::ios::binary);
    if (!file_) throw InputError(path_ + ": the trace cannot be opened; is the name right?");
    read_header();
    look_.workers.resize(header_.workers);
}

void TraceReader::refuse(std::string const& what) const {
    throw InputError(fmt::format("{}:{}: {}; expected a trace as --trace writes it", path_, line_number_, what));
}

// A line without its end is what was being written when the run was killed.
bool TraceReader::read_line(std::string& line) {
    if (!std::getline(file_, line)) return false;
    ++line_number_;
    if (!file_.eof()) return true;
    note_ = fmt::format("{}:{}: the last line is cut off and was left out", path_, line_number_);
    return false;
}

void TraceReader::read_header() {
    std::string line;
    if (!read_line(line)) {
        line_number_ = 1;
        refuse(note_.empty() ? "the file is empty" : "the first line is cut off");
    }
    try {
        Json const json = Json::parse(line);
        if (json.at("format") != "cerrado-trace") refuse("another format");
        if (json.at("version") != trace_version) {
            refuse(fmt::format("version {} of the format, this program reads version {}", json.at("version").dump(),
                               trace_version));
        }
        header_ = header_of(json);
    } catch (Json::exception const&) {
        refuse("no header of a trace");
    }
    if (header_.workers > most_workers) refuse(fmt::format("{} workers are too many", header_.workers));
}

bool TraceReader::next() {
    since_states_ = 0;
    while (!end_) {
        std::string line;
        if (!read_line(line)) {
            if (note_.empty())
                note_ = fmt::format("{}: the trace has no end: the run was killed or still goes on", path_);
            return false;
        }
        if (take_line(line)) return true;
    }
    return false;
}

// Whether it is a look with states.
bool TraceReader::take_line(std::string const& text) {
    try {
        Line const line{Json::parse(text)};
        Json const& json = line.json;
        since_states_ += json.at("skipped").get<std::uint64_t>();
        looks_ += json.at("skipped").get<std::uint64_t>();
        if (json.contains("end")) {
            end_ = TraceEnd{json.at("end").get<double>(), json.at("status").get<std::string>(),
                            json.at("thinned").get<std::uint64_t>()};
            return false;
        }
        ++looks_;
        if (json.contains("reason") || json.contains("donations")) {
            take_look(line);
            return true;
        }
        ++since_states_;
        if (json.at("rebalance").get<bool>()) refuse("a look that rebalances without states");
        return false;
    } catch (Json::exception const&) {
        refuse("a damaged line");
    } catch (std::out_of_range const&) {
        refuse(fmt::format("a worker beyond the {} of the header", header_.workers));
    }
}

void TraceReader::take_look(Line const& line) {
    Json const& json = line.json;
    look_.skipped = since_states_;
    look_.seconds = json.at("time").get<double>();
    look_.queued_jobs = json.at("queued").get<std::uint64_t>();
    look_.shared_jobs = json.at("shared").get<std::uint64_t>();
    look_.donated = json.at("donated").get<std::uint64_t>();
    look_.stop_seconds = json.at("stop_seconds").get<double>();
    take_states(line);
    look_.decision = {json.at("rebalance").get<bool>(), json.at("reason").get<std::string>(),
                      donations_of(json.at("donations"))};
}

void TraceReader::take_states(Line const& line) {
    Json const& json = line.json;
    if (json.contains("all")) {
        Json const& all = json.at("all");
        if (all.size() != look_.workers.size()) {
            refuse(fmt::format("the states of {} workers, but the header has {}", all.size(), header_.workers));
        }
        for (std::size_t i = 0; i < all.size(); ++i) look_.workers[i] = state_of(all[i].get<std::int64_t>());
    } else {
        apply_changes(look_.workers, json.at("changes"));
    }
    if (look_.states().active() != json.at("active").get<std::size_t>()) {
        refuse("the changes do not lead to the number of active workers: a line is missing");
    }
}

} // namespace cerrado

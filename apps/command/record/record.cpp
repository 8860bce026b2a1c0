#include "command/record/record.hpp"

#include "command/record/json.hpp"
#include "command/record/pattern_rows.hpp"
#include "command/record/text.hpp"

#include <cerrado/output/by_length.hpp>
#include <cerrado/output/by_size.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cerrado::command {
namespace {

Json sizes_json(Parameters const& parameters) {
    if (parameters.k != 0) return {{"k", parameters.k}};
    if (parameters.sizes.first == 0) return {{"k", nullptr}}; // each pattern has its own
    Json const last = parameters.sizes.last == largest_there_is ? Json(nullptr) : Json(parameters.sizes.last);
    return {{"min_k", parameters.sizes.first}, {"max_k", last}};
}

Json json_of(BalanceChoice const& choice, BalanceUse const& use) {
    return {{"mechanism", to_string(choice.mechanism)},
            {"policy", choice.policy},
            {"threshold", choice.settings.threshold},
            {"donations", choice.settings.donations},
            {"poll_seconds", choice.poll_seconds()},
            {"donated", use.donated},
            {"stops", use.stops},
            {"stop_seconds", use.stop_seconds}};
}

Json json_of(ListRequest const& list) {
    return {{"file", list.target},
            {"format", list.format_of_target() == ListFormat::text ? "text" : "binary"},
            {"limit", list.limit}};
}

Json json_of(LocalRequest const& local, bool of_orbits) {
    auto const target_json = [&](std::string const& target) -> Json {
        if (target.empty()) return nullptr;
        return {{"file", target}, {"format", local.format_of(target) == LocalFormat::csv ? "csv" : "binary"}};
    };
    if (of_orbits) return {{"per_vertex", target_json(local.vertices)}, {"per_orbit", target_json(local.orbits)}};
    return {{"per_vertex", target_json(local.vertices)}, {"per_edge", target_json(local.edges)}};
}

Json plan_json(MatchedPattern const& pattern, RunResult const& result) {
    std::vector<int> const counted(pattern.order.begin() + pattern.walked, pattern.order.end());
    std::vector<std::uint64_t> predicted;
    for (double const traversals : pattern.predict ? pattern.predict() : std::vector<double>())
        predicted.push_back(static_cast<std::uint64_t>(std::llround(traversals)));
    std::vector<std::uint64_t> const visited(result.of<ByLength>().begin(), result.of<ByLength>().end());
    return {{"order", pattern.order},   {"restrictions", pattern.restrictions},
            {"levels", pattern.walked}, {"counted", counted},
            {"predicted", predicted},   {"visited", visited}};
}

// A number, or its digits where it exceeds 64 bits.
Json number_json(WideCount number) {
    bool const is_wide = number >> 64 != 0;
    return is_wide ? Json(to_string(number)) : Json(static_cast<std::uint64_t>(number));
}

// Empty where there are more than 128 bits hold.
std::string mappings_digits(MatchedPattern const& pattern, RunResult const& result) {
    std::optional<WideCount> const mappings = product_of(result.count, pattern.automorphisms);
    return mappings ? to_string(*mappings) : "";
}

// `exists_alone`: nothing else was asked, so nothing was counted, and no plan followed.
Json json_of(MatchedPattern const& pattern, RunResult const& result, bool exists_alone) {
    auto const known = [](std::string const& text) { return text.empty() ? Json() : Json(text); };
    Json json = {{"pattern", pattern.text},
                 {"is_file", pattern.is_file},
                 {"graph6", known(pattern.graph6)},
                 {"name", known(pattern.name)},
                 {"automorphisms", number_json(pattern.automorphisms)},
                 {"orbits", pattern.orbits}};
    if (!exists_alone) {
        json[count_key(result)] = to_string(result.count);
        json["mappings"] = known(mappings_digits(pattern, result));
    }
    json["exists"] = is_there(result);
    json["form"] = known(result.chosen.form);
    json["seconds"] = result.seconds.run;
    if (!exists_alone) json["plan"] = plan_json(pattern, result);
    return json;
}

Json sizes_rows(RunResult const& result) {
    Json rows = Json::array();
    for (SizeCount const& row : result.of<BySize>().sizes) rows.push({{"k", row.k}, {count_key(result), row.count}});
    return rows;
}

// The name of a member: "a number" -> "a_number".
std::string key_of(std::string words) {
    std::ranges::replace(words, ' ', '_');
    return words;
}

} // namespace

Json parameters_json(Parameters const& parameters) {
    Json json = sizes_json(parameters);
    json.update({{"algorithm", name_of(parameters.algorithm)},
                 {"device", parameters.devices.empty() ? Json(parameters.device) : Json(parameters.devices)},
                 {"threads", parameters.threads},
                 {"workers", parameters.workers},
                 {"warp_width", parameters.warp_width},
                 {"pieces", parameters.pieces},
                 {"order", parameters.order},
                 {"seed", parameters.seed},
                 {"deadline", parameters.deadline}});
    return json;
}

bool has_sizes(Record const& record) { return record.parameters.k == 0 && record.matches.empty(); }

std::optional<int> largest_size(Record const& record) {
    std::vector<SizeCount> const& sizes = record.result.of<BySize>().sizes;
    bool const is_known = record.parameters.sizes.last == largest_there_is && record.result.status == Status::complete;
    return is_known && !sizes.empty() ? std::optional(sizes.back().k) : std::nullopt;
}

std::optional<bool> is_there(RunResult const& result) {
    if (result.count > 0) return true;
    return result.status == Status::complete ? std::optional(false) : std::nullopt;
}

std::string exists_text(std::optional<bool> exists) { return !exists ? "" : *exists ? "true" : "false"; }

char const* count_key(RunResult const& result) {
    bool const is_exact = result.status == Status::complete || result.status == Status::limit;
    return is_exact ? "count" : "count_at_least";
}

std::string count_digits(RunResult const& result) {
    return result.of<BySize>().sum.empty() ? to_string(result.count) : result.of<BySize>().sum;
}

RecordParts parts_of(Record const& record) {
    RunResult const& result = record.result;
    RecordParts parts;
    parts.application = record.application;
    parts.parameters = parameters_json(record.parameters);
    parts.semantics = record.semantics;
    if (record.exists) {
        parts.answer["exists"] = is_there(result);
    } else {
        parts.answer[count_key(result)] = count_digits(result);
    }
    parts.answer["patterns"] = Json::written(patterns_json(record));
    if (has_sizes(record)) {
        parts.answer["sizes"] = sizes_rows(result);
        std::optional<int> const largest = largest_size(record);
        if (!record.largest.empty()) parts.answer[key_of(record.largest)] = largest;
    }
    if (!record.matches.empty()) {
        Json& matches = parts.answer["matches"] = Json::array();
        for (MatchedRun const& match : record.matches)
            matches.push(json_of(match.pattern, match.result, record.exists));
    }
    if (record.list) parts.further["list"] = json_of(*record.list);
    if (record.local) parts.further["local"] = json_of(*record.local, !record.matches.empty());
    if (record.balance) parts.further["balance"] = json_of(*record.balance, result.balance);
    return parts;
}

std::string to_csv(Record const& record) {
    RunResult const& result = record.result;
    auto const row_of = [&](RunResult const& run, int k) {
        return fmt::format("{},{},{},{},{:.6f},{}\n", csv_field(record.graph.source), k,
                           name_of(record.parameters.algorithm), to_string(run.status), run.seconds.run,
                           run.device.kind);
    };
    auto const run_of = [&](int k) { return row_of(result, k); };
    if (!record.matches.empty()) {
        std::string text = fmt::format("pattern,{},graph,k,algorithm,status,seconds,device\n",
                                       record.exists ? "exists" : "count,mappings");
        for (auto const& [pattern, run] : record.matches) {
            std::string const answer =
                record.exists ? exists_text(is_there(run)) : to_string(run.count) + "," + mappings_digits(pattern, run);
            text += fmt::format("{},{},{}", csv_field(pattern.text), answer,
                                row_of(run, static_cast<int>(pattern.order.size())));
        }
        return text;
    }
    if (record.patterns.empty()) {
        std::string text = "count,graph,k,algorithm,status,seconds,device\n";
        if (record.parameters.k != 0) return text + count_digits(result) + "," + run_of(record.parameters.k);
        for (SizeCount const& row : result.of<BySize>().sizes) text += row.count + "," + run_of(row.k);
        return text;
    }
    return patterns_csv(record, run_of(record.parameters.k));
}

} // namespace cerrado::command

// A page about a run for a browser (--report), and a picture of its numbers (--plot).
//
// Both are made from what every command has anyway: its record and its rows as CSV. A column `edges`, `pattern` or
// `graph6` gives a drawing to each row. The first of the columns that measure (`z`, `count`, `estimate`, ...) gives bars.
// The page is one file that loads nothing, and can be read without its script, which sorts the table.
#pragma once

#include "command/options/run_options.hpp"
#include "command/output/json.hpp"
#include "command/record/record.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado::command {

inline constexpr std::size_t most_rows_of_report = 1000; // if there are more, a file of CSV beside the page has all

struct ReportPage {
    std::string title;            // "COMMAND of FILE"
    std::string semantics;        // the exact meaning of the numbers
    std::string remark;           // why the numbers are not the whole answer; empty if they are
    Json answer = Json::object(); // its numbers and texts stand in large type
    std::string rows;             // CSV with a header
    std::string printed;          // the table as it stands on a terminal
    Json seconds = Json::object();
    std::vector<std::pair<std::string, Json>> facts; // objects, with the title of each
};

ReportPage page_of(RecordParts const& parts, std::string rows, std::string printed, Graph const& graph,
                   RunResult const& result, Stages const& stages);
std::string title_of(std::string_view application, Graph const& graph); // with the file's name, without its folder
// The facts about the graph: as in a record, with how it was read in words, and a checksum.
Json graph_facts(Graph const& graph);

// Writes the outputs --report and --plot that were asked for, by way of `add`, which takes a target and a function that
// writes it. `make` is called at most once for both.
void add_reports(OutputRequest const& request, std::function<ReportPage()> const& make,
                 std::function<void(std::string const& target, std::function<void()> write)> const& add);

// The target "-" is standard output. If there are more rows than the page shows, it writes also csv_beside_report(). If
// one of both files cannot be written, there is none. Throws Error.
void write_report(std::string const& target, ReportPage const& page);
void write_plot(std::string const& target, ReportPage const& page);

} // namespace cerrado::command

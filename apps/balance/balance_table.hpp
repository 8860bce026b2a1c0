// The CSV file of a sweep. It has one row per run. Each row is written whole, so that a sweep can go on where it was
// stopped.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace cerrado::command {

using SweepRow = std::vector<std::string>; // the fields, in the order of sweep_columns

inline constexpr char const* sweep_columns[] = {
    "app",       "graph",     "k",       "algorithm",    "device",       "mechanism",  "policy",
    "threshold", "donations", "workers", "poll_seconds", "repeat",       "count",      "pattern_sum",
    "seconds",   "donated",   "stops",   "stop_seconds", "workers_used", "device_name"};
inline constexpr std::size_t sweep_key_columns = 12; // the first fields say which run it is
inline constexpr std::size_t threshold_column = 7;
inline constexpr std::size_t donations_column = 8;
inline constexpr std::size_t poll_column = 10;
inline constexpr std::size_t count_column = 12;
inline constexpr std::size_t pattern_column = 13;

class SweepTable {
public:
    // Opens or creates the file. A row that was cut off is removed with a line on standard error. Throws InputError for
    // another kind of file; Error if it cannot be written, if another sweep is using it, or if it holds counts that
    // disagree.
    explicit SweepTable(std::string path);
    ~SweepTable();
    SweepTable(SweepTable const&) = delete;
    SweepTable& operator=(SweepTable const&) = delete;

    // The row with this key (its first sweep_key_columns fields), or null.
    SweepRow const* find(SweepRow const& key) const;

    // The value that all rows whose fields begin with `first` have in a column, not counting empty ones. "" if there is
    // none, or there are several.
    std::string common_value(SweepRow const& first, std::size_t column) const;

    // Adds a row to the file, whole. Throws Error if its counts differ from those of the other rows of its graph and k.
    void add(SweepRow const& row);

private:
    void load();
    void cut_last_line(std::string& text);
    void take(SweepRow const& row);
    void append(std::string const& text);
    [[noreturn]] void fail(char const* what) const;
    [[noreturn]] void refuse(std::size_t line) const;

    std::string path_;
    int descriptor_ = -1;
    std::map<SweepRow, SweepRow> rows_;   // by key
    std::map<SweepRow, SweepRow> counts_; // by app, graph and k: the first row that was met
};

} // namespace cerrado::command

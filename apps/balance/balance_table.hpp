// The CSV file of a sweep. It has one row per run. Each row is written whole, so that a sweep can go on where it was
// stopped.
#pragma once

#include <array>
#include <compare>
#include <map>
#include <string>

namespace cerrado::command {

// The fields as the file has them. The settings are empty if the run has no balancer.

// What is counted, where.
struct SweepWork {
    std::string application, graph, k, algorithm, device;
    auto operator<=>(SweepWork const&) const = default; // NOLINT(modernize-use-nullptr): not ours
};

// Which run a row is of.
struct SweepKey : SweepWork {
    std::string mechanism, policy, threshold, donations, workers, poll_seconds, repeat;
    auto operator<=>(SweepKey const&) const = default; // NOLINT(modernize-use-nullptr): not ours
};

struct SweepRow : SweepKey {
    std::string count, pattern_sum, seconds, donated, stops, stop_seconds, workers_used, device_name;
};

class SweepTable {
public:
    // Opens or creates the file. A row that was cut off is removed with a line on standard error. Throws InputError for
    // another kind of file; Error if it cannot be written, if another sweep is using it, or if it holds counts that
    // disagree.
    explicit SweepTable(std::string path);
    ~SweepTable();
    SweepTable(SweepTable const&) = delete;
    SweepTable& operator=(SweepTable const&) = delete;

    // Or null.
    SweepRow const* find(SweepKey const& key) const;

    // The value that all rows of `work` have in a field, not counting empty ones. "" if there is none, or there are
    // several.
    std::string common_value(SweepWork const& work, std::string SweepKey::*field) const;

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
    std::map<SweepKey, SweepRow> rows_;
    std::map<std::array<std::string, 3>, SweepRow> counts_; // by application, graph and k: the first row that was met
};

} // namespace cerrado::command

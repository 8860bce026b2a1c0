// Progress on standard error: a bar on a terminal, or one JSON object per line, or nothing.
#pragma once

#include <cerrado/run/options.hpp>

#include <functional>
#include <string>

namespace cerrado::command {

enum class ProgressMode { automatic, off, json }; // automatic: a bar when standard error is a terminal

class ProgressReport {
public:
    explicit ProgressReport(ProgressMode mode);
    ~ProgressReport();
    ProgressReport(ProgressReport const&) = delete;
    ProgressReport& operator=(ProgressReport const&) = delete;

    // Empty when nothing is shown. `lists`: with the subgraphs that were listed, and how many a second.
    std::function<void(Progress const&)> for_roots(bool lists);
    std::function<void(double)> for_share(std::string const& stage); // a share done of a stage

    void clear(); // the bar; for what is written after it

private:
    void show_bar(std::string const& label, double share, std::string const& detail);

    ProgressMode mode_;
    bool bar_ = false;
    bool shown_ = false;
};

} // namespace cerrado::command

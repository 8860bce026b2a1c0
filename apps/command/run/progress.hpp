// Progress on standard error: a bar on a terminal, or one JSON object per line, or nothing.
#pragma once

#include "command/options/run_options.hpp"

#include <cerrado/run/options.hpp>

#include <functional>
#include <string>

namespace cerrado::command {

class ProgressReport {
public:
    explicit ProgressReport(ProgressMode mode);
    ~ProgressReport();
    ProgressReport(ProgressReport const&) = delete;
    ProgressReport& operator=(ProgressReport const&) = delete;

    // Empty if nothing is shown. `lists`: it also shows how many subgraphs were listed, and how many a second.
    std::function<void(Progress const&)> for_roots(bool lists);
    std::function<void(double)> for_share(std::string const& stage); // for the share of a stage that is done

    void clear(); // removes the bar, so that other text can follow

private:
    void show_bar(std::string const& label, double share, std::string const& detail);

    ProgressMode mode_;
    bool bar_ = false;
    bool shown_ = false;
};

} // namespace cerrado::command

#include "command/run/progress.hpp"

#include "command/record/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unistd.h>

namespace cerrado::command {

ProgressReport::ProgressReport(ProgressMode mode)
    : mode_(mode),
      bar_(mode == ProgressMode::automatic && ::isatty(STDERR_FILENO) == 1) {}

ProgressReport::~ProgressReport() { clear(); }

void ProgressReport::clear() {
    if (shown_) write_message("\r\033[K");
    shown_ = false;
}

namespace {

// Of the time that is left, once a prediction is better than none.
std::string remaining(Progress const& progress) {
    constexpr double least_share = 0.02;
    if (progress.share < least_share || progress.seconds < 1) return "";
    return fmt::format(", about {:.0f} s left", progress.seconds * (1 - progress.share) / progress.share);
}

} // namespace

std::function<void(Progress const&)> ProgressReport::for_roots(bool lists) {
    if (mode_ == ProgressMode::json) {
        return [lists](Progress const& progress) {
            std::string const listed = lists ? fmt::format(",\"listed\":{}", progress.delivered) : "";
            print_message(
                "{{\"event\":\"progress\",\"roots_done\":{},\"roots_given\":{},\"share\":{:.4f},"
                "\"seconds\":{:.3f}{}}}\n",
                progress.roots_done, progress.roots_given, progress.share, progress.seconds, listed);
        };
    }
    if (!bar_) return {};
    return [this, lists](Progress const& progress) {
        std::string detail = fmt::format("{:.0f} s{}, {} / {} begun", progress.seconds, remaining(progress),
                                         grouped(progress.roots_done), counted(progress.roots_given, "job"));
        if (lists) {
            double const rate = static_cast<double>(progress.delivered) / std::max(progress.seconds, 1e-3);
            detail += fmt::format(", {} listed, {} a second", grouped(progress.delivered),
                                  grouped(static_cast<std::uint64_t>(rate)));
        }
        show_bar(lists ? "listing" : "counting", progress.share, detail);
    };
}

std::function<void(double)> ProgressReport::for_share(std::string const& stage) {
    if (mode_ == ProgressMode::json) {
        return [stage](double share) { print_message("{{\"event\":\"{}\",\"share\":{:.3f}}}\n", stage, share); };
    }
    if (!bar_) return {};
    return [this, stage](double share) { show_bar(stage, share, ""); };
}

void ProgressReport::show_bar(std::string const& label, double share, std::string const& detail) {
    constexpr int width = 30;
    int const filled = static_cast<int>(std::clamp(share, 0.0, 1.0) * width);
    print_message("\r\033[K{} [{:#<{}}{:.<{}}] {:3.0f} % {}", label, "", filled, "", width - filled, 100 * share,
                  detail);
    shown_ = true;
}

} // namespace cerrado::command

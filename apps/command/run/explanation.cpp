#include "command/run/explanation.hpp"

#include "command/record/output.hpp"

#include <fmt/format.h>

namespace cerrado::command {
namespace {

std::string seconds_text(double seconds) { return fmt::format("{:.{}f} s", seconds, seconds < 10 ? 3 : 0); }

std::string time_text(Choice::Prediction const& prediction) {
    if (prediction.is_more) return "more: it was not done with the sample in its time";
    return prediction.seconds > 0 ? "about " + seconds_text(prediction.seconds)
                                  : "not asked: the search is short, and it is seldom the faster of them";
}

std::string_view chosen_name(Choice const& choice, Algorithm asked) {
    return name_of(choice.chosen.algorithm == Algorithm::fast ? asked : choice.chosen.algorithm);
}

} // namespace

std::string explanation(Choice const& choice, Algorithm asked, std::string const& device) {
    if (choice.jobs == 0) return "there is nothing to search: no choice, and no time\n";
    if (choice.sampled == 0) {
        return fmt::format("algorithm  {:<10} on {}; no sample tells how long it takes\n", chosen_name(choice, asked),
                           device);
    }
    std::string text =
        fmt::format("algorithm  {:<10} {} on {}\n", chosen_name(choice, asked), time_text(choice.chosen), device);
    for (Choice::Prediction const& other : choice.others) {
        text += fmt::format("           {:<10} {}\n", name_of(other.algorithm), time_text(other));
    }
    text += fmt::format("order      {:<10} {}\n", to_string(choice.order),
                        choice.longest_list == 0
                            ? "of whole lists"
                            : fmt::format("the longest oriented list has {}", counted(choice.longest_list, "vertex")));
    text += fmt::format("sample     {} of {}, the heaviest and an even part of the others, in {}\n",
                        grouped(choice.sampled), counted(choice.jobs, "job"), seconds_text(choice.sampling_seconds));
    if (choice.pieces > 0) {
        text += fmt::format("pieces     {:<10} of each worker's share, so that workers end together\n", choice.pieces);
    }
    return text;
}

} // namespace cerrado::command

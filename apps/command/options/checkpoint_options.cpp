#include "command/options/checkpoint_options.hpp"

#include "command/options/time_option.hpp"
#include "command/record/message.hpp"
#include "command/several/merge_command.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace cerrado::command {

void add_checkpoint_options(Options& command, CheckpointRequest& request) {
    Option const checkpoint =
        command
            .add("--checkpoint", request.file,
                 "Keep what is counted and what is left in FILE, and go on from it where it is there: the same command "
                 "again loses nothing, with a --list, too")
            .shown_as("FILE");
    Option const resume =
        command
            .add("--resume", request.resumed,
                 "Go on from FILE, which must be there, on any device, with other workers or threads, and keep "
                 "it up to date, or the file of --checkpoint")
            .shown_as("FILE");
    add_time_option(command, "--checkpoint-every", request.every, "Between two checkpoints; the last is of the end",
                    0.1);
    Option const part =
        command
            .add("--part", request.part,
                 "Do the Ith of N parts of the run, into the file of --checkpoint: machines that do not know of "
                 "each other share a run; see --merge")
            .shown_as("I/N");
    command
        .add("--merge", request.merged,
             "The checkpoints of all N parts: add up what they counted, and give the result of the whole run")
        .shown_as("FILE...")
        .excludes(checkpoint)
        .excludes(resume)
        .excludes(part);
    for (Option const option : {checkpoint, resume}) {
        option.check([](std::string const& file) { return file.empty() ? "a file's name is missing" : ""; });
    }
}

PartOfRun part_of(std::string const& typed) {
    PartOfRun part;
    char const* const end = typed.data() + typed.size();
    auto const [slash, error] = std::from_chars(typed.data(), end, part.number);
    if (error == std::errc{} && slash != end && *slash == '/') {
        auto const [rest, second_error] = std::from_chars(slash + 1, end, part.of);
        bool const is_in_range =
            part.of >= 1 && part.of <= most_parts_of_run && part.number >= 1 && part.number <= part.of;
        if (second_error == std::errc{} && rest == end && is_in_range) return part;
    }
    throw InputError(
        fmt::format("--part {}: expected which of how many parts, as 3/16, from 1/N to N/N, with N up to {}", typed,
                    most_parts_of_run));
}

CheckpointOptions checkpoint_options(CheckpointRequest const& request, std::string key) {
    CheckpointOptions options;
    options.resume = !request.resumed.empty();
    options.file = request.written();
    options.from = request.resumed;
    options.note = [](std::string const& text) { print_message("cerrado: {}\n", text); };
    options.every_seconds = request.every;
    options.key = std::move(key);
    options.merged = request.merged;
    options.words = words_of_command();
    if (request.is_part()) options.part = part_of(request.part);
    return options;
}

} // namespace cerrado::command

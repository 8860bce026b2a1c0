#include "command/options/checkpoint_options.hpp"

#include "command/options/time_option.hpp"
#include "command/record/message.hpp"

#include <utility>

namespace cerrado::command {

void add_checkpoint_options(CLI::App& command, CheckpointRequest& request) {
    auto* const checkpoint =
        command
            .add_option(
                "--checkpoint", request.file,
                "Keep what is counted and what is left in FILE, and go on from it where it is there: the same command "
                "again loses nothing, with a --list, too")
            ->option_text("FILE");
    auto* const resume =
        command
            .add_option("--resume", request.resumed,
                        "Go on from FILE, which must be there, on any device, with other workers or threads, and keep "
                        "it up to date, or the file of --checkpoint")
            ->option_text("FILE");
    add_time_option(command, "--checkpoint-every", request.every, "Between two checkpoints; the last is of the end",
                    0.1);
    for (auto* const option : {checkpoint, resume}) {
        option->check([](std::string const& file) { return file.empty() ? "a file's name is missing" : ""; });
    }
}

CheckpointOptions checkpoint_options(CheckpointRequest const& request, std::string key) {
    CheckpointOptions options;
    options.resume = !request.resumed.empty();
    options.file = request.written();
    options.from = request.resumed;
    options.note = [](std::string const& text) { print_message("cerrado: {}\n", text); };
    options.every_seconds = request.every;
    options.key = std::move(key);
    return options;
}

} // namespace cerrado::command

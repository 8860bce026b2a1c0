#include "common/checkpoint_options.hpp"

#include <utility>

namespace cerrado::command {

void add_checkpoint_options(CLI::App& command, CheckpointRequest& request) {
    auto* const checkpoint =
        command
            .add_option(
                "--checkpoint", request.file,
                "Keep what is counted and what is left in FILE, from which --resume goes on, with a --list, too")
            ->option_text("FILE");
    auto* const resume =
        command
            .add_option("--resume", request.resumed,
                        "Go on from FILE, on any device, with other workers or threads, and keep it up to date")
            ->option_text("FILE")
            ->excludes(checkpoint);
    command.add_option("--checkpoint-every", request.every, "Seconds between two checkpoints; the last is of the end")
        ->check(CLI::Range(0.1, 1e9))
        ->capture_default_str();
    for (auto* const option : {checkpoint, resume}) {
        option->check([](std::string const& file) { return file.empty() ? "a file's name is missing" : ""; });
    }
}

CheckpointOptions checkpoint_options(CheckpointRequest const& request, std::string key) {
    CheckpointOptions options;
    options.resume = !request.resumed.empty();
    options.file = options.resume ? request.resumed : request.file;
    options.every_seconds = request.every;
    options.key = std::move(key);
    return options;
}

} // namespace cerrado::command

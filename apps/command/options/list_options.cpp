#include "command/options/list_options.hpp"

#include "command/options/options.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

namespace cerrado::command {

Option add_list_options(Options& command, ListRequest& request) {
    Option const list =
        command
            .add("--list", request.target,
                 "Write every subgraph that is counted, by the ids or names of the graph file; - is standard output, "
                 "without the table")
            .check([](std::string const& name) { return name.empty() ? "a file's name or - is missing" : ""; })
            .shown_as("FILE|-");
    command
        .add(
            "--list-format", request.format,
            "text: a line of ids each; binary: 64-bit numbers, of names the places in their order from 0 [binary for a "
            "FILE.bin, else text]")
        .one_of({"text", "binary"})
        .needs(list);
    command.add("--limit", request.limit, "List so many at most; where there are more the exit code is 3")
        .shown_as("N")
        .needs(list);
    command.flag("--gather", request.is_gathered, "With mpirun: one list, which the first process writes for all")
        .needs(list);
    return list;
}

void check_list(ListRequest const& request) {
    if (request.limit && *request.limit < 1) {
        throw InputError(
            fmt::format("--limit {}: expected 1 or more; leave it out to list everything", *request.limit));
    }
}

} // namespace cerrado::command

#include "command/options/local_options.hpp"

#include "command/options/options.hpp"

namespace cerrado::command {

LocalFormat LocalRequest::format_of(std::string const& target) const {
    bool const binary = format ? *format == "binary" : target.ends_with(".bin");
    return binary ? LocalFormat::binary : LocalFormat::csv;
}

void add_local_options(Options& command, LocalRequest& request, Option list, bool of_orbits) {
    auto const add = [&](std::string const& name, std::string& target, std::string const& help) {
        return command.add(name, target, help)
            .check([](std::string const& file) { return file.empty() ? "a file's name or - is missing" : ""; })
            .shown_as("FILE|-")
            .excludes(list);
    };
    add("--per-vertex", request.vertices,
        "Write in how many of the subgraphs each vertex is, by the ids or names of the graph file; - is standard "
        "output, "
        "without the table");
    if (of_orbits) {
        add("--per-orbit", request.orbits, "The same by the orbits of the pattern's vertices: a column for each");
    } else {
        add("--per-edge", request.edges, "The same of each edge");
    }
    command
        .add("--local-format", request.format,
             "Of such files; csv: with a header; binary: 64-bit numbers, of names the places in their order "
             "from 0 [binary "
             "for a FILE.bin, "
             "else csv]")
        .one_of({"csv", "binary"})
        .excludes(list);
}

} // namespace cerrado::command

// --list, --list-format, --limit: where listed subgraphs go, and how many.
#pragma once

#include "command/options/options.hpp"
#include "command/run/application.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace cerrado::command {

enum class ListFormat { text, binary };

// As typed. A member without a value was not given.
struct ListRequest {
    std::string target; // a file, "-", or empty: nothing is listed
    std::optional<std::string> format;
    std::optional<std::int64_t> limit;
    bool is_gathered = false; // in one list, if there are several processes

    bool on() const { return !target.empty(); }
    bool to_standard_output() const { return target == "-"; }
    ListFormat format_of_target() const { // the given format; if none was given, binary for a name that ends in .bin
        bool const binary = format ? *format == "binary" : target.ends_with(".bin");
        return binary ? ListFormat::binary : ListFormat::text;
    }
};

// Returns: --list, so that other options can exclude it.
Option add_list_options(Options& command, ListRequest& request);

// Throws InputError for a limit below 1.
void check_list(ListRequest const& request);

} // namespace cerrado::command

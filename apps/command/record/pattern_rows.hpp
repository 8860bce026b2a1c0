// The patterns of a record: which of them are written, and as what.
#pragma once

#include "command/record/record.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace cerrado::command {

inline constexpr int largest_drawn = 6; // vertices of a pattern that is drawn unasked

// "0-1 1-2", or "0>1 1>2".
std::string edges_text(PatternKind kind, PatternInfo const& info);

// A number of rows or "all", as --patterns takes it; throws InputError. Empty: the default.
PatternChoice choose_patterns(std::string const& text, bool draw);

// In the catalogue's order those that occur, and with --patterns all the others too.
std::vector<PatternRow> listed_patterns(Record const& record);

// The most frequent first, as many as are asked for; those that do not occur only where all patterns have room, or
// with --patterns all.
std::vector<PatternRow> most_frequent_patterns(Record const& record);

std::size_t patterns_met(Record const& record);

std::string patterns_json(Record const& record);                            // the array
std::string patterns_csv(Record const& record, std::string const& the_run); // the lines; `the_run` ends each of them
std::string pattern_table(Record const& record);                            // for a person

} // namespace cerrado::command

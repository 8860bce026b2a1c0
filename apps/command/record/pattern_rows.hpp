// The patterns of a record: which of them are written, and how.
#pragma once

#include "command/record/record.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace cerrado::command {

inline constexpr int largest_drawn = 6; // vertices of the largest pattern that is drawn unasked

// "0-1 1-2", or "0>1 1>2".
std::string edges_text(PatternKind kind, PatternInfo const& info);

// Reads --patterns: a number of rows or "all". Empty: the default. Throws InputError.
PatternChoice choose_patterns(std::string const& text, bool draw);

// The patterns that occur, in the catalogue's order. With --patterns all, the others too.
std::vector<PatternRow> listed_patterns(Record const& record);

// As many as are asked for, the most frequent first. Patterns that do not occur come only if all patterns have room, or
// with --patterns all.
std::vector<PatternRow> most_frequent_patterns(Record const& record);

std::size_t patterns_met(Record const& record);

std::string patterns_json(Record const& record);                            // the array
std::string patterns_csv(Record const& record, std::string const& the_run); // the lines; `the_run` ends each of them
std::string pattern_table(Record const& record);                            // for a person

} // namespace cerrado::command

// The lists of values that a sweep goes through.
#pragma once

#include <string>
#include <vector>

namespace cerrado::command {

// "a,b,c"; no empty word, none twice. Throws InputError that begins with `what`.
std::vector<std::string> parse_words(std::string const& what, std::string const& text);

// Numbers from 0 to 1: "0.1,0.5" or "FROM:TO:STEP", both ends included: 0.1:0.9:0.1 are nine. Throws InputError.
std::vector<double> parse_shares(std::string const& what, std::string const& text);

// Whole numbers from `least` to `most`: "1,8,16". Throws InputError.
std::vector<int> parse_numbers(std::string const& what, std::string const& text, int least, int most);

} // namespace cerrado::command

// Numbers in sentences for people.
#pragma once

#include <cerrado/core/types.hpp>

#include <string>
#include <string_view>

namespace cerrado {

std::string grouped(WideCount count); // 1234567 -> "1,234,567"
std::string grouped(std::string const& digits);
std::string counted(WideCount count,
                    std::string_view noun); // "1 subgraph", "1,234 subgraphs", "2 vertices", "0 entries"
std::string counted(std::string const& digits, std::string_view noun);
std::string plural(std::string_view noun);

} // namespace cerrado

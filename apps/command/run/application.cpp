#include "command/run/application.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cerrado::command {

void refuse(Algorithm algorithm, std::string_view because) {
    throw InputError(fmt::format("--algorithm {} {}", name_of(algorithm), because));
}

std::vector<std::string> algorithm_names(Application const& application) {
    std::vector<std::string> names{"auto"};
    for (Algorithm const algorithm : application.algorithms) names.emplace_back(name_of(algorithm));
    return names;
}

Algorithm algorithm_of(Application const& application, std::string const& name) {
    if (name == "auto") return application.usual;
    auto const place = std::ranges::find(application.algorithms, name, name_of);
    if (place != application.algorithms.end()) return *place;
    throw InputError(fmt::format("{} has no algorithm '{}'; choose one of {}", application.name, name,
                                 fmt::join(algorithm_names(application), ", ")));
}

} // namespace cerrado::command

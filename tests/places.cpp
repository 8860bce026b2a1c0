#include "places.hpp"

#include <cstdlib>

namespace cerrado::test {

std::filesystem::path source_folder() { return CERRADO_SOURCE_DIR; }

std::filesystem::path data_folder() {
    char const* const given = std::getenv("CERRADO_DATA_DIR");
    return given != nullptr ? given : CERRADO_DEFAULT_DATA_DIR;
}

} // namespace cerrado::test

#include "places.hpp"

#include <cstdlib>
#include <system_error>

namespace cerrado::test {

// What bench/pack.sh packs lies beside the program.
std::filesystem::path source_folder() {
    std::error_code error;
    std::filesystem::path const here = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    return std::filesystem::is_directory(here / "datasets", error) ? here : std::filesystem::path(CERRADO_SOURCE_DIR);
}

std::filesystem::path data_folder() {
    char const* const given = std::getenv("CERRADO_DATA_DIR");
    return given != nullptr ? given : CERRADO_DEFAULT_DATA_DIR;
}

} // namespace cerrado::test

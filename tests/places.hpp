// Where things lie. The sources of tests are compiled without these paths, so that a compiler cache serves every clone.
#pragma once

#include <filesystem>

namespace cerrado::test {

std::filesystem::path source_folder(); // of the project

// Of real graphs: CERRADO_DATA_DIR, or where that is not set ../shared/data beside the project.
std::filesystem::path data_folder();

} // namespace cerrado::test

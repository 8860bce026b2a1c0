// Where things lie. The sources of tests are compiled without these paths, so that a compiler cache serves every clone.
#pragma once

#include <filesystem>

namespace cerrado::test {

// Of the project; or of the program where `datasets` lies beside it, as packed for another machine.
std::filesystem::path source_folder();

// Of real graphs: CERRADO_DATA_DIR, or where that is not set ../shared/data beside the project.
std::filesystem::path data_folder();

} // namespace cerrado::test

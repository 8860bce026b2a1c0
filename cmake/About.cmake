# How the program is built, for `cerrado --version --json`: writes build_of_program.hpp. The commit is that of the last
# configuration.

# Sets `result` to the text as JSON; to null if it is empty, NOTFOUND or FALSE.
function(cerrado_json result text)
    string(REGEX REPLACE "([\"\\\\])" "\\\\\\1" text "${text}")
    set(text "\"${text}\"")
    if(text MATCHES "^\"(|.*NOTFOUND|FALSE)\"$")
        set(text null)
    endif()
    set(${result} ${text} PARENT_SCOPE)
endfunction()

set(commit)
find_package(Git QUIET)
if(GIT_FOUND AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
    execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse HEAD WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                    OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE commit ERROR_QUIET)
endif()
cerrado_json(commit "${commit}")
cerrado_json(compiler "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
cerrado_json(cuda "${CMAKE_CUDA_COMPILER_VERSION}")
cerrado_json(architectures "${CMAKE_CUDA_ARCHITECTURES}")
set(mpi null)
if(TARGET cerrado_mpi)
    cerrado_json(mpi "${MPI_CXX_VERSION}")
endif()
set(python null)
if(CERRADO_PYTHON_IS_ON)
    cerrado_json(python "${Python_VERSION}")
endif()

set(options)
foreach(option CMAKE_BUILD_TYPE CERRADO_COMMANDS CERRADO_HOST_ARCHITECTURE CERRADO_LOCKSTEP CERRADO_NATIVE CERRADO_SANITIZE
               CERRADO_STATIC CERRADO_WARP_WIDTHS)
    cerrado_json(value "${${option}}")
    list(APPEND options "\"${option}\": ${value}")
endforeach()
list(JOIN options ", " options)

# The program and the libraries that are compiled into it or linked, as SPDX names licences.
set(licences cerrado MIT Boost BSL-1.0 CLI11 BSD-3-Clause Expat MIT fmt MIT nauty Apache-2.0 nlohmann-json MIT PEGTL MIT
    zlib Zlib zstd BSD-3-Clause)
if(LIBLZMA_FOUND)
    list(APPEND licences liblzma LicenseRef-public-domain)
endif()
if(BZIP2_FOUND)
    list(APPEND licences bzip2 bzip2-1.0.6)
endif()
if(CERRADO_WITH_METIS)
    list(APPEND licences METIS Apache-2.0)
endif()
if(CERRADO_WITH_CUDA)
    list(APPEND licences "CUDA runtime" LicenseRef-NVIDIA-CUDA)
endif()
set(has_lockstep false)
if(CERRADO_LOCKSTEP)
    set(has_lockstep true)
endif()
string(REGEX REPLACE "([^;]+);([^;]+)" "\"\\1\": \"\\2\"" licences "${licences}")
list(JOIN licences ", " licences)

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/apps/build_of_program.hpp @ONLY CONTENT [=[
// Made by cmake/About.cmake.
#pragma once

namespace cerrado::command {

inline constexpr bool has_lockstep = @has_lockstep@;

// Members of a JSON object.
inline constexpr char const* build_of_program = R"json(, "commit": @commit@, "compiler": @compiler@, "cuda": @cuda@,
"cuda_architectures": @architectures@, "mpi": @mpi@, "python": @python@,
"options": {@options@},
"licences": {@licences@})json";

} // namespace cerrado::command
]=])

# The module of MPI, libcerrado-mpi.so: the program itself does not link MPI, and opens the module where a launcher has
# started it. See framework/cerrado/run/ranks.hpp.
string(TOUPPER "${CERRADO_MPI}" mpi_wish)
if(mpi_wish MATCHES "^(OFF|FALSE|0)$" OR CERRADO_SANITIZE)
    return()
endif()
set(MPI_CXX_SKIP_MPICXX ON)
if(mpi_wish STREQUAL "AUTO")
    find_package(MPI QUIET COMPONENTS CXX)
else()
    find_package(MPI REQUIRED COMPONENTS CXX)
endif()
if(NOT MPI_CXX_FOUND)
    message(STATUS "No MPI: runs on several nodes go in parts (libopenmpi-dev has it)")
    return()
endif()
add_library(cerrado_mpi MODULE ${PROJECT_SOURCE_DIR}/framework/cerrado/run/detail/ranks/mpi_module.cpp)
set_target_properties(cerrado_mpi PROPERTIES OUTPUT_NAME cerrado-mpi LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
target_link_options(cerrado_mpi PRIVATE -Wl,-soname,libcerrado-mpi.so)  # distributions want a name
target_compile_features(cerrado_mpi PRIVATE cxx_std_20)
target_include_directories(cerrado_mpi PRIVATE ${PROJECT_SOURCE_DIR}/framework)
target_link_libraries(cerrado_mpi PRIVATE MPI::MPI_CXX)
add_dependencies(cerrado cerrado_mpi)  # it opens the module, and both are installed
install(TARGETS cerrado_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT mpi)

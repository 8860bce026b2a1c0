# Cerrado::apps: every form of the chosen applications, compiled once, behind plain functions. NAME/forms*.cpp
# instantiate the enumeration loop. All forms of an application share one source, since nvcc takes longer to read the
# headers than to compile a form. All other sources, and programs that link this, are plain C++.
foreach(width IN LISTS CERRADO_WARP_WIDTHS)
    if(NOT width MATCHES "^(1|8|16|32)$")
        message(FATAL_ERROR "CERRADO_WARP_WIDTHS=${CERRADO_WARP_WIDTHS}: expected some of 1;8;16;32")
    endif()
endforeach()
if(NOT 32 IN_LIST CERRADO_WARP_WIDTHS)
    message(FATAL_ERROR "CERRADO_WARP_WIDTHS=${CERRADO_WARP_WIDTHS}: 32 must be among them, since runs take it unless "
                        "told otherwise")
endif()
set(bound_widths ${CERRADO_WARP_WIDTHS})
list(SORT bound_widths COMPARE NATURAL)
list(REMOVE_DUPLICATES bound_widths)
string(REPLACE ";" ", " bound_widths "${bound_widths}")
configure_file(library/bound_widths.hpp.in ${CMAKE_CURRENT_BINARY_DIR}/bound_widths.hpp @ONLY)

# The sources of an application without its forms, its command, its verifier and its own program. The paths are relative,
# since the tree may lie anywhere, even in a folder named cerrado.
file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} */*.cpp */*/*.cpp)
list(FILTER sources INCLUDE REGEX "${in_folders_of_library}")
list(FILTER sources EXCLUDE REGEX "^(balance|cerrado|command)/|/(command|forms|main|verifier)[a-z_]*[.]cpp$")
file(GLOB forms CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} */forms*.cpp)
list(FILTER forms INCLUDE REGEX "${in_folders_of_library}")
add_library(cerrado_apps STATIC ${sources})
add_library(Cerrado::apps ALIAS cerrado_apps)
cerrado_run_once(library/on_devices.cpp motif/library.cpp clique/library.cpp graphlets/library.cpp isomorphism/library.cpp
    six/files.cpp)
cerrado_precompile(cerrado_apps)
# A separate target, since it uses another precompiled header.
add_library(cerrado_forms OBJECT)
cerrado_application_sources(cerrado_forms ${forms})
cerrado_precompile(cerrado_forms RUNS)
target_include_directories(cerrado_forms PRIVATE
    ${CMAKE_CURRENT_SOURCE_DIR}/library ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
target_link_libraries(cerrado_forms PRIVATE Cerrado::framework Cerrado::canonical ${CERRADO_FMT})
target_sources(cerrado_apps PRIVATE $<TARGET_OBJECTS:cerrado_forms>)
if(NOT CERRADO_LOCKSTEP)
    foreach(target cerrado_forms cerrado_precompiled_runs)
        if(TARGET ${target})
            target_compile_definitions(${target} PRIVATE CERRADO_HAS_LOCKSTEP=0)
        endif()
    endforeach()
endif()
set_target_properties(cerrado_apps PROPERTIES EXPORT_NAME apps LINKER_LANGUAGE CXX UNITY_BUILD_BATCH_SIZE 2)
target_include_directories(cerrado_apps
    PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/library> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
target_link_libraries(cerrado_apps PUBLIC Cerrado::framework Cerrado::canonical PRIVATE ${CERRADO_FMT} $<BUILD_INTERFACE:taocpp::pegtl>)
if(CERRADO_WITH_METIS)
    target_link_libraries(cerrado_apps PRIVATE Metis::metis)
    set_source_files_properties(codec/compress.cpp PROPERTIES COMPILE_DEFINITIONS CERRADO_HAS_METIS=1)
endif()
if(CERRADO_STATIC)  # so that a program with it also runs on another machine
    target_link_options(cerrado_apps INTERFACE -static-libstdc++ -static-libgcc)
endif()

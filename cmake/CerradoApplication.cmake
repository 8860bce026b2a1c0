# What an application's own CMakeLists.txt calls; in this tree, after add_subdirectory, and after find_package(Cerrado).
#
# cerrado_application_sources(target source...)
#     Adds sources that call cerrado::run to a target: compiled as CUDA when Cerrado is built with it, else as C++.
#     Where CERRADO_WITH_CUDA is OFF they are C++ all the same, for the host alone.
# cerrado_add_application(target source...)
#     An executable of such sources, linked to the framework, to canonical labelling and to load balancing.
# cerrado_add_command(target source...)
#     The program cerrado-TARGET: a command of your own, see <cerrado/apps/command.hpp>. `cerrado TARGET` runs it if it is
#     on PATH.
# cerrado_add_policy(target source...)
#     The shared library TARGET.so: a policy of load balancing of your own, see CERRADO_POLICY in
#     <cerrado/loadbalance/policy.hpp>. `cerrado ... --policy ./TARGET.so` takes it.
#
# They enable CUDA in the folder that calls them, where that is needed; a function cannot, so they are macros. Where no
# build type is given the target is compiled as Release: without optimization it is five times slower.

macro(cerrado_add_application target)
    add_executable(${target})
    cerrado_application_sources(${target} ${ARGN})
    target_link_libraries(${target} PRIVATE Cerrado::framework Cerrado::canonical Cerrado::loadbalance)
endmacro()

macro(cerrado_add_command target)
    if(NOT TARGET Cerrado::command)
        message(FATAL_ERROR "cerrado_add_command(${target}): this Cerrado was built without its applications: build it "
                            "with CERRADO_APPLICATIONS=ON")
    endif()
    add_executable(${target})
    # The module for MPI is found beside the installed library.
    set_target_properties(${target} PROPERTIES OUTPUT_NAME cerrado-${target}
        BUILD_RPATH $<TARGET_FILE_DIR:Cerrado::command> INSTALL_RPATH $<TARGET_FILE_DIR:Cerrado::command>)
    cerrado_application_sources(${target} ${ARGN})
    target_link_libraries(${target} PRIVATE Cerrado::command)
endmacro()

macro(cerrado_application_sources target)
    cerrado_choose_language(${target} cerrado_chosen_language cerrado_missing_language)
    if(cerrado_missing_language)
        include(${cerrado_missing_language})
    endif()
    cerrado_add_sources(${target} ${cerrado_chosen_language} ${ARGN})
endmacro()

function(cerrado_add_policy target)
    add_library(${target} MODULE ${ARGN})
    set_target_properties(${target} PROPERTIES PREFIX "")
    target_compile_features(${target} PRIVATE cxx_std_20)
    target_link_libraries(${target} PRIVATE Cerrado::loadbalance)
    cerrado_release_by_default(${target})
endfunction()

# The language for sources of `target`: CUDA or CXX. What the library is built with is a property of its target, which
# every folder sees; a variable would end with the folder that Cerrado was added in. `missing`: the file to include
# where CUDA is wanted and not enabled.
function(cerrado_choose_language target language missing)
    set(${language} CXX PARENT_SCOPE)
    set(${missing} "" PARENT_SCOPE)
    get_target_property(built_with_cuda Cerrado::framework CERRADO_BUILT_WITH_CUDA)
    if(CERRADO_WITH_CUDA AND NOT built_with_cuda)
        message(FATAL_ERROR "CERRADO_WITH_CUDA=${CERRADO_WITH_CUDA}, but Cerrado is built without CUDA: "
                            "build it with CERRADO_CUDA=ON")
    elseif(NOT built_with_cuda)
        return()
    elseif(DEFINED CERRADO_WITH_CUDA AND NOT CERRADO_WITH_CUDA)
        message(STATUS "Cerrado: ${target} is compiled for the host alone (CERRADO_WITH_CUDA=${CERRADO_WITH_CUDA})")
        return()
    endif()

    set(${language} CUDA PARENT_SCOPE)
    get_target_property(folder ${target} SOURCE_DIR)
    get_directory_property(is_enabled DIRECTORY ${folder} DEFINITION CMAKE_CUDA_COMPILER_LOADED)
    if(is_enabled)
        return()
    elseif(NOT folder STREQUAL CMAKE_CURRENT_SOURCE_DIR)
        message(FATAL_ERROR "${target} is compiled as CUDA, which is not enabled in ${folder}: "
                            "call enable_language(CUDA) there")
    endif()
    set(${missing} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CerradoCudaLanguage.cmake PARENT_SCOPE)
endfunction()

function(cerrado_add_sources target language)
    target_sources(${target} PRIVATE ${ARGN})
    target_compile_features(${target} PRIVATE cxx_std_20)
    if(language STREQUAL "CUDA")
        set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES LANGUAGE CUDA)
        set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
        get_target_property(architectures ${target} CUDA_ARCHITECTURES)
        if(NOT architectures)  # the target was made before its folder knew CUDA
            set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES "${CMAKE_CUDA_ARCHITECTURES}")
        endif()
    endif()
    cerrado_release_by_default(${target})
endfunction()

# For the target alone: whether the rest of the project is optimized is for the project to say.
function(cerrado_release_by_default target)
    if(CMAKE_BUILD_TYPE OR CMAKE_CONFIGURATION_TYPES OR CMAKE_CXX_FLAGS MATCHES "(^| )-O")
        return()
    endif()
    get_property(is_said GLOBAL PROPERTY CERRADO_RELEASE_IS_SAID)
    if(NOT is_said)
        message(STATUS "Cerrado: no CMAKE_BUILD_TYPE is given, so it and its applications are compiled as Release")
        set_property(GLOBAL PROPERTY CERRADO_RELEASE_IS_SAID ON)
    endif()
    target_compile_options(${target} PRIVATE -O3)
    target_compile_definitions(${target} PRIVATE NDEBUG)
endfunction()

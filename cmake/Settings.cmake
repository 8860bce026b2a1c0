# How the project compiles when it is the top of the build; inside another build only the language level is set.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# cerrado_run_once(source...)
#     Sources whose code runs a few times in a run, of which a release needs no more than -O1: two thirds of the time to
#     compile.
function(cerrado_run_once)
    if(PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_FLAGS_RELEASE MATCHES "-O[23]")
        set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS
            $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O1>)
    endif()
endfunction()

if(NOT PROJECT_IS_TOP_LEVEL)
    return()
endif()

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(CERRADO_CCACHE ccache)
if(CERRADO_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # It keeps units with a precompiled header only if it may trust that the header is what its own sources say.
    set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${CERRADO_CCACHE})
    set(CMAKE_CUDA_COMPILER_LAUNCHER ${CERRADO_CCACHE})
endif()

# Host flags reach nvcc's host compiler through -Xcompiler, since applications compile as CUDA there.
function(cerrado_host_flags)
    foreach(flag IN LISTS ARGN)
        add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:${flag}>" "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${flag}>")
    endforeach()
endfunction()

cerrado_host_flags(-Wall -Wextra)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    cerrado_host_flags(-Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)  # false alarms on std::string: GCC bugs 105651, 105329
endif()
if(CERRADO_WERROR)
    cerrado_host_flags(-Werror)
    add_compile_options("$<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>")
endif()
if(CERRADO_NATIVE)
    cerrado_host_flags(-march=native)
elseif(CERRADO_HOST_ARCHITECTURE)
    cerrado_host_flags(-march=${CERRADO_HOST_ARCHITECTURE})
endif()
if(CERRADO_STATIC)
    add_link_options(-static-libstdc++ -static-libgcc)
endif()

if(CERRADO_SANITIZE STREQUAL "address")
    # Null is what AddressSanitizer finds anyway; these four checks double the time to compile.
    cerrado_host_flags(-fsanitize=address,undefined -fno-sanitize=null,vptr,object-size,alignment
                       -fno-sanitize-recover=all -fno-omit-frame-pointer)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        cerrado_host_flags(-fno-sanitize=function)  # the same holds for it; GCC has no such check
    endif()
    add_link_options(-fsanitize=address,undefined)
elseif(CERRADO_SANITIZE STREQUAL "thread")
    cerrado_host_flags(-fsanitize=thread -fno-omit-frame-pointer)
    add_link_options(-fsanitize=thread)
elseif(CERRADO_SANITIZE)
    message(FATAL_ERROR "CERRADO_SANITIZE=${CERRADO_SANITIZE}: expected address, thread or nothing")
endif()

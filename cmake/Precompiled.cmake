# Precompiled headers, for C++ units where Cerrado is the top of the build: without them most of a unit's time goes into
# reading the same standard headers. Units that nvcc compiles have none.
#
# cerrado_precompile(target [RUNS])
#     The target's units find standard headers and fmt parsed, or RUNS: the runtime, too. A target shares them with the
#     first one of its kind, so it must compile with the same options: as position-independent code (not -fPIE), with
#     threads and fmt. Definitions of its own are no harm. Units of nvcc become position-independent, too: a Python
#     module has them.
function(cerrado_precompile target)
    cmake_parse_arguments(PARSE_ARGV 1 argument RUNS "" "")
    if(NOT PROJECT_IS_TOP_LEVEL)
        return()
    endif()
    set(kind standard)
    if(argument_RUNS)
        set(kind runs)
    endif()
    cerrado_precompiled_origin(${kind})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fPIC> $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-fPIC>)
    target_precompile_headers(${target} REUSE_FROM cerrado_precompiled_${kind})
endfunction()

function(cerrado_precompiled_origin kind)
    set(origin cerrado_precompiled_${kind})
    if(TARGET ${origin})
        return()
    endif()
    set(folder ${PROJECT_SOURCE_DIR}/cmake/precompiled)
    add_library(${origin} OBJECT ${folder}/empty.cpp)
    set_target_properties(${origin} PROPERTIES POSITION_INDEPENDENT_CODE OFF UNITY_BUILD OFF)
    target_compile_options(${origin} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fPIC>)
    target_link_libraries(${origin} PRIVATE Threads::Threads ${CERRADO_FMT})
    if(kind STREQUAL "runs")
        target_link_libraries(${origin} PRIVATE Cerrado::framework)
    endif()
    target_precompile_headers(${origin} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:${folder}/${kind}.hpp>)
endfunction()

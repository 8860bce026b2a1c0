# Cerrado::apps: every form of the bundled applications, compiled once, behind plain functions. NAME/forms*.cpp
# instantiate the enumeration loop, two forms each, since nvcc reads the headers for longer than it compiles a form. All
# else is plain C++, and so is whoever links this.
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

file(GLOB sources CONFIGURE_DEPENDS library/*.cpp */library.cpp)
list(APPEND sources clique/binomials.cpp clique/clique_polynomial.cpp clique/list_small.cpp clique/pivot_plan.cpp
     clique/pivot_small.cpp compression/bisection.cpp compression/compress.cpp compression/cover.cpp
     compression/estimate.cpp compression/few_cliques.cpp compression/metis_order.cpp compression/own_cliques.cpp
     compression/references.cpp compression/score_by_edges.cpp compression/score_by_list.cpp compression/seeds.cpp
     compression/watch.cpp isomorphism/by_graph.cpp isomorphism/count_bound.cpp isomorphism/distinct.cpp
     isomorphism/each_match.cpp isomorphism/find_match.cpp isomorphism/first_domains.cpp isomorphism/first_match.cpp
     isomorphism/first_question.cpp isomorphism/first_roots.cpp isomorphism/first_search.cpp
     isomorphism/first_walk.cpp isomorphism/formula.cpp isomorphism/least_image.cpp isomorphism/marked_plan.cpp isomorphism/orders.cpp
     isomorphism/plan.cpp isomorphism/plan_cost.cpp isomorphism/signed_sum.cpp sieve/colours.cpp
     sieve/host_layers.cpp sieve/host_lines.cpp sieve/problem.cpp sieve/reduction.cpp sieve/runs.cpp sieve/shape.cpp
     sieve/slices.cpp)
file(GLOB forms CONFIGURE_DEPENDS */forms*.cpp)
add_library(cerrado_apps STATIC ${sources})
add_library(Cerrado::apps ALIAS cerrado_apps)
cerrado_application_sources(cerrado_apps ${forms})
set_target_properties(cerrado_apps PROPERTIES EXPORT_NAME apps LINKER_LANGUAGE CXX UNITY_BUILD_BATCH_SIZE 2)
target_include_directories(cerrado_apps
    PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/library> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
target_link_libraries(cerrado_apps PUBLIC Cerrado::framework Cerrado::canonical PRIVATE ${CERRADO_FMT})
if(CERRADO_WITH_METIS)
    target_link_libraries(cerrado_apps PRIVATE Metis::metis)
    set_source_files_properties(compression/metis_order.cpp PROPERTIES COMPILE_DEFINITIONS CERRADO_HAS_METIS=1)
endif()
if(CERRADO_STATIC)  # so that a program with it runs on another machine, too
    target_link_options(cerrado_apps INTERFACE -static-libstdc++ -static-libgcc)
endif()

# What an application's own CMakeLists.txt calls; in this tree, and after find_package(Cerrado).
#
# cerrado_application_sources(target source...)
#     Adds sources that call cerrado::run to a target made in the same folder: compiled as CUDA when CUDA is on, else as C++.
# cerrado_add_application(target source...)
#     An executable of such sources, linked to the framework, to canonical labelling and to load balancing.

function(cerrado_application_sources target)
    target_sources(${target} PRIVATE ${ARGN})
    if(CERRADO_WITH_CUDA)
        set_source_files_properties(${ARGN} PROPERTIES LANGUAGE CUDA)
        set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
        target_link_libraries(${target} PRIVATE CUDA::cudart_static)
    endif()
    target_compile_features(${target} PRIVATE cxx_std_20)
endfunction()

function(cerrado_add_application target)
    add_executable(${target})
    cerrado_application_sources(${target} ${ARGN})
    target_link_libraries(${target} PRIVATE Cerrado::framework Cerrado::canonical Cerrado::loadbalance)
endfunction()

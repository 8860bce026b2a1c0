# `cpack -G DEB` makes cerrado, libcerrado-dev, python3-cerrado and cerrado-mpi, those of which were built. With
# CERRADO_PYTHON_KERNELS it makes cerrado-cuda alone: the program, in place of cerrado, and the module for python3-cerrado.
# packaging/deb.sh builds them for any x86-64 processor since 2009.
set(CPACK_PACKAGE_NAME cerrado)
set(CPACK_PACKAGE_CONTACT "The Cerrado authors <cerrado@example.org>" CACHE STRING "The maintainer of the packages")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS OFF)
# Debian wants packed pages of man.
file(WRITE ${PROJECT_BINARY_DIR}/deb/pack_pages.cmake [[
file(GLOB_RECURSE pages ${CPACK_TEMPORARY_DIRECTORY}/*.1)
if(pages)
    execute_process(COMMAND gzip -9nf ${pages} COMMAND_ERROR_IS_FATAL ANY)
endif()
]])
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_BINARY_DIR}/deb/pack_pages.cmake)

set(long "Cerrado counts and lists small patterns in large graphs: cliques, motifs,
patterns that you name, and whatever you write yourself.")
# cerrado_deb(component package section what dependencies)
function(cerrado_deb component package section what)
    string(TOUPPER ${component} name)
    set(CPACK_DEBIAN_${name}_PACKAGE_NAME ${package} PARENT_SCOPE)
    set(CPACK_DEBIAN_${name}_PACKAGE_SECTION ${section} PARENT_SCOPE)
    set(CPACK_DEBIAN_${name}_DESCRIPTION "graph pattern mining, ${what}\n${long}" PARENT_SCOPE)
    set(CPACK_DEBIAN_${name}_PACKAGE_DEPENDS "${ARGN}" PARENT_SCOPE)
    set(components ${components} ${component} PARENT_SCOPE)
    # What Debian wants to find in each package.
    set(folder ${PROJECT_BINARY_DIR}/deb/${package})
    file(WRITE ${folder}/changelog "cerrado (${PROJECT_VERSION}) unstable; urgency=medium

  * See CHANGELOG.md of the sources.

 -- ${CPACK_PACKAGE_CONTACT}  Tue, 01 Dec 2026 00:00:00 +0000
")
    find_program(CERRADO_GZIP gzip)
    if(CERRADO_GZIP)
        execute_process(COMMAND ${CERRADO_GZIP} -9nf ${folder}/changelog)
        install(FILES ${folder}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
    endif()
    file(READ ${PROJECT_SOURCE_DIR}/LICENSE copyright)
    foreach(library IN ITEMS boost nanobind nlohmann-json pegtl)  # others are packages of their own
        file(READ ${PROJECT_SOURCE_DIR}/licenses/${library}.txt text)
        string(APPEND copyright "\n----- ${library} -----\n\n${text}")
    endforeach()
    file(WRITE ${folder}/copyright "${copyright}")
    install(FILES ${folder}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
endfunction()

set(components)
if(CERRADO_PYTHON_KERNELS)
    cerrado_deb(cuda cerrado-cuda science "the command line and kernels for GPUs")
    set(CPACK_DEBIAN_CUDA_PACKAGE_PROVIDES "cerrado (= ${PROJECT_VERSION})")
    set(CPACK_DEBIAN_CUDA_PACKAGE_CONFLICTS cerrado)
    set(CPACK_DEBIAN_CUDA_PACKAGE_REPLACES cerrado)
    set(CPACK_DEBIAN_CUDA_PACKAGE_SUGGESTS python3-cerrado)
    set(CPACK_COMPONENTS_ALL program python cuda)
    foreach(component IN ITEMS PROGRAM PYTHON CUDA)
        set(CPACK_COMPONENT_${component}_GROUP cuda)
    endforeach()
    include(CPack)
    return()
endif()
if(TARGET cerrado)
    cerrado_deb(program cerrado science "the command line")
endif()
cerrado_deb(development libcerrado-dev libdevel "the library for C++ and CUDA" libfmt-dev zlib1g-dev libzstd-dev liblzma-dev
            libbz2-dev libexpat1-dev libnauty2-dev)
if(TARGET cerrado_mpi)
    cerrado_deb(mpi cerrado-mpi science "runs on several nodes" "cerrado (= ${PROJECT_VERSION})")
    file(WRITE ${PROJECT_BINARY_DIR}/deb/triggers "activate-noawait ldconfig\n")
    set(CPACK_DEBIAN_MPI_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/deb/triggers)
endif()
if(TARGET cerrado_python)
    math(EXPR next "${Python_VERSION_MINOR} + 1")  # the module is for one minor version
    cerrado_deb(python python3-cerrado python "the Python package" python3-numpy
                "python3 (>= 3.${Python_VERSION_MINOR})" "python3 (<< 3.${next})")
endif()
foreach(component IN LISTS components)
    string(TOUPPER ${component} name)
    string(REPLACE ";" ", " CPACK_DEBIAN_${name}_PACKAGE_DEPENDS "${CPACK_DEBIAN_${name}_PACKAGE_DEPENDS}")
endforeach()
set(CPACK_COMPONENTS_ALL ${components})
include(CPack)

# Finds nauty (Debian: libnauty2-dev). Defines Nauty_FOUND and the target Nauty::nauty. NAUTY_USE_STATIC_LIBS asks for the archive.
# Its headers lie in two folders and include each other by bare name, so both folders are on the path: #include <nauty/nauty.h>.
find_path(NAUTY_INCLUDE_DIR nauty/nauty.h)
find_path(NAUTY_TOOLS_INCLUDE_DIR nauty/gtools.h)
if(NAUTY_USE_STATIC_LIBS)
    find_library(NAUTY_LIBRARY NAMES libnauty.a)
else()
    find_library(NAUTY_LIBRARY NAMES nauty)
endif()
mark_as_advanced(NAUTY_INCLUDE_DIR NAUTY_TOOLS_INCLUDE_DIR NAUTY_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Nauty REQUIRED_VARS NAUTY_LIBRARY NAUTY_INCLUDE_DIR NAUTY_TOOLS_INCLUDE_DIR)

if(Nauty_FOUND AND NOT TARGET Nauty::nauty)
    add_library(Nauty::nauty UNKNOWN IMPORTED)
    set_target_properties(Nauty::nauty PROPERTIES
        IMPORTED_LOCATION "${NAUTY_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${NAUTY_INCLUDE_DIR}/nauty;${NAUTY_TOOLS_INCLUDE_DIR}/nauty")
endif()

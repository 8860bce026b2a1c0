# Finds zstd (Debian: libzstd-dev). Defines Zstd_FOUND and the target Zstd::zstd. ZSTD_USE_STATIC_LIBS asks for the archive.
find_path(ZSTD_INCLUDE_DIR zstd.h)
if(ZSTD_USE_STATIC_LIBS)
    find_library(ZSTD_LIBRARY NAMES libzstd.a)
else()
    find_library(ZSTD_LIBRARY NAMES zstd)
endif()
mark_as_advanced(ZSTD_INCLUDE_DIR ZSTD_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Zstd REQUIRED_VARS ZSTD_LIBRARY ZSTD_INCLUDE_DIR)

if(Zstd_FOUND AND NOT TARGET Zstd::zstd)
    add_library(Zstd::zstd UNKNOWN IMPORTED)
    set_target_properties(Zstd::zstd PROPERTIES
        IMPORTED_LOCATION "${ZSTD_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${ZSTD_INCLUDE_DIR}")
endif()

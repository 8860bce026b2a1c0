# `cmake --build build/host --target site` writes build/site: the documents as pages that a browser opens from disk. The script
# takes mkdocs-material from PyPI into an environment of its own, or says what is missing.
find_package(Python3 QUIET COMPONENTS Interpreter)
if(Python3_FOUND AND TARGET cerrado)
    add_custom_target(site VERBATIM USES_TERMINAL
        COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/docs/site/make.py --program $<TARGET_FILE:cerrado>)
    add_dependencies(site cerrado)
endif()

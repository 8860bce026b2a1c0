// CMake makes a precompiled header for a target that has a source.

# The commands of `cerrado` and their sources. A line `Command NAME_command();` in a folder's command.hpp declares a
# command, and NAME_MORE_command() a subcommand of NAME. The commands about graphs are always there.
#
# Sets folders_of_commands, the folders of the chosen commands (CERRADO_COMMANDS), and folders_of_library, which also has
# the folders whose headers these read.
file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} */command.hpp)
list(FILTER headers EXCLUDE REGEX "^command/")
set(functions)
foreach(header IN LISTS headers)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
    file(STRINGS ${header} lines REGEX "^Command [a-z0-9_]+_command\\(\\);")
    foreach(line IN LISTS lines)
        string(REGEX REPLACE "^Command ([a-z0-9_]+)_command.*" "\\1" function "${line}")
        list(APPEND functions ${function})
        set(header_of_${function} ${header})
    endforeach()
endforeach()
set(names)
foreach(function IN LISTS functions)
    string(REGEX REPLACE "_.*" "" name_of_${function} ${function})
    if(NOT name_of_${function} IN_LIST functions)
        set(name_of_${function} ${function})
    endif()
    list(APPEND names ${name_of_${function}})
endforeach()
list(REMOVE_DUPLICATES names)
foreach(name IN LISTS CERRADO_COMMANDS)
    if(NOT name STREQUAL "all" AND NOT name IN_LIST names)
        list(JOIN names ", " known)
        message(FATAL_ERROR "CERRADO_COMMANDS=${CERRADO_COMMANDS}: there is no command ${name}; take all, or some of: ${known}")
    endif()
endforeach()

set(folders_of_commands)
set(includes)
set(table)
set(chosen)
set(absent)
foreach(function IN LISTS functions)
    if(NOT "all" IN_LIST CERRADO_COMMANDS AND NOT name_of_${function} IN_LIST CERRADO_COMMANDS)
        if(name_of_${function} STREQUAL function)
            list(APPEND absent "\"${function}\"")
        endif()
        continue()
    endif()
    get_filename_component(folder ${header_of_${function}} DIRECTORY)
    list(APPEND folders_of_commands ${folder})
    string(APPEND includes "#include \"${header_of_${function}}\"\n")
    list(APPEND chosen ${function})
    string(APPEND table "\n    ${function}_command,")
endforeach()
list(REMOVE_DUPLICATES folders_of_commands)
list(LENGTH chosen count)
list(LENGTH absent absent_count)
list(JOIN absent ", " absent)
file(CONFIGURE OUTPUT table_of_commands.hpp @ONLY CONTENT [[
// Made by apps/Commands.cmake from the lines `Command NAME_command();` of apps/*/command.hpp.
#pragma once

@includes@
#include <array>
#include <string_view>

namespace cerrado::command {

inline constexpr std::array<Command (*)(), @count@> table_of_commands = {@table@
};
inline constexpr std::array<std::string_view, @absent_count@> absent_commands = {@absent@}; // left out by CERRADO_COMMANDS

} // namespace cerrado::command
]])

# Finds the folders whose headers the sources of `folder` read: "NAME/..." and <cerrado/apps/NAME.hpp>. The sources of
# its command count only if the command is chosen.
function(cerrado_folders_read_by folder result)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.hpp ${folder}/*.cpp)
    list(FILTER sources EXCLUDE REGEX "/library/cerrado/apps/")  # public headers count for who includes them
    if(NOT folder IN_LIST folders_of_commands)
        list(FILTER sources EXCLUDE REGEX "/${folder}/command[a-z_]*[.][ch]pp$")
    endif()
    set(read)
    foreach(source IN LISTS sources)
        file(STRINGS ${source} lines REGEX "^#include (\"[a-z_]+/|<cerrado/apps/)")
        foreach(line IN LISTS lines)
            string(REGEX REPLACE "^#include (\"|<cerrado/apps/)([a-z_]+).*" "\\2" name "${line}")
            if(IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/${name})
                list(APPEND read ${name})
            endif()
        endforeach()
    endforeach()
    list(REMOVE_DUPLICATES read)
    set(${result} ${read} PARENT_SCOPE)
endfunction()

if("all" IN_LIST CERRADO_COMMANDS)
    file(GLOB folders_of_library CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *)
    list(REMOVE_ITEM folders_of_library template)
else()
    set(folders_of_library)
    set(to_look_at ${folders_of_commands} cerrado command)
    while(to_look_at)
        list(POP_FRONT to_look_at folder)
        if(NOT folder IN_LIST folders_of_library)
            list(APPEND folders_of_library ${folder})
            cerrado_folders_read_by(${folder} read)
            list(APPEND to_look_at ${read})
        endif()
    endwhile()
endif()
list(JOIN folders_of_library "|" in_folders_of_library)
set(in_folders_of_library "^(${in_folders_of_library})/")

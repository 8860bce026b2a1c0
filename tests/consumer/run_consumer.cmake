# cmake -DKIND=find_package|add_subdirectory -DEXPECTED=... -DSOURCE=... -DBUILD=... -DWORK=... -DCOMPILER=... -P run_consumer.cmake
# Builds the consumer project KIND out of the tree and runs it.
set(consumer ${CMAKE_CURRENT_LIST_DIR}/${KIND})
file(REMOVE_RECURSE ${WORK})
set(arguments -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Release)
if(KIND STREQUAL "find_package")
    execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix
                    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    list(APPEND arguments -DCMAKE_PREFIX_PATH=${WORK}/prefix)
else()
    list(APPEND arguments -DCERRADO_SOURCE=${SOURCE} -DCERRADO_CUDA=OFF -DCMAKE_UNITY_BUILD=ON)
endif()
find_program(ccache ccache)
if(ccache)
    list(APPEND arguments -DCMAKE_CXX_COMPILER_LAUNCHER=${ccache})
endif()

execute_process(COMMAND ${CMAKE_COMMAND} -S ${consumer} -B ${WORK}/build -G Ninja ${arguments} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build --target consumer COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK}/build/consumer OUTPUT_VARIABLE output OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
if(NOT output STREQUAL EXPECTED)
    message(FATAL_ERROR "the consumer ${KIND} printed '${output}', expected '${EXPECTED}'")
endif()
message(STATUS "the consumer ${KIND} printed '${output}', as expected")

# Enables CUDA in the folder that includes this. Where neither the project nor the environment names a compiler, it is
# the nvcc that Cerrado found; where nobody names the architectures, they are those of the library.
if(DEFINED CMAKE_CURRENT_FUNCTION)
    message(FATAL_ERROR "CUDA cannot be enabled in a function (${CMAKE_CURRENT_FUNCTION}): "
                        "call enable_language(CUDA) before it")
endif()
if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    if(CERRADO_NVCC)
        set(CMAKE_CUDA_COMPILER ${CERRADO_NVCC})
    elseif(CUDAToolkit_NVCC_EXECUTABLE)
        set(CMAKE_CUDA_COMPILER ${CUDAToolkit_NVCC_EXECUTABLE})
    endif()
endif()
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    get_target_property(CMAKE_CUDA_ARCHITECTURES Cerrado::framework CERRADO_CUDA_ARCHITECTURES)
endif()
enable_language(CUDA)

# CMake 3.25 does not know that nvcc has C++20; newer ones do, and this changes nothing there.
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
    set(CMAKE_CUDA20_COMPILE_FEATURES cuda_std_20)
    list(APPEND CMAKE_CUDA_COMPILE_FEATURES cuda_std_20)
endif()

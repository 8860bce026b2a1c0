// What balance_defaults() measures of a GPU.
#pragma once

#include <vector>

namespace cerrado::detail {

struct CudaCalibration {
    int multiprocessors = 0;
    int warps_per_multiprocessor = 0; // resident at once, with the shared memory that most enumerations take
    std::vector<double> throughput;   // with 0, 1, ... 5 eighths of the warps idle, relative to no idle warps
    double look_seconds = 0;          // to read what all warps publish, and the words of the queues
};

// Measures the current device, in about 15 ms. Throws Error.
CudaCalibration calibrate_cuda();

} // namespace cerrado::detail

// What balance_defaults() measures of a GPU.
#pragma once

#include <vector>

namespace cerrado::detail {

struct CudaCalibration {
    int multiprocessors = 0;
    int warps_per_multiprocessor = 0; // resident at once, each with as much shared memory as most enumerations take
    std::vector<double> throughput;   // with 0, 1, ... 5 eighths of the warps idle, of that with none
    double look_seconds = 0;          // reading what all of them publish, and the words of the queues
};

// Measures the current device, in about 15 ms. Throws Error.
CudaCalibration calibrate_cuda();

} // namespace cerrado::detail

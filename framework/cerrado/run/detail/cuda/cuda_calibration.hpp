// The measurements of a GPU for balance_defaults().
#pragma once

#include <vector>

namespace cerrado::detail {

struct CudaCalibration {
    int multiprocessors = 0;
    int warps_per_multiprocessor = 0; // resident at once, with the shared memory of a usual enumeration
    std::vector<double> throughput;   // with 0, 1, ... 5 eighths of the warps idle, relative to none idle
    double look_seconds = 0;          // to read the states of all warps and the words of the queues
};

// Measures the current device, in about 15 ms. Throws Error.
CudaCalibration calibrate_cuda();

} // namespace cerrado::detail

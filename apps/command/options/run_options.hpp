// The options that all commands have which count in a graph: which sizes, where, how and for how long.
#pragma once

#include "command/options/options.hpp"
#include "command/run/application.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

struct Parameters {
    int k = 0; // 0: several sizes
    Sizes sizes;
    Algorithm algorithm = Algorithm::fast;
    std::string device = "auto";
    std::vector<std::string> devices; // as typed; none: `device`
    int threads = 0;
    int workers = 0;
    int warp_width = 0; // 0: the device's own
    int pieces = 0;     // 0: the algorithm chooses
    std::string order = "auto";
    std::uint64_t seed = 1;
    double deadline = 0;
};

struct SizeRequest {
    std::optional<int> k, min_k, max_k;
    bool all = false;
};

// -k, --all, --min-k and --max-k.
void add_sizes_options(Options& command, Application const& application, SizeRequest& sizes);
// Throws InputError if no size is given. `least` stands for a --min-k that was not given.
Sizes sizes_of(SizeRequest const& request, int least);

void add_device_options(Options& command, Parameters& parameters); // --device and --threads
// --device, --threads and --deadline.
void add_where_options(Options& command, Parameters& parameters);
// --devices for one run that several devices share.
void add_shared_devices_option(Options& command, Parameters& parameters);
// --devices: CUDA devices by number. `what` begins its help.
void add_devices_option(Options& command, std::vector<int>& devices, std::string const& what);
// The options of add_where_options(), and --workers, --warp-width, --pieces, --order and --algorithm.
void add_run_options(Options& command, Application const& application, Parameters& parameters, std::string& algorithm);

} // namespace cerrado::command

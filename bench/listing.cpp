// How quickly cliques reach a consumer, in host memory and on the device, beside what a copy of the same bytes takes.
//
//   listing GRAPH K [REPEATS [DEVICES]]    DEVICES: how many share the run, 1 if not given
//
// The consumer on the device adds up all ids by a kernel of its own on each block; on the host it looks at one id in 1024. Copies are of
// pinned memory. Rates are of the bytes of the records, k ids of 32 bits each, over `seconds.run`; a copy within the device reads and writes
// each byte, and is rated by the bytes copied.
#include <cerrado/apps/clique.hpp>
#include <cerrado/core/detail/clock.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/run/detail/preparation/device_buffer.hpp>
#include <cerrado/run/devices.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace cerrado;

__global__ void add_ids(std::uint32_t const* ids, std::uint64_t count, unsigned long long* sum) {
    std::uint64_t const first = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    std::uint64_t const step = std::uint64_t{gridDim.x} * blockDim.x;
    auto const* const four = reinterpret_cast<uint4 const*>(ids);
    unsigned long long mine = 0;
    constexpr int batch = 4; // loads under way at once
    std::uint64_t i = first;
    for (; i + (batch - 1) * step < count / 4; i += batch * step) {
        uint4 next[batch];
        for (int j = 0; j < batch; ++j) next[j] = four[i + j * step];
        for (int j = 0; j < batch; ++j) mine += std::uint64_t{next[j].x} + next[j].y + next[j].z + next[j].w;
    }
    for (; i < count / 4; i += step) mine += std::uint64_t{four[i].x} + four[i].y + four[i].z + four[i].w;
    for (i = count / 4 * 4 + first; i < count; i += step) mine += ids[i];
    for (int lanes = 16; lanes > 0; lanes /= 2) mine += __shfl_down_sync(~0u, mine, lanes);
    if (threadIdx.x % 32 == 0) atomicAdd(sum, mine);
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

// Bytes a second that a copy of so many moves.
double copy_rate(void* to, void const* from, std::size_t bytes) {
    std::vector<double> rates;
    for (int i = 0; i < 7; ++i) {
        Stopwatch const watch;
        check_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyDefault), "copying");
        check_cuda(cudaDeviceSynchronize(), "copying");
        rates.push_back(static_cast<double>(bytes) / watch.seconds());
    }
    return median(rates);
}

struct Rates {
    double to_host, within_device;
};

Rates copy_rates() {
    constexpr std::size_t bytes = std::size_t{1} << 30;
    MemoryMeter meter;
    DeviceBuffer<char> const from(bytes, meter);
    DeviceBuffer<char> const to(bytes, meter);
    MappedBuffer<char> const host(bytes);
    return {copy_rate(host.data(), from.data(), bytes), copy_rate(to.data(), from.data(), bytes)};
}

// Prints one line of the table; `options` has a sink.
void measure(char const* where, Graph const& graph, int k, int repeats, RunOptions const& options, double copy) {
    std::vector<double> seconds;
    double prepare = 0;
    WideCount count = 0;
    for (int i = 0; i < repeats; ++i) {
        RunResult const result = list_cliques(graph, {.k = k}, options);
        seconds.push_back(result.seconds.run);
        prepare = result.seconds.prepare;
        count = result.count;
    }
    double const bytes = static_cast<double>(count) * k * sizeof(std::uint32_t);
    double const rate = bytes / median(seconds);
    std::printf("%-7s %14s cliques %8.3f GB  prepare %7.2f ms  run %8.2f ms  %8.1f GB/s  copy %8.1f GB/s  %5.1f %%\n",
                where, to_string(count).c_str(), bytes * 1e-9, prepare * 1e3, median(seconds) * 1e3, rate * 1e-9,
                copy * 1e-9, 100 * rate / copy);
}

// Adds up ids on each device, by a kernel in the stream of the batch.
class Adders {
public:
    // CUDA loads a kernel when it is first launched, and waits for those that run; the enumeration would wait for this one.
    explicit Adders(int devices) {
        for (int device = 0; device < devices; ++device) {
            DeviceScope const scope(device);
            sums_.emplace_back(1, meter_);
            sums_.back().clear();
            add_ids<<<1, 32>>>(nullptr, 0, sums_.back().data());
            check_cuda(cudaDeviceSynchronize(), "loading the consumer's kernel");
        }
    }
    void add(DeviceBatch const& batch) {
        add_ids<<<264, 256, 0, batch.stream>>>(batch.ids, batch.count, sums_[current_device()].data());
        check_cuda(cudaGetLastError(), "adding up the ids");
    }
    unsigned long long total() const {
        unsigned long long total = 0;
        for (std::size_t device = 0; device < sums_.size(); ++device) {
            DeviceScope const scope(static_cast<int>(device)); // its memory is of a pool that others do not see
            unsigned long long one = 0;
            sums_[device].read(&one);
            total += one;
        }
        return total;
    }

private:
    MemoryMeter meter_;
    std::vector<DeviceBuffer<unsigned long long>> sums_;
};

void run_all(std::string const& path, int k, int repeats, int devices) {
    Graph const graph = open_graph(path);
    Rates const copies = copy_rates();
    RunOptions options;
    options.device = DeviceKind::cuda;
    if (devices > 1) {
        for (int device = 0; device < devices; ++device) options.devices.push_back({DeviceKind::cuda, device});
    }
    std::uint64_t seen = 0;
    options.of<Store>().narrow_sink = [&](std::span<std::uint32_t const> ids) {
        for (std::size_t i = 0; i < ids.size(); i += 1024) seen += ids[i];
    };
    measure("host", graph, k, repeats, options, copies.to_host);
    options.of<Store>().narrow_sink = nullptr;

    Adders adders(devices);
    options.of<Store>().device_sink = [&](DeviceBatch const& batch) { adders.add(batch); };
    measure("device", graph, k, repeats, options, copies.within_device * devices);
    std::printf("sum of ids %llu, of %d runs; seen on the host %llu\n", adders.total(), repeats,
                static_cast<unsigned long long>(seen));
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: listing GRAPH K [REPEATS [DEVICES]]\n");
        return 2;
    }
    try {
        run_all(argv[1], std::atoi(argv[2]), argc > 3 ? std::max(1, std::atoi(argv[3])) : 3,
                argc > 4 ? std::max(1, std::atoi(argv[4])) : 1);
    } catch (std::exception const& error) {
        std::fprintf(stderr, "listing: %s\n", error.what());
        return 1;
    }
    return 0;
}

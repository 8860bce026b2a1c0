// Runs the laws on a block of 128 lanes, a tile of `width` lanes a warp.
#include "unit/engine/warp_laws.hpp"

#include <cerrado/run/detail/preparation/device_buffer.hpp>
#include <cerrado/warp/detail/cuda.hpp>

#include <vector>

namespace cerrado::test {
namespace {

constexpr int lanes = 128;

template <int width> __global__ void check(SharedCells* cells, std::uint32_t* broken) {
    __shared__ SharedCells fast[lanes / width];
    CudaWarp<width> const warp;
    std::uint32_t const tile = threadIdx.x / width;
    if (warp.lane() == 0) fast[tile] = SharedCells{};
    warp.sync();
    broken[threadIdx.x] = broken_collectives(warp) | broken_memory(warp, fast + tile);
    cells[tile] = fast[tile];
    if constexpr (width == 32) {
        alignas(16) __shared__ std::uint32_t words[group_words];
        for (auto i = static_cast<int>(threadIdx.x); i < group_words; i += lanes) words[i] = word_of_group(i);
        publish_columns();
        CudaWarp<width>::group_sync();
        auto const first_row = 16 * CudaWarp<width>::team_rank();
        if (!are_group_products_right<ProductsAlone>(warp, first_row, words) ||
            !are_group_products_right<ProductsOfGroup>(warp, first_row, words))
            broken[threadIdx.x] |= product_law;
    }
}

template <int width> std::vector<std::uint32_t> broken_lanes() {
    MemoryMeter meter;
    DeviceBuffer<SharedCells> cells(lanes / width, meter);
    DeviceBuffer<std::uint32_t> broken(lanes, meter);
    std::vector<std::uint32_t> answer(lanes, ~0u);
    check<width><<<1, lanes>>>(cells.data(), broken.data());
    check_cuda(cudaGetLastError(), "launching the laws");
    check_cuda(cudaDeviceSynchronize(), "checking the laws");
    broken.read(answer.data());
    return answer;
}

} // namespace

std::vector<std::uint32_t> broken_on_cuda(int width) {
    if (width == 1) return broken_lanes<1>();
    if (width == 8) return broken_lanes<8>();
    if (width == 16) return broken_lanes<16>();
    return broken_lanes<32>();
}

} // namespace cerrado::test

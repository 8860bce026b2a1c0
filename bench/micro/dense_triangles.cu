// Triangles among the members of dense neighbourhoods, as the last three levels of a clique traversal count them: by
// AND and population count of bit rows, and by the binary matrix instruction of the tensor cores (mma m16n8k256,
// and.popc). Prints nanoseconds a neighbourhood, with all warps of the device at work, for sizes and densities.
//
//   nvcc -O3 -arch=sm_90 dense_triangles.cu -o dense_triangles && ./dense_triangles
//
// Rows lie as the engine Rows lays them out for warps: bit i of row j says that i < j is adjacent to j, word by word,
// members side by side.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int block_threads = 128;

void check(cudaError_t status, char const* what) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "dense_triangles: %s: %s\n", what, cudaGetErrorString(status));
    std::exit(1);
}

struct Shape {
    std::uint32_t members;
    std::uint32_t words; // of a row, a multiple of 8: what one instruction takes
    std::uint32_t
        stride; // between two words of a row: 8 more than a multiple of 32, so that 4 words are in different banks
};

__device__ std::uint32_t random_word(std::uint32_t seed) {
    seed ^= seed >> 16;
    seed *= 0x7feb352du;
    seed ^= seed >> 15;
    seed *= 0x846ca68bu;
    return seed ^ seed >> 16;
}

__global__ void fill(std::uint32_t* matrix, Shape shape, std::uint32_t per_mille) {
    std::uint32_t const member = blockIdx.x * blockDim.x + threadIdx.x;
    if (member >= shape.stride) return;
    for (std::uint32_t word = 0; word < shape.words; ++word) {
        std::uint32_t bits = 0;
        for (std::uint32_t bit = 0; bit < 32; ++bit) {
            std::uint32_t const lower = 32 * word + bit;
            if (member < shape.members && lower < member && random_word(lower * 8191 + member) % 1000 < per_mille)
                bits |= 1u << bit;
        }
        matrix[word * shape.stride + member] = bits;
    }
}

// As the traversal does it: for each member its row is the extension row, whose adjacent pairs all lanes count.
__device__ std::uint64_t triangles_by_rows(std::uint32_t const* matrix, Shape const& shape, std::uint32_t lane) {
    std::uint64_t count = 0;
    for (std::uint32_t top = 0; top < shape.members; ++top) {
        for (std::uint32_t first = 0; first < top; first += 32) {
            std::uint32_t const row = matrix[first / 32 * shape.stride + top];
            if ((row >> lane & 1) == 0) continue;
            std::uint32_t const member = first + lane;
            for (std::uint32_t word = 0; word <= first / 32; ++word) {
                count += __popc(matrix[word * shape.stride + member] & matrix[word * shape.stride + top]);
            }
        }
    }
    return count;
}

__device__ void and_popc(int (&sums)[4], std::uint32_t const (&a)[4], std::uint32_t const (&b)[2]) {
    asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// Tiles of 16 lower and 8 upper members: common lower neighbours of each two, of which those count that are adjacent.
__device__ std::uint64_t triangles_by_tiles(std::uint32_t const* matrix, Shape const& shape, std::uint32_t lane) {
    std::uint32_t const group = lane / 4;
    std::uint32_t const place = lane % 4;
    std::uint64_t count = 0;
    for (std::uint32_t upper = 0; upper < shape.members; upper += 8) {
        for (std::uint32_t lower = 0; lower < upper + 8; lower += 16) {
            std::uint32_t const* const adjacency = matrix + lower / 32 * shape.stride + upper + 2 * place;
            std::uint32_t const left = adjacency[0] >> lower % 32;
            std::uint32_t const right = adjacency[1] >> lower % 32;
            if (!__any_sync(~0u, ((left | right) & 0xffff) != 0)) continue;
            int sums[4] = {};
            for (std::uint32_t word = 0; 32 * word < lower + 16; word += 8) {
                std::uint32_t const* const rows = matrix + (word + place) * shape.stride;
                std::uint32_t const a[4] = {rows[lower + group], rows[lower + 8 + group],
                                            rows[4 * shape.stride + lower + group],
                                            rows[4 * shape.stride + lower + 8 + group]};
                std::uint32_t const b[2] = {rows[upper + group], rows[4 * shape.stride + upper + group]};
                and_popc(sums, a, b);
            }
            count += (left >> group & 1 ? sums[0] : 0) + (right >> group & 1 ? sums[1] : 0) +
                     (left >> (group + 8) & 1 ? sums[2] : 0) + (right >> (group + 8) & 1 ? sums[3] : 0);
        }
    }
    return count;
}

// Each warp counts its neighbourhood `rounds` times; all have the same, copied to shared memory where it fits.
template <bool tiles> __global__ void __launch_bounds__(block_threads)
    count_triangles(std::uint32_t const* matrix, Shape shape, bool shared, int rounds, unsigned long long* total) {
    extern __shared__ std::uint32_t memory[];
    std::uint32_t const words = shape.words * shape.stride;
    std::uint32_t const warp = threadIdx.x / 32;
    std::uint32_t const lane = threadIdx.x % 32;
    std::uint32_t const worker = blockIdx.x * (block_threads / 32) + warp;
    std::uint32_t const* mine = matrix + std::uint64_t{worker} * words;
    if (shared) {
        for (std::uint32_t i = lane; i < words; i += 32) memory[warp * words + i] = mine[i];
        __syncwarp();
        mine = memory + warp * words;
    }
    std::uint64_t count = 0;
    for (int round = 0; round < rounds; ++round) {
        count += tiles ? triangles_by_tiles(mine, shape, lane) : triangles_by_rows(mine, shape, lane);
        asm volatile("" ::: "memory");
    }
    atomicAdd(total, count);
}

struct Timing {
    double nanoseconds; // a neighbourhood, on the whole device
    unsigned long long triangles;
};

template <bool tiles> Timing measure(std::uint32_t const* matrix, Shape const& shape, bool shared, int blocks) {
    std::size_t const bytes = shared ? std::size_t{shape.words} * shape.stride * 4 * (block_threads / 32) : 0;
    check(cudaFuncSetAttribute(count_triangles<tiles>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)),
          "shared memory");
    unsigned long long* total = nullptr;
    check(cudaMalloc(&total, sizeof *total), "memory");
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin), "event");
    check(cudaEventCreate(&end), "event");
    float milliseconds = 0;
    int rounds = 1;
    for (; milliseconds < 20 && rounds < 1 << 20; rounds *= 4) {
        check(cudaMemset(total, 0, sizeof *total), "memory");
        check(cudaEventRecord(begin), "event");
        count_triangles<tiles><<<blocks, block_threads, bytes>>>(matrix, shape, shared, rounds, total);
        check(cudaEventRecord(end), "event");
        check(cudaEventSynchronize(end), "counting");
        check(cudaEventElapsedTime(&milliseconds, begin, end), "event");
    }
    rounds /= 4;
    unsigned long long count = 0;
    check(cudaMemcpy(&count, total, sizeof count, cudaMemcpyDeviceToHost), "memory");
    check(cudaFree(total), "memory");
    check(cudaEventDestroy(begin), "event");
    check(cudaEventDestroy(end), "event");
    double const neighbourhoods = double(rounds) * blocks * (block_threads / 32);
    return {1e6 * milliseconds / neighbourhoods, static_cast<unsigned long long>(count / neighbourhoods)};
}

void compare(std::uint32_t members, std::uint32_t per_mille) {
    constexpr std::size_t most_shared = 12 * 1024; // of a warp: 16 warps a multiprocessor
    Shape const shape{members, (members + 255) / 256 * 8, (members + 31) / 32 * 32 + 8};
    std::size_t const words = std::size_t{shape.words} * shape.stride;
    bool const shared = 4 * words <= most_shared;
    cudaDeviceProp device;
    check(cudaGetDeviceProperties(&device, 0), "properties");
    int const blocks = device.multiProcessorCount * 4;
    std::size_t const workers = std::size_t(blocks) * (block_threads / 32);
    std::uint32_t* matrix = nullptr;
    check(cudaMalloc(&matrix, 4 * words * workers), "memory");
    fill<<<(shape.stride + 127) / 128, 128>>>(matrix, shape, per_mille);
    for (std::size_t i = 1; i < workers; ++i) {
        check(cudaMemcpyAsync(matrix + i * words, matrix, 4 * words, cudaMemcpyDeviceToDevice), "copy");
    }
    Timing const rows = measure<false>(matrix, shape, shared, blocks);
    Timing const tiles = measure<true>(matrix, shape, shared, blocks);
    std::printf("%7u %6.2f %-6s %12llu %12.2f %12.2f %7.2f%s\n", members, per_mille / 1000.0, shared ? "shared" : "L2",
                rows.triangles, rows.nanoseconds, tiles.nanoseconds, rows.nanoseconds / tiles.nanoseconds,
                rows.triangles == tiles.triangles ? "" : "  COUNTS DIFFER");
    check(cudaFree(matrix), "memory");
}

} // namespace

int main() {
    std::printf("members density rows       triangles      rows, ns     tiles, ns   ratio\n");
    for (std::uint32_t const members : {16u, 32u, 64u, 96u, 128u, 192u, 256u, 384u, 512u, 1024u}) {
        for (std::uint32_t const per_mille : {20u, 100u, 300u, 800u}) compare(members, per_mille);
    }
}

#include <cerrado/run/detail/cuda/cuda_reduce.hpp>
#include <cerrado/run/detail/preparation/device_buffer.hpp>

#include <cub/device/device_segmented_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace cerrado {

namespace {

// The summands, ordered by class. Each class has its banks and then its wide total, so item i belongs to class i /
// (banks + 1).
struct ClassMajor {
    ClassTotals totals;
    __host__ __device__ WideCount operator()(std::uint64_t i) const {
        std::uint64_t const which = i / (totals.banks + 1);
        std::uint64_t const bank = i % (totals.banks + 1);
        if (bank < totals.banks) return totals.partial[bank * totals.classes + which];
        return (WideCount{totals.wide.high[which]} << 64) + totals.wide.low[which];
    }
};

struct SegmentBegin {
    std::uint64_t length;
    __host__ __device__ std::int64_t operator()(std::uint64_t segment) const {
        return static_cast<std::int64_t>(segment * length);
    }
};

struct AddWide {
    __host__ __device__ WideCount operator()(WideCount a, WideCount b) const { return a + b; }
};

} // namespace

std::vector<WideCount> reduce_totals(ClassTotals const& totals) {
    thrust::counting_iterator<std::uint64_t> const index(0);
    auto const items = thrust::make_transform_iterator(index, ClassMajor{totals});
    auto const begins = thrust::make_transform_iterator(index, SegmentBegin{totals.banks + 1});
    MemoryMeter meter;
    DeviceBuffer<WideCount> sums(totals.classes, meter);
    auto const reduce = [&](void* scratch, std::size_t& bytes) {
        check_cuda(cub::DeviceSegmentedReduce::Reduce(scratch, bytes, items, sums.data(),
                                                      static_cast<std::int64_t>(totals.classes), begins, begins + 1,
                                                      AddWide{}, WideCount{0}),
                   "reducing the totals");
    };
    std::size_t bytes = 0;
    reduce(nullptr, bytes);
    DeviceBuffer<char> const scratch(bytes, meter);
    reduce(scratch.data(), bytes);
    check_cuda(cudaDeviceSynchronize(), "reducing the totals");
    std::vector<WideCount> result(totals.classes);
    sums.read(result.data());
    return result;
}

} // namespace cerrado

#include <cerrado/core/unfilled_vector.hpp>

#include <sys/mman.h>

namespace cerrado::detail {
namespace {

constexpr std::align_val_t large_page{std::size_t{2} << 20};

} // namespace

void* allocate_large(std::size_t bytes) {
    void* const memory = ::operator new(bytes, large_page);
    ::madvise(memory, bytes, MADV_HUGEPAGE); // where that fails pages are small
    return memory;
}

void free_large(void* memory) noexcept { ::operator delete(memory, large_page); }

} // namespace cerrado::detail

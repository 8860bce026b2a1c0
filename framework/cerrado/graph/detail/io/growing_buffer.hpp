// Holds bytes if their number is not known beforehand.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <new>
#include <string_view>

namespace cerrado::detail {

// Grows by doubling. realloc moves large blocks without copying them.
class GrowingBuffer {
public:
    GrowingBuffer() = default;
    ~GrowingBuffer() { std::free(data_); }
    GrowingBuffer(GrowingBuffer const&) = delete;
    GrowingBuffer& operator=(GrowingBuffer const&) = delete;

    // The place for the next bytes. There is room for space_bytes() of them, at least one.
    char* space() {
        if (size_ == capacity_) {
            std::size_t const wanted = std::max(std::size_t{1} << 20, capacity_ * 2);
            void* const grown = std::realloc(data_, wanted);
            if (!grown) throw std::bad_alloc();
            data_ = static_cast<char*>(grown);
            capacity_ = wanted;
        }
        return data_ + size_;
    }
    std::size_t space_bytes() const { return capacity_ - size_; }
    void took(std::size_t bytes) { size_ += bytes; }
    std::string_view view() const { return {data_, size_}; }

private:
    char* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace cerrado::detail

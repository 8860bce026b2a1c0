// The arrays beside a resident graph.
#include <cerrado/run/session/resident_state.hpp>

#include <cerrado/run/host/host_memory.hpp>
#if CERRADO_HAS_CUDA
#include <cerrado/run/cuda/cuda_resident.hpp>
#endif

#include <algorithm>
#include <cstring>
#include <functional>

namespace cerrado {

#if CERRADO_HAS_CUDA
namespace {
bool on_cuda(ResidentState const& state) { return state.device() == DeviceKind::cuda; }
} // namespace
#endif

ResidentMemory::ResidentMemory(std::shared_ptr<ResidentState> state, std::uint64_t bytes)
    : state_(std::move(state)),
      bytes_(bytes) {
#if CERRADO_HAS_CUDA
    if (on_cuda(*state_)) {
        data_ = allocate_resident(bytes);
        state_->add(*this);
        return;
    }
#endif
    data_ = allocate_on_host(bytes);
    state_->add(*this);
}

ResidentMemory::~ResidentMemory() {
    state_->remove(*this);
#if CERRADO_HAS_CUDA
    if (on_cuda(*state_)) {
        free_resident(data_);
        return;
    }
#endif
    free_on_host(data_, bytes_);
}

void ResidentMemory::read(void* to) const {
    if (bytes_ == 0) return;
#if CERRADO_HAS_CUDA
    if (on_cuda(*state_)) return read_resident(to, data_, bytes_);
#endif
    std::memcpy(to, data_, bytes_);
}

void ResidentMemory::write(void const* from) {
    if (bytes_ == 0) return;
#if CERRADO_HAS_CUDA
    if (on_cuda(*state_)) return write_resident(data_, from, bytes_);
#endif
    std::memcpy(data_, from, bytes_);
}

std::span<std::uint64_t const> ResidentMemory::positions(Per per) const { return state_->positions(per); }

void ResidentState::add(ResidentMemory& memory) {
    std::lock_guard const lock(mutex_);
    memories_.push_back(&memory);
}

void ResidentState::remove(ResidentMemory const& memory) noexcept {
    std::lock_guard const lock(mutex_);
    std::erase(memories_, &memory);
}

ResidentMemory* ResidentState::memory_at(void const* place) {
    std::lock_guard const lock(mutex_);
    std::less<> const before;
    auto const found = std::ranges::find_if(memories_, [&](ResidentMemory const* memory) {
        auto const* const begin = static_cast<char const*>(memory->data());
        return !before(place, begin) && before(place, begin + memory->bytes());
    });
    return found == memories_.end() ? nullptr : *found;
}

} // namespace cerrado

#include <cerrado/runtime/store_ring.hpp>

#include <atomic>

namespace cerrado {

bool StoreConsumer::drain() {
    if (store_.capacity == 0) return false;
    std::uint64_t const before = taken_;
    Stopwatch const delivering;
    for (; delivering.seconds() < 0.005; ++taken_) {
        std::uint64_t const slot = taken_ % store_.capacity;
        if (std::atomic_ref<std::uint64_t>(store_.ready[slot]).load(std::memory_order_acquire) != taken_ + 1) break;
        if (!failed()) {
            VertexId const* const vertices = store_.records + slot * static_cast<std::uint64_t>(store_.width);
            record_.clear();
            for (int i = 0; i < store_.width; ++i) record_.push_back(session_.graph.original_id(vertices[i]));
            try {
                session_.options.sink(record_);
            } catch (...) {
                failure_ = std::current_exception();
            }
        }
        std::atomic_ref<std::uint64_t>(*store_.consumed).store(taken_ + 1, std::memory_order_release);
    }
    return taken_ != before;
}

} // namespace cerrado

#include <cerrado/run/host/host_store.hpp>

#include <atomic>

namespace cerrado {

namespace {

constexpr std::uint64_t block_bytes = std::uint64_t{1} << 18;
constexpr std::uint64_t ring_blocks = 16; // a few milliseconds of the quickest search, more than the consumer sleeps

std::uint64_t acquire(std::uint64_t& word) {
    return std::atomic_ref<std::uint64_t>(word).load(std::memory_order_acquire);
}

} // namespace

std::uint64_t host_store_bytes(RunSession const& session) { return store_bytes(session, block_bytes, ring_blocks); }

HostStore::HostStore(RunSession const& session)
    : plan_(plan_store(session, block_bytes, ring_blocks)),
      width_(session.needs.k),
      ids_(narrow_ids(session)),
      records_(plan_.ring_entries),
      written_(std::size_t{1} << plan_.ring_bits),
      full_(written_.size()) {}

StoreRef HostStore::ref() {
    return {records_.data(),  &ticket_,        written_.data(),
            full_.data(),     &released_,      ids_.empty() ? nullptr : ids_.data(),
            plan_.block_bits, plan_.ring_bits, width_};
}

std::span<VertexId const> HostStore::next(bool ended) {
    StoreRef const store = ref();
    if (taken_ == store.block_records()) {
        taken_ = 0;
        std::atomic_ref<std::uint64_t>(released_).store(++block_, std::memory_order_release);
    }
    std::uint64_t const written = written_records(ended);
    std::span<VertexId const> const records(store.record(block_, taken_),
                                            (written - taken_) * static_cast<std::uint64_t>(width_));
    if (!records.empty()) since_records_ = Stopwatch();
    taken_ = written;
    return records;
}

// Of the consumer's block, from its beginning.
std::uint64_t HostStore::written_records(bool ended) {
    StoreRef const store = ref();
    std::uint64_t const place = store.place(block_);
    if (acquire(full_[place]) == block_ + 1) return store.block_records();
    if (!ended && since_records_.seconds() < store_patience_seconds) return taken_;
    std::uint64_t const written = acquire(written_[place]);
    return takeable_records(store, block_, written, acquire(ticket_), taken_);
}

void HostStore::close() { std::atomic_ref<std::uint64_t>(released_).store(store_closed, std::memory_order_release); }

} // namespace cerrado

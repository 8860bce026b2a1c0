// The store's ring in the host's memory. The consumer reads the blocks where they lie.
#pragma once

#include <cerrado/run/conduct/store_ring.hpp>

namespace cerrado {

// Returns: the bytes that the ring of a host run takes.
std::uint64_t host_store_bytes(RunSession const& session);

class HostStore final : public StoreBlocks {
public:
    explicit HostStore(RunSession const& session);
    HostStore(HostStore const&) = delete;

    StoreRef ref();
    std::span<VertexId const> next(bool ended) override;
    void close() override;

private:
    std::uint64_t written_records(bool ended);

    StorePlan plan_;
    int width_;
    std::vector<std::uint32_t> ids_;
    std::vector<VertexId> records_;
    std::vector<std::uint64_t> written_, full_;
    alignas(64) Count ticket_ = 0; // apart, because every worker adds to it; workers read the next
    alignas(64) std::uint64_t released_ = 0;
    alignas(64) std::uint64_t block_ = 0; // the consumer's block
    std::uint64_t taken_ = 0;             // of its records
    Stopwatch since_records_;
};

} // namespace cerrado

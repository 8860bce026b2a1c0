#include <cerrado/output/store_input.hpp>
#include <cerrado/run/conduct/store_ring.hpp>
#include <cerrado/run/many/shared_run.hpp>

#include <algorithm>
#include <bit>

namespace cerrado {

StorePlan plan_store(RunSession const& session, std::uint64_t block_bytes, std::uint64_t blocks) {
    StoreSize const& asked = session.options.of<StoreInput>().ring;
    auto const width = static_cast<std::uint64_t>(session.needs.k);
    std::uint64_t fit = std::bit_floor(block_bytes / (width * sizeof(VertexId)));
    // The consumer sees a block at once when it is full, and what is in one that is not after a while.
    constexpr std::uint64_t blocks_of_a_limit = 4;
    if (session.options.of<StoreInput>().limit) {
        fit = std::min(fit, std::bit_floor(std::max<std::uint64_t>(
                                1, *session.options.of<StoreInput>().limit / blocks_of_a_limit)));
    }
    StorePlan plan;
    plan.block_bits = static_cast<std::uint32_t>(
        std::countr_zero(asked.block_records > 0 ? std::bit_ceil(asked.block_records) : fit));
    plan.ring_bits =
        static_cast<std::uint32_t>(std::countr_zero(std::bit_ceil(asked.blocks > 0 ? asked.blocks : blocks)));
    plan.block_entries = width << plan.block_bits;
    plan.ring_entries = plan.block_entries << plan.ring_bits;
    return plan;
}

std::uint64_t store_bytes(RunSession const& session, std::uint64_t block_bytes, std::uint64_t blocks) {
    if (!session.needs.records) return 0;
    return (plan_store(session, block_bytes, blocks).ring_entries + session.shape.vertex_count) * sizeof(VertexId);
}

std::uint64_t takeable_records(StoreRef const& store, std::uint64_t block, std::uint64_t written,
                               std::uint64_t reserved, std::uint64_t taken) {
    std::uint64_t const written_here = written + store.block_records() - store.complete(block);
    std::uint64_t const reserved_here = std::min(reserved - (block << store.block_bits), store.block_records());
    return written_here == reserved_here ? written_here : taken;
}

std::vector<std::uint32_t> narrow_ids(RunSession const& session) {
    if (!session.narrow_ids) return {};
    return {session.graph().original_ids().begin(), session.graph().original_ids().end()};
}

StoreConsumer::StoreConsumer(RunSession const& session, StoreBlocks* blocks)
    : session_(session),
      blocks_(blocks),
      width_(static_cast<std::size_t>(session.needs.k)) {
    // A batch should stay in the first-level cache; a sink of single subgraphs may be slow.
    constexpr std::uint64_t batch_ids = 4096;
    constexpr std::uint64_t single_records = 16;
    if (!session.needs.records || session.options.of<StoreInput>().narrow_sink ||
        session.options.of<StoreInput>().device_sink)
        return;
    piece_records_ =
        session.options.of<StoreInput>().batch_sink ? std::max<std::uint64_t>(1, batch_ids / width_) : single_records;
    ids_.resize(piece_records_ * width_);
    if (!session.narrow_ids) names_ = session.graph().original_ids();
}

bool StoreConsumer::drain(bool ended) {
    if (blocks_ == nullptr) return false;
    bool delivered = false;
    Stopwatch const delivering;
    while (!closed_ && delivering.seconds() < 0.005) {
        try {
            if (waiting_.empty()) waiting_ = blocks_->next(ended);
            if (waiting_.empty()) break;
            deliver_piece();
            delivered = true;
        } catch (...) {
            fail(std::current_exception());
        }
    }
    return delivered;
}

void StoreConsumer::deliver_piece() {
    std::uint64_t records = std::min<std::uint64_t>(piece_records_, waiting_.size() / width_);
    if (session_.options.of<StoreInput>().limit) {
        records = grant(records, *session_.options.of<StoreInput>().limit);
        if (records == 0) {
            cut_ = true;
            return close();
        }
    }
    std::span<VertexId const> const piece = waiting_.first(records * width_);
    waiting_ = waiting_.subspan(piece.size());
    if (session_.options.of<StoreInput>().device_sink) {
        delivered_ += records;
    } else if (MemberOfRun* const member = session_.options.member) {
        member->call([&] { hand_over(piece); });
    } else {
        hand_over(piece);
    }
}

// Returns: how many of so many records may be delivered.
std::uint64_t StoreConsumer::grant(std::uint64_t records, std::uint64_t limit) const {
    if (session_.options.member != nullptr) return session_.options.member->grant(records, limit);
    return std::min(records, limit - delivered_);
}

void StoreConsumer::hand_over(std::span<VertexId const> piece) {
    if (session_.options.of<StoreInput>().narrow_sink) {
        session_.options.of<StoreInput>().narrow_sink(piece);
        delivered_ += piece.size() / width_;
    } else {
        hand_over_wide(piece);
    }
}

void StoreConsumer::hand_over_wide(std::span<VertexId const> piece) {
    if (names_.empty()) {
        std::ranges::copy(piece, ids_.begin());
    } else {
        std::ranges::transform(piece, ids_.begin(), [this](VertexId v) { return names_[v]; });
    }
    hand_over_ids({ids_.data(), piece.size()});
}

void StoreConsumer::hand_over_ids(std::span<OriginalId const> ids) {
    RunOptions const& options = session_.options;
    if (options.of<StoreInput>().batch_sink) {
        options.of<StoreInput>().batch_sink(ids);
        delivered_ += ids.size() / width_;
        return;
    }
    for (; !ids.empty(); ids = ids.subspan(width_)) {
        options.of<StoreInput>().sink(ids.first(width_));
        ++delivered_;
    }
}

void StoreConsumer::fail(std::exception_ptr failure) {
    failure_ = std::move(failure);
    close();
}

void StoreConsumer::close() {
    if (blocks_ != nullptr && !closed_) blocks_->close();
    closed_ = true;
}

} // namespace cerrado

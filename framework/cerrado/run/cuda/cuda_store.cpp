#include <cerrado/output/store_input.hpp>
#include <cerrado/run/cuda/cuda_store.hpp>

#include <atomic>

namespace cerrado {

namespace {

struct RingSize {
    std::uint64_t block_bytes, blocks;
};

// A copy should take much longer than its launch, and the kernel should not wait for one. What stays on the device is
// read far quicker.
RingSize ring_size(RunSession const& session) {
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
    return session.options.of<StoreInput>().device_sink ? RingSize{128 * mebibyte, 4} : RingSize{4 * mebibyte, 16};
}

StorePlan plan_ring(RunSession const& session) {
    RingSize const size = ring_size(session);
    return plan_store(session, size.block_bytes, size.blocks);
}

} // namespace

std::uint64_t cuda_store_bytes(RunSession const& session) {
    RingSize const size = ring_size(session);
    return store_bytes(session, size.block_bytes, size.blocks);
}

CudaStore::CudaStore(RunSession const& session, MemoryMeter& meter)
    : plan_(plan_ring(session)),
      width_(static_cast<std::uint64_t>(session.needs.k)),
      device_sink_(session.options.of<StoreInput>().device_sink) {
    std::uint64_t const places = std::uint64_t{1} << plan_.ring_bits;
    records_ = {plan_.ring_entries, meter};
    std::vector<std::uint32_t> const ids = narrow_ids(session);
    ids_ = {std::span<std::uint32_t const>(ids), meter};
    words_ = {first_written_word + places, meter};
    words_.clear();
    full_ = MappedBuffer<std::uint64_t>(places);
    if (!device_sink_) copies_ = MappedBuffer<VertexId>(copy_count * plan_.block_entries);
    values_ = MappedBuffer<std::uint64_t>(copy_count + 2);
    for (cudaEvent_t& event : copied_) {
        check_cuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "creating an event");
    }
}

CudaStore::~CudaStore() {
    cudaStreamSynchronize(stream_.get());
    for (cudaEvent_t const event : copied_) {
        if (event != nullptr) cudaEventDestroy(event);
    }
}

StoreRef CudaStore::ref() const {
    StoreRef store;
    store.records = records_.data();
    store.ticket = words_.data() + ticket_word;
    store.written = words_.data() + first_written_word;
    store.full = full_.data();
    store.released = words_.data() + released_word;
    store.ids = ids_.data();
    store.block_bits = plan_.block_bits;
    store.ring_bits = plan_.ring_bits;
    store.width = static_cast<int>(width_);
    return store;
}

std::span<VertexId const> CudaStore::next(bool ended) {
    if (handed_) ++taken_;
    handed_ = false;
    start_copies(ended);
    if (taken_ == started_) return {};
    cudaEvent_t const copied = copied_[taken_ % copy_count];
    cudaError_t const status = ended ? cudaEventSynchronize(copied) : cudaEventQuery(copied);
    if (status == cudaErrorNotReady) return {};
    check_cuda(status, "copying subgraphs from the device");
    handed_ = true;
    since_records_ = Stopwatch();
    return {device_sink_ ? records_.data() : copy_of(taken_), sizes_[taken_ % copy_count]};
}

void CudaStore::start_copies(bool ended) {
    while (started_ - taken_ < copy_count) {
        std::uint64_t const written = written_records(ended);
        if (written == begun_) return;
        start_copy(written);
    }
}

// Of the block, from begun_ to `records`.
void CudaStore::start_copy(std::uint64_t records) {
    std::uint64_t const copy = started_ % copy_count;
    StoreRef const store = ref();
    sizes_[copy] = (records - begun_) * width_;
    VertexId const* const records_begun = store.record(block_, begun_);
    if (device_sink_) {
        device_sink_({records_begun, sizes_[copy], stream_.get()});
    } else {
        check_cuda(cudaMemcpyAsync(copy_of(started_), records_begun, sizes_[copy] * sizeof(VertexId),
                                   cudaMemcpyDeviceToHost, stream_.get()),
                   "copying subgraphs from the device");
    }
    begun_ = records;
    if (records == store.block_records()) {
        begun_ = 0;
        values_.data()[copy] = ++block_;
        release(values_.data() + copy);
    }
    check_cuda(cudaEventRecord(copied_[copy], stream_.get()), "copying subgraphs from the device");
    ++started_;
}

// Of the block, from its beginning.
std::uint64_t CudaStore::written_records(bool ended) {
    StoreRef const store = ref();
    std::uint64_t const place = store.place(block_);
    auto const full = std::atomic_ref<std::uint64_t>(store.full[place]).load(std::memory_order_acquire);
    if (full == block_ + 1) return store.block_records();
    bool const waiting = started_ > taken_ || since_records_.seconds() < store_patience_seconds;
    if (!ended && waiting) return begun_;
    since_records_ = Stopwatch();
    std::uint64_t const written = read_word(first_written_word + place);
    return takeable_records(store, block_, written, read_word(ticket_word), begun_);
}

std::uint64_t CudaStore::read_word(std::uint64_t word) {
    std::uint64_t* const value = values_.data() + copy_count + 1;
    check_cuda(cudaMemcpyAsync(value, words_.data() + word, sizeof *value, cudaMemcpyDeviceToHost, stream_.get()),
               "reading how many subgraphs are there");
    check_cuda(cudaStreamSynchronize(stream_.get()), "reading how many subgraphs are there");
    return *value;
}

// Once everything before it on the stream was done, the kernel sees `value`, which stays untouched until then.
void CudaStore::release(std::uint64_t* value) {
    check_cuda(
        cudaMemcpyAsync(words_.data() + released_word, value, sizeof *value, cudaMemcpyHostToDevice, stream_.get()),
        "making room for subgraphs");
}

void CudaStore::close() {
    std::uint64_t* const value = values_.data() + copy_count;
    *value = store_closed;
    release(value);
    check_cuda(cudaStreamSynchronize(stream_.get()), "telling the kernel to store no more");
}

} // namespace cerrado

#include <cerrado/core/detail/clock.hpp>
#include <cerrado/graph/detail/graph_arrays.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/conduct/balancer.hpp>
#include <cerrado/run/detail/cuda/cuda_memory.hpp>
#include <cerrado/run/detail/cuda/cuda_reduce.hpp>
#include <cerrado/run/detail/cuda/cuda_start.hpp>
#include <cerrado/run/detail/cuda/cuda_store.hpp>
#include <cerrado/run/detail/parts/work_left.hpp>
#include <cerrado/run/detail/preparation/cuda_upload.hpp>
#include <cerrado/run/detail/preparation/device_buffer.hpp>
#include <cerrado/run/detail/preparation/device_preparation.hpp>
#include <cerrado/run/device_links.hpp>
#include <cerrado/run/devices.hpp>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace cerrado {

namespace {

// Disjoint complete graphs of 16 vertices. They are so many that CUB uses its kernels for large inputs.
Graph many_complete_graphs() {
    constexpr VertexId vertices = 1 << 16;
    constexpr VertexId size = 16;
    GraphArrays arrays;
    arrays.offsets = {0};
    for (VertexId v = 0; v < vertices; ++v) {
        VertexId const first = v / size * size;
        for (VertexId u = first; u < first + size; ++u) {
            if (u != v) arrays.neighbours.push_back(u);
        }
        arrays.offsets.push_back(arrays.neighbours.size());
    }
    return adopt_arrays(std::move(arrays));
}

void start() {
    check_cuda(cudaFree(nullptr), "starting the device");
    grow_device_memory();
    CudaStream const of_the_run, beside_it, of_the_store; // the process keeps these three for its runs
    PinnedPage const page;
    make_upload_memory();
    DevicePreparation preparation(many_complete_graphs(), true, 0);
    DeviceJobMaker& maker = preparation.jobs();
    maker.plan({1, 0, 1, {}, 0});
    MemoryMeter meter;
    DeviceBuffer<Job> const jobs(maker.count(), meter);
    maker.write(jobs.data());
    DeviceBuffer<Count> const totals(3, meter);
    totals.clear();
    ClassTotals one_class;
    one_class.partial = totals.data();
    one_class.wide = {totals.data() + 1, totals.data() + 2};
    reduce_totals(one_class);
}

} // namespace

std::uint64_t stack_bytes(void const* kernel) {
    cudaFuncAttributes found;
    check_cuda(cudaFuncGetAttributes(&found, kernel), "asking for the kernel's stack");
    return found.localSizeBytes;
}

void once_per_device(void const* what, std::function<void()> const& make) {
    static std::mutex mutex;
    static std::map<std::pair<int, void const*>, std::once_flag> made;
    std::pair const which(current_device(), what);
    std::once_flag* made_of_device = nullptr;
    {
        std::lock_guard const lock(mutex);
        made_of_device = &made[which];
    }
    std::call_once(*made_of_device, make); // each device has its own flag, so devices can start at the same time
}

void start_cuda() { once_per_device(nullptr, start); }

IdleRun::IdleRun(MemoryMeter& meter) : words_(word_count, meter) {
    words_.clear();
    context_.queue = {nullptr,
                      0,
                      0,
                      1,
                      words_.data() + next_of_even_round,
                      nullptr,
                      reinterpret_cast<std::uint32_t*>(words_.data() + stop_word),
                      words_.data() + jobs_done_word};
    context_.fault = words_.data() + fault_word;
}

namespace {

struct RingSize {
    std::uint64_t block_bytes, blocks;
};

// A copy to the host should take much longer than its launch, and the kernel should not wait for it. Blocks that stay
// on the device are read much faster, so they are larger.
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
      width_(static_cast<std::uint64_t>(session.needs.words_of_record())),
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

// Copies the records from begun_ to `records` of the block.
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

// Returns: the number of written records at the beginning of the block.
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

// The kernel sees `value` when all earlier work on the stream is done. Requires: `value` does not change until then.
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

// The work of the calling thread while the grid enumerates.

void CudaMemory::plan_balance(PartsShape const& parts, std::uint64_t workers) {
    if (!shares_state(session_.options)) return;
    BalanceSizes const sizes = balance_sizes(session_, workers, parts.carried_words, context_.layout);
    shared_records_ = {sizes.capacity * sizes.record_words, meter_};
    attachments_ = {sizes.capacity * sizes.attachment_words, meter_};
    sequence_ = {sizes.capacity, meter_};
    requests_ = {workers, meter_};
    activity_ = MappedBuffer<std::uint32_t>(workers);
    if (sizes.saves) {
        saved_ = {workers, meter_};
        saved_.clear();
        saved_levels_ = {workers * static_cast<std::uint64_t>(session_.levels) * parts.level_bytes, meter_};
    }
    Count* const cells = words_.data();
    LeftRef left;
    if (session_.left != nullptr) {
        left_ = {std::span<std::uint32_t const>(session_.left->records), meter_};
        left = {left_.data(), cells + left_next_word, session_.left->count()};
    }
    context_.balance = balance_ref(
        sizes, {shared_records_.data(), attachments_.data(), sequence_.data(), requests_.data(), activity_.data(), left,
                saved_.data(), saved_levels_.data(), cells + shared_tail, cells + shared_head, cells + pending_word,
                cells + donated_word, cells + donated_done_word});
    workers_ = workers;
}

// Sets the state for a launch: nothing is donated, and every worker counts as active. Requires: no kernel runs.
void CudaMemory::reset_balance() const {
    if (workers_ == 0) return;
    std::vector<std::uint64_t> slots(sequence_.size());
    empty_slots(slots);
    check_cuda(cudaMemcpy(sequence_.data(), slots.data(), slots.size() * sizeof slots[0], cudaMemcpyHostToDevice),
               "preparing the device");
    requests_.clear();
    std::fill_n(activity_.data(), workers_, pack_activity(true, 0));
    std::pair<Word, Count> const words[] = {
        {shared_tail, 0}, {shared_head, 0}, {pending_word, workers_}, {donated_word, 0}};
    for (auto const& [word, value] : words) {
        check_cuda(cudaMemcpy(words_.data() + word, &value, sizeof value, cudaMemcpyHostToDevice),
                   "preparing the device");
    }
    check_cuda(cudaDeviceSynchronize(), "preparing the device");
}

QueueState CudaMemory::queues() const {
    Count words[word_count];
    check_cuda(cudaMemcpyAsync(words, words_.data(), sizeof words, cudaMemcpyDeviceToHost, side_stream_.get()),
               "reading progress");
    check_cuda(cudaStreamSynchronize(side_stream_.get()), "reading progress");
    std::uint64_t const jobs = session_.jobs_of_round();
    std::uint64_t const rounds_done = jobs == 0 ? 0 : words[jobs_done_word] / jobs;
    auto const others = static_cast<std::uint64_t>(session_.end_round() - session_.first_round() - 1);
    int const round = session_.first_round() + static_cast<int>(std::min(rounds_done, others));
    Count const next = words[round % 2 == 0 ? next_of_even_round : next_of_odd_round];
    return {std::min(next, session_.tickets(round)), words[donated_word], words[shared_head], round};
}

void CudaMemory::ask(std::span<std::uint32_t const> requests) const {
    check_cuda(cudaMemcpyAsync(requests_.data(), requests.data(), requests.size_bytes(), cudaMemcpyHostToDevice,
                               side_stream_.get()),
               "asking for donations");
    check_cuda(cudaStreamSynchronize(side_stream_.get()), "asking for donations");
}

void CudaMemory::stop() const {
    check_cuda(cudaMemsetAsync(words_.data() + stop_word, 1, sizeof(Count), side_stream_.get()),
               "stopping the enumeration");
    check_cuda(cudaStreamSynchronize(side_stream_.get()), "stopping the enumeration");
}

namespace {
constexpr std::size_t words_bytes = word_count * sizeof(Count); // at the beginning of the page; the parts follow

// Returns: the bytes of the parts that are copied together with the words.
std::size_t copied_bytes(DeviceBuffer<char> const& parts) {
    return std::min<std::size_t>(parts.size(), PinnedPage::bytes - words_bytes);
}

} // namespace

// Copies behind the kernel on its stream. If the host waited for the kernel's end first, the copy would take three
// times as long.
void CudaMemory::copy_what_is_small() const {
    check_cuda(cudaMemcpyAsync(copies_.data(), words_.data(), words_bytes, cudaMemcpyDeviceToHost, stream_.get()),
               "copying from the device");
    check_cuda(cudaMemcpyAsync(copies_.data() + words_bytes, parts_.data(), copied_bytes(parts_),
                               cudaMemcpyDeviceToHost, stream_.get()),
               "copying from the device");
}

void CudaMemory::read(void* to, void const* array, std::uint64_t bytes) const {
    auto const* const from = static_cast<char const*>(array);
    std::less_equal<> const up_to;
    if (copied_ && up_to(parts_.data(), from) && up_to(from + bytes, parts_.data() + copied_bytes(parts_))) {
        std::memcpy(to, copies_.data() + words_bytes + (from - parts_.data()), bytes);
        return;
    }
    check_cuda(cudaMemcpy(to, array, bytes, cudaMemcpyDeviceToHost), "copying from the device");
}

void CudaMemory::wait(std::function<bool()> const& meanwhile) const {
    copy_what_is_small();
    check_cuda(cudaEventRecord(ended_, stream_.get()), "launching the enumeration");
    Stopwatch const waiting;
    for (;;) {
        cudaError_t const status = cudaEventQuery(ended_);
        if (status == cudaSuccess) return;
        if (status != cudaErrorNotReady) check_cuda(status, "enumerating");
        bool const busy = meanwhile();
        if (!busy && waiting.seconds() > 0.05) std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
}

namespace {

class CudaEnumeration final : public Enumeration {
public:
    CudaEnumeration(CudaMemory const& memory, std::function<void(CudaLaunch const&)> const& launch)
        : memory_(memory),
          launch_(launch) {}

    void begin_round(int round) override {
        round_ = round;
        memory_.reset_balance();
    }
    void launch(bool only_donates) override { launch_({only_donates, round_}); }
    bool launches_ahead() const override { return true; } // all launches use one stream
    void wait(std::function<bool()> const& meanwhile) override { memory_.wait(meanwhile); }
    std::uint64_t last_change() const override { return memory_.last_change(); }
    void stop() override { memory_.stop(); }
    std::uint32_t const* activity() const override { return memory_.activity(); }
    QueueState queues() override { return memory_.queues(); }
    void ask(std::span<std::uint32_t const> requests) override { memory_.ask(requests); }

private:
    CudaMemory const& memory_;
    std::function<void(CudaLaunch const&)> const& launch_;
    int round_ = 0;
};

} // namespace

BalanceUse CudaMemory::drive(std::function<void(CudaLaunch const&)> const& launch, Monitor& monitor) {
    CudaEnumeration enumeration(*this, launch);
    BalanceUse const use = Conductor(session_, store_.get(), workers_, monitor).conduct(enumeration);
    copied_ = true;
    if (session_.sample != nullptr) {
        times_.read(&session_.sample->times());
    } else if (auto const& observe = session_.options.balance.observe_jobs) {
        std::vector<Count> of_job(session_.tickets(0));
        if (!of_job.empty()) of_job_.read(of_job.data());
        observe(of_job);
    }
    return use;
}

std::uint64_t CudaMemory::last_change() const {
    Count word;
    std::memcpy(&word, copies_.data() + last_change_word * sizeof word, sizeof word);
    return word;
}

Outcome CudaMemory::outcome() const {
    Count words[word_count];
    std::memcpy(words, copies_.data(), sizeof words);
    return {words[jobs_done_word], words[donated_done_word], words[fault_word], words[last_change_word],
            words[added_jobs_word]};
}

namespace {

constexpr std::uint64_t bytes_of_copy = std::uint64_t{64} << 20;
constexpr int copies_of_pair = 8;

bool has_attribute(cudaDeviceP2PAttr attribute, int from, int to) {
    int value = 0;
    check_cuda(cudaDeviceGetP2PAttribute(&value, attribute, from, to), "asking how devices reach each other");
    return value != 0;
}

// While it lives, copies from the current device to another one do not go through the host, if the hardware allows it.
class PeerAccess {
public:
    explicit PeerAccess(int to) : to_(to) {
        cudaError_t const status = cudaDeviceEnablePeerAccess(to, 0);
        is_ours_ = status == cudaSuccess;
        if (!is_ours_) cudaGetLastError(); // access was enabled before, or copies go through the host
    }
    ~PeerAccess() {
        if (is_ours_) cudaDeviceDisablePeerAccess(to_);
    }
    PeerAccess(PeerAccess const&) = delete;

private:
    int to_;
    bool is_ours_;
};

// Memory that is not from a pool, because other devices cannot reach a pool's memory.
class PlainMemory {
public:
    PlainMemory() { check_cuda(cudaMalloc(&memory_, bytes_of_copy), "allocating memory for a copy between devices"); }
    ~PlainMemory() { cudaFree(memory_); }
    PlainMemory(PlainMemory const&) = delete;
    void* data() const { return memory_; }

private:
    void* memory_ = nullptr;
};

double copy_rate(int from, int to) {
    DeviceScope const of_target(to);
    PlainMemory const target;
    DeviceScope const of_source(from);
    PlainMemory const source;
    PeerAccess const access(to);
    auto const copy = [&] {
        check_cuda(cudaMemcpyPeerAsync(target.data(), to, source.data(), from, bytes_of_copy, nullptr),
                   "copying between devices");
    };
    copy();
    check_cuda(cudaDeviceSynchronize(), "copying between devices");
    Stopwatch const watch;
    for (int i = 0; i < copies_of_pair; ++i) copy();
    check_cuda(cudaDeviceSynchronize(), "copying between devices");
    return copies_of_pair * static_cast<double>(bytes_of_copy) / watch.seconds();
}

} // namespace

std::vector<DeviceLink> measure_device_links() {
    std::vector<DeviceLink> links;
    int const devices = cuda_device_count();
    for (int from = 0; from < devices; ++from) {
        for (int to = 0; to < devices; ++to) {
            if (from == to) continue;
            DeviceLink link{.from = from, .to = to};
            if (has_attribute(cudaDevP2PAttrAccessSupported, from, to)) {
                link.reach = has_attribute(cudaDevP2PAttrNativeAtomicSupported, from, to) ? DeviceReach::nvlink
                                                                                          : DeviceReach::pcie;
            }
            link.bytes_per_second = copy_rate(from, to);
            links.push_back(link);
        }
    }
    return links;
}

} // namespace cerrado

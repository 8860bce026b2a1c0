// What the calling thread does while the grid enumerates.
#if CERRADO_HAS_CUDA
#include <cerrado/runtime/balance_plan.hpp>
#include <cerrado/runtime/cuda_memory.hpp>
#include <cerrado/runtime/cuda_words.hpp>

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

namespace cerrado {

void CudaMemory::plan_balance(PartsShape const& parts, std::uint64_t workers) {
    if (!balances(session_.options)) return;
    BalanceSizes const sizes = balance_sizes(session_, workers, parts.carried_words);
    shared_records_ = {sizes.capacity * sizes.record_words, meter_};
    std::vector<std::uint64_t> const slots = empty_slots(sizes.capacity);
    sequence_ = {std::span<std::uint64_t const>(slots), meter_};
    requests_ = {workers, meter_};
    requests_.clear();
    activity_ = MappedBuffer<std::uint32_t>(workers);
    std::fill_n(activity_.data(), workers, pack_activity(true, 0));
    if (sizes.saves) {
        saved_ = {workers, meter_};
        saved_.clear();
        saved_levels_ = {workers * static_cast<std::uint64_t>(session_.levels) * parts.level_bytes, meter_};
    }
    Count* const cells = words_.data();
    context_.balance =
        balance_ref(sizes, {shared_records_.data(), sequence_.data(), requests_.data(), activity_.data(), saved_.data(),
                            saved_levels_.data(), cells + shared_tail, cells + shared_head, cells + pending_word,
                            cells + donated_word, cells + donated_done_word});
    workers_ = workers;
}

// Zeroes the counters, and says that every worker is about to have work.
void CudaMemory::reset_words() const {
    words_.clear();
    if (workers_ == 0) return;
    Count const pending = workers_;
    check_cuda(cudaMemcpy(words_.data() + pending_word, &pending, sizeof pending, cudaMemcpyHostToDevice),
               "preparing the device");
}

QueueState CudaMemory::queues() const {
    Count words[word_count];
    check_cuda(cudaMemcpyAsync(words, words_.data(), sizeof words, cudaMemcpyDeviceToHost, side_stream_.get()),
               "reading progress");
    check_cuda(cudaStreamSynchronize(side_stream_.get()), "reading progress");
    return {std::min<std::uint64_t>(words[next_job], session_.job_count), words[donated_word], words[shared_head]};
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

void CudaMemory::wait(std::function<bool()> const& meanwhile) const {
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
    CudaEnumeration(CudaMemory const& memory, std::function<void(bool)> const& launch)
        : memory_(memory),
          launch_(launch) {}

    void launch(bool only_donates) override { launch_(only_donates); }
    void wait(std::function<bool()> const& meanwhile) override { memory_.wait(meanwhile); }
    void stop() override { memory_.stop(); }
    std::uint32_t const* activity() const override { return memory_.activity(); }
    QueueState queues() override { return memory_.queues(); }
    void ask(std::span<std::uint32_t const> requests) override { memory_.ask(requests); }

private:
    CudaMemory const& memory_;
    std::function<void(bool)> const& launch_;
};

} // namespace

BalanceUse CudaMemory::drive(std::function<void(bool only_donates)> const& launch, Monitor& monitor) const {
    CudaEnumeration enumeration(*this, launch);
    return Conductor(session_, store_.get(), workers_, monitor).conduct(enumeration);
}

Outcome CudaMemory::outcome() const {
    Count words[word_count];
    words_.read(words);
    return {words[jobs_done_word], words[donated_done_word]};
}

} // namespace cerrado
#endif

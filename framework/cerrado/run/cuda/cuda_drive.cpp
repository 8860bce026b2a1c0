// What the calling thread does while the grid enumerates.
#include <cerrado/run/conduct/balance_plan.hpp>
#include <cerrado/run/cuda/cuda_memory.hpp>
#include <cerrado/run/cuda/cuda_words.hpp>
#include <cerrado/run/parts/work_left.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <thread>
#include <utility>

namespace cerrado {

void CudaMemory::plan_balance(PartsShape const& parts, std::uint64_t workers) {
    if (!shares_state(session_.options)) return;
    BalanceSizes const sizes = balance_sizes(session_, workers, parts.carried_words);
    shared_records_ = {sizes.capacity * sizes.record_words, meter_};
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
    context_.balance =
        balance_ref(sizes, {shared_records_.data(), sequence_.data(), requests_.data(), activity_.data(), left,
                            saved_.data(), saved_levels_.data(), cells + shared_tail, cells + shared_head,
                            cells + pending_word, cells + donated_word, cells + donated_done_word});
    workers_ = workers;
}

// Nothing is donated, and every worker is about to have work. Requires: no kernel runs.
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
constexpr std::size_t words_bytes = word_count * sizeof(Count); // of the page; the parts are behind them

// Of the parts, what is copied with the words.
std::size_t copied_bytes(DeviceBuffer<char> const& parts) {
    return std::min<std::size_t>(parts.size(), PinnedPage::bytes - words_bytes);
}

} // namespace

// Behind the kernel, on its stream: a copy that begins when the host has seen the end takes three times as long.
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
    bool launches_ahead() const override { return true; } // they have one stream
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
    return {words[jobs_done_word], words[donated_done_word], words[fault_word], words[last_change_word]};
}

} // namespace cerrado

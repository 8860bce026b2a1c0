// What the calling thread does while the grid enumerates.
#if CERRADO_HAS_CUDA
#include <cerrado/runtime/cuda_memory.hpp>
#include <cerrado/runtime/cuda_words.hpp>

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

namespace cerrado {

void CudaMemory::plan_balance(std::uint64_t workers) {
    BalanceOptions const& options = session_.options.balance;
    if (!balances(session_.options)) return;
    auto const k = static_cast<std::uint64_t>(session_.needs.k);
    std::uint32_t const words = record_words(session_.needs.k);
    shared_records_ = {share_queue_capacity * words, meter_};
    std::vector<std::uint64_t> slots(share_queue_capacity);
    for (std::size_t slot = 0; slot < slots.size(); ++slot) slots[slot] = slot;
    sequence_ = {std::span<std::uint64_t const>(slots), meter_};
    requests_ = {workers, meter_};
    requests_.clear();
    activity_ = MappedBuffer<std::uint32_t>(workers);
    std::fill_n(activity_.data(), workers, pack_activity(true, 0));
    if (options.mechanism == BalanceMechanism::stop) {
        saved_ = {workers, meter_};
        saved_.clear();
        saved_levels_ = {workers * k, meter_};
    }
    Count* const cells = words_.data();
    auto const flag = [&](int word) { return reinterpret_cast<std::uint32_t*>(cells + word); };
    BalanceRef& balance = context_.balance;
    balance.queue = {shared_records_.data(), sequence_.data(),     cells + shared_tail,
                     cells + shared_head,    share_queue_capacity, words};
    balance.requests = requests_.data();
    balance.activity = activity_.data();
    balance.pause = flag(pause_word);
    balance.pending = cells + pending_word;
    balance.donated = cells + donated_word;
    balance.donated_done = cells + donated_done_word;
    balance.saved = saved_.data();
    balance.saved_levels = saved_levels_.data();
    balance.enabled = true;
    balance.waits_for_work = options.mechanism == BalanceMechanism::share;
    workers_ = workers;
}

// Zeroes the counters, and says that every worker is about to have work.
void CudaMemory::rewind() const {
    words_.clear();
    Count const pending = workers_;
    check_cuda(cudaMemcpy(words_.data() + pending_word, &pending, sizeof pending, cudaMemcpyHostToDevice),
               "preparing the device");
    if (workers_ > 0) std::fill_n(activity_.data(), workers_, pack_activity(true, 0));
}

QueueState CudaMemory::read_queues() {
    Count words[word_count];
    check_cuda(cudaMemcpyAsync(words, words_.data(), sizeof words, cudaMemcpyDeviceToHost, side_stream_),
               "reading progress");
    check_cuda(cudaStreamSynchronize(side_stream_), "reading progress");
    return {std::min<std::uint64_t>(words[next_job], session_.jobs.size()), words[donated_word], words[shared_head]};
}

void CudaMemory::ask(std::vector<std::uint32_t> const& requests) {
    check_cuda(cudaMemcpyAsync(requests_.data(), requests.data(), requests.size() * sizeof(std::uint32_t),
                               cudaMemcpyHostToDevice, side_stream_),
               "asking for donations");
    check_cuda(cudaStreamSynchronize(side_stream_), "asking for donations");
}

void CudaMemory::set_flag(int word, bool value) {
    check_cuda(cudaMemsetAsync(words_.data() + word, value ? 1 : 0, sizeof(Count), side_stream_),
               "signalling the device");
    check_cuda(cudaStreamSynchronize(side_stream_), "signalling the device");
}

void CudaMemory::await(std::function<bool()> const& meanwhile) {
    check_cuda(cudaEventRecord(ended_, stream_), "launching the enumeration");
    Stopwatch const waiting;
    for (;;) {
        cudaError_t const status = cudaEventQuery(ended_);
        if (status == cudaSuccess) return;
        if (status != cudaErrorNotReady) check_cuda(status, "enumerating");
        bool const busy = meanwhile();
        if (!busy && waiting.seconds() > 0.05) std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
}

// One round of `stop`, all workers having saved their traversals: decide on the exact states, and let the donors push.
void CudaMemory::rebalance(std::function<void(RunContext const&)> const& launch, Balancer& balancer) {
    set_flag(pause_word, false);
    balancer.look(activity_.data(), read_queues());
    ask(balancer.requests());
    RunContext donating = context_;
    donating.balance.only_donates = true;
    launch(donating);
    check_cuda(cudaStreamSynchronize(stream_), "rebalancing");
}

void CudaMemory::drive(std::function<void(RunContext const&)> const& launch, Monitor& monitor, BalanceUse& use) {
    StoreConsumer consumer(session_, context_.store);
    Balancer balancer(session_.options.balance, session_.jobs.size(), workers_);
    RunOptions const& options = session_.options;
    bool const watched = options.progress || options.interrupt != nullptr || options.deadline_seconds > 0;
    bool stopped = false;
    bool paused = false;
    Stopwatch const running;
    Stopwatch since_pause;
    double last_look = 0;
    auto const look = [&] {
        if (watched && running.seconds() - last_look > 0.02) {
            last_look = running.seconds();
            if (monitor.poll(read_queues().taken) && !std::exchange(stopped, true)) set_flag(stop_word, true);
        }
        if (paused || !balancer.due()) return;
        if (!balancer.look(activity_.data(), read_queues()).rebalance) {
            balancer.done();
        } else if (options.balance.mechanism == BalanceMechanism::stop) {
            since_pause = Stopwatch();
            paused = true;
            set_flag(pause_word, true);
        } else {
            ask(balancer.requests());
            balancer.done();
        }
    };
    auto const meanwhile = [&] {
        bool const drained = consumer.drain();
        if (!consumer.failed()) {
            try {
                look();
            } catch (...) { // a callback threw: the grid must still come to its end
                consumer.fail(std::current_exception());
            }
        }
        if (consumer.failed() && !std::exchange(stopped, true)) set_flag(stop_word, true);
        return drained;
    };
    launch(context_);
    await(meanwhile);
    while (paused) {
        rebalance(launch, balancer);
        launch(context_);
        use.stop_seconds += since_pause.seconds();
        balancer.done(since_pause.seconds());
        paused = false;
        await(meanwhile);
    }
    while (consumer.drain()) {
    }
    consumer.rethrow();
    use.donated = read_queues().pushed;
    use.stops = balancer.stops();
}

std::uint64_t CudaMemory::jobs_done() const { return read_word(jobs_done_word); }

std::uint64_t CudaMemory::donated_done() const { return read_word(donated_done_word); }

std::uint64_t CudaMemory::read_word(int word) const {
    Count words[word_count];
    words_.read(words);
    return words[word];
}

} // namespace cerrado
#endif

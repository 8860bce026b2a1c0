// Ranks that are threads of the test: a transport over queues.
#pragma once

#include <cerrado/core/error.hpp>
#include <cerrado/run/ranks/ranks.hpp>

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace cerrado::test {

class Hub {
public:
    explicit Hub(int size) : boxes_(static_cast<std::size_t>(size)) {}
    int size() const { return static_cast<int>(boxes_.size()); }
    void send(int from, int to, std::string_view bytes) {
        std::lock_guard const lock(mutex_);
        boxes_[static_cast<std::size_t>(to)].push_back({from, std::string(bytes)});
        came_.notify_all();
    }
    std::optional<Frame> receive(int rank, double seconds) {
        std::unique_lock lock(mutex_);
        std::deque<Frame>& box = boxes_[static_cast<std::size_t>(rank)];
        if (!came_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return !box.empty(); })) return {};
        Frame frame = std::move(box.front());
        box.pop_front();
        return frame;
    }

private:
    std::mutex mutex_;
    std::condition_variable came_;
    std::vector<std::deque<Frame>> boxes_;
};

class ThreadTransport final : public Transport {
public:
    ThreadTransport(Hub& hub, int rank) : hub_(hub), rank_(rank) {}
    int rank() const override { return rank_; }
    int size() const override { return hub_.size(); }
    int rank_on_host() const override { return rank_; }
    void send(int to, std::string_view bytes) override { hub_.send(rank_, to, bytes); }
    std::optional<Frame> receive(double seconds) override { return hub_.receive(rank_, seconds); }
    void flush(double) override {}
    [[noreturn]] void abort(int) override { std::abort(); }

private:
    Hub& hub_;
    int const rank_;
};

// What a rank's program came to.
struct Ended {
    int exit_code = 0;
    std::string message;
};

using MakeTransport = std::function<std::unique_ptr<Transport>(int rank)>;

// Runs the program in so many ranks. Returns: what each came to; all must have ended.
inline std::vector<Ended> in_ranks(int size, std::function<void(Ranks&)> const& program, MakeTransport const& make) {
    std::vector<Ended> ended(static_cast<std::size_t>(size));
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < size; ++rank) {
        threads.emplace_back([&, rank] {
            Ranks ranks(make(rank));
            Ended& own = ended[static_cast<std::size_t>(rank)];
            int exit_code = 0;
            try {
                program(ranks);
            } catch (Error const& error) {
                own.message = error.what();
                exit_code = static_cast<int>(error.exit_code());
            }
            try {
                own.exit_code = ranks.finish(exit_code, own.message);
            } catch (Error const& error) { // of another rank
                own = {static_cast<int>(error.exit_code()), error.what()};
            }
        });
    }
    threads.clear();
    return ended;
}

inline std::vector<Ended> in_ranks(int size, std::function<void(Ranks&)> const& program) {
    Hub hub(size);
    return in_ranks(size, program, [&](int rank) { return std::make_unique<ThreadTransport>(hub, rank); });
}

} // namespace cerrado::test

// The processes of one run, which a launcher such as mpirun started. All run the same program on the same graph, and share
// the jobs of each run that has RunOptions::ranks. Rank 0 deals them.
#pragma once

#include <cerrado/run/ranks/transport.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace cerrado {

// Whether a launcher of MPI has started this process.
bool is_launched();
// Returns: the number of this process as its launcher has it, also where MPI could not be opened; 0 without a launcher.
int launched_rank();

// Returns: the processes that a launcher of MPI, or a program of ours, started with this one; null if there are none.
// Throws Error if there is a launcher but no module for it.
std::unique_ptr<Transport> launched_processes();

class Ranks {
public:
    // Throws as launched_processes().
    Ranks() : Ranks(launched_processes()) {}
    // null: this process is alone.
    explicit Ranks(std::unique_ptr<Transport> transport);
    ~Ranks();

    int rank() const { return rank_; }
    int size() const { return size_; }
    int rank_on_host() const { return transport_ ? transport_->rank_on_host() : 0; }

    // The end of the program in this process, with its exit code. `message`: why it failed; else empty. Rank 0 waits for
    // the others, unless it has failed itself. Returns: the exit code of all, rank 0's or that of a rank that failed. On
    // rank 0 it throws Error for that one.
    int finish(int exit_code, std::string const& message);

    // What the framework needs of it. A line joins rank 0 and another rank. Both know its number.
    void send(int to, std::uint64_t line, std::string_view bytes);
    void send_to_others(std::uint64_t line, std::string_view bytes);
    // Returns: nothing if no frame came in so many seconds. Throws Error if the other rank has ended.
    std::optional<std::string> receive(int from, std::uint64_t line, double seconds);
    // Frames of this line are taken by the function at once, on a thread of its own.
    void watch(int from, std::uint64_t line, std::function<void(std::string_view)> handle);
    void leave(int from, std::uint64_t line); // nobody watches or reads it any more
    std::uint64_t next_run() { return runs_++; }

private:
    struct Peer {
        bool has_ended = false;
        int exit_code = 0;
        std::string message;
        double heard = 0; // when
    };
    using Line = std::pair<int, std::uint64_t>;

    void listen(std::stop_token const& stop);
    void take(Frame const& frame, double now);
    void take_end(Peer& peer, std::string_view bytes);
    void look_after(double now);
    void say_end(int to, int exit_code, std::string const& message);
    bool others_have_ended() const;
    std::string name_of(int rank) const;

    std::unique_ptr<Transport> const transport_;
    int rank_ = 0;
    int size_ = 1;
    std::uint64_t runs_ = 0;

    std::mutex mutex_;
    std::condition_variable came_;
    std::map<Line, std::deque<std::string>> boxes_;
    std::map<Line, std::function<void(std::string_view)>> watchers_;
    std::vector<Peer> peers_;
    double said_ = 0; // when the others heard of this rank
    std::jthread listener_;
};

} // namespace cerrado

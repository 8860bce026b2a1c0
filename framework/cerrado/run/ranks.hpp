// The processes of one run, which a launcher such as mpirun started. All of them run the same program on the same
// graph. They share the jobs of each run that has RunOptions::ranks. Rank 0 deals the jobs.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace cerrado {

class Transport; // see run/detail/ranks/transport.hpp
struct Frame;

// Returns: whether a launcher of MPI has started this process.
bool is_launched();
// Returns: the number that the launcher gave this process, even if MPI could not be opened; 0 without a launcher.
int launched_rank();

// Returns: the processes that a launcher of MPI or a program of Cerrado started with this one; null if there are none.
// Throws Error if there is a launcher but no module for MPI.
std::unique_ptr<Transport> launched_processes();

class Ranks {
public:
    // Throws as launched_processes() does.
    Ranks();
    // `transport` is null if this process is alone.
    explicit Ranks(std::unique_ptr<Transport> transport);
    ~Ranks();

    int rank() const { return rank_; }
    int size() const { return size_; }
    int rank_on_host() const; // this rank's number among those of the same machine

    // Call it when the program ends in this process. `message`: why it failed; empty if it did not fail. Rank 0 waits
    // for the others unless it has failed itself. Returns: the exit code of all: rank 0's, or that of a rank that
    // failed. On rank 0 it throws Error if another rank failed.
    int finish(int exit_code, std::string const& message);

    // The framework uses these. A line joins rank 0 and another rank, which both know the line's number.
    void send(int to, std::uint64_t line, std::string_view bytes);
    void send_to_others(std::uint64_t line, std::string_view bytes);
    // Returns: the next frame; nothing if none came within `seconds`. Throws Error if the other rank has ended.
    std::optional<std::string> receive(int from, std::uint64_t line, double seconds);
    // Each frame of this line is passed to handle() at once, on the listening thread.
    void watch(int from, std::uint64_t line, std::function<void(std::string_view)> handle);
    void leave(int from, std::uint64_t line); // discards the line's frames; call it when nobody needs them
    std::uint64_t next_run() { return runs_++; }

private:
    struct Peer {
        bool has_ended = false;
        int exit_code = 0;
        std::string message;
        double heard = 0; // when its last frame came
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
    double said_ = 0; // when this rank last sent a sign of life
    std::jthread listener_;
};

} // namespace cerrado

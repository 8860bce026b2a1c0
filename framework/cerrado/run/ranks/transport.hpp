// How ranks reach each other: an interface, and sockets.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado {

// How the processes of one run reach each other.

struct Frame {
    int from = 0; // a rank
    std::string bytes;
};

// Processes, numbered from rank 0. Frames between two of them keep their order. Its functions throw Error if they fail.
class Transport {
public:
    virtual ~Transport() = default;
    virtual int rank() const = 0;
    virtual int size() const = 0;
    virtual int rank_on_host() const = 0; // the number among those of the same machine
    // From any thread. It may return before the frame has left.
    virtual void send(int to, std::string_view bytes) = 0;
    // The same to each of the others. However many they are, they may share one copy of it.
    virtual void send_to_others(std::string_view bytes) {
        for (int other = 0; other < size(); ++other) {
            if (other != rank()) send(other, bytes);
        }
    }
    // From one thread. Returns: nothing if none came in so many seconds.
    virtual std::optional<Frame> receive(double seconds) = 0;
    // Waits until all that was sent has left, for at most so many seconds.
    virtual void flush(double seconds) = 0;
    // Ends all processes at once. Does not return.
    [[noreturn]] virtual void abort(int exit_code) = 0;
};

// Processes of one machine that a program has started for one run, joined by socket pairs: each with rank 0.

// What such a process finds in its environment: its rank, the number of ranks, and the open sockets, separated by blanks. Rank
// 0 has one for each of the others, in order; another has one.
inline constexpr char const* socket_ranks_variable = "CERRADO_RANKS";

// Returns: the sockets at both ends, for each rank but 0. Throws Error if the system makes no more.
struct SocketPair {
    int of_first; // rank 0
    int of_other;
};
std::vector<SocketPair> make_sockets(int size);

// Returns: the value of the variable for a rank. `sockets`: what make_sockets() gave.
std::string socket_ranks_text(int rank, std::vector<SocketPair> const& sockets);

// Returns: what the text means; takes over its sockets. Throws Error if it is none of those.
std::unique_ptr<Transport> make_socket_transport(std::string const& text);

} // namespace cerrado

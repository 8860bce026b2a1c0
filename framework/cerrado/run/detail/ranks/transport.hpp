// The transport of frames between ranks: an interface, and one that uses sockets.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado {

// The transport between the processes of one run.

struct Frame {
    int from = 0; // the rank that sent it
    std::string bytes;
};

// Processes, numbered from rank 0. Frames between two processes keep their order. The functions throw Error if they
// fail.
class Transport {
public:
    virtual ~Transport() = default;
    virtual int rank() const = 0;
    virtual int size() const = 0;
    virtual int rank_on_host() const = 0; // this rank's number among those of the same machine
    // Any thread may call it. It may return before the frame has left.
    virtual void send(int to, std::string_view bytes) = 0;
    // Sends the same bytes to each of the others. The transport may use one copy for all of them.
    virtual void send_to_others(std::string_view bytes) {
        for (int other = 0; other < size(); ++other) {
            if (other != rank()) send(other, bytes);
        }
    }
    // Only one thread may call it. Returns: the next frame; nothing if none came within `seconds`.
    virtual std::optional<Frame> receive(double seconds) = 0;
    // Waits until all sent frames have left, but at most `seconds`.
    virtual void flush(double seconds) = 0;
    // Ends all processes at once. Does not return.
    [[noreturn]] virtual void abort(int exit_code) = 0;
};

// Processes of one machine that a program has started for one run. A socket pair joins each of them with rank 0.

// The environment variable of such a process. Its value is the rank, the number of ranks, and the open sockets,
// separated by blanks. Rank 0 has one socket for each other rank, in order; another rank has one socket.
inline constexpr char const* socket_ranks_variable = "CERRADO_RANKS";

// A pair of sockets. make_sockets() returns one for each rank but rank 0, and throws Error if the system makes no more.
struct SocketPair {
    int of_first; // the socket of rank 0
    int of_other;
};
std::vector<SocketPair> make_sockets(int size);

// Returns: the value of the variable for a rank. `sockets`: the result of make_sockets().
std::string socket_ranks_text(int rank, std::vector<SocketPair> const& sockets);

// Returns: the transport that such a value describes; it owns the sockets. Throws Error if `text` is no such value.
std::unique_ptr<Transport> make_socket_transport(std::string const& text);

} // namespace cerrado

// Processes of one machine that a program has started for one run, joined by socket pairs: each with rank 0.
#pragma once

#include <cerrado/run/ranks/transport.hpp>

#include <memory>
#include <string>
#include <vector>

namespace cerrado {

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

#include <cerrado/run/ranks/socket_transport.hpp>

#include <cerrado/core/clock.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <sys/socket.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <poll.h>
#include <sstream>
#include <thread>
#include <unistd.h>
#include <utility>

namespace cerrado {

namespace {

// A frame is its length, 64 bits, and its bytes. A socket that is closed is read no more: who started the processes knows
// that one has died, and ends the others.
class SocketTransport final : public Transport {
public:
    SocketTransport(int rank, int size, std::vector<int> const& sockets)
        : rank_(rank),
          size_(size),
          peers_(static_cast<std::size_t>(size)) {
        for (std::size_t i = 0; i < sockets.size(); ++i) peers_[rank == 0 ? i + 1 : 0].socket = sockets[i];
    }
    ~SocketTransport() override {
        for (Peer const& peer : peers_) {
            if (peer.socket >= 0) ::close(peer.socket);
        }
    }

    int rank() const override { return rank_; }
    int size() const override { return size_; }
    int rank_on_host() const override { return rank_; }

    void send(int to, std::string_view bytes) override {
        Peer& peer = peers_[static_cast<std::size_t>(to)];
        std::lock_guard const lock(peer.mutex);
        std::uint64_t const length = bytes.size();
        write_all(peer.socket, {reinterpret_cast<char const*>(&length), sizeof length});
        write_all(peer.socket, bytes);
    }

    std::optional<Frame> receive(double seconds) override {
        if (std::optional<Frame> frame = whole_frame()) return frame;
        std::vector<pollfd> waited;
        std::vector<Peer*> of;
        for (Peer& peer : peers_) {
            if (peer.socket < 0 || peer.is_closed) continue;
            waited.push_back({peer.socket, POLLIN, 0});
            of.push_back(&peer);
        }
        int const ready = ::poll(waited.data(), waited.size(), static_cast<int>(seconds * 1000));
        if (ready <= 0) return std::nullopt;
        for (std::size_t i = 0; i < waited.size(); ++i) {
            if (waited[i].revents != 0) read_some(*of[i]);
        }
        return whole_frame();
    }

    void flush(double) override {} // what was sent has left

    [[noreturn]] void abort(int exit_code) override { std::_Exit(exit_code); }

private:
    struct Peer {
        int socket = -1;
        bool is_closed = false;
        std::string bytes; // that came, and are not taken
        std::mutex mutex;  // of what is sent
    };

    static void write_all(int socket, std::string_view bytes) {
        while (!bytes.empty()) {
            ssize_t const written = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return; // the other has gone
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
    }

    static void read_some(Peer& peer) {
        constexpr std::size_t most = std::size_t{1} << 20;
        std::size_t const before = peer.bytes.size();
        peer.bytes.resize(before + most);
        ssize_t const count = ::recv(peer.socket, peer.bytes.data() + before, most, MSG_DONTWAIT);
        peer.bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        peer.is_closed = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
    }

    std::optional<Frame> whole_frame() {
        for (std::size_t rank = 0; rank < peers_.size(); ++rank) {
            std::string& bytes = peers_[rank].bytes;
            std::uint64_t length = 0;
            if (bytes.size() < sizeof length) continue;
            std::memcpy(&length, bytes.data(), sizeof length);
            if (bytes.size() < sizeof length + length) continue;
            Frame frame{static_cast<int>(rank), bytes.substr(sizeof length, length)};
            bytes.erase(0, sizeof length + length);
            return frame;
        }
        return std::nullopt;
    }

    int const rank_;
    int const size_;
    std::vector<Peer> peers_; // by rank
};

} // namespace

std::vector<SocketPair> make_sockets(int size) {
    std::vector<SocketPair> pairs;
    for (int rank = 1; rank < size; ++rank) {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
            throw Error(fmt::format("no sockets for {} processes: {}", size, std::strerror(errno)));
        }
        pairs.push_back({ends[0], ends[1]});
    }
    return pairs;
}

std::string socket_ranks_text(int rank, std::vector<SocketPair> const& sockets) {
    std::string text = fmt::format("{} {}", rank, sockets.size() + 1);
    if (rank > 0) return text + fmt::format(" {}", sockets[static_cast<std::size_t>(rank) - 1].of_other);
    for (SocketPair const& pair : sockets) text += fmt::format(" {}", pair.of_first);
    return text;
}

std::unique_ptr<Transport> make_socket_transport(std::string const& text) {
    std::istringstream words(text);
    int rank = -1;
    int size = 0;
    words >> rank >> size;
    std::vector<int> sockets;
    for (int socket = 0; words >> socket;) sockets.push_back(socket);
    std::size_t const expected = rank == 0 ? static_cast<std::size_t>(std::max(size, 1)) - 1 : 1;
    if (rank < 0 || rank >= size || sockets.size() != expected) {
        throw Error(fmt::format("{}={}: Cerrado sets this for processes that it starts; unset it",
                                socket_ranks_variable, text));
    }
    return std::make_unique<SocketTransport>(rank, size, sockets);
}

} // namespace cerrado

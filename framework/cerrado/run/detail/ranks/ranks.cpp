#include <cerrado/run/ranks.hpp>

#include <cerrado/contract/detail/bytes.hpp>
#include <cerrado/core/detail/clock.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/run/detail/ranks/transport.hpp>

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <mutex>
#include <poll.h>
#include <sstream>
#include <thread>
#include <unistd.h>
#include <utility>

namespace cerrado {

// Finds out whether a launcher of MPI has started this process, and opens the module for MPI.

namespace {

constexpr char const* module_name = "libcerrado-mpi.so";

int number_in(char const* variable) {
    char const* const text = std::getenv(variable);
    return text == nullptr ? 0 : std::atoi(text);
}

// Returns: the number of processes according to the launcher; 0 if the launcher does not tell it; nothing if there is
// no launcher.
std::optional<int> launched() {
    for (char const* const variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) {
        if (int const size = number_in(variable); size > 0) return size;
    }
    return std::getenv("PMIX_RANK") != nullptr ? std::optional(0) : std::nullopt;
}

// The folder of the program or of the shared library (Python's module) that has this code.
std::filesystem::path folder_of_this() {
    static char const here = 0;
    ::Dl_info info{};
    std::error_code none;
    std::filesystem::path const file = ::dladdr(&here, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
    if (file.filename().string().find(".so") != std::string::npos) return file.parent_path();
    return std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
}

// Opens the module beside this program or library, or in the folder of installed libraries; else the loader searches
// for it.
void* open_module() {
    std::filesystem::path const folder = folder_of_this();
    for (std::filesystem::path const& path :
         {folder / module_name, folder / ".." / "lib" / module_name, std::filesystem::path(module_name)}) {
        if (void* const module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return module;
    }
    char const* const why = ::dlerror();
    throw Error(
        fmt::format("a launcher of MPI has started this process, but {} cannot be opened ({}); install Open MPI "
                    "(openmpi-bin, libopenmpi-dev) and build again, or start the program without the launcher",
                    module_name, why == nullptr ? "no reason is given" : why));
}

} // namespace

bool is_launched() { return launched().value_or(1) != 1; }

int launched_rank() {
    if (!is_launched()) return 0;
    int rank = 0;
    for (char const* const variable : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"}) {
        rank = std::max(rank, number_in(variable));
    }
    return rank;
}

std::unique_ptr<Transport> launched_processes() {
    if (char const* const text = std::getenv(socket_ranks_variable)) {
        std::unique_ptr<Transport> transport = make_socket_transport(text);
        ::unsetenv(socket_ranks_variable);  // processes that this one starts must not read it
        ::prctl(PR_SET_PDEATHSIG, SIGKILL); // ends this process with the one that started it
        return transport;
    }
    std::optional<int> const size = launched();
    if (!size || *size == 1) return nullptr;
    auto* const make = reinterpret_cast<Transport* (*)()>(::dlsym(open_module(), "cerrado_mpi_transport"));
    if (make == nullptr)
        throw Error(
            fmt::format("{} is of another version of Cerrado; install the module of this version", module_name));
    std::unique_ptr<Transport> transport(make());
    if (*size > 0 && transport->size() != *size) {
        throw Error(
            fmt::format("the launcher says there are {} processes, and MPI says {}: they belong to different versions "
                        "of MPI; use the mpirun of the MPI that {} was built with",
                        *size, transport->size(), module_name));
    }
    return transport;
}

namespace {

// A frame is sent as its length, 64 bits, and its bytes. A closed socket is not read again: the process that started
// the others notices that one has died, and ends the rest.
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

    void flush(double) override {} // send() returns when the frame has left

    [[noreturn]] void abort(int exit_code) override { std::_Exit(exit_code); }

private:
    struct Peer {
        int socket = -1;
        bool is_closed = false;
        std::string bytes; // bytes that came and are not taken yet
        std::mutex mutex;  // protects sending
    };

    static void write_all(int socket, std::string_view bytes) {
        while (!bytes.empty()) {
            ssize_t const written = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return; // the other process has ended
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
    std::vector<Peer> peers_; // the others, by rank
};

} // namespace

std::vector<SocketPair> make_sockets(int size) {
    std::vector<SocketPair> pairs;
    for (int rank = 1; rank < size; ++rank) {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
            throw Error(
                fmt::format("the system makes no sockets for {} processes ({}); raise the limit of open files, or use "
                            "fewer devices",
                            size, std::strerror(errno)));
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

namespace {

constexpr std::uint64_t life_line = ~0ull; // line of frames that show that a rank still lives
constexpr double seconds_between_signs = 5;
constexpr double most_silence = 60;
constexpr double seconds_to_end = 10; // time that the others have if rank 0 has failed or all is written

std::string of_line(std::uint64_t line, std::string_view bytes) {
    std::string frame(reinterpret_cast<char const*>(&line), sizeof line);
    frame += bytes;
    return frame;
}

bool is_well(int exit_code) {
    return exit_code == static_cast<int>(ExitCode::done) || exit_code == static_cast<int>(ExitCode::partial);
}

[[noreturn]] void throw_error(int exit_code, std::string const& why) {
    if (exit_code == static_cast<int>(ExitCode::bad_input)) throw InputError(why);
    throw Error(why);
}

std::chrono::duration<double> seconds(double count) { return std::chrono::duration<double>(count); }

} // namespace

Ranks::Ranks() : Ranks(launched_processes()) {}

int Ranks::rank_on_host() const { return transport_ ? transport_->rank_on_host() : 0; }

Ranks::Ranks(std::unique_ptr<Transport> transport) : transport_(std::move(transport)) {
    if (!transport_) return;
    rank_ = transport_->rank();
    size_ = transport_->size();
    peers_.resize(static_cast<std::size_t>(size_));
    listener_ = std::jthread([this](std::stop_token const& stop) { listen(stop); });
}

Ranks::~Ranks() {
    if (listener_.joinable()) {
        listener_.request_stop();
        listener_.join();
    }
}

std::string Ranks::name_of(int rank) const { return fmt::format("rank {} of {}", rank, size_); }

void Ranks::listen(std::stop_token const& stop) {
    Stopwatch const watch;
    while (!stop.stop_requested()) {
        std::optional<Frame> const frame = transport_->receive(0.05);
        std::lock_guard const lock(mutex_);
        if (frame) take(*frame, watch.seconds());
        look_after(watch.seconds());
    }
}

void Ranks::take(Frame const& frame, double now) {
    Peer& peer = peers_[static_cast<std::size_t>(frame.from)];
    peer.heard = now;
    std::uint64_t line = 0;
    std::memcpy(&line, frame.bytes.data(), sizeof line);
    std::string_view const bytes = std::string_view(frame.bytes).substr(sizeof line);
    if (line == life_line) return take_end(peer, bytes);
    if (auto const watcher = watchers_.find({frame.from, line}); watcher != watchers_.end()) {
        return watcher->second(bytes);
    }
    boxes_[{frame.from, line}].emplace_back(bytes);
    came_.notify_all();
}

void Ranks::take_end(Peer& peer, std::string_view bytes) {
    if (bytes.empty()) return; // it only shows that the rank lives
    ByteReader from(bytes);
    peer.exit_code = from.get<int>();
    peer.message = from.get_text();
    peer.has_ended = true;
    came_.notify_all();
}

// Ends the run if a rank is silent for long. A rank is silent only if it is stopped or its machine is lost, because its
// listening thread computes nothing.
void Ranks::look_after(double now) {
    if (rank_ != 0) {
        if (now >= said_ + seconds_between_signs) {
            said_ = now;
            transport_->send(0, of_line(life_line, {}));
        }
        return;
    }
    for (int other = 1; other < size_; ++other) {
        Peer const& peer = peers_[static_cast<std::size_t>(other)];
        if (peer.has_ended || now < peer.heard + most_silence) continue;
        fmt::print(stderr,
                   "cerrado: {} has been silent for {} s; the run ends. If it has a checkpoint, the file is kept\n",
                   name_of(other), most_silence);
        transport_->abort(static_cast<int>(ExitCode::failed));
    }
}

void Ranks::send(int to, std::uint64_t line, std::string_view bytes) { transport_->send(to, of_line(line, bytes)); }

void Ranks::send_to_others(std::uint64_t line, std::string_view bytes) {
    transport_->send_to_others(of_line(line, bytes));
}

std::optional<std::string> Ranks::receive(int from, std::uint64_t line, double most_seconds) {
    std::unique_lock lock(mutex_);
    std::deque<std::string>& box = boxes_[{from, line}];
    Peer const& peer = peers_[static_cast<std::size_t>(from)];
    came_.wait_for(lock, seconds(most_seconds), [&] { return !box.empty() || peer.has_ended; });
    if (!box.empty()) {
        std::string bytes = std::move(box.front());
        box.pop_front();
        return bytes;
    }
    if (!peer.has_ended) return std::nullopt;
    std::string const why = name_of(from) + (peer.message.empty() ? " has ended" : ": " + peer.message);
    throw_error(peer.exit_code, why);
}

void Ranks::watch(int from, std::uint64_t line, std::function<void(std::string_view)> handle) {
    std::lock_guard const lock(mutex_);
    for (std::string const& frame : boxes_[{from, line}]) handle(frame);
    boxes_.erase({from, line});
    watchers_[{from, line}] = std::move(handle);
}

void Ranks::leave(int from, std::uint64_t line) {
    std::lock_guard const lock(mutex_);
    boxes_.erase({from, line});
    watchers_.erase({from, line});
}

void Ranks::say_end(int to, int exit_code, std::string const& message) {
    ByteWriter end;
    end.put(exit_code);
    end.put(std::string_view(message));
    transport_->send(to, of_line(life_line, end.bytes()));
}

bool Ranks::others_have_ended() const {
    return std::all_of(peers_.begin() + 1, peers_.end(), [](Peer const& peer) { return peer.has_ended; });
}

int Ranks::finish(int exit_code, std::string const& message) {
    if (size_ == 1) return exit_code;
    std::unique_lock lock(mutex_);
    if (rank_ != 0) {
        say_end(0, exit_code, message);
        came_.wait(lock, [&] { return peers_[0].has_ended; });
        exit_code = peers_[0].exit_code;
        lock.unlock();
        transport_->flush(seconds_to_end);
        return exit_code;
    }
    std::string failure;
    if (is_well(exit_code)) { // others may still be writing
        came_.wait(lock, [&] { return others_have_ended(); });
        for (int other = size_ - 1; other > 0; --other) {
            Peer const& peer = peers_[static_cast<std::size_t>(other)];
            if (is_well(peer.exit_code)) continue;
            exit_code = peer.exit_code;
            failure = name_of(other) + ": " + peer.message;
        }
    }
    for (int other = 1; other < size_; ++other) say_end(other, exit_code, failure.empty() ? message : failure);
    bool const have_ended = came_.wait_for(lock, seconds(seconds_to_end), [&] { return others_have_ended(); });
    lock.unlock();
    transport_->flush(seconds_to_end);
    if (!have_ended) transport_->abort(exit_code);
    if (!failure.empty()) throw_error(exit_code, failure);
    return exit_code;
}

} // namespace cerrado

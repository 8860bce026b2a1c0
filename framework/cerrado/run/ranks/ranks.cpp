#include <cerrado/run/ranks/ranks.hpp>

#include <cerrado/contract/bytes.hpp>
#include <cerrado/core/clock.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>

namespace cerrado {

namespace {

constexpr std::uint64_t life_line = ~0ull; // frames by which ranks know of each other
constexpr double seconds_between_signs = 5;
constexpr double most_silence = 60;
constexpr double seconds_to_end = 10; // for the others, when rank 0 has failed or all is written

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
    if (bytes.empty()) return; // a sign of life
    ByteReader from(bytes);
    peer.exit_code = from.get<int>();
    peer.message = from.get_text();
    peer.has_ended = true;
    came_.notify_all();
}

// Ranks are silent for a while only if they are stopped, or their machine is gone: their listeners compute nothing.
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
                   "cerrado: {} has been silent for {} s; the run ends. A checkpoint, if there is one, stands\n",
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
    if (is_well(exit_code)) { // others may still write something
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

// The module of MPI, a library of its own. The program opens it only if a launcher has started the program, so it runs
// without MPI elsewhere. All calls of MPI are in this file.
#include <cerrado/core/detail/clock.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/run/detail/ranks/transport.hpp>

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace cerrado {

namespace {

constexpr std::size_t most_at_once = std::size_t{1} << 28; // bytes; MPI counts them with an int
constexpr int last_part = 0, more_follows = 1;             // tags
// The pauses between looks for frames. A waiting rank leaves its core to others. It takes long pauses after some
// silence if all its frames have left.
constexpr auto short_pause = std::chrono::microseconds(50), long_pause = std::chrono::microseconds(500);
constexpr double short_silence = 0.001;

void check(int code, char const* what) {
    if (code != MPI_SUCCESS) throw Error(std::string("MPI failed at ") + what);
}

class MpiTransport final : public Transport {
public:
    MpiTransport() {
        int is_there = 0, provided = 0;
        MPI_Initialized(&is_there); // for example by mpi4py, which must then end MPI, too
        began_ = is_there == 0;
        if (began_) {
            check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided), "MPI_Init_thread");
        } else {
            MPI_Query_thread(&provided);
        }
        if (provided < MPI_THREAD_SERIALIZED) {
            throw Error(
                "MPI was initialized without support for calls from several threads; call MPI_Init_thread with "
                "MPI_THREAD_SERIALIZED or more");
        }
        check(MPI_Comm_dup(MPI_COMM_WORLD, &all_), "MPI_Comm_dup"); // a communicator only for frames of Cerrado
        MPI_Comm_rank(all_, &rank_);
        MPI_Comm_size(all_, &size_);
        MPI_Comm of_host = MPI_COMM_NULL;
        MPI_Comm_split_type(all_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &of_host);
        MPI_Comm_rank(of_host, &rank_on_host_);
        MPI_Comm_free(&of_host);
        parts_.resize(static_cast<std::size_t>(size_));
    }
    ~MpiTransport() override {
        int has_ended = 0;
        MPI_Finalized(&has_ended);
        if (has_ended != 0) return;
        MPI_Comm_free(&all_);
        if (began_) MPI_Finalize();
    }

    int rank() const override { return rank_; }
    int size() const override { return size_; }
    int rank_on_host() const override { return rank_on_host_; }

    void send(int to, std::string_view bytes) override {
        std::lock_guard const lock(mutex_);
        begin_to_send(to, std::make_shared<std::string const>(bytes));
    }

    void send_to_others(std::string_view bytes) override {
        std::lock_guard const lock(mutex_);
        auto const shared = std::make_shared<std::string const>(bytes);
        for (int other = 0; other < size_; ++other) {
            if (other != rank_) begin_to_send(other, shared);
        }
    }

    std::optional<Frame> receive(double seconds) override {
        Stopwatch const watch;
        do {
            if (std::optional<Frame> frame = look()) {
                heard_ = clock_.seconds();
                return frame;
            }
            pause();
        } while (watch.seconds() < seconds);
        return std::nullopt;
    }

    void flush(double seconds) override {
        for (Stopwatch const watch; watch.seconds() < seconds; std::this_thread::sleep_for(short_pause)) {
            std::lock_guard const lock(mutex_);
            drop_sent();
            if (sent_.empty()) return;
        }
    }

    [[noreturn]] void abort(int exit_code) override {
        MPI_Abort(MPI_COMM_WORLD, exit_code);
        std::abort();
    }

private:
    using Bytes = std::shared_ptr<std::string const>;
    struct Sent {
        Sent(Bytes of, MPI_Request by) : bytes(std::move(of)), request(by) {}
        Bytes bytes;
        MPI_Request request;
    };

    void pause() const {
        bool const is_short = is_sending_ || clock_.seconds() < heard_ + short_silence;
        std::this_thread::sleep_for(is_short ? short_pause : long_pause);
    }

    void begin_to_send(int to, Bytes const& bytes) {
        for (std::size_t at = 0;; at += most_at_once) {
            std::size_t const size = std::min(bytes->size() - at, most_at_once);
            bool const is_last = at + size == bytes->size();
            Sent& one = sent_.emplace_back(bytes, MPI_REQUEST_NULL);
            check(MPI_Isend(bytes->data() + at, static_cast<int>(size), MPI_BYTE, to,
                            is_last ? last_part : more_follows, all_, &one.request),
                  "MPI_Isend");
            if (is_last) return;
        }
    }

    void drop_sent() {
        std::erase_if(sent_, [](Sent& one) {
            int is_done = 0;
            check(MPI_Test(&one.request, &is_done, MPI_STATUS_IGNORE), "MPI_Test");
            return is_done != 0;
        });
    }

    // Returns: a complete frame that has arrived; nothing if there is none.
    std::optional<Frame> look() {
        std::lock_guard const lock(mutex_);
        drop_sent();
        is_sending_ = !sent_.empty();
        for (;;) {
            int is_there = 0;
            MPI_Status status;
            check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, all_, &is_there, &status), "MPI_Iprobe");
            if (is_there == 0) return std::nullopt;
            int size = 0;
            MPI_Get_count(&status, MPI_BYTE, &size);
            std::string& parts = parts_[static_cast<std::size_t>(status.MPI_SOURCE)];
            std::size_t const at = parts.size();
            parts.resize(at + static_cast<std::size_t>(size));
            check(
                MPI_Recv(parts.data() + at, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, all_, MPI_STATUS_IGNORE),
                "MPI_Recv");
            if (status.MPI_TAG == last_part) return Frame{status.MPI_SOURCE, std::exchange(parts, {})};
        }
    }

    bool began_ = false; // true if this object initialized MPI
    MPI_Comm all_ = MPI_COMM_NULL;
    int rank_ = 0;
    int size_ = 1;
    int rank_on_host_ = 0;
    std::mutex mutex_; // protects all calls of MPI
    std::list<Sent> sent_;
    std::vector<std::string> parts_; // by rank, the parts of an incomplete frame
    Stopwatch clock_;
    double heard_ = 0;        // when the last frame came
    bool is_sending_ = false; // frames were leaving at the last look; MPI sends them only while it is called
};

} // namespace

} // namespace cerrado

extern "C" cerrado::Transport* cerrado_mpi_transport() { return new cerrado::MpiTransport; }

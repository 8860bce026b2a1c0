// The accumulators of a run, and how they are merged: on the device where they are many and lie there.
#pragma once

#include <cerrado/output/fold.hpp>
#include <cerrado/runtime/run_memory.hpp>
#include <cerrado/runtime/session.hpp>
#if defined(__CUDACC__)
#include <cerrado/runtime/cub_reduce.cuh>
#endif

namespace cerrado {

template <class App> class Fold<App>::Memory {
public:
    Memory(App const&, Session const& session, RunMemory& memory, int workers)
        : memory_(&memory),
          parts_(memory, static_cast<std::uint64_t>(workers) * static_cast<std::uint64_t>(memory.lanes())) {
        if (balances(session.options)) parts_.write(std::vector<Accumulator>(parts_.size())); // they begin with them
    }
    Ref ref() const { return {parts_.data()}; }
    void conclude(RunResult&, Session const&) {
#if defined(__CUDACC__)
        if (memory_->on_device()) {
            total_ = reduce_on_device(parts_.data(), parts_.size(), Merge{});
            return;
        }
#endif
        for (Accumulator const& part : parts_.read()) App::merge(total_, part);
    }
    Accumulator result() const { return total_; }

private:
    struct Merge {
        CERRADO_FN Accumulator operator()(Accumulator a, Accumulator const& b) const {
            App::merge(a, b);
            return a;
        }
    };

    RunMemory* memory_;
    RunArray<Accumulator> parts_;
    Accumulator total_{};
};

} // namespace cerrado

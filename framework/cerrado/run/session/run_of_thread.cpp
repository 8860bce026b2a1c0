#include <cerrado/run/session/run_of_thread.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/traversal/fault.hpp>
#include <cerrado/warp/host_atomics.hpp>

namespace cerrado {

namespace {
thread_local RunContext const* run_of_thread = nullptr;
} // namespace

RunOfThread::RunOfThread(RunContext const& context) { run_of_thread = &context; }
RunOfThread::~RunOfThread() { run_of_thread = nullptr; }

// A lane of a lockstep warp may not throw: the others would wait for it.
void report_no_array(std::size_t bytes) {
    if (run_of_thread == nullptr) throw InputError("an ArrayRef was asked for an entry, and has no array");
    Fault fault{FaultKind::no_array};
    fault.first = static_cast<int>(bytes);
    HostAtomics::grid_store(run_of_thread->fault, pack_fault(fault));
    HostAtomics::grid_store(run_of_thread->queue.stop, std::uint32_t{queue_is_stopped});
}

} // namespace cerrado

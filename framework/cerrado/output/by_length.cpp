#include <cerrado/output/by_length.hpp>

#include <cerrado/contract/run_memory.hpp>
#include <cerrado/contract/session.hpp>

namespace cerrado {

namespace {
constexpr std::size_t lengths = max_traversal_length; // of a bank
}

ByLength::Memory::Memory(Session const& session, RunMemory& memory, int workers)
    : memory_(&memory),
      banks_(session.device() == DeviceKind::host ? static_cast<std::size_t>(workers) : shared_banks),
      cells_(RunArray<Count>(memory, banks_ * lengths).data()) {}

void ByLength::Memory::collect() {
    collected_.resize(banks_ * lengths);
    memory_->read(collected_.data(), cells_, collected_.size() * sizeof(Count));
}

void ByLength::Memory::conclude(RunResult& result, Session const& session) {
    traversals_.resize(static_cast<std::size_t>(session.levels));
    for (std::size_t bank = 0; bank < banks_; ++bank) {
        for (std::size_t i = 0; i < traversals_.size(); ++i) {
            traversals_[i] += collected_[bank * lengths + i];
        }
    }
    // Where no traversal is extended, each is a job.
    if (session.levels == session.needs.root_size) traversals_.back() = result.roots.done;
}

} // namespace cerrado

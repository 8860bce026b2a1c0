#include <cerrado/output/store.hpp>

#include <cerrado/contract/declared.hpp>
#include <cerrado/contract/run_memory.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/core/error.hpp>

#include <algorithm>

namespace cerrado {

namespace {

// Vertices of records that a warp of so many lanes holds back.
std::uint32_t held_back_entries(int warp_width) {
    return Store::held_back_by_warp * static_cast<std::uint32_t>(warp_width) / full_warp_width;
}

} // namespace

void Store::check(Session const& session) {
    StoreInput const& input = session.input<Store>();
    if (session.needs.k == 0)
        throw InputError("the output Store is for subgraphs of one k, and this application has none");
    if (input.sinks() > 1) throw InputError("StoreInput has several sinks for the same subgraphs; set one of them");
    if (input.sinks() == 0) {
        throw InputError("this application stores subgraphs: set StoreInput::sink or another sink beside it");
    }
    if ((input.narrow_sink || input.device_sink) && !session.narrow_ids) {
        throw InputError("the graph has ids of more than 32 bits; set StoreInput::batch_sink, whose ids have 64");
    }
    if (input.device_sink && session.device() != DeviceKind::cuda) {
        throw InputError("StoreInput::device_sink is for CUDA, and this run is not on it; set narrow_sink");
    }
    if (input.device_sink && input.limit) {
        throw InputError("StoreInput::limit is for sinks on the host; set narrow_sink, or unset the limit");
    }
}

void Store::plan(ArrayPlan arrays, PlanRequest const& request) {
    if (request.kind == WorkerKind::warp) arrays.reserve<Arrays, HeldBack>(held_back_entries(request.warp_width));
}

// With a limit a worker hands over its share of it, so that the run ends when there are enough.
Store::Memory::Memory(Session const& session, RunMemory const& memory, int workers) {
    static_cast<StoreRef&>(ref_) = memory.ring();
    if (memory.lanes() == 1 && !memory.on_device()) return; // it writes to the ring
    ref_.held_back_records = held_back_entries(memory.lanes()) / static_cast<std::uint32_t>(session.needs.k);
    std::uint64_t const share =
        session.input<Store>().limit.value_or(~std::uint64_t{0}) / static_cast<std::uint64_t>(std::max(workers, 1));
    ref_.enough_records = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(share, 1, ref_.held_back_records));
}

} // namespace cerrado

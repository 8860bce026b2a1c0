#include <cerrado/run/conduct/balance.hpp>

#include <algorithm>

namespace cerrado {

std::size_t WorkerStates::active() const {
    return static_cast<std::size_t>(
        std::count_if(workers.begin(), workers.end(), [](WorkerState const& state) { return state.active; }));
}

} // namespace cerrado

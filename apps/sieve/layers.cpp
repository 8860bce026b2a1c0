#include "sieve/layers.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace cerrado {

namespace {

std::uint64_t memory_of(DeviceKind device) {
    std::string_view const kind = device == DeviceKind::cuda ? "cuda" : "host";
    for (DeviceDescription const& one : list_devices()) { // the first of a kind is the one that runs use
        if (one.kind == kind) return one.memory_bytes;
    }
    return 0;
}

} // namespace

std::uint64_t layers_at_once(LayersWanted const& wanted) {
    constexpr std::uint64_t jobs_on_cuda = 1 << 17;
    constexpr std::uint64_t jobs_on_host = 1 << 10;
    std::uint64_t const jobs = wanted.device == DeviceKind::cuda ? jobs_on_cuda : jobs_on_host;
    std::uint64_t const memory = memory_of(wanted.device);
    if (wanted.bytes > memory / 10 * 9) {
        constexpr double gigabyte = 1e9;
        throw Error(
            fmt::format("to sieve {} vertices for {} colours takes {:.0f} GB, and there are {:.0f} GB: take a smaller "
                        "motif, or fewer vertices with its colours",
                        wanted.vertices, wanted.k, static_cast<double>(wanted.bytes) / gigabyte,
                        static_cast<double>(memory) / gigabyte));
    }
    std::uint64_t const room = std::max<std::uint64_t>(1, memory / 4 / wanted.bytes);
    return std::min({wanted.layers, room, std::max<std::uint64_t>(1, jobs / wanted.vertices)});
}

} // namespace cerrado

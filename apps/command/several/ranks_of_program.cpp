#include "command/several/ranks_of_program.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

namespace cerrado::command {
namespace {

Ranks* all = nullptr;

} // namespace

void take_part(Ranks& ranks) {
    if (ranks.size() == 1) return;
    all = &ranks;
    if (!is_other_rank()) return;
    int const nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    ::close(nowhere);
}

Ranks* ranks_of_program() { return all; }
bool is_other_rank() { return all != nullptr && all->rank() > 0; }

void check_is_shared(std::vector<std::string> const& words, std::vector<std::string> const& shared) {
    if (all == nullptr || words.size() < 2 || words[1].starts_with('-')) return;
    std::string const& command = words[1];
    std::string const both = words.size() > 2 ? command + " " + words[2] : command;
    auto const is_one = [&](std::string const& name) { return name == command || name == both; };
    if (std::ranges::any_of(shared, is_one)) return;
    throw InputError(
        fmt::format("{} processes were started, and `cerrado {}` is done by one: run it without the launcher. "
                    "Several share {}",
                    all->size(), command, fmt::join(shared, ", ")));
}

} // namespace cerrado::command

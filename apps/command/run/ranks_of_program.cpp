#include "command/run/ranks_of_program.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <string_view>
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

void check_is_shared(int argument_count, char const* const* arguments) {
    if (all == nullptr || argument_count < 2) return;
    std::string_view const command = arguments[1];
    constexpr std::array<std::string_view, 4> shared = {"clique", "motif", "match", "isomorphism"};
    bool const is_score = command == "compress" && argument_count > 2 && std::string_view(arguments[2]) == "score";
    if (command.starts_with('-') || is_score || std::ranges::find(shared, command) != shared.end()) return;
    throw InputError(fmt::format("{} processes were started, and `cerrado {}` is done by one: run it without the launcher. "
                                 "Several share clique, motif, match and compress score",
                                 all->size(), command));
}

} // namespace cerrado::command

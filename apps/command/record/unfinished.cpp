#include "command/record/unfinished.hpp"

#include <atomic>
#include <unistd.h>
#include <utility>

namespace cerrado::command {
namespace {

constexpr int most_files = 8; // at once: a list, two files of counts, a record, a table
std::atomic<char const*> files[most_files];
static_assert(std::atomic<char const*>::is_always_lock_free, "a signal handler reads them");

} // namespace

Unfinished::Unfinished(std::string path) : path_(std::move(path)) {
    if (path_.empty()) return;
    for (auto& file : files) {
        char const* free = nullptr;
        if (file.compare_exchange_strong(free, path_.c_str())) return;
    }
}

Unfinished::~Unfinished() {
    for (auto& file : files) {
        char const* mine = path_.c_str();
        if (file.compare_exchange_strong(mine, nullptr)) return;
    }
}

void remove_unfinished() noexcept {
    for (auto& file : files) {
        if (char const* const path = file.load()) ::unlink(path);
    }
}

} // namespace cerrado::command

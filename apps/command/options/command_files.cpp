#include "command/options/command_files.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <sys/stat.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace cerrado::command {
namespace {

FileIdentity identity_of(struct stat const& status) {
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return {};
    return {status.st_dev, status.st_ino, ""};
}

// Where a link leads, even to a file that is not there.
std::filesystem::path follow_links(std::filesystem::path path) {
    constexpr int most_links = 40; // as the system follows
    std::error_code error;
    for (int i = 0; i < most_links && std::filesystem::is_symlink(path, error); ++i) {
        std::filesystem::path const target = std::filesystem::read_symlink(path, error);
        if (error) break;
        path = path.parent_path() / target;
    }
    return path;
}

} // namespace

FileIdentity identity_of(std::string const& path) {
    struct stat status {};
    if (path.empty()) return {};
    if (::stat(path.c_str(), &status) == 0) return identity_of(status);
    std::filesystem::path const target = follow_links(path);
    std::string const folder = target.parent_path().string();
    if (::stat(folder.empty() ? "." : folder.c_str(), &status) != 0) return {};
    FileIdentity identity = identity_of(status);
    identity.name = target.filename().string();
    return identity;
}

bool is_same_file(std::string const& a, std::string const& b) {
    FileIdentity const identity = identity_of(a);
    return !identity.is_none() && identity == identity_of(b);
}

void CommandFiles::reads(std::string const& what, std::string const& path) {
    struct stat status {};
    if (path == "-") {
        if (::fstat(STDIN_FILENO, &status) == 0) read_.push_back({what, path, identity_of(status)});
    } else if (::stat(path.c_str(), &status) == 0) {
        read_.push_back({what, path, identity_of(status)});
    }
}

void CommandFiles::writes(std::string const& option, std::string const& path) {
    if (!path.empty() && path != "-") written_.push_back({option, path, identity_of(path)});
}

void CommandFiles::check() const {
    for (std::size_t i = 0; i < written_.size(); ++i) {
        File const& file = written_[i];
        if (file.identity.is_none()) continue;
        for (File const& input : read_) {
            if (input.identity != file.identity) continue;
            throw InputError(fmt::format("{} {}: this file is {}, which is read; give another one to write to",
                                         file.what, file.path, input.what));
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (written_[j].identity != file.identity) continue;
            throw InputError(fmt::format("{} {} and {} {}: both are written to one file; give each its own",
                                         written_[j].what, written_[j].path, file.what, file.path));
        }
    }
}

} // namespace cerrado::command

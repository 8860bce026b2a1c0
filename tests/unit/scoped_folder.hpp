// A folder for the files of a test.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <stdlib.h>
#include <string>

namespace cerrado::test {

// Is removed with all that is in it, also if something is thrown.
class ScopedFolder {
public:
    ScopedFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "cerrado-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder: " + name);
        path_ = name;
    }
    ~ScopedFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    ScopedFolder(ScopedFolder const&) = delete;
    ScopedFolder& operator=(ScopedFolder const&) = delete;

    std::filesystem::path const& path() const { return path_; }
    std::string path(std::string const& name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

} // namespace cerrado::test

// A file that grows while a run goes on. A run that is resumed later cuts it back to where the file was.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace cerrado::command {

// The file exists from begin() on, and stays however the program ends. Every failure throws Error with path and remedy.
class GrowingFile {
public:
    explicit GrowingFile(std::string path) : path_(std::move(path)) {}
    ~GrowingFile();
    GrowingFile(GrowingFile const&) = delete;
    GrowingFile& operator=(GrowingFile const&) = delete;

    // Call it first. It cuts the file to `size`. If that is 0, the file need not exist. Throws InputError if it does
    // not exist, or is shorter.
    void begin(std::uint64_t size);
    void write(std::string_view bytes);
    std::uint64_t size() const { return size_; }

private:
    [[noreturn]] void fail(int error) const;

    std::string path_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

} // namespace cerrado::command

// A file that grows while a run goes on, and that a run which goes on later cuts back to where it was.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace cerrado::command {

// It is there from begin() on, and stays whatever ends the program. Every failure throws Error with path and remedy.
class GrowingFile {
public:
    explicit GrowingFile(std::string path) : path_(std::move(path)) {}
    ~GrowingFile();
    GrowingFile(GrowingFile const&) = delete;
    GrowingFile& operator=(GrowingFile const&) = delete;

    // First of all: what is there is cut to `size`; to 0, it need not be there. Throws InputError where it is not, or is
    // shorter.
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

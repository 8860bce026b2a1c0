// A file that grows while a run goes on, and that a run which goes on later cuts back to where it was.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cerrado::command {

// It is there from the start, and stays whatever ends the program. Every failure throws Error with path and remedy.
class GrowingFile {
public:
    // `anew`: what was there is gone. Else it must be there, and the caller cuts it before it writes; throws InputError
    // where it is not.
    GrowingFile(std::string path, bool anew);
    ~GrowingFile();
    GrowingFile(GrowingFile const&) = delete;
    GrowingFile& operator=(GrowingFile const&) = delete;

    void write(std::string_view bytes);
    std::uint64_t size() const { return size_; }
    // Throws InputError where the file is shorter.
    void cut(std::uint64_t size);

private:
    [[noreturn]] void fail(int error) const;

    std::string path_;
    int descriptor_;
    std::uint64_t size_ = 0;
};

} // namespace cerrado::command

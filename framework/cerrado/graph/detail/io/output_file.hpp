// OutputFile writes a file completely or not at all, with gzip on request.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace cerrado::detail {

// Returns true if bytes go straight to what is at the path, a device or a pipe. Then it is no regular file and no
// folder.
bool is_written_straight(std::string const& path);

// A buffered writer. The bytes go to a file without a name, or to a temporary file beside `path` if the file system has
// no such files. commit() puts the file in its place. Without commit() nothing stays behind, unless the path
// is_written_straight(). Every failure throws Error with the path and a remedy.
class OutputFile {
public:
    OutputFile(std::string path, bool compress);
    ~OutputFile();
    OutputFile(OutputFile const&) = delete;
    OutputFile& operator=(OutputFile const&) = delete;

    void write(std::string_view bytes);
    void write_number(std::uint64_t value);
    // Replaces the first bytes. Requires: neither compressed nor written straight, and as many bytes were written.
    void write_again(std::string_view bytes);
    void commit();
    std::string const& temporary() const { return temporary_; } // file left if the process is killed; may be empty

private:
    class Compressor;

    void open();
    void flush_buffer();
    void write_out(std::string_view bytes);
    void discard() noexcept;
    [[noreturn]] void fail(char const* action, int error) const;

    std::string path_;      // as the user gave it
    std::string target_;    // path of the written file, after links are followed
    std::string temporary_; // empty for a file without a name, and if bytes are written straight
    int descriptor_ = -1;
    bool unnamed_ = false;
    std::string buffer_;
    std::unique_ptr<Compressor> compressor_;
};

} // namespace cerrado::detail

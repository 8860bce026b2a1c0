// A shard's file that grows while points are evaluated.
#pragma once

#include <cerrado/apps/six.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cerrado::six {

// What was appended stays if the process is killed. One process at a time may have the file open.
class ShardFile {
public:
    // Begins the file, or goes on with the one that is there. What an interrupted run left half of at its end is
    // dropped; the note says so. Throws InputError as read_six_shard() does, and for a shard of another instance; Error
    // if the file cannot be written, or another process has it open.
    ShardFile(std::string path, std::uint64_t instance, SixNote const& note = {});

    SixShard const& begun() const { return begun_; } // what the file had when it was opened

    // Says that these points belong to the file. Throws InputError as check_six_points() does, and for more than 2^26.
    void ask(SixPoints const& points);
    // Adds values. Throws Error if the system does not take them. Then the file is as it was before.
    void append(int prime, std::uint64_t first, std::span<std::uint32_t const> values);

private:
    // A constructor that throws closes it, too.
    struct Descriptor {
        int descriptor = -1;
        Descriptor() = default;
        ~Descriptor();
        Descriptor(Descriptor const&) = delete;
        Descriptor& operator=(Descriptor const&) = delete;
    };

    void open(std::uint64_t instance);
    void write(std::string_view bytes);
    [[noreturn]] void fail(int error) const;

    std::string path_;
    SixShard begun_;
    std::uint64_t size_ = 0; // of the file
    Descriptor file_;
};

} // namespace cerrado::six

// FileLock: one process at a time writes a file.
#pragma once

#include <string>

namespace cerrado::detail {

// While the object lives, no other lock of the file is to be had, by this process or another, of another machine too
// where the file system has such locks. The lock is a file beside it, whose name ends in .lock and which has the number
// of the process; it goes with the object, and where a process was killed it locks nothing. Where the system has no
// locks, or no file can be made there, nothing is locked. Nor is a device or a pipe.
class FileLock {
public:
    // Throws InputError, which names the process, if the file is locked.
    explicit FileLock(std::string const& path);
    ~FileLock();
    FileLock(FileLock const&) = delete;
    FileLock& operator=(FileLock const&) = delete;

private:
    bool is_in_place() const;

    std::string name_; // of the file beside it
    int descriptor_ = -1;
};

} // namespace cerrado::detail

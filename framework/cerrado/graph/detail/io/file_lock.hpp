// FileLock makes sure that only one process at a time writes a file.
#pragma once

#include <string>

namespace cerrado::detail {

// While the object lives, nobody else can lock the file: no other object of this process, no other process and, if the
// file system has such locks, no other machine. The lock is a file beside it. Its name ends in .lock, and it has the
// number of the process. It is removed with the object. If a process was killed, its lock file remains, but locks
// nothing. If the system has no locks, or if no file can be made there, nothing is locked. Devices and pipes are never
// locked.
class FileLock {
public:
    // Throws InputError, which names the process, if the file is locked.
    explicit FileLock(std::string const& path);
    ~FileLock();
    FileLock(FileLock const&) = delete;
    FileLock& operator=(FileLock const&) = delete;

private:
    bool is_in_place() const;

    std::string name_; // path of the lock file
    int descriptor_ = -1;
};

} // namespace cerrado::detail

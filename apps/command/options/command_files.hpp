// The files of a command. It makes sure that the command overwrites no file that it reads or writes elsewhere.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cerrado::command {

// A file as the system knows it, after links are followed. A file that exists is known by device and inode, a new one
// by its folder and name. Pipes and devices have no identity, since writing to them loses nothing.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::string name; // in that folder; empty: the file exists
    bool is_none() const { return inode == 0; }
    friend bool operator==(FileIdentity const&, FileIdentity const&) = default;
};

FileIdentity identity_of(std::string const& path);
bool is_same_file(std::string const& a, std::string const& b);

class CommandFiles {
public:
    // `what` says what it is: "the graph". "-" is the file that standard input is, if it is one.
    void reads(std::string const& what, std::string const& path);
    // `option` names it: "--json". An empty path and "-" name no file.
    void writes(std::string const& option, std::string const& path);

    // Call it before any file is opened. Throws InputError if a file is both read and written, or written twice.
    void check() const;

private:
    struct File {
        std::string what;
        std::string path;
        FileIdentity identity;
    };

    std::vector<File> read_;
    std::vector<File> written_;
};

} // namespace cerrado::command

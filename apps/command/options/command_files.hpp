// The files of a command: none that it reads or writes is lost to another that it writes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cerrado::command {

// A file as the system knows it, links followed: what is there by device and inode; what is not there yet by its folder
// and name. Pipes and devices have none, as nothing that is there is lost by writing to them.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::string name; // in that folder; empty: it is there
    bool is_none() const { return inode == 0; }
    friend bool operator==(FileIdentity const&, FileIdentity const&) = default;
};

FileIdentity identity_of(std::string const& path);
bool is_same_file(std::string const& a, std::string const& b);

class CommandFiles {
public:
    // `what` it is: "the graph". "-" is the file that standard input is, if it is one.
    void reads(std::string const& what, std::string const& path);
    // `option` that names it: "--json". Empty and "-" name none.
    void writes(std::string const& option, std::string const& path);

    // To be called before any of them is opened. Throws InputError where a file is written that is read, or twice.
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

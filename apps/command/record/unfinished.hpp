// Files that are being written. A program that ends at once can remove them.
#pragma once

#include <string>

namespace cerrado::command {

// While the object lives, remove_unfinished() removes `path`. Empty: it removes nothing.
class Unfinished {
public:
    explicit Unfinished(std::string path);
    ~Unfinished();
    Unfinished(Unfinished const&) = delete;
    Unfinished& operator=(Unfinished const&) = delete;

private:
    std::string path_;
};

// A signal handler may call it.
void remove_unfinished() noexcept;

} // namespace cerrado::command

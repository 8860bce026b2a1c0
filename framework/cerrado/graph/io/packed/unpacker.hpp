// One interface for the library of each packing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace cerrado::detail {

// Unpacks one member (frame, stream) after the other.
class Unpacker {
public:
    virtual ~Unpacker() = default;

    // What one step did. `problem` says in the library's words why there is no further step.
    struct Step {
        std::size_t taken = 0, given = 0;
        bool is_end = false; // of a member
        std::string problem = {};
    };

    // A member begins.
    virtual void begin() = 0;
    // Unpacks some of `packed`. If that is shorter than step_bytes, it is all that is left of the file.
    virtual Step step(std::string_view packed, char* space, std::size_t room) = 0;

    static constexpr std::size_t step_bytes = std::size_t{1} << 30; // some libraries count with 32 bits
};

// `packing`: see packing_of(). Null if Cerrado was built without its library.
std::unique_ptr<Unpacker> unpacker_of(std::string_view packing);

} // namespace cerrado::detail

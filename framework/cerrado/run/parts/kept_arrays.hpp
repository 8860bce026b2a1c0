// The arrays beside a resident graph that an application reads and writes. A checkpoint keeps what has changed in them
// since the run began, so that a run goes on in another process.
#pragma once

#include <cerrado/run/resident.hpp>
#include <cerrado/run/session/session.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cerrado {

class KeptArrays {
public:
    KeptArrays() = default; // none
    // The arrays of the resident graph into which one of the words of the application points.
    KeptArrays(Resident const& resident, std::span<std::byte const> application);

    bool any() const { return !arrays_.empty(); }
    bool has(void const* place) const; // whether it lies in one of them
    // Returns: these bytes, with a word that points into an array as the number of the array and the place in it.
    std::string without_addresses(std::span<std::byte const> bytes) const;

    std::uint64_t first_checksum() const; // of all contents with which the run began
    // The contents of those that are no longer what they were. Cost: reads every array.
    std::string changed() const;
    // Throws InputError unless these arrays have changed() to `contents`.
    void restore(std::string const& contents) const;

private:
    struct Kept {
        ResidentMemory* memory;
        std::uint64_t checksum; // at the beginning
    };
    struct Place {
        std::uint64_t array; // its number
        std::uint64_t byte;  // of it
    };
    std::optional<Place> place_of(std::uint64_t word) const; // nothing if the word points into none

    std::vector<Kept> arrays_;
};

// Whether a word of the application points into an array beside the resident graph.
bool points_into_arrays(Resident const& resident, std::span<std::byte const> application);

// None without a resident graph.
KeptArrays arrays_of(RunInput const& input, std::span<std::byte const> application);

} // namespace cerrado

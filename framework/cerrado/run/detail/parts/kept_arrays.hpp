// The arrays beside a resident graph that an application reads and writes. A checkpoint keeps the arrays that have
// changed since the run began, so that the run can go on in another process.
#pragma once

#include <cerrado/run/detail/session/session.hpp>
#include <cerrado/run/resident.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cerrado {

class KeptArrays {
public:
    KeptArrays() = default; // no arrays
    // Takes the arrays of the resident graph into which a word of the application points.
    KeptArrays(Resident const& resident, std::span<std::byte const> application);

    bool any() const { return !arrays_.empty(); }
    bool has(void const* place) const; // true if `place` lies in one of the arrays
    // Returns: the bytes, where each word that points into an array is replaced by the number of the array and the
    // place in it.
    std::string without_addresses(std::span<std::byte const> bytes) const;

    std::uint64_t first_checksum() const; // the checksum of all arrays when the run began
    // Returns: the contents of the arrays that have changed since the run began. Cost: reads every array.
    std::string changed() const;
    // Writes `contents`, which changed() returned, into the arrays. Throws InputError if it is not from arrays of these
    // sizes.
    void restore(std::string const& contents) const;

private:
    struct Kept {
        ResidentMemory* memory;
        std::uint64_t checksum; // the checksum at the beginning of the run
    };
    struct Place {
        std::uint64_t array; // the number of the array
        std::uint64_t byte;  // the place in the array
    };
    std::optional<Place> place_of(std::uint64_t word) const; // nothing if the word points into no array

    std::vector<Kept> arrays_;
};

// Returns: whether a word of the application points into an array beside the resident graph.
bool points_into_arrays(Resident const& resident, std::span<std::byte const> application);

// Makes the accesses to those of an application's arrays checked that are beside the resident graph; see
// RunOptions::checked.
void check_arrays_of(Resident const& resident, std::span<std::byte> application);

// Returns: the arrays of the run; none if there is no resident graph.
KeptArrays arrays_of(RunInput const& input, std::span<std::byte const> application);

} // namespace cerrado

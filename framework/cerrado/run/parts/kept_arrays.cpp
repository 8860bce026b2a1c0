#include <cerrado/run/parts/kept_arrays.hpp>

#include <cerrado/run/parts/checkpoint.hpp>
#include <cerrado/run/session/resident_state.hpp>

#include <algorithm>
#include <cstring>

namespace cerrado {

namespace {

std::string content_of(ResidentMemory const& memory) {
    std::string content(memory.bytes(), '\0');
    memory.read(content.data());
    return content;
}

// Returns: the arrays into which words of the application point, whatever its members are: a pointer is a word of its
// own.
std::vector<ResidentMemory*> arrays_in(Resident const& resident, std::span<std::byte const> application) {
    std::vector<ResidentMemory*> arrays;
    for (std::size_t at = 0; at + sizeof(void*) <= application.size(); at += alignof(void*)) {
        void* word = nullptr;
        std::memcpy(&word, application.data() + at, sizeof word);
        ResidentMemory* const memory = resident.state().memory_at(word);
        if (memory != nullptr && std::ranges::find(arrays, memory) == arrays.end()) arrays.push_back(memory);
    }
    return arrays;
}

} // namespace

bool points_into_arrays(Resident const& resident, std::span<std::byte const> application) {
    return !arrays_in(resident, application).empty();
}

KeptArrays::KeptArrays(Resident const& resident, std::span<std::byte const> application) {
    for (ResidentMemory* const memory : arrays_in(resident, application)) {
        arrays_.push_back({memory, checksum_of(content_of(*memory))});
    }
}

std::optional<KeptArrays::Place> KeptArrays::place_of(std::uint64_t word) const {
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
        auto const begin = reinterpret_cast<std::uintptr_t>(arrays_[i].memory->data());
        if (word >= begin && word - begin < arrays_[i].memory->bytes()) return Place{i, word - begin};
    }
    return std::nullopt;
}

std::string KeptArrays::without_addresses(std::span<std::byte const> bytes) const {
    std::string result(reinterpret_cast<char const*>(bytes.data()), bytes.size());
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes.size(); at += alignof(void*)) {
        std::uint64_t word = 0;
        std::memcpy(&word, result.data() + at, sizeof word);
        std::optional<Place> const place = place_of(word);
        if (!place) continue;
        word = (place->array << 56) + place->byte;
        std::memcpy(result.data() + at, &word, sizeof word);
    }
    return result;
}

bool KeptArrays::has(void const* place) const { return place_of(reinterpret_cast<std::uintptr_t>(place)).has_value(); }

std::uint64_t KeptArrays::first_checksum() const {
    ByteWriter sums;
    for (Kept const& kept : arrays_) {
        sums.put(kept.memory->bytes());
        sums.put(kept.checksum);
    }
    return checksum_of(sums.bytes());
}

std::string KeptArrays::changed() const {
    ByteWriter to;
    for (Kept const& kept : arrays_) {
        std::string const content = content_of(*kept.memory);
        bool const has_changed = checksum_of(content) != kept.checksum;
        to.put(std::string_view(has_changed ? content : ""));
    }
    return to.bytes();
}

void KeptArrays::restore(std::string const& contents) const {
    ByteReader from(contents);
    for (Kept const& kept : arrays_) {
        std::string const content = from.get_text();
        if (content.empty()) continue;
        if (content.size() != kept.memory->bytes()) throw InputError("the checkpoint is of arrays of other sizes");
        kept.memory->write(content.data());
    }
}

} // namespace cerrado

#include <cerrado/contract/bytes.hpp>

#include <cerrado/core/error.hpp>

namespace cerrado {

char const* ByteReader::take(std::uint64_t count, std::uint64_t size) {
    if (count > bytes_.size() / size) throw InputError("there are fewer bytes than were written");
    char const* const from = bytes_.data();
    bytes_.remove_prefix(count * size);
    return from;
}

} // namespace cerrado

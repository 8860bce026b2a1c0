// Values as bytes of this machine, one after the other. Checkpoints keep results in this form.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace cerrado {

class ByteWriter {
public:
    template <class T> void put(T const& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes_.append(reinterpret_cast<char const*>(&value), sizeof value);
    }
    void put(std::string_view text) { put_all(std::span<char const>(text)); }
    template <class T> void put_all(std::span<T const> values) {
        static_assert(std::is_trivially_copyable_v<T>);
        put(static_cast<std::uint64_t>(values.size()));
        bytes_.append(reinterpret_cast<char const*>(values.data()), values.size_bytes());
    }
    std::string const& bytes() const { return bytes_; }

private:
    std::string bytes_;
};

// Reads the values of a ByteWriter back. Throws InputError if there are fewer bytes than asked for.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

    template <class T> T get() {
        T value;
        std::memcpy(static_cast<void*>(&value), take(1, sizeof value), sizeof value);
        return value;
    }
    template <class T> std::vector<T> get_all() {
        auto const count = get<std::uint64_t>();
        char const* const from = take(count, sizeof(T));
        std::vector<T> values(count);
        if (count > 0) std::memcpy(static_cast<void*>(values.data()), from, count * sizeof(T));
        return values;
    }
    std::string get_text() {
        std::vector<char> const text = get_all<char>();
        return {text.begin(), text.end()};
    }

private:
    char const* take(std::uint64_t count, std::uint64_t size);

    std::string_view bytes_;
};

} // namespace cerrado

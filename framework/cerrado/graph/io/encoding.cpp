#include <cerrado/graph/io/encoding.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/packed/growing_buffer.hpp>

#include <fmt/format.h>
#include <iconv.h>

#include <array>
#include <cerrno>
#include <cstdint>

namespace cerrado::detail {
namespace {

class Conversion {
public:
    explicit Conversion(std::string const& encoding) : handle_(::iconv_open("UTF-8", encoding.c_str())) {}
    ~Conversion() {
        if (is_known()) ::iconv_close(handle_);
    }
    Conversion(Conversion const&) = delete;
    Conversion& operator=(Conversion const&) = delete;

    bool is_known() const { return handle_ != reinterpret_cast<iconv_t>(-1); }

    // False for bytes that are no text.
    bool convert(std::string_view& text, GrowingBuffer& buffer) {
        char* input = const_cast<char*>(text.data());
        std::size_t left = text.size();
        char* output = buffer.space();
        std::size_t const room = buffer.space_bytes();
        std::size_t still = room;
        std::size_t const status = ::iconv(handle_, &input, &left, &output, &still);
        bool const is_sound = status != static_cast<std::size_t>(-1) || (errno == E2BIG && still < room);
        text.remove_prefix(text.size() - left);
        buffer.took(room - still);
        return is_sound;
    }

private:
    iconv_t handle_;
};

// The bytes of the character that begins here, and its number; 0 bytes: it is none.
struct Character {
    std::size_t bytes = 0;
    std::uint32_t number = 0;
};

Character first_character(std::string_view text) {
    auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) return {1, byte(0)};
    std::size_t const bytes = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
    if (byte(0) < 0xC2 || byte(0) > 0xF4 || bytes > text.size()) return {};
    std::uint32_t number = byte(0) & (0x7Fu >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {};
        number = number << 6 | (byte(i) & 0x3Fu);
    }
    constexpr std::array<std::uint32_t, 5> first_of_length{0, 0, 0x80, 0x800, 0x10000};
    return number < first_of_length[bytes] ? Character{} : Character{bytes, number};
}

} // namespace

FileBytes converted_to_utf8(std::string_view text, std::string const& encoding, std::string const& path) {
    Conversion conversion(encoding);
    if (!conversion.is_known()) {
        throw InputError(
            fmt::format("{0}: text in the encoding '{1}', which is not known here; convert it where it is: "
                        "`iconv -f {1} -t utf-8 FILE | sed '1s/{1}/utf-8/'`",
                        path, encoding));
    }
    auto buffer = std::make_shared<GrowingBuffer>();
    while (!text.empty()) {
        if (!conversion.convert(text, *buffer)) {
            throw InputError(
                fmt::format("{0}: bytes that are no text in the encoding '{1}', which the file names; put the "
                            "right one there",
                            path, encoding));
        }
    }
    return {buffer->view(), buffer};
}

bool is_xml_text(std::string_view text) {
    while (!text.empty()) {
        auto const [bytes, number] = first_character(text);
        bool const is_control = number < 0x20 && number != '\t' && number != '\n' && number != '\r';
        bool const is_surrogate = number >= 0xD800 && number < 0xE000;
        if (bytes == 0 || is_control || is_surrogate || number == 0xFFFE || number == 0xFFFF || number > 0x10FFFF) {
            return false;
        }
        text.remove_prefix(bytes);
    }
    return true;
}

} // namespace cerrado::detail

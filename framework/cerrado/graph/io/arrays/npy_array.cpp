#include <cerrado/graph/io/arrays/npy_array.hpp>

#include <cerrado/graph/io/arrays/byte_reader.hpp>
#include <cerrado/graph/io/text_input.hpp>

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

namespace cerrado::detail {
namespace {

constexpr std::string_view npy_mark = "\x93NUMPY";

// What stands behind a key of the header, which is a dictionary of Python; empty: no such key.
std::string_view value_of(std::string_view header, std::string_view key) {
    std::size_t const found = header.find(fmt::format("'{}':", key));
    if (found == std::string_view::npos) return {};
    std::string_view const value = header.substr(found + key.size() + 3);
    return value.substr(std::min(value.find_first_not_of(' '), value.size()));
}

bool is_known(char kind, std::size_t bytes) {
    constexpr std::string_view sizes_of_numbers = "\1\2\4\10";
    bool const is_number = sizes_of_numbers.find(static_cast<char>(bytes)) != std::string_view::npos;
    switch (kind) {
    case 'i':
    case 'u': return is_number;
    case 'f': return bytes == 4 || bytes == 8;
    case 'c': return bytes == 8 || bytes == 16;
    case 'b': return bytes == 1;
    case 'S':
    case 'U': return bytes > 0;
    default: return false;
    }
}

double real_number(std::string_view bytes, bool is_big_endian) {
    std::uint64_t const bits = whole_number(bytes, is_big_endian);
    return bytes.size() == 4 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits)) : std::bit_cast<double>(bits);
}

} // namespace

NpyArray::NpyArray(std::string_view bytes, std::string const& name) : name_(name) {
    ByteReader reader(bytes, name, "npy");
    if (reader.take(npy_mark.size()) != npy_mark) fail("no array of NumPy; expected a .npy file");
    std::uint64_t const version = reader.number(1);
    reader.take(1);
    if (version < 1 || version > 3) fail(fmt::format("version {} of .npy files; expected 1, 2 or 3", version));
    read_header(reader.take(reader.number(version == 1 ? 2 : 4)));
    data_ = reader.rest();
    if (size_ * item_bytes_ > data_.size()) fail("the npy data is truncated; fetch the file again");
    if (size_ * item_bytes_ < data_.size()) fail("other bytes follow the array; expected one array, save it again");
}

void NpyArray::read_header(std::string_view header) {
    std::string_view const type = value_of(header, "descr");
    if (type.starts_with('[')) fail("an array of records; expected one of numbers");
    std::string_view const words = type.substr(0, std::min(type.find('\'', 1), type.size()));
    if (words.size() < 4) fail("an array without a type; save it again");
    is_big_endian_ = words[1] == '>';
    kind_ = words[2];
    auto const [stop, status] = std::from_chars(words.data() + 3, words.data() + words.size(), item_bytes_);
    if (kind_ == 'U') item_bytes_ *= 4;
    if (status != std::errc() || stop != words.data() + words.size() || item_bytes_ > 0xFFFFFF ||
        !is_known(kind_, item_bytes_)) {
        fail(fmt::format("an array of '{}'; expected whole numbers, such as int64", printable(words.substr(1))));
    }
    is_by_columns_ = value_of(header, "fortran_order").starts_with("True");
    read_shape(value_of(header, "shape"));
}

void NpyArray::read_shape(std::string_view shape) {
    bool is_sound = shape.starts_with('(');
    shape = shape.substr(0, shape.find(')'));
    while (is_sound) {
        shape.remove_prefix(std::min(shape.find_first_of("0123456789"), shape.size()));
        if (shape.empty()) break;
        std::uint64_t extent = 0;
        auto const [stop, status] = std::from_chars(shape.data(), shape.data() + shape.size(), extent);
        is_sound = status == std::errc() && (size_ == 0 || extent <= (std::uint64_t{1} << 48) / size_);
        shape.remove_prefix(static_cast<std::size_t>(stop - shape.data()));
        size_ *= extent;
        shape_.push_back(extent);
    }
    if (!is_sound || size_ > (std::uint64_t{1} << 48) / std::max<std::size_t>(item_bytes_, 1)) {
        fail("an array of no shape that a file can hold; save it again");
    }
}

std::string NpyArray::shape_text() const { return fmt::format("({})", fmt::join(shape_, ", ")); }

void NpyArray::fail(std::string const& problem) const { throw InputError(fmt::format("{}: {}", name_, problem)); }

double NpyArray::real(std::uint64_t place) const { return real_number(element(place), is_big_endian_); }

std::uint64_t NpyArray::whole(std::uint64_t place) const {
    constexpr double most_exact = 9007199254740992; // 2^53
    if (kind_ == 'f') {
        double const value = real(place);
        if (value >= 0 && value <= most_exact && value == std::floor(value)) return static_cast<std::uint64_t>(value);
    } else if (kind_ == 'i' || kind_ == 'u' || kind_ == 'b') {
        std::uint64_t const value = whole_number(element(place), is_big_endian_);
        if (kind_ != 'i' || value < std::uint64_t{1} << (8 * item_bytes_ - 1)) return value;
    }
    fail(fmt::format("the element {} is {}; expected a whole number from 0", place, printable(text(place))));
}

bool NpyArray::is_zero(std::uint64_t place) const {
    std::string_view const bytes = element(place);
    if (kind_ == 'f') return real(place) == 0;
    if (kind_ != 'c') return bytes.find_first_not_of('\0') == std::string_view::npos;
    std::string_view const first = bytes.substr(0, bytes.size() / 2), second = bytes.substr(bytes.size() / 2);
    return real_number(first, is_big_endian_) == 0 && real_number(second, is_big_endian_) == 0;
}

bool NpyArray::is_one(std::uint64_t place) const {
    if (kind_ == 'f') return real(place) == 1;
    return kind_ != 'c' && whole_number(element(place).substr(0, 8), is_big_endian_) == 1;
}

std::string NpyArray::text(std::uint64_t place) const {
    std::string_view const bytes = element(place);
    if (kind_ == 'f') return fmt::to_string(real(place));
    if (kind_ == 'u' || kind_ == 'b') return fmt::to_string(whole_number(bytes, is_big_endian_));
    if (kind_ == 'i') {
        int const unused_bits = 64 - 8 * static_cast<int>(item_bytes_);
        auto const bits = static_cast<std::int64_t>(whole_number(bytes, is_big_endian_) << unused_bits);
        return fmt::to_string(bits >> unused_bits);
    }
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += kind_ == 'U' ? 4 : 1) {
        text += kind_ == 'U' && is_big_endian_ ? bytes[i + 3] : bytes[i];
    }
    return text.substr(0, text.find('\0'));
}

} // namespace cerrado::detail

// One array of NumPy, as a .npy file or a member of an .npz holds it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

class NpyArray {
public:
    // `name` and `bytes` must outlive the array. Throws InputError "name: ..." if the bytes are no array, are
    // truncated, or hold Python's objects or records.
    NpyArray(std::string_view bytes, std::string const& name);

    std::vector<std::uint64_t> const& shape() const { return shape_; }
    std::uint64_t size() const { return size_; } // the product of the shape
    std::string shape_text() const;              // "(23, 2)"

    // The place of the element in row `i` and column `j` of two dimensions, in either order of storage.
    std::uint64_t place(std::uint64_t i, std::uint64_t j) const {
        return is_by_columns_ ? j * shape_[0] + i : i * shape_[1] + j;
    }

    // Throws InputError if the element is negative, text, or no whole number. O(1).
    std::uint64_t whole(std::uint64_t place) const;
    bool is_zero(std::uint64_t place) const;
    bool is_one(std::uint64_t place) const;
    std::string text(std::uint64_t place) const; // of a number or a text

private:
    void read_header(std::string_view header);
    void read_shape(std::string_view shape);
    std::string_view element(std::uint64_t place) const { return data_.substr(place * item_bytes_, item_bytes_); }
    double real(std::uint64_t place) const; // of a number with a point
    [[noreturn]] void fail(std::string const& problem) const;

    std::string const& name_;
    char kind_ = 0; // as NumPy says it: i, u, f, c, b, S, U
    std::size_t item_bytes_ = 0;
    bool is_big_endian_ = false, is_by_columns_ = false;
    std::vector<std::uint64_t> shape_;
    std::uint64_t size_ = 1;
    std::string_view data_;
};

} // namespace cerrado::detail

// Columns of rows of an application's own type, and NumPy: the row names its columns once. Then .npy files and a dtype
// have them, and to_arrow() of <cerrado/output/arrow.hpp>.
#pragma once

#include <cerrado/core/types.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace cerrado {

// The name of a column. `lengths`: the name of another column. Then the values are lists: of an array the first
// elements, as many as that column says. NumPy has no lists, so it gets the whole array.
struct ColumnName {
    constexpr ColumnName(char const* its_name, char const* of_lengths = "") : name(its_name), lengths(of_lengths) {}

    char const *name, *lengths;
};

namespace detail {

struct Column {
    std::string name, lengths;
    char kind;                 // NumPy's letter: i, u, f or b
    std::size_t bytes, offset; // of a number, and in the row
    std::size_t elements;      // of an array; 0: the column is no array

    std::size_t values() const { return elements > 0 ? elements : 1; }
};

template <class T> consteval char kind_of_number() {
    if (std::is_same_v<T, bool>) return 'b';
    if (std::is_same_v<T, float> || std::is_same_v<T, double>) return 'f';
    if (!std::is_integral_v<T> || sizeof(T) > 8) return 0;
    return std::is_signed_v<T> ? 'i' : 'u';
}

// A pointer to a member. `kind` is 0 if it cannot be a column.
template <class Member> struct ColumnTraits {
    using Row = void;
    static constexpr char kind = 0;
};
template <class Owner, class T> struct ColumnTraits<T Owner::*> {
    using Row = Owner;
    static constexpr char kind = kind_of_number<std::remove_cv_t<std::remove_extent_t<T>>>();
};

template <class Row, class T> Column column_of(ColumnName const& name, T Row::*member) {
    alignas(Row) static std::byte const row[sizeof(Row)] = {};
    auto const* const value = reinterpret_cast<std::byte const*>(&(reinterpret_cast<Row const*>(row)->*member));
    return {name.name,
            name.lengths,
            ColumnTraits<T Row::*>::kind,
            sizeof(std::remove_extent_t<T>),
            static_cast<std::size_t>(value - row),
            std::extent_v<T>};
}

} // namespace detail

template <class Row> struct Columns { std::vector<detail::Column> all; };

// The columns of a row, in this order. A member is a whole number of up to 64 bits, a float, a double, a bool, or an
// array of these. Write it in a row R: `static auto columns() { return cerrado::columns<&R::a, &R::b>("a", "b"); }`
template <auto first, auto... others> auto columns(std::convertible_to<ColumnName> auto const&... names) {
    using Row = typename detail::ColumnTraits<decltype(first)>::Row;
    constexpr bool are_named = sizeof...(names) == 1 + sizeof...(others);
    constexpr bool are_numbers = detail::ColumnTraits<decltype(first)>::kind != 0 &&
                                 (... && (detail::ColumnTraits<decltype(others)>::kind != 0));
    constexpr bool are_of_one_row = (... && std::is_same_v<typename detail::ColumnTraits<decltype(others)>::Row, Row>);
    static_assert(are_named, "columns<...>(...) needs as many names as members");
    static_assert(are_numbers,
                  "a column is a whole number of up to 64 bits, a float, a double, a bool, or an array of "
                  "these, of one dimension");
    static_assert(are_of_one_row || !are_numbers, "all columns are members of the same struct, and not of its base");
    if constexpr (are_named && are_numbers && are_of_one_row) {
        ColumnName const all[] = {names...};
        std::size_t i = 0;
        return Columns<Row>{{detail::column_of(all[i++], first), detail::column_of(all[i++], others)...}};
    }
}

namespace detail {

// Those of a row, which has them from columns().
struct RowLayout {
    std::vector<Column> columns;
    std::size_t row_bytes;
};

// Returns: the layout. Throws InputError if a name is none, or not for one column alone, if columns share bytes, or if a
// list has no lengths.
RowLayout checked(RowLayout layout);

template <class Row> RowLayout layout_of() {
    constexpr bool has_columns = requires {
        { Row::columns() } -> std::same_as<Columns<Row>>;
    };
    static_assert(has_columns,
                  "the row does not name its columns: write in it 'static auto columns() { return "
                  "cerrado::columns<&Row::a, &Row::b>(\"a\", \"b\"); }'");
    if constexpr (has_columns) return checked({Row::columns().all, sizeof(Row)});
    __builtin_unreachable();
}

std::string numpy_type(RowLayout const& layout);

class OutputFile;

class NpyFile {
public:
    NpyFile(std::string path, RowLayout const& layout);
    ~NpyFile();
    void write(std::span<std::byte const> rows);
    void close();

private:
    std::string header() const;

    std::string type_; // of the rows
    std::size_t row_bytes_;
    std::uint64_t rows_ = 0;
    std::unique_ptr<OutputFile> file_; // null after close()
};

} // namespace detail

// The type of rows for NumPy, as text: `numpy.lib.format.descr_to_dtype(ast.literal_eval(text))`. With it
// numpy.frombuffer() reads rows where they lie.
template <class Row> std::string dtype_of() { return detail::numpy_type(detail::layout_of<Row>()); }

// A sink that writes the rows to a .npy file, an array of records:
// `options.of<Table<Row>>().sink = std::ref(writer);`. The file is there after close(). Without it, nothing is left, and
// an older file is as it was. It cannot go back, so it is not for a checkpoint. Throws Error or InputError with the path
// and a remedy. Memory: a few MiB.
template <class Row> class NpyWriter {
public:
    explicit NpyWriter(std::string path) : file_(std::move(path), detail::layout_of<Row>()) {}
    void operator()(std::span<Row const> rows) { file_.write(std::as_bytes(rows)); }
    void close() { file_.close(); }

private:
    detail::NpyFile file_;
};

} // namespace cerrado

// Rows of an application's own type in the forms of other programs: .npy files, and Arrow's columns.
#include "unit/rounds/support.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/output/arrow.hpp>
#include <cerrado/output/columns.hpp>
#include <cerrado/output/table.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace cerrado::test {
namespace {

struct Square { // of a number: every kind of column, and bytes between them
    bool is_even;
    float root;
    std::uint64_t square;
    std::int16_t parts[3];
    std::uint8_t tens[4];
    std::uint32_t ten_count; // of tens
    std::uint32_t unnamed;
    bool bits[9];

    static auto columns() {
        return cerrado::columns<&Square::square, &Square::is_even, &Square::root, &Square::parts, &Square::bits,
                                &Square::ten_count, &Square::tens>("square", "is_even", "root", "parts", "bits",
                                                                   "ten_count", ColumnName("tens", "ten_count"));
    }
};

constexpr char square_type[] =
    "[('is_even', '|b1'), ('', '|V3'), ('root', '<f4'), ('square', '<u8'), "
    "('parts', '<i2', (3,)), ('tens', '|u1', (4,)), ('', '|V2'), ('ten_count', '<u4'), "
    "('', '|V4'), ('bits', '|b1', (9,)), ('', '|V3'), ]";

CERRADO_FN inline Square square_of(std::uint64_t i) {
    Square one{};
    one.is_even = i % 2 == 0;
    one.root = 0.5f * static_cast<float>(i);
    one.square = i * i;
    for (int j = 0; j < 3; ++j) one.parts[j] = static_cast<std::int16_t>(j - static_cast<int>(i));
    one.ten_count = static_cast<std::uint32_t>(i % 5);
    for (std::uint32_t j = 0; j < one.ten_count; ++j) one.tens[j] = static_cast<std::uint8_t>(10 * (i % 7) + j);
    for (std::uint64_t j = 0; j < 9; ++j) one.bits[j] = (i + j) % 3 == 0;
    return one;
}

struct Squares {
    using Output = Table<Square>;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const { te.add_row(square_of(te.number())); }
};

std::vector<Square> squares(std::uint64_t count) {
    std::vector<Square> rows;
    for (std::uint64_t i = 0; i < count; ++i) rows.push_back(square_of(i));
    return rows;
}

bool are_equal(Square const& a, Square const& b) { // but for bytes between the columns
    return a.is_even == b.is_even && a.root == b.root && a.square == b.square && std::ranges::equal(a.parts, b.parts) &&
           std::ranges::equal(a.tens, b.tens) && a.ten_count == b.ten_count && std::ranges::equal(a.bits, b.bits);
}

std::string bytes_of_file(std::string const& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Returns: the rows of a .npy file of squares. Fails the test unless its header is right, and of `count` rows.
std::vector<Square> squares_in(std::string const& bytes, std::uint64_t count) {
    std::string header = std::string("{'descr': ") + square_type + ", 'fortran_order': False, 'shape': (" +
                         std::to_string(count) + ",), }";
    if (bytes.size() < 10) throw std::runtime_error("the file is too short");
    std::size_t const length = static_cast<unsigned char>(bytes[8]) + 256u * static_cast<unsigned char>(bytes[9]);
    EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    EXPECT_EQ((10 + length) % 64, 0u);
    header.resize(length - 1, ' ');
    EXPECT_EQ(bytes.substr(10, length), header + '\n');
    EXPECT_EQ(bytes.size(), 10 + length + count * sizeof(Square));
    std::vector<Square> rows(count);
    if (count > 0) std::memcpy(rows.data(), bytes.data() + 10 + length, count * sizeof(Square));
    return rows;
}

template <class Row> std::string refusal() {
    return message_of<InputError>([] { dtype_of<Row>(); });
}

template <int which> struct Misnamed {
    std::uint32_t a, b[3];
    static auto columns() {
        if constexpr (which == 0) return cerrado::columns<&Misnamed::a, &Misnamed::b>("a", "a");
        if constexpr (which == 1) return cerrado::columns<&Misnamed::a, &Misnamed::b>("a", "");
        if constexpr (which == 2) return cerrado::columns<&Misnamed::a, &Misnamed::b>("a", "b's");
        if constexpr (which == 3) return cerrado::columns<&Misnamed::a, &Misnamed::a>("a", "b");
        if constexpr (which == 4) return cerrado::columns<&Misnamed::a, &Misnamed::b>("a", ColumnName("b", "c"));
        if constexpr (which == 5) return cerrado::columns<&Misnamed::a, &Misnamed::b>(ColumnName("a", "a"), "b");
    }
};

template <class T> T const* values_of(ArrowArray const& array) { return static_cast<T const*>(array.buffers[1]); }

} // namespace

class NpyFiles : public OnDevices {};

TEST_P(NpyFiles, HaveTheRowsOfARun) {
    ScopedFolder const folder;
    std::string const path = folder.path("squares.npy");
    constexpr std::uint64_t count = 3000;
    NpyWriter<Square> writer(path);
    RunOptions own = options();
    own.of<Table<Square>>().sink = std::ref(writer);
    EXPECT_EQ(run_jobs(count, Squares{}, own).count, count);
    EXPECT_FALSE(std::filesystem::exists(path)) << "before close()";
    writer.close();
    std::vector<Square> rows = squares_in(bytes_of_file(path), count);
    std::ranges::sort(rows, {}, &Square::square);
    EXPECT_TRUE(std::ranges::equal(rows, squares(count), are_equal));
}

CERRADO_ON_EVERY_DEVICE(NpyFiles);

TEST(NpyWriter, LeavesNothingUnlessItIsClosed) {
    ScopedFolder const folder;
    std::string const path = folder.path("squares.npy");
    std::ofstream(path) << "older";
    {
        NpyWriter<Square> writer(path);
        writer(squares(50000));
    }
    EXPECT_EQ(bytes_of_file(path), "older");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
    NpyWriter<Square> writer(path);
    writer.close();
    writer.close();
    EXPECT_TRUE(squares_in(bytes_of_file(path), 0).empty());
    EXPECT_NE(message_of<Error>([&] { writer(squares(1)); }).find("after close()"), std::string::npos);
}

TEST(NpyWriter, WritesMoreThanItHolds) {
    ScopedFolder const folder;
    std::string const path = folder.path("squares.npy");
    std::vector<Square> const rows = squares(100000);
    NpyWriter<Square> writer(path);
    for (std::size_t first = 0; first < rows.size(); first += 500) writer(std::span(rows).subspan(first, 500));
    writer.close();
    EXPECT_TRUE(std::ranges::equal(squares_in(bytes_of_file(path), rows.size()), rows, are_equal));
}

TEST(NpyWriter, SaysWhereItCannotWrite) {
    EXPECT_NE(message_of<InputError>([] { NpyWriter<Square>("/dev/null"); }).find("give the name of a file"),
              std::string::npos);
    ScopedFolder const folder;
    EXPECT_NE(message_of<Error>([&] { NpyWriter<Square>(folder.path("no/x.npy")); }).find("create its folder"),
              std::string::npos);
}

TEST(Columns, AreNamedOnceEach) {
    EXPECT_EQ(dtype_of<Square>(), square_type);
    EXPECT_EQ(refusal<Misnamed<0>>(), "two columns have the name 'a': give each its own");
    EXPECT_EQ(refusal<Misnamed<1>>(), "'' is no name of a column: use up to 40 letters, digits and _");
    EXPECT_EQ(refusal<Misnamed<2>>(), "'b's' is no name of a column: use up to 40 letters, digits and _");
    EXPECT_EQ(refusal<Misnamed<3>>(), "the column 'b' lies in another one: name each member once");
    EXPECT_EQ(refusal<Misnamed<4>>(),
              "'b' are lists with their lengths in 'c': name an array, and a column of whole numbers");
    EXPECT_EQ(refusal<Misnamed<5>>(),
              "'a' are lists with their lengths in 'a': name an array, and a column of whole numbers");
}

TEST(ArrowColumns, HaveNamesTypesAndValues) {
    std::vector<Square> const rows = squares(20);
    ArrowSchema schema;
    ArrowArray array;
    to_arrow(std::span<Square const>(rows), &schema, &array);
    EXPECT_STREQ(schema.format, "+s");
    ASSERT_EQ(schema.n_children, 7);
    ASSERT_EQ(array.n_children, 7);
    EXPECT_EQ(array.length, 20);
    std::pair<char const*, char const*> const expected[] = {{"square", "L"},   {"is_even", "b"}, {"root", "f"},
                                                            {"parts", "+w:3"}, {"bits", "+w:9"}, {"ten_count", "I"},
                                                            {"tens", "+L"}};
    for (std::size_t i = 0; i < 7; ++i) {
        EXPECT_STREQ(schema.children[i]->name, expected[i].first);
        EXPECT_STREQ(schema.children[i]->format, expected[i].second);
        EXPECT_EQ(array.children[i]->length, 20);
    }
    EXPECT_STREQ(schema.children[3]->children[0]->format, "s");
    EXPECT_STREQ(schema.children[6]->children[0]->format, "C");
    auto const bit = [](ArrowArray const& bits, std::size_t i) {
        return (values_of<std::uint8_t>(bits)[i / 8] >> i % 8 & 1) != 0;
    };
    auto const* const begins = values_of<std::int64_t>(*array.children[6]);
    for (std::size_t i = 0; i < 20; ++i) {
        EXPECT_EQ(values_of<std::uint64_t>(*array.children[0])[i], rows[i].square);
        EXPECT_EQ(bit(*array.children[1], i), rows[i].is_even);
        EXPECT_EQ(values_of<float>(*array.children[2])[i], rows[i].root);
        for (std::size_t j = 0; j < 3; ++j) {
            EXPECT_EQ(values_of<std::int16_t>(*array.children[3]->children[0])[3 * i + j], rows[i].parts[j]);
        }
        for (std::size_t j = 0; j < 9; ++j) EXPECT_EQ(bit(*array.children[4]->children[0], 9 * i + j), rows[i].bits[j]);
        ASSERT_EQ(begins[i + 1] - begins[i], rows[i].ten_count);
        for (std::size_t j = 0; j < rows[i].ten_count; ++j) {
            auto const place = static_cast<std::size_t>(begins[i]) + j;
            EXPECT_EQ(values_of<std::uint8_t>(*array.children[6]->children[0])[place], rows[i].tens[j]);
        }
    }
    ArrowArray taken = *array.children[0]; // as its specification lets a consumer do
    array.children[0]->release = nullptr;
    array.release(&array);
    schema.release(&schema);
    EXPECT_EQ(array.release, nullptr);
    EXPECT_EQ(schema.release, nullptr);
    EXPECT_EQ(values_of<std::uint64_t>(taken)[19], 361u);
    taken.release(&taken);
}

TEST(ArrowColumns, RefuseALengthThatIsTooLong) {
    std::vector<Square> rows = squares(3);
    rows[1].ten_count = 5;
    ArrowArray array;
    std::string const message =
        message_of<InputError>([&] { to_arrow(std::span<Square const>(rows), nullptr, &array); });
    EXPECT_EQ(message, "a row has 5 values in 'tens', and there is room for 4: 'ten_count' is wrong");
}

} // namespace cerrado::test

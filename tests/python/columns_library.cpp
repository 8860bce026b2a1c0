// Rows for test_columns.py, as a program has them that Python loads.
#include <cerrado/output/arrow.hpp>
#include <cerrado/output/columns.hpp>

#include <vector>

namespace {

struct Row {
    bool is_even;
    std::uint64_t id;
    float half;
    double third;
    std::int8_t sign;
    std::int16_t pair[2];
    bool bits[3];
    std::uint8_t size;
    std::uint32_t members[5];

    static auto columns() {
        return cerrado::columns<&Row::id, &Row::is_even, &Row::half, &Row::third, &Row::sign, &Row::pair, &Row::bits,
                                &Row::size, &Row::members>("id", "is even", "half", "third", "sign", "pair", "bits",
                                                           "size", cerrado::ColumnName("members", "size"));
    }
};

std::vector<Row> rows(std::uint64_t count) {
    std::vector<Row> made(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        Row& row = made[i];
        row.is_even = i % 2 == 0;
        row.id = (std::uint64_t{1} << 40) + i;
        row.half = 0.5f * static_cast<float>(i);
        row.third = static_cast<double>(i) / 3;
        row.sign = static_cast<std::int8_t>(i % 3 - 1);
        for (int j = 0; j < 2; ++j) row.pair[j] = static_cast<std::int16_t>(j - static_cast<int>(i));
        for (std::uint64_t j = 0; j < 3; ++j) row.bits[j] = i >> j & 1;
        row.size = static_cast<std::uint8_t>(i % 6);
        for (std::uint32_t j = 0; j < row.size; ++j) row.members[j] = static_cast<std::uint32_t>(i + j);
    }
    return made;
}

} // namespace

extern "C" {

// Valid until the next call.
char const* dtype() {
    static std::string text;
    return (text = cerrado::dtype_of<Row>()).c_str();
}

// In two blocks.
void write_npy(char const* path, std::uint64_t count) {
    std::vector<Row> const all = rows(count);
    cerrado::NpyWriter<Row> writer(path);
    writer(std::span(all).first(count / 3));
    writer(std::span(all).subspan(count / 3));
    writer.close();
}

void give_arrow(std::uint64_t count, ArrowSchema* schema, ArrowArray* array) {
    std::vector<Row> const all = rows(count);
    cerrado::to_arrow(std::span<Row const>(all), schema, array);
}
}

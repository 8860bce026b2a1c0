// Rows of an application's own type as Arrow's columns. The row names them, see <cerrado/output/columns.hpp>.
#pragma once

#include <cerrado/output/columns.hpp>

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

// Source: https://arrow.apache.org/docs/format/CDataInterface.html
struct ArrowSchema {
    char const *format, *name, *metadata;
    std::int64_t flags, n_children;
    ArrowSchema **children, *dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};
struct ArrowArray {
    std::int64_t length, null_count, offset, n_buffers, n_children;
    void const** buffers;
    ArrowArray **children, *dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};

#endif

namespace cerrado {

namespace detail {
void give_arrow(RowLayout const& layout, std::span<std::byte const> rows, ArrowSchema* schema, ArrowArray* array);
} // namespace detail

// Copies rows to Arrow's columns: a struct array, which is a record batch. pyarrow, polars and DuckDB import the two by
// their addresses. If nobody imports them, call release() of both. `schema` is the same for all rows, and may be null.
// Throws InputError if a length is more than its array has. Cost: the bytes of the rows.
template <class Row> void to_arrow(std::span<Row const> rows, ArrowSchema* schema, ArrowArray* array) {
    detail::give_arrow(detail::layout_of<Row>(), std::as_bytes(rows), schema, array);
}

} // namespace cerrado

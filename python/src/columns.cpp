// Columns of graphs: from arrays, from Arrow's streams and from the dictionaries of networkx, and back to arrays.
#include "call.hpp"
#include "run.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/output/arrow.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <string_view>

namespace cerrado::python {

namespace {

template <class T> using Values = nb::ndarray<T const, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

ColumnType type_named(std::string const& word) {
    for (ColumnType const type :
         {ColumnType::integer, ColumnType::real, ColumnType::boolean, ColumnType::text, ColumnType::time}) {
        if (to_string(type) == word) return type;
    }
    refuse("type='" + word + "': expected int64, double, bool, text or time");
}

nb::str text_object(std::string_view text) { return nb::str(text.data(), text.size()); }

// Makes a column of integers, booleans as 0 and 1, or times in microseconds. `missing`: 1 for each missing cell.
Column column_of_numbers(std::string name, std::string const& type, Values<std::int64_t> const& values,
                         std::optional<Values<std::uint8_t>> const& missing) {
    if (missing && missing->shape(0) != values.shape(0)) refuse("column '" + name + "': the mask has another length");
    Column column{.name = std::move(name), .type = type_named(type)};
    column.whole.assign(values.data(), values.data() + values.shape(0));
    bool const may_be_least = column.type == ColumnType::time; // NaT of numpy
    for (std::size_t i = 0; i < column.whole.size(); ++i) {
        if (missing && missing->data()[i] != 0) {
            column.whole[i] = Column::no_whole;
        } else if (!may_be_least && column.whole[i] == Column::no_whole) {
            refuse("column '" + column.name + "' has the value " + std::to_string(Column::no_whole) +
                   ", which stands for a missing one: give larger values");
        }
    }
    return column;
}

Column column_of_reals(std::string name, Values<double> const& values) {
    Column column{.name = std::move(name), .type = ColumnType::real};
    column.real.assign(values.data(), values.data() + values.shape(0));
    return column;
}

// Sorts the words of a column of texts, each of which comes once.
void sort_words(Column& column) {
    std::vector<std::uint32_t> order(column.words.size()), rank(column.words.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t i) -> std::string const& { return column.words[i]; });
    std::vector<std::string> words(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        rank[order[i]] = i;
        words[i] = std::move(column.words[order[i]]);
    }
    column.words = std::move(words);
    for (std::uint32_t& place : column.text) {
        if (place != Column::no_word) place = rank[place];
    }
}

// Makes a column of texts. A code is the place of a cell's word, or negative if the cell is missing.
Column column_of_codes(std::string name, Values<std::int64_t> const& codes, std::vector<std::string> words) {
    Column column{.name = std::move(name), .type = ColumnType::text, .words = std::move(words)};
    auto const known = static_cast<std::int64_t>(column.words.size());
    column.text.resize(codes.shape(0));
    for (std::size_t i = 0; i < column.text.size(); ++i) {
        std::int64_t const code = codes.data()[i];
        if (code >= known) refuse("column '" + column.name + "': a code is beyond the words");
        column.text[i] = code < 0 ? Column::no_word : static_cast<std::uint32_t>(code);
    }
    sort_words(column);
    return column;
}

// Cells of objects.

std::string text_of(nb::handle text) {
    Py_ssize_t size = 0;
    char const* const data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (data == nullptr) {
        PyErr_Clear();
        return std::string("\xEF\xBF\xBD", 3); // lone surrogates have no bytes
    }
    return {data, static_cast<std::size_t>(size)};
}

// `plain`: a function that makes a plain object of one of another type: None, a number, a text, or for a time a tuple
// with its microseconds. Throws InputError for other objects, with the end of a sentence.
Cell cell_of(nb::handle value, nb::handle plain) {
    PyObject* const object = value.ptr();
    if (value.is_none()) return {};
    if (PyBool_Check(object)) return object == Py_True;
    if (PyLong_Check(object)) {
        int overflow = 0;
        std::int64_t const whole = PyLong_AsLongLongAndOverflow(object, &overflow);
        if (overflow != 0) refuse("has an integer beyond 64 bits");
        return whole;
    }
    if (PyFloat_Check(object)) return PyFloat_AsDouble(object);
    if (PyUnicode_Check(object)) return text_of(value);
    if (PyTuple_Check(object) && !plain.is_valid()) return Time{nb::cast<std::int64_t>(value[0])};
    if (!plain.is_valid()) refuse("has a cell of a type that is no value: " + nb::cast<std::string>(nb::str(value)));
    nb::object const made = plain(value);
    if (made.ptr() == Py_NotImplemented)
        refuse("has a cell of the type " + nb::cast<std::string>(nb::str(nb::type_name(value.type()))));
    return cell_of(made, nb::handle());
}

std::string left_out(std::string const& name, std::string const& reason) {
    return "column '" + name + "' " + reason + ": expected integers, floats, booleans, texts or times";
}

Column column_of_list(std::string const& name, nb::list const& values, nb::object const& plain) {
    std::vector<Cell> cells;
    cells.reserve(nb::len(values));
    for (nb::handle const value : values) {
        try {
            cells.push_back(cell_of(value, plain));
        } catch (InputError const& error) {
            refuse(left_out(name, error.what()));
        }
    }
    return column_of(name, cells);
}

// The columns of attributes, which lie in a dictionary for each vertex or row. A key that is absent is a missing value.
class Attributes {
public:
    explicit Attributes(nb::handle plain) : plain_(plain) {}

    // Takes the dictionary of the next row.
    void take(PyObject* attributes) {
        PyObject *key = nullptr, *value = nullptr;
        Py_ssize_t at = 0;
        while (PyDict_Next(attributes, &at, &key, &value) != 0) {
            Kept& kept = of(key);
            if (!kept.reason.empty()) continue;
            kept.cells.resize(rows_);
            try {
                kept.cells.push_back(cell_of(value, plain_));
            } catch (InputError const& error) {
                kept.reason = left_out(kept.name, error.what());
            }
        }
        ++rows_;
    }

    // Returns: ([column], [reason why another one is left out]).
    nb::tuple columns() {
        std::vector<Column> made;
        std::vector<std::string> reasons;
        for (Kept& kept : kept_) {
            kept.cells.resize(kept.reason.empty() ? rows_ : 0);
            try {
                if (kept.reason.empty()) made.push_back(column_of(kept.name, kept.cells));
            } catch (InputError const& error) {
                kept.reason = error.what();
            }
            kept.cells = {};
            if (!kept.reason.empty()) reasons.push_back(kept.reason);
        }
        nb::list columns;
        for (Column& column : made) columns.append(nb::cast(std::move(column)));
        return nb::make_tuple(columns, detail::list_of(reasons));
    }

private:
    struct Kept {
        std::string name;
        std::vector<Cell> cells{};
        std::string reason{};
    };

    // The same object is nearly always the key of all rows.
    Kept& of(PyObject* key) {
        for (auto const& [object, place] : places_)
            if (object.ptr() == key) return kept_[place];
        std::string name = text_of(nb::str(nb::handle(key)));
        std::size_t place = 0;
        while (place < kept_.size() && kept_[place].name != name) ++place;
        if (place == kept_.size()) kept_.push_back({std::move(name)});
        if (places_.size() < 64) places_.emplace_back(nb::borrow(key), place);
        return kept_[place];
    }

    nb::handle plain_;
    std::size_t rows_ = 0;
    std::vector<Kept> kept_;
    std::vector<std::pair<nb::object, std::size_t>> places_;
};

nb::tuple columns_of_dicts(nb::list const& rows, nb::object const& plain) {
    Attributes attributes(plain);
    for (nb::handle const row : rows) {
        if (!PyDict_Check(row.ptr())) refuse("x: the attributes of a node or an edge are not a dictionary");
        attributes.take(row.ptr());
    }
    return attributes.columns();
}

// Returns: (sources, targets, [column], [reason]) of a graph of networkx, which is a dictionary of dictionaries, with a
// row for each edge. `symmetric`: each edge is stored at both ends. `multi`: below a neighbour lies a dictionary of
// keys, each of which is an edge.
nb::tuple rows_of_adjacency(nb::dict const& adjacency, nb::dict const& places, bool symmetric, bool multi,
                            nb::object const& plain) {
    std::vector<std::uint32_t> sources, targets;
    Attributes attributes(plain);
    PyObject *node = nullptr, *list = nullptr, *other = nullptr, *data = nullptr, *key = nullptr, *row = nullptr;
    Py_ssize_t at = 0;
    for (std::uint32_t from = 0; PyDict_Next(adjacency.ptr(), &at, &node, &list) != 0; ++from) {
        Py_ssize_t entry = 0;
        while (PyDict_Next(list, &entry, &other, &data) != 0) {
            PyObject* const place = PyDict_GetItemWithError(places.ptr(), other);
            if (place == nullptr) {
                if (PyErr_Occurred() != nullptr) nb::raise_python_error();
                refuse("x: a node has a neighbour that is not a node of the graph");
            }
            auto const to = static_cast<std::uint32_t>(PyLong_AsUnsignedLong(place));
            if (symmetric && from > to) continue;
            if (!PyDict_Check(data)) refuse("x: the attributes of an edge are not a dictionary");
            auto const take = [&](PyObject* of_row) {
                sources.push_back(from);
                targets.push_back(to);
                attributes.take(of_row);
            };
            if (!multi) {
                take(data);
                continue;
            }
            Py_ssize_t next = 0;
            while (PyDict_Next(data, &next, &key, &row) != 0) {
                if (!PyDict_Check(row)) refuse("x: the attributes of an edge are not a dictionary");
                take(row);
            }
        }
    }
    nb::tuple const columns = attributes.columns();
    return nb::make_tuple(array_of(std::move(sources)), array_of(std::move(targets)), columns[0], columns[1]);
}

// Arrow's stream of batches: two structs for each, see https://arrow.apache.org/docs/format/CDataInterface.html

struct ArrowStream {
    int (*get_schema)(ArrowStream*, ArrowSchema*);
    int (*get_next)(ArrowStream*, ArrowArray*);
    char const* (*get_last_error)(ArrowStream*);
    void (*release)(ArrowStream*);
    void* private_data;
};

template <class T> struct Released { // gives what it holds back to the producer
    T held{};
    Released() = default;
    Released(Released const&) = delete;
    ~Released() {
        if (held.release != nullptr) held.release(&held);
    }
};

// A column of a table, to which the cells of each batch are added.
class ArrowColumn {
public:
    explicit ArrowColumn(ArrowSchema const& schema) : format_(schema.format) {
        column_.name = schema.name != nullptr ? schema.name : "";
        if (schema.dictionary != nullptr) {
            codes_ = format_;
            format_ = schema.dictionary->format;
        }
        if (is_one_of({"u", "U", "vu", "n"})) {
            column_.type = ColumnType::text;
        } else if (is_one_of({"f", "g"})) {
            column_.type = ColumnType::real;
        } else if (format_ == "b") {
            column_.type = ColumnType::boolean;
        } else if (is_one_of({"c", "C", "s", "S", "i", "I", "l", "L"})) {
            column_.type = ColumnType::integer;
        } else if (is_one_of({"tdD", "tdm"}) || format_.starts_with("ts")) {
            column_.type = ColumnType::time;
        } else {
            reason_ = "has Arrow's type '" + std::string(format_) + "'";
        }
        if (!codes_.empty() && column_.type != ColumnType::text) reason_ = "is a dictionary of other values than texts";
    }

    // Adds the cells [first, first + count) of an array.
    void add(ArrowArray const& array, std::int64_t first, std::int64_t count) {
        if (!reason_.empty()) return;
        try {
            add_checked(array, first + array.offset, count);
        } catch (InputError const& error) {
            reason_ = error.what();
        }
    }

    std::string const& name() const { return column_.name; }
    std::string const& reason() const { return reason_; }
    Column finish() {
        if (column_.type == ColumnType::text) {
            for (std::string_view const word : table_.names()) column_.words.emplace_back(word);
            sort_words(column_);
        }
        return std::move(column_);
    }

private:
    bool is_one_of(std::initializer_list<std::string_view> formats) const {
        return std::ranges::find(formats, std::string_view(format_)) != formats.end();
    }
    static bool bit(void const* bits, std::int64_t i) {
        return (static_cast<std::uint8_t const*>(bits)[i / 8] >> (i % 8) & 1) != 0;
    }
    static bool is_there(ArrowArray const& array, std::int64_t i) {
        return array.null_count == 0 || array.buffers[0] == nullptr || bit(array.buffers[0], i);
    }

    void add_checked(ArrowArray const& array, std::int64_t first, std::int64_t count) {
        switch (column_.type) {
        case ColumnType::real:
            if (format_ == "f") return add_reals<float>(array, first, count);
            return add_reals<double>(array, first, count);
        case ColumnType::text:
            if (format_ == "n") {
                column_.text.insert(column_.text.end(), static_cast<std::size_t>(count), Column::no_word);
                return;
            }
            if (codes_.empty()) return add_texts(array, first, count, column_.text);
            return add_codes(array, first, count);
        case ColumnType::time: return add_times(array, first, count);
        case ColumnType::boolean:
            for (std::int64_t i = first; i < first + count; ++i)
                column_.whole.push_back(!is_there(array, i) ? Column::no_whole : bit(array.buffers[1], i) ? 1 : 0);
            return;
        default:
            with_integers(format_, [&]<class T>(T) {
                add_wholes<T>(array, first, count, [](T value) {
                    if (!std::in_range<std::int64_t>(value)) refuse("has integers beyond 63 bits");
                    return static_cast<std::int64_t>(value);
                });
            });
        }
    }

    template <class Visit> static void with_integers(std::string_view format, Visit const& visit) {
        switch (format[0]) {
        case 'c': return visit(std::int8_t{});
        case 'C': return visit(std::uint8_t{});
        case 's': return visit(std::int16_t{});
        case 'S': return visit(std::uint16_t{});
        case 'i': return visit(std::int32_t{});
        case 'I': return visit(std::uint32_t{});
        case 'l': return visit(std::int64_t{});
        default: return visit(std::uint64_t{});
        }
    }

    template <class T, class Convert>
    void add_wholes(ArrowArray const& array, std::int64_t first, std::int64_t count, Convert const& convert) {
        auto const* const values = static_cast<T const*>(array.buffers[1]);
        for (std::int64_t i = first; i < first + count; ++i) {
            std::int64_t const value = is_there(array, i) ? convert(values[i]) : Column::no_whole;
            if (value == Column::no_whole && is_there(array, i)) refuse("has the value -2^63");
            column_.whole.push_back(value);
        }
    }

    template <class T> void add_reals(ArrowArray const& array, std::int64_t first, std::int64_t count) {
        auto const* const values = static_cast<T const*>(array.buffers[1]);
        for (std::int64_t i = first; i < first + count; ++i)
            column_.real.push_back(is_there(array, i) ? static_cast<double>(values[i])
                                                      : std::numeric_limits<double>::quiet_NaN());
    }

    void add_times(ArrowArray const& array, std::int64_t first, std::int64_t count) {
        auto const scaled = [](std::int64_t value, std::int64_t unit) {
            if (value > std::numeric_limits<std::int64_t>::max() / unit ||
                value < -std::numeric_limits<std::int64_t>::max() / unit)
                refuse("has times beyond the years that 64 bits of microseconds can hold");
            return value * unit;
        };
        if (format_ == "tdD") {
            add_wholes<std::int32_t>(array, first, count,
                                     [&](std::int32_t days) { return scaled(days, 86'400'000'000); });
            return;
        }
        char const unit = format_ == "tdm" ? 'm' : format_[2]; // "tsu:UTC"
        add_wholes<std::int64_t>(array, first, count, [&](std::int64_t value) {
            switch (unit) {
            case 's': return scaled(value, 1'000'000);
            case 'm': return scaled(value, 1'000);
            case 'n': return value >= 0 ? value / 1'000 : (value - 999) / 1'000;
            default: return value;
            }
        });
    }

    std::string_view text_at(ArrowArray const& array, std::int64_t i) const {
        auto const between = [&]<class Offset>(Offset) {
            auto const* const ends = static_cast<Offset const*>(array.buffers[1]);
            return std::string_view(static_cast<char const*>(array.buffers[2]) + ends[i],
                                    static_cast<std::size_t>(ends[i + 1] - ends[i]));
        };
        if (format_ == "u") return between(std::int32_t{});
        if (format_ == "U") return between(std::int64_t{});
        constexpr std::size_t most_inline = 12; // a view: the length, then the text, or its beginning, buffer and place
        char const* const view = static_cast<char const*>(array.buffers[1]) + 16 * i;
        std::int32_t length = 0, buffer = 0, place = 0;
        std::memcpy(&length, view, sizeof length);
        auto const size = static_cast<std::size_t>(length);
        if (size <= most_inline) return {view + 4, size};
        std::memcpy(&buffer, view + 8, sizeof buffer);
        std::memcpy(&place, view + 12, sizeof place);
        return {static_cast<char const*>(array.buffers[2 + buffer]) + place, size};
    }

    void add_texts(ArrowArray const& array, std::int64_t first, std::int64_t count, std::vector<std::uint32_t>& to) {
        for (std::int64_t i = first; i < first + count; ++i)
            to.push_back(is_there(array, i) ? table_.rank_of_copy(text_at(array, i)) : Column::no_word);
    }

    void add_codes(ArrowArray const& array, std::int64_t first, std::int64_t count) {
        std::vector<std::uint32_t> ranks;
        ArrowArray const& words = *array.dictionary;
        add_texts(words, words.offset, words.length, ranks);
        with_integers(codes_, [&]<class T>(T) {
            auto const* const codes = static_cast<T const*>(array.buffers[1]);
            for (std::int64_t i = first; i < first + count; ++i)
                column_.text.push_back(is_there(array, i) ? ranks[static_cast<std::size_t>(codes[i])]
                                                          : Column::no_word);
        });
    }

    std::string format_, codes_; // codes_: the integers of a dictionary's places; empty: there is none
    Column column_;
    cerrado::detail::NameTable table_;
    std::string reason_;
};

// Returns: for each column of a stream (name, column or None, the reason why it is none).
nb::list read_arrow(nb::capsule const& capsule) {
    auto* const stream = static_cast<ArrowStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
    if (stream == nullptr) nb::raise_python_error();
    if (stream->release == nullptr) refuse("x: the stream of the table was read before: give a new one");
    struct End {
        ArrowStream* stream;
        ~End() { stream->release(stream); }
    } const end{stream};
    auto const check = [&](int code) {
        if (code == 0) return;
        char const* const said = stream->get_last_error(stream);
        refuse(std::string("x: the table cannot be read: ") + (said != nullptr ? said : std::strerror(code)));
    };
    Released<ArrowSchema> schema;
    check(stream->get_schema(stream, &schema.held));
    if (std::string_view(schema.held.format) != "+s") refuse("x: the stream has no columns: give a table");
    auto const width = static_cast<std::size_t>(schema.held.n_children);
    std::vector<std::unique_ptr<ArrowColumn>> columns;
    for (std::size_t i = 0; i < width; ++i) columns.push_back(std::make_unique<ArrowColumn>(*schema.held.children[i]));
    for (;;) {
        Released<ArrowArray> batch;
        check(stream->get_next(stream, &batch.held));
        if (batch.held.release == nullptr) break;
        for (std::size_t i = 0; i < width; ++i)
            columns[i]->add(*batch.held.children[i], batch.held.offset, batch.held.length);
    }
    nb::list made;
    for (auto const& column : columns) {
        bool const is_kept = column->reason().empty();
        std::string const name = column->name();
        std::string const reason = is_kept ? "" : left_out(name, column->reason());
        made.append(
            nb::make_tuple(text_object(name), is_kept ? nb::cast(column->finish()) : nb::none(), text_object(reason)));
    }
    return made;
}

// Columns as arrays.

nb::object values_of(Column const& column) {
    if (column.type == ColumnType::real) return array_of(column.real);
    return column.type == ColumnType::text ? array_of(column.text) : array_of(column.whole);
}

nb::list words_of(Column const& column) { return detail::list_of(column.words); }

std::vector<Column> const& columns_of(Subject const& subject, bool of_rows) {
    static std::vector<Column> const none;
    auto const& columns = subject.graph().columns;
    return !columns ? none : of_rows ? columns->of_rows : columns->of_vertices;
}

// Returns: the column with missing cells at its end.
Column padded(Column column, std::size_t count) {
    switch (column.type) {
    case ColumnType::real:
        column.real.insert(column.real.end(), count, std::numeric_limits<double>::quiet_NaN());
        break;
    case ColumnType::text: column.text.insert(column.text.end(), count, Column::no_word); break;
    default: column.whole.insert(column.whole.end(), count, Column::no_whole);
    }
    return column;
}

nb::dict described_columns(Subject const& subject, bool of_rows) {
    nb::dict made;
    for (Column const& column : columns_of(subject, of_rows)) {
        std::string_view const type = to_string(column.type);
        made[text_object(column.name)] = text_object(type);
    }
    return made;
}

Column column_named(Subject const& subject, bool of_rows, std::string const& name) {
    for (Column const& column : columns_of(subject, of_rows))
        if (column.name == name) return column;
    refuse("the graph has no column '" + name + "'");
}

nb::list all_columns(Subject const& subject, bool of_rows) {
    nb::list made;
    for (Column const& column : columns_of(subject, of_rows)) made.append(nb::cast(column));
    return made;
}

// Returns: (sources, targets) of the rows, or None if the graph has no rows.
nb::object row_ends(Subject const& subject) {
    Graph const& graph = subject.graph();
    if (!graph.columns || (graph.columns->rows == 0 && graph.columns->of_rows.empty())) return nb::none();
    GraphColumns const& columns = *graph.columns;
    std::vector<std::uint32_t> sources(columns.rows), targets(columns.rows);
    for (VertexId v = 0; v < graph.vertex_count() && columns.rows > 0; ++v) {
        auto const list = graph.neighbours(v);
        auto const set = [&](std::uint32_t first, VertexId to) {
            columns.for_each_row(first, [&](std::uint32_t row) {
                sources[row] = v;
                targets[row] = to;
            });
        };
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (is_directed(graph) || v < list[i]) set(columns.first_row[graph.offsets()[v] + i], list[i]);
        }
        if (!columns.first_loop.empty()) set(columns.first_loop[v], v);
    }
    return nb::make_tuple(array_of(std::move(sources)), array_of(std::move(targets)));
}

// Numbers texts by their first appearance: first `known`, and then the sources and targets of edges in turns. Returns:
// (the numbers of the sources, of the targets, [text]), or None if an object is not a text, or if `known` has one
// twice.
nb::object place_texts(nb::list const& known, nb::list const& sources, nb::list const& targets) {
    if (nb::len(sources) != nb::len(targets)) refuse("x: expected as many sources as targets");
    cerrado::detail::NameTable table;
    bool are_texts = true;
    auto const rank = [&](nb::handle text) -> std::uint32_t {
        Py_ssize_t size = 0;
        if (!PyUnicode_CheckExact(text.ptr())) return are_texts = false;
        char const* const data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
        if (data != nullptr) return table.rank_of_copy({data, static_cast<std::size_t>(size)});
        PyErr_Clear(); // it has lone surrogates
        return are_texts = false;
    };
    std::size_t at = 0;
    for (nb::handle const text : known)
        if (rank(text) != at++ || !are_texts) return nb::none();
    std::vector<std::uint32_t> from(nb::len(sources)), to(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        from[i] = rank(sources[i]);
        to[i] = rank(targets[i]);
        if (!are_texts) return nb::none();
    }
    nb::list names;
    for (std::string_view const name : table.names()) names.append(text_object(name));
    return nb::make_tuple(array_of(std::move(from)), array_of(std::move(to)), names);
}

// New graphs.

Subject with_columns(Subject const& subject, std::vector<Column> columns) {
    return Subject(call_plainly<Graph>([graph = subject.graph(), columns = std::move(columns)]() mutable {
        for (Column& column : columns) graph = with_vertex_column(std::move(graph), std::move(column));
        return graph;
    }));
}

Subject with_rows_of(Subject const& subject, Values<std::uint32_t> const& sources, Values<std::uint32_t> const& targets,
                     std::vector<Column> columns) {
    if (sources.shape(0) != targets.shape(0)) refuse("rows: expected as many sources as targets");
    std::vector<Edge> edges(sources.shape(0));
    for (std::size_t i = 0; i < edges.size(); ++i) edges[i] = {sources.data()[i], targets.data()[i]};
    return Subject(call_plainly<Graph>(
        [graph = subject.graph(), edges = std::move(edges), columns = std::move(columns)]() mutable {
            return with_rows(std::move(graph), edges, std::move(columns));
        }));
}

nb::tuple state_of(Column const& column) {
    return nb::make_tuple(text_object(column.name), text_object(to_string(column.type)), array_of(column.whole),
                          array_of(column.real), array_of(column.text), detail::list_of(column.words));
}

template <class T> std::vector<T> vector_of(nb::handle values) {
    auto const array = nb::cast<Values<T>>(values);
    return {array.data(), array.data() + array.shape(0)};
}

void restore(Column& self, nb::tuple const& state) {
    new (&self) Column{.name = nb::cast<std::string>(state[0]),
                       .type = type_named(nb::cast<std::string>(state[1])),
                       .whole = vector_of<std::int64_t>(state[2]),
                       .real = vector_of<double>(state[3]),
                       .text = vector_of<std::uint32_t>(state[4]),
                       .words = nb::cast<std::vector<std::string>>(state[5])};
}

} // namespace

void bind_columns(nb::module_& module) {
    nb::class_<Column>(module, "Column", "An attribute of the vertices or edges of a graph.")
        .def_prop_ro("name", [](Column const& column) { return column.name; })
        .def_prop_ro("type", [](Column const& column) { return std::string(to_string(column.type)); })
        .def_prop_ro("values", values_of)
        .def_prop_ro("words", words_of)
        .def(
            "renamed",
            [](Column column, std::string name) {
                column.name = std::move(name);
                return column;
            },
            nb::arg("name"))
        .def("padded", padded, nb::arg("count"))
        .def("__len__", &Column::size)
        .def("__getstate__", state_of)
        .def("__setstate__", restore);
    module.def("column_of_numbers", column_of_numbers, nb::arg("name"), nb::arg("type"), nb::arg("values"),
               nb::arg("missing").none());
    module.def("column_of_reals", column_of_reals, nb::arg("name"), nb::arg("values"));
    module.def("column_of_codes", column_of_codes, nb::arg("name"), nb::arg("codes"), nb::arg("words"));
    module.def("column_of_list", column_of_list, nb::arg("name"), nb::arg("values"), nb::arg("plain"));
    module.def("columns_of_dicts", columns_of_dicts, nb::arg("rows"), nb::arg("plain"));
    module.def("rows_of_adjacency", rows_of_adjacency, nb::arg("adjacency"), nb::arg("places"), nb::arg("symmetric"),
               nb::arg("multi"), nb::arg("plain"));
    module.def("read_arrow", read_arrow, nb::arg("stream"));
    module.def("place_texts", place_texts, nb::arg("known"), nb::arg("sources"), nb::arg("targets"));
    module.def("described_columns", described_columns, nb::arg("graph"), nb::arg("of_rows"));
    module.def("columns_of", all_columns, nb::arg("graph"), nb::arg("of_rows"));
    module.def("column_named", column_named, nb::arg("graph"), nb::arg("of_rows"), nb::arg("name"));
    module.def("row_ends", row_ends, nb::arg("graph"));
    module.def("with_columns", with_columns, nb::arg("graph"), nb::arg("columns"));
    module.def("with_rows", with_rows_of, nb::arg("graph"), nb::arg("sources"), nb::arg("targets"), nb::arg("columns"));
}

} // namespace cerrado::python

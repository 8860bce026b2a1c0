#include "balance/balance_table.hpp"

#include "command/record/message.hpp"
#include "command/record/text.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <sys/file.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <unistd.h>

namespace cerrado::command {
namespace {

std::string line_of(SweepRow const& row) {
    std::string line;
    for (std::string const& field : row) line += (line.empty() ? "" : ",") + csv_field(field);
    return line + '\n';
}

// One line of CSV; a quoted field does not span lines here, since no field has a line end.
SweepRow fields_of(std::string const& line) {
    SweepRow fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') {
            bool const doubled = quoted && i + 1 < line.size() && line[i + 1] == '"';
            if (doubled)
                fields.back() += line[++i];
            else
                quoted = !quoted;
        } else if (line[i] == ',' && !quoted) {
            fields.emplace_back();
        } else {
            fields.back() += line[i];
        }
    }
    return fields;
}

std::string header_line() { return line_of(SweepRow(std::begin(sweep_columns), std::end(sweep_columns))); }

SweepRow first_fields(SweepRow const& row, std::size_t count) {
    return {row.begin(), row.begin() + static_cast<std::ptrdiff_t>(count)};
}

} // namespace

SweepTable::SweepTable(std::string path) : path_(std::move(path)) {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("could not be opened for writing");
    try {
        if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) fail("is in use by another sweep");
        load();
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

SweepTable::~SweepTable() { ::close(descriptor_); }

void SweepTable::fail(char const* what) const {
    throw Error(fmt::format("{}: {} ({}); choose another file with --csv", path_, what, std::strerror(errno)));
}

void SweepTable::refuse(std::size_t line) const {
    throw InputError(fmt::format("{}:{}: no table of a sweep; choose another file with --csv", path_, line));
}

void SweepTable::load() {
    std::string text;
    char buffer[1 << 16];
    for (;;) {
        ssize_t const count = ::read(descriptor_, buffer, sizeof buffer);
        if (count < 0) fail("could not be read");
        if (count == 0) break;
        text.append(buffer, static_cast<std::size_t>(count));
    }
    std::string const header = header_line();
    if (text.compare(0, header.size(), header, 0, std::min(text.size(), header.size())) != 0) refuse(1);
    cut_last_line(text);
    if (text.empty()) return append(header);
    std::size_t number = 1;
    for (std::size_t begin = header.size(); begin < text.size();) {
        std::size_t const end = text.find('\n', begin);
        SweepRow const fields = fields_of(text.substr(begin, end - begin));
        begin = end + 1;
        ++number;
        if (fields.size() != std::size(sweep_columns)) refuse(number);
        take(fields);
    }
}

void SweepTable::cut_last_line(std::string& text) {
    if (text.empty() || text.back() == '\n') return;
    std::size_t const end = text.rfind('\n');
    std::size_t const keep = end == std::string::npos ? 0 : end + 1;
    if (::ftruncate(descriptor_, static_cast<off_t>(keep)) != 0) fail("could not be shortened");
    text.resize(keep);
    print_message("{}: the last row was cut off and is removed\n", path_);
}

SweepRow const* SweepTable::find(SweepRow const& key) const {
    auto const found = rows_.find(first_fields(key, sweep_key_columns));
    return found == rows_.end() ? nullptr : &found->second;
}

std::string SweepTable::common_value(SweepRow const& first, std::size_t column) const {
    std::string common;
    for (auto const& [key, row] : rows_) {
        if (row[column].empty() || first_fields(key, first.size()) != first) continue;
        if (!common.empty() && common != row[column]) return "";
        common = row[column];
    }
    return common;
}

void SweepTable::add(SweepRow const& row) {
    append(line_of(row));
    take(row);
}

void SweepTable::take(SweepRow const& row) {
    rows_[first_fields(row, sweep_key_columns)] = row;
    SweepRow const& first = counts_.emplace(first_fields(row, 3), row).first->second;
    if (first[count_column] == row[count_column] && first[pattern_column] == row[pattern_column]) return;
    auto const named = [](SweepRow const& r) {
        std::string text = r[count_column] + " with";
        for (std::size_t column = 4; column < sweep_key_columns - 2; ++column)
            text += (r[column].empty() ? "" : " ") + r[column];
        return text + " workers";
    };
    throw Error(fmt::format(
        "{}: {} of {}, k={}: the counts disagree: {}, and {}; do not use them, report this with the command "
        "line (or has the graph changed?)",
        path_, row[0], row[1], row[2], named(first), named(row)));
}

void SweepTable::append(std::string const& text) {
    ssize_t written = 0;
    do {
        written = ::write(descriptor_, text.data(), text.size());
    } while (written < 0 && errno == EINTR);
    if (written == static_cast<ssize_t>(text.size())) return;
    if (written >= 0) errno = ENOSPC;
    fail("a row could not be written whole");
}

} // namespace cerrado::command

#include "balance/balance_table.hpp"

#include "command/record/output.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <sys/file.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <optional>
#include <unistd.h>
#include <vector>

namespace cerrado::command {
namespace {

struct Column {
    char const* name;
    std::string SweepRow::*field;
};

constexpr Column columns[] = {{"app", &SweepRow::application},
                              {"graph", &SweepRow::graph},
                              {"k", &SweepRow::k},
                              {"algorithm", &SweepRow::algorithm},
                              {"device", &SweepRow::device},
                              {"mechanism", &SweepRow::mechanism},
                              {"policy", &SweepRow::policy},
                              {"threshold", &SweepRow::threshold},
                              {"donations", &SweepRow::donations},
                              {"workers", &SweepRow::workers},
                              {"poll_seconds", &SweepRow::poll_seconds},
                              {"repeat", &SweepRow::repeat},
                              {"count", &SweepRow::count},
                              {"pattern_sum", &SweepRow::pattern_sum},
                              {"seconds", &SweepRow::seconds},
                              {"donated", &SweepRow::donated},
                              {"stops", &SweepRow::stops},
                              {"stop_seconds", &SweepRow::stop_seconds},
                              {"workers_used", &SweepRow::workers_used},
                              {"device_name", &SweepRow::device_name}};

std::string line_of(SweepRow const& row) {
    std::string line;
    for (Column const& column : columns) line += (line.empty() ? "" : ",") + csv_field(row.*column.field);
    return line + '\n';
}

// One line of CSV; a quoted field does not span lines here, since no field has a line end.
std::vector<std::string> fields_of(std::string const& line) {
    std::vector<std::string> fields(1);
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

std::string header_line() {
    SweepRow names;
    for (Column const& column : columns) names.*column.field = column.name;
    return line_of(names);
}

// Nothing if it has more fields than a row, or fewer.
std::optional<SweepRow> row_of(std::string const& line) {
    std::vector<std::string> fields = fields_of(line);
    if (fields.size() != std::size(columns)) return std::nullopt;
    SweepRow row;
    for (std::size_t i = 0; i < fields.size(); ++i) row.*columns[i].field = std::move(fields[i]);
    return row;
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
        std::optional<SweepRow> const row = row_of(text.substr(begin, end - begin));
        begin = end + 1;
        ++number;
        if (!row) refuse(number);
        take(*row);
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

SweepRow const* SweepTable::find(SweepKey const& key) const {
    auto const found = rows_.find(key);
    return found == rows_.end() ? nullptr : &found->second;
}

std::string SweepTable::common_value(SweepWork const& work, std::string SweepKey::*field) const {
    std::string common;
    for (auto const& [key, row] : rows_) {
        std::string const& value = key.*field;
        if (value.empty() || static_cast<SweepWork const&>(key) != work) continue;
        if (!common.empty() && common != value) return "";
        common = value;
    }
    return common;
}

void SweepTable::add(SweepRow const& row) {
    append(line_of(row));
    take(row);
}

void SweepTable::take(SweepRow const& row) {
    rows_.insert_or_assign(row, row);
    SweepRow const& first = counts_.emplace(std::array{row.application, row.graph, row.k}, row).first->second;
    if (first.count == row.count && first.pattern_sum == row.pattern_sum) return;
    auto const named = [](SweepRow const& r) {
        std::string text = r.count + " with";
        for (std::string const& field : {r.device, r.mechanism, r.policy, r.threshold, r.donations, r.workers})
            text += (field.empty() ? "" : " ") + field;
        return text + " workers";
    };
    throw Error(fmt::format(
        "{}: {} of {}, k={}: the counts disagree: {}, and {}; do not use them, report this with the command "
        "line (or has the graph changed?)",
        path_, row.application, row.graph, row.k, named(first), named(row)));
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

#include "command/output/output.hpp"

#include "command/output/json.hpp"

#include <cerrado/core/detail/write_all.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace cerrado::command {

namespace {

std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }));
}

std::string without_trailing_spaces(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

} // namespace

std::string bytes_text(std::uint64_t bytes) {
    char const* const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    auto amount = static_cast<double>(bytes);
    while (amount >= 1024 && unit + 1 < std::size(units)) {
        amount /= 1024;
        ++unit;
    }
    return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", amount, units[unit]);
}

std::string share_text(WideCount part, WideCount whole) {
    if (whole == 0) return "-";
    return fmt::format("{:.2f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string xml_text(std::string_view text) {
    std::string safe;
    for (char const c : text) {
        safe += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    }
    return safe;
}

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (char c : text) quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

std::string on_one_line(std::string_view text) {
    std::string line;
    for (std::size_t i = 0; i < text.size(); ++i) {
        auto byte = static_cast<unsigned char>(text[i]);
        auto const next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : '\0');
        bool const is_of_two = byte == 0xc2 && next >= 0x80 && next < 0xa0; // U+0080 to U+009F in UTF-8
        if (is_of_two) {
            byte = next;
            ++i;
        }
        if (is_of_two || byte < 0x20 || byte == 0x7f) {
            line += fmt::format("\\x{:02x}", byte);
        } else {
            line += text[i];
        }
    }
    return line;
}

void Table::add_row(std::vector<Cell> cells) { rows_.push_back(std::move(cells)); }

std::string Table::text() const {
    std::vector<std::size_t> widths;
    for (Column const& column : columns_) widths.push_back(width_of(column.title));
    for (auto const& row : rows_) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            for (std::string const& line : row[c]) widths[c] = std::max(widths[c], width_of(line));
        }
    }

    auto const padded = [&](std::size_t c, std::string_view line) {
        std::string const padding(widths[c] - width_of(line), ' ');
        return columns_[c].right_aligned ? padding + std::string(line) : std::string(line) + padding;
    };
    std::string text;
    auto const add_line = [&](auto const& cell_text) {
        std::string line;
        for (std::size_t c = 0; c < columns_.size(); ++c) line += (c == 0 ? "" : "  ") + padded(c, cell_text(c));
        text += without_trailing_spaces(std::move(line)) + '\n';
    };

    add_line([&](std::size_t c) { return std::string_view(columns_[c].title); });
    for (auto const& row : rows_) {
        std::size_t height = 0;
        for (Cell const& cell : row) height = std::max(height, cell.size());
        if (height > 1) text += '\n';
        for (std::size_t i = 0; i < height; ++i) {
            add_line(
                [&](std::size_t c) { return i < row[c].size() ? std::string_view(row[c][i]) : std::string_view(); });
        }
    }
    return text;
}

void hold_standard_streams() noexcept {
    // open() takes the lowest free number. Standard input is opened for writing and standard output for reading, so
    // that using them still fails. Standard error accepts and drops all text, because nobody could read about its
    // failures.
    for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
        static_cast<void>(::open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY));
    }
}

void write_message(std::string_view text) noexcept {
    static_cast<void>(detail::write_all(STDERR_FILENO, text)); // a failure cannot be reported anywhere
}

void say(std::string_view text) noexcept {
    try {
        print_message("cerrado: {}\n", on_one_line(text));
    } catch (std::bad_alloc const&) {
        write_message("cerrado: no memory is left for a message\n");
    }
}

namespace {

constexpr int most_files = 8; // open at the same time: a list, two files of counts, a record, a table
std::atomic<char const*> files[most_files];
static_assert(std::atomic<char const*>::is_always_lock_free,
              "a signal handler reads these pointers, so they must be lock-free");

} // namespace

Unfinished::Unfinished(std::string path) : path_(std::move(path)) {
    if (path_.empty()) return;
    for (auto& file : files) {
        char const* free = nullptr;
        if (file.compare_exchange_strong(free, path_.c_str())) return;
    }
}

Unfinished::~Unfinished() {
    for (auto& file : files) {
        char const* mine = path_.c_str();
        if (file.compare_exchange_strong(mine, nullptr)) return;
    }
}

void remove_unfinished() noexcept {
    for (auto& file : files) {
        if (char const* const path = file.load()) ::unlink(path);
    }
}

namespace {

[[noreturn]] void fail(int error) {
    throw Error(fmt::format("standard output: could not be written ({}); redirect it to a place with room",
                            std::strerror(error)));
}

} // namespace

void write_standard_output(std::string_view text) {
    int const error = detail::write_all(STDOUT_FILENO, text);
    if (error == EPIPE) {
        throw Error("standard output: the program that reads it has ended; let it read to the end, or use --json FILE");
    }
    if (error != 0) fail(error);
}

ResultStream::ResultStream(std::string const& target)
    : file_(target == "-" ? nullptr : std::make_unique<detail::OutputFile>(target, false)),
      unfinished_(file_ == nullptr ? "" : file_->temporary()) {}

void ResultStream::write(std::string_view part) {
    if (file_ != nullptr) return file_->write(part);
    int const error = detail::write_all(STDOUT_FILENO, part);
    if (error == EPIPE) throw ReaderGone();
    if (error != 0) fail(error);
}

void ResultStream::commit() {
    if (file_ != nullptr) file_->commit();
}

void ResultLines::add(std::string_view text) {
    constexpr std::size_t enough = std::size_t{1} << 20;
    text_ += text;
    if (text_.size() > enough) flush();
}

void ResultLines::commit() {
    flush();
    stream_.commit();
}

void ResultLines::flush() {
    stream_.write(text_);
    text_.clear();
}

void check_result(std::string const& target) {
    if (target.empty() || target == "-" || detail::is_written_straight(target)) return;
    detail::OutputFile(target, false);
}

void write_result(std::string const& target, std::string_view text) {
    if (target == "-") return write_standard_output(text);
    detail::OutputFile file(target, false);
    Unfinished const unfinished(file.temporary());
    file.write(text);
    file.commit();
}

// JSON.

namespace {

template <class Value> std::string scalar_text(Value const& value) {
    return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

// These are defined here because they need the complete type Member.
Json::Json() = default;
Json::Json(std::nullptr_t) {}
Json::Json(Json const& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(Json const& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json::Json(double number) : text_(scalar_text(number)) {}
Json::Json(std::string_view text) : text_(scalar_text(text)) {}
Json::Json(std::initializer_list<Member> members) : kind_(Kind::object), members_(members) {}
Json::Json(std::map<std::string, std::uint64_t> const& members) : kind_(Kind::object) {
    for (auto const& [key, value] : members) members_.push_back({key, value});
}

Json Json::array() {
    Json json;
    json.kind_ = Kind::array;
    return json;
}

Json Json::object() {
    Json json;
    json.kind_ = Kind::object;
    return json;
}

Json Json::written(std::string text) {
    Json json;
    json.text_ = std::move(text);
    return json;
}

void Json::push(Json element) {
    kind_ = Kind::array;
    members_.push_back({"", std::move(element)});
}

Json& Json::operator[](std::string_view key) {
    kind_ = Kind::object;
    auto const place = std::ranges::find(members_, key, &Member::key);
    if (place != members_.end()) return place->value;
    members_.push_back({std::string(key), {}});
    return members_.back().value;
}

void Json::update(Json const& object) {
    for (Member const& member : object.members_) (*this)[member.key] = member.value;
}

void Json::append_to(std::string& text) const {
    if (kind_ == Kind::scalar) {
        text += text_;
        return;
    }
    bool const is_object = kind_ == Kind::object;
    text += is_object ? '{' : '[';
    for (Member const& member : members_) {
        if (&member != &members_.front()) text += ',';
        if (is_object) text += scalar_text(member.key) + ':';
        member.value.append_to(text);
    }
    text += is_object ? '}' : ']';
}

std::string Json::text() const {
    std::string text;
    append_to(text);
    return text;
}

std::string Json::plain() const {
    if (kind_ != Kind::scalar || text_ == "null") return "";
    return text_.starts_with('"') ? nlohmann::json::parse(text_).get<std::string>() : text_;
}

std::string Json::value_lines(std::string const& indent) const {
    bool const is_table = kind_ == Kind::array && !members_.empty() && members_.front().value.kind_ == Kind::object;
    if (!is_table) return text();
    std::string lines = "[";
    for (Member const& element : members_) {
        lines += (lines.size() == 1 ? "\n  " : ",\n  ") + indent;
        element.value.append_to(lines);
    }
    return lines + '\n' + indent + ']';
}

std::string Json::lines() const {
    if (kind_ != Kind::object) return value_lines("") + '\n';
    std::string lines = "{";
    for (Member const& member : members_) {
        lines += (lines.size() == 1 ? "\n  " : ",\n  ") + scalar_text(member.key) + ": ";
        lines += member.value.value_lines("  ");
    }
    return lines + "\n}\n";
}

} // namespace cerrado::command

#include <cerrado/graph/read_report.hpp>

#include <fmt/format.h>

namespace cerrado {
namespace {

std::string counted(std::uint64_t count, char const* one) {
    return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string columns_text(ReadReport const& report) {
    std::string text;
    for (std::size_t i = 0; i < report.columns.size(); ++i) {
        ReadReport::Column const& column = report.columns[i];
        char const* const between = i == 0 ? "columns " : i + 1 == report.columns.size() ? " and " : ", ";
        text += between + (column.name.empty() ? fmt::to_string(column.number)
                                               : fmt::format("{} ({})", column.name, column.number));
    }
    if (report.columns_in_file > 0) text += fmt::format(" of {}", report.columns_in_file);
    return text;
}

} // namespace

std::string described(ReadReport const& report) {
    std::string text = report.format;
    bool const is_usual = report.separator.empty() || report.separator == "blanks" || report.separator == "comma";
    if (!is_usual) text += fmt::format(" ({})", report.separator);
    if (!report.packing.empty()) text += fmt::format(", packed with {}", report.packing);
    char const* between = ": ";
    auto const add = [&](std::string const& part) {
        text += between + part;
        between = ", ";
    };
    if (!report.columns.empty()) add(columns_text(report));
    if (report.header_lines > 0) add(counted(report.header_lines, "header line"));
    if (report.comments > 0) add(counted(report.comments, "comment"));
    if (report.skipped > 0) add(counted(report.skipped, "line") + " without an edge");
    for (std::string const& remark : report.remarks) text += "; " + remark;
    return text;
}

} // namespace cerrado

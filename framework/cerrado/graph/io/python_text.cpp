#include <cerrado/graph/io/python_text.hpp>

#include <cerrado/graph/io/text_lines.hpp>

#include <algorithm>

namespace cerrado::detail {
namespace {

// Takes the mark off, and blanks.
bool take(std::string_view& text, char mark) {
    if (!text.starts_with(mark)) return false;
    text.remove_prefix(1);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return true;
}

// A whole number, or a text between quotation marks.
bool take_value(std::string_view& text) {
    std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    if (text.starts_with('\'') || text.starts_with('"')) {
        end = text.find(text[0], 1);
        if (end == std::string_view::npos) return false;
        ++end;
    }
    if (end == 0) return false;
    text.remove_prefix(end);
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return true;
}

bool take_pair(std::string_view& text) {
    return take(text, '(') && take_value(text) && take(text, ',') && take_value(text) &&
           (text.starts_with(')') || text.starts_with(','));
}

ForeignFormat with_remedy(std::string name, std::string_view program) {
    return {std::move(name),
            "make an edge list of it: `python3 -c \"import ast; " + std::string(program) + "\" > FILE.txt`"};
}

} // namespace

std::optional<ForeignFormat> python_text(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    std::string_view rest = text;
    if (take(rest, '[') && take_pair(rest)) {
        return with_remedy("a Python list of pairs",
                           "[print(*e[:2], sep='\\t') for e in ast.literal_eval(open('FILE').read())]");
    }
    rest = text;
    if (take_pair(rest)) {
        return with_remedy("lines of pairs as Python prints them",
                           "[print(*ast.literal_eval(s.strip().strip(','))[:2], sep='\\t') for s in open('FILE')]");
    }
    rest = text;
    if (!take(rest, '{') || !take_value(rest) || !take(rest, ':')) return std::nullopt;
    if (!rest.starts_with('[') && !rest.starts_with('{') && !rest.starts_with('(')) return std::nullopt;
    return with_remedy("a Python dictionary",
                       "[print(u, v, sep='\\t') for u, n in "
                       "ast.literal_eval(open('FILE').read()).items() for v in n]");
}

} // namespace cerrado::detail

#include <cerrado/graph/io/formats/graphml.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/encoding.hpp>
#include <cerrado/graph/io/formats/graphml_parser.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/io/text_lines.hpp>

#include <fmt/format.h>
#include <expat.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <optional>

namespace cerrado::detail {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view blanks = " \t\r\n";

std::optional<std::string_view> find_attribute(XML_Char const** attributes, std::string_view name) {
    for (; *attributes != nullptr; attributes += 2) {
        if (*attributes == name) return attributes[1];
    }
    return std::nullopt;
}

// Runs Expat over the text. Nothing may be thrown through its C code, so a failure waits until it has returned.
class XmlRun {
public:
    // `encoding`: of the text, whatever it says itself; null: what it says.
    XmlRun(std::string const& path, Assembly& assembly, char const* encoding)
        : path_(path),
          xml_(XML_ParserCreate(encoding), XML_ParserFree),
          parser_(path, assembly, [this] { return line(); }) {
        if (!xml_) throw std::bad_alloc();
        XML_SetUserData(xml_.get(), this);
        XML_SetElementHandler(
            xml_.get(),
            [](void* self, XML_Char const* tag, XML_Char const** attributes) {
                auto const find = [&](std::string_view name) { return find_attribute(attributes, name); };
                static_cast<XmlRun*>(self)->guard([&](GraphmlParser& parser) { parser.start(tag, find); });
            },
            [](void* self, XML_Char const*) {
                static_cast<XmlRun*>(self)->guard([](GraphmlParser& parser) { parser.end(); });
            });
        XML_SetCharacterDataHandler(xml_.get(), [](void* self, XML_Char const* text, int length) {
            std::string_view const part(text, static_cast<std::size_t>(length));
            static_cast<XmlRun*>(self)->guard([&](GraphmlParser& parser) { parser.text(part); });
        });
        XML_SetUnknownEncodingHandler(
            xml_.get(),
            [](void* self, XML_Char const* name, XML_Encoding*) {
                static_cast<XmlRun*>(self)->guard([&](GraphmlParser&) { throw UnknownEncoding{name}; });
                return static_cast<int>(XML_STATUS_ERROR);
            },
            this);
    }

    // One that Expat does not know.
    struct UnknownEncoding {
        std::string name;
    };

    // Throws UnknownEncoding before anything of the graph was met.
    void read(std::string_view text) {
        constexpr std::size_t step = std::size_t{1} << 24;
        bool is_last = false;
        while (!is_last) {
            std::string_view const part = text.substr(0, step);
            text.remove_prefix(part.size());
            is_last = text.empty();
            XML_Status const status = XML_Parse(xml_.get(), part.data(), static_cast<int>(part.size()), is_last);
            if (failure_) std::rethrow_exception(failure_);
            if (status != XML_STATUS_OK) refuse();
        }
        parser_.finish();
    }

private:
    template <class Work> void guard(Work const& work) noexcept {
        if (failure_) return;
        try {
            work(parser_);
        } catch (...) {
            failure_ = std::current_exception();
            XML_StopParser(xml_.get(), XML_FALSE);
        }
    }

    std::uint64_t line() const { return XML_GetCurrentLineNumber(xml_.get()); }

    [[noreturn]] void refuse() const {
        XML_Error const error = XML_GetErrorCode(xml_.get());
        if (error == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
        throw InputError(
            fmt::format("{}:{}: XML that cannot be read ({}); expected a whole GraphML file, fetch or export "
                        "it again",
                        path_, line(), XML_ErrorString(error)));
    }

    std::string const& path_;
    std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> xml_;
    GraphmlParser parser_;
    std::exception_ptr failure_;
};

void read_xml(std::string_view text, std::string const& path, Assembly& assembly) {
    try {
        XmlRun(path, assembly, nullptr).read(text);
    } catch (XmlRun::UnknownEncoding const& unknown) {
        FileBytes const converted = converted_to_utf8(text, unknown.name, path);
        XmlRun(path, assembly, "UTF-8").read(converted.bytes);
    }
}

// Many a page of HTML is no XML.
void refuse_html(std::string_view text, std::string const& path) {
    std::string begin(text.substr(0, 64));
    std::ranges::transform(begin, begin.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; });
    if (begin.starts_with("<!doctype html") || begin.starts_with("<html")) {
        throw InputError(fmt::format("{}:1: a page of HTML; expected a graph, is it the answer of a server?", path));
    }
}

std::string_view from_first_mark(std::string_view text) {
    text = without_byte_order_mark(text);
    return text.substr(std::min(text.find_first_not_of(blanks), text.size()));
}

} // namespace

bool is_graphml(std::string_view text) {
    if (text.starts_with("\xFF\xFE<\0"sv) || text.starts_with("\xFE\xFF\0<"sv)) return true; // UTF-16
    text = from_first_mark(text);
    bool const is_letter =
        text.size() > 1 && ((text[1] >= 'a' && text[1] <= 'z') || (text[1] >= 'A' && text[1] <= 'Z'));
    if (text.starts_with("<?xml") || text.starts_with("<!") || text.starts_with("<graphml")) return true;
    std::size_t const last = text.find_last_not_of(" \t\r\n");
    return text.starts_with('<') && is_letter && text[last] == '>'; // else a name begins so
}

Graph read_graphml(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport&) {
    std::string_view const begin = from_first_mark(text);
    refuse_html(begin, path);
    Assembly assembly(path, options);
    read_xml(begin.starts_with("<?xml") ? begin : text, path, assembly); // which XML has in its first place
    return assembly.finish();
}

} // namespace cerrado::detail

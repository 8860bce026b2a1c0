#include <cerrado/graph/graphml.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/graphml_parser.hpp>
#include <cerrado/graph/text_input.hpp>

#include <fmt/format.h>
#include <expat.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <memory>
#include <new>
#include <numeric>

namespace cerrado::detail {
namespace {

constexpr std::string_view graphml_byte_order_mark = "\xEF\xBB\xBF";

std::optional<std::string_view> find_attribute(XML_Char const** attributes, std::string_view name) {
    for (; *attributes != nullptr; attributes += 2) {
        if (*attributes == name) return attributes[1];
    }
    return std::nullopt;
}

// Runs Expat over the text. Nothing may be thrown through its C code, so a failure waits until it has returned.
class XmlRun {
public:
    XmlRun(std::string const& path, ReadOptions const& options)
        : path_(path),
          xml_(XML_ParserCreate(nullptr), XML_ParserFree),
          parser_(path, options, [this] { return line(); }) {
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
    }

    GraphmlContent read(std::string_view text) {
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
        return parser_.take();
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

// Each vertex needs its node.
void check_nodes(GraphmlContent const& content, std::string const& path) {
    if (!content.has_graph) throw InputError(fmt::format("{}: no <graph> in the file; expected one", path));
    auto const missing = std::ranges::find(content.is_node, false);
    if (missing == content.is_node.end()) return;
    auto const rank = static_cast<std::size_t>(missing - content.is_node.begin());
    throw InputError(fmt::format("{}:{}: an edge ends at '{}', and there is no node of this id; expected one", path,
                                 content.first_lines[rank], printable(content.ids.names()[rank])));
}

// Nothing where an id is no whole number as one writes it.
std::optional<std::vector<OriginalId>> numbers_of(std::span<std::string_view const> ids) {
    std::vector<OriginalId> numbers;
    for (std::string_view const id : ids) {
        OriginalId number = 0;
        auto const [stop, status] = std::from_chars(id.data(), id.data() + id.size(), number);
        bool const is_whole = status == std::errc() && stop == id.data() + id.size();
        if (!is_whole || (id.size() > 1 && id[0] == '0')) return std::nullopt;
        numbers.push_back(number);
    }
    return numbers;
}

struct VertexPlaces {
    std::vector<VertexId> by_rank;
    std::vector<OriginalId> ids; // ascending; empty where vertices have names
    VertexNames names;
};

VertexPlaces places_of(GraphmlContent const& content, bool names) {
    std::span<std::string_view const> const ids = content.ids.names();
    auto const numbers = names ? std::nullopt : numbers_of(ids);
    if (!numbers) {
        SortedNames sorted = sorted_names(ids);
        return {std::move(sorted.places), {}, std::move(sorted.names)};
    }
    VertexPlaces places;
    std::vector<VertexId> ranks(ids.size());
    std::iota(ranks.begin(), ranks.end(), VertexId{0});
    std::ranges::sort(ranks, {}, [&](VertexId rank) { return (*numbers)[rank]; });
    places.by_rank.resize(ids.size());
    for (VertexId place = 0; place < ranks.size(); ++place) {
        places.by_rank[ranks[place]] = place;
        places.ids.push_back((*numbers)[ranks[place]]);
    }
    return places;
}

// As the graph has them.
struct PlacedArcs {
    std::vector<std::string> labels; // of vertices
    std::vector<Edge> arcs;          // or edges
    std::vector<std::string> arc_labels;
    bool has_directions = false;
};

// `directed`: an edge without a direction is an arc both ways.
PlacedArcs placed_arcs(GraphmlContent content, std::vector<VertexId> const& places, bool directed) {
    PlacedArcs placed;
    placed.has_directions = content.has_directions;
    placed.labels.resize(places.size());
    for (std::size_t rank = 0; rank < places.size(); ++rank) {
        placed.labels[places[rank]] = std::move(content.labels[rank]);
    }
    placed.arcs.reserve(content.arcs.size());
    for (Edge const& arc : content.arcs) placed.arcs.push_back({places[arc.source], places[arc.target]});
    placed.arc_labels = std::move(content.arc_labels);
    if (!directed) return placed;
    for (std::size_t i = 0; i < content.is_arc.size(); ++i) {
        auto const [source, target] = placed.arcs[i]; // a copy
        if (content.is_arc[i] || source == target) continue;
        placed.arcs.push_back({target, source});
        if (!placed.arc_labels.empty()) placed.arc_labels.push_back(std::string(placed.arc_labels[i]));
    }
    return placed;
}

bool is_any(std::vector<std::string> const& labels) {
    return !std::ranges::all_of(labels, [](std::string const& label) { return label.empty(); });
}

} // namespace

bool is_graphml(std::string_view text) {
    if (text.starts_with(graphml_byte_order_mark)) text.remove_prefix(graphml_byte_order_mark.size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text.starts_with("<?xml") || text.starts_with("<graphml") || text.starts_with("<!");
}

Graph read_graphml(std::string_view text, std::string const& path, ReadOptions const& options) {
    GraphmlContent content = XmlRun(path, options).read(text);
    check_nodes(content, path);
    if (options.directed && !content.has_directions) {
        throw InputError(fmt::format("{}: it has no directions, all edges are undirected; leave --directed out", path));
    }
    VertexPlaces places = places_of(content, options.names);
    PlacedArcs placed = placed_arcs(std::move(content), places.by_rank, options.directed);
    auto const vertices = static_cast<VertexId>(places.by_rank.size());
    Graph graph = options.directed ? graph_from_arcs(vertices, placed.arcs, std::move(places.ids))
                                   : graph_from_edges(vertices, placed.arcs, std::move(places.ids));
    if (places.names) graph = with_sorted_names(std::move(graph), std::move(places.names));
    bool const loses_directions = placed.has_directions && !options.directed;
    graph.cleaning.directed = loses_directions && graph.cleaning.duplicates < graph.edge_count();
    if (is_any(placed.labels)) graph = with_labels(std::move(graph), placed.labels);
    if (!is_any(placed.arc_labels)) return graph;
    try {
        return with_edge_labels(std::move(graph), placed.arcs, placed.arc_labels);
    } catch (InputError const& error) {
        throw InputError(fmt::format("{}: {}", path, error.what()));
    }
}

} // namespace cerrado::detail

#include <cerrado/graph/io/formats/lg.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace cerrado::detail {

namespace {

constexpr std::string_view comment_marks = "#%";

// The first word of what is left of the line; a label may have a colon, which separates numbers elsewhere.
std::string_view first_word(TextInput& input) {
    std::string_view const rest = input.rest_of_line();
    return rest.substr(0, rest.find_first_of(" \t"));
}

class Lines {
public:
    Lines(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report)
        : input_(text, path),
          options_(options),
          report_(report) {}

    void read() {
        while (!is_over_ && input_.seek_content(comment_marks)) {
            std::string_view const kind = input_.word();
            input_.skip_separators();
            if (kind == "v") {
                read_vertex();
            } else if (kind == "e") {
                read_edge();
            } else if (kind == "t") {
                begin_graph();
            } else {
                input_.fail(fmt::format("'{}'; expected 'v id label', 'e id id' or 't'", printable(kind)));
            }
            input_.skip_line();
        }
        report_.comments = input_.comments();
        if (ids_.empty()) input_.fail_whole("no vertex in the file; expected lines 'v id label'");
    }

    Graph graph() {
        SortedNames const sorted = sorted_names(names_.names());
        for (OriginalId& id : ids_) id = options_.names ? sorted.places[id] : id;
        std::vector<VertexId> by_id(ids_.size()), place(ids_.size());
        std::iota(by_id.begin(), by_id.end(), VertexId{0});
        std::ranges::sort(by_id, {}, [&](VertexId v) { return ids_[v]; });
        std::vector<OriginalId> ids;
        std::vector<std::string> labels;
        for (VertexId const v : by_id) {
            place[v] = static_cast<VertexId>(ids.size());
            ids.push_back(ids_[v]);
            labels.push_back(labels_[v]);
        }
        std::vector<Edge> edges = edges_;
        for (auto& [source, target] : edges) {
            source = place[source];
            target = place[target];
        }
        auto const vertices = static_cast<VertexId>(ids.size());
        Graph graph = options_.directed ? graph_from_arcs(vertices, edges, std::move(ids))
                                        : graph_from_edges(vertices, edges, std::move(ids));
        if (options_.names) graph = with_sorted_names(std::move(graph), sorted.names);
        auto const is_any = [](std::vector<std::string> const& all) {
            return std::ranges::any_of(all, [](std::string const& label) { return !label.empty(); });
        };
        if (is_any(labels)) graph = with_labels(std::move(graph), labels);
        return is_any(edge_labels_) ? with_labels_of_edges(std::move(graph), edges) : graph;
    }

private:
    // Where nobody asks for them, labels that contradict each other are none.
    Graph with_labels_of_edges(Graph graph, std::vector<Edge> const& edges) {
        try {
            return with_edge_labels(graph, edges, edge_labels_);
        } catch (InputError const& error) {
            if (options_.edge_labels) input_.fail_whole(error.what());
            report_.remark(fmt::format("{}; it is read without labels of edges", error.what()));
            return graph;
        }
    }

    // 't # -1' ends a file.
    void begin_graph() {
        if (input_.rest_of_line().ends_with("-1")) {
            is_over_ = true;
        } else if (!ids_.empty()) {
            input_.fail("a second graph begins; expected one, split the file");
        }
    }

    // Of a name, its rank.
    OriginalId read_id() {
        if (options_.names) {
            VertexId const rank = names_.rank(input_.name());
            input_.skip_name_separators();
            return rank;
        }
        OriginalId const id = input_.number(vertex_noun);
        input_.skip_separators();
        return id;
    }
    std::string text_of(OriginalId id) const {
        return options_.names ? printable(names_.names()[id]) : fmt::to_string(id);
    }

    void read_vertex() {
        OriginalId const id = read_id();
        check_vertex_count(ids_.size() + 1, input_);
        if (!place_.emplace(id, static_cast<VertexId>(ids_.size())).second) {
            input_.fail(fmt::format("vertex {} has a line already; give it one", text_of(id)));
        }
        ids_.push_back(id);
        labels_.emplace_back(first_word(input_));
    }

    VertexId read_end() {
        OriginalId const id = read_id();
        auto const found = place_.find(id);
        if (found == place_.end()) input_.fail(fmt::format("vertex {} has no line before this edge", text_of(id)));
        return found->second;
    }

    void read_edge() {
        VertexId const source = read_end();
        edges_.push_back({source, read_end()});
        edge_labels_.emplace_back(first_word(input_));
    }

    TextInput input_;
    ReadOptions const& options_;
    ReadReport& report_;
    NameTable names_; // where ids are names
    std::unordered_map<OriginalId, VertexId> place_;
    std::vector<OriginalId> ids_; // in the order of the file
    std::vector<std::string> labels_;
    std::vector<Edge> edges_;
    std::vector<std::string> edge_labels_;
    bool is_over_ = false;
};

} // namespace

bool is_lg(std::string_view text) {
    std::string const nowhere;
    try {
        TextInput input(text, nowhere);
        if (!input.seek_content(comment_marks)) return false;
        std::string_view const kind = input.word();
        return kind == "t" || kind == "v";
    } catch (InputError const&) { // binary data
        return false;
    }
}

Graph read_lg(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report) {
    Lines lines(text, path, options, report);
    lines.read();
    return lines.graph();
}

} // namespace cerrado::detail

// Files with a text for each of a graph's vertices. Each line has the original id of a vertex, or its name, and the
// text.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

// Vertices by original id.
class VertexById {
public:
    explicit VertexById(Graph const& graph);
    std::optional<VertexId> find(OriginalId id) const; // O(log n)

private:
    Graph const& graph_;
    std::vector<VertexId> by_id_;
};

// A line's vertex, its text, and a function that throws InputError "path:line: ...".
struct VertexLine {
    VertexId vertex;
    std::string id; // the id as it was written
    std::string_view text;
    std::function<void(std::string const&)> const& fail;
};

// Calls visit(line) for each line whose id is a vertex of the graph, in their order. After an id come blanks, a tab, a
// comma, a semicolon, a colon or a vertical bar. After a name comes a blank, a tab, a comma or a semicolon: the one by
// which most lines name a vertex of the graph. Both may be in quotation marks. The text may be in quotation marks, too;
// otherwise it ends with the line. Comments begin with # or %. The file may be packed with gzip. `noun` names the text,
// for example "label". Calls note() with remarks for a person: a first line that is taken as a header, and the number
// of lines that name no vertex of the graph. Throws InputError for a line without id or text, and if no line names a
// vertex. Throws Error if the file cannot be read.
void read_vertex_lines(Graph const& graph, std::string const& path, std::string_view noun,
                       std::function<void(VertexLine const&)> const& visit,
                       std::function<void(std::string const&)> const& note);

} // namespace cerrado::detail

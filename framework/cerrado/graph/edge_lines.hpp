// The lines of an edge list as pairs of ids, read by several threads.
#pragma once

#include <cerrado/core/ordered_work.hpp>
#include <cerrado/core/team.hpp>
#include <cerrado/core/unfilled_vector.hpp>
#include <cerrado/graph/text_input.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

struct ListedEdge {
    OriginalId source, target;
};

// Of some of the lines.
struct ListedPart {
    UnfilledVector<ListedEdge> edges; // no self-loops
    OriginalId largest_id = 0;
    std::uint64_t self_loops = 0;
    std::string header; // a first line that has words in the place of ids, which is passed over
};

struct ListedEdges {
    std::vector<ListedPart> parts;
    std::string header;
    OriginalId largest_id = 0;
    std::uint64_t self_loops = 0;

    void add(ListedPart part);
    std::size_t edge_count() const;
};

// The first begin of a line from `place` on. A mark at the begin of a later line is no mark, and must not look like one
// to whoever reads from there.
std::size_t line_begin(std::string_view text, std::size_t place);

// Throws InputError "path:line: ..." for the first line that is wrong.
ListedEdges list_edges(std::string_view text, std::string const& path, Team& team);

// Reads lines while their text is still on its way, from a decompressor say.
class EdgeLineReader {
public:
    explicit EdgeLineReader(int threads);
    EdgeLineReader(EdgeLineReader const&) = delete;

    void add(std::string_view text); // what comes next
    // After all text. Returns: nothing where a line is wrong; list_edges() says which.
    std::optional<ListedEdges> finish();

private:
    struct Part {
        std::string text;
        bool is_first = false;
        ListedPart list;
    };

    void submit(Part& part);
    void read(Part& part);

    std::string carried_; // of a line whose end has not come yet
    ListedEdges list_;
    std::atomic<bool> failed_ = false;
    bool first_ = true;
    OrderedWork<Part> work_; // last: its threads write to the rest
};

} // namespace cerrado::detail

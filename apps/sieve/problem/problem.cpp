#include "sieve/problem/problem.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/graph/io/files.hpp>
#include <cerrado/graph/io/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

namespace cerrado {

namespace {

// A line begins with its kind, a letter; vertices are numbers from 1 on.
class ProblemReader {
public:
    ProblemReader(std::string_view text, std::string const& path) : text_bytes_(text.size()), input_(text, path) {}

    SieveProblem read() {
        constexpr std::string_view comments = "#c";
        if (!input_.seek_content(comments)) input_.fail_whole("no line; expected 'p motif vertices edges'");
        read_counts();
        while (input_.seek_content(comments)) {
            std::string_view const kind = input_.word();
            input_.skip_separators();
            if (kind == "e") {
                read_edge();
            } else if (kind == "n") {
                read_colour();
            } else if (kind == "k") {
                read_motif();
            } else if (kind == "t") {
                read_claim();
            } else {
                input_.fail(fmt::format(
                    "'{}'; expected 'e vertex vertex', 'n vertex colour', 'k colours' or 't unique|count numbers'",
                    detail::printable(kind)));
            }
            input_.skip_line();
        }
        return problem();
    }

private:
    void read_counts() {
        std::string_view const kind = input_.word();
        input_.skip_separators();
        if (kind != "p" || input_.word() != "motif") {
            input_.fail(
                "the file does not begin with 'p motif vertices edges'; give a graph's colours and motif "
                "beside it, or a file that has all of them");
        }
        std::vector<std::uint64_t> const counts = numbers("a count", 2, "'p motif vertices edges'");
        if (counts[0] > text_bytes_) {
            input_.fail(fmt::format("{} vertices in a file of {} bytes; expected as many as have lines", counts[0],
                                    text_bytes_));
        }
        detail::check_vertex_count(counts[0], input_);
        vertices_ = static_cast<VertexId>(counts[0]);
        edge_count_ = counts[1];
        colours_.resize(vertices_);
        input_.skip_line();
    }

    void read_edge() {
        std::vector<std::uint64_t> const ends = numbers(detail::vertex_noun, 2, "'e vertex vertex'");
        edges_.push_back({vertex(ends[0]), vertex(ends[1])});
    }

    void read_colour() {
        std::vector<std::uint64_t> const two = numbers("number", 2, "'n vertex colour'");
        std::vector<Colour>& colours = colours_[vertex(two[0])];
        if (!colours.empty()) input_.fail(fmt::format("vertex {} has a colour already; give it one", two[0]));
        colours = {colour(two[1])};
    }

    // How many there are comes first. Where what comes first is another number, it is a colour, too.
    void read_motif() {
        if (!motif_.empty()) input_.fail("a second motif; expected one");
        std::vector<std::uint64_t> entries = numbers("colour");
        if (entries.size() > 1 && entries[0] == entries.size() - 1) entries.erase(entries.begin());
        if (entries.empty() || entries.size() > max_sieved_vertices) {
            input_.fail(fmt::format("a motif of {} vertices; expected 'k colours' with 1 to {} of them", entries.size(),
                                    max_sieved_vertices));
        }
        for (std::uint64_t const entry : entries) motif_.push_back(colour(entry));
    }

    void read_claim() {
        if (motif_.empty()) input_.fail("a test before the motif; expected 'k colours' first");
        if (only_match_ || match_count_) input_.fail("a second test; expected one");
        std::string_view const what = input_.word();
        if (what == "count") {
            match_count_ = numbers("number of matches", 1, "'t count matches'")[0];
        } else if (what == "unique") {
            only_match_.emplace();
            for (std::uint64_t const id : numbers(detail::vertex_noun, motif_.size(), "'t unique' and a match")) {
                only_match_->push_back(vertex(id));
            }
            std::ranges::sort(*only_match_);
            if (std::ranges::adjacent_find(*only_match_) != only_match_->end()) {
                input_.fail("a vertex twice; expected 't unique' and the vertices of a match");
            }
        } else {
            input_.fail(
                fmt::format("'{}'; expected 't unique vertices' or 't count matches'", detail::printable(what)));
        }
    }

    // Those up to the line's end.
    std::vector<std::uint64_t> numbers(std::string_view noun) {
        std::vector<std::uint64_t> all;
        for (input_.skip_separators(); !input_.at_line_end(); input_.skip_separators()) {
            all.push_back(input_.number(noun));
        }
        return all;
    }
    std::vector<std::uint64_t> numbers(std::string_view noun, std::size_t wanted, std::string_view expected) {
        std::vector<std::uint64_t> all = numbers(noun);
        if (all.size() != wanted) {
            input_.fail(fmt::format("{} numbers; expected {}, {} of them", all.size(), expected, wanted));
        }
        return all;
    }
    VertexId vertex(std::uint64_t id) {
        if (id == 0 || id > vertices_) {
            input_.fail(fmt::format("there is no vertex {}; expected 1 to {}", id, vertices_));
        }
        return static_cast<VertexId>(id - 1);
    }

    Colour colour(std::uint64_t number) {
        if (number == 0) input_.fail("colour 0; expected colours from 1 on");
        return number;
    }

    SieveProblem problem() {
        if (motif_.empty()) input_.fail_whole("no motif; expected a line 'k colours'");
        if (edges_.size() != edge_count_) {
            input_.fail_whole(fmt::format("{}, and the first line says {}; is the file whole?",
                                          counted(edges_.size(), "edge"), edge_count_));
        }
        std::vector<OriginalId> ids(vertices_);
        std::iota(ids.begin(), ids.end(), OriginalId{1});
        SieveProblem problem;
        problem.graph = graph_from_edges(vertices_, edges_, std::move(ids));
        problem.query.motif = std::move(motif_);
        problem.query.colours = std::move(colours_);
        problem.only_match = std::move(only_match_);
        problem.match_count = match_count_;
        return problem;
    }

    std::size_t text_bytes_;
    detail::TextInput input_;
    VertexId vertices_ = 0;
    std::uint64_t edge_count_ = 0;
    std::vector<Edge> edges_;
    VertexColours colours_;
    ColouredMotif motif_;
    std::optional<std::vector<VertexId>> only_match_;
    std::optional<std::uint64_t> match_count_;
};

} // namespace

SieveProblem parse_sieve_problem(std::string_view text, std::string const& path) {
    return ProblemReader(text, path).read();
}

SieveProblem read_sieve_problem(std::string const& path) {
    detail::FileBytes const file = detail::load_unpacked(path == "-" ? "/dev/stdin" : path);
    SieveProblem problem = parse_sieve_problem(file.bytes, path);
    problem.graph.source = path;
    return problem;
}

} // namespace cerrado

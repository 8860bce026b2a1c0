// `cerrado motif`: the two forms of motif counting behind --algorithm, and the serial verifier behind --verify.
#include "motif/command.hpp"

#include "motif/verifier.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/edges/vertex_lines.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado::command {

namespace {

// The pattern of each connected set of k vertices, by its name or in graph6.
class PatternNames {
public:
    PatternNames(Graph const& graph, int k, PatternKind kind)
        : graph_(graph),
          by_id_(graph),
          arcs_(kind == PatternKind::directed ? graph.marks->arcs.data() : nullptr),
          tables_(TransitionTable::load(k, kind)) {
        for (std::uint64_t const pattern : tables_.representatives(k)) {
            PatternInfo info = describe_canonical(kind, k, pattern);
            names_.push_back(info.name.empty() ? std::move(info.graph6) : std::move(info.name));
        }
    }

    std::string_view of(std::span<OriginalId const> ids) const {
        std::vector<VertexId> left, set;
        for (OriginalId const id : ids) left.push_back(*by_id_.find(id));
        TransitionTableRef const tables = tables_.ref();
        PatternState state;
        set.push_back(left.back());
        left.pop_back();
        while (!left.empty()) { // each next one is adjacent to some before it, as the tables ask
            for (std::size_t i = 0; i < left.size(); ++i) {
                std::uint32_t const mask = mask_of(set, left[i]);
                if (mask == 0) continue;
                auto const size = static_cast<int>(set.size());
                state = arcs_ != nullptr ? tables.advance<2>(state, size, mask) : tables.advance(state, size, mask);
                set.push_back(left[i]);
                left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
                break;
            }
        }
        return names_[state.pattern_class];
    }

private:
    std::uint32_t mask_of(std::vector<VertexId> const& set, VertexId v) const {
        GraphRef const graph = graph_.ref();
        std::uint32_t mask = 0;
        for (std::size_t j = 0; j < set.size(); ++j) {
            EdgeOffset const entry = graph.find(set[j], v);
            if (entry == graph.end(set[j])) continue;
            mask |= arcs_ != nullptr ? std::uint32_t{arcs_[entry]} << 2 * j : std::uint32_t{1} << j;
        }
        return mask;
    }

    Graph const& graph_;
    detail::VertexById const by_id_;
    std::uint8_t const* const arcs_; // by entry, or null
    TransitionTable const tables_;
    std::vector<std::string> names_; // by class
};

// The application of a kind of pattern. `listed`: the pattern of --pattern, whose sets are listed; empty: all are.
Application of_kind(Application application, PatternKind kind, std::shared_ptr<std::string const> const& listed) {
    bool const directed = kind == PatternKind::directed;
    application.pattern_kind = kind;
    if (directed) application.k_max = max_directed_pattern_vertices;
    application.semantics = semantics_of(MotifQuery{.directed = directed});
    application.bind = [directed, listed](Asked const& asked) {
        if (directed && asked.algorithm != Algorithm::fast && asked.algorithm != Algorithm::automatic)
            refuse(asked.algorithm, "counts undirected motifs; leave it out with --directed");
        int const k = asked.sizes.first;
        MotifQuery const query{.k = k, .algorithm = asked.algorithm, .directed = directed, .through = asked.through};
        bool const is_list = asked.output == Asked::Output::list;
        if (!is_list && listed->empty()) return bind_motifs(query);
        if (!is_list) {
            throw InputError(
                "--pattern chooses the sets that --list writes: give --list, or count them by cerrado match --induced");
        }
        if (listed->empty() && !asked.through.empty()) {
            throw InputError(
                "--list with --through: sets through given vertices are listed by pattern: give --pattern");
        }
        if (listed->empty()) return bind_motif_list(query);
        Pattern const pattern = parse_pattern(*listed);
        if (pattern.size() != k) {
            throw InputError(fmt::format("--pattern {}: it has {} vertices; give one of {}, as -k says", *listed,
                                         pattern.size(), k));
        }
        return bind_match_list({.pattern = pattern, .induced = true, .through = asked.through});
    };
    application.line_end = [kind](Graph const& graph, int k) -> LineEnd {
        auto const names = std::make_shared<PatternNames const>(graph, k, kind);
        return [names](std::span<OriginalId const> ids) { return names->of(ids); };
    };
    application.serial = serial_program(MotifQuery{.directed = directed});
    application.approximate = [directed](Graph const& graph, Asked const& asked, Precision const& precision,
                                         RunOptions const& options) {
        return approximate_motifs(graph, {.k = asked.sizes.first, .directed = directed}, precision, options);
    };
    return application;
}

Application motif_application() {
    Application application;
    application.name = "motif";
    application.summary = "Count the connected subgraphs of k vertices, by pattern";
    application.examples =
        "Examples:\n"
        "  cerrado motif graph.txt -k 4                           the six patterns of 4 vertices, drawn\n"
        "  cerrado motif graph.txt -k 5 --csv motifs.csv          a table for other programs\n"
        "  cerrado motif gen:er:n=1000,m=5000,seed=1 -k 4 --json -\n"
        "  cerrado motif genes.txt --directed -k 3                the 13 triads: 021D, 030T, ...; k is 3 to 6\n"
        "  cerrado motif graph.txt -k 5 --algorithm fast          visits each subgraph; far slower\n"
        "  cerrado motif graph.txt -k 6 --algorithm formula       the 112 patterns of 6 vertices, without visits\n"
        "  cerrado motif graph.txt -k 4 --algorithm paper         the published algorithm, line by line\n"
        "  cerrado motif graph.txt -k 4 --device cuda --estimate  what the run would need, without running it\n"
        "  cerrado motif graph.txt -k 4 --list sets.txt           each connected set, a line with its pattern at the "
        "end\n"
        "  cerrado motif graph.txt -k 4 --list - --pattern paw    those of one pattern\n"
        "  cerrado motif graph.txt -k 8 --approximate 1%          estimates with intervals\n"
        "  cerrado motif graph.txt -k 4 --verify                  check every root against a serial program\n";
    application.k_min = 3;
    application.k_max = max_pattern_vertices;
    application.has_patterns = true;
    application.algorithms = {Algorithm::fast, Algorithm::paper, Algorithm::formula};
    application.usual = Algorithm::automatic;
    application.algorithms_help =
        "auto: formula for k up to 5, and for 6 and 7 if that is quicker; fast if roots, checkpoint, balance or warp "
        "width are asked for; fast: the quickest form that visits every subgraph; paper: the published algorithm, line "
        "by line; formula: sums over triangles, cycles, wedges and walks from a few vertices, for k up to 7";
    application.estimates = application.has_through = true;
    application.lists = true;
    auto const listed = std::make_shared<std::string>();
    application.own_options = {{"--pattern", listed.get(), "List only the sets of this pattern: as in match"}};
    auto const as_asked = [application, listed](PatternKind kind) {
        Application asked = of_kind(application, kind, listed);
        if (listed->empty()) asked.own_options.clear();
        return asked;
    };
    application = of_kind(application, PatternKind::undirected, listed);
    application.of_directed = [as_asked] { return as_asked(PatternKind::directed); };
    application.as_asked = [as_asked](SizeRequest const&) { return as_asked(PatternKind::undirected); };
    return application;
}

} // namespace

Command motif_command() { return command_of(motif_application(), 20); }

} // namespace cerrado::command

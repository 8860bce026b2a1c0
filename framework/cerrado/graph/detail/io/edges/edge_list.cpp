#include <cerrado/graph/detail/io/edges/edge_list.hpp>

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/columns.hpp>
#include <cerrado/graph/detail/io/assembly.hpp>
#include <cerrado/graph/detail/io/edges/edge_lines.hpp>
#include <cerrado/graph/detail/io/edges/named_edges.hpp>
#include <cerrado/graph/detail/io/format.hpp>
#include <cerrado/graph/detail/io/formats.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/graph/detail/io/tables/cells.hpp>
#include <cerrado/graph/detail/io/tables/table_layout.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>
#include <cerrado/graph/detail/io/text_lines.hpp>
#include <cerrado/graph/detail/order/shares.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace cerrado::detail {

// Numbers the vertices of a list of edges by ascending id.

struct NumberedEdges {
    UnfilledVector<Edge> edges;           // in the order of the list
    std::vector<OriginalId> original_ids; // empty: the identity
    VertexId vertex_count = 0;
};

// Dense ids need no sort. Throws InputError if there are too many vertices for 32 bits.
NumberedEdges number_vertices(ListedEdges const& list, TextInput const& input, Team& team);

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t part_bytes = std::size_t{1} << 20;

std::size_t most_edges(std::string_view text) {
    constexpr std::size_t shortest_line = 4;
    auto const lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    return std::min(lines, text.size() / shortest_line + 1);
}

void read_first_line(TextInput& input, LineRules const& rules, ListedPart& list) {
    if (!input.seek_line(table_comments)) return;
    std::string_view const line = input.whole_line();
    if (!rules.has_header) list.first = sizes_in(line);
    if (!rules.has_header && list.first.empty()) return input.return_to(line);
    input.skip_line();
}

// `is_begin`: this is the beginning of the whole text.
ListedPart parse(std::string_view text, std::string const& path, LineRules const& rules, bool is_begin) {
    TextInput input(text, path);
    ListedPart list;
    list.edges.reserve(most_edges(text));
    if (is_begin) read_first_line(input, rules, list);
    while (input.seek_content(table_comments)) {
        OriginalId const source = input.number(vertex_noun);
        rules.separator != 0 ? input.pass_gap(rules.separator) : input.pass_gap();
        if (input.at_line_end() || input.at_comment()) {
            ++list.tally.lone;
            list.tally.count(1);
            input.skip_line();
            continue;
        }
        OriginalId const target = input.number(vertex_noun);
        if (rules.separator != 0) input.require_cell_end(rules.separator);
        list.tally.count(2 + input.pass_further_columns(list.tally.are_ids));
        list.largest_id = std::max({list.largest_id, source, target});
        if (source == target && !rules.keeps_loops) {
            ++list.self_loops;
            continue;
        }
        list.edges.push_back({source, target});
    }
    list.tally.comments = input.comments();
    return list;
}

} // namespace

std::vector<OriginalId> sizes_in(std::string_view line) {
    LineCells cells(Separation::runs(" \t,"), true);
    if (cells.split(line) || cells.size() < 2 || cells.size() > 3) return {};
    std::vector<std::string_view> words;
    for (std::size_t i = 0; i < cells.size(); ++i) words.push_back(cells[i]);
    return whole_numbers(words).value_or(std::vector<OriginalId>{});
}

void LineTally::count(std::size_t columns) {
    ++lines;
    least_columns = std::min(least_columns, columns);
    most_columns = std::max(most_columns, columns);
}

void LineTally::add(LineTally const& other) {
    lines += other.lines;
    lone += other.lone;
    least_columns = std::min(least_columns, other.least_columns);
    most_columns = std::max(most_columns, other.most_columns);
    are_ids &= other.are_ids;
    comments += other.comments;
}

std::size_t line_begin(std::string_view text, std::size_t place) {
    if (place == 0) return 0;
    do {
        place = text.find('\n', place - 1);
        if (place == std::string_view::npos) return text.size();
        ++place;
    } while (text.substr(place).starts_with(byte_order_mark) && ++place);
    return place;
}

void ListedEdges::add(ListedPart part) {
    largest_id = std::max(largest_id, part.largest_id);
    self_loops += part.self_loops;
    tally.add(part.tally);
    if (!part.first.empty()) first = part.first;
    if (!part.edges.empty()) parts.push_back(std::move(part));
}

void ListedEdges::add_first_as_edge(LineRules const& rules) {
    if (first.empty()) return;
    ListedPart part;
    part.tally.count(first.size());
    if (first[0] == first[1] && !rules.keeps_loops) {
        part.self_loops = 1;
    } else {
        part.edges.push_back({first[0], first[1]});
        part.largest_id = std::max(first[0], first[1]);
        if (rules.has_labels) part.labels.push_back(first.size() > 2 ? fmt::to_string(first[2]) : "");
    }
    add(std::move(part));
    first.clear();
}

std::size_t ListedEdges::edge_count() const {
    std::size_t count = 0;
    for (ListedPart const& part : parts) count += part.edges.size();
    return count;
}

bool ListedEdges::has_both_ways() const {
    std::vector<std::pair<OriginalId, OriginalId>> arcs;
    for (ListedPart const& part : parts) {
        for (ListedEdge const& edge : part.edges) arcs.emplace_back(edge.source, edge.target);
    }
    std::ranges::sort(arcs);
    return self_loops == 0 && std::ranges::adjacent_find(arcs) == arcs.end() &&
           std::ranges::all_of(arcs, [&](auto const& arc) {
               return std::ranges::binary_search(arcs, std::pair(arc.second, arc.first));
           });
}

// The number of a wrong line is counted from the beginning of the text. So everything is read again to find the first
// wrong line.
ListedEdges list_edges(std::string_view text, std::string const& path, LineRules const& rules, Team& team) {
    std::vector<ListedPart> parts(static_cast<std::size_t>(team.size()));
    try {
        team.run([&](Member member) {
            std::size_t const begin = line_begin(text, member.begin(text.size()));
            std::size_t const end = line_begin(text, member.end(text.size()));
            if (begin < end)
                parts[static_cast<std::size_t>(member.index)] =
                    parse(text.substr(begin, end - begin), path, rules, begin == 0);
        });
    } catch (InputError const&) {
        parts = {};
        parts.push_back(parse(text, path, rules, true));
    }
    ListedEdges list;
    for (ListedPart& part : parts) list.add(std::move(part));
    return list;
}

void refuse_lone_id(std::string_view text, std::string const& path) {
    TextInput input(text, path);
    while (input.seek_line(table_comments)) {
        LineCells cells(Separation::runs(between_numbers), true);
        if (!cells.split(input.whole_line()) && cells.size() == 1) {
            input.fail(
                fmt::format("the line has one id, {}; expected two ids, the ends of an edge (is the file truncated?); "
                            "lists of neighbours need --format adjlist",
                            printable(cells[0])));
        }
        input.skip_line();
    }
    input.fail_whole("a line has one id; expected two ids, the ends of an edge");
}

EdgeLineReader::EdgeLineReader(LineRules const& rules, int threads)
    : rules_(rules),
      work_(
          threads > 0 ? threads : hardware_threads(), [this](Part& part) { read(part); },
          [this](Part& part) { list_.add(std::move(part.list)); }) {}

void EdgeLineReader::add(std::string_view text) {
    while (!text.empty() && !failed_) {
        std::string_view const some = text.substr(0, part_bytes);
        std::size_t const line_feed = some.rfind('\n');
        text.remove_prefix(some.size());
        if (line_feed == std::string_view::npos) {
            carried_.append(some);
            continue;
        }
        Part& part = work_.open();
        part.text.assign(carried_).append(some.substr(0, line_feed + 1));
        carried_.assign(some.substr(line_feed + 1));
        submit(part);
    }
}

void EdgeLineReader::submit(Part& part) {
    part.is_first = std::exchange(first_, false);
    if (!part.is_first && part.text.starts_with(byte_order_mark)) failed_ = true;
    work_.submit();
}

void EdgeLineReader::read(Part& part) {
    try {
        part.list = parse(part.text, {}, rules_, part.is_first);
    } catch (InputError const&) {
        failed_ = true;
    }
}

std::optional<ListedEdges> EdgeLineReader::finish() {
    Part& part = work_.open();
    part.text = std::move(carried_);
    submit(part);
    work_.finish();
    if (failed_) return std::nullopt;
    return std::move(list_);
}

namespace {

constexpr VertexId unnumbered = std::numeric_limits<VertexId>::max();

// The place for the edges of each part.
std::vector<std::size_t> begins_of(ListedEdges const& list) {
    std::vector<std::size_t> begins{0};
    for (ListedPart const& part : list.parts) begins.push_back(begins.back() + part.edges.size());
    return begins;
}

// Calls visit(edge, i) for all edges on all members of the team. i is the number of the edge among all edges.
template <class Visit> void for_edges(ListedEdges const& list, Team& team, Visit const& visit) {
    std::vector<std::size_t> const begins = begins_of(list);
    team.run([&](Member member) {
        std::size_t const last = member.end(begins.back());
        std::size_t i = member.begin(begins.back());
        auto part = static_cast<std::size_t>(std::ranges::upper_bound(begins, i) - begins.begin()) - 1;
        for (; i < last; ++part) {
            for (std::size_t const end = std::min(last, begins[part + 1]); i < end; ++i) {
                visit(list.parts[part].edges[i - begins[part]], i);
            }
        }
    });
}

// For ids of less than 32 bits, up to a few times the number of endpoints: a table by id.
NumberedEdges number_by_table(ListedEdges const& list, Team& team) {
    UnfilledVector<VertexId> position(list.largest_id + 1); // at first 1 if there is such a vertex, else 0
    team.run([&](Member member) { member.for_part_of(position.size(), [&](std::size_t id) { position[id] = 0; }); });
    auto const mark = [&](OriginalId id) {
        std::atomic_ref place(position[id]);
        if (place.load(std::memory_order_relaxed) == 0) place.store(1, std::memory_order_relaxed);
    };
    for_edges(list, team, [&](ListedEdge const& edge, std::size_t) {
        mark(edge.source);
        mark(edge.target);
    });
    // from now on the number of vertices up to and including this one
    VertexId const count = add_up(team, std::span(position));
    NumberedEdges numbered;
    numbered.vertex_count = count;
    if (count != position.size()) {
        numbered.original_ids.resize(count);
        team.run([&](Member member) {
            member.for_part_of(position.size(), [&](std::size_t id) {
                VertexId const before = id == 0 ? 0 : position[id - 1];
                if (position[id] != before) numbered.original_ids[before] = id;
            });
        });
    }
    numbered.edges.resize(list.edge_count());
    for_edges(list, team, [&](ListedEdge const& edge, std::size_t i) {
        numbered.edges[i] = {position[edge.source] - 1, position[edge.target] - 1};
    });
    return numbered;
}

// An open-addressing table from an id to the rank of its first appearance.
class IdTable {
public:
    IdTable() : slots_(std::size_t{1} << 12) {}

    VertexId rank(OriginalId id) {
        for (std::size_t place = mixed(id) & mask();; place = (place + 1) & mask()) {
            Slot& slot = slots_[place];
            if (slot.rank != unnumbered && slot.id == id) return slot.rank;
            if (slot.rank == unnumbered) return insert(slot, id);
        }
    }
    std::vector<OriginalId> const& ids() const { return ids_; }

private:
    struct Slot {
        OriginalId id = 0;
        VertexId rank = unnumbered;
    };

    static std::size_t mixed(OriginalId id) {
        id ^= id >> 32;
        id *= 0x9e3779b97f4a7c15u;
        return id ^ id >> 29;
    }
    std::size_t mask() const { return slots_.size() - 1; }

    VertexId insert(Slot& slot, OriginalId id) {
        auto const rank = static_cast<VertexId>(ids_.size());
        slot = {id, rank};
        ids_.push_back(id);
        if (ids_.size() * 2 > slots_.size()) grow();
        return rank;
    }

    void grow() {
        std::vector<Slot> larger(slots_.size() * 2);
        slots_.swap(larger);
        for (auto const& slot : larger) {
            if (slot.rank == unnumbered) continue;
            std::size_t place = mixed(slot.id) & mask();
            while (slots_[place].rank != unnumbered) place = (place + 1) & mask();
            slots_[place] = slot;
        }
    }

    std::vector<Slot> slots_;
    std::vector<OriginalId> ids_;
};

// For ids anywhere in 64 bits: ids are ranked by first appearance, then only the distinct ids are sorted.
NumberedEdges number_by_hashing(ListedEdges const& list, TextInput const& input) {
    IdTable table;
    NumberedEdges numbered;
    numbered.edges.reserve(list.edge_count());
    for (ListedPart const& part : list.parts) {
        for (auto const& edge : part.edges) {
            VertexId const source = table.rank(edge.source);
            numbered.edges.push_back({source, table.rank(edge.target)});
            if (table.ids().size() >= unnumbered) check_vertex_count(table.ids().size() + 1, input);
        }
    }
    std::vector<VertexId> by_id(table.ids().size());
    std::iota(by_id.begin(), by_id.end(), VertexId{0});
    std::sort(by_id.begin(), by_id.end(), [&](VertexId a, VertexId b) { return table.ids()[a] < table.ids()[b]; });
    std::vector<VertexId> position(by_id.size());
    numbered.original_ids.resize(by_id.size());
    for (VertexId i = 0; i < by_id.size(); ++i) {
        position[by_id[i]] = i;
        numbered.original_ids[i] = table.ids()[by_id[i]];
    }
    for (auto& edge : numbered.edges) edge = {position[edge.source], position[edge.target]};
    numbered.vertex_count = static_cast<VertexId>(by_id.size());
    return numbered;
}

} // namespace

NumberedEdges number_vertices(ListedEdges const& list, TextInput const& input, Team& team) {
    constexpr std::uint64_t table_entries_per_edge = 8;
    constexpr std::uint64_t small_table = 1 << 16;
    std::uint64_t const most = list.edge_count() * table_entries_per_edge + small_table;
    if (list.largest_id < std::min<std::uint64_t>(most, unnumbered)) return number_by_table(list, team);
    return number_by_hashing(list, input);
}

namespace {

// The joint result of all parts of the lines.
struct ReadEdges {
    VertexId vertices = 0;
    std::vector<OriginalId> ids;
    VertexNames names;
    UnfilledVector<Edge> edges;
    std::vector<std::string> labels;
    std::vector<bool> are_arcs;
    std::uint64_t self_loops = 0;
};

class EdgeList {
public:
    EdgeList(std::string_view text, std::string const& path, TableLayout const& layout, ReadOptions const& options,
             ReadReport& report)
        : text_(text),
          path_(path),
          layout_(layout),
          options_(options),
          report_(report),
          team_(team_size(text.size() / bytes_an_entry, options.threads)) {}

    Graph read(EdgeLineReader* read_before) {
        report_layout(layout_, report_);
        refuse_unfitting_options();
        if (layout_.names) {
            read_names();
        } else if (layout_.is_plain() && !options_.edge_labels) {
            std::optional<ListedEdges> list;
            if (read_before != nullptr) list = read_before->finish();
            if (!list) list = list_edges(text_, path_, line_rules(layout_), team_);
            if (are_neighbours(*list)) return read_adjacency_list(text_, path_, options_, report_);
            number(std::move(*list));
        } else {
            ListedEdges list;
            for (TablePart& part : list_table(text_, path_, layout_, options_, team_)) list.add(std::move(part.list));
            if (are_neighbours(list)) return read_adjacency_list(text_, path_, options_, report_);
            number(std::move(list));
        }
        Graph read = graph();
        if (!options_.attributes || read.edge_count() == 0) return read;
        return with_table_columns(std::move(read), text_, path_, layout_, table_, options_, report_, team_);
    }

private:
    static constexpr std::size_t bytes_an_entry = 8;

    void refuse_unfitting_options() const {
        if (options_.bipartite && layout_.names) {
            throw InputError(
                fmt::format("{}: --bipartite numbers the vertices of both columns apart, and names need no such "
                            "numbers, as two kinds of vertices have different names; leave --bipartite or --names out",
                            path_));
        }
        if (layout_.said.bipartite && layout_.names) {
            throw InputError(
                fmt::format("{}: this is a bipartite graph of KONECT (% bip), whose left and right ids are numbers "
                            "that are counted apart; leave --names out",
                            path_));
        }
        bool const may_be_directed =
            options_.bipartite || options_.time || !(layout_.said.undirected || layout_.said.bipartite);
        if (!options_.directed || may_be_directed) return;
        throw InputError(fmt::format("{}: the file says that its edges are undirected; leave --directed out", path_));
    }

    // Returns true if lines are adjacency lists: their lengths differ, and they have only ids.
    bool are_neighbours(ListedEdges& list) {
        take_sizes(list);
        bool const are_columns = layout_.are_given || !layout_.header.empty() || layout_.separation.character() != 0 ||
                                 options_.edge_labels || is_edge_table(options_.format);
        LineTally const& tally = list.tally;
        if (are_columns || !tally.differ() || !tally.are_ids || tally.most_columns < 3) {
            if (tally.lone > 0) refuse_lone_id(text_, path_);
            if (!are_columns) refuse_two_long_lines(tally);
            return false;
        }
        std::string_view const doubt = report_.header_lines > 0 ? "its first line is that of another format"
                                                                : doubt_about_adjacency_list(text_, path_);
        if (doubt.empty()) return true;
        throw InputError(fmt::format(
            "{}: lines have between {} and {} numbers; for an adjacency list {}, and an edge list has equally many on "
            "each line; give --format adjlist, --format metis, or --columns 1,2 for the first two of each line",
            path_, tally.least_columns, tally.most_columns, doubt));
    }

    // Looks for edges in two rows, one of all sources and one of all targets.
    void refuse_two_long_lines(LineTally const& tally) const {
        constexpr std::size_t many = 6;
        if (tally.lines != 2 || tally.differ() || !tally.are_ids || tally.most_columns < many) return;
        throw InputError(
            fmt::format("{}: the file has two lines of {} numbers, which may be the sources and the targets of edges; "
                        "write one edge per line (numpy: savetxt('FILE', edges.T, fmt='%d')), or give --columns 1,2 "
                        "for the first two of each line",
                        path_, tally.most_columns));
    }

    // Decides if the first line, of two or three numbers, has the sizes n m or n n m.
    void take_sizes(ListedEdges& list) {
        std::vector<OriginalId> const& first = list.first;
        if (first.empty()) return;
        std::uint64_t const lines = list.tally.lines;
        bool const are_twice = first.back() <= lines / 2 && first.back() * 2 == lines;
        bool const are_sizes = (first.back() == lines || are_twice) && list.largest_id <= first[0] &&
                               (first.size() == 2 || first[0] == first[1]) && first[0] > 1 && lines > 0 &&
                               options_.columns.empty() && (!are_twice || list.has_both_ways());
        if (!are_sizes) {
            note_lonely_first_line(list);
            LineRules rules = line_rules(layout_);
            rules.has_labels = options_.edge_labels;
            list.add_first_as_edge(rules);
            return;
        }
        table_.begins_with_sizes = true;
        ++report_.header_lines;
        report_.remark(fmt::format("the first line, '{}', is a header: {} lines follow{}, and no id exceeds {}",
                                   joined(first, " "), lines, are_twice ? ", each edge both ways" : "", first[0]));
        list.first.clear();
    }

    // The first line looks like sizes of which the second is wrong.
    void note_lonely_first_line(ListedEdges const& list) {
        std::vector<OriginalId> const& first = list.first;
        note_numbered_columns(list);
        bool const may_be = list.tally.lines > 1 && first.size() == 2 && first[0] >= list.largest_id &&
                            first[1] > list.largest_id && first[0] != first[1] && list.largest_id > 0;
        if (!may_be) return;
        std::uint64_t const lines = list.tally.lines;
        report_.remark(
            fmt::format("the first line joins {} and {}, and no other id is larger; if it is a header n m, {} lines "
                        "are missing or too many",
                        first[0], first[1], std::max(first[1], lines) - std::min(first[1], lines)));
    }

    // The line that pandas writes above columns without names.
    void note_numbered_columns(ListedEdges const& list) {
        for (std::size_t i = 0; i < list.first.size(); ++i) {
            if (list.first[i] != i) return;
        }
        for (ListedPart const& part : list.parts) {
            for (ListedEdge const& edge : part.edges) {
                if (edge.source < 2 || edge.target < 2) return;
            }
        }
        if (list.tally.lines < 2) return;
        report_.remark(
            "the first line joins 0 and 1, which are on no other line; if it is a header of column numbers, leave it "
            "out: `tail -n +2 FILE | cerrado COMMAND -`");
    }

    void number(ListedEdges list) {
        if (list.edge_count() == 0 && list.self_loops == 0 && layout_.header_is_line) {
            throw InputError(
                fmt::format("{}: there is no edge after the first line, '{}', and that line is not an edge between "
                            "numbers; give --names if ids are names",
                            path_, printable(layout_.header_line)));
        }
        if (layout_.said.bipartite) part_sides(list);
        report_.comments = list.tally.comments;
        read_.self_loops = list.self_loops;
        for (ListedPart& part : list.parts) take_marks(part);
        if (list.edge_count() == 0) return;
        NumberedEdges numbered = number_vertices(list, TextInput(text_, path_), team_);
        read_.vertices = numbered.vertex_count;
        read_.ids = std::move(numbered.original_ids);
        read_.edges = std::move(numbered.edges);
    }

    void take_marks(ListedPart& part) {
        std::ranges::move(part.labels, std::back_inserter(read_.labels));
        read_.are_arcs.insert(read_.are_arcs.end(), part.are_arcs.begin(), part.are_arcs.end());
    }

    // KONECT counts left and right vertices apart.
    void part_sides(ListedEdges& list) {
        OriginalId left = layout_.said.left;
        for (ListedPart const& part : list.parts) {
            for (ListedEdge const& edge : part.edges) left = std::max(left, edge.source);
        }
        if (list.largest_id > ~OriginalId{0} - left) {
            throw InputError(
                fmt::format("{}: the ids of a bipartite graph do not fit into 64 bits; expected smaller ones", path_));
        }
        for (ListedPart& part : list.parts) {
            for (ListedEdge& edge : part.edges) edge.target += left;
        }
        list.largest_id += left;
        table_.right = left;
        report_.remark(
            fmt::format("a bipartite graph{}: the ids of the right vertices come after those of the left ones, so {} "
                        "is added to them",
                        options_.bipartite ? "" : " (% bip)", left));
    }

    void read_names() {
        std::vector<TablePart> parts = list_table(text_, path_, layout_, options_, team_);
        LineTally tally;
        bool are_further_numbers = true;
        std::uint64_t headers = 0, missing = 0;
        for (TablePart& part : parts) {
            tally.add(part.list.tally);
            headers += part.headers;
            missing += part.missing;
            are_further_numbers &= part.are_further_numbers;
            read_.self_loops += part.list.self_loops;
            take_marks(part.list);
        }
        bool const is_sure = layout_.are_given || options_.edge_labels || are_further_numbers || !tally.differ() ||
                             !layout_.header.empty() || is_edge_table(options_.format);
        if (!is_sure) refuse_ragged_names(tally);
        report_.comments = tally.comments;
        report_left_out(tally, headers, missing);
        NumberedNames numbered = number_names(std::move(parts), TextInput(text_, path_), team_);
        read_.vertices = static_cast<VertexId>(numbered.names->size());
        read_.names = std::move(numbered.names);
        read_.edges.assign(numbered.edges.begin(), numbered.edges.end());
    }

    void report_left_out(LineTally const& tally, std::uint64_t headers, std::uint64_t missing) {
        if (headers > 0) {
            report_.header_lines += headers;
            report_.remark(
                fmt::format("{} as the header", counted(headers, "later line") + (headers == 1 ? " is" : " are")));
        }
        if (missing > 0) {
            report_.skipped += missing;
            report_.remark(fmt::format("one end of {} is NA, NULL or the like, which is not taken as a vertex",
                                       counted(missing, "line")));
        }
        std::uint64_t const alike = tally.comments == 0 ? 0 : comments_like_edges();
        if (alike == 0) return;
        std::string const text = fmt::format("{} with #, % or // and as many cells as edges have ({} cells)",
                                             counted(alike, "line") + (alike == 1 ? " begins" : " begin"),
                                             alike == 1 ? "has as many" : "have as many");
        constexpr std::string_view remedy =
            "if these are edges, write names that begin so in quotation marks; if they are comments, put a blank "
            "behind the mark";
        if (alike >= 2 && alike >= tally.lines) throw InputError(fmt::format("{}: {}; {}", path_, text, remedy));
        report_.remark(fmt::format("{}, and {} left out; {}", text, alike == 1 ? "is" : "are", remedy));
    }

    // Finds comments without a blank behind their mark that have as many cells as the edges. One of them may be the
    // header.
    std::uint64_t comments_like_edges() const {
        std::uint64_t count = 0;
        LineCells cells(layout_.separation, false);
        bool const has_header = !layout_.header.empty() && !layout_.header_is_line;
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        for (std::size_t begin = text_.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
             begin < text_.size();) {
            std::size_t const end = std::min(text_.find_first_of("\r\n", begin), text_.size());
            std::string_view const line = text_.substr(begin, end - begin);
            begin = end + 1;
            std::size_t const mark = line.starts_with("//")                           ? 2
                                     : line.starts_with('#') || line.starts_with('%') ? 1
                                                                                      : 0;
            if (mark == 0 || mark == line.size() || line[mark] == ' ' || line[mark] == '\t') continue;
            std::size_t const wanted = std::max<std::size_t>(layout_.columns, 2);
            if (!cells.split(line) && cells.size() == wanted) ++count;
        }
        return has_header && count > 0 ? count - 1 : count;
    }

    [[noreturn]] void refuse_ragged_names(LineTally const& tally) const {
        throw InputError(
            fmt::format("{}: lines have between {} and {} words, which may be names with blanks, lists of neighbours, "
                        "or edges with their kind; give --columns 1,2 for the first two of each line, --format "
                        "adjlist, --format sif, or --edge-labels",
                        path_, tally.least_columns, tally.most_columns));
    }

    Graph graph() {
        if (read_.edges.empty()) {
            Graph graph;
            graph.cleaning.self_loops = read_.self_loops;
            return graph;
        }
        bool const says_arcs = std::ranges::find(read_.are_arcs, true) != read_.are_arcs.end();
        if (options_.directed) turn_edges(says_arcs);
        Graph graph = graph_from_edges(read_.vertices, read_.edges, std::move(read_.ids), team_);
        if (options_.directed) graph = with_arcs(std::move(graph), read_.edges, team_);
        if (read_.names) graph = with_sorted_names(std::move(graph), read_.names);
        bool const loses_directions = !options_.directed && (layout_.said.directed || says_arcs);
        // Many lists that are called directed have each edge twice.
        graph.cleaning.directed = loses_directions && graph.cleaning.duplicates < graph.edge_count();
        graph.cleaning.self_loops += read_.self_loops;
        note_lonely_names(graph);
        return options_.edge_labels ? labelled(std::move(graph)) : graph;
    }

    // If the table says for each edge whether it has a direction, an edge without one becomes two arcs.
    void turn_edges(bool says_arcs) {
        if (read_.are_arcs.empty()) return;
        if (!says_arcs) {
            throw InputError(
                fmt::format("{}: the column Type says that all edges are undirected; leave --directed out", path_));
        }
        for (std::size_t i = 0; i < read_.are_arcs.size(); ++i) {
            auto const [source, target] = read_.edges[i]; // a copy
            if (read_.are_arcs[i]) continue;
            read_.edges.push_back({target, source});
            if (options_.edge_labels) read_.labels.push_back(std::string(read_.labels[i]));
        }
    }

    // A header joins two names that are on no other line.
    void note_lonely_names(Graph const& graph) {
        if (!read_.names || graph.edge_count() == 1) return;
        auto const [source, target] = read_.edges[0];
        if (graph.degree(source) > 1 || graph.degree(target) > 1) return;
        report_.remark(
            fmt::format("the first line joins '{}' and '{}', which are on no other line; if it is a header, begin it "
                        "with #",
                        printable(vertex_name(graph, source)), printable(vertex_name(graph, target))));
    }

    Graph labelled(Graph graph) const {
        if (std::ranges::all_of(read_.labels, [](std::string const& label) { return label.empty(); })) {
            throw InputError(fmt::format("{}: no line has a third column; expected lines 'id id label'", path_));
        }
        std::vector<Edge> const edges(read_.edges.begin(), read_.edges.end());
        try {
            return with_edge_labels(std::move(graph), edges, read_.labels);
        } catch (InputError const& error) {
            throw InputError(fmt::format("{}: {}", path_, error.what()));
        }
    }

    std::string_view text_;
    std::string const& path_;
    TableLayout const& layout_;
    ReadOptions const& options_;
    ReadReport& report_;
    Team team_;
    ReadEdges read_;
    EdgeTable table_;
};

} // namespace

LineRules line_rules(TableLayout const& layout) {
    return {.has_header = layout.header_is_line,
            .keeps_loops = layout.said.bipartite,
            .separator = layout.separation.character()};
}

Graph read_edge_list(std::string_view text, std::string const& path, TableLayout const& layout,
                     ReadOptions const& options, ReadReport& report, EdgeLineReader* read_before) {
    return EdgeList(text, path, layout, options, report).read(read_before);
}

Graph read_edge_list(std::string_view text, std::string const& path, ReadOptions const& options) {
    ReadReport report;
    return read_edge_list(text, path, survey_table(text, path, options), options, report);
}

std::uint64_t count_isolated(Graph const& graph) {
    std::vector<bool> touched(graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId u : graph.neighbours(v)) touched[u] = touched[v] = true;
    }
    return static_cast<std::uint64_t>(std::count(touched.begin(), touched.end(), false));
}

namespace {

std::string_view line_problem(std::string_view text) {
    bool const is_on_line = std::ranges::none_of(text, [](char c) { return is_control(c) && c != '\t'; });
    return is_on_line ? "" : "has a control character, and lines of text cannot hold it; write a .cbin";
}

// The text after the ends of an edge may be several words. It must not look like more columns, a comment or a
// dictionary.
std::string label_on_line(std::string const& label) {
    bool const is_plain = label.find_first_of("\"\t,;|:#{}") == std::string::npos;
    return is_plain && !label.starts_with(' ') && !label.ends_with(' ') ? label : in_quotation_marks(label);
}

} // namespace

void write_edge_list(Graph const& graph, OutputFile& file) {
    require_written(graph, WrittenTexts::names, line_problem);
    std::uint64_t const isolated = count_isolated(graph), lines = count_arcs_or_edges(graph);
    char const* const ids = has_names(graph) ? "names" : "original ids";
    if (is_directed(graph)) {
        file.write(fmt::format(
            "# Directed graph: arcs go from the first id to the second\n# vertices: {}\n# arcs: {}, by {}\n",
            graph.vertex_count(), lines, ids));
    } else {
        file.write(fmt::format("# vertices: {}\n# edges: {}, each once, by {}\n", graph.vertex_count(),
                               graph.edge_count(), ids));
    }
    if (isolated > 0) file.write(fmt::format("# not listed: {} without an edge\n", counted(isolated, "vertex")));
    bool const labelled = has_edge_labels(graph);
    GraphRef const ref = graph.ref();
    auto const write_end = [&](VertexId v) {
        OriginalId const id = graph.original_id(v);
        if (has_names(graph)) {
            file.write(name_on_line(vertex_name(graph, id)));
        } else {
            file.write_number(id);
        }
    };
    auto const write_line = [&](VertexId v, VertexId u) {
        write_end(v);
        file.write(" ");
        write_end(u);
        if (labelled) {
            std::uint32_t const label = graph.marks->edge_labels[ref.find(v, u)];
            if (label != GraphMarks::no_label) {
                file.write(" ");
                file.write(label_on_line(graph.marks->edge_label_names[label]));
            }
        }
        file.write("\n");
    };
    std::optional<Edge> held_back; // as the first line it would be read as the number of the others
    bool is_first = true;
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        OriginalId const source = graph.original_id(v), target = graph.original_id(u);
        if (std::exchange(is_first, false) && !has_names(graph) && source > target && target + 1 == lines) {
            held_back = {v, u};
        } else {
            write_line(v, u);
        }
    });
    if (held_back) write_line(held_back->source, held_back->target);
}

namespace {

// Without quotation marks, blanks at either end would be lost, a line could be read as a comment, a text that ends with
// a brace as a dictionary, and an empty text as a missing one.
std::string cell_text(std::string_view text) {
    bool const is_plain = !text.empty() && !is_missing(text) &&
                          text.find_first_of(",;\"\t#%{}") == std::string_view::npos && !text.starts_with("//");
    return is_plain && !text.starts_with(' ') && !text.ends_with(' ') ? std::string(text) : in_quotation_marks(text);
}

std::string cell_of(Graph const& graph, VertexId v) {
    OriginalId const id = graph.original_id(v);
    return has_names(graph) ? cell_text(vertex_name(graph, id)) : fmt::to_string(id);
}

// Writes the rows of a graph, with their columns.
class RowsWriter {
public:
    RowsWriter(Graph const& graph, OutputFile& file, std::string_view separator)
        : graph_(graph),
          columns_(*graph.columns),
          file_(file),
          separator_(separator) {
        for (Column const& column : columns_.of_rows) {
            require_on_line(column.name);
            std::ranges::for_each(column.words, require_on_line);
        }
    }

    void write() {
        write_header();
        std::vector<Edge> const ends = ends_of_rows(graph_);
        for (std::uint32_t const row : rows_by_line(columns_)) {
            write_ends(ends[row]);
            for (Column const& column : columns_.of_rows) {
                file_.write(separator_);
                if (!column.is_missing(row)) write_cell(column, row);
            }
            file_.write("\n");
        }
        write_other_edges();
    }

private:
    static void require_on_line(std::string const& text) {
        std::string_view const problem = line_problem(text);
        if (!problem.empty()) throw InputError(fmt::format("'{}' {}", printable(text), problem));
    }

    // Columns are not called as the ends are.
    void write_header() {
        std::vector<std::string> names{"source", "target"};
        labels_ = has_edge_labels(graph_) && !labels_are_a_column();
        if (labels_) names.push_back("label");
        std::vector<std::string> const own = names;
        for (Column const& column : columns_.of_rows) {
            std::string name = column.name;
            auto const is_taken = [&] {
                return std::ranges::find(own, in_lower_case(name)) != own.end() ||
                       std::ranges::find(names, name) != names.end();
            };
            while (is_taken()) name += '_';
            names.push_back(name);
        }
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (i > 0) file_.write(separator_);
            file_.write(cell_text(names[i]));
        }
        file_.write("\n");
    }

    bool labels_are_a_column() const {
        std::vector<Edge> const ends = ends_of_rows(graph_);
        return std::ranges::any_of(columns_.of_rows, [&](Column const& column) {
            if (column.type != ColumnType::text) return false;
            for (std::uint32_t row = 0; row < columns_.rows; ++row) {
                std::string const* const label = ends[row].source == ends[row].target ? nullptr : label_of(ends[row]);
                bool const is_missing = column.is_missing(row);
                if (is_missing ? label != nullptr : label == nullptr || *label != column.words[column.text[row]])
                    return false;
            }
            return true;
        });
    }
    // Returns: null if the edge has none.
    std::string const* label_of(Edge const& edge) const {
        GraphMarks const& marks = *graph_.marks;
        std::uint32_t const label = marks.edge_labels[graph_.ref().find(edge.source, edge.target)];
        return label == GraphMarks::no_label ? nullptr : &marks.edge_label_names[label];
    }

    void write_ends(Edge const& edge) {
        file_.write(cell_of(graph_, edge.source));
        file_.write(separator_);
        file_.write(cell_of(graph_, edge.target));
        if (!labels_) return;
        file_.write(separator_);
        if (edge.source == edge.target) return;
        if (std::string const* const label = label_of(edge)) file_.write(cell_text(*label));
    }

    void write_cell(Column const& column, std::uint32_t row) {
        switch (column.type) {
        case ColumnType::integer: file_.write(fmt::to_string(column.whole[row])); break;
        case ColumnType::real: file_.write(real_text(column.real[row])); break;
        case ColumnType::boolean: file_.write(column.whole[row] != 0 ? "true" : "false"); break;
        case ColumnType::time: file_.write(format_time(Time{column.whole[row]})); break;
        case ColumnType::text: file_.write(cell_text(column.words[column.text[row]])); break;
        }
    }
    // A whole number gets a fraction, by which its column is read as real again.
    static std::string real_text(double value) {
        std::string text = fmt::to_string(value);
        return text.find_first_not_of("-0123456789") == std::string::npos ? text + ".0" : text;
    }

    void write_other_edges() {
        std::string const cells(columns_.of_rows.size(), separator_[0]);
        for_each_arc_or_edge(graph_, [&](VertexId v, VertexId u) {
            bool const has_row =
                !columns_.first_row.empty() && columns_.first_row[graph_.ref().find(v, u)] != GraphColumns::no_row;
            if (has_row) return;
            write_ends({v, u});
            file_.write(cells + "\n");
        });
    }

    Graph const& graph_;
    GraphColumns const& columns_;
    OutputFile& file_;
    std::string_view const separator_;
    bool labels_ = false; // have a column of their own
};

void write_edge_table(Graph const& graph, OutputFile& file, std::string_view separator) {
    require_written(graph, WrittenTexts::names, line_problem);
    if (graph.columns && !graph.columns->of_rows.empty()) return RowsWriter(graph, file, separator).write();
    bool const has_label = has_edge_labels(graph);
    file.write(fmt::format("source{0}target{1}\n", separator, has_label ? fmt::format("{}label", separator) : ""));
    GraphRef const ref = graph.ref();
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        file.write(cell_of(graph, v));
        file.write(separator);
        file.write(cell_of(graph, u));
        if (has_label) {
            std::uint32_t const label = graph.marks->edge_labels[ref.find(v, u)];
            file.write(separator);
            if (label != GraphMarks::no_label) file.write(cell_text(graph.marks->edge_label_names[label]));
        }
        file.write("\n");
    });
}

} // namespace

void write_csv(Graph const& graph, OutputFile& file) { write_edge_table(graph, file, ","); }
void write_tsv(Graph const& graph, OutputFile& file) { write_edge_table(graph, file, "\t"); }

char const* lost_in_edge_table(Graph const& graph) {
    if (!graph.columns) return nullptr;
    bool const loses_types = std::ranges::any_of(graph.columns->of_rows, looks_like_another_type);
    bool const loses_vertices = !graph.columns->of_vertices.empty();
    return loses_types && loses_vertices ? "attributes of vertices, texts that all look like numbers or times"
           : loses_vertices              ? "attributes of vertices"
           : loses_types                 ? "texts that all look like numbers or times"
                                         : nullptr;
}

} // namespace cerrado::detail

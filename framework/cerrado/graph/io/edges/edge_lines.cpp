#include <cerrado/graph/io/edges/edge_lines.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/assembly.hpp>
#include <cerrado/graph/io/tables/table_layout.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace cerrado::detail {
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

// `is_begin`: of the whole text.
ListedPart parse(std::string_view text, std::string const& path, LineRules const& rules, bool is_begin) {
    TextInput input(text, path);
    ListedPart list;
    list.edges.reserve(most_edges(text));
    if (is_begin) read_first_line(input, rules, list);
    while (input.seek_content(table_comments)) {
        OriginalId const source = input.number(vertex_noun);
        input.pass_gap();
        if (input.at_line_end() || input.at_comment()) {
            ++list.tally.lone;
            list.tally.count(1);
            input.skip_line();
            continue;
        }
        OriginalId const target = input.number(vertex_noun);
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

// The number of a line that is wrong is counted from the begin of the text, so all is read again to find the first.
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
                fmt::format("one id, {}, on the line; expected two ids, an edge's ends (is the file truncated?); "
                            "lists of neighbours need --format adjlist",
                            printable(cells[0])));
        }
        input.skip_line();
    }
    input.fail_whole("a line of one id; expected two, an edge's ends");
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

} // namespace cerrado::detail

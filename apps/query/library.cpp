// The functions of Cerrado::apps that answer queries.
#include "isomorphism/least_image.hpp"
#include "query/forms.hpp"
#include "query/plan.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/query.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/edges/vertex_lines.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/output/store_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace cerrado {

namespace {

using query::BoundQuery;
using query::InjectiveQuery;
using query::JoinedWalk;
using query::QueryPlan;
using query::Symmetry;

WideCount times(WideCount a, WideCount b) {
    if (auto const product = product_of(a, b)) return *product;
    throw InputError("the number of rows exceeds 128 bits: ask for fewer variables");
}

// Throws InputError for an item whose column the graph lacks.
void require_items(Graph const& graph, Query const& query, QuerySettings const& settings) {
    query::Resolver resolver(graph, query, {settings.label, settings.edge_label});
    for (QueryItem const& item : query.items) {
        bool const is_arc = item.kind == QueryItem::Kind::arc_column;
        if (is_arc || item.kind == QueryItem::Kind::vertex_column) resolver.column(is_arc, item.column, item.place);
    }
}

// A query in a graph, as a sum of queries whose variables have different vertices.
class Answer {
public:
    Answer(GraphOrResident const& where, Query const& query, QuerySettings const& settings, RunOptions const& options)
        : where_(where),
          query_(query),
          settings_(settings),
          options_(options),
          time_(options),
          whole_(query::bound(where.graph(), query, {settings.label, settings.edge_label}, settings.induced)) {
        if (settings.distinct && query.mode != QueryMode::nodes)
            throw InputError("only rows of different nodes have images: leave out --distinct, or take --mode nodes");
        if (options.roots || options.checkpoint.on())
            throw InputError("a query is answered by several runs: leave out roots and the checkpoint");
        require_items(where.graph(), query, settings);
        result_.notes = query.notes;
        for (std::string const& text : whole_.notes) note(text);
        if (whole_.contradiction.empty()) {
            parts_ = query::injective_queries(whole_, where.graph());
            result_.symmetries = QueryPlan::symmetries_of(whole_);
        } else {
            result_.notes.push_back(whole_.contradiction + ", so there is no row");
        }
        result_.seconds.prepare += time_.spent();
        result_.device = {"host", "CPU", 1};
    }

    // Adds up the rows of all parts. count(part, plan) gives those of one, and may throw.
    template <class Count> QueryResult sum(Count const& count) {
        for (InjectiveQuery const& part : parts_) {
            if (time_.is_over()) {
                result_.status = Status::deadline;
                break;
            }
            double const before = time_.spent(), known = seconds_known();
            bool const is_whole = query_.mode == QueryMode::nodes;
            QueryPlan const plan(where_.graph(), part.query, options_.threads, is_whole ? &whole_ : nullptr);
            result_.count += count(part, plan);
            result_.seconds.prepare += time_.spent() - before - (seconds_known() - known); // plans, bits, look-ups
            bool const has_all = part.query.variables() == whole_.variables();             // none coincide
            for (std::string const& unmet : plan.unmet())
                if (has_all) unmet_.push_back(unmet);
            if (result_.status != Status::complete) break;
        }
        if (result_.count == 0 && result_.status == Status::complete)
            for (std::string const& unmet : unmet_) note(unmet);
        if (query_.mode == QueryMode::nodes) {
            if (settings_.distinct)
                result_.matches = result_.count;
            else if (result_.status == Status::complete)
                result_.matches = result_.count / result_.symmetries;
        }
        return result_;
    }

    // Adds a run to the result. Returns: its count.
    WideCount added(RunResult const& run) {
        result_.seconds.start += run.seconds.start;
        result_.seconds.prepare += run.seconds.prepare;
        result_.seconds.run += run.seconds.run;
        result_.status = run.status;
        result_.device = run.device;
        result_.devices = run.devices;
        result_.chosen = run.chosen;
        result_.roots = run.roots;
        result_.balance = run.balance;
        return run.count;
    }
    void end(Status status) { result_.status = status; }
    void note(std::string const& text) {
        if (std::ranges::find(result_.notes, text) == result_.notes.end()) result_.notes.push_back(text);
    }

    GraphOrResident where() const { return where_; }
    Graph const& graph() const { return where_.graph(); }
    RunOptions options() const { return time_.in(options_); }
    Query const& query() const { return query_; }
    bool is_distinct() const { return settings_.distinct; }

private:
    double seconds_known() const { return result_.seconds.start + result_.seconds.prepare + result_.seconds.run; }

    GraphOrResident const where_;
    Query const& query_;
    QuerySettings const settings_;
    RunOptions const options_;
    TimeLeft const time_;
    BoundQuery const whole_;
    std::vector<InjectiveQuery> parts_;
    std::vector<std::string> unmet_;
    QueryResult result_;
};

// The number of choices for a match; in the mode nodes at most one.
WideCount choices_of(Graph const& graph, BoundQuery const& query, JoinedWalk const& look_up,
                     std::span<VertexId const> vertices) {
    WideCount count = 0;
    query::for_each_choice(graph, query, look_up, vertices, [&](auto) { ++count; });
    return count;
}

WideCount count_part(Answer& answer, InjectiveQuery const& part, QueryPlan const& plan) {
    Graph const& graph = answer.graph();
    if (part.query.variables() == 1) {
        JoinedWalk const look_up = plan.looking_up();
        WideCount count = 0;
        for (VertexId const v : plan.vertices_of_one())
            count += choices_of(graph, part.query, look_up, std::span(&v, 1));
        return count;
    }
    if (plan.is_pattern()) { // whose symmetries may be more, since it has an edge once
        MatchResult const matches = count_matches(answer.where(), plan.as_matches(), answer.options());
        WideCount const rows = times(answer.added(matches), matches.automorphisms);
        return answer.is_distinct() ? rows / plan.symmetries() : rows;
    }
    WideCount const images = answer.is_distinct() ? 1 : plan.symmetries();
    auto const walk = std::make_shared<JoinedWalk const>(plan.walk(Symmetry::broken));
    return times(answer.added(query::count_form(walk).run(answer.where(), answer.options())), images);
}

// The names of a query's parts, for a person.

std::string name_of_variable(Query const& query, std::size_t v) {
    std::string const& name = query.variables[v].name;
    return name.empty() ? fmt::format("({})", v + 1) : name;
}
std::string name_of_arc(Query const& query, std::size_t i) {
    QueryArc const& arc = query.arcs[i];
    if (!arc.name.empty()) return arc.name;
    return fmt::format("{}_{}", name_of_variable(query, static_cast<std::size_t>(arc.from)),
                       name_of_variable(query, static_cast<std::size_t>(arc.to)));
}
std::string name_of_class(Query const& query, InjectiveQuery const& part, int of_class) {
    std::vector<std::string> names;
    for (std::size_t v = 0; v < part.class_of.size(); ++v)
        if (part.class_of[v] == of_class) names.push_back(name_of_variable(query, v));
    return joined(names, "=");
}
std::string described_classes(Query const& query, InjectiveQuery const& part) {
    std::vector<std::string> names;
    for (int i = 0; i < part.query.variables(); ++i) names.push_back(name_of_class(query, part, i));
    return "vertices     " + joined(names, ", ");
}

bool reads_arcs(Query const& query) {
    return std::ranges::any_of(query.items,
                               [](QueryItem const& item) { return item.kind == QueryItem::Kind::arc_column; });
}

// Calls visit(row) for the rows of a part, at most `limit` of them. Returns: the number of rows that were visited.
WideCount list_part(Answer& answer, InjectiveQuery const& part, QueryPlan const& plan, std::uint64_t limit,
                    std::function<void(QueryRow const&)> const& visit) {
    Graph const& graph = answer.graph();
    bool const looks_up = reads_arcs(answer.query()) || plan.has_choices() || part.query.variables() == 1;
    JoinedWalk look_up;
    if (looks_up) look_up = plan.looking_up();
    std::vector<VertexId> vertices(part.class_of.size());
    std::uint64_t visited = 0;
    auto const visit_match = [&](std::span<VertexId const> match) {
        for (std::size_t v = 0; v < vertices.size(); ++v)
            vertices[v] = match[static_cast<std::size_t>(part.class_of[v])];
        if (!looks_up) {
            if (visited++ < limit) visit({vertices, {}});
            return;
        }
        query::for_each_choice(graph, part.query, look_up, match, [&](std::span<std::uint32_t const> rows) {
            if (visited++ < limit) visit({vertices, rows});
        });
    };
    if (part.query.variables() == 1) {
        for (VertexId const v : plan.vertices_of_one()) visit_match(std::span(&v, 1));
    } else {
        auto const walk =
            std::make_shared<JoinedWalk const>(plan.walk(answer.is_distinct() ? Symmetry::broken : Symmetry::none));
        std::vector<int> const& order = plan.order();
        std::vector<int> variables(order.size());
        std::iota(variables.begin(), variables.end(), 0);
        LeastImage const least(answer.is_distinct() ? plan.symmetry_chain() : std::vector<std::vector<Permutation>>{},
                               variables, order);
        detail::VertexById const by_id(graph);
        std::vector<VertexId> match(order.size());
        std::vector<OriginalId> ids(order.size());
        RunOptions options = answer.options();
        auto& store = options.of<StoreInput>();
        if (limit != ~std::uint64_t{0}) store.limit = limit;
        store.batch_sink = [&](std::span<OriginalId const> records) {
            for (std::size_t first = 0; first < records.size(); first += ids.size()) {
                std::ranges::copy(records.subspan(first, ids.size()), ids.begin());
                least.arrange(std::span(ids)); // now by variable
                for (std::size_t v = 0; v < ids.size(); ++v) match[v] = *by_id.find(ids[v]);
                visit_match(match);
            }
        };
        answer.added(query::list_form(walk).run(answer.where(), options));
    }
    if (visited > limit) answer.end(Status::limit);
    return std::min<std::uint64_t>(visited, limit);
}

} // namespace

std::string semantics_of_query(Query const& query, QuerySettings const& settings) {
    std::string text;
    switch (query.mode) {
    case QueryMode::nodes:
        text = settings.distinct
                   ? "matches: rows that differ by an automorphism of the query are one; different variables "
                     "have different vertices"
                   : "rows: maps of the variables to different vertices";
        text += ", each once if some choice among parallel edges meets all conditions";
        break;
    case QueryMode::edges:
        text =
            "rows: maps of the variables to vertices and of the arcs to different edges; vertices may be the same "
            "unless an "
            "arc joins their variables";
        break;
    case QueryMode::all:
        text =
            "rows: maps of the variables to vertices and of the arcs to edges; both may be the same, but for vertices "
            "whose "
            "variables an arc joins";
        break;
    }
    return text + (settings.induced ? "; induced: no edge but the pattern's" : "; other edges may be there");
}

std::string describe_query(Graph const& graph, Query const& query, QuerySettings const& settings) {
    BoundQuery const whole = query::bound(graph, query, {settings.label, settings.edge_label}, settings.induced);
    std::string text = fmt::format("answer       {}\n", semantics_of_query(query, settings));
    if (!whole.contradiction.empty()) return text + whole.contradiction + "\n";
    std::vector<InjectiveQuery> const parts = query::injective_queries(whole, graph);
    text += fmt::format("symmetries   {}\n", to_string(QueryPlan::symmetries_of(whole)));
    for (InjectiveQuery const& part : parts) {
        if (parts.size() > 1) text += "\n" + described_classes(query, part) + "\n";
        text += QueryPlan(graph, part.query, 0).describe([&](query::Owner owner) {
            if (owner.is_arc) return name_of_arc(query, static_cast<std::size_t>(owner.index));
            return name_of_class(query, part, owner.index);
        });
    }
    return text;
}

std::string estimate_query(Graph const& graph, Query const& query, QuerySettings const& settings,
                           RunOptions const& options) {
    Answer answer(graph, query, settings, options);
    std::string text;
    answer.sum([&](InjectiveQuery const& part, QueryPlan const& plan) {
        if (part.query.variables() == 1) {
            text += "no walk: each vertex is looked at once\n";
        } else if (plan.is_pattern()) {
            text += bind_matches(plan.as_matches()).estimate(graph, options);
        } else {
            auto const walk = std::make_shared<JoinedWalk const>(plan.walk(Symmetry::broken));
            text += query::count_form(walk).estimate(graph, options);
        }
        if (!text.ends_with('\n')) text += '\n';
        return WideCount{0};
    });
    return text;
}

QueryResult count_query(GraphOrResident const& graph, Query const& query, QuerySettings const& settings,
                        RunOptions const& options) {
    Answer answer(graph, query, settings, options);
    return answer.sum(
        [&](InjectiveQuery const& part, QueryPlan const& plan) { return count_part(answer, part, plan); });
}

QueryResult list_query(GraphOrResident const& graph, Query const& query,
                       std::function<void(QueryRow const&)> const& visit, QuerySettings const& settings,
                       RunOptions const& options) {
    Answer answer(graph, query, settings, options);
    std::uint64_t left = query.limit.value_or(~std::uint64_t{0});
    return answer.sum([&](InjectiveQuery const& part, QueryPlan const& plan) {
        WideCount const found = list_part(answer, part, plan, left, visit);
        left -= static_cast<std::uint64_t>(found);
        return found;
    });
}

std::vector<Cell> cells_of(Graph const& graph, Query const& query, QueryRow const& row) {
    std::vector<Cell> cells;
    for (QueryItem const& item : query.items) {
        if (item.kind == QueryItem::Kind::count) continue;
        auto const index = static_cast<std::size_t>(item.index);
        if (item.kind == QueryItem::Kind::arc_column) {
            Column const* const column = graph.columns ? graph.columns->row_column(item.column) : nullptr;
            bool const has = column != nullptr && row.rows[index] != GraphColumns::no_row;
            cells.push_back(has ? (*column)[row.rows[index]] : Cell());
            continue;
        }
        VertexId const v = row.vertices[index];
        if (item.kind == QueryItem::Kind::vertex_column) {
            Column const* const column = graph.columns ? graph.columns->vertex_column(item.column) : nullptr;
            cells.push_back(column != nullptr ? (*column)[v] : Cell());
        } else if (has_names(graph)) {
            cells.emplace_back(vertex_name(graph, graph.original_id(v)));
        } else {
            cells.emplace_back(static_cast<std::int64_t>(graph.original_id(v)));
        }
    }
    return cells;
}

std::string text_of(Cell const& cell) {
    switch (cell.index()) {
    case 1: return fmt::format("{}", std::get<std::int64_t>(cell));
    case 2: return fmt::format("{}", std::get<double>(cell));
    case 3: return std::get<bool>(cell) ? "true" : "false";
    case 4: return std::get<std::string>(cell);
    case 5: return format_time(std::get<Time>(cell));
    default: return {};
    }
}

GroupedQuery group_query(GraphOrResident const& graph, Query const& query, QuerySettings const& settings,
                         RunOptions const& options) {
    constexpr std::size_t most = std::size_t{1} << 24;
    std::map<std::vector<Cell>, WideCount> groups;
    Query unlimited = query;
    unlimited.limit.reset(); // it is one of groups
    GroupedQuery grouped{list_query(
        graph, unlimited,
        [&](QueryRow const& row) {
            ++groups[cells_of(graph.graph(), query, row)];
            if (groups.size() <= most) return;
            throw InputError(fmt::format("there are more than {} groups: return fewer columns, or rows", most));
        },
        settings, options)};
    for (auto& [key, count] : groups) {
        if (query.limit && grouped.groups.size() == *query.limit) {
            grouped.status = Status::limit;
            break;
        }
        grouped.groups.push_back({key, count});
    }
    return grouped;
}

LocalQuery count_local_query(GraphOrResident const& graph, Query const& query, QuerySettings const& settings,
                             RunOptions const& options) {
    std::vector<std::vector<WideCount>> of_variables(query.variables.size(),
                                                     std::vector<WideCount>(graph.graph().vertex_count()));
    QueryResult const result = list_query(
        graph, query,
        [&](QueryRow const& row) {
            for (std::size_t v = 0; v < row.vertices.size(); ++v) ++of_variables[v][row.vertices[v]];
        },
        settings, options);
    return {result, std::move(of_variables)};
}

} // namespace cerrado

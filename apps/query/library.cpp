// The functions of Cerrado::apps that answer queries.
#include "isomorphism/least_image.hpp"
#include "library/form.hpp"
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
#include <cerrado/run/devices.hpp>
#include <cerrado/run/resident.hpp>

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
        require_no_start(options, "a query is answered by several runs");
        if (options.of<StoreInput>().sinks() > 0)
            throw InputError("the rows of a query have functions of their own: leave out the sinks of StoreInput");
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

    // The parts whose variables coincide the least come first.
    void try_most_variables_first() {
        std::ranges::stable_sort(parts_, std::ranges::greater(),
                                 [](InjectiveQuery const& part) { return part.query.variables(); });
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
    auto const walk = std::make_shared<JoinedWalk const>(plan.walk(Symmetry::of_pattern));
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

// Makes rows of the answer of the matches of a part.
class Rows {
public:
    Rows(Answer const& answer, InjectiveQuery const& part, QueryPlan const& plan)
        : graph_(answer.graph()),
          part_(part),
          vertices_(part.class_of.size()) {
        bool const looks_up = reads_arcs(answer.query()) || plan.has_choices() || part.query.variables() == 1;
        if (looks_up) look_up_ = plan.looking_up();
    }

    // `match`: by variable of the part. The spans of a row are valid during the call visit(row).
    template <class Visit> void of(std::span<VertexId const> match, Visit const& visit) {
        for (std::size_t v = 0; v < vertices_.size(); ++v)
            vertices_[v] = match[static_cast<std::size_t>(part_.class_of[v])];
        if (!look_up_) return visit({vertices_, {}});
        query::for_each_choice(graph_, part_.query, *look_up_, match, [&](std::span<std::uint32_t const> rows) {
            visit({vertices_, rows});
        });
    }

private:
    Graph const& graph_;
    InjectiveQuery const& part_;
    std::optional<JoinedWalk> look_up_;
    std::vector<VertexId> vertices_;
};

// Calls visit(match) for each match of a part that has several variables, its vertices by variable.
void list_matches_of(Answer& answer, QueryPlan const& plan, Symmetry symmetry, std::optional<std::uint64_t> limit,
                     std::function<void(std::span<VertexId const>)> const& visit) {
    auto const walk = std::make_shared<JoinedWalk const>(plan.walk(symmetry));
    std::vector<int> const& order = plan.order();
    std::vector<int> variables(order.size());
    std::iota(variables.begin(), variables.end(), 0);
    LeastImage const least(answer.is_distinct() ? plan.symmetry_chain() : std::vector<std::vector<Permutation>>{},
                           variables, order);
    detail::VertexById const by_id(answer.graph());
    std::vector<VertexId> match(order.size());
    std::vector<OriginalId> ids(order.size());
    RunOptions options = answer.options();
    auto& store = options.of<StoreInput>();
    if (limit) store.limit = limit;
    store.batch_sink = [&](std::span<OriginalId const> records) {
        for (std::size_t first = 0; first < records.size(); first += ids.size()) {
            std::ranges::copy(records.subspan(first, ids.size()), ids.begin());
            least.arrange(std::span(ids)); // now by variable
            for (std::size_t v = 0; v < ids.size(); ++v) match[v] = *by_id.find(ids[v]);
            visit(match);
        }
    };
    answer.added(query::list_form(walk).run(answer.where(), options));
}

// Calls visit(row) for the rows of a part, at most `limit` of them. Returns: the number of rows that were visited.
WideCount list_part(Answer& answer, InjectiveQuery const& part, QueryPlan const& plan, Symmetry symmetry,
                    std::uint64_t limit, std::function<void(QueryRow const&)> const& visit) {
    Rows rows(answer, part, plan);
    std::uint64_t met = 0;
    auto const visit_match = [&](std::span<VertexId const> match) {
        rows.of(match, [&](QueryRow const& row) {
            if (met++ < limit) visit(row);
        });
    };
    bool const is_limited = limit != ~std::uint64_t{0};
    if (part.query.variables() > 1) {
        // each match is a row at least
        list_matches_of(answer, plan, symmetry, is_limited ? std::optional(limit) : std::nullopt, visit_match);
    } else {
        for (VertexId const v : plan.vertices_of_one()) {
            visit_match(std::span(&v, 1));
            if (met > limit) break;
        }
    }
    if (met > limit) answer.end(Status::limit);
    return std::min<std::uint64_t>(met, limit);
}

Symmetry symmetry_of_list(Answer const& answer) { return answer.is_distinct() ? Symmetry::of_query : Symmetry::none; }

// Looks for a row of a part. Returns: 1 if there is one, else 0.
WideCount find_part(Answer& answer, InjectiveQuery const& part, QueryPlan const& plan, FoundQuery& found) {
    auto const take = [&](QueryRow const& row) {
        if (!found.vertices.empty()) return;
        found.vertices.assign(row.vertices.begin(), row.vertices.end());
        found.rows.assign(row.rows.begin(), row.rows.end());
    };
    if (plan.is_pattern()) {
        FoundMatch const match = find_match(answer.where(), plan.as_matches(), answer.options());
        answer.added(match);
        if (match.count == 0) return 0;
        detail::VertexById const by_id(answer.graph());
        std::vector<VertexId> vertices;
        for (OriginalId const id : match.vertices) vertices.push_back(*by_id.find(id));
        Rows(answer, part, plan).of(vertices, take);
    } else {
        list_part(answer, part, plan, Symmetry::of_query, 1, take);
    }
    if (found.vertices.empty()) return 0;
    answer.end(Status::limit); // no other part is asked
    return 1;
}

// Throws InputError unless the rows can stay on a device.
void require_vertices_alone(Answer const& answer, InjectiveQuery const& part, QueryPlan const& plan) {
    bool const counts_choices = answer.query().mode != QueryMode::nodes && plan.has_choices();
    if (part.query.variables() > 1 && !counts_choices) return;
    throw InputError(fmt::format(
        "rows on a device are matches that a walk finds, and {}: list the rows on the host by list_query()",
        counts_choices ? "this query counts each choice of edges as a row" : "a query of one variable has no walk"));
}

// Hands the rows of a part to a sink where they lie.
WideCount list_part_on_device(Answer& answer, InjectiveQuery const& part, QueryPlan const& plan,
                              std::function<void(QueryBatch const&)> const& sink) {
    auto const walk = std::make_shared<JoinedWalk const>(plan.walk(symmetry_of_list(answer)));
    std::vector<int> const& order = plan.order();
    std::vector<int> places;
    for (int const of_part : part.class_of)
        places.push_back(static_cast<int>(std::ranges::find(order, of_part) - order.begin()));
    RunOptions options = answer.options();
    options.of<StoreInput>().device_sink = [&](DeviceBatch const& batch) { sink({batch, order.size(), places}); };
    return answer.added(query::list_form(walk).run(answer.where(), options));
}

// Throws InputError for a query whose rows have more than vertices, and if there is no device.
void require_device_rows(GraphOrResident const& graph, Query const& query, RunOptions const& options) {
    if (graph.resident() == nullptr && resolve_device(options.device) != DeviceKind::cuda)
        throw InputError("rows stay on a CUDA device, and this run uses none: list them on the host by list_query()");
    if (query.limit)
        throw InputError("a limit is for rows on the host: leave it out, or list the rows there by list_query()");
    if (reads_arcs(query)) {
        throw InputError(
            "rows on a device have vertices alone, and the query returns columns of edges: leave them out, or list the "
            "rows on the host by list_query()");
    }
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
            auto const walk = std::make_shared<JoinedWalk const>(plan.walk(Symmetry::of_pattern));
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
        WideCount const found = list_part(answer, part, plan, symmetry_of_list(answer), left, visit);
        left -= static_cast<std::uint64_t>(found);
        return found;
    });
}

QueryResult list_query_on_device(GraphOrResident const& graph, Query const& query,
                                 std::function<void(QueryBatch const&)> const& sink, QuerySettings const& settings,
                                 RunOptions const& options) {
    require_device_rows(graph, query, options);
    Answer answer(graph, query, settings, options);
    answer.sum([&](InjectiveQuery const& part, QueryPlan const& plan) { // before a row is handed over
        require_vertices_alone(answer, part, plan);
        return WideCount{0};
    });
    return answer.sum([&](InjectiveQuery const& part, QueryPlan const& plan) {
        return list_part_on_device(answer, part, plan, sink);
    });
}

FoundQuery find_query(GraphOrResident const& graph, Query const& query, QuerySettings const& settings,
                      RunOptions const& options) {
    Answer answer(graph, query, settings, options);
    answer.try_most_variables_first();
    FoundQuery found;
    static_cast<QueryResult&>(found) = answer.sum(
        [&](InjectiveQuery const& part, QueryPlan const& plan) { return find_part(answer, part, plan, found); });
    found.matches.reset();
    if (found.count > 0) found.status = Status::complete;
    if (found.status == Status::complete) found.exists = found.count > 0;
    return found;
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

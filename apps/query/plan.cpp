#include "query/plan.hpp"

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/order/shares.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/numbering.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <set>
#include <tuple>

namespace cerrado::query {

namespace {

using Op = Term::Op;
using Type = Term::Type;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Term constant_truth(bool is) {
    Term term;
    term.type = Type::boolean;
    term.value = is;
    return term;
}

// Returns: the term, in which two variables are the same if they are in the same class.
Term with_same_decided(Term term, std::vector<int> const& class_of) {
    bool const is_same = term.op == Op::is_row && term.type == Type::boolean;
    if (is_same) return constant_truth(class_of[at(term.owner.index)] == class_of[at(term.parts[0].owner.index)]);
    for (Term& part : term.parts) part = with_same_decided(std::move(part), class_of);
    return term;
}

// A part of a text can be looked for only in a constant, or a constant in it.
void require_texts_of_one(Term const& term, std::string const& text) {
    bool const is_part = term.op == Op::starts_with || term.op == Op::ends_with || term.op == Op::contains;
    if (is_part && term.owners().size() > 1)
        refuse_query(text, term.place,
                     "a part of a text is looked for in one column, with a text that is written here");
    for (Term const& part : term.parts) require_texts_of_one(part, text);
}

// Puts the conditions where they belong.
void arrange(BoundQuery& query, std::vector<Term> conditions) {
    for (Term& term : conditions) {
        std::set<Owner> const owners = term.owners();
        if (owners.empty()) {
            if (truth_of_constant(term) != is_true) query.contradiction = "a condition is never true";
        } else if (owners.size() > 1) {
            query.joins.push_back(std::move(term));
        } else if (owners.begin()->is_arc) {
            query.arcs[at(owners.begin()->index)].conditions.push_back(std::move(term));
        } else {
            query.of_variable[at(owners.begin()->index)].push_back(std::move(term));
        }
    }
}

void require_joined(Query const& query) {
    std::vector<int> part(query.variables.size());
    std::iota(part.begin(), part.end(), 0);
    for (std::size_t round = 0; round < part.size(); ++round) {
        for (QueryArc const& arc : query.arcs) {
            if (arc.is_forbidden) continue;
            int const least = std::min(part[at(arc.from)], part[at(arc.to)]);
            part[at(arc.from)] = part[at(arc.to)] = least;
        }
    }
    for (std::size_t v = 0; v < part.size(); ++v) {
        if (part[v] == 0) continue;
        refuse_query(
            query.text, query.variables[v].place,
            fmt::format("no path of arcs joins '{}' to '{}': the pattern must be connected; ask for its parts one "
                        "by one",
                        query.variables[v].name, query.variables[0].name));
    }
}

} // namespace

BoundQuery bound(Graph const& graph, Query const& query, Labels const& labels, bool induced) {
    if (query.variables.empty()) refuse_query(query.text, {}, "there is no variable; write A -> B, or MATCH (a)-->(b)");
    if (query.variables.size() > MatchingPlan::max_vertices) {
        refuse_query(query.text, query.variables[MatchingPlan::max_vertices].place,
                     fmt::format("there are {} variables, and there may be {}", query.variables.size(),
                                 MatchingPlan::max_vertices));
    }
    if (induced && query.mode != QueryMode::nodes)
        throw InputError("only different nodes can be induced: leave out --induced, or take --mode nodes");
    require_joined(query);
    BoundQuery found;
    found.mode = query.mode;
    found.induced = induced;
    found.of_variable.resize(query.variables.size());
    Resolver resolver(graph, query, labels);
    std::vector<Term> conditions;
    for (QueryArc const& arc : query.arcs) {
        if (!arc.is_either_way && arc.from != arc.to && !is_directed(graph))
            refuse_query(query.text, arc.place,
                         "this is an arc, and the graph is undirected: read it with --directed, or write --");
        found.arcs.push_back({arc.from, arc.to, arc.is_either_way || !is_directed(graph), arc.is_forbidden, {}, {}});
        std::vector<Term> of_arc;
        for (QueryTerm const& term : arc.conditions) Resolver::split(resolver.condition(term), of_arc);
        if (!arc.is_forbidden) {
            std::ranges::move(of_arc, std::back_inserter(conditions));
            continue;
        }
        for (Term& term : of_arc) {
            std::set<Owner> owners = term.owners();
            owners.erase({true, static_cast<int>(found.arcs.size()) - 1});
            if (std::ranges::any_of(owners, &Owner::is_arc))
                refuse_query(query.text, term.place,
                             "a condition on an arc that must not be there can read no other arc");
            auto& own = found.arcs.back();
            (owners.empty() ? own.conditions : own.joins).push_back(std::move(term));
        }
    }
    for (QueryTerm const& term : query.conditions) Resolver::split(resolver.condition(term), conditions);
    auto const check = [&](std::vector<Term> const& terms) {
        for (Term const& term : terms) {
            range_of(term, query.text); // refuses sums that leave 64 bits
            require_texts_of_one(term, query.text);
        }
    };
    check(conditions);
    for (QueryArc const& no : query.arcs) {
        for (QueryArc const& arc : query.arcs) {
            bool const are_same = arc.from == no.from && arc.to == no.to && arc.is_either_way == no.is_either_way;
            if (no.is_forbidden && no.conditions.empty() && !arc.is_forbidden && are_same)
                found.contradiction = "an arc must be there and must not be there";
        }
    }
    for (BoundArc const& arc : found.arcs) check(arc.conditions), check(arc.joins);
    found.notes = resolver.notes();
    arrange(found, std::move(conditions));
    return found;
}

namespace {

// Makes the partitions of the variables, one vertex after the other.
class Partitions {
public:
    Partitions(BoundQuery const& query, Graph const& graph) : query_(query), class_of_(query.of_variable.size()) {
        bool const has_parallel = graph.columns && graph.columns->has_parallel;
        may_fall_together_ = query.mode != QueryMode::edges || has_parallel;
        both_ways_ = is_directed(graph);
        apart_.resize(class_of_.size() * class_of_.size());
        for (BoundArc const& arc : query.arcs) {
            if (!arc.is_forbidden) apart(arc.from, arc.to) = apart(arc.to, arc.from) = true;
        }
    }

    std::vector<InjectiveQuery> all() {
        extend(0, 0);
        return std::move(found_);
    }

private:
    static constexpr std::size_t most = 5000;

    std::vector<bool>::reference apart(int u, int v) { return apart_[at(u) * class_of_.size() + at(v)]; }

    void extend(std::size_t v, int classes) {
        if (v == class_of_.size()) return add(classes);
        int const last = query_.mode == QueryMode::nodes ? classes : 0;
        for (int c = last; c <= classes; ++c) {
            bool fits = true;
            for (std::size_t u = 0; u < v && fits; ++u)
                fits = class_of_[u] != c || !apart(static_cast<int>(u), static_cast<int>(v));
            if (!fits) continue;
            class_of_[v] = c;
            extend(v + 1, std::max(classes, c + 1));
        }
    }

    void add(int classes) {
        if (!may_fall_together_ && arcs_fall_together()) return;
        if (found_.size() == most) {
            throw InputError(
                fmt::format("the variables may coincide in more than {} ways: ask for DIFFERENT NODES, or for "
                            "fewer variables",
                            most));
        }
        InjectiveQuery made{{}, class_of_};
        BoundQuery& query = made.query;
        query.mode = query_.mode;
        query.induced = query_.induced;
        query.contradiction = query_.contradiction;
        query.of_variable.resize(at(classes));
        query.arcs = query_.arcs;
        auto const moved = [&](Term const& term) {
            return with_same_decided(term, class_of_).moved([&](Owner owner) {
                return owner.is_arc ? owner : Owner{false, class_of_[at(owner.index)]};
            });
        };
        std::vector<Term> conditions;
        for (BoundArc& arc : query.arcs) {
            arc.from = class_of_[at(arc.from)];
            arc.to = class_of_[at(arc.to)];
            for (Term& term : arc.joins) term = moved(term);
        }
        for (auto const& of_one : query_.of_variable)
            for (Term const& term : of_one) conditions.push_back(moved(term));
        for (Term const& term : query_.joins) conditions.push_back(moved(term));
        arrange(query, std::move(conditions));
        if (query.contradiction.empty()) found_.push_back(std::move(made));
    }

    // Returns: whether two arcs have the same ends, so that they would be the same row of a simple graph.
    bool arcs_fall_together() const {
        std::set<std::pair<int, int>> directed;
        std::map<std::pair<int, int>, int> pairs;
        for (BoundArc const& arc : query_.arcs) {
            if (arc.is_forbidden || arc.from == arc.to) continue;
            std::pair<int, int> const ends{class_of_[at(arc.from)], class_of_[at(arc.to)]};
            int const there_are = both_ways_ ? 2 : 1; // arcs between two vertices
            if (++pairs[std::minmax(ends.first, ends.second)] > there_are) return true;
            if (!arc.is_either && !directed.insert(ends).second) return true;
        }
        return false;
    }

    BoundQuery const& query_;
    std::vector<int> class_of_;
    std::vector<bool> apart_;
    bool may_fall_together_ = false, both_ways_ = false;
    std::vector<InjectiveQuery> found_;
};

} // namespace

std::vector<InjectiveQuery> injective_queries(BoundQuery const& query, Graph const& graph) {
    return Partitions(query, graph).all();
}

namespace {

// Returns: the columns of the graph, with a row for each arc if it has no rows.
std::shared_ptr<GraphColumns const> with_rows_of(Graph const& graph) {
    if (graph.columns && !graph.columns->first_row.empty()) return graph.columns;
    auto columns = graph.columns ? std::make_shared<GraphColumns>(*graph.columns) : std::make_shared<GraphColumns>();
    columns->first_row.assign(graph.neighbour_array().size(), GraphColumns::no_row);
    for_each_arc_or_edge(graph, [&](VertexId from, VertexId to) {
        columns->first_row[graph.ref().find(from, to)] = columns->rows;
        if (!is_directed(graph)) columns->first_row[graph.ref().find(to, from)] = columns->rows;
        ++columns->rows;
    });
    return columns;
}

// Returns: the variables, in their order.
std::vector<int> variables_of(BoundQuery const& query) {
    std::vector<int> variables(at(query.variables()));
    std::iota(variables.begin(), variables.end(), 0);
    return variables;
}

std::string text_of_set(std::vector<Term> const& terms) {
    std::vector<std::string> texts;
    for (Term const& term : terms) texts.push_back(normal_text(term, [](Owner) { return "x"; }));
    std::ranges::sort(texts);
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    return joined(texts, " AND ");
}

// Returns: for each row or vertex whether it meets all of the conditions.
std::vector<std::uint8_t> meet_all(std::vector<Term> const& terms, std::size_t count, int threads) {
    std::vector<std::uint8_t> all(count, 1);
    for (Term const& term : terms) {
        Values const values = values_of(term, count, threads);
        for (std::size_t i = 0; i < count; ++i) all[i] &= values.truth[i] == is_true ? 1 : 0;
    }
    return all;
}

struct TooManyConditions : InputError {
    using InputError::InputError;
};

} // namespace

// The conditions that the labels of the pattern stand for.
class QueryPlan::Meaning final : public LabelMeaning {
public:
    struct OfVertex {
        std::vector<Term> terms{};
        std::vector<std::pair<std::vector<Term>, bool>> loops{}; // it has one that meets these; true: it has none
    };

    explicit Meaning(int threads) : threads_(threads) {}

    std::string add(OfVertex meaning) {
        std::vector<std::string> texts;
        for (auto const& [terms, is_refused] : meaning.loops)
            texts.push_back(fmt::format("{}loop{{{}}}", is_refused ? "no " : "", text_of_set(terms)));
        std::ranges::sort(texts);
        std::string text = text_of_set(meaning.terms) + joined(texts, " ");
        vertices_[text] = std::move(meaning);
        return text;
    }
    // For each set there is a row that meets all of it.
    std::string add(std::vector<std::vector<Term>> sets) {
        std::set<std::string> texts;
        for (auto const& set : sets) texts.insert(text_of_set(set));
        std::string text = joined(std::vector(texts.begin(), texts.end()), "; ");
        arcs_[text] = std::move(sets);
        return text;
    }

    std::vector<std::string> const& unmet() const { return unmet_; }

    std::vector<std::uint8_t> of_vertices(Graph const& graph, std::string const& label) const override {
        OfVertex const& meaning = vertices_.at(label);
        std::vector<std::uint8_t> meets = meet_all(meaning.terms, graph.vertex_count(), threads_);
        for (auto const& [terms, is_refused] : meaning.loops) {
            GraphColumns const& columns = rows_of(graph);
            std::vector<std::uint8_t> const rows = meet_all(terms, columns.rows, threads_);
            for (VertexId v = 0; v < graph.vertex_count(); ++v) {
                bool const has = !columns.first_loop.empty() && is_any(columns, columns.first_loop[v], rows);
                if (has == is_refused) meets[v] = 0;
            }
        }
        if (std::ranges::find(meets, 1) == meets.end() && !meaning.terms.empty())
            note_unmet("vertex", text_of_set(meaning.terms));
        return meets;
    }

    std::vector<std::uint8_t> of_entries(Graph const& graph, std::string const& label) const override {
        std::vector<std::uint8_t> all(graph.neighbour_array().size(), 1);
        for (std::size_t entry = 0; is_directed(graph) && entry < all.size(); ++entry)
            all[entry] = graph.marks->arcs[entry] & GraphMarks::arc_to;
        for (auto const& set : arcs_.at(label)) {
            GraphColumns const& columns = rows_of(graph);
            std::vector<std::uint8_t> const rows = meet_all(set, columns.rows, threads_);
            if (std::ranges::find(rows, 1) == rows.end()) note_unmet("edge", text_of_set(set));
            for (EdgeOffset entry = 0; entry < all.size(); ++entry)
                if (!is_any(columns, columns.first_row[entry], rows)) all[entry] = 0;
        }
        return all;
    }

private:
    // Only conditions on edges need the rows, which a graph without columns would be given.
    GraphColumns const& rows_of(Graph const& graph) const {
        if (!columns_) columns_ = with_rows_of(graph);
        return *columns_;
    }
    static bool is_any(GraphColumns const& columns, std::uint32_t first, std::vector<std::uint8_t> const& rows) {
        bool is = false;
        columns.for_each_row(first, [&](std::uint32_t row) { is |= rows[row] != 0; });
        return is;
    }
    void note_unmet(char const* bearer, std::string const& text) const {
        std::string conditions = text; // without the name that stands for all of them
        for (std::size_t at = 0; (at = conditions.find("x.`", at)) != std::string::npos;) conditions.erase(at, 2);
        std::string const note = fmt::format("no {} meets {}, so there is no row", bearer, conditions);
        if (std::ranges::find(unmet_, note) == unmet_.end()) unmet_.push_back(note);
    }

    int const threads_;
    mutable std::shared_ptr<GraphColumns const> columns_;
    std::map<std::string, OfVertex> vertices_;
    mutable std::vector<std::string> unmet_;
    std::map<std::string, std::vector<std::vector<Term>>> arcs_;
};

// Everything that the query says about each variable and each pair of them, as texts.
struct QueryPlan::Said {
    explicit Said(BoundQuery const& query) : query_(query) {
        auto const size = at(query.variables());
        of_variable.resize(size);
        of_pair.resize(size * size);
        std::vector<std::vector<std::string>> of_variable_parts(size), of_pair_parts(size * size);
        for (std::size_t v = 0; v < size; ++v) of_variable_parts[v] = {text_of_set(query.of_variable[v])};
        for (BoundArc const& arc : query.arcs) {
            if (!arc.joins.empty()) continue; // they are among the joins
            std::string const text = fmt::format("{}{{{}}}", arc.is_forbidden ? "!" : "", text_of_set(arc.conditions));
            auto const add = [&](int u, int v, char const* kind) {
                of_pair_parts[at(u) * size + at(v)].push_back(kind + text);
            };
            if (arc.from == arc.to) {
                of_variable_parts[at(arc.from)].push_back(text);
            } else if (arc.is_either) {
                add(arc.from, arc.to, "-");
                add(arc.to, arc.from, "-");
            } else {
                add(arc.from, arc.to, ">");
            }
        }
        auto const put = [](std::vector<std::vector<std::string>>& parts, std::vector<std::string>& into) {
            for (std::size_t i = 0; i < parts.size(); ++i) {
                std::ranges::sort(parts[i]);
                into[i] = joined(parts[i], " ");
            }
        };
        put(of_variable_parts, of_variable);
        put(of_pair_parts, of_pair);
        for (int i = 0; i < static_cast<int>(query.arcs.size()); ++i) {
            auto const& own = query.arcs[at(i)];
            auto& parallel = with_ends_[ends_of(own.from, own.to, own.is_either)];
            number_of_arc_.push_back(own.is_forbidden ? -1 : static_cast<int>(parallel.size()));
            if (!own.is_forbidden) parallel.push_back(i);
        }
        std::vector<int> const identity = variables_of(query);
        image_of_number_ = number_of_arc_;
        all_joins_ = query.joins;
        for (BoundArc const& arc : query.arcs)
            if (!arc.joins.empty()) all_joins_.push_back(as_join(arc, static_cast<int>(&arc - query.arcs.data())));
        for (Term const& join : all_joins_) {
            joins_.insert(text_of(join, identity));
            Reads reads;
            for (Owner const& owner : join.owners()) {
                if (!owner.is_arc) {
                    reads.variables |= Pattern::bit(owner.index);
                    continue;
                }
                reads.variables |= Pattern::bit(arc(owner).from) | Pattern::bit(arc(owner).to);
                auto const& parallel = with_ends_[ends_of(arc(owner).from, arc(owner).to, arc(owner).is_either)];
                reads.is_of_parallel |= !arc(owner).is_forbidden && parallel.size() > 1;
            }
            reads_.push_back(reads);
        }
    }

    // A chain of stabilisers in an order, see break_symmetry() and stabiliser_chain().
    struct Chain {
        SymmetryBreaking breaking{};
        WideCount count = 1;
        std::vector<std::vector<Permutation>> moves{};
    };
    Chain chain(std::vector<int> const& order) {
        Chain found;
        image_.assign(of_variable.size(), -1);
        for (int const v : order) {
            auto& moves = found.moves.emplace_back();
            for (int u = 0; u < query_.variables(); ++u) {
                if (u == v || std::ranges::find(image_, u) != image_.end()) continue;
                std::vector<int> const before = image_;
                if (fits(v, u) && (image_[at(v)] = u, is_kept(v)) && complete()) {
                    found.breaking.restrictions.push_back({v, u});
                    moves.push_back(image_);
                }
                image_ = before;
            }
            found.count *= moves.size() + 1;
            image_[at(v)] = v;
        }
        return found;
    }

    // Returns: of the products of a chain's permutations, those that take the conditions on several vertices and edges to
    // different ones.
    std::vector<Permutation> different_images(std::vector<std::vector<Permutation>> const& chain) const {
        std::vector<Permutation> images;
        std::set<std::set<std::string>> seen;
        auto const add = [&](auto const& self, std::size_t level, Permutation const& product) -> void {
            if (level == chain.size()) {
                std::set<std::string> texts;
                for (Term const& join : all_joins_) texts.insert(text_of(join, product));
                if (seen.insert(std::move(texts)).second) images.push_back(product);
                return;
            }
            self(self, level + 1, product);
            for (Permutation const& move : chain[level]) {
                Permutation next;
                for (int const v : move) next.push_back(product[at(v)]);
                self(self, level + 1, next);
            }
        };
        add(add, 0, variables_of(query_));
        return images;
    }

    std::vector<std::string> of_variable, of_pair;

private:
    BoundArc const& arc(Owner owner) const { return query_.arcs[at(owner.index)]; }

    std::string text_of(Term const& join, std::vector<int> const& image) const {
        return normal_text(join, [&](Owner owner) {
            if (!owner.is_arc) return fmt::format("{}", image[at(owner.index)]);
            auto const [from, to, is_either] =
                ends_of(image[at(arc(owner).from)], image[at(arc(owner).to)], arc(owner).is_either);
            return fmt::format("{}{}{}#{}", from, is_either ? "-" : ">", to, image_of_number_[at(owner.index)]);
        });
    }

    using Ends = std::tuple<int, int, bool>;
    static Ends ends_of(int from, int to, bool is_either) {
        if (is_either) return {std::min(from, to), std::max(from, to), true};
        return {from, to, false};
    }

    // Finds an automorphism with the images so far.
    bool complete() {
        auto const open = std::ranges::find(image_, -1);
        if (open == image_.end()) {
            bool const is_it = are_kept_by_parallel(with_ends_.begin());
            image_of_number_ = number_of_arc_;
            return is_it;
        }
        auto const v = static_cast<int>(open - image_.begin());
        for (int u = 0; u < query_.variables(); ++u) {
            if (std::ranges::find(image_, u) != image_.end() || !fits(v, u)) continue;
            image_[at(v)] = u;
            if (is_kept(v) && complete()) return true;
            image_[at(v)] = -1;
        }
        return false;
    }
    bool fits(int v, int u) const {
        auto const size = of_variable.size();
        if (of_variable[at(v)] != of_variable[at(u)]) return false;
        for (std::size_t w = 0; w < size; ++w) {
            if (image_[w] < 0) continue;
            std::size_t const to = at(image_[w]);
            if (of_pair[at(v) * size + w] != of_pair[at(u) * size + to] ||
                of_pair[w * size + at(v)] != of_pair[to * size + at(u)]) {
                return false;
            }
        }
        return true;
    }
    // Returns: whether the conditions on v and vertices with images are conditions of the query on the images.
    bool is_kept(int v) const {
        Pattern::Vertices placed = 0;
        for (std::size_t w = 0; w < image_.size(); ++w)
            if (image_[w] >= 0) placed |= Pattern::bit(static_cast<int>(w));
        for (std::size_t i = 0; i < reads_.size(); ++i) {
            Reads const& reads = reads_[i];
            if ((reads.variables & Pattern::bit(v)) == 0 || (reads.variables & ~placed) != 0 || reads.is_of_parallel)
                continue;
            if (!joins_.contains(text_of(all_joins_[i], image_))) return false;
        }
        return true;
    }
    // Parallel arcs of the query may go to any of those between the images of their ends. Returns: whether they can go such
    // that the conditions on them are kept. All variables have images.
    bool are_kept_by_parallel(std::map<Ends, std::vector<int>>::const_iterator group) {
        while (group != with_ends_.end() && group->second.size() < 2) ++group;
        if (group == with_ends_.end()) {
            for (std::size_t i = 0; i < reads_.size(); ++i)
                if (reads_[i].is_of_parallel && !joins_.contains(text_of(all_joins_[i], image_))) return false;
            return true;
        }
        BoundArc const& first = query_.arcs[at(group->second.front())];
        auto const& targets = with_ends_.at(ends_of(image_[at(first.from)], image_[at(first.to)], first.is_either));
        std::vector<std::size_t> to(targets.size());
        std::iota(to.begin(), to.end(), std::size_t{0});
        auto const next = std::next(group);
        do {
            bool fits = true;
            for (std::size_t i = 0; i < to.size() && fits; ++i) {
                int const own = group->second[i];
                fits = text_of_set(query_.arcs[at(own)].conditions) ==
                       text_of_set(query_.arcs[at(targets[to[i]])].conditions);
                image_of_number_[at(own)] = static_cast<int>(to[i]);
            }
            if (fits && are_kept_by_parallel(next)) return true;
        } while (std::ranges::next_permutation(to).found);
        return false;
    }

    // A forbidden arc whose conditions read vertices, as one condition.
    static Term as_join(BoundArc const& arc, int index) {
        Term row;
        row.op = Op::is_row;
        row.owner = {true, index};
        Term all;
        all.op = Op::both;
        all.type = Type::boolean;
        all.parts = arc.conditions;
        all.parts.insert(all.parts.end(), arc.joins.begin(), arc.joins.end());
        all.parts.push_back(row);
        Term no;
        no.op = Op::negation;
        no.type = Type::boolean;
        no.parts = {all};
        return no;
    }

    BoundQuery const& query_;
    std::vector<Term> all_joins_;
    std::map<Ends, std::vector<int>> with_ends_; // required arcs
    std::vector<int> number_of_arc_;             // among those with the same ends; -1: it is forbidden
    std::vector<int> image_of_number_;
    std::set<std::string> joins_;
    struct Reads {
        Pattern::Vertices variables = 0;
        bool is_of_parallel = false;
    };
    std::vector<Reads> reads_; // by join
    std::vector<int> image_;
};

QueryPlan::QueryPlan(Graph const& graph, BoundQuery const& query, int threads, BoundQuery const* said)
    : graph_(graph),
      query_(query),
      threads_(threads),
      pattern_(std::max(1, query.variables())),
      meaning_(std::make_shared<Meaning>(threads)),
      said_(std::make_unique<Said>(said != nullptr ? *said : query)) {
    say_vertices();
    say_arcs();
    say_forbidden();
    bool const has_parallel = graph.columns && graph.columns->has_parallel;
    counts_choices_ = query.mode != QueryMode::nodes;
    has_choices_ = std::ranges::any_of(query.arcs, [](BoundArc const& arc) { return !arc.joins.empty(); });
    if (counts_choices_) {
        std::set<std::pair<int, int>> pairs;
        for (BoundArc const& arc : query.arcs) {
            if (arc.is_forbidden) continue;
            bool const is_first = pairs.insert(std::minmax(arc.from, arc.to)).second;
            bool const must_differ = !is_first && query.mode == QueryMode::edges; // else they are the same row
            has_choices_ |= has_parallel || is_either(arc) || arc.from == arc.to || must_differ;
        }
    } else {
        for (Term const& join : query.joins) {
            for (Owner const& owner : join.owners()) {
                if (!owner.is_arc) continue;
                BoundArc const& arc = query.arcs[at(owner.index)];
                has_choices_ |= has_parallel || is_either(arc) || arc.from == arc.to;
            }
        }
    }
    symmetries_ = said_->chain(variables_of(query)).count;
}

QueryPlan::~QueryPlan() = default;

WideCount QueryPlan::symmetries_of(BoundQuery const& query) { return Said(query).chain(variables_of(query)).count; }

// An edge of a directed graph that may be an arc either way.
bool QueryPlan::is_either(BoundArc const& arc) const { return arc.is_either && is_directed(graph_); }

void QueryPlan::say_vertices() {
    for (int v = 0; v < query_.variables(); ++v) {
        Meaning::OfVertex meaning{query_.of_variable[at(v)], {}};
        for (BoundArc const& arc : query_.arcs)
            if (arc.from == v && arc.to == v && arc.joins.empty())
                meaning.loops.emplace_back(arc.conditions, arc.is_forbidden);
        if (!meaning.terms.empty() || !meaning.loops.empty()) pattern_.label(v, {meaning_->add(std::move(meaning))});
    }
}

void QueryPlan::say_arcs() {
    std::map<std::tuple<int, int, bool>, std::vector<std::vector<Term>>> sets; // by ends, and whether it is an edge
    for (BoundArc const& arc : query_.arcs) {
        if (arc.is_forbidden || arc.from == arc.to) continue;
        auto const [low, high] = std::minmax(arc.from, arc.to);
        if (arc.is_either)
            pattern_.require_edge(arc.from, arc.to);
        else
            pattern_.require_arc(arc.from, arc.to);
        auto& own = arc.is_either ? sets[{low, high, true}] : sets[{arc.from, arc.to, false}];
        if (!arc.conditions.empty()) own.push_back(arc.conditions);
    }
    for (auto& [ends, own] : sets) {
        if (own.empty()) continue;
        auto const [from, to, is_edge] = ends;
        std::string const text = meaning_->add(std::move(own));
        if (is_edge)
            pattern_.label_edge(from, to, text);
        else
            pattern_.label_arc(from, to, text);
    }
}

void QueryPlan::say_forbidden() {
    for (BoundArc const& arc : query_.arcs) {
        if (!arc.is_forbidden || arc.from == arc.to || !arc.joins.empty()) continue;
        std::vector<std::vector<Term>> sets;
        if (!arc.conditions.empty()) sets.push_back(arc.conditions);
        forbidden_.push_back({arc.from, arc.to, arc.is_either, meaning_->add(std::move(sets))});
    }
}

PatternNeeds QueryPlan::needs() const {
    using Kind = PatternBits::Kind;
    PatternNeeds needs = needs_of(pattern_, query_.induced);
    auto const bit = [&](Kind kind, std::string const& text) -> std::uint32_t {
        PatternBits::OfEntry const one{kind, text};
        auto& all = needs.bits.of_entry;
        auto const place = static_cast<std::size_t>(std::ranges::find(all, one) - all.begin());
        if (place == all.size()) all.push_back(one);
        return place < PatternBits::most ? std::uint32_t{1} << place : 0;
    };
    for (ForbiddenArc const& one : forbidden_) {
        EntryNeeds const refused =
            one.is_either ? EntryNeeds{bit(Kind::label_either, one.text), bit(Kind::label_either, one.text)}
                          : EntryNeeds{bit(Kind::label_to, one.text), bit(Kind::label_from, one.text)};
        needs.forbidden.push_back({one.from, one.to, refused});
    }
    return needs;
}

bool QueryPlan::is_pattern() const {
    return query_.joins.empty() && forbidden_.empty() && !has_choices_ && query_.variables() > 1;
}

MatchQuery QueryPlan::as_matches() const {
    MatchQuery matches{.pattern = pattern_, .induced = query_.induced};
    if (!pattern_.has_labels() && !pattern_.has_edge_labels()) return matches;
    matches.meaning = meaning_;
    matches.algorithm = Algorithm::walk;
    return matches;
}

std::vector<std::string> QueryPlan::unmet() const { return meaning_->unmet(); }

std::vector<int> const& QueryPlan::order() const {
    if (order_.empty()) order_ = matching_order(pattern_, query_.induced, graph_, meaning_.get());
    return order_;
}

JoinedWalk QueryPlan::walk(Symmetry symmetry) const {
    if (symmetry == Symmetry::of_pattern) {
        if (auto by_images = walk_by_images()) return std::move(*by_images);
        symmetry = Symmetry::of_query;
    }
    return compiled(order(), symmetry == Symmetry::none ? SymmetryBreaking{} : said_->chain(order()).breaking, {});
}

// The conditions on single vertices and edges stay in the pattern, whose symmetries keep them.
std::optional<JoinedWalk> QueryPlan::walk_by_images() const {
    if (has_choices_ || query_.joins.empty()) return std::nullopt;
    BoundQuery bare = query_;
    bare.joins.clear();
    auto const chain = Said(bare).chain(order());
    // Each condition that is tested early halves the walk, so as a guess.
    auto const early = std::ranges::count_if(query_.joins, [&](Term const& join) {
        return last_place(join, order()) + 1 < static_cast<std::ptrdiff_t>(order().size());
    });
    WideCount const different = chain.count / symmetries_;
    if (different >> early <= 1 || different > JoinedPlan::max_images) return std::nullopt;
    std::vector<Permutation> const images = said_->different_images(chain.moves);
    if (images.size() != different) return std::nullopt;
    try {
        return compiled(order(), chain.breaking, images);
    } catch (TooManyConditions const&) {
        return std::nullopt;
    }
}

std::vector<std::vector<Permutation>> QueryPlan::symmetry_chain() const {
    return said_->chain(variables_of(query_)).moves;
}

std::vector<VertexId> QueryPlan::vertices_of_one() const {
    std::vector<VertexId> found;
    MarkBits bits;
    if (!pattern_.labels(0).empty()) bits = meaning_->bits(graph_, {.of_vertex = {pattern_.labels(0)}});
    for (VertexId v = 0; v < graph_.vertex_count(); ++v)
        if (bits.of_vertex.empty() || bits.of_vertex[v] != 0) found.push_back(v);
    return found;
}

// Returns: the place in an order of the last vertex that a condition needs.
std::ptrdiff_t QueryPlan::last_place(Term const& join, std::vector<int> const& order) const {
    std::ptrdiff_t last = 0;
    for (Owner const& owner : join.owners()) {
        BoundArc const* const arc = owner.is_arc ? &query_.arcs[at(owner.index)] : nullptr;
        for (int const v : {arc != nullptr ? arc->from : owner.index, arc != nullptr ? arc->to : owner.index})
            last = std::max(last, std::ranges::find(order, v) - order.begin());
    }
    return last;
}

std::string QueryPlan::describe(std::function<std::string(Owner)> const& name_of) const {
    std::string text =
        is_pattern() ? "walk         of a pattern with labels\n" : "walk         with conditions on several\n";
    if (has_choices_) text += "choices      of parallel edges, or of an arc either way\n";
    std::vector<int> const found_in = query_.variables() > 1 ? order() : std::vector<int>{0};
    for (std::size_t i = 0; i < found_in.size(); ++i) {
        int const v = found_in[i];
        std::vector<std::string> conditions;
        for (Term const& term : query_.of_variable[at(v)]) conditions.push_back("bit " + normal_text(term, name_of));
        for (BoundArc const& arc : query_.arcs) {
            auto const place = [&](int of) { return std::ranges::find(found_in, of) - found_in.begin(); };
            if (std::max(place(arc.from), place(arc.to)) != static_cast<std::ptrdiff_t>(i)) continue;
            std::string line = fmt::format("{}{} {} {}", arc.is_forbidden ? "no " : "", name_of({false, arc.from}),
                                           arc.is_either ? "--" : "->", name_of({false, arc.to}));
            for (Term const& term : arc.conditions) line += " bit " + normal_text(term, name_of);
            conditions.push_back(std::move(line));
        }
        for (Term const& join : query_.joins)
            if (last_place(join, found_in) == static_cast<std::ptrdiff_t>(i))
                conditions.push_back("program " + normal_text(join, name_of));
        text += fmt::format("vertex {:<5} {}\n", name_of({false, v}),
                            conditions.empty() ? "any" : joined(conditions, "; "));
    }
    return text;
}

// Makes the program of the conditions on several vertices and edges, for the vertices of an order.
class QueryPlan::Compiler {
public:
    Compiler(QueryPlan const& plan, std::vector<int> const& order, bool has_choices, JoinedWalk& into)
        : graph_(plan.graph_),
          query_(plan.query_),
          has_choices_(has_choices),
          threads_(plan.threads_),
          made_(into),
          plan_(into.plan),
          position_(order.size()) {
        for (std::size_t i = 0; i < order.size(); ++i) position_[at(order[i])] = static_cast<int>(i);
        made_.columns = with_rows_of(graph_);
        for (Term const& join : query_.joins) collect_words(join);
        for (BoundArc const& arc : query_.arcs)
            for (Term const& join : arc.joins) collect_words(join);
        std::ranges::sort(words_);
        words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
    }

    // Each condition is tested at the last vertex that it needs.
    void add_conditions() {
        auto const size = static_cast<int>(position_.size());
        for (int position = 0; position < size; ++position) {
            plan_.begin[position] = static_cast<std::uint8_t>(instructions_);
            JoinedPlan::Operands read = 0;
            for (Term const& join : query_.joins)
                if (last_of(join) == position) read |= add_condition(join);
            say_read(read, position);
        }
        plan_.begin[size] = static_cast<std::uint8_t>(instructions_);
    }

    // Each image of a match has conditions of its own, which are tested at its last vertex.
    void add_images(std::vector<Permutation> const& images) {
        if (images.size() > JoinedPlan::max_images) refuse_size("images", JoinedPlan::max_images);
        JoinedPlan::Operands read = 0;
        for (Permutation const& image : images) {
            image_ = &image;
            for (Term const& join : query_.joins) read |= add_condition(join);
            plan_.image_begin[++plan_.images] = static_cast<std::uint8_t>(instructions_);
        }
        image_ = nullptr;
        say_read(read, static_cast<int>(position_.size()) - 1);
    }

    // `all`: each arc has a choice, also one that no condition on several reads.
    void add_groups(bool counts, bool all) {
        plan_.counts_choices = counts;
        bool const differ = query_.mode == QueryMode::edges;
        auto const arcs = query_.arcs.size();
        group_of_.resize(arcs);
        std::iota(group_of_.begin(), group_of_.end(), std::size_t{0});
        std::set<std::size_t> chosen;
        for (std::size_t i = 0; i < arcs; ++i) {
            if (query_.arcs[i].is_forbidden) continue;
            if (all || counts) chosen.insert(i);
            for (std::size_t j = 0; j < i && differ; ++j)
                if (!query_.arcs[j].is_forbidden && ends(i) == ends(j)) unite(i, j);
        }
        std::vector<std::vector<std::size_t>> arcs_of_join;
        for (Term const& join : query_.joins) {
            auto& own = arcs_of_join.emplace_back();
            for (Owner const& owner : join.owners())
                if (owner.is_arc) own.push_back(at(owner.index));
            for (std::size_t const arc : own) chosen.insert(arc), unite(arc, own.front());
        }
        std::map<std::size_t, std::vector<std::size_t>> groups;
        for (std::size_t const arc : chosen) groups[root(arc)].push_back(arc);
        for (auto const& [first, members] : groups) {
            add_arcs(members, differ);
            for (std::size_t i = 0; i < query_.joins.size(); ++i)
                if (!arcs_of_join[i].empty() && root(arcs_of_join[i].front()) == first) add_to_group(query_.joins[i]);
            end_group();
        }
        for (std::size_t i = 0; i < query_.joins.size(); ++i) {
            if (!arcs_of_join[i].empty()) continue;
            begin_group();
            add_to_group(query_.joins[i]);
            end_group();
        }
        for (std::size_t i = 0; i < arcs; ++i) {
            if (query_.arcs[i].joins.empty()) continue;
            add_arcs({i}, false);
            plan_.group[plan_.groups].is_refused = true;
            for (Term const& join : query_.arcs[i].joins) add_to_group(join);
            end_group();
        }
    }

    // Returns: the positions with conditions that the pattern does not have.
    std::vector<bool> asked_positions() const {
        std::vector<bool> asked(position_.size());
        for (std::size_t i = 0; i < asked.size(); ++i) asked[i] = plan_.begin[i] != plan_.begin[i + 1];
        for (int i = 0; i < plan_.groups; ++i) asked[plan_.group[i].last] = true;
        if (plan_.images > 0) asked.back() = true;
        return asked;
    }

    void add_rows() {
        GraphColumns const& columns = *made_.columns;
        made_.first_there = columns.first_row;
        if (is_directed(graph_)) {
            made_.first_back.resize(made_.first_there.size());
            for_each_back(
                [&](EdgeOffset entry, EdgeOffset back) { made_.first_back[entry] = made_.first_there[back]; });
        }
        plan_.first_there = made_.first_there.data();
        plan_.first_back = made_.first_back.data();
        plan_.first_loop = columns.first_loop.empty() ? nullptr : columns.first_loop.data();
        plan_.goes_on = columns.goes_on.empty() ? nullptr : columns.goes_on.data();
        plan_.row_bits = made_.row_bits.data();
    }

private:
    using Code = Instruction::Code;

    [[noreturn]] static void refuse_size(char const* what, int most) {
        throw TooManyConditions(
            fmt::format("the query has too many conditions on several vertices and edges: they need more than "
                        "{} {}; ask for fewer of them",
                        most, what));
    }

    std::pair<int, int> ends(std::size_t arc) const { return std::minmax(query_.arcs[arc].from, query_.arcs[arc].to); }
    std::size_t root(std::size_t arc) const {
        while (group_of_[arc] != arc) arc = group_of_[arc];
        return arc;
    }
    void unite(std::size_t a, std::size_t b) {
        std::size_t const low = std::min(root(a), root(b)), high = std::max(root(a), root(b));
        group_of_[high] = low;
    }

    void say_read(JoinedPlan::Operands read, int position) {
        for (int i = 0; i < operands_; ++i) {
            Operand const& own = plan_.operand[i];
            if ((read >> i & 1) == 0 || own.kind == Operand::Kind::sum) continue;
            bool const is_fresh = own.kind != Operand::Kind::constant && own.position == position;
            (is_fresh ? plan_.fresh : plan_.known)[position] |= JoinedPlan::Operands{1} << i;
        }
    }

    // Returns: the position of a variable, or of its image.
    int position(int variable) const { return position_[at(image_ == nullptr ? variable : (*image_)[at(variable)])]; }
    // The positions of an arc's earlier and later end.
    std::pair<int, int> places(BoundArc const& arc) const { return std::minmax(position(arc.from), position(arc.to)); }
    int last_of(Term const& join) const {
        int last = 0;
        for (Owner const& owner : join.owners()) {
            last = std::max(last, owner.is_arc ? places(query_.arcs[at(owner.index)]).second : position(owner.index));
        }
        return last;
    }

    void begin_group() {
        if (plan_.groups == ChoicePlan::max_groups) refuse_size("groups", ChoicePlan::max_groups);
        plan_.group[plan_.groups] = {static_cast<std::uint8_t>(arcs_), 0, 0};
        plan_.group_begin[plan_.groups] = static_cast<std::uint8_t>(instructions_);
    }
    void end_group() { plan_.group_begin[++plan_.groups] = static_cast<std::uint8_t>(instructions_); }
    void add_to_group(Term const& join) {
        plan_.group_reads[plan_.groups] |= add_condition(join);
        auto& group = plan_.group[plan_.groups];
        group.last = std::max(group.last, static_cast<std::uint8_t>(last_of(join)));
    }
    void add_arcs(std::vector<std::size_t> const& members, bool differ) {
        begin_group();
        auto& group = plan_.group[plan_.groups];
        for (std::size_t const i : members) {
            if (arcs_ == ChoicePlan::max_arcs) refuse_size("arcs", ChoicePlan::max_arcs);
            BoundArc const& arc = query_.arcs[i];
            auto const [owner, later] = places(arc);
            ArcChoice choice{static_cast<std::uint8_t>(owner),
                             static_cast<std::uint8_t>(later),
                             true,
                             false,
                             bit_of_rows(arc.conditions),
                             0};
            if (is_directed(graph_) && owner != later) {
                choice.there = arc.is_either || position(arc.from) == owner;
                choice.back = arc.is_either || position(arc.to) == owner;
            }
            for (int j = group.first; j < arcs_ && differ; ++j)
                if (ends(at(made_.arc_of[at(j)])) == ends(i)) choice.differs |= 1u << j;
            number_of_[i] = arcs_;
            made_.arc_of.push_back(static_cast<int>(i));
            plan_.arc[arcs_++] = choice;
            ++group.arcs;
            group.last = std::max(group.last, static_cast<std::uint8_t>(later));
        }
    }

    // Returns: the bit of the rows that meet the conditions.
    std::uint32_t bit_of_rows(std::vector<Term> const& conditions) {
        if (conditions.empty()) return 0;
        auto const [place, is_new] = row_bits_.emplace(text_of_set(conditions), row_bits_.size());
        if (place->second >= PatternBits::most)
            refuse_size("different conditions on edges", static_cast<int>(PatternBits::most));
        if (is_new) {
            std::vector<std::uint8_t> const meets = meet_all(conditions, made_.columns->rows, threads_);
            made_.row_bits.resize(meets.size());
            for (std::size_t i = 0; i < meets.size(); ++i)
                made_.row_bits[i] |= static_cast<std::uint32_t>(meets[i]) << place->second;
        }
        return std::uint32_t{1} << place->second;
    }

    // Texts of several columns are compared by their places among the words of all.
    static bool compares_texts(Term const& term) {
        return !term.parts.empty() && term.parts[0].type == Type::text && term.owners().size() > 1;
    }
    void collect_words(Term const& term) {
        for (Term const& part : term.parts) {
            if (compares_texts(term))
                words_.insert(words_.end(), part.column->words.begin(), part.column->words.end());
            else
                collect_words(part);
        }
    }

    void emit(Instruction instruction) {
        if (instructions_ == JoinedPlan::max_instructions) refuse_size("steps", JoinedPlan::max_instructions);
        plan_.instruction[instructions_++] = instruction;
    }
    std::uint8_t add(Operand const& operand, int array) {
        if (operands_ == JoinedPlan::max_operands) refuse_size("values", JoinedPlan::max_operands);
        plan_.operand[operands_] = operand;
        made_.array_of.push_back(array);
        if (array >= 0) plan_.operand[operands_].data = made_.arrays[at(array)].bytes.data();
        return static_cast<std::uint8_t>(operands_++);
    }

    // Returns: the operands that it reads.
    JoinedPlan::Operands add_condition(Term const& term) {
        read_ = 0;
        put(term);
        return read_;
    }

    // Emits the instructions that put the truth of a condition on the stack.
    void put(Term const& term) {
        if (term.owners().size() <= 1) {
            emit({Code::truth, value_of(term), 0, 0});
            return;
        }
        switch (term.op) {
        case Op::both:
        case Op::either:
            put(term.parts[0]);
            for (std::size_t i = 1; i < term.parts.size(); ++i) {
                put(term.parts[i]);
                emit({term.op == Op::both ? Code::both : Code::either, 0, 0, 0});
            }
            return;
        case Op::negation:
            put(term.parts[0]);
            emit({Code::negation, 0, 0, 0});
            return;
        case Op::is_missing: {
            if (term.parts[0].type == Type::boolean) { // a condition is missing if neither it nor its negation is true
                put(term.parts[0]);
                put(term.parts[0]);
                emit({Code::negation, 0, 0, 0});
                emit({Code::either, 0, 0, 0});
                emit({Code::unknown, 0, 0, 0});
                return;
            }
            std::uint8_t const a = value_of(term.parts[0]);
            emit({term.parts[0].type == Type::real ? Code::is_missing_real : Code::is_missing, a, 0, 0});
            return;
        }
        default: return put_comparison(term);
        }
    }

    // Both conditions are true, or both are false.
    void put_alike(Term const& a, Term const& b) {
        put(a);
        put(b);
        emit({Code::both, 0, 0, 0});
        put(a);
        emit({Code::negation, 0, 0, 0});
        put(b);
        emit({Code::negation, 0, 0, 0});
        emit({Code::both, 0, 0, 0});
        emit({Code::either, 0, 0, 0});
    }

    void put_comparison(Term const& term) {
        Term const &first = term.parts[0], &second = term.parts[1];
        if (first.type == Type::boolean && std::max(first.owners().size(), second.owners().size()) > 1)
            return put_alike(first, second);
        std::uint8_t const a = value_of(first), b = value_of(second);
        bool const are_reals = first.type == Type::real && second.type == Type::real;
        bool const are_mixed = !are_reals && (first.type == Type::real || second.type == Type::real);
        auto const of = [&](Code equal, Code less, Code at_most) {
            return term.op == Op::equal ? equal : term.op == Op::less ? less : at_most;
        };
        if (are_reals) {
            emit({of(Code::equal_reals, Code::less_reals, Code::at_most_reals), a, b, 0});
        } else if (!are_mixed) {
            emit({of(Code::equal, Code::less, Code::at_most), a, b, 0});
        } else if (second.type == Type::real) {
            emit({of(Code::mixed_equal, Code::mixed_less, Code::mixed_at_most), a, b, 0});
        } else {
            emit({of(Code::mixed_equal, Code::mixed_more, Code::mixed_at_least), b, a, 0});
        }
    }

    // Returns: the operand with the value of a term.
    std::uint8_t value_of(Term const& term) {
        std::set<Owner> const owners = term.owners();
        std::uint8_t const found = owners.size() > 1    ? sum_of(term)
                                   : owners.size() == 1 ? number_of(term, *owners.begin())
                                                        : constant_of(term);
        read_ |= 1u << found;
        return found;
    }

    std::uint8_t sum_of(Term const& term) {
        bool const is_real = term.type == Type::real;
        auto const part = [&](Term const& of) {
            std::uint8_t const own = value_of(of);
            if (!is_real || of.type == Type::real) return own;
            std::uint8_t const made = add_sum();
            emit({Code::as_real, own, 0, made});
            return made;
        };
        std::uint8_t const a = part(term.parts[0]), b = part(term.parts[1]), made = add_sum();
        Code const whole = term.op == Op::plus ? Code::plus : term.op == Op::minus ? Code::minus : Code::times;
        Code const real = term.op == Op::plus    ? Code::plus_reals
                          : term.op == Op::minus ? Code::minus_reals
                                                 : Code::times_reals;
        emit({is_real ? real : whole, a, b, made});
        return made;
    }
    std::uint8_t add_sum() {
        Operand operand;
        operand.kind = Operand::Kind::sum;
        return add(operand, -1);
    }

    std::uint8_t constant_of(Term const& term) {
        Values const values = values_of(term, 1, 1);
        Operand operand;
        if (!values.real.empty()) operand.constant.real = values.real[0];
        if (!values.whole.empty()) operand.constant.whole = values.whole[0];
        if (!values.truth.empty()) operand.constant.whole = whole_of(values.truth[0]);
        return add(operand, -1);
    }

    static std::int64_t whole_of(std::int8_t truth) { return truth == is_unknown ? Column::no_whole : truth; }

    // The values of a term of one vertex or arc, in an array.
    std::uint8_t number_of(Term const& term, Owner owner) {
        Operand operand;
        NumberArray::Per per = NumberArray::Per::vertex;
        bool is_back = false;
        if (owner.is_arc) {
            BoundArc const& arc = query_.arcs[at(owner.index)];
            auto const [earlier, later] = places(arc);
            operand.kind = Operand::Kind::arc;
            operand.owner = static_cast<std::uint8_t>(earlier);
            operand.position = static_cast<std::uint8_t>(later);
            per = has_choices_ ? NumberArray::Per::row : NumberArray::Per::entry;
            if (has_choices_) operand.arc = static_cast<std::uint8_t>(number_of_.at(at(owner.index)));
            is_back = !has_choices_ && is_directed(graph_) && position(arc.from) != earlier;
        } else {
            operand.kind = Operand::Kind::vertex;
            operand.position = static_cast<std::uint8_t>(position(owner.index));
        }
        std::string const name = normal_text(term, [](Owner) { return "x"; });
        auto const key = std::tuple(name, per, is_back, operand.kind == Operand::Kind::vertex);
        auto found = arrays_.find(key);
        if (found == arrays_.end()) found = arrays_.emplace(key, array_of(term, per, is_back)).first;
        operand.format = made_.arrays[at(found->second)].format;
        for (int i = 0; i < operands_; ++i) { // the same value of the same vertex or arc
            Operand const& own = plan_.operand[i];
            if (made_.array_of[at(i)] == found->second && own.kind == operand.kind &&
                own.position == operand.position && own.owner == operand.owner && own.arc == operand.arc) {
                return static_cast<std::uint8_t>(i);
            }
        }
        return add(operand, found->second);
    }

    int array_of(Term const& term, NumberArray::Per per, bool is_back) {
        bool const is_of_rows = per != NumberArray::Per::vertex;
        std::size_t const count = is_of_rows ? made_.columns->rows : graph_.vertex_count();
        Values values;
        if (term.type == Type::text) {
            values.whole = codes_of(*term.column);
        } else {
            values = values_of(term, count, threads_);
            for (std::int8_t const truth : values.truth) values.whole.push_back(whole_of(truth));
        }
        NumberArray made;
        if (!values.real.empty()) {
            if (per == NumberArray::Per::entry)
                values.real = by_entry(values.real, is_back, std::numeric_limits<double>::quiet_NaN());
            made = narrowed(values.real);
        } else {
            if (per == NumberArray::Per::entry) values.whole = by_entry(values.whole, is_back, Column::no_whole);
            made = narrowed(values.whole);
        }
        made.per = per;
        made_.arrays.push_back(std::move(made));
        return static_cast<int>(made_.arrays.size()) - 1;
    }

    std::vector<std::int64_t> codes_of(Column const& column) const {
        std::vector<std::int64_t> of_word;
        for (std::string const& word : column.words)
            of_word.push_back(std::ranges::lower_bound(words_, word) - words_.begin());
        std::vector<std::int64_t> codes;
        codes.reserve(column.text.size());
        for (std::uint32_t const word : column.text)
            codes.push_back(word == Column::no_word ? Column::no_whole : of_word[word]);
        return codes;
    }

    // Calls visit(entry, back) for each entry of the lists and that of the same edge in the other list, on several threads.
    template <class Visit> void for_each_back(Visit const& visit) const {
        Team team(numbering_team_size(graph_, threads_));
        team.run([&](Member member) {
            for_vertices_of(member, graph_.ref(), [&](VertexId v) {
                for (EdgeOffset entry = graph_.offsets()[v]; entry < graph_.offsets()[v + 1]; ++entry)
                    visit(entry, graph_.ref().find(graph_.neighbour_array()[entry], v));
            });
        });
    }

    // Returns: the values of rows by entry of the lists. There are no parallel rows.
    template <class T> std::vector<T> by_entry(std::vector<T> const& of_rows, bool is_back, T missing) const {
        std::vector<T> found(graph_.neighbour_array().size());
        auto const take = [&](EdgeOffset entry, EdgeOffset from) {
            std::uint32_t const row = made_.columns->first_row[from];
            found[entry] = row == GraphColumns::no_row ? missing : of_rows[row];
        };
        if (is_back) {
            for_each_back(take);
        } else {
            for (EdgeOffset entry = 0; entry < found.size(); ++entry) take(entry, entry);
        }
        return found;
    }

    template <class To, class From> static NumberArray stored(std::vector<From> const& values, Format format) {
        NumberArray made;
        made.format = format;
        made.bytes.resize(values.size() * sizeof(To));
        for (std::size_t i = 0; i < values.size(); ++i) {
            To value;
            if constexpr (std::is_integral_v<From>) {
                value = values[i] == Column::no_whole ? std::numeric_limits<To>::min() : static_cast<To>(values[i]);
            } else {
                value = static_cast<To>(values[i]);
            }
            std::memcpy(made.bytes.data() + i * sizeof(To), &value, sizeof(To));
        }
        return made;
    }
    static NumberArray narrowed(std::vector<std::int64_t> const& values) {
        std::int64_t least = 0, largest = 0;
        for (std::int64_t const value : values) {
            if (value == Column::no_whole) continue;
            least = std::min(least, value);
            largest = std::max(largest, value);
        }
        auto const fit = [&](auto narrow) {
            using T = decltype(narrow);
            return least > std::numeric_limits<T>::min() && largest <= std::numeric_limits<T>::max();
        };
        if (fit(std::int8_t{})) return stored<std::int8_t>(values, Format::int8);
        if (fit(std::int16_t{})) return stored<std::int16_t>(values, Format::int16);
        if (fit(std::int32_t{})) return stored<std::int32_t>(values, Format::int32);
        return stored<std::int64_t>(values, Format::int64);
    }
    static NumberArray narrowed(std::vector<double> const& values) {
        bool const are_exact = std::ranges::all_of(values, [](double value) {
            return std::isnan(value) || static_cast<double>(static_cast<float>(value)) == value;
        });
        return are_exact ? stored<float>(values, Format::float32) : stored<double>(values, Format::float64);
    }

    Graph const& graph_;
    BoundQuery const& query_;
    bool const has_choices_;
    int const threads_;
    JoinedWalk& made_;
    ChoicePlan& plan_;
    std::vector<int> position_; // by variable
    std::vector<std::string> words_;
    std::map<std::tuple<std::string, NumberArray::Per, bool, bool>, int> arrays_;
    std::map<std::string, std::size_t> row_bits_;
    std::map<std::size_t, int> number_of_; // of a query's arc among those with choices
    std::vector<std::size_t> group_of_;    // another arc of the same group, or itself
    int operands_ = 0, instructions_ = 0, arcs_ = 0;
    JoinedPlan::Operands read_ = 0;
    Permutation const* image_ = nullptr; // of the variables; null: none moves
};

JoinedWalk QueryPlan::compiled(std::vector<int> const& order, SymmetryBreaking const& symmetry,
                               std::vector<Permutation> const& images) const {
    JoinedWalk made;
    made.has_choices = has_choices_;
    Compiler compiler(*this, order, has_choices_, made);
    if (has_choices_) {
        compiler.add_groups(counts_choices_, false);
        compiler.add_rows();
    } else if (images.empty()) {
        compiler.add_conditions();
    } else {
        compiler.add_images(images);
    }
    MarkedPattern const marked(pattern_, query_.induced, needs(), graph_, meaning_.get());
    static_cast<MarkedPlan&>(made.plan) = marked.plan(order, symmetry, compiler.asked_positions());
    made.bits = marked.bits();
    return made;
}

JoinedWalk QueryPlan::looking_up() const {
    JoinedWalk made;
    made.has_choices = true;
    Compiler compiler(*this, variables_of(query_), true, made);
    compiler.add_groups(counts_choices_, true);
    compiler.add_rows();
    return made;
}

void for_each_choice(Graph const& graph, BoundQuery const& query, JoinedWalk const& walk,
                     std::span<VertexId const> vertices,
                     std::function<void(std::span<std::uint32_t const>)> const& visit) {
    struct Level {
        VertexId vertex;
    };
    struct View { // has all that a plan asks of a traversal
        GraphRef ref;
        std::span<VertexId const> vertices;
        GraphRef const& graph() const { return ref; }
        Level level(int i) const { return {vertices[at(i)]}; }
    };
    View const view{graph.ref(), vertices};
    auto const last = static_cast<int>(vertices.size()) - 1;
    VertexId const u = vertices.back();
    auto const entry_of = [&](int i) { return view.ref.find(vertices[at(i)], u); };
    std::vector<std::uint32_t> rows(query.arcs.size(), GraphColumns::no_row);
    auto const choose = [&](auto const& self, int group) -> void {
        if (group == walk.plan.groups) return visit(rows);
        ArcGroup const& of = walk.plan.group[group];
        if (of.is_refused) {
            if (walk.plan.choices(view, last, u, group, true, entry_of) == 0) self(self, group + 1);
            return;
        }
        walk.plan.for_each_choice(view, last, u, group, entry_of, [&](ChoicePlan::Cursor const* cursors) {
            for (int i = of.first; i < of.first + of.arcs; ++i) rows[at(walk.arc_of[at(i)])] = cursors[i].row;
            self(self, group + 1);
            return query.mode != QueryMode::nodes;
        });
    };
    choose(choose, 0);
}

} // namespace cerrado::query

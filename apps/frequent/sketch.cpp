#include "frequent/sketch.hpp"

#include "frequent/shape.hpp"

#include <cerrado/canonical/canonical_form.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace cerrado::frequent {

Bond const* Sketch::bond(int from, int to, bool directed) const {
    if (!directed && from > to) std::swap(from, to);
    auto const at = std::ranges::find_if(bonds, [&](Bond const& one) { return one.from == from && one.to == to; });
    return at == bonds.end() ? nullptr : &*at;
}

CanonicalSketch canonical(Sketch const& sketch, bool directed) {
    std::vector<Label> labels; // of the bonds, ascending: the numbers of canonical_order() are places in it
    for (Bond const& bond : sketch.bonds) labels.push_back(bond.label);
    sort_once(labels);

    LabelledGraph graph{.k = sketch.size()};
    std::ranges::copy(sketch.classes, graph.labels.begin());
    for (Bond const& bond : sketch.bonds) {
        auto const number =
            static_cast<std::uint32_t>(std::ranges::lower_bound(labels, bond.label) - labels.begin()) + 1;
        graph.arcs[bond.from][bond.to] = number;
        if (!directed) graph.arcs[bond.to][bond.from] = number;
    }
    CanonicalOrder const order = canonical_order(graph);

    std::size_t const size = sketch.classes.size();
    CanonicalSketch found{{std::vector<Class>(size), {}}, std::vector<int>(size), std::vector<int>(size)};
    for (std::size_t p = 0; p < size; ++p) {
        std::size_t const v = order.vertices[p];
        found.positions[v] = static_cast<int>(p);
        found.sketch.classes[p] = sketch.classes[v];
    }
    for (Bond const& bond : sketch.bonds) {
        auto from = static_cast<std::uint8_t>(found.positions[bond.from]);
        auto to = static_cast<std::uint8_t>(found.positions[bond.to]);
        if (!directed && from > to) std::swap(from, to);
        found.sketch.bonds.push_back({from, to, bond.label});
    }
    std::ranges::sort(found.sketch.bonds);
    std::vector<int> least(size, static_cast<int>(size)); // by orbit, as given
    for (std::size_t v = 0; v < size; ++v)
        least[order.orbits[v]] = std::min(least[order.orbits[v]], found.positions[v]);
    for (std::size_t v = 0; v < size; ++v)
        found.orbits[static_cast<std::size_t>(found.positions[v])] = least[order.orbits[v]];
    return found;
}

Growth::Growth(bool directed, bool by_vertices, std::vector<EdgeType> types, int most_vertices)
    : directed_(directed),
      by_vertices_(by_vertices),
      types_(std::move(types)),
      most_vertices_(static_cast<std::size_t>(most_vertices)) {
    for (EdgeType const& type : types_) {
        labels_[{type.from, type.to}].push_back(type.label);
        classes_.push_back(type.from);
        classes_.push_back(type.to);
    }
    sort_once(classes_);
}

std::span<Label const> Growth::labels_between(Class from, Class to) const {
    if (!directed_ && from > to) std::swap(from, to);
    auto const found = labels_.find({from, to});
    return found == labels_.end() ? std::span<Label const>() : std::span<Label const>(found->second);
}

namespace {

Sketch with(Sketch sketch, Bond const& bond) {
    sketch.bonds.insert(std::ranges::lower_bound(sketch.bonds, bond), bond);
    return sketch;
}

Sketch with(Sketch sketch, Class another) {
    sketch.classes.push_back(another);
    return sketch;
}

bool is_connected(Sketch const& sketch) {
    std::uint32_t reached = 1, before = 0;
    while (reached != before) {
        before = reached;
        for (Bond const& bond : sketch.bonds) {
            std::uint32_t const ends = std::uint32_t{1} << bond.from | std::uint32_t{1} << bond.to;
            if ((reached & ends) != 0) reached |= ends;
        }
    }
    return reached == (std::uint32_t{1} << sketch.size()) - 1;
}

} // namespace

std::vector<Sketch> Growth::first() const {
    std::vector<Sketch> found;
    if (by_vertices_) {
        for (Class const one : classes_)
            for_each_larger({{one}, {}},
                            [&](Sketch const& sketch) { found.push_back(canonical(sketch, directed_).sketch); });
    } else {
        for (EdgeType const& type : types_)
            found.push_back(canonical({{type.from, type.to}, {{0, 1, type.label}}}, directed_).sketch);
    }
    sort_once(found);
    return found;
}

void Growth::for_each_larger(Sketch const& sketch, std::function<void(Sketch)> const& visit) const {
    by_vertices_ ? grow_by_vertex(sketch, visit) : grow_by_edge(sketch, visit);
}

void Growth::grow_by_edge(Sketch const& sketch, std::function<void(Sketch)> const& visit) const {
    auto const size = static_cast<std::uint8_t>(sketch.size());
    for (std::uint8_t u = 0; u < size && size < most_vertices_; ++u) {
        for (EdgeType const& type : types_) {
            if (type.from == sketch.classes[u]) visit(with(with(sketch, type.to), {u, size, type.label}));
            if (type.to != sketch.classes[u] || (!directed_ && type.from == type.to)) continue;
            visit(with(with(sketch, type.from), directed_ ? Bond{size, u, type.label} : Bond{u, size, type.label}));
        }
    }
    for (std::uint8_t u = 0; u < size; ++u) {
        for (std::uint8_t w = 0; w < size; ++w) {
            if (u == w || (!directed_ && u > w) || sketch.bond(u, w, directed_) != nullptr) continue;
            for (Label const label : labels_between(sketch.classes[u], sketch.classes[w]))
                visit(with(sketch, {u, w, label}));
        }
    }
}

void Growth::grow_by_vertex(Sketch const& sketch, std::function<void(Sketch)> const& visit) const {
    if (sketch.classes.size() >= most_vertices_) return;
    for (Class const another : classes_) join(with(sketch, another), 0, false, visit);
}

// Joins the last vertex to those from `to` on, in all ways.
void Growth::join(Sketch const& sketch, int to, bool is_joined, std::function<void(Sketch)> const& visit) const {
    auto const last = static_cast<std::uint8_t>(sketch.size() - 1);
    if (to == last) {
        if (is_joined) visit(sketch);
        return;
    }
    auto const other = static_cast<std::uint8_t>(to);
    Class const own = sketch.classes.back(), of_other = sketch.classes[other];
    join(sketch, to + 1, is_joined, visit);
    for (Label const label : labels_between(of_other, own)) {
        Sketch const joined = with(sketch, {other, last, label});
        join(joined, to + 1, true, visit);
        if (!directed_) continue;
        for (Label const back : labels_between(own, of_other))
            join(with(joined, {last, other, back}), to + 1, true, visit);
    }
    if (!directed_) return;
    for (Label const back : labels_between(own, of_other)) join(with(sketch, {last, other, back}), to + 1, true, visit);
}

std::vector<Growth::Smaller> Growth::smaller(Sketch const& sketch) const {
    std::vector<Smaller> all;
    auto const add = [&](auto const& keeps_vertex, auto const& keeps_bond) {
        Smaller one;
        std::vector<std::uint8_t> number(sketch.classes.size());
        for (int v = 0; v < sketch.size(); ++v) {
            auto const at = static_cast<std::size_t>(v);
            if (!keeps_vertex(v)) continue;
            number[at] = static_cast<std::uint8_t>(one.kept.size());
            one.kept.push_back(v);
            one.sketch.classes.push_back(sketch.classes[at]);
        }
        for (Bond const& bond : sketch.bonds) {
            if (keeps_bond(bond)) one.sketch.bonds.push_back({number[bond.from], number[bond.to], bond.label});
        }
        if (one.kept.size() > 1 && is_connected(one.sketch)) all.push_back(std::move(one));
    };
    if (by_vertices_) {
        for (int left_out = 0; left_out < sketch.size(); ++left_out) {
            add([&](int v) { return v != left_out; },
                [&](Bond const& bond) { return bond.from != left_out && bond.to != left_out; });
        }
        return all;
    }
    for (Bond const& left_out : sketch.bonds) {
        auto const is_kept = [&](Bond const& bond) { return bond != left_out; };
        add(
            [&](int v) {
                return std::ranges::any_of(
                    sketch.bonds, [&](Bond const& bond) { return is_kept(bond) && (bond.from == v || bond.to == v); });
            },
            is_kept);
    }
    return all;
}

} // namespace cerrado::frequent

namespace cerrado::frequent {

Condition Condition::reversed() const {
    Way const back = way == Way::out ? Way::in : way == Way::in ? Way::out : Way::either;
    return {to, from, back, label, wanted};
}

Shape shape_of(CanonicalSketch const& canonical, bool directed, bool induced) {
    Sketch const& sketch = canonical.sketch;
    Shape shape{sketch.classes, canonical.orbits, {}, {}};
    for (Bond const& bond : sketch.bonds)
        shape.conditions.push_back({bond.from, bond.to, directed ? Way::out : Way::either, bond.label});
    if (!induced) return shape;
    for (int v = 0; v < sketch.size(); ++v) {
        for (int u = 0; u < v; ++u) {
            bool const forth = sketch.bond(u, v, directed) != nullptr;
            bool const back = directed && sketch.bond(v, u, directed) != nullptr;
            if (!forth && !back) {
                shape.conditions.push_back({u, v, Way::either, any_label, false});
            } else if (directed && forth != back) {
                shape.conditions.push_back({u, v, forth ? Way::in : Way::out, any_label, false});
            }
        }
    }
    return shape;
}

namespace {

// Adds the rows of one shape to a batch.
class Rows {
public:
    Rows(Batch& batch, Shape const& shape, Classes const& classes, TypedLists const& lists)
        : batch_(batch),
          shape_(shape),
          classes_(classes),
          lists_(lists),
          row_(shape.classes.size()) {}

    void add() {
        auto const pattern = static_cast<std::uint32_t>(batch_.is_narrow.size());
        batch_.is_narrow.push_back(is_narrow());
        auto next = static_cast<std::uint32_t>(batch_.rows.size());
        for (int v = 0; v < shape_.size(); ++v) row_[at(v)] = is_first(v) ? next++ : row_[at(shape_.orbits[at(v)])];
        for (int v = 0; v < shape_.size(); ++v) {
            if (is_first(v)) add_row(v, pattern);
        }
    }

private:
    static std::size_t at(int v) { return static_cast<std::size_t>(v); }
    bool is_first(int v) const { return shape_.orbits[at(v)] == v; }

    // Calls visit(condition) for each condition, as the vertex sees it.
    template <class Visit> void for_each_at(int v, Visit const& visit) const {
        for (Condition const& one : shape_.conditions) {
            if (one.from == v) visit(one);
            if (one.to == v) visit(one.reversed());
        }
    }
    bool is_joined(int u, int v) const {
        bool joined = false;
        for_each_at(u, [&](Condition const& one) { joined = joined || (one.wanted && one.to == v); });
        return joined;
    }
    int degree(int v) const {
        int degree = 0;
        for_each_at(v, [&](Condition const& one) { degree += one.wanted ? 1 : 0; });
        return degree;
    }

    // In a tree, vertices with enough neighbours begin an embedding unless two of its vertices may fall together. They do
    // not if they are adjacent, or are leaves of one vertex that are counted together.
    bool is_narrow() const {
        if (static_cast<int>(shape_.conditions.size()) != shape_.size() - 1) return false;
        for (int v = 0; v < shape_.size(); ++v) {
            for (int u = 0; u < v; ++u) {
                if (shape_.classes[at(u)] != shape_.classes[at(v)] || is_joined(u, v)) continue;
                if (shape_.orbits[at(u)] != shape_.orbits[at(v)] || degree(u) > 1) return false;
                bool is_of_one = false;
                for (int w = 0; w < shape_.size(); ++w) is_of_one = is_of_one || (is_joined(u, w) && is_joined(v, w));
                if (!is_of_one) return false;
            }
        }
        return std::ranges::all_of(shape_.conditions, &Condition::wanted);
    }

    void add_row(int v, std::uint32_t pattern) {
        Row row;
        row.first_word = batch_.words;
        row.bits = static_cast<std::uint32_t>(classes_.members(shape_.classes[at(v)]).size());
        row.pattern = pattern;
        batch_.words += row.words();

        row.first_need = static_cast<std::uint32_t>(batch_.needs.size());
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> needs; // by side and row
        for_each_at(v, [&](Condition const& one) {
            if (one.wanted) ++needs[{lists_.number(shape_.side(one)).value(), row_[at(one.to)]}];
        });
        for (auto const& [need, count] : needs) batch_.needs.push_back({need.first, need.second, count});
        row.needs = static_cast<std::uint32_t>(needs.size());

        row.first_parent = static_cast<std::uint32_t>(batch_.parents.size());
        if (!shape_.parents.empty()) {
            row.parents = static_cast<std::uint32_t>(shape_.parents[at(v)].size());
            batch_.parents.insert(batch_.parents.end(), shape_.parents[at(v)].begin(), shape_.parents[at(v)].end());
        }
        row.first_step = static_cast<std::uint32_t>(batch_.steps.size());
        row.steps = static_cast<std::uint32_t>(shape_.size());
        add_steps(v);
        batch_.rows.push_back(row);
    }

    // Returns: true if the vertices could change places, since all others see both alike.
    bool are_alike(int u, int v) const {
        using Seen = std::tuple<int, Way, Label, bool>;
        constexpr int each_other = -1;
        auto const seen = [&](int from, int partner) {
            std::vector<Seen> all;
            for_each_at(from, [&](Condition const& one) {
                all.emplace_back(one.to == partner ? each_other : one.to, one.way, one.label, one.wanted);
            });
            std::ranges::sort(all);
            return all;
        };
        return shape_.orbits[at(u)] == shape_.orbits[at(v)] && seen(u, v) == seen(v, u);
    }

    // Each next vertex is the one with the most conditions to those before it, and of several the one with the most in
    // all.
    void add_steps(int first) {
        std::vector<int> order{first};
        batch_.steps.push_back({.row = row_[at(first)], .first_test = static_cast<std::uint32_t>(batch_.tests.size())});
        auto const conditions_before = [&](int v) {
            int count = 0;
            for_each_at(v, [&](Condition const& one) {
                count += one.wanted && std::ranges::find(order, one.to) != order.end() ? 1 : 0;
            });
            return count;
        };
        while (static_cast<int>(order.size()) < shape_.size()) {
            int next = -1;
            for (int v = 0; v < shape_.size(); ++v) {
                if (std::ranges::find(order, v) != order.end()) continue;
                auto const rank = [&](int of) { return std::pair(conditions_before(of), degree(of)); };
                if (next < 0 || rank(v) > rank(next)) next = v;
            }
            add_step(next, order);
            order.push_back(next);
        }
    }

    void add_step(int v, std::vector<int> const& before) {
        Step step{.row = row_[at(v)], .first_test = static_cast<std::uint32_t>(batch_.tests.size())};
        for (std::size_t i = 0; i < before.size(); ++i) {
            int const u = before[i];
            for_each_at(u, [&](Condition const& one) {
                if (one.to != v) return;
                std::optional<std::uint32_t> const side = lists_.number(shape_.side(one));
                if (!side) return; // no edge of the graph is of this kind
                batch_.tests.push_back({*side, static_cast<std::uint8_t>(i), one.wanted});
            });
            if (shape_.classes[at(u)] == shape_.classes[at(v)] && !is_joined(u, v))
                step.apart = static_cast<std::uint16_t>(step.apart | 1u << i);
            if (i > 0 && are_alike(u, v)) step.above = static_cast<std::uint16_t>(step.above | 1u << i);
        }
        step.tests = static_cast<std::uint16_t>(batch_.tests.size() - step.first_test);
        batch_.steps.push_back(step);
    }

    Batch& batch_;
    Shape const& shape_;
    Classes const& classes_;
    TypedLists const& lists_;
    std::vector<std::uint32_t> row_; // by vertex
};

} // namespace

void add_to(Batch& batch, Shape const& shape, Classes const& classes, TypedLists const& lists) {
    Rows(batch, shape, classes, lists).add();
}

} // namespace cerrado::frequent

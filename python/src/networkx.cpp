// Functions for networkx that no application has: lists of nodes, core numbers, and 4-cycles.
#include "call.hpp"
#include "run.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <numeric>

namespace cerrado::python {

// Subgraphs in the form of networkx: lists of nodes, in the order of the nodes. Each list is made when it is asked for.
// So dropped lists do not trigger Python's collector, and their memory is used again.

namespace {

using Block = nb::ndarray<std::int64_t const, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

class Lists {
public:
    // Requires: numbers of `nodes`, `width` in each row. `in_order`: the rows ascend, too.
    Lists(nb::list nodes, std::vector<Block> const& blocks, std::size_t width, bool in_order)
        : nodes_(std::move(nodes)),
          width_(width) {
        std::size_t const nodes_count = nodes_.size();
        nb::gil_scoped_release const without;
        for (Block const& block : blocks) places_.insert(places_.end(), block.data(), block.data() + block.size());
        for (auto row = places_.begin(); row != places_.end(); row += step()) std::sort(row, row + step());
        order_.resize(places_.size() / width_);
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        if (in_order) sort_rows(nodes_count);
    }

    // Returns: a new list, or null at the end, or null and an exception.
    PyObject* next() {
        if (done_ == order_.size()) return nullptr;
        PyObject* const made = PyList_New(step());
        if (!made) return nullptr;
        VertexId const* const row = places_.data() + order_[done_++] * width_;
        for (Py_ssize_t i = 0; i < step(); ++i) {
            PyObject* const node = PyList_GetItem(nodes_.ptr(), row[i]);
            if (!node || PyList_SetItem(made, i, Py_NewRef(node)) < 0) {
                Py_DecRef(made);
                return nullptr;
            }
        }
        return made;
    }

private:
    Py_ssize_t step() const { return static_cast<Py_ssize_t>(width_); }

    // Sorts the rows by the last place, then by the one before it, and so on. Each sort is stable.
    void sort_rows(std::size_t nodes_count) {
        std::vector<std::size_t> sorted(order_.size()), begin(nodes_count + 1);
        for (std::size_t place = width_; place-- > 0;) {
            std::ranges::fill(begin, 0);
            for (std::size_t at = place; at < places_.size(); at += width_) ++begin[places_[at] + 1];
            std::partial_sum(begin.begin(), begin.end(), begin.begin());
            for (std::size_t const row : order_) sorted[begin[places_[row * width_ + place]]++] = row;
            order_.swap(sorted);
        }
    }

    nb::list nodes_;
    std::size_t width_;
    std::vector<VertexId> places_;   // row after row
    std::vector<std::size_t> order_; // order of the rows
    std::size_t done_ = 0;
};

PyObject* next_list(PyObject* self) noexcept { return nb::inst_ptr<Lists>(self)->next(); }

PyType_Slot const slots[] = {{Py_tp_iter, reinterpret_cast<void*>(PyObject_SelfIter)},
                             {Py_tp_iternext, reinterpret_cast<void*>(next_list)},
                             {0, nullptr}};

} // namespace

void bind_lists(nb::module_& module) {
    nb::class_<Lists>(module, "Lists", nb::type_slots(slots), "Rows of positions as lists of nodes.")
        .def(nb::init<nb::list, std::vector<Block> const&, std::size_t, bool>(), nb::arg("nodes"), nb::arg("blocks"),
             nb::arg("width"), nb::arg("in_order"));
}

// Numbers of each vertex for networkx that no application counts: core numbers, and 4-cycles.

namespace {

// Removes a vertex of least degree among those left, one after the other. O(n + m). Source: Batagelj and Zaversnik
// 2003.
std::vector<std::int64_t> core_numbers(Graph const& graph) {
    VertexId const n = graph.vertex_count();
    std::vector<VertexId> degree(n), order(n), place(n), begin(std::size_t{graph.max_degree()} + 2);
    for (VertexId v = 0; v < n; ++v) ++begin[(degree[v] = graph.degree(v)) + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<VertexId> next = begin;
    for (VertexId v = 0; v < n; ++v) order[place[v] = next[degree[v]]++] = v;
    for (VertexId i = 0; i < n; ++i) {
        VertexId const v = order[i];
        for (VertexId const u : graph.neighbours(v)) {
            if (degree[u] <= degree[v]) continue;
            VertexId const first = std::max(begin[degree[u]], i + 1);
            VertexId const other = order[first];
            std::swap(order[place[u]], order[first]);
            std::swap(place[u], place[other]);
            begin[degree[u]] = first + 1;
            --degree[u];
        }
    }
    return {degree.begin(), degree.end()};
}

// Returns: the number of 4-cycles at each vertex, whether or not they have chords. For each end of the vertex's paths
// of two edges, each pair of these paths makes a cycle. O(sum of squared degrees). Empty if `told` is interrupted.
std::vector<std::int64_t> squares(Graph const& graph, Told const& told) {
    VertexId const n = graph.vertex_count();
    std::vector<std::int64_t> found(n);
    std::vector<std::uint32_t> paths(n);
    std::vector<VertexId> reached;
    for (VertexId v = 0; v < n && !told.interrupt; ++v) {
        for (VertexId const u : graph.neighbours(v)) {
            for (VertexId const x : graph.neighbours(u)) {
                if (x == v) continue;
                if (paths[x]++ == 0) reached.push_back(x);
            }
        }
        for (VertexId const x : reached) {
            found[v] += std::int64_t{paths[x]} * (std::int64_t{paths[x]} - 1) / 2;
            paths[x] = 0;
        }
        reached.clear();
    }
    return found;
}

nb::object squares_of(Subject const& subject) {
    auto const told = std::make_shared<Told>();
    auto [found, raised] = call<std::vector<std::int64_t>>(
        [graph = subject.graph(), told] { return squares(graph, *told); }, told, nb::none());
    if (raised) throw std::move(*raised);
    return array_of(std::move(*found));
}

} // namespace

void bind_cores(nb::module_& module) {
    module.def(
        "core_numbers",
        [](Subject const& subject) {
            return array_of(
                call_plainly<std::vector<std::int64_t>>([subject] { return core_numbers(subject.graph()); }));
        },
        nb::arg("graph"));
    module.def("squares", squares_of, nb::arg("graph"));
}

} // namespace cerrado::python

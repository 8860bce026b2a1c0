// Subgraphs as networkx gives them: lists of nodes, in the order of the nodes. A list is made when it is asked for. Then
// Python's collector is not called for lists that are dropped meanwhile, and their memory is used again.
#include "numbers.hpp"
#include "subject.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <numeric>

namespace cerrado::python {
namespace {

using Block = nb::ndarray<std::int64_t const, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

class Lists {
public:
    // Requires: numbers of `nodes`, `width` in each row.
    Lists(nb::list nodes, std::vector<Block> const& blocks, std::size_t width)
        : nodes_(std::move(nodes)),
          width_(width) {
        std::size_t const nodes_count = nodes_.size();
        nb::gil_scoped_release const without;
        for (Block const& block : blocks) places_.insert(places_.end(), block.data(), block.data() + block.size());
        for (auto row = places_.begin(); row != places_.end(); row += step()) std::sort(row, row + step());
        sort_rows(nodes_count);
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

    // By the last place, then by the one before it, and so on; each time those that are equal stay as they are.
    void sort_rows(std::size_t nodes_count) {
        order_.resize(places_.size() / width_);
        std::iota(order_.begin(), order_.end(), std::size_t{0});
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
    std::vector<VertexId> places_;   // a row after the other
    std::vector<std::size_t> order_; // of rows
    std::size_t done_ = 0;
};

PyObject* next_list(PyObject* self) noexcept { return nb::inst_ptr<Lists>(self)->next(); }

PyType_Slot const slots[] = {{Py_tp_iter, reinterpret_cast<void*>(PyObject_SelfIter)},
                             {Py_tp_iternext, reinterpret_cast<void*>(next_list)},
                             {0, nullptr}};

} // namespace

void bind_lists(nb::module_& module) {
    nb::class_<Lists>(module, "Lists", nb::type_slots(slots), "Rows of places in order, as lists of nodes.")
        .def(nb::init<nb::list, std::vector<Block> const&, std::size_t>(), nb::arg("nodes"), nb::arg("blocks"),
             nb::arg("width"));
}

} // namespace cerrado::python

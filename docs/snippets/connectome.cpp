// Tutorial 13: a query in a program.
#include <cerrado/apps/query.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/open.hpp>

#include <cstdint>
#include <iostream>
#include <variant>

int main() {
    try {
        cerrado::Graph graph =
            cerrado::open_marked_graph("datasets/synapses.csv", {.directed = true, .attributes = true});
        graph = cerrado::read_vertex_columns(graph, "datasets/cells.csv");

        cerrado::Query const query =
            cerrado::parse_query("A -> B as ab; B -> A as ba; ab.weight > ba.weight", "A, B, ab.weight");
        std::cout << cerrado::to_string(cerrado::count_query(graph, query).count) << " rows\n";

        int strong = 0;
        cerrado::list_query(graph, query, [&](cerrado::QueryRow const& row) {
            cerrado::Cell const weight = cerrado::cells_of(graph, query, row)[2];
            if (std::get<std::int64_t>(weight) > 5) ++strong;
        });
        std::cout << strong << " with more than five synapses\n";
    } catch (cerrado::Error const& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.exit_code());
    }
}

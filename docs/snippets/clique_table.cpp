// Tutorial 3: all cliques of 3 to 5 vertices with the sum of their degrees, as a table that NumPy reads.
#include <cerrado/core/error.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/output/columns.hpp>
#include <cerrado/output/table.hpp>
#include <cerrado/run/run.hpp>

#include <functional>
#include <iostream>

using cerrado::VertexId;

struct Clique {
    cerrado::OriginalId members[5];
    std::uint32_t size;
    std::uint32_t degrees;

    static auto columns() {
        return cerrado::columns<&Clique::size, &Clique::degrees, &Clique::members>(
            "size", "degrees", cerrado::ColumnName("members", "size"));
    }
};

struct CliqueTable {
    int k = 5;
    using Output = cerrado::Table<Clique>;
    static constexpr bool reads_ids = true;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (!te.extend(0, 1)) return;
        te.filter([](auto const& t, VertexId v) { return cerrado::above_last(t, v) && cerrado::is_clique(t, v); });
        if (te.size() == 1) return;
        te.aggregate_row([&](auto const& t, VertexId v) {
            Clique row{};
            for (int i = 0; i <= t.size(); ++i) {
                VertexId const member = i < t.size() ? t.vertex(i) : v;
                row.members[row.size++] = te.original_id(member);
                row.degrees += te.graph().degree(member);
            }
            return row;
        });
    }
};

int main(int argument_count, char** arguments) {
    if (argument_count != 3) {
        std::cerr << "usage: clique_table GRAPH TABLE.npy\n";
        return 2;
    }
    try {
        cerrado::Graph const graph = cerrado::open_graph(arguments[1]);
        cerrado::NpyWriter<Clique> writer(arguments[2]);
        cerrado::RunOptions options;
        options.of<cerrado::Table<Clique>>().sink = std::ref(writer);
        auto const result = cerrado::run(CliqueTable{}, graph, options);
        writer.close();
        std::cout << cerrado::to_string(result.count) << " rows\n";
    } catch (cerrado::Error const& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.exit_code());
    }
}

// Tutorial 15: transfers that are more each time.
#include <cerrado/core/error.hpp>
#include <cerrado/output/table.hpp>
#include <cerrado/run/run_on_arcs.hpp>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <span>
#include <vector>

struct Chain {
    cerrado::Rank transfers[3];
};

// Money that is passed on three times, each time within a span of time, and each time more than before.
struct GrowingTransfers {
    int k = 3; // transfers
    std::int64_t within = 0;
    cerrado::ArrayRef<double> amount; // of each transfer
    using Engine = cerrado::TimedArcs;
    using Output = cerrado::Table<Chain>;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        cerrado::Rank const last = te.arc(te.size() - 1);
        if (te.extend_arcs(te.out(te.target(last)), last, te.time(last) + within))
            te.filter([&](auto const&, cerrado::Rank next) { return amount[next] > amount[last]; });
        if (te.size() == k - 1)
            te.aggregate_row([](auto const& t, cerrado::Rank next) { return Chain{{t.arc(0), t.arc(1), next}}; });
    }
};

// A transfer, and one that comes straight back. The second one is not listed but only counted.
struct Returns {
    int k = 2;
    std::int64_t within = 0;
    using Engine = cerrado::TimedArcs;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        cerrado::Rank const first = te.arc(0);
        auto const back = te.between(te.target(first), te.source(first));
        te.add_once(te.count_arcs(back, first, te.time(first) + within));
    }
};

int main() {
    try {
        cerrado::RunOptions options;
        cerrado::Arcs const arcs = cerrado::open_arcs("datasets/transfers.csv");
        cerrado::ResidentArcs transfers(arcs, options);
        auto const amount = transfers.column(arcs, "amount");
        std::int64_t const two_days = cerrado::parse_duration("2d", arcs.unit, arcs.are_dates);

        std::vector<Chain> chains;
        options.of<cerrado::Table<Chain>>().sink = [&](std::span<Chain const> rows) {
            chains.insert(chains.end(), rows.begin(), rows.end());
        };
        cerrado::run(GrowingTransfers{3, two_days, amount.ref()}, transfers, options);

        std::ranges::sort(chains, {}, [](Chain const& chain) { return chain.transfers[0]; });
        std::vector<double> const amounts = amount.read();
        for (Chain const& chain : chains) {
            std::cout << arcs.graph.original_id(arcs.source[chain.transfers[0]]);
            for (cerrado::Rank const r : chain.transfers)
                std::cout << " -" << amounts[r] << "> " << arcs.graph.original_id(arcs.target[r]);
            std::cout << ", from " << cerrado::format_time(arcs.time[chain.transfers[0]], arcs.are_dates) << "\n";
        }

        auto const returned = cerrado::run(Returns{2, two_days}, transfers, options);
        std::cout << cerrado::to_string(returned.count) << " come back\n";
    } catch (cerrado::Error const& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.exit_code());
    }
}

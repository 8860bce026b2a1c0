// The delayed forms with graphs on which their work is skewed, for each device.
#include "balance_cases.hpp"

#include <cerrado/graph/generators.hpp>

namespace cerrado::test {
namespace {

struct TrialGraph {
    Form const* form;
    int k;
    char const* spec;
};

std::vector<BalanceTrial> make_trials(std::vector<TrialGraph> const& graphs) {
    std::vector<BalanceTrial> trials;
    for (TrialGraph const& trial : graphs) trials.emplace_back(*trial.form, trial.k, generate_graph(trial.spec));
    return trials;
}

} // namespace

std::vector<BalanceTrial> const& host_trials() {
    static std::vector<BalanceTrial> const trials = make_trials({
        {&delayed_clique_form, 6, "gen:complete:n=16"},
        {&delayed_clique_paper_form, 5, "gen:complete:n=14"},
        {&delayed_motif_form, 6, "gen:star:n=24"},
        {&delayed_motif_paper_form, 5, "gen:star:n=24"},
        {&delayed_clique_bitmap_form, 6, "gen:complete:n=16"},
        {&delayed_clique_pivot_form, 6, "gen:er:n=72,m=1270,seed=2"},
        {&delayed_clique_sizes_form, 6, "gen:er:n=66,m=1070,seed=2"},
        {&delayed_match_form, 6, "gen:complete:n=16"},
        {&delayed_clique_local_form, 8, "gen:er:n=72,m=1400,seed=2"},
    });
    return trials;
}

std::vector<BalanceTrial> const& at_once_trials() {
    static std::vector<BalanceTrial> const trials = make_trials({
        {&bitmap_at_once_form, 6, "gen:er:n=72,m=1270,seed=2"},
        {&pivot_at_once_form, 6, "gen:er:n=72,m=1270,seed=2"},
    });
    return trials;
}

std::vector<BalanceTrial> const& at_once_lockstep_trials() {
    static std::vector<BalanceTrial> const trials = make_trials({
        {&bitmap_at_once_form, 5, "gen:er:n=14,m=72,seed=2"},
        {&pivot_at_once_form, 5, "gen:er:n=14,m=72,seed=2"},
    });
    return trials;
}

std::vector<BalanceTrial> const& lockstep_trials() {
    static std::vector<BalanceTrial> const trials = make_trials({
        {&delayed_clique_form, 5, "gen:complete:n=8"},
        {&delayed_clique_paper_form, 4, "gen:complete:n=7"},
        {&delayed_motif_form, 5, "gen:star:n=9"},
        {&delayed_motif_paper_form, 4, "gen:star:n=8"},
        {&delayed_clique_bitmap_form, 5, "gen:complete:n=8"},
        {&delayed_clique_pivot_form, 5, "gen:er:n=14,m=72,seed=2"},
        {&delayed_clique_sizes_form, 5, "gen:er:n=14,m=72,seed=2"},
        {&delayed_match_form, 6, "gen:complete:n=9"},
        {&delayed_clique_local_form, 5, "gen:er:n=14,m=72,seed=2"},
    });
    return trials;
}

std::vector<BalanceTrial> const& middle_trials() {
    static std::vector<BalanceTrial> const trials = make_trials({
        {&delayed_clique_form, 6, "gen:complete:n=12"},
        {&delayed_clique_paper_form, 5, "gen:complete:n=11"},
        {&delayed_motif_form, 6, "gen:star:n=12"},
        {&delayed_motif_paper_form, 5, "gen:star:n=11"},
        {&delayed_clique_bitmap_form, 6, "gen:complete:n=12"},
        {&delayed_clique_pivot_form, 6, "gen:er:n=44,m=500,seed=2"},
        {&delayed_clique_sizes_form, 5, "gen:er:n=40,m=400,seed=2"},
        {&delayed_match_form, 6, "gen:complete:n=11"},
        {&delayed_clique_local_form, 5, "gen:er:n=40,m=400,seed=2"},
    });
    return trials;
}

std::vector<BalanceTrial> const& cuda_trials() {
    static std::vector<BalanceTrial> const trials = make_trials({
        {&delayed_clique_form, 6, "gen:complete:n=26"},
        {&delayed_clique_paper_form, 5, "gen:complete:n=24"},
        {&delayed_motif_form, 6, "gen:star:n=40"},
        {&delayed_motif_paper_form, 5, "gen:star:n=32"},
        {&delayed_clique_bitmap_form, 6, "gen:complete:n=26"},
        {&delayed_clique_pivot_form, 6, "gen:er:n=70,m=1800,seed=2"},
        {&delayed_clique_sizes_form, 6, "gen:er:n=70,m=1800,seed=2"},
        {&delayed_match_form, 7, "gen:complete:n=22"},
        {&delayed_clique_local_form, 6, "gen:er:n=70,m=1800,seed=2"},
    });
    return trials;
}

} // namespace cerrado::test

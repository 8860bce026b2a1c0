// Traversal (the literature's TE): the current vertices, their extensions per level, and the phases as methods.
//
// Warp-uniform state (length, levels, totals) is kept by every lane for itself, so it needs no sync; extension lists and tables lie
// in the worker's memory and are shared by its lanes. Every method is collective unless it says otherwise: all lanes call it with the
// same arguments. Names and semantics: DuMato thesis, Table 4.1 and Algorithms 9 to 16.
#pragma once

#include <cerrado/traversal/application.hpp>
#include <cerrado/traversal/context.hpp>
#include <cerrado/traversal/mask_table.hpp>

namespace cerrado {

template <class W, class App> class Traversal {
public:
    using WarpType = W;
    using Application = App;

    // `levels`: max_vertices_of<App>() of them, this lane's own. (Apart, so that the compiler can keep all else in registers.)
    CERRADO_FN Traversal(W warp, RunContext const& context, WorkerMemory const& memory, Level* levels)
        : warp_(warp),
          context_(context),
          memory_(memory),
          levels_(levels) {}
    Traversal(Traversal const&) = delete;

    // --- what an application reads; any lane --------------------------------------------------------------------------
    CERRADO_FN int size() const { return length_; } // vertices of the traversal
    CERRADO_FN int k() const { return context_.k; }
    CERRADO_FN VertexId vertex(int i) const { return levels_[i].vertex; }
    CERRADO_FN VertexId root() const { return levels_[0].vertex; }
    CERRADO_FN VertexId last() const { return levels_[length_ - 1].vertex; }
    CERRADO_FN bool adjacent(int i, VertexId u) const { return graph().adjacent(vertex(i), u); }
    CERRADO_FN bool contains(VertexId u) const {
        bool found = false;
        for (int i = 0; i < length_; ++i) found |= vertex(i) == u;
        return found;
    }
    CERRADO_FN std::uint32_t extension_count() const { return top().size; }
    CERRADO_FN GraphRef const& graph() const { return context_.graph; }
    CERRADO_FN W const& warp() const { return warp_; }

    // --- the phases; each is described in its own file -----------------------------------------------------------------
    CERRADO_FN bool control();
    CERRADO_FN bool extend(int begin, int size);
    template <class Predicate> CERRADO_FN void filter(Predicate predicate);
    CERRADO_FN void aggregate_counter();
    CERRADO_FN void aggregate_pattern();
    CERRADO_FN void aggregate_store();
    template <class Fold> CERRADO_FN void aggregate(Fold fold);
    CERRADO_FN void move(bool genedges);

    // --- the fast forms -----------------------------------------------------------------------------------------------
    CERRADO_FN bool extend_common();
    CERRADO_FN bool extend_exclusive();
    CERRADO_FN void count_common_pairs();
    CERRADO_FN void count_common_triples();
    CERRADO_FN void store_common_pairs();
    CERRADO_FN void store_common_triples();
    CERRADO_FN void count_exclusive_pairs();
    CERRADO_FN bool extend_pivot(int shortest, int longest);
    CERRADO_FN void aggregate_leaf();
    CERRADO_FN void aggregate_local();

    // --- for phases, not for applications -----------------------------------------------------------------------------
    CERRADO_FN Level& top() { return levels_[length_ - 1]; }
    CERRADO_FN Level const& top() const { return levels_[length_ - 1]; }
    CERRADO_FN Level const& level(int i) const { return levels_[i]; }
    CERRADO_FN VertexId* extensions(int length) const {
        static_assert(!wants_dense<App>(), "in dense mode extensions are bit rows: use extend_common and what counts");
        return memory_.extensions + context_.layout.level_offset[length];
    }
    CERRADO_FN Mask* extension_masks(int length) const { return memory_.masks + context_.layout.level_offset[length]; }
    CERRADO_FN RunContext const& context() const { return context_; }
    CERRADO_FN WorkerMemory const& memory() const { return memory_; }
    CERRADO_FN MaskTable<W>& table() { return table_; }
    CERRADO_FN void push(VertexId vertex, Mask mask);
    CERRADO_FN void enter_neighbourhood();
    CERRADO_FN std::uint32_t& matrix_word(std::uint32_t member,
                                          std::uint32_t word) const; // dense mode, as the next two
    CERRADO_FN std::uint32_t* extension_row(int length) const;
    CERRADO_FN VertexId* members() const; // where subgraphs are stored, what records call them
    CERRADO_FN VertexId member(std::uint32_t i) const;
    CERRADO_FN VertexId own_name() const { return own_name_; }
    CERRADO_FN std::uint32_t* candidate_row(int length) const; // pivoting
    CERRADO_FN std::uint32_t* pivot_row(int length) const;     // local counts, as the next two
    CERRADO_FN std::uint32_t* hold_row(int length) const;
    CERRADO_FN void flush_local();
    CERRADO_FN bool flush_store();
    // Of the jobs that share one traversal, only one aggregates what ends at that traversal itself: the first slice, the donor. Of those that
    // share an extension, only one aggregates what is not stored in parts.
    CERRADO_FN bool aggregates_here() const {
        return part_ == 0 && (length_ > first_length_ || (slice_ == 0 && !donated_));
    }
    CERRADO_FN void resume();
    CERRADO_FN void serve_stopped();
    CERRADO_FN void finish();
    CERRADO_FN void add_total(std::uint32_t pattern_class, Count count); // any lane
    CERRADO_FN void reserve_totals(Count at_most);
    CERRADO_FN AccumulatorOf<App>& accumulator() { return accumulator_; }
    CERRADO_FN bool append(VertexId* list, Mask* masks, std::uint32_t& count, bool valid, VertexId vertex,
                           Mask mask) const;

private:
    CERRADO_FN void spill();
    CERRADO_FN void collect_members();
    CERRADO_FN void name_members();
    CERRADO_FN void build_matrix();
    template <class Edge> CERRADO_FN void for_each_member_edge(Edge edge) const;
    CERRADO_FN void descend(std::uint32_t member);
    CERRADO_FN void add_once(Count count);
    CERRADO_FN void add_to_counter(Count lane_share);
    template <class Write> CERRADO_FN bool store(std::uint32_t count, Write const& write);
    CERRADO_FN bool store_extensions();
    CERRADO_FN bool store_held_back();
    CERRADO_FN bool abandon_unless(bool open);
    template <int depth> CERRADO_FN void store_common();
    template <int depth> CERRADO_FN bool store_by_extension(std::uint32_t part, std::uint32_t parts);
    template <int depth> CERRADO_FN bool store_by_number();
    template <int depth> CERRADO_FN bool store_cliques_under(VertexId const* uppers, std::uint32_t listed);
    template <int depth, class Cursor, class Shares> CERRADO_FN bool store_shares(Cursor& cursor, Shares const& shares);
    CERRADO_FN std::uint32_t list_own_extensions(VertexId* list) const;
    CERRADO_FN std::uint32_t take_member();
    CERRADO_FN void pass_extensions(std::uint32_t member);
    CERRADO_FN void replay_levels();
    CERRADO_FN bool open_stage(std::uint32_t factored = 0);
    CERRADO_FN void take_pivot();
    CERRADO_FN std::uint32_t most_factored() const;
    CERRADO_FN void aggregate_factored();
    CERRADO_FN std::uint32_t* level_row(std::uint32_t block, int length) const;
    CERRADO_FN void begin_local();
    CERRADO_FN void descend_local(std::uint32_t member);
    CERRADO_FN WideCount* pair_counters(std::uint32_t upper) const;
    template <class Shares> CERRADO_FN void aggregate_pairs(Shares const& shares, std::uint32_t upper);
    CERRADO_FN void move_forward(bool genedges);
    CERRADO_FN bool take_initial();
    CERRADO_FN bool take_donated();
    CERRADO_FN void accept(Count ticket);
    CERRADO_FN bool wait_for_donation();
    CERRADO_FN bool keep_going();
    CERRADO_FN std::uint32_t request(bool unasked);
    CERRADO_FN bool select_extension(int length);
    CERRADO_FN void donate(std::uint32_t count);
    CERRADO_FN std::uint32_t lowest_open(int length) const { return length == first_length_ ? range_first_ : 0; }
    CERRADO_FN std::uint32_t first_of_slice(Level const& level) const;
    CERRADO_FN void divide_extensions();
    CERRADO_FN bool of_this_slice(std::uint32_t extension) const {
        return length_ > first_length_ || slices_ == 1 || extension % slices_ == slice_;
    }
    CERRADO_FN bool donate_half(int length);
    CERRADO_FN std::uint32_t open_extensions(int length) const;
    CERRADO_FN std::uint32_t least_shared(int length) const;
    CERRADO_FN void publish_activity();
    CERRADO_FN void save();

    W warp_;
    RunContext const& context_;
    WorkerMemory memory_;
    int length_ = 0;
    Level* levels_;
    int first_length_ = 1; // of the traversal as it was handed out; the job is done when the traversal gets shorter
    bool donated_ = false; // it was handed out by another worker
    std::uint32_t last_look_ = 0, job_began_ = 0; // by W::clock()
    std::uint32_t slice_ = 0;
    std::uint32_t slices_ = 1;
    std::uint32_t part_ = 0; // of what is stored together
    std::uint32_t parts_ = 1;
    std::uint32_t range_first_ = 0; // of the extensions of the first level, only these are this job's
    std::uint32_t range_end_ = ~0u;
    MaskTable<W> table_;
    std::uint32_t member_count_ = 0;      // dense mode: of the root's neighbourhood
    std::uint32_t held_back_ = 0;         // storing: records that are not in the ring yet
    VertexId const* root_list_ = nullptr; // dense mode: the members, as the graph has them
    VertexId own_name_ = 0; // of a full warp that stores: what records call the vertex of this lane's number
    StoreCursor store_cursor_;
    Count spent_ = 0;       // of the bank's budget since the last spill
    Count counter_low_ = 0; // aggregate_counter's total of this worker, 128 bits in two words
    Count counter_high_ = 0;
    Count jobs_done_ = 0;
    Count donated_done_ = 0;
    AccumulatorOf<App> accumulator_{};
};

// Compacting write (the paper's `write`): the lanes whose `valid` holds append at list[count..]; count grows alike on every lane.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::append(VertexId* list, Mask* masks,
                                                                        std::uint32_t& count, bool valid,
                                                                        VertexId vertex, Mask mask) const {
    LaneMask const writers = warp_.ballot(valid);
    if (valid) {
        std::uint32_t const position = count + static_cast<std::uint32_t>(warp_.rank_below(writers));
        list[position] = vertex;
        if (masks != nullptr) masks[position] = mask;
    }
    count += static_cast<std::uint32_t>(popcount(writers));
    return valid;
}

} // namespace cerrado

#include <cerrado/traversal/aggregate.hpp>
#include <cerrado/traversal/aggregate_store.hpp>
#include <cerrado/traversal/balance.hpp>
#include <cerrado/traversal/common.hpp>
#include <cerrado/traversal/control.hpp>
#include <cerrado/traversal/dense.hpp>
#include <cerrado/traversal/exclusive.hpp>
#include <cerrado/traversal/extend.hpp>
#include <cerrado/traversal/filter.hpp>
#include <cerrado/traversal/local.hpp>
#include <cerrado/traversal/move.hpp>
#include <cerrado/traversal/pair_counts.hpp>
#include <cerrado/traversal/pivot.hpp>
#include <cerrado/traversal/store_common.hpp>
#include <cerrado/traversal/totals.hpp>

// Numbers: a job is a number whose meaning the application knows; see run_jobs().
#pragma once

#include <cerrado/engine/scratch.hpp>

namespace cerrado {

struct Numbers : OneVisitWithScratch {
    static constexpr bool has_numbers = true; // jobs are numbers, not initial traversals
    static constexpr int max_vertices = 1;

    struct Planner : OneVisitWithScratch::Planner {
        using OneVisitWithScratch::Planner::Planner;
        static int levels(TraversalNeeds const&, GraphShape const&) { return 1; }
    };

    template <class W, class Te> class Operators;
};

// If the application has `static constexpr int warps_of_team`, the warps of a block visit a number together where the block
// has as many. One leads and takes the number; see help() in engine/engine.hpp. A worker elsewhere is a team of its own.
template <class W, class Te> class Numbers::Operators : public ScratchOperators<Te> {
public:
    CERRADO_FN Count number() const { return number_; } // the job's number, from 0

    // The team that visits this number, and the place of this worker in it. Lanes: any.
    CERRADO_FN int members() const {
        if constexpr (goes_in_teams<Te>()) return is_team_ ? W::team_size() : 1;
        return 1;
    }
    CERRADO_FN int member() const {
        if constexpr (goes_in_teams<Te>()) return is_team_ ? W::team_rank() : 0;
        return 0;
    }
    // Returns: the fast memory of a member of the own team. Lanes: any.
    CERRADO_FN ScratchBlock* scratch_of(int another) const {
        std::uint32_t const blocks = te().context().layout.fast_bytes() / sizeof(ScratchBlock);
        return this->scratch() + (another - member()) * static_cast<std::ptrdiff_t>(blocks);
    }

    // Lanes: all.
    CERRADO_FN void take_number(Count number) {
        number_ = number;
        tell(number);
    }
    CERRADO_FN void on_begin() {
        if constexpr (goes_in_teams<Te>())
            is_team_ = W::team_size() == Te::Application::warps_of_team && !te().context().balance.enabled;
    }
    CERRADO_FN bool help() {
        if constexpr (goes_in_teams<Te>()) {
            if (member() == 0) return false;
            W::team_sync();
            Count& place = told();
            W const& warp = te().warp();
            number_ = warp.shuffle(warp.lane() == 0 ? W::grid_add(&place, Count{0}) : 0, 0);
            is_team_ = number_ != no_job;
            static_cast<Te&>(*this).set_size(is_team_ ? 1 : 0);
            return is_team_;
        }
        return false;
    }
    CERRADO_FN void on_finish() { tell(no_job); }

private:
    template <class T> static consteval bool goes_in_teams() {
        return has_team<W> && requires { T::Application::warps_of_team; };
    }
    CERRADO_FN Te const& te() const { return static_cast<Te const&>(*this); }

    // A member may still read a number when the leader tells the next one, but not when it tells the one after that.
    // Access is atomic: racecheck reports plain access as a hazard, although team_sync() lies between.
    struct Numbers2 {
        Count of_turn[2];
    };
    CERRADO_FN Count& told() { return W::template of_team<Numbers2>().of_turn[turn_++ % 2]; }
    CERRADO_FN void tell(Count number) {
        if constexpr (goes_in_teams<Te>()) {
            if (!is_team_ || member() != 0) return;
            Count& place = told();
            if (te().warp().lane() == 0) W::grid_exchange(&place, number);
            W::team_sync();
        }
    }

    Count number_ = 0;
    bool is_team_ = false;
    std::uint32_t turn_ = 0;
};

} // namespace cerrado

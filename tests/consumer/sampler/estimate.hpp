// An output that adds up what the walks of all roots come to, by the number of the walk. The sums are independent
// estimates; their mean is the result, and their spread gives its standard error.
#pragma once

#include <cerrado/contract/detail/wide_cells.hpp>
#include <cerrado/contract/run_memory.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/output/output_list.hpp>

#include <cmath>
#include <vector>

struct Estimate {
    using Arrays = cerrado::ArrayList<>;
    using LevelState = cerrado::NoState;
    using Ref = cerrado::WideCells; // by number of the walk

    struct Result {
        double mean = 0;
        double standard_error = 0;
    };

    // The host's side. It owns the counters that the workers add to.
    class Memory {
    public:
        template <class App> Memory(App const& app, cerrado::Session const&, cerrado::RunMemory& memory, int)
            : low_(memory, app.walks),
              high_(memory, app.walks) {}
        Ref ref() const { return {low_.data(), high_.data()}; }
        void conclude(cerrado::RunResult&, cerrado::Session const&) {
            auto const walks = static_cast<double>(low_.size());
            std::vector<cerrado::Count> const low = low_.read();
            std::vector<cerrado::Count> const high = high_.read();
            auto const total = [&](std::size_t i) { return std::ldexp(double(high[i]), 64) + double(low[i]); };
            double squares = 0;
            for (std::size_t i = 0; i < low.size(); ++i) result_.mean += total(i) / walks;
            for (std::size_t i = 0; i < low.size(); ++i) squares += std::pow(total(i) - result_.mean, 2);
            result_.standard_error = std::sqrt(squares / (walks * (walks - 1)));
        }
        Result result() const { return result_; }

    private:
        cerrado::RunArray<cerrado::Count> low_, high_;
        Result result_;
    };

    template <class W, class Te> class Operators {
    public:
        // Ends the walk: it found as many extensions for each traversal that it stands for.
        // Lanes: all. Cost: one or two atomic additions.
        CERRADO_FN void end_walk() {
            Te& te = static_cast<Te&>(*this);
            auto& level = te.top();
            if (te.warp().lane() == 0 && level.total != 0) {
                cerrado::phase::add_wide<W>(te.context().outputs.template get<Estimate>(), level.number,
                                            cerrado::WideCount{level.weight} * level.total);
            }
            level.size = 0;
        }
    };
};

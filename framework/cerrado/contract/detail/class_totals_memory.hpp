// The host's side of totals per class: their memory and their sums.
#pragma once

#include <cerrado/contract/run_memory.hpp>

namespace cerrado {

class ClassTotalsMemory {
public:
    ClassTotalsMemory(RunMemory& memory, std::uint32_t classes, int workers);

    ClassTotals const& totals() const { return totals_; }
    void collect() { sums_ = memory_->add_up(totals_); }         // once all workers have ended
    std::vector<WideCount> const& sums() const { return sums_; } // per class

private:
    RunMemory* memory_;
    ClassTotals totals_;
    std::vector<WideCount> sums_;
};

} // namespace cerrado

#include <cerrado/output/by_key.hpp>

#include <cerrado/contract/result.hpp>

namespace cerrado {

void ByKey::Memory::conclude(RunResult& result, Session const&) const {
    for (WideCount const count : totals_.sums()) add_to(result.count, count);
}

} // namespace cerrado

#include <cerrado/output/by_size.hpp>

#include <cerrado/contract/result.hpp>
#include <cerrado/contract/session.hpp>

namespace cerrado {

// A subgraph is a root and successors of it.
BySize::Memory::Memory(SizeRange sizes, Session const& session, RunMemory& memory, int workers)
    : sizes_(sizes),
      totals_(memory, bundle_classes(session.shape.max_degree() + 1), workers) {}

void BySize::Memory::conclude(RunResult& result, Session const&) {
    counts_ = sizes_of_bundles(totals_.sums(), sizes_.shortest, sizes_.longest);
    add_to(result.count, to_count(counts_.sum));
}

} // namespace cerrado

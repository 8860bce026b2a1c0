#include <cerrado/output/by_size.hpp>

#include <cerrado/output/detail/size_counts.hpp>
#include <cerrado/run/session/session.hpp>

namespace cerrado {

// A subgraph is a root and successors of it.
BySize::Memory::Memory(SizeRange sizes, Session const& session, RunMemory& memory, int workers)
    : sizes_(sizes),
      totals_(memory, bundle_classes(session.shape.max_degree() + 1), workers) {}

void BySize::Memory::conclude(RunResult& result, Session const&) const {
    result.sizes = sizes_of_bundles(totals_.sums(), sizes_.shortest, sizes_.longest);
    add_to(result.count, to_count(result.sizes.sum));
}

} // namespace cerrado

#include "isomorphism/plan/distinct.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace cerrado {

namespace {

// Source: Kuhn's augmenting paths.
class Taking {
public:
    explicit Taking(std::vector<std::vector<VertexId>> const& lists) : lists_(lists), taken_(lists.size()) {}

    // Returns: whether the list takes an id, for which others may take another.
    bool take(std::size_t list, std::unordered_set<VertexId>& seen) {
        for (VertexId const id : lists_[list]) {
            if (!seen.insert(id).second) continue;
            auto const owner = owner_.find(id);
            if (owner != owner_.end() && !take(owner->second, seen)) continue;
            owner_[id] = list;
            taken_[list] = id;
            return true;
        }
        return false;
    }
    std::vector<VertexId> const& taken() const { return taken_; }

private:
    std::vector<std::vector<VertexId>> const& lists_;
    std::unordered_map<VertexId, std::size_t> owner_;
    std::vector<VertexId> taken_;
};

} // namespace

std::optional<std::vector<VertexId>> distinct_of(std::vector<std::vector<VertexId>> const& lists) {
    Taking taking(lists);
    for (std::size_t list = 0; list < lists.size(); ++list) {
        std::unordered_set<VertexId> seen;
        if (!taking.take(list, seen)) return std::nullopt;
    }
    return taking.taken();
}

} // namespace cerrado

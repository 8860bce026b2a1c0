#include <cerrado/canonical/names/directed_names.hpp>

#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/parse_pattern.hpp>

#include <map>
#include <utility>

namespace cerrado {

std::span<DirectedName const> directed_names() {
    static std::vector<DirectedName> const names = {
        {"1>0,1>2", {"021D"}},
        {"0>1,2>1", {"021U"}},
        {"0>1,1>2", {"021C"}},
        {"0<>1,2>1", {"111D"}},
        {"0<>1,1>2", {"111U"}},
        {"0>1,0>2,1>2", {"030T", "FFL", "feed-forward-loop"}},
        {"0>1,1>2,2>0", {"030C", "feedback-loop"}},
        {"0<>1,1<>2", {"201"}},
        {"1>0,1>2,0<>2", {"120D"}},
        {"0>1,2>1,0<>2", {"120U"}},
        {"0>1,1>2,0<>2", {"120C"}},
        {"0>1,1<>2,0<>2", {"210"}},
        {"0<>1,1<>2,0<>2", {"300"}},
        {"0>2,0>3,1>2,1>3", {"bi-fan"}},
        {"0>1,0>2,1>3,2>3", {"bi-parallel"}},
    };
    return names;
}

std::vector<std::string> names_of_directed(int k, PatternWord canonical) {
    static std::map<std::pair<int, PatternWord>, DirectedName const*> const by_arcs = [] {
        std::map<std::pair<int, PatternWord>, DirectedName const*> all;
        for (DirectedName const& each : directed_names()) {
            Pattern const pattern = parse_pattern(each.items);
            all.emplace(std::pair(pattern.size(), canonical_arcs(pattern.size(), *arcs_of(pattern)).arcs), &each);
        }
        return all;
    }();
    auto const found = by_arcs.find({k, canonical});
    return found == by_arcs.end() ? std::vector<std::string>() : found->second->names;
}

} // namespace cerrado

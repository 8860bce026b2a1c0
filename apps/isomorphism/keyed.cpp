#include "isomorphism/keyed.hpp"

#include <fmt/format.h>

namespace cerrado {

BoundApplication with_key(BoundApplication bound, std::string const& key) {
    auto const keyed = [key](RunOptions options) {
        std::string& whole = options.checkpoint.key;
        whole += (whole.empty() ? "" : "; ") + key;
        return options;
    };
    bound.run = [keyed, run = bound.run](Graph const& graph, RunOptions const& options) {
        return run(graph, keyed(options));
    };
    bound.run_resident = [keyed, run = bound.run_resident](Resident const& graph, RunOptions const& options) {
        return run(graph, keyed(options));
    };
    return bound;
}

std::string marks_text(Pattern const& pattern) {
    if (!pattern.has_marks()) return {};
    std::string text;
    for (int v = 0; v < pattern.size(); ++v) {
        text += fmt::format(" {}>{:x}!{:x}", v, pattern.arcs_from(v), pattern.no_arcs_from(v));
        for (std::string const& label : pattern.labels(v)) text += fmt::format(":{}", label);
        for (int u = 0; u < pattern.size(); ++u) {
            if (std::string const& label = pattern.arc_label(v, u); !label.empty()) {
                text += fmt::format(" {}>{}:{}", v, u, label);
            }
            if (u >= v) continue;
            if (std::string const& label = pattern.edge_label(u, v); !label.empty()) {
                text += fmt::format(" {}-{}:{}", u, v, label);
            }
        }
    }
    return text;
}

} // namespace cerrado

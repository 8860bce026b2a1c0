#include "isomorphism/keyed.hpp"

#include "library/form.hpp"

#include <fmt/format.h>

namespace cerrado {

namespace {

class Keyed : public Decorator {
public:
    Keyed(BoundApplication inner, std::string key) : Decorator(std::move(inner)), key_(std::move(key)) {}

protected:
    RunOptions given(Graph const&, RunOptions options) const override {
        std::string& whole = options.checkpoint.key;
        whole += (whole.empty() ? "" : "; ") + key_;
        return options;
    }

private:
    std::string const key_;
};

} // namespace

BoundApplication with_key(BoundApplication bound, std::string const& key) {
    return make_form<Keyed>(std::move(bound), key);
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

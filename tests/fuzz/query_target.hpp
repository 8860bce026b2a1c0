// The target of the parser of queries, see targets.hpp.
#pragma once

#include <cerrado/apps/query.hpp>
#include <cerrado/core/error.hpp>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace cerrado::fuzz {

// Aborts unless what the term refers to is there.
inline void require_sound(Query const& query, QueryTerm const& term) {
    using enum QueryTerm::Kind;
    auto const require = [](bool is_so) {
        if (!is_so) std::abort();
    };
    bool const is_of_arc = term.kind == arc_column || term.kind == arc_label || (term.kind == same && term.are_arcs);
    int const count = static_cast<int>(is_of_arc ? query.arcs.size() : query.variables.size());
    bool const refers = is_of_arc || term.kind == vertex_column || term.kind == vertex_label || term.kind == same;
    if (refers) require(term.index >= 0 && term.index < count);
    if (term.kind == same) require(term.other >= 0 && term.other < count);
    require(term.place.at + term.place.length <= query.text.size());
    for (QueryTerm const& part : term.parts) require_sound(query, part);
}

// A motif or MATCH: a sound query, or a message of three lines, the last a caret.
inline bool query(std::string_view bytes) {
    try {
        Query const query = parse_query(bytes);
        int const variables = static_cast<int>(query.variables.size());
        for (QueryArc const& arc : query.arcs) {
            if (std::min(arc.from, arc.to) < 0 || std::max(arc.from, arc.to) >= variables) std::abort();
            for (QueryTerm const& term : arc.conditions) require_sound(query, term);
        }
        for (QueryTerm const& term : query.conditions) require_sound(query, term);
        if (variables == 0 || query.items.empty()) std::abort();
        return true;
    } catch (InputError const& error) {
        std::string_view const message = error.what();
        if (!message.starts_with("query:") || !message.ends_with('^') || std::ranges::count(message, '\n') != 2)
            std::abort();
        return false;
    }
}

} // namespace cerrado::fuzz

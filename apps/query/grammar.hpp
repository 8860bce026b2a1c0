// Rules that the grammars of both query languages are made of, on top of PEGTL's. A grammar never tries a long part
// twice: after the first words of a part, what is missing is an error, which says in plain words what was expected.
#pragma once

#include "query/parse.hpp"

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/limit_depth.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado::grammar {

using namespace tao::pegtl; // NOLINT: the grammars read as PEGTL's own examples do

// A text as a template argument.
template <std::size_t size> struct Words {
    char text[size]{};
    consteval Words(char const (&from)[size]) { std::copy_n(from, size, text); }
    constexpr std::string_view view() const { return {text, size - 1}; }
};

// Ends the parse with a message, see refuse_syntax().
template <Words message> struct refuse {
    using rule_t = refuse;
    using subs_t = empty_list;
    template <class Input> static bool match(Input& in) { throw parse_error(message.text, in); }
};
// The rule must match here. (One rule in place of PEGTL's sor<Rule, refuse<message>>: units compile in half the time.)
template <class Rule, Words message> struct need {
    using rule_t = need;
    using subs_t = type_list<Rule>;
    template <apply_mode A, rewind_mode M, template <class...> class Action, template <class...> class Control,
              class Input, class... States>
    static bool match(Input& in, States&&... states) {
        if (Control<Rule>::template match<A, rewind_mode::required, Action, Control>(in, states...)) return true;
        throw parse_error(message.text, in);
    }
};
// The rule must not match here: it is a part of the language that is not served. Never matches.
template <class Rule, Words message> struct unserved {
    using rule_t = unserved;
    using subs_t = type_list<Rule>;
    template <apply_mode A, rewind_mode M, template <class...> class Action, template <class...> class Control,
              class Input, class... States>
    static bool match(Input& in, States&&... states) {
        auto const here = in.iterator();
        if (Control<Rule>::template match<A, rewind_mode::required, Action, Control>(in, states...)) {
            throw parse_error(message.text, in.position(here));
        }
        return false;
    }
};

constexpr bool begins_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 128;
}
constexpr bool continues_name(char c) { return begins_name(c) || (c >= '0' && c <= '9'); }

// A letter or underscore, then such and digits. Every letter outside ASCII is a letter.
struct identifier {
    using rule_t = identifier;
    using subs_t = empty_list;
    template <class Input> static bool match(Input& in) {
        std::string_view const rest(in.current(), in.size());
        if (rest.empty() || !begins_name(rest[0])) return false;
        std::size_t length = 1;
        while (length < rest.size() && continues_name(rest[length])) ++length;
        in.bump(length);
        return true;
    }
};

// One of some words of the language, in any case.
template <Words... words> struct word {
    using rule_t = word;
    using subs_t = empty_list;
    template <class Input> static bool match(Input& in) {
        std::string_view const rest(in.current(), in.size());
        auto const is = [&](std::string_view one) {
            return begins_with_word(rest, one) && (in.bump(one.size()), true);
        };
        return (is(words.view()) || ...);
    }
};

// The first of some texts that is here.
template <Words... texts> struct sign {
    using rule_t = sign;
    using subs_t = empty_list;
    template <class Input> static bool match(Input& in) {
        std::string_view const rest(in.current(), in.size());
        auto const is = [&](std::string_view one) { return rest.starts_with(one) && (in.bump(one.size()), true); };
        return (is(texts.view()) || ...);
    }
};

// Blanks and comments; they may be missing.
template <bool of_match> struct blanks {
    using rule_t = blanks;
    using subs_t = empty_list;
    template <class Input> static bool match(Input& in) {
        std::string_view const rest(in.current(), in.size());
        std::size_t const end = end_of_blanks(rest, of_match);
        in.bump(end);
        if (of_match && rest.substr(end).starts_with("/*")) throw parse_error("this comment is not closed", in);
        return true;
    }
};

// A rule, and what follows it.
template <class Rule, class Skip> struct and_skip {
    using rule_t = and_skip;
    using subs_t = empty_list;
    template <class Input> static bool match(Input& in) { return Rule::match(in) && Skip::match(in); }
};

// From a quote to the next that no backslash precedes. A backtick is doubled instead.
template <char quote> struct quoted {
    using rule_t = quoted;
    using subs_t = empty_list;
    template <class Input> static bool match(Input& in) {
        std::string_view const rest(in.current(), in.size());
        if (rest.empty() || rest[0] != quote) return false;
        for (std::size_t i = 1; i < rest.size(); ++i) {
            if (rest[i] == '\\' && quote != '`') {
                ++i;
            } else if (rest[i] == quote) {
                if (quote == '`' && i + 1 < rest.size() && rest[i + 1] == quote) {
                    ++i;
                    continue;
                }
                in.bump(i + 1);
                return true;
            }
        }
        throw parse_error("this quote is not closed", in);
    }
};

struct digits : plus<digit> {};
struct number_text : seq<opt<one<'-'>>, sor<seq<digits, opt<one<'.'>, digits>>, seq<one<'.'>, digits>>,
                         opt<one<'e', 'E'>, opt<one<'+', '-'>>, digits>, not_at<identifier>> {};

// Stops at parts that are nested too deeply for the stack.
template <class Rule> struct nested {
    using rule_t = nested;
    using subs_t = type_list<Rule>;
    template <apply_mode A, rewind_mode M, template <class...> class Action, template <class...> class Control,
              class Input, class... States>
    static bool match(Input& in, States&&... states) {
        internal::depth_guard const guard(in.private_depth);
        if (in.private_depth > max_query_depth) throw parse_error("this is nested too deeply (200 parts)", in);
        return Control<Rule>::template match<A, M, Action, Control>(in, states...);
    }
};

// The tree: rules with a member type `kept` become its nodes. One with `folded` leaves its place to an only child.
// (PEGTL's own parse_tree takes twice as long to compile.)

template <class Rule> inline constexpr char rule_tag = 0;

struct Node {
    char const* rule = nullptr; // the address of its rule_tag
    std::string_view text{};
    std::vector<Node> children{};
    template <class Rule> bool is() const { return rule == &rule_tag<Rule>; }
};

// Nodes that begin where the input is, or later, come from an attempt that failed.
inline void drop_from(std::vector<Node>& nodes, char const* here) {
    while (!nodes.empty() && nodes.back().text.data() >= here) nodes.pop_back();
}

// Makes the nodes from `first` on the children of a new one.
inline void close_node(std::vector<Node>& nodes, std::size_t first, Node node, bool is_folded) {
    drop_from(nodes, node.text.data() + node.text.size());
    if (is_folded && nodes.size() == first + 1) return;
    auto const begin = nodes.begin() + static_cast<std::ptrdiff_t>(first);
    node.children.assign(std::move_iterator(begin), std::move_iterator(nodes.end()));
    nodes.resize(first);
    nodes.push_back(std::move(node));
}

template <class Rule> struct BuildsTree : normal<Rule> {
    template <apply_mode A, rewind_mode M, template <class...> class Action, template <class...> class Control,
              class Input>
    static bool match(Input& in, std::vector<Node>& nodes) {
        constexpr bool is_kept = requires { typename Rule::kept; };
        if constexpr (!is_kept || A == apply_mode::nothing) {
            return normal<Rule>::template match<A, M, Action, Control>(in, nodes);
        } else {
            char const* const begin = in.current();
            drop_from(nodes, begin);
            std::size_t const first = nodes.size();
            if (!normal<Rule>::template match<A, M, Action, Control>(in, nodes)) return false;
            std::string_view const text(begin, static_cast<std::size_t>(in.current() - begin));
            close_node(
                nodes, first, {&rule_tag<Rule>, text}, requires { typename Rule::folded; });
            return true;
        }
    }
};

// Returns: the nodes of the text from `begin` on; the rule must match up to its end.
template <class Rule> std::vector<Node> parse_text(std::string_view text, std::size_t begin) {
    std::string_view const part = text.substr(begin);
    memory_input<tracking_mode::lazy> in(part.data(), part.size(), "");
    std::vector<Node> nodes;
    try {
        if (parse<Rule, nothing, BuildsTree>(in, nodes)) return nodes;
    } catch (parse_error const& error) {
        refuse_syntax(text, begin + error.positions().front().byte, error.message());
    }
    refuse_syntax(text, begin, "expected a query");
}

// Returns: the node's place in the text, without blanks at its end.
inline QueryPlace place_in(std::string_view text, Node const& node) {
    std::string_view const part = node.text.substr(0, node.text.find_last_not_of(" \t\r\n\v\f") + 1);
    return {static_cast<std::size_t>(part.data() - text.data()), part.size()};
}

} // namespace cerrado::grammar

// By code of directed pattern. This is ByCode for directed patterns that are too large for tables of all patterns.
//
// The highest bits of a code are the class of the first vertices. There are as many of these as the vertices of the
// patterns in the tables. Then come the masks of the later vertices, one after the other. Each mask is over the
// canonical positions of the first vertices, and over the later vertices before its own. So subgraphs with the same
// code have the same pattern. A pattern has several codes, and the host adds up their counts. Requires: an engine with
// masks of two bits for each vertex, and tables of smaller patterns than those that are counted. The application
// counts: the output that it gives to finish() has takes_codes, advance(), add(code, count) and all members of an
// output by pattern.
#pragma once

#include <cerrado/output/detail/codes/by_code.hpp>
#include <cerrado/output/detail/codes/by_code_input.hpp>

namespace cerrado {

struct ByArcCode {
    using Input = ByArcCodeInput;
    using Result = CodeCounts;
    using Arrays = ArrayList<>;
    struct LevelState {
        PatternState pattern{}; // of the traversal; for more vertices than the tables have, only the positions
        std::uint64_t code = 0; // beyond the tables
    };
    struct Ref : CodeTable {
        TransitionTableRef patterns;
    };

    static void check(Session const& session); // throws InputError for tables and numbers that it cannot use

    class Memory {
    public:
        template <class App> Memory(App const&, Session const& session, RunMemory& memory, int)
            : Memory(session, memory) {}
        Ref ref() const { return {table_.table(), patterns_}; }
        void collect() { table_.collect(); }
        void conclude(RunResult& result, Session const&) const { table_.conclude(result); }
        Result const& result() const { return table_.counts(); }

    private:
        Memory(Session const& session, RunMemory& memory);
        TransitionTableRef patterns_;
        CodeTableMemory table_;
    };

    template <class W, class Te> class Operators : public CodeOperators<ByArcCode, W, Te> {
        using Base = CodeOperators<ByArcCode, W, Te>;

    public:
        CERRADO_FN TransitionTableRef const& patterns() const { return Base::ref().patterns; }

        // Returns: the state of the traversal with one more vertex, which has this mask. Lanes: any.
        CERRADO_FN LevelState advance(LevelState const& state, int length, std::uint32_t mask) const {
            int const of_tables = patterns().k;
            if (length < of_tables) {
                PatternState const next = patterns().template advance<2>(state.pattern, length, mask);
                return {next, next.pattern_class};
            }
            std::uint32_t const permuted = TransitionTableRef::permute<2>(state.pattern, length, mask);
            LevelState next = state;
            next.code = state.code << 2 * length | permuted;
            next.pattern.positions |= static_cast<std::uint64_t>(length) << 4 * length;
            return next;
        }

        CERRADO_FN void on_push() {
            Te& te = Base::te();
            int const before = te.size() - 1;
            LevelState& top = te.top();
            top = before > 0 ? advance(te.level(before - 1), before, te.top().mask) : LevelState{};
        }
    };
};

} // namespace cerrado

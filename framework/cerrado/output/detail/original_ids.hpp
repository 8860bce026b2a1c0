// The ids of a file's vertices, for an application that declares `reads_ids`. It is part of the traversal as outputs
// are, and gives no result.
#pragma once

#include <cerrado/contract/run_memory.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/output/output_list.hpp>

namespace cerrado {

struct OriginalIds {
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    static constexpr bool reads_graph = true;
    struct Ref {
        OriginalId const* ids = nullptr; // by vertex; null: each vertex is its own id
    };

    class Memory {
    public:
        template <class App> Memory(App const&, Session const& session, RunMemory& memory, int)
            : ids_(memory, session.graph().original_ids()) {}
        Ref ref() const { return {ids_.size() > 0 ? ids_.data() : nullptr}; }
        void conclude(RunResult&, Session const&) const {}

    private:
        RunArray<OriginalId> ids_;
    };

    template <class W, class Te> class Operators {
    public:
        // Returns: the id that a vertex had in the file. Everything else that a traversal gives and takes is the
        // vertex's number in the run. Requires: the application's reads_ids. Lanes: any. Cost: a read.
        CERRADO_FN OriginalId original_id(VertexId v) const {
            auto const& ref = static_cast<Te const&>(*this).context().outputs.template get<OriginalIds>();
            return ref.ids != nullptr ? ref.ids[v] : v;
        }
    };
};

} // namespace cerrado

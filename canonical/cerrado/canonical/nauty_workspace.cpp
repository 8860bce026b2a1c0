#include <cerrado/canonical/nauty_workspace.hpp>

#include <nauty/nautinv.h>
#include <nauty/nauty.h>

namespace cerrado {

namespace {

struct Workspace {
    ~Workspace() {
        naugraph_freedyn();
        nautinv_freedyn();
        nautil_freedyn();
        nauty_freedyn();
    }
};

} // namespace

void keep_nauty_workspace() {
    static thread_local Workspace const workspace;
    static_cast<void>(workspace); // names it, so that this thread constructs it
}

} // namespace cerrado

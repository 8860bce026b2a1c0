// bind_application: from an application's type to calls. Include it in sources that compile as CUDA when CUDA is on.
#pragma once

#include "common/application.hpp"

#include <cerrado/runtime/run.hpp>

namespace cerrado::command {

template <class App> BoundApplication bind_application(App const& app) {
    return {
        [app](RunOptions const& options) { cerrado::warm_up(app, options); },
        [app](Graph const& graph, RunOptions const& options) { return cerrado::prepare(app, graph, options); },
        [app](Graph const& graph, RunOptions const& options) {
            return cerrado::estimate(app, graph, options).describe();
        },
        [app](Graph const& graph, RunOptions const& options) { return cerrado::run(app, graph, options); },
    };
}

} // namespace cerrado::command

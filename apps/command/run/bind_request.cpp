#include "command/run/bind_request.hpp"

#include <cerrado/contract/declared.hpp>

namespace cerrado::command {

namespace {

BoundApplication bind(Application const& application, RunRequest const& request) {
    Parameters const& parameters = request.parameters;
    if (request.exists) return application.bind_exists(parameters.algorithm);
    if (request.list.on()) return application.bind_list(parameters.k, parameters.algorithm);
    if (request.local.on()) {
        return application.bind_local(parameters.k, parameters.algorithm, !request.local.edges.empty());
    }
    return application.bind(parameters.sizes, parameters.algorithm);
}

} // namespace

std::vector<BoundApplication> bind_each(std::span<Application const> applications, RunRequest const& request) {
    std::vector<BoundApplication> bound;
    for (Application const& application : applications) bound.push_back(bind(application, request));
    return bound;
}

std::vector<Application> suited(std::span<Application const> applications, Graph const& graph,
                                RunRequest const& request) {
    for (Application const& each : applications) {
        if (each.check_graph) each.check_graph(graph);
    }
    if (request.exists) return {applications.begin(), applications.end()}; // whose search has an order of its own
    int const width = request.parameters.warp_width;
    bool const walks = request.list.on() || request.local.on() || (width != 0 && width != full_warp_width);
    Algorithm const algorithm = walks ? Algorithm::walk : request.parameters.algorithm;
    std::vector<Application> suited;
    for (Application const& each : applications) {
        suited.push_back(each.for_graph ? each.for_graph(graph, algorithm) : each);
    }
    return suited;
}

} // namespace cerrado::command

// Finds the form of an application that is the fastest on a graph, among forms that give the same. It runs each on a
// sample of its jobs, for a small part of the time that the whole would take.
#pragma once

#include <cerrado/apps/bound_application.hpp>

#include <functional>
#include <vector>

namespace cerrado {

struct Candidate {
    Algorithm algorithm;
    BoundApplication form;
};

// The candidates behind one application. `usual` gives the place of the one that short runs on a device take without
// sampling.
BoundApplication fastest_of(std::vector<Candidate> candidates, std::function<std::size_t(DeviceKind)> usual);

} // namespace cerrado

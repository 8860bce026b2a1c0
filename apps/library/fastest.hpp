// Finds the fastest form of an application on a graph, among forms with the same results. It runs each form on a sample
// of its jobs, for a small part of the time of the whole run.
#pragma once

#include <cerrado/apps/bound_application.hpp>

#include <functional>
#include <vector>

namespace cerrado {

struct Candidate {
    Algorithm algorithm;
    BoundApplication form;
    bool moves_work = false; // on a GPU, unless the options say otherwise or the search is short
};

// Returns: an application that takes the fastest candidate. `usual` gives the place of the candidate that short runs on
// a device take without samples.
BoundApplication fastest_of(std::vector<Candidate> candidates, std::function<std::size_t(DeviceKind)> usual);

} // namespace cerrado

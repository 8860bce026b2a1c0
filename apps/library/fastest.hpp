// Among forms of an application that give the same, the one that is the fastest on a graph: each is run on a sample of
// its jobs, for a small part of the time that the whole would take.
#pragma once

#include <cerrado/apps/bound_application.hpp>

#include <functional>
#include <vector>

namespace cerrado {

struct Candidate {
    Algorithm algorithm;
    BoundApplication form;
};

// The candidates behind one application. `usual`: the one, by its place, that short runs on a device take unasked.
BoundApplication fastest_of(std::vector<Candidate> candidates, std::function<std::size_t(DeviceKind)> usual);

// Gives a form that has no choose() one that predicts how long it will take.
BoundApplication with_prediction(BoundApplication form);

} // namespace cerrado

// How sure a check of the proof is.
#pragma once

#include <cerrado/apps/six.hpp>

namespace cerrado::six {

// A wrong polynomial is right at d of the p - 1 points at most. So a check of a random point misses it with a
// probability of d / (p - 1). Returns: minus the logarithm of that to base 2, for the smaller prime.
double bits_of_check(SixInstance const& instance);

// How many checks of each prime miss a wrong proof with a probability of 2^-soundness at most. Throws InputError unless
// the soundness is above 0 and at most 1000.
int checks_for(SixInstance const& instance, double soundness);

} // namespace cerrado::six

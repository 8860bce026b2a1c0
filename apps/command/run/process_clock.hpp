// How long the process has run.
#pragma once

namespace cerrado::command {

// Counts since the program was loaded, before main().
double process_seconds();

// The time left of a deadline that counts from then on, at least 1 ms. 0: there is no deadline.
double seconds_left(double deadline);

} // namespace cerrado::command

// How long the process has been there.
#pragma once

namespace cerrado::command {

// Since the program was loaded, before main().
double process_seconds();

// Of a deadline that counts from then on: 1 ms at least; 0: there is none.
double seconds_left(double deadline);

} // namespace cerrado::command

// How long the process has been there.
#pragma once

namespace cerrado::command {

// Since the program was loaded, before main().
double process_seconds();

} // namespace cerrado::command

// The forms of `cerrado clique --list`.
#pragma once

#include "common/application.hpp"

namespace cerrado::command {

// Gives every clique of k vertices to RunOptions::batch_sink. Throws InputError for an algorithm that cannot list.
BoundApplication list_form(int k, Algorithm algorithm);

} // namespace cerrado::command

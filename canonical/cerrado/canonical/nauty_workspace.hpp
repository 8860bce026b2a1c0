// nauty keeps work space per thread and leaves it to the thread to free it.
#pragma once

namespace cerrado {

// Frees this thread's work space when the thread ends. Call it before nauty.
void keep_nauty_workspace();

} // namespace cerrado

// nauty keeps work space per thread and leaves it to the thread to free.
#pragma once

namespace cerrado {

// Frees this thread's when the thread ends. To be called before nauty is.
void keep_nauty_workspace();

} // namespace cerrado

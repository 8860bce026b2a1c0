#include "format_targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
    cerrado::fuzz::mol({reinterpret_cast<char const*>(data), size});
    return 0;
}

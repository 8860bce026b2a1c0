#include "query_target.hpp"

#include <cstddef>

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
    cerrado::fuzz::query({reinterpret_cast<char const*>(data), size});
    return 0;
}

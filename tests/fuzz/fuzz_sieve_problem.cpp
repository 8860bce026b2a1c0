#include "sieve_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
    cerrado::fuzz::sieve_problem({reinterpret_cast<char const*>(data), size});
    return 0;
}

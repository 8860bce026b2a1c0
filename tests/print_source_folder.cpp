// Prints where tests look for the project, for the test of what is packed.
#include "places.hpp"

#include <iostream>

int main() { std::cout << cerrado::test::source_folder().string() << '\n'; }

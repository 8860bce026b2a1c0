// Tutorial 5, step 4: jobs that are numbers. The pairs 1 <= a, b <= n that have no common divisor.
#include <cerrado/run/run.hpp>

#include <iostream>

struct CoprimePairs {
    std::uint32_t n;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        auto const a = static_cast<std::uint32_t>(te.number()) + 1;
        cerrado::Count coprime = 0; // this lane's
        for (auto b = static_cast<std::uint32_t>(te.warp().lane()) + 1; b <= n; b += Traversal::WarpType::width) {
            std::uint32_t x = a, y = b;
            while (y != 0) {
                std::uint32_t const rest = x % y;
                x = y;
                y = rest;
            }
            coprime += x == 1 ? 1 : 0;
        }
        te.counter().add_shared(coprime);
    }
};

int main() {
    auto const result = cerrado::run_jobs(1000, CoprimePairs{1000});
    std::cout << cerrado::to_string(result.count) << " pairs, by " << result.roots.done << " jobs\n";
}

// Checks a proof at random points, and reads the count out of it.
#include "six/evaluate/polynomial.hpp"
#include "six/proof/proof_sum.hpp"
#include "six/proof/soundness.hpp"

#include <cerrado/apps/six.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/graph/generate/random_source.hpp>

#include <fmt/format.h>

#include <sys/random.h>
#include <cerrno>
#include <cstring>

namespace cerrado {

namespace {

// Numbers that nobody knows beforehand, or those of a seed.
class PointSource {
public:
    explicit PointSource(std::optional<std::uint64_t> seed) : is_seeded_(seed.has_value()), seeded_(seed.value_or(0)) {}

    // Uniform in [0, bound). Requires: the bound is from 1 to 2^31.
    std::uint32_t below(std::uint32_t bound) {
        if (is_seeded_) return static_cast<std::uint32_t>(seeded_.below(bound));
        for (;;) {
            std::uint32_t const number = system_number() & 0x7fffffff;
            if (number < bound) return number;
        }
    }

private:
    static std::uint32_t system_number() {
        std::uint32_t number = 0;
        for (;;) {
            if (::getrandom(&number, sizeof number, 0) == sizeof number) return number;
            if (errno == EINTR) continue;
            throw Error(fmt::format("the system gives no random numbers ({}): verify on another machine",
                                    std::strerror(errno)));
        }
    }

    bool is_seeded_;
    RandomSource seeded_;
};

void check_proof(SixInstance const& instance, SixProof const& proof) {
    if (proof.instance != instance.checksum()) {
        throw InputError(
            fmt::format("the proof is of another instance ({:016x}, not {:016x}): give the one that it was made with",
                        proof.instance, instance.checksum()));
    }
    for (std::size_t i = 0; i < six_primes.size(); ++i) {
        auto const& coefficients = proof.coefficients[i];
        if (coefficients.size() != instance.points_needed()) {
            throw InputError(fmt::format(
                "the proof has {} of prime {}, and a polynomial of degree {} has {}: it is "
                "none",
                counted(coefficients.size(), "coefficient"), i, instance.degree(), grouped(instance.points_needed())));
        }
        for (std::size_t j = 0; j < coefficients.size(); ++j) {
            if (coefficients[j] < six_primes[i].p) continue;
            throw InputError(fmt::format("coefficient {} of prime {} is {}, which is not below {}: the proof is wrong",
                                         j, i, coefficients[j], six_primes[i].p));
        }
    }
}

bool holds_at(six::Polynomial& polynomial, SixProof const& proof, int prime, std::uint32_t point) {
    six::PrimeField const field = six::fields[prime];
    std::uint32_t const x = field.power(field.root, point);
    return six::value_at(field, proof.coefficients[static_cast<std::size_t>(prime)], x) == polynomial.at(x);
}

} // namespace

SixVerified verify_six(SixInstance const& instance, SixProof const& proof, double soundness,
                       std::optional<std::uint64_t> seed) {
    SixVerified verified;
    verified.checks = six::checks_for(instance, soundness);
    check_proof(instance, proof);
    PointSource source(seed);
    for (int prime = 0; prime < static_cast<int>(six_primes.size()); ++prime) {
        six::Polynomial polynomial(instance, prime);
        for (int check = 0; check < verified.checks; ++check) {
            std::uint32_t const point = source.below(six_primes[static_cast<std::size_t>(prime)].p - 1);
            if (holds_at(polynomial, proof, prime, point)) continue;
            verified.failed = {prime, point, 1};
            return verified;
        }
    }
    verified.holds = true;
    auto const sum = [&](int prime) {
        return six::sum_over_nodes(six::fields[prime], proof.coefficients[static_cast<std::size_t>(prime)],
                                   instance.nodes());
    };
    verified.maps = six::count_of_residues(sum(0), sum(1));
    verified.count = instance.count_of(verified.maps);
    return verified;
}

} // namespace cerrado

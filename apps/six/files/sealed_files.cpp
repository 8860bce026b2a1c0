// The files of instances and proofs.
#include "six/files/sealed_file.hpp"

#include <cerrado/apps/six.hpp>
#include <cerrado/contract/bytes.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace cerrado {

namespace {

// What the checksum holds true and yet does not fit was written by another program.
template <class Read> auto read_content(six::FileKind kind, std::string const& path, Read const& read) {
    std::string const content = six::read_sealed(kind, path);
    try {
        return read(ByteReader(content));
    } catch (InputError const&) {
        six::refuse_damaged(kind, path);
    }
}

} // namespace

void write_six(SixInstance const& instance, std::string const& file) {
    SixParts const& parts = instance.parts();
    ByteWriter to;
    to.put(parts.bits);
    to.put(parts.vertices);
    to.put(parts.split);
    to.put(parts.pattern_vertices);
    to.put(parts.automorphisms);
    to.put(std::string_view(parts.pattern));
    to.put_all(std::span<std::uint64_t const>(parts.words));
    six::write_sealed(six::FileKind::instance, to.bytes(), file);
}

SixInstance read_six_instance(std::string const& file) {
    return read_content(six::FileKind::instance, file, [](ByteReader from) {
        SixParts parts;
        parts.bits = from.get<int>();
        parts.vertices = from.get<std::uint32_t>();
        parts.split = from.get<int>();
        parts.pattern_vertices = from.get<int>();
        parts.automorphisms = from.get<std::uint64_t>();
        parts.pattern = from.get_text();
        parts.words = from.get_all<std::uint64_t>();
        return SixInstance(std::move(parts));
    });
}

void write_six_proof(SixProof const& proof, std::string const& file) {
    ByteWriter to;
    to.put(proof.instance);
    for (auto const& coefficients : proof.coefficients) to.put_all(std::span<std::uint32_t const>(coefficients));
    six::write_sealed(six::FileKind::proof, to.bytes(), file);
}

SixProof read_six_proof(std::string const& file) {
    SixProof proof = read_content(six::FileKind::proof, file, [](ByteReader from) {
        SixProof read;
        read.instance = from.get<std::uint64_t>();
        for (auto& coefficients : read.coefficients) coefficients = from.get_all<std::uint32_t>();
        return read;
    });
    for (std::size_t i = 0; i < six_primes.size(); ++i) {
        auto const& coefficients = proof.coefficients[i];
        auto const wrong =
            std::ranges::find_if(coefficients, [&](std::uint32_t value) { return value >= six_primes[i].p; });
        if (wrong == coefficients.end()) continue;
        throw InputError(fmt::format("{}: coefficient {} of prime {} is {}, which is not below {}: the proof is wrong",
                                     file, wrong - coefficients.begin(), i, *wrong, six_primes[i].p));
    }
    return proof;
}

} // namespace cerrado

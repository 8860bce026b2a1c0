// What members of a shared run and the clerks of rank 0 say to each other, as bytes.
#pragma once

#include <cerrado/contract/bytes.hpp>
#include <cerrado/run/options.hpp>

#include <exception>

namespace cerrado {

// A member asks, and gets one answer, but for reports.
enum class Request : std::uint8_t { arrive, begin, next, report, leave, lose, exchange, grant, agree, end };

// An answer begins with one of these. After `failed` comes a failure.
enum class Answer : std::uint8_t { done, failed };

void put(ByteWriter& to, std::vector<DeviceName> const& devices);
void get(ByteReader& from, std::vector<DeviceName>& devices);

// Its message, and whether the caller can mend it.
void put_failure(ByteWriter& to, std::exception_ptr const& failure);
std::exception_ptr get_failure(ByteReader& from, std::string const& who);

} // namespace cerrado

#include <cerrado/run/ranks/frames.hpp>

#include <cerrado/core/error.hpp>

#include <utility>

namespace cerrado {

void put(ByteWriter& to, std::vector<DeviceName> const& devices) { to.put_all(std::span(devices)); }
void get(ByteReader& from, std::vector<DeviceName>& devices) { devices = from.get_all<DeviceName>(); }

void put_failure(ByteWriter& to, std::exception_ptr const& failure) {
    bool is_input = false;
    std::string message;
    try {
        std::rethrow_exception(failure);
    } catch (InputError const& error) {
        is_input = true;
        message = error.what();
    } catch (std::exception const& error) {
        message = error.what();
    } catch (...) {
        message = "an unknown error";
    }
    to.put(is_input);
    to.put(std::string_view(message));
}

std::exception_ptr get_failure(ByteReader& from, std::string const& who) {
    bool const is_input = from.get<bool>();
    std::string const message = who + from.get_text();
    return is_input ? std::make_exception_ptr(InputError(message)) : std::make_exception_ptr(Error(message));
}

} // namespace cerrado

// Reads the settings of an application, member by member, so that a checkpoint can tell one question from another.
#pragma once

#include <cerrado/run/detail/parts/checkpoint.hpp>
#include <cerrado/run/detail/parts/kept_arrays.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/resident.hpp>

#include <type_traits>
#include <utility>

namespace cerrado::detail {

// AnyMember stands for any member, and AnyBase for any base. They are used where only types matter.
template <class T> struct AnyMember {
    template <class Member>
        requires(!std::is_base_of_v<Member, T>)
    operator Member() const; // NOLINT: the conversion is intended
};
template <class T> struct AnyBase {
    template <class Base>
        requires(std::is_base_of_v<Base, T> && !std::is_same_v<Base, T>)
    operator Base() const; // NOLINT: the conversion is intended
};
template <class T, std::size_t> using MemberAt = AnyMember<T>;

template <class T, std::size_t... I> consteval bool takes(std::index_sequence<I...>) {
    return requires { T{MemberAt<T, I>{}...}; };
}
template <class T, std::size_t... I> consteval bool takes_one_more(std::index_sequence<I...>) {
    return requires { T{MemberAt<T, I>{}..., {}}; };
}
template <class T, std::size_t... I, std::size_t... J>
consteval bool takes_pair(std::index_sequence<I...>, std::index_sequence<J...>) {
    return requires { T{MemberAt<T, I>{}..., {AnyMember<T>{}, AnyMember<T>{}}, MemberAt<T, J>{}...}; };
}

// Returns: the number of values from which T can be made. This is the number of its members if none of them is an
// array.
template <class T, std::size_t N = 0> consteval std::size_t values_of() {
    if constexpr (takes<T>(std::make_index_sequence<N + 1>())) return values_of<T, N + 1>();
    return N;
}

// Returns: whether a built-in array takes several of the `N` values.
template <class T, std::size_t N, std::size_t... I> consteval bool has_array(std::index_sequence<I...>) {
    return ((takes_pair<T>(std::make_index_sequence<I>(), std::index_sequence<>()) &&
             !takes_pair<T>(std::make_index_sequence<I>(), std::make_index_sequence<N - 1 - I>())) ||
            ...);
}

// Returns: how many members T has; 0 if they cannot be visited one by one.
template <class T> consteval std::size_t members_of() {
    constexpr std::size_t most = 8;
    if constexpr (std::is_aggregate_v<T> && !std::is_array_v<T> && !requires { T{AnyBase<T>{}}; }) {
        constexpr std::size_t values = values_of<T>();
        constexpr auto all = std::make_index_sequence<values>();
        if constexpr (values <= most && !takes_one_more<T>(all) && !has_array<T, values>(all)) return values;
    }
    return 0;
}

// Calls visit(member) for each member.
template <class T, class Visit> void for_each_member(T const& value, Visit const& visit) {
    auto const all = [&](auto const&... members) { (visit(members), ...); };
    constexpr std::size_t count = members_of<T>();
    if constexpr (count == 1) {
        auto const& [a] = value;
        all(a);
    } else if constexpr (count == 2) {
        auto const& [a, b] = value;
        all(a, b);
    } else if constexpr (count == 3) {
        auto const& [a, b, c] = value;
        all(a, b, c);
    } else if constexpr (count == 4) {
        auto const& [a, b, c, d] = value;
        all(a, b, c, d);
    } else if constexpr (count == 5) {
        auto const& [a, b, c, d, e] = value;
        all(a, b, c, d, e);
    } else if constexpr (count == 6) {
        auto const& [a, b, c, d, e, f] = value;
        all(a, b, c, d, e, f);
    } else if constexpr (count == 7) {
        auto const& [a, b, c, d, e, f, g] = value;
        all(a, b, c, d, e, f, g);
    } else if constexpr (count == 8) {
        auto const& [a, b, c, d, e, f, g, h] = value;
        all(a, b, c, d, e, f, g, h);
    }
}

// The type whose members are the settings. For an application that only wraps a base, this is the base.
template <class App> struct SettingsOf { using type = App; };

template <class T> inline constexpr bool is_array_ref = false;
template <class T> inline constexpr bool is_array_ref<ArrayRef<T>> = true;

// Returns: the checksum of memory on the host or the device. Throws Error if the device fails.
std::uint64_t checksum_of_array(void const* data, std::uint64_t bytes, DeviceKind device);

class ApplicationSettings {
public:
    // `device`: the device on which arrays may lie. An array in `arrays` is identified by its number, not by its
    // contents.
    ApplicationSettings(DeviceKind device, KeptArrays const& arrays) : device_(device), arrays_(arrays) {}

    // Adds numbers as they are, and arrays that are not in `arrays` by their contents.
    template <class T> void add(T const& value) {
        if constexpr (is_array_ref<T>) {
            if (arrays_.has(value.data))
                return bytes_.put(std::string_view(arrays_.without_addresses(bytes_of(value))));
            constexpr std::size_t entry = sizeof(*value.data);
            bytes_.put(value.count);
            bytes_.put(checksum_of_array(value.data, value.count * entry, device_));
        } else if constexpr (std::is_empty_v<T>) {
        } else if constexpr (members_of<T>() > 0) {
            for_each_member(value, [&](auto const& member) { add(member); });
        } else if constexpr (std::has_unique_object_representations_v<T> && !std::is_pointer_v<T>) {
            bytes_.put(checksum_of(arrays_.without_addresses(bytes_of(value))));
        } else {
            are_all_known_ = false;
        }
    }

    // Returns: whether all settings were added. Settings with floating-point numbers, pointers or padding cannot be:
    // their bytes do not identify them.
    bool are_all_known() const { return are_all_known_; }
    std::uint64_t checksum() const { return checksum_of(bytes_.bytes()); }

private:
    template <class T> static std::span<std::byte const> bytes_of(T const& value) {
        return std::as_bytes(std::span<T const>(&value, 1));
    }

    DeviceKind device_;
    KeptArrays const& arrays_;
    ByteWriter bytes_;
    bool are_all_known_ = true;
};

// Makes the accesses to an application's arrays checked, see RunOptions::checked. Its members must be known; see
// members_of().
template <class T> void check_arrays(T& value) {
    if constexpr (is_array_ref<T>) {
        if (value.data != nullptr) value.count |= T::is_checked;
    } else if constexpr (!std::is_empty_v<T> && members_of<T>() > 0) {
        for_each_member(value, [](auto const& member) {
            check_arrays(const_cast<std::remove_cvref_t<decltype(member)>&>(member)); // of a value that is not const
        });
    }
}

// Throws InputError if a known member is a pointer that leads to none of the resident graph's arrays.
template <class T> void check_pointers(T const& value, Resident const* resident) {
    if constexpr (std::is_pointer_v<T>) {
        if (value == nullptr) return;
        if (resident != nullptr && points_into_arrays(*resident, std::as_bytes(std::span(&value, 1)))) return;
        throw InputError(
            "a member of the application is a pointer to memory that a device does not have: keep the data in "
            "'resident.array<T>(...)' and its 'ref()' as the member");
    } else if constexpr (!is_array_ref<T> && !std::is_empty_v<T> && members_of<T>() > 0) {
        for_each_member(value, [&](auto const& member) { check_pointers(member, resident); });
    }
}

// Returns: the application for a run with RunOptions::checked. `resident`: the graph that has its arrays; may be null.
// Throws InputError if a member could not be copied to a device.
template <class App> App checked_application(App const& app, Resident const* resident) {
    using Settings = typename SettingsOf<App>::type;
    App own = app;
    check_pointers(static_cast<Settings const&>(own), resident);
    if constexpr (members_of<Settings>() > 0) {
        check_arrays(static_cast<Settings&>(own));
    } else if (resident != nullptr) {
        check_arrays_of(*resident, std::as_writable_bytes(std::span(&own, 1)));
    }
    return own;
}

} // namespace cerrado::detail

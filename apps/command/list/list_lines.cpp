#include "command/list/list_lines.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>
#include <span>

namespace cerrado::command {
namespace {

static_assert(std::endian::native == std::endian::little, "binary lists are written as ids lie in memory");

// Of the digits of an id, and a blank.
template <class Id> constexpr std::size_t longest = std::numeric_limits<Id>::digits10 + 2;

// Each id goes where its rank says; they are distinct. For so few that is quicker than branches that nobody can
// predict.
template <class Id> void copy_sorted(Id const* ids, std::size_t k, Id* sorted) {
    for (std::size_t i = 0; i < k; ++i) {
        std::size_t rank = 0;
        for (std::size_t j = 0; j < k; ++j) rank += ids[j] < ids[i] ? 1 : 0;
        sorted[rank] = ids[i];
    }
}

template <class Id> char* put_text(Id const* ids, std::size_t k, char* place) {
    for (std::size_t i = 0; i < k; ++i) {
        place = std::to_chars(place, place + longest<Id>, ids[i]).ptr;
        *place++ = ' ';
    }
    place[-1] = '\n';
    return place;
}

template <class Id> char* put_numbers(Id const* ids, std::size_t k, char* place) {
    for (std::size_t i = 0; i < k; ++i, place += sizeof(OriginalId)) {
        OriginalId const id = ids[i];
        std::memcpy(place, &id, sizeof id);
    }
    return place;
}

// `Fixed`: k where it is known as the code is compiled, which saves a fifth of the time; or 0.
template <std::size_t Fixed, class Id>
char* put_all(std::vector<Id> const& ids, std::size_t given, ListFormat format, bool ascending, char* place) {
    std::size_t const k = Fixed != 0 ? Fixed : given;
    Id sorted[Fixed != 0 ? Fixed : max_traversal_length];
    for (Id const *next = ids.data(), *const end = next + ids.size(); next != end; next += k) {
        Id const* arranged = next;
        if (ascending) {
            copy_sorted(next, k, sorted);
            arranged = sorted;
        }
        place = format == ListFormat::text ? put_text(arranged, k, place) : put_numbers(arranged, k, place);
    }
    return place;
}

template <class Id>
char* put_all(std::vector<Id> const& ids, std::size_t k, ListFormat format, bool ascending, char* place) {
    switch (k) {
    case 3: return put_all<3>(ids, k, format, ascending, place);
    case 4: return put_all<4>(ids, k, format, ascending, place);
    case 5: return put_all<5>(ids, k, format, ascending, place);
    case 6: return put_all<6>(ids, k, format, ascending, place);
    default: return put_all<0>(ids, k, format, ascending, place);
    }
}

// Names ascend as their ids do.
template <class Id> void put_names(std::vector<Id>& ids, std::size_t k, bool ascending,
                                   std::vector<std::string> const& names, ListLines& lines) {
    std::size_t most = 0;
    for (Id const id : ids) most += names[id].size() + 1;
    if (lines.bytes.size() < most) lines.bytes.resize(most);
    char* place = lines.bytes.data();
    for (std::size_t first = 0; first < ids.size(); first += k) {
        auto const line = std::span(ids).subspan(first, k);
        if (ascending) std::ranges::sort(line);
        for (Id const id : line) {
            place = std::ranges::copy(names[id], place).out;
            *place++ = ' ';
        }
        place[-1] = '\n';
    }
    lines.size = most;
    ids.clear();
}

} // namespace

void format_lines(ListLines& lines, std::size_t k, ListFormat format, ListOrder const& order,
                  std::vector<std::string> const* names) {
    if (names != nullptr && format == ListFormat::text) {
        if (order.narrow) order.narrow(lines.narrow);
        if (order.wide) order.wide(lines.wide);
        bool const are_narrow = !lines.narrow.empty();
        return are_narrow ? put_names(lines.narrow, k, !order.narrow, *names, lines)
                          : put_names(lines.wide, k, !order.wide, *names, lines);
    }
    std::size_t const narrow = format == ListFormat::text ? longest<std::uint32_t> : sizeof(OriginalId);
    std::size_t const wide = format == ListFormat::text ? longest<OriginalId> : sizeof(OriginalId);
    std::size_t const most = lines.narrow.size() * narrow + lines.wide.size() * wide;
    if (lines.bytes.size() < most) lines.bytes.resize(most);
    bool const ascending = !order.narrow;
    if (order.narrow) order.narrow(lines.narrow);
    if (order.wide) order.wide(lines.wide);
    char* end = put_all(lines.narrow, k, format, ascending, lines.bytes.data());
    end = put_all(lines.wide, k, format, ascending, end);
    lines.size = static_cast<std::size_t>(end - lines.bytes.data());
    lines.narrow.clear();
    lines.wide.clear();
}

} // namespace cerrado::command

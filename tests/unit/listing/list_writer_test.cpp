// ListWriter: the same bytes whatever the number of threads that format them.
#include "command/list/list_writer.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace cerrado::command {
namespace {

// Of every length, and no two of 32 in a row the same.
template <class Id> std::vector<Id> random_ids(std::size_t count) {
    std::mt19937_64 random(7);
    std::vector<Id> ids(count);
    for (std::size_t i = 0; i < count; ++i) {
        auto const id = static_cast<Id>(random() >> random() % 64);
        ids[i] = static_cast<Id>(id - id % 32 + i % 32);
    }
    return ids;
}

// By the definition of the formats.
template <class Id> std::string expected_list(std::vector<Id> const& ids, std::size_t k, ListFormat format) {
    std::string list;
    if (format == ListFormat::binary)
        list = std::string("CERLIST\1\1\0\0\0", 12) + static_cast<char>(k) + std::string(3, '\0');
    for (std::size_t i = 0; i < ids.size(); i += k) {
        std::vector<OriginalId> subgraph(ids.begin() + static_cast<std::ptrdiff_t>(i),
                                         ids.begin() + static_cast<std::ptrdiff_t>(i + k));
        std::ranges::sort(subgraph);
        for (std::size_t j = 0; j < k; ++j) {
            if (format == ListFormat::text) {
                list += std::to_string(subgraph[j]) + (j + 1 < k ? ' ' : '\n');
            } else {
                list.append(reinterpret_cast<char const*>(&subgraph[j]), sizeof(OriginalId));
            }
        }
    }
    return list;
}

class Lists : public testing::Test {
protected:
    // Written in pieces of many sizes.
    template <class Id>
    std::string list_of(std::vector<Id> const& ids, std::size_t k, ListFormat format, int threads) const {
        ListRequest request;
        request.target = (folder_ / "list").string();
        request.format = format == ListFormat::text ? "text" : "binary";
        ListWriter writer(request, static_cast<int>(k), threads, ListOrder{});
        std::span<Id const> rest(ids);
        for (std::size_t piece = k; !rest.empty(); piece = piece * 3 % (60001 * k)) {
            std::span<Id const> const some = rest.first(std::min(piece / k * k, rest.size()));
            writer.write(some);
            rest = rest.subspan(some.size());
        }
        writer.commit();
        std::ostringstream content;
        content << std::ifstream(request.target, std::ios::binary).rdbuf();
        return content.str();
    }

    test::ScopedFolder const scope_;
    std::filesystem::path const folder_ = scope_.path();
};

template <class Id> class ListsOf : public Lists {};
using Ids = testing::Types<std::uint32_t, OriginalId>;
TYPED_TEST_SUITE(ListsOf, Ids);

TYPED_TEST(ListsOf, AreTheSameWithAnyNumberOfThreads) {
    for (std::size_t const k : {1, 2, 3, 4, 5, 6, 7, 32}) {
        std::vector<TypeParam> const ids = random_ids<TypeParam>(k * 40000);
        for (ListFormat const format : {ListFormat::text, ListFormat::binary}) {
            std::string const expected = expected_list(ids, k, format);
            for (int const threads : {1, 2, 3, 7}) {
                ASSERT_TRUE(this->list_of(ids, k, format, threads) == expected)
                    << "k = " << k << ", " << threads << " threads";
            }
        }
    }
}

TEST_F(Lists, HaveAllDigitsOfIdsBesidePowersOfTen) {
    std::vector<OriginalId> wide;
    std::vector<std::uint32_t> narrow;
    for (OriginalId power = 1; power <= 1'000'000'000'000'000'000; power *= 10) {
        for (OriginalId const id : {power - 1, power, power + 1}) {
            if (!wide.empty() && id <= wide.back()) continue;
            wide.push_back(id);
            if (id <= 0xffffffff) narrow.push_back(static_cast<std::uint32_t>(id));
        }
    }
    narrow.resize(narrow.size() / 3 * 3);
    wide.resize(wide.size() / 3 * 3);
    EXPECT_EQ(list_of(narrow, 3, ListFormat::text, 1), expected_list(narrow, 3, ListFormat::text));
    EXPECT_EQ(list_of(wide, 3, ListFormat::text, 1), expected_list(wide, 3, ListFormat::text));
}

TEST_F(Lists, OfNothingAreEmpty) {
    std::vector<std::uint32_t> const none;
    for (int const threads : {1, 3}) {
        EXPECT_EQ(list_of(none, 4, ListFormat::text, threads), "");
        EXPECT_EQ(list_of(none, 4, ListFormat::binary, threads), expected_list(none, 4, ListFormat::binary));
    }
}

TEST_F(Lists, AreNotThereWithoutCommit) {
    ListRequest request;
    request.target = (folder_ / "list").string();
    std::vector<std::uint32_t> const ids = random_ids<std::uint32_t>(400000);
    for (int const threads : {1, 3}) {
        ListWriter(request, 4, threads, ListOrder{}).write(ids);
        EXPECT_TRUE(std::filesystem::is_empty(folder_)) << threads;
    }
}

TEST_F(Lists, OfAFullDiskThrow) {
    ListRequest request;
    request.target = "/dev/full";
    std::vector<std::uint32_t> const ids = random_ids<std::uint32_t>(400000);
    for (int const threads : {1, 3}) {
        ListWriter writer(request, 4, threads, ListOrder{});
        EXPECT_THROW(
            {
                writer.write(ids);
                writer.commit();
            },
            Error);
        EXPECT_THROW(writer.commit(), Error) << "it is remembered";
    }
}

} // namespace
} // namespace cerrado::command

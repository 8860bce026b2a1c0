// A product of matrices of signed bytes by four warps together: the instruction of Hopper's tensor cores that reads its
// columns from fast memory. On other devices each warp takes a product for each eight columns.
#pragma once

#include <cerrado/warp/detail/byte_product.hpp>

namespace cerrado {

// 32 terms of 128 columns in fast memory, which the four warps share. For eight columns and 16 terms there are 32 words, by
// lane: as in a WordTile, a lane has word `place` of the column `group`. The words of the other 16 terms follow, then those of
// the next eight columns.
struct GroupColumns {
    static constexpr int eights = 16;
    static constexpr std::uint32_t words_of_eight = 64;
    std::uint32_t const* words;
    std::uint32_t number = 0; // of these columns and terms among those that lie one after the other from `words` on

    CERRADO_FN std::uint32_t const* of_eight(int eight) const {
        return words +
               words_of_eight * (static_cast<std::uint32_t>(eights) * number + static_cast<std::uint32_t>(eight));
    }
};

// The sums of a warp for its 16 rows: for each eight columns those of a WordTile.
using GroupSums = int[GroupColumns::eights][4];

// sums += rows * columns, for 16 rows of each warp. add() may leave this product under way, but none before it: its rows and
// the sums must stay as they are until another add(), and the sums until end(). Lanes: all.

// For a warp alone.
struct ProductsAlone {
    static constexpr bool is_group = false;
    template <class W>
    CERRADO_FN static void add(W const& warp, GroupSums& sums, FourWords const& rows, GroupColumns const& columns) {
        for (int eight = 0; eight < GroupColumns::eights; ++eight) {
            std::uint32_t const* const words = columns.of_eight(eight) + warp.lane();
            add_byte_products(warp, sums[eight],
                              {{rows.word[0], rows.word[1], rows.word[2], rows.word[3]}, {words[0], words[32]}});
        }
    }
    CERRADO_FN static void end(GroupSums&) {}
};

// For four warps that begin at a multiple of four in their block, and call this together with the same columns.
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
struct ProductsOfGroup {
    static constexpr bool is_group = true;
    template <class W>
    static __device__ void add(W const&, GroupSums& s, FourWords const& rows, GroupColumns const& columns) {
        asm volatile(
            "{\n.reg .pred adds;\nsetp.eq.u32 adds, 0, 0;\nwgmma.fence.sync.aligned;\n"
            "wgmma.mma_async.sync.aligned.m64n128k32.s32.s8.s8 "
            "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,"
            "%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,"
            "%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,"
            "%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63}, "
            "{%64,%65,%66,%67}, %68, adds;\n"
            "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 1;\n}"
            : "+r"(s[0][0]), "+r"(s[0][1]), "+r"(s[0][2]), "+r"(s[0][3]), "+r"(s[1][0]), "+r"(s[1][1]), "+r"(s[1][2]),
              "+r"(s[1][3]), "+r"(s[2][0]), "+r"(s[2][1]), "+r"(s[2][2]), "+r"(s[2][3]), "+r"(s[3][0]), "+r"(s[3][1]),
              "+r"(s[3][2]), "+r"(s[3][3]), "+r"(s[4][0]), "+r"(s[4][1]), "+r"(s[4][2]), "+r"(s[4][3]), "+r"(s[5][0]),
              "+r"(s[5][1]), "+r"(s[5][2]), "+r"(s[5][3]), "+r"(s[6][0]), "+r"(s[6][1]), "+r"(s[6][2]), "+r"(s[6][3]),
              "+r"(s[7][0]), "+r"(s[7][1]), "+r"(s[7][2]), "+r"(s[7][3]), "+r"(s[8][0]), "+r"(s[8][1]), "+r"(s[8][2]),
              "+r"(s[8][3]), "+r"(s[9][0]), "+r"(s[9][1]), "+r"(s[9][2]), "+r"(s[9][3]), "+r"(s[10][0]), "+r"(s[10][1]),
              "+r"(s[10][2]), "+r"(s[10][3]), "+r"(s[11][0]), "+r"(s[11][1]), "+r"(s[11][2]), "+r"(s[11][3]),
              "+r"(s[12][0]), "+r"(s[12][1]), "+r"(s[12][2]), "+r"(s[12][3]), "+r"(s[13][0]), "+r"(s[13][1]),
              "+r"(s[13][2]), "+r"(s[13][3]), "+r"(s[14][0]), "+r"(s[14][1]), "+r"(s[14][2]), "+r"(s[14][3]),
              "+r"(s[15][0]), "+r"(s[15][1]), "+r"(s[15][2]), "+r"(s[15][3])
            : "r"(rows.word[0]), "r"(rows.word[1]), "r"(rows.word[2]), "r"(rows.word[3]), "l"(described(columns))
            : "memory");
    }

    static __device__ void end(GroupSums& sums) {
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
        for (auto& of_eight : sums) {
            for (int& sum : of_eight) asm volatile("" : "+r"(sum)); // or the compiler might read it before it is there
        }
    }

private:
    // Units are 16 bytes. Source: the matrix descriptor of wgmma without a swizzle, in the manual of PTX.
    static __device__ std::uint64_t described(GroupColumns const& columns) {
        constexpr std::uint32_t words_of_unit = 4, to_other_terms = 32 / words_of_unit,
                                to_next_eight = GroupColumns::words_of_eight / words_of_unit;
        auto const first = static_cast<std::uint32_t>(__cvta_generic_to_shared(columns.words)) >> 4;
        std::uint32_t const place = first + GroupColumns::eights * to_next_eight * columns.number;
        return place | to_other_terms << 16 | std::uint64_t{to_next_eight} << 32;
    }
};
#else
using ProductsOfGroup = ProductsAlone;
#endif

// Makes the lane's writes to fast memory visible to the products of its group, after a barrier. Lanes: any.
CERRADO_FN inline void publish_columns() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

} // namespace cerrado

#include <cerrado/graph/io/packed/unpacker.hpp>

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <new>
#include <type_traits>
#ifdef CERRADO_WITH_LZMA
#include <lzma.h>
#endif
#ifdef CERRADO_WITH_BZIP2
#include <bzlib.h>
#endif

namespace cerrado::detail {
namespace {

// Of streams that count down what they were given, as those of zlib, bzip2 and xz do.
template <class Stream> void offer(Stream& stream, std::string_view packed, char* space, std::size_t room) {
    auto const to = [](auto& pointer, char const* place) {
        pointer = reinterpret_cast<std::remove_reference_t<decltype(pointer)>>(const_cast<char*>(place));
    };
    to(stream.next_in, packed.data());
    stream.avail_in = static_cast<decltype(stream.avail_in)>(packed.size());
    to(stream.next_out, space);
    stream.avail_out = static_cast<decltype(stream.avail_out)>(room);
}

template <class Stream> Unpacker::Step done(Stream const& stream, std::string_view packed, std::size_t room) {
    return {packed.size() - stream.avail_in, room - stream.avail_out};
}

class Gzip final : public Unpacker {
public:
    Gzip() {
        constexpr int window_bits_of_gzip = 15 + 16;
        if (::inflateInit2(&stream_, window_bits_of_gzip) != Z_OK) throw std::bad_alloc();
    }
    ~Gzip() override { ::inflateEnd(&stream_); }
    Gzip(Gzip const&) = delete;
    Gzip& operator=(Gzip const&) = delete;

    void begin() override { ::inflateReset(&stream_); }
    Step step(std::string_view packed, char* space, std::size_t room) override {
        offer(stream_, packed, space, room);
        int const status = ::inflate(&stream_, Z_NO_FLUSH);
        if (status == Z_MEM_ERROR) throw std::bad_alloc();
        Step step = done(stream_, packed, room);
        step.is_end = status == Z_STREAM_END;
        bool const is_sound = step.is_end || status == Z_OK || status == Z_BUF_ERROR;
        if (!is_sound) step.problem = stream_.msg ? stream_.msg : "unknown compression";
        return step;
    }

private:
    z_stream stream_{};
};

class Zstd final : public Unpacker {
public:
    Zstd() : stream_(::ZSTD_createDStream(), ::ZSTD_freeDStream) {
        constexpr int longest_window_log = 31; // of zstd --long=31; memory that nothing is written to costs nothing
        if (!stream_) throw std::bad_alloc();
        ::ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax, longest_window_log);
    }

    void begin() override { ::ZSTD_DCtx_reset(stream_.get(), ZSTD_reset_session_only); }
    Step step(std::string_view packed, char* space, std::size_t room) override {
        ZSTD_inBuffer input{packed.data(), packed.size(), 0};
        ZSTD_outBuffer output{space, room, 0};
        std::size_t const status = ::ZSTD_decompressStream(stream_.get(), &output, &input);
        Step step{input.pos, output.pos, status == 0};
        if (::ZSTD_isError(status)) step.problem = ::ZSTD_getErrorName(status);
        return step;
    }

private:
    std::unique_ptr<ZSTD_DStream, decltype(&::ZSTD_freeDStream)> stream_;
};

#ifdef CERRADO_WITH_LZMA
class Xz final : public Unpacker {
public:
    Xz() = default;
    ~Xz() override { ::lzma_end(&stream_); }
    Xz(Xz const&) = delete;
    Xz& operator=(Xz const&) = delete;

    void begin() override {
        if (::lzma_stream_decoder(&stream_, UINT64_MAX, 0) != LZMA_OK) throw std::bad_alloc();
    }
    Step step(std::string_view packed, char* space, std::size_t room) override {
        offer(stream_, packed, space, room);
        lzma_ret const status = ::lzma_code(&stream_, LZMA_RUN);
        if (status == LZMA_MEM_ERROR) throw std::bad_alloc();
        Step step = done(stream_, packed, room);
        step.is_end = status == LZMA_STREAM_END;
        if (!step.is_end && status != LZMA_OK && status != LZMA_BUF_ERROR) {
            step.problem = status == LZMA_OPTIONS_ERROR ? "unknown options" : "incorrect data";
        }
        return step;
    }

private:
    lzma_stream stream_ = LZMA_STREAM_INIT;
};
#endif

#ifdef CERRADO_WITH_BZIP2
class Bzip2 final : public Unpacker {
public:
    Bzip2() = default;
    ~Bzip2() override { ::BZ2_bzDecompressEnd(&stream_); }
    Bzip2(Bzip2 const&) = delete;
    Bzip2& operator=(Bzip2 const&) = delete;

    void begin() override {
        ::BZ2_bzDecompressEnd(&stream_);
        stream_ = {};
        if (::BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
    }
    Step step(std::string_view packed, char* space, std::size_t room) override {
        offer(stream_, packed, space, room);
        int const status = ::BZ2_bzDecompress(&stream_);
        if (status == BZ_MEM_ERROR) throw std::bad_alloc();
        Step step = done(stream_, packed, room);
        step.is_end = status == BZ_STREAM_END;
        if (!step.is_end && status != BZ_OK) step.problem = "incorrect data";
        return step;
    }

private:
    bz_stream stream_{};
};
#endif

} // namespace

std::unique_ptr<Unpacker> unpacker_of(std::string_view packing) {
    if (packing == "gzip") return std::make_unique<Gzip>();
    if (packing == "zstd") return std::make_unique<Zstd>();
#ifdef CERRADO_WITH_LZMA
    if (packing == "xz") return std::make_unique<Xz>();
#endif
#ifdef CERRADO_WITH_BZIP2
    if (packing == "bzip2") return std::make_unique<Bzip2>();
#endif
    return nullptr;
}

} // namespace cerrado::detail

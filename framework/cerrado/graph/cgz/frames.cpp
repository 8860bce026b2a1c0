#include <cerrado/graph/cgz/frames.hpp>

#include <new>
#include <span>
#include <zstd.h>

namespace cerrado::detail::cgz {
namespace {

constexpr std::string_view frame_magic = "\x28\xB5\x2F\xFD";

struct FrameSettings {
    int level;
    int strategy; // 0: the level's
    int shortest_match;
};

// The bytes of a stream follow no pattern but how often each occurs, so that what is found repeated is often dearer than
// the bytes themselves: the first looks for hardly any.
std::span<FrameSettings const> settings_of(int effort) {
    static constexpr FrameSettings all[] = {
        {1, ZSTD_fast, 7}, {19, 0, 0}, {12, ZSTD_btultra2, 3}, {22, ZSTD_btultra2, 3}};
    return std::span(all).first(effort <= 1 ? 1 : effort == 2 ? 2 : 4);
}

} // namespace

struct FramePacker::Context {
    ZSTD_CCtx* handle = ZSTD_createCCtx();
    ~Context() { ZSTD_freeCCtx(handle); }
};

FramePacker::FramePacker(int effort) : context_(std::make_unique<Context>()), effort_(effort) {
    if (!context_->handle) throw std::bad_alloc();
}

FramePacker::~FramePacker() = default;

std::string FramePacker::pack(std::string_view bytes) {
    std::string best(bytes);
    std::string packed(ZSTD_compressBound(bytes.size()), '\0');
    for (FrameSettings const& settings : settings_of(effort_)) {
        ZSTD_CCtx* const handle = context_->handle;
        ZSTD_CCtx_reset(handle, ZSTD_reset_session_and_parameters);
        ZSTD_CCtx_setParameter(handle, ZSTD_c_compressionLevel, settings.level);
        ZSTD_CCtx_setParameter(handle, ZSTD_c_contentSizeFlag, 0);
        if (settings.strategy != 0) {
            ZSTD_CCtx_setParameter(handle, ZSTD_c_strategy, settings.strategy);
            ZSTD_CCtx_setParameter(handle, ZSTD_c_minMatch, settings.shortest_match);
        }
        std::size_t const size = ZSTD_compress2(handle, packed.data(), packed.size(), bytes.data(), bytes.size());
        if (ZSTD_isError(size)) throw std::bad_alloc(); // the one thing that can go wrong
        if (size - frame_magic.size() < best.size()) best.assign(packed, frame_magic.size(), size - frame_magic.size());
    }
    return best;
}

struct FrameUnpacker::Context {
    ZSTD_DCtx* handle = ZSTD_createDCtx();
    std::string frame; // with its first four bytes
    ~Context() { ZSTD_freeDCtx(handle); }
};

FrameUnpacker::FrameUnpacker() : context_(std::make_unique<Context>()) {
    if (!context_->handle) throw std::bad_alloc();
}

FrameUnpacker::~FrameUnpacker() = default;

bool FrameUnpacker::unpack(std::string_view packed, std::size_t size, std::string& bytes) {
    if (packed.size() == size) {
        bytes.assign(packed);
        return true;
    }
    if (packed.size() > size || size / most_unpacked_per_byte > packed.size()) return false;
    context_->frame.assign(frame_magic).append(packed);
    bytes.resize(size);
    std::size_t const made =
        ZSTD_decompressDCtx(context_->handle, bytes.data(), size, context_->frame.data(), context_->frame.size());
    return !ZSTD_isError(made) && made == size;
}

} // namespace cerrado::detail::cgz

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/streams.h"

#include <new>
#include <zstd.h>
#include <zstd_errors.h>

namespace ember::model {

namespace {

struct FreeStream {
    void operator()(ZSTD_DStream *stream) const { ZSTD_freeDStream(stream); }
};

// The window a frame asks for is bounded by the library: 128 MB.
class ZstdStream : public DecompressingStream {
public:
    ZstdStream() : m_stream(ZSTD_createDStream())
    {
        if (!m_stream)
            throw std::bad_alloc();
    }

    Step step(std::string_view input, std::span<char> output) override
    {
        ZSTD_inBuffer in{input.data(), input.size(), 0};
        ZSTD_outBuffer out{output.data(), output.size(), 0};
        const auto outcome = ZSTD_decompressStream(m_stream.get(), &out, &in);
        if (ZSTD_isError(outcome) != 0) {
            const bool isTooBig =
                ZSTD_getErrorCode(outcome) == ZSTD_error_frameParameter_windowTooLarge;
            return {in.pos, out.pos, isTooBig ? State::TooBig : State::Damaged,
                    ZSTD_getErrorName(outcome)};
        }
        return {in.pos, out.pos, outcome == 0 ? State::Between : State::Within, ""};
    }

    const char *name() const override { return "zstd"; }

private:
    std::unique_ptr<ZSTD_DStream, FreeStream> m_stream;
};

} // namespace

std::unique_ptr<DecompressingStream> zstdStream()
{
    return std::make_unique<ZstdStream>();
}

} // namespace ember::model

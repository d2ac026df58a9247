// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/compression.h"

#include <zlib.h>

#include <algorithm>

namespace ember::model {

namespace {

// Ends zlib's state with the scope.
struct Deflating {
    z_stream stream{};

    ~Deflating() { deflateEnd(&stream); }
};

} // namespace

Result<std::string> gzipped(std::string_view content)
{
    constexpr int withGzipHeader = 16;
    constexpr int memoryLevel = 8;
    const Error noMemory{ErrorCode::FileTooBig, {}, "not enough memory to compress it"};
    Deflating deflating;
    auto &stream = deflating.stream;
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + withGzipHeader,
                     memoryLevel, Z_DEFAULT_STRATEGY)
        != Z_OK)
        return noMemory;
    std::string packed;
    std::size_t taken = 0;
    int outcome = Z_OK;
    while (outcome != Z_STREAM_END) {
        constexpr std::size_t piece = std::size_t(1) << 20U;
        const auto in = std::min(content.size() - taken, piece);
        const auto size = packed.size();
        packed.resize(size + piece);
        // zlib's interface knows no const; it does not write there.
        stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(content.data() + taken));
        stream.avail_in = static_cast<uInt>(in);
        stream.next_out = reinterpret_cast<Bytef *>(packed.data() + size);
        stream.avail_out = static_cast<uInt>(piece);
        outcome = deflate(&stream, taken + in == content.size() ? Z_FINISH : Z_NO_FLUSH);
        if (outcome == Z_STREAM_ERROR)
            return noMemory;
        taken += in - stream.avail_in;
        packed.resize(size + piece - stream.avail_out);
    }
    return packed;
}

} // namespace ember::model

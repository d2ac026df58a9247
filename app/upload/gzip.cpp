// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/gzip.h"

#include <zlib.h>

#include <new>

namespace ember::app {

QByteArray gzipped(const QByteArray &bytes)
{
    constexpr int gzipWindow = 15 + 16; // zlib: 16 more means a gzip header
    constexpr int defaultMemory = 8;
    z_stream stream{};
    if (::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipWindow, defaultMemory,
                       Z_DEFAULT_STRATEGY)
        != Z_OK)
        throw std::bad_alloc();
    QByteArray result(
        static_cast<qsizetype>(::deflateBound(&stream, static_cast<uLong>(bytes.size()))),
        Qt::Uninitialized);
    // zlib's interface predates const.
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef *>(result.data());
    stream.avail_out = static_cast<uInt>(result.size());
    ::deflate(&stream, Z_FINISH);
    result.truncate(static_cast<qsizetype>(stream.total_out));
    ::deflateEnd(&stream);
    return result;
}

} // namespace ember::app

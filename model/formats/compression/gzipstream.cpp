// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/streams.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace ember::model {

namespace {

class GzipStream : public DecompressingStream {
public:
    GzipStream()
    {
        constexpr int gzipOnly = 16;
        if (inflateInit2(&m_stream, MAX_WBITS + gzipOnly) != Z_OK)
            throw std::bad_alloc();
    }

    ~GzipStream() override { inflateEnd(&m_stream); }

    GzipStream(const GzipStream &) = delete;
    GzipStream &operator=(const GzipStream &) = delete;

    Step step(std::string_view input, std::span<char> output) override
    {
        constexpr std::size_t most = std::numeric_limits<uInt>::max();
        const auto in = std::min(input.size(), most);
        const auto out = std::min(output.size(), most);
        // zlib's interface knows no const; it does not write there.
        m_stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(input.data()));
        m_stream.avail_in = static_cast<uInt>(in);
        m_stream.next_out = reinterpret_cast<Bytef *>(output.data());
        m_stream.avail_out = static_cast<uInt>(out);
        const int outcome = inflate(&m_stream, Z_NO_FLUSH);
        Step step{in - m_stream.avail_in, out - m_stream.avail_out, State::Within, ""};
        if (outcome == Z_STREAM_END) {
            inflateReset(&m_stream);
            step.state = State::Between;
        } else if (outcome != Z_OK && outcome != Z_BUF_ERROR) {
            step.state = State::Damaged;
            step.reason = m_stream.msg != nullptr ? m_stream.msg : "no memory";
        }
        return step;
    }

    const char *name() const override { return "gzip"; }

private:
    z_stream m_stream{};
};

} // namespace

std::unique_ptr<DecompressingStream> gzipStream()
{
    return std::make_unique<GzipStream>();
}

} // namespace ember::model

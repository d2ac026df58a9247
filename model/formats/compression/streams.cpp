// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/streams.h"

#include <zlib.h>

#include <algorithm>
#include <brotli/decode.h>
#include <bzlib.h>
#include <limits>
#include <lzma.h>
#include <new>
#include <zstd.h>
#include <zstd_errors.h>

namespace ember::model {

namespace {

const char *reasonOf(int outcome)
{
    switch (outcome) {
    case BZ_DATA_ERROR: return "incorrect data check";
    case BZ_DATA_ERROR_MAGIC: return "no bzip2 stream begins here";
    case BZ_MEM_ERROR: return "no memory";
    default: return "no bzip2 data";
    }
}

// The library has no reset: each stream of a file needs a new state.
class Bzip2Stream : public DecompressingStream {
public:
    Bzip2Stream() { begin(); }

    ~Bzip2Stream() override { BZ2_bzDecompressEnd(&m_stream); }

    Bzip2Stream(const Bzip2Stream &) = delete;
    Bzip2Stream &operator=(const Bzip2Stream &) = delete;

    Step step(std::string_view input, std::span<char> output) override
    {
        constexpr std::size_t most = std::numeric_limits<unsigned>::max();
        const auto in = std::min(input.size(), most);
        const auto out = std::min(output.size(), most);
        // The library's interface lacks const; it does not write to the input.
        m_stream.next_in = const_cast<char *>(input.data());
        m_stream.avail_in = static_cast<unsigned>(in);
        m_stream.next_out = output.data();
        m_stream.avail_out = static_cast<unsigned>(out);
        const int outcome = BZ2_bzDecompress(&m_stream);
        Step step{in - m_stream.avail_in, out - m_stream.avail_out, State::Within, ""};
        if (outcome == BZ_STREAM_END) {
            BZ2_bzDecompressEnd(&m_stream);
            begin();
            step.state = State::Between;
        } else if (outcome != BZ_OK) {
            step.state = State::Damaged;
            step.reason = reasonOf(outcome);
        }
        return step;
    }

    const char *name() const override { return "bzip2"; }

private:
    void begin()
    {
        m_stream = {};
        if (BZ2_bzDecompressInit(&m_stream, 0, 0) != BZ_OK)
            throw std::bad_alloc();
    }

    bz_stream m_stream{};
};

// Around the same compressed data: RFC 1952, RFC 1950.
enum class ZlibFormat : std::uint8_t { Gzip, Zlib };

class InflatingStream : public DecompressingStream {
public:
    explicit InflatingStream(ZlibFormat format) : m_format(format)
    {
        constexpr int gzipOnly = 16;
        if (inflateInit2(&m_stream, MAX_WBITS + (format == ZlibFormat::Gzip ? gzipOnly : 0))
            != Z_OK)
            throw std::bad_alloc();
    }

    ~InflatingStream() override { inflateEnd(&m_stream); }

    InflatingStream(const InflatingStream &) = delete;
    InflatingStream &operator=(const InflatingStream &) = delete;

    Step step(std::string_view input, std::span<char> output) override
    {
        constexpr std::size_t most = std::numeric_limits<uInt>::max();
        const auto in = std::min(input.size(), most);
        const auto out = std::min(output.size(), most);
        // zlib's interface lacks const; it does not write to the input.
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

    const char *name() const override { return m_format == ZlibFormat::Gzip ? "gzip" : "deflate"; }

private:
    z_stream m_stream{};
    ZlibFormat m_format;
};

// Limit of memory. A file itself says how large a dictionary it needs, up to 4 GiB; `xz -9` writes
// 64 MiB.
constexpr std::uint64_t memoryLimit = std::uint64_t(192) << 20U;

const char *reasonOf(lzma_ret outcome)
{
    switch (outcome) {
    case LZMA_FORMAT_ERROR: return "no xz stream begins here";
    case LZMA_OPTIONS_ERROR: return "unknown filters or flags";
    case LZMA_MEMLIMIT_ERROR: return "needs more than 192 MiB to be unpacked";
    case LZMA_MEM_ERROR: return "no memory";
    default: return "incorrect data or data check";
    }
}

class XzStream : public DecompressingStream {
public:
    XzStream() { begin(); }

    ~XzStream() override { lzma_end(&m_stream); }

    XzStream(const XzStream &) = delete;
    XzStream &operator=(const XzStream &) = delete;

    Step step(std::string_view input, std::span<char> output) override
    {
        // Zeros may stand between streams.
        if (m_isBetween && input.starts_with('\0'))
            return {std::min(input.find_first_not_of('\0'), input.size()), 0, State::Between, ""};
        m_isBetween = false;
        m_stream.next_in = reinterpret_cast<const std::uint8_t *>(input.data());
        m_stream.avail_in = input.size();
        m_stream.next_out = reinterpret_cast<std::uint8_t *>(output.data());
        m_stream.avail_out = output.size();
        const auto outcome = lzma_code(&m_stream, LZMA_RUN);
        Step step{input.size() - m_stream.avail_in, output.size() - m_stream.avail_out,
                  State::Within, ""};
        if (outcome == LZMA_STREAM_END) {
            begin();
            step.state = State::Between;
        } else if (outcome != LZMA_OK && outcome != LZMA_BUF_ERROR) {
            step.state = outcome == LZMA_MEMLIMIT_ERROR ? State::TooBig : State::Damaged;
            step.reason = reasonOf(outcome);
        }
        return step;
    }

    const char *name() const override { return "xz"; }

private:
    // Starts a new stream; the library reuses the memory of the previous one.
    void begin()
    {
        if (lzma_stream_decoder(&m_stream, memoryLimit, 0) != LZMA_OK)
            throw std::bad_alloc();
        m_isBetween = true;
    }

    lzma_stream m_stream = LZMA_STREAM_INIT;
    bool m_isBetween = true;
};

struct FreeStream {
    void operator()(ZSTD_DStream *stream) const { ZSTD_freeDStream(stream); }
};

// The largest window that a frame of a file may ask for is 128 MiB, the library's own limit.
constexpr int fileWindowLog = 27;
constexpr int httpWindowLog = 23;

class ZstdStream : public DecompressingStream {
public:
    explicit ZstdStream(int windowLog) : m_stream(ZSTD_createDStream())
    {
        if (!m_stream
            || ZSTD_isError(ZSTD_DCtx_setParameter(m_stream.get(), ZSTD_d_windowLogMax, windowLog))
                != 0)
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

struct FreeBrotli {
    void operator()(BrotliDecoderState *state) const { BrotliDecoderDestroyInstance(state); }
};

// One stream, which cannot be followed by another. Its window is at most 16 MiB.
class BrotliStream : public DecompressingStream {
public:
    BrotliStream() : m_state(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr))
    {
        if (!m_state)
            throw std::bad_alloc();
    }

    Step step(std::string_view input, std::span<char> output) override
    {
        if (BrotliDecoderIsFinished(m_state.get()) != 0)
            return {0, 0, input.empty() ? State::Between : State::Damaged,
                    "something stands after the end"};
        auto in = input.size();
        auto out = output.size();
        const auto *nextIn = reinterpret_cast<const std::uint8_t *>(input.data());
        auto *nextOut = reinterpret_cast<std::uint8_t *>(output.data());
        const auto outcome =
            BrotliDecoderDecompressStream(m_state.get(), &in, &nextIn, &out, &nextOut, nullptr);
        Step step{input.size() - in, output.size() - out, State::Within, ""};
        if (outcome == BROTLI_DECODER_RESULT_SUCCESS) {
            step.state = State::Between;
        } else if (outcome == BROTLI_DECODER_RESULT_ERROR) {
            step.state = State::Damaged;
            step.reason = BrotliDecoderErrorString(BrotliDecoderGetErrorCode(m_state.get()));
        }
        return step;
    }

    const char *name() const override { return "br"; }

private:
    std::unique_ptr<BrotliDecoderState, FreeBrotli> m_state;
};

} // namespace

std::unique_ptr<DecompressingStream> bzip2Stream()
{
    return std::make_unique<Bzip2Stream>();
}

std::unique_ptr<DecompressingStream> gzipStream()
{
    return std::make_unique<InflatingStream>(ZlibFormat::Gzip);
}

std::unique_ptr<DecompressingStream> xzStream()
{
    return std::make_unique<XzStream>();
}

std::unique_ptr<DecompressingStream> zstdStream()
{
    return std::make_unique<ZstdStream>(fileWindowLog);
}

std::unique_ptr<DecompressingStream> streamForEncoding(std::string_view encoding)
{
    if (encoding == "gzip" || encoding == "x-gzip")
        return gzipStream();
    if (encoding == "deflate")
        return std::make_unique<InflatingStream>(ZlibFormat::Zlib);
    if (encoding == "br")
        return std::make_unique<BrotliStream>();
    if (encoding == "zstd")
        return std::make_unique<ZstdStream>(httpWindowLog);
    return nullptr;
}

} // namespace ember::model

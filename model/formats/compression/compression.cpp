// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/compression.h"

#include <zlib.h>

#include <algorithm>
#include <brotli/decode.h>
#include <bzlib.h>
#include <filesystem>
#include <fstream>
#include <limits>
#include <lzma.h>
#include <new>
#include <vector>
#include <zstd.h>
#include <zstd_errors.h>

namespace ember::model {

using namespace std::string_view_literals;

namespace {

// Lets a stream of zlib, bzip2 or xz read and write as much as input, output and the range of its
// library's counters allow. `code` is the function of the library. The state of the step is left to
// the caller.
template<typename Stream, typename Code>
auto stepOf(Stream &stream, std::string_view input, std::span<char> output, Code code)
{
    constexpr std::size_t most = std::numeric_limits<decltype(stream.avail_in)>::max();
    const auto in = std::min(input.size(), most);
    const auto out = std::min(output.size(), most);
    // The libraries' interfaces lack const; they do not write to the input.
    stream.next_in = reinterpret_cast<decltype(stream.next_in)>(const_cast<char *>(input.data()));
    stream.avail_in = static_cast<decltype(stream.avail_in)>(in);
    stream.next_out = reinterpret_cast<decltype(stream.next_out)>(output.data());
    stream.avail_out = static_cast<decltype(stream.avail_out)>(out);
    const auto outcome = code(&stream);
    return std::pair(outcome,
                     DecompressingStream::Step{in - stream.avail_in, out - stream.avail_out});
}

const char *reasonOf(int outcome)
{
    switch (outcome) {
    case BZ_DATA_ERROR: return "incorrect data check";
    case BZ_DATA_ERROR_MAGIC: return "no bzip2 stream begins here";
    case BZ_MEM_ERROR: return "no memory";
    default: return "no bzip2 data";
    }
}

// Decompresses bzip2. The library has no reset: each stream of a file needs a new state.
class Bzip2Stream : public DecompressingStream {
public:
    Bzip2Stream() { begin(); }

    ~Bzip2Stream() override { BZ2_bzDecompressEnd(&m_stream); }

    Bzip2Stream(const Bzip2Stream &) = delete;
    Bzip2Stream &operator=(const Bzip2Stream &) = delete;

    Step step(std::string_view input, std::span<char> output) override
    {
        auto [outcome, step] = stepOf(m_stream, input, output, BZ2_bzDecompress);
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

// The frame around deflated data: gzip (RFC 1952) or zlib (RFC 1950).
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
        auto [outcome, step] = stepOf(m_stream, input, output,
                                      [](z_stream *stream) { return inflate(stream, Z_NO_FLUSH); });
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
        auto [outcome, step] = stepOf(m_stream, input, output, [](lzma_stream *stream) {
            return lzma_code(stream, LZMA_RUN);
        });
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

// Decompresses one stream of Brotli, which nothing may follow. Its window is at most 16 MiB.
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

std::unique_ptr<DecompressingStream> streamForEncoding(std::string_view encoding)
{
    if (encoding == "gzip" || encoding == "x-gzip")
        return std::make_unique<InflatingStream>(ZlibFormat::Gzip);
    if (encoding == "deflate")
        return std::make_unique<InflatingStream>(ZlibFormat::Zlib);
    if (encoding == "br")
        return std::make_unique<BrotliStream>();
    if (encoding == "zstd")
        return std::make_unique<ZstdStream>(httpWindowLog);
    return nullptr;
}

namespace {

constexpr std::size_t pieceSize = std::size_t(1) << 20U; // between two checks of the stop token

// A bzip2 stream begins with "BZh" and the size of a block; then the first block begins, or an
// empty stream ends.
bool isBzip2(std::string_view firstBytes)
{
    constexpr std::size_t headSize = 4;
    if (firstBytes.size() < headSize || !firstBytes.starts_with("BZh") || firstBytes[3] < '1'
        || firstBytes[3] > '9')
        return false;
    const auto next = firstBytes.substr(headSize, 6);
    return "\x31\x41\x59\x26\x53\x59"sv.starts_with(next)
        || "\x17\x72\x45\x38\x50\x90"sv.starts_with(next);
}

std::unique_ptr<DecompressingStream> streamFor(std::string_view firstBytes)
{
    switch (compressionOf(firstBytes)) {
    case Compression::Bzip2: return std::make_unique<Bzip2Stream>();
    case Compression::Xz: return std::make_unique<XzStream>();
    case Compression::Zstd: return std::make_unique<ZstdStream>(fileWindowLog);
    default: return std::make_unique<InflatingStream>(ZlibFormat::Gzip);
    }
}

// Decompresses a file with one stream decoder.
class Decompression {
public:
    Decompression(const std::string &file, std::string_view bytes, std::size_t limit)
        : m_file(file),
          m_bytes(bytes),
          m_limit(limit),
          m_stream(streamFor(bytes))
    {
    }

    Result<Bytes> run(const std::stop_token &stop)
    {
        while (!isDone()) {
            if (stop.stop_requested())
                return Error{ErrorCode::Cancelled, m_file, {}};
            EMBER_RETURN_IF_ERROR(step());
        }
        if (m_content.size() == 0)
            return error(ErrorCode::FileEmpty, "there is nothing in it");
        return m_content.take();
    }

private:
    bool isDone() const
    {
        // Tapes and some downloads end in zeros.
        return m_state == DecompressingStream::State::Between
            && m_bytes.substr(m_taken).find_first_not_of('\0') == std::string_view::npos;
    }

    Result<void> step()
    {
        const auto step = m_stream->step(m_bytes.substr(m_taken), m_content.room(pieceSize));
        m_taken += step.taken;
        m_content.add(step.made);
        m_state = step.state;
        if (step.state == DecompressingStream::State::Damaged)
            return error(ErrorCode::SyntaxError, step.reason);
        if (step.state == DecompressingStream::State::TooBig)
            return error(ErrorCode::FileTooBig, step.reason);
        if (m_content.size() > m_limit)
            return error(ErrorCode::FileTooBig,
                         "unpacks to more than " + std::to_string(m_limit) + " bytes");
        if (step.taken == 0 && step.made == 0 && step.state == DecompressingStream::State::Within)
            return error(ErrorCode::Truncated, "the file ends within compressed data");
        return {};
    }

    Error error(ErrorCode code, const std::string &reason) const
    {
        return {code, m_file,
                std::string(m_stream->name()) + ", byte " + std::to_string(m_taken) + ": "
                    + reason};
    }

    const std::string &m_file;
    std::string_view m_bytes;
    std::size_t m_limit;
    std::unique_ptr<DecompressingStream> m_stream;
    GrowingBytes m_content;
    std::size_t m_taken = 0;
    DecompressingStream::State m_state = DecompressingStream::State::Within;
};

constexpr std::size_t scratchSize = std::size_t(64) << 10U;

// Unpacks a file piece by piece and keeps only the sizes.
class Measuring {
public:
    Measuring(std::string_view firstBytes, std::size_t limit) : m_limit(limit)
    {
        std::string content(firstBytes);
        while (m_layers.size() < std::size_t(maxLayers)
               && compressionOf(content) != Compression::None) {
            m_layers.push_back({streamFor(content), 0, std::vector<char>(scratchSize)});
            content = decompressedStart(content, packedStart);
        }
    }

    // Unpacks the next piece. Returns false if the rest need not be read: the file is too big,
    // plainly small, or damaged.
    bool take(std::string_view piece)
    {
        m_read += piece.size();
        return feed(0, piece) && !isPlainlySmall();
    }

    bool isTooBig() const { return m_isTooBig; }

    std::string reason() const
    {
        return std::string(m_layers.front().stream->name()) + ", byte " + std::to_string(m_read)
            + ": unpacks to more than " + std::to_string(m_limit) + " bytes";
    }

private:
    struct Layer {
        std::unique_ptr<DecompressingStream> stream;
        std::size_t made = 0;
        std::vector<char> room;
    };

    bool feed(std::size_t number, std::string_view input)
    {
        if (number == m_layers.size())
            return true;
        auto &layer = m_layers[number];
        for (;;) {
            const auto step = layer.stream->step(input, layer.room);
            input.remove_prefix(step.taken);
            layer.made += step.made;
            m_isTooBig = m_isTooBig || layer.made > m_limit
                || step.state == DecompressingStream::State::TooBig;
            if (m_isTooBig || step.state == DecompressingStream::State::Damaged
                || !feed(number + 1, {layer.room.data(), step.made}))
                return false;
            if ((step.taken | step.made) == 0 || (input.empty() && step.made < layer.room.size()))
                return true;
        }
    }

    // Whether enough is unpacked to rule out a bomb: bombs are dense from the start.
    bool isPlainlySmall() const
    {
        constexpr std::size_t enough = std::size_t(64) << 20U;
        constexpr std::size_t ratio = 100;
        const auto made = m_layers.back().made;
        return made > enough && made / ratio < m_read;
    }

    std::size_t m_limit;
    std::vector<Layer> m_layers; // the outermost first
    std::size_t m_read = 0;
    bool m_isTooBig = false;
};

// Frees zlib's state at the end of the scope.
struct Deflating {
    z_stream stream{};

    ~Deflating() { deflateEnd(&stream); }
};

} // namespace

Compression compressionOf(std::string_view firstBytes)
{
    if (firstBytes.starts_with("\x1f\x8b"sv))
        return Compression::Gzip;
    if (firstBytes.starts_with("\x28\xb5\x2f\xfd"sv))
        return Compression::Zstd;
    if (firstBytes.starts_with("\xfd\x37zXZ\0"sv))
        return Compression::Xz;
    return isBzip2(firstBytes) ? Compression::Bzip2 : Compression::None;
}

Result<Bytes> readUnpacked(const std::string &path, const std::stop_token &stop, Holes holes)
{
    EMBER_ASSIGN_OR_RETURN(auto bytes, Bytes::readFile(path, stop, holes));
    // The file's size limits all layers together, however often it is packed.
    const auto limit = decompressedLimit(bytes.size());
    for (int layer = 0; compressionOf(bytes.view()) != Compression::None; ++layer) {
        if (layer == maxLayers)
            return Error{ErrorCode::UnknownFormat, path,
                         "byte 0: compressed more than " + std::to_string(maxLayers) + " times"};
        // The compressed bytes of an inner layer are in memory at the same time.
        const auto beside = layer > 0 ? bytes.size() : 0;
        EMBER_ASSIGN_OR_RETURN(bytes, decompress(path, bytes.view(), stop, limit - beside));
    }
    return bytes;
}

std::string unpackedStart(std::string_view firstBytes, std::size_t length)
{
    std::string content(firstBytes.substr(0, packedStart));
    for (int layer = 0; layer < maxLayers && compressionOf(content) != Compression::None; ++layer)
        content = decompressedStart(content, packedStart);
    content.resize(std::min(content.size(), length));
    return content;
}

Result<Bytes> readUnpackedStart(const std::string &path, std::size_t length)
{
    EMBER_ASSIGN_OR_RETURN(const auto start, Bytes::readStart(path, packedStart));
    if (compressionOf(start.view()) == Compression::None)
        return Bytes(start.view().substr(0, length));
    return Bytes(unpackedStart(start.view(), length));
}

std::string decompressedStart(std::string_view firstBytes, std::size_t length)
try {
    const auto stream = streamFor(firstBytes);
    std::string content(length, '\0');
    std::size_t made = 0;
    while (made < length) {
        const auto step = stream->step(firstBytes, std::span(content).subspan(made));
        firstBytes.remove_prefix(step.taken);
        made += step.made;
        if (step.state == DecompressingStream::State::Damaged
            || step.state == DecompressingStream::State::TooBig || (step.taken | step.made) == 0
            || (step.state == DecompressingStream::State::Between && firstBytes.empty()))
            break;
    }
    content.resize(made);
    return content;
} catch (const std::bad_alloc &) {
    return {};
}

Result<Bytes> decompress(const std::string &file, std::string_view bytes,
                         const std::stop_token &stop, std::optional<std::size_t> limit)
try {
    return Decompression(file, bytes, limit.value_or(decompressedLimit(bytes.size()))).run(stop);
} catch (const std::bad_alloc &) {
    return Error{ErrorCode::FileTooBig, file, "not enough memory"};
}

std::size_t decompressedLimit(std::size_t compressed)
{
    constexpr std::size_t always = std::size_t(512) << 20U;
    constexpr std::size_t ratio = 200;
    return std::min(Bytes::fileLimit, std::max(always, ratio * compressed));
}

Result<void> checkUnpackedSize(const std::string &path, const std::stop_token &stop)
try {
    EMBER_ASSIGN_OR_RETURN(const auto start, Bytes::readStart(path, packedStart, stop));
    std::error_code failure;
    const auto size = std::filesystem::file_size(path, failure);
    if (failure || compressionOf(start.view()) == Compression::None)
        return {};
    Measuring measuring(start.view(), decompressedLimit(size));
    std::ifstream file(path, std::ios::binary);
    std::array<char, scratchSize> piece{};
    for (;;) {
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, path, {}};
        file.read(piece.data(), piece.size());
        const auto got = static_cast<std::size_t>(file.gcount());
        if (!measuring.take({piece.data(), got}) || got < piece.size())
            break;
    }
    if (measuring.isTooBig())
        return Error{ErrorCode::FileTooBig, path, measuring.reason()};
    return {};
} catch (const std::bad_alloc &) {
    return Error{ErrorCode::FileTooBig, path, "not enough memory"};
}

Result<std::string> gzipped(std::string_view content)
{
    constexpr int withGzipHeader = 16;
    constexpr int memoryLevel = 8;
    const Error noMemory{ErrorCode::FileTooBig, {}, "not enough memory to compress it"};
    Deflating deflating;
    if (deflateInit2(&deflating.stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
                     MAX_WBITS + withGzipHeader, memoryLevel, Z_DEFAULT_STRATEGY)
        != Z_OK)
        return noMemory;
    std::string packed;
    std::size_t taken = 0;
    int outcome = Z_OK;
    while (outcome != Z_STREAM_END) {
        constexpr std::size_t piece = std::size_t(1) << 20U;
        const auto input = content.substr(taken, piece);
        const auto size = packed.size();
        packed.resize(size + piece);
        const int flush = taken + input.size() == content.size() ? Z_FINISH : Z_NO_FLUSH;
        const auto [result, step] =
            stepOf(deflating.stream, input, std::span(packed).subspan(size),
                   [flush](z_stream *stream) { return deflate(stream, flush); });
        if (result == Z_STREAM_ERROR)
            return noMemory;
        outcome = result;
        taken += step.taken;
        packed.resize(size + step.made);
    }
    return packed;
}

} // namespace ember::model

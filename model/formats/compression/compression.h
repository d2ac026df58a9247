// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/bytes/bytesource.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model {

// Decompresses a file step by step, from its first byte to its last.
class DecompressingStream {
public:
    virtual ~DecompressingStream() = default;

    enum class State : std::uint8_t {
        Within, // in a member or frame
        Between, // between two members or frames, or after the last one
        Damaged,
        TooBig, // needs more memory than a file may ask for
    };

    struct Step {
        std::size_t taken = 0; // bytes of the input
        std::size_t made = 0; // bytes in the output
        State state = State::Within;
        const char *reason = ""; // what is damaged, or too big
    };

    // Reads and writes as much as input and output allow; an empty input makes it write what it
    // still holds.
    virtual Step step(std::string_view input, std::span<char> output) = 0;

    // Name of the compression: "gzip", "zstd", "bzip2", "xz", "deflate", "br".
    virtual const char *name() const = 0;
};

// Decompressors of HTTP bodies, by their Content-Encoding (RFC 9110 §8.4.1): "deflate" is the zlib
// format (RFC 1950), a window of zstd is at most 8 MiB (RFC 9659). None of them asks for more than
// 17 MiB; "br" takes one stream and nothing after it. nullptr for an encoding that is not known.
// Throws std::bad_alloc.
std::unique_ptr<DecompressingStream> streamForEncoding(std::string_view encoding);

// The compression of a file. Files of any format may be compressed; their content decides the
// format.
enum class Compression : std::uint8_t { None, Bzip2, Gzip, Xz, Zstd };

constexpr std::array<std::string_view, 4> compressedPatterns{"*.gz", "*.zst", "*.bz2", "*.xz"};

// Detects the compression by the first bytes.
Compression compressionOf(std::string_view firstBytes);

// Bytes of a file that are enough to see its content: decompressors output whole blocks, and
// bzip2's take up to 900 kB.
constexpr std::size_t packedStart = std::size_t(1) << 20U;

// How many times a file may be compressed: "x.pb.gz.zst" is compressed twice, by people or by
// archives.
constexpr int maxLayers = 3;

// Decompresses as much of the content's first `length` bytes as a file's first bytes give. Ignores
// errors in them: decompress() reports them.
std::string decompressedStart(std::string_view firstBytes, std::size_t length);
// Decompresses a file's start through all layers; if there are more than maxLayers, returns the
// content of the last one allowed.
std::string unpackedStart(std::string_view firstBytes, std::size_t length);

// Decompresses a gzip file (of any number of members, RFC 1952), a zstd file (of any number of
// frames, RFC 8878), a bzip2 file or an xz file (of any number of streams). `file` is the error's
// subject, `limit` the most bytes of the content, decompressedLimit() unless given. Errors:
// Truncated; SyntaxError, with the byte in the file; FileEmpty; FileTooBig; Cancelled.
Result<Bytes> decompress(const std::string &file, std::string_view bytes,
                         const std::stop_token &stop = {},
                         std::optional<std::size_t> limit = std::nullopt);

// Reads a whole file, and unpacks it if it is compressed. No layer may be larger than
// decompressedLimit() of the file. Errors: those of Bytes::readFile() and of decompress();
// UnknownFormat for more than maxLayers.
Result<Bytes> readUnpacked(const std::string &path, const std::stop_token &stop = {},
                           Holes holes = Holes::Read);
// Reads the first `length` bytes of the content, as unpackedStart(). Errors: those of
// Bytes::readStart().
Result<Bytes> readUnpackedStart(const std::string &path, std::size_t length);

// Checks whether a file unpacks to more than readUnpacked() takes, for a file that no importer
// recognises. Nothing is kept, and a file that is not dense at its start passes after 64 MB.
// Errors: FileTooBig, Cancelled, those of reading a file; damage is no error.
Result<void> checkUnpackedSize(const std::string &path, const std::stop_token &stop = {});

// The most bytes that a compressed file may unpack to, so that a small file cannot fill the memory:
// 200 times its size, but at least 512 MiB and at most Bytes::fileLimit. Text of profiles is
// repetitive, but no real profile is a thousand times its compressed size.
std::size_t decompressedLimit(std::size_t compressed);

// Compresses to a gzip file of one member. Errors: FileTooBig.
Result<std::string> gzipped(std::string_view content);

} // namespace ember::model

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace ember::model {

// Decompresses a file step by step, from its first byte to its last.
class DecompressingStream {
public:
    virtual ~DecompressingStream() = default;

    enum class State : std::uint8_t {
        Within, // in a member or frame
        Between, // between two of them, or after the last one
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

// Returns the decompressor for compressed bytes. These functions throw std::bad_alloc.
std::unique_ptr<DecompressingStream> streamFor(std::string_view firstBytes);
std::unique_ptr<DecompressingStream> bzip2Stream();
std::unique_ptr<DecompressingStream> gzipStream();
std::unique_ptr<DecompressingStream> xzStream();
std::unique_ptr<DecompressingStream> zstdStream();

// Decompressors of HTTP bodies, by their Content-Encoding (RFC 9110 §8.4.1): "deflate" is the zlib
// format (RFC 1950), a window of zstd is at most 8 MiB (RFC 9659). None of them asks for more than
// 17 MiB; "br" takes one stream and nothing after it. nullptr for an encoding that is not known.
std::unique_ptr<DecompressingStream> streamForEncoding(std::string_view encoding);

} // namespace ember::model

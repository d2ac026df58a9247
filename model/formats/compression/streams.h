// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace ember::model {

// One decompressor at work, from one end of a file to the other.
class DecompressingStream {
public:
    virtual ~DecompressingStream() = default;

    enum class State : std::uint8_t {
        Within, // of a member or frame
        Between, // two of them, or behind the last one
        Damaged,
        TooBig, // needs more memory than a file may ask for
    };

    struct Step {
        std::size_t taken = 0; // bytes of the input
        std::size_t made = 0; // bytes in the output
        State state = State::Within;
        const char *reason = ""; // what is damaged, or too big
    };

    // Does what it can with both; an empty input lets it give out what it still has.
    virtual Step step(std::string_view input, std::span<char> output) = 0;

    // "gzip", "zstd", "bzip2", "xz"
    virtual const char *name() const = 0;
};

// For bytes that are compressed. Throws std::bad_alloc, as all of these.
std::unique_ptr<DecompressingStream> streamFor(std::string_view firstBytes);
std::unique_ptr<DecompressingStream> bzip2Stream();
std::unique_ptr<DecompressingStream> gzipStream();
std::unique_ptr<DecompressingStream> xzStream();
std::unique_ptr<DecompressingStream> zstdStream();

} // namespace ember::model

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/bytes/bytesource.h"

#include <array>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model {

// Files of any format may be compressed: they are what is in them.
enum class Compression : std::uint8_t { None, Bzip2, Gzip, Xz, Zstd };

constexpr std::array<std::string_view, 4> compressedPatterns{"*.gz", "*.zst", "*.bz2", "*.xz"};

// By the first bytes.
Compression compressionOf(std::string_view firstBytes);

// Bytes of a file that are enough to see what it holds: decompressors give out whole blocks, and
// bzip2's take up to 900 kB.
constexpr std::size_t packedStart = std::size_t(1) << 20U;

// How often a file may be compressed: "x.pb.gz.zst" is twice, by people or by archives.
constexpr int maxLayers = 3;

// As much as can be had of the content's first `length` bytes out of a file's first bytes. What is
// wrong with them is decompress()'s to say.
std::string decompressedStart(std::string_view firstBytes, std::size_t length);
// The same through all layers; of more than maxLayers, what is in the last of them.
std::string unpackedStart(std::string_view firstBytes, std::size_t length);

// What a gzip file (of any number of members, RFC 1952), a zstd file (of any number of frames,
// RFC 8878), a bzip2 file or an xz file (of any number of streams) holds. `file` is the error's
// subject. Errors: Truncated; SyntaxError, with the byte in the file; FileEmpty; FileTooBig, for
// content beyond decompressedLimit(); Cancelled.
Result<Bytes> decompress(const std::string &file, std::string_view bytes,
                         const std::stop_token &stop = {});

// A whole file, or the content's first `length` bytes, unpacked where it is compressed. No layer is
// larger than decompressedLimit() of the file. Errors: those of reading a file, and of
// decompress(); UnknownFormat for more than maxLayers.
Result<Bytes> readUnpacked(const std::string &path, const std::stop_token &stop = {},
                           Holes holes = Holes::Read);
Result<Bytes> readUnpackedStart(const std::string &path, std::size_t length);

// Whether a file unpacks to more than readUnpacked() takes, for one that nobody would read: nothing
// of it is kept, and a file that is not dense at its start is let go after 64 MB. Errors:
// FileTooBig, Cancelled, those of reading a file; damage is none.
Result<void> checkUnpackedSize(const std::string &path, const std::stop_token &stop = {});

// Text of profiles is repetitive, but nobody's profile is a thousand times its compressed size: a
// small file must not fill the memory.
std::size_t decompressedLimit(std::size_t compressed);

// As a gzip file of one member. Errors: FileTooBig.
Result<std::string> gzipped(std::string_view content);

} // namespace ember::model

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model {

// Whether holes of a sparse file are read as zeros or skipped.
enum class Holes : std::uint8_t { Read, LeaveOut };

// The bytes of a file in memory, followed by 64 zero bytes, so that a reader may look ahead.
// It is read, not mapped: a file that is truncated meanwhile must not kill the program.
class Bytes {
public:
    Bytes() = default;
    // Copies bytes that do not come from a file.
    explicit Bytes(std::string_view content);

    std::string_view view() const { return {m_data.get(), m_size}; }

    std::size_t size() const { return m_size; }

    // Reads a whole file. Errors: FileNotFound, FileUnreadable, FileTooBig (over fileLimit, or not
    // enough memory), Cancelled.
    static Result<Bytes> readFile(const std::string &path, const std::stop_token &stop = {},
                                  Holes holes = Holes::Read);
    // Reads the first `length` bytes, or all there are. Errors: FileNotFound, FileUnreadable,
    // Cancelled. Throws std::bad_alloc.
    static Result<Bytes> readStart(const std::string &path, std::size_t length,
                                   const std::stop_token &stop = {});

    static constexpr std::size_t fileLimit = std::size_t(4) << 30U;

private:
    friend class GrowingBytes;

    struct Free {
        void operator()(char *data) const { std::free(data); }
    };

    explicit Bytes(std::size_t size);

    std::unique_ptr<char[], Free> m_data;
    std::size_t m_size = 0;
};

// Collects bytes that arrive in pieces, for example from a decompressor. Throws std::bad_alloc.
class GrowingBytes {
public:
    // Memory for the next piece: at least `wanted` bytes.
    std::span<char> room(std::size_t wanted);
    // Appends the first `written` bytes of room(), to which the caller has written them.
    void add(std::size_t written) { m_bytes.m_size += written; }

    std::size_t size() const { return m_bytes.m_size; }

    std::string_view view() const { return m_bytes.view(); }

    // Returns the bytes; the object is empty afterwards.
    Bytes take();

private:
    Bytes m_bytes;
    std::size_t m_capacity = 0;
};

} // namespace ember::model

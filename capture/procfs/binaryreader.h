// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace ember::capture {

// Reads at offsets from a binary: a file, or bytes in memory. The content is not trusted: every
// read is checked against the size, and a file that shrinks meanwhile gives short reads, not a
// signal.
class BinaryReader {
public:
    // Errors: FileNotFound, FileUnreadable.
    static model::Result<BinaryReader> open(const std::string &path);
    // Does not copy: `bytes` must outlive the reader.
    explicit BinaryReader(std::span<const std::byte> bytes);

    std::uint64_t size() const { return m_size; }

    // Fills `into`, or returns false.
    bool read(std::uint64_t offset, std::span<std::byte> into) const;

    template<typename T>
    std::optional<T> readValue(std::uint64_t offset) const
    {
        static_assert(std::is_trivially_copyable_v<T>);
        T value;
        if (!read(offset, std::as_writable_bytes(std::span(&value, 1))))
            return std::nullopt;
        return value;
    }

    // Reads up to `size` bytes at `offset`.
    std::vector<std::byte> readUpTo(std::uint64_t offset, std::uint64_t size) const;

private:
    struct Descriptor {
        explicit Descriptor(int descriptorNumber) : number(descriptorNumber) { }

        ~Descriptor();
        Descriptor(const Descriptor &) = delete;
        Descriptor &operator=(const Descriptor &) = delete;
        const int number;
    };

    BinaryReader(std::shared_ptr<const Descriptor> file, std::uint64_t size);

    std::shared_ptr<const Descriptor> m_file; // null: the content is m_bytes
    std::span<const std::byte> m_bytes;
    std::uint64_t m_size = 0;
};

} // namespace ember::capture

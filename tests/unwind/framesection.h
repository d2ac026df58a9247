// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace ember::tests {

using ByteList = std::initializer_list<int>;

std::vector<std::byte> toBytes(ByteList bytes);

// Writes an .eh_frame section entry by entry; pointers are relative to themselves, in four bytes.
class FrameSectionWriter {
public:
    // Of a section that is loaded there, for a machine whose return address is in that column.
    explicit FrameSectionWriter(std::uint64_t address, int returnColumn = 16)
        : m_address(address),
          m_returnColumn(returnColumn)
    {
    }

    // The offset of the entry, for addFunction.
    std::size_t addCommon(ByteList instructions, std::string_view augmentation = "zR");
    void addFunction(std::size_t common, std::uint64_t start, std::uint32_t size,
                     ByteList instructions);
    void addTerminator() { appendNumber(0); }

    const std::vector<std::byte> &bytes() const { return m_bytes; }

    std::vector<std::byte> &bytes() { return m_bytes; }

private:
    std::size_t beginEntry();
    void endEntry(std::size_t offset);
    void appendNumber(std::uint32_t number);
    void append(ByteList bytes);

    std::uint64_t m_address;
    int m_returnColumn;
    std::vector<std::byte> m_bytes;
};

} // namespace ember::tests

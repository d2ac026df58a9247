// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unwind/framesection.h"

#include <cstring>

namespace ember::tests {

std::vector<std::byte> toBytes(ByteList bytes)
{
    std::vector<std::byte> result;
    for (const int byte : bytes)
        result.push_back(static_cast<std::byte>(byte));
    return result;
}

std::size_t FrameSectionWriter::addCommon(ByteList instructions, std::string_view augmentation)
{
    const std::size_t offset = beginEntry();
    appendNumber(0); // a common entry
    append({1}); // version
    for (const char letter : augmentation)
        append({letter});
    append({0});
    append({1, 0x78, m_returnColumn}); // code alignment 1, data alignment −8, return address column
    if (augmentation.starts_with('z'))
        append({1, 0x1b}); // pointers: relative to themselves, signed, four bytes
    append(instructions);
    endEntry(offset);
    return offset;
}

void FrameSectionWriter::addFunction(std::size_t common, std::uint64_t start, std::uint32_t size,
                                     ByteList instructions)
{
    const std::size_t offset = beginEntry();
    appendNumber(static_cast<std::uint32_t>(m_bytes.size() - common));
    appendNumber(static_cast<std::uint32_t>(start - (m_address + m_bytes.size())));
    appendNumber(size);
    append({0}); // no augmentation data
    append(instructions);
    endEntry(offset);
}

std::size_t FrameSectionWriter::beginEntry()
{
    const std::size_t offset = m_bytes.size();
    appendNumber(0); // the length, known later
    return offset;
}

void FrameSectionWriter::endEntry(std::size_t offset)
{
    while (m_bytes.size() % 4 != 0)
        append({0});
    const auto length = static_cast<std::uint32_t>(m_bytes.size() - offset - 4);
    std::memcpy(m_bytes.data() + offset, &length, sizeof(length));
}

void FrameSectionWriter::appendNumber(std::uint32_t number)
{
    for (int shift = 0; shift < 32; shift += 8)
        append({static_cast<int>(number >> shift & 0xffU)});
}

void FrameSectionWriter::append(ByteList bytes)
{
    const auto more = toBytes(bytes);
    m_bytes.insert(m_bytes.end(), more.begin(), more.end());
}

} // namespace ember::tests

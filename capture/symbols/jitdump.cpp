// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/jitdump.h"

#include "capture/symbols/jitcodefiles.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <sys/stat.h>

namespace ember::capture {

namespace {

// Offsets and sizes in jitdump records.
constexpr std::size_t recordHeaderSize = 16;
constexpr std::size_t loadNameAt = recordHeaderSize + 40;

enum RecordType : std::uint32_t { CodeLoad = 0, CodeMove = 1 };

template<typename Number>
std::optional<Number> numberAt(std::string_view bytes, std::size_t offset)
{
    Number number;
    if (offset > bytes.size() || bytes.size() - offset < sizeof(number))
        return {};
    std::memcpy(&number, bytes.data() + offset, sizeof(number));
    return number;
}

} // namespace

bool JitDump::readHeader()
{
    static constexpr std::size_t headerSize = 40;
    static constexpr std::uint32_t magic = 0x4a695444; // "JiTD", in the machine's byte order
    static constexpr std::uint64_t cycleCounter = 1; // flag: times count cycles, not nanoseconds
    const auto header = readAt(m_file, 0, headerSize);
    if (header.size() < headerSize)
        return false;
    const auto size = numberAt<std::uint32_t>(header, 8).value_or(0);
    m_isBroken = numberAt<std::uint32_t>(header, 0) != magic || size < headerSize;
    m_hasTimes = (numberAt<std::uint64_t>(header, 32).value_or(0) & cycleCounter) == 0;
    m_offset = size;
    return !m_isBroken;
}

void JitDump::read(JitCode &code)
{
    struct stat status { };
    if (m_isBroken || ::fstat(m_file.number(), &status) != 0 || (m_offset == 0 && !readHeader()))
        return;
    const auto fileSize = static_cast<std::uint64_t>(status.st_size);
    while (m_offset + recordHeaderSize <= fileSize) {
        // The machine code after the name is not read.
        auto record = readAt(m_file, m_offset, loadNameAt + maxJitName);
        const auto size = numberAt<std::uint32_t>(record, 4).value_or(0);
        if (size < recordHeaderSize) {
            m_isBroken = size != 0; // a size of zero: space not written yet
            return;
        }
        if (size > fileSize - m_offset)
            return;
        record.resize(std::min<std::size_t>(record.size(), size));
        const auto type = numberAt<std::uint32_t>(record, 0);
        if (type == CodeLoad)
            takeLoad(record, code);
        if (type == CodeMove)
            takeMove(record, code);
        m_offset += size;
    }
}

model::Nanoseconds JitDump::timeOf(std::string_view record) const
{
    const auto time = numberAt<std::int64_t>(record, 8).value_or(0);
    return model::Nanoseconds(m_hasTimes ? std::max<std::int64_t>(time, 0) : 0);
}

// pid, tid, then address, address, size and number of the code, its name, its bytes.
void JitDump::takeLoad(std::string_view record, JitCode &code) const
{
    const auto start = numberAt<std::uint64_t>(record, recordHeaderSize + 16);
    const auto size = numberAt<std::uint64_t>(record, recordHeaderSize + 24);
    if (!start || !size || *size > ~*start || record.size() <= loadNameAt)
        return;
    const auto text = record.substr(loadNameAt);
    code.add(
        {*start, *start + *size, timeOf(record), std::string(text.substr(0, text.find('\0')))});
}

// pid, tid, then address, old address, new address, size and number of the code.
void JitDump::takeMove(std::string_view record, JitCode &code) const
{
    const auto from = numberAt<std::uint64_t>(record, recordHeaderSize + 16);
    const auto to = numberAt<std::uint64_t>(record, recordHeaderSize + 24);
    const auto size = numberAt<std::uint64_t>(record, recordHeaderSize + 32);
    const auto *moved = from ? code.startingAt(*from) : nullptr;
    if (moved != nullptr && to && size && *size <= ~*to)
        code.add({*to, *to + *size, timeOf(record), moved->name});
}

} // namespace ember::capture

// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/hotspot/javacopy.h"

#include <algorithm>
#include <cstring>

namespace ember::capture::hotspot {

namespace {

using Kind = JavaCopyItem::Kind;

constexpr std::size_t methodBytes = 1 + 4 + 4 + 3 * 2; // without its names
constexpr std::size_t frameBytes = 1 + 4 + 4;
constexpr std::size_t stackBytes = (1 + 8 + 8) + (1 + 1); // its start and end

} // namespace

JavaCopyWriter::JavaCopyWriter(std::vector<std::byte> &to, std::size_t limit,
                               std::size_t mostStacks)
    : m_to(to),
      m_end(to.size() + limit - mostStacks * stackBytes)
{
}

std::size_t JavaCopyWriter::room() const
{
    return m_end - std::min(m_end, m_to.size());
}

template<typename Value>
void JavaCopyWriter::put(Value value)
{
    const auto bytes = std::as_bytes(std::span(&value, 1));
    m_to.insert(m_to.end(), bytes.begin(), bytes.end());
}

void JavaCopyWriter::put(std::string_view text)
{
    put(static_cast<std::uint16_t>(text.size()));
    const auto bytes = std::as_bytes(std::span(text));
    m_to.insert(m_to.end(), bytes.begin(), bytes.end());
}

bool JavaCopyWriter::hasRoomFor(const JavaMethod &method) const
{
    return room() >= methodBytes + frameBytes + method.name.size() + method.className.size()
        + method.file.size();
}

void JavaCopyWriter::addMethod(const JavaMethod &method)
{
    put(Kind::Method);
    put(method.number);
    put(method.firstLine());
    put(std::string_view(method.name));
    put(std::string_view(method.className));
    put(std::string_view(method.file));
}

void JavaCopyWriter::beginStack(std::uint64_t pc, std::uint64_t sp)
{
    put(Kind::Stack);
    put(pc);
    put(sp);
}

bool JavaCopyWriter::addFrame(const JavaFrame &frame)
{
    if (room() < frameBytes)
        return false;
    put(Kind::Frame);
    put(frame.method->number);
    put(frame.line);
    return true;
}

void JavaCopyWriter::endStack(bool isWhole)
{
    put(Kind::End);
    put(static_cast<std::uint8_t>(isWhole ? 1 : 0));
}

template<typename Value>
Value JavaCopyReader::take()
{
    Value value{};
    if (m_bytes.size() < sizeof(value)) {
        m_isBroken = true;
        return value;
    }
    std::memcpy(&value, m_bytes.data(), sizeof(value));
    m_bytes = m_bytes.subspan(sizeof(value));
    return value;
}

std::string_view JavaCopyReader::takeText()
{
    const auto size = take<std::uint16_t>();
    if (m_bytes.size() < size) {
        m_isBroken = true;
        return {};
    }
    const auto bytes = m_bytes.first(size);
    m_bytes = m_bytes.subspan(size);
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

std::optional<JavaCopyItem> JavaCopyReader::next()
{
    if (m_bytes.empty() || m_isBroken)
        return std::nullopt;
    JavaCopyItem item;
    item.kind = static_cast<Kind>(take<std::uint8_t>());
    switch (item.kind) {
    case Kind::Method:
        item.number = take<std::uint32_t>();
        item.firstLine = take<std::uint32_t>();
        item.name = takeText();
        item.className = takeText();
        item.file = takeText();
        break;
    case Kind::Stack:
        item.pc = take<std::uint64_t>();
        item.sp = take<std::uint64_t>();
        break;
    case Kind::Frame:
        item.number = take<std::uint32_t>();
        item.line = take<std::uint32_t>();
        break;
    case Kind::End: item.isWhole = take<std::uint8_t>() != 0; break;
    default: m_isBroken = true;
    }
    return m_isBroken ? std::nullopt : std::optional(item);
}

} // namespace ember::capture::hotspot

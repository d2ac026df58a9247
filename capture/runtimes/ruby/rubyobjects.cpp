// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/ruby/rubyobjects.h"

#include <array>
#include <span>

namespace ember::capture::ruby {

namespace {

constexpr std::uint64_t longestText = 4096;

// Flags of an object: its type, and what the type uses them for.
constexpr std::uint64_t typeBits = 0x1f;
constexpr std::uint64_t stringType = 0x05;
constexpr std::uint64_t arrayType = 0x07;
constexpr std::uint64_t internalType = 0x1a;
constexpr std::uint64_t userFlag1 = 1U << 13U; // String: not embedded; Array: embedded
constexpr unsigned userFlags = 12;
constexpr std::uint64_t internalVariables = 2;
constexpr std::uint64_t internalMethod = 6;
constexpr std::uint64_t internalCode = 7;
constexpr std::uint64_t classType = 0x02;
constexpr std::uint64_t moduleType = 0x03;
constexpr std::uint64_t includedType = 0x1c;

// The words of an object: flags, class, then the type's own.
using Object = std::array<std::uint64_t, 5>;

bool isInternal(std::uint64_t flags, std::uint64_t kind)
{
    return (flags & typeBits) == internalType && (flags >> userFlags & 15U) == kind;
}

} // namespace

bool isCode(std::uint64_t flags)
{
    return isInternal(flags, internalCode);
}

bool isMethod(std::uint64_t flags)
{
    return isInternal(flags, internalMethod);
}

bool isVariables(std::uint64_t flags)
{
    return isInternal(flags, internalVariables);
}

bool isClass(std::uint64_t flags)
{
    return (flags & typeBits) == classType || (flags & typeBits) == moduleType;
}

bool isIncluded(std::uint64_t flags)
{
    return (flags & typeBits) == includedType;
}

bool isSingleton(std::uint64_t flags, const RubyLayout &layout)
{
    return (flags & typeBits) == classType && (flags & layout.singletonFlag) != 0;
}

std::string textOf(std::uint64_t object, const RubyLayout &layout, StopReader &reader)
{
    Object words{};
    if (object % 8 != 0 || object == 0 || !reader.readValue(object, words)
        || (words[0] & typeBits) != stringType)
        return {};
    const bool isApart = (words[0] & userFlag1) != 0;
    const auto embedded = object + (layout.shortTextsHaveLength ? 24 : 16);
    const auto length =
        isApart || layout.shortTextsHaveLength ? words[2] : words[0] >> (userFlags + 2) & 31U;
    if (length > longestText)
        return {};
    std::string text(static_cast<std::size_t>(length), '\0');
    const auto characters = std::as_writable_bytes(std::span(text));
    return reader.read(isApart ? words[3] : embedded, characters) ? text : std::string();
}

std::string pathOf(std::uint64_t object, const RubyLayout &layout, StopReader &reader)
{
    Object words{};
    if (object % 8 != 0 || object == 0 || !reader.readValue(object, words))
        return {};
    if ((words[0] & typeBits) != arrayType)
        return textOf(object, layout, reader);
    std::array<std::uint64_t, 2> paths{words[2], words[3]};
    if ((words[0] & userFlag1) == 0 && (words[2] != 2 || !reader.readValue(words[4], paths)))
        return {};
    const auto absolute = textOf(paths[1], layout, reader);
    return absolute.empty() ? textOf(paths[0], layout, reader) : absolute;
}

std::uint64_t elementOf(std::uint64_t array, std::uint64_t index, StopReader &reader)
{
    Object words{};
    std::uint64_t element = 0;
    if (array % 8 != 0 || array == 0 || !reader.readValue(array, words)
        || (words[0] & typeBits) != arrayType || (words[0] & userFlag1) != 0 || index >= words[2])
        return 0;
    reader.readValue(words[4] + index * sizeof(element), element);
    return element;
}

} // namespace ember::capture::ruby

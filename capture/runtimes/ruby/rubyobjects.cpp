// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/ruby/rubyobjects.h"

#include <array>
#include <span>
#include <vector>

namespace ember::capture::ruby {

namespace {

constexpr std::uint64_t longestText = 4096;

// Flags of an object: its type, and what the type uses them for.
constexpr std::uint64_t typeBits = 0x1f;
constexpr std::uint64_t stringType = 0x05;
constexpr std::uint64_t arrayType = 0x07;
constexpr std::uint64_t internalType = 0x1a;
constexpr std::uint64_t userFlag1 = 1U << 13U; // set for a String that is not embedded, and for an
                                               // Array that is
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

namespace ember::capture {

namespace {

constexpr std::uint64_t environmentIsLocal = 2;
constexpr int mostEnvironments = 64;
constexpr int mostSuperclasses = 64;
constexpr std::size_t wordsOfClass = 32;
constexpr std::uint64_t mostVariables = 64;
// RClass: flags, class, superclass, what it points to.
constexpr std::uint64_t classSuper = 16;
constexpr std::uint64_t classApart = 24;
// Offsets in a rb_classext_t of 3.1.
constexpr std::uint64_t apartVariables = 8;
// Offsets in a st_table.
constexpr std::uint64_t tableEntriesEnd = 40;
constexpr std::uint64_t tableEntries = 48;

struct TableEntry {
    std::uint64_t hash = 0;
    std::uint64_t key = 0;
    std::uint64_t value = 0;
};

// The entries of a class's table of variables.
std::vector<TableEntry> variablesOf(std::uint64_t classObject, StopReader &reader)
{
    std::uint64_t apart = 0;
    std::uint64_t table = 0;
    std::uint64_t end = 0;
    std::uint64_t entries = 0;
    if (!reader.readValue(classObject + classApart, apart)
        || !reader.readValue(apart + apartVariables, table) || table == 0
        || !reader.readValue(table + tableEntriesEnd, end) || end > mostVariables
        || !reader.readValue(table + tableEntries, entries))
        return {};
    std::vector<TableEntry> found(static_cast<std::size_t>(end));
    if (!reader.read(entries, std::as_writable_bytes(std::span(found))))
        return {};
    return found;
}

} // namespace

// Returns the method entry of the environment, or of one around it, as rb_vm_frame_method_entry()
// does.
std::uint64_t RubyClasses::methodOf(std::uint64_t environment, StopReader &reader) const
{
    for (int i = 0; i < mostEnvironments; ++i) {
        std::array<std::uint64_t, 3> words{}; // method or its like, environment around, flags
        if (environment < 16 || !reader.readValue(environment - 16, words))
            return 0;
        std::array<std::uint64_t, 2> object{};
        if (words[0] % 8 == 0 && words[0] != 0 && reader.readValue(words[0], object)) {
            if (ruby::isMethod(object[0]))
                return words[0];
            std::uint64_t flags = 0;
            if (ruby::isVariables(object[0]) && reader.readValue(object[1], flags)
                && ruby::isMethod(flags))
                return object[1];
        }
        if ((words[2] & environmentIsLocal) != 0)
            return 0;
        environment = words[1] & ~std::uint64_t(3);
    }
    return 0;
}

std::string RubyClasses::qualifier(std::uint64_t environment, std::uint64_t self,
                                   StopReader &reader)
{
    std::uint64_t owner = 0;
    std::array<std::uint64_t, 2> words{};
    const auto method = methodOf(environment, reader);
    if (method == 0 || !reader.readValue(method + sizeof(owner), owner)
        || !reader.readValue(owner, words))
        return {};
    if (ruby::isIncluded(words[0])) {
        const auto name = nameOf(words[1], reader);
        return name.empty() ? name : name + '#';
    }
    if (!ruby::isSingleton(words[0], m_places.layout)) {
        const auto name = nameOf(owner, reader);
        return name.empty() ? name : name + '#';
    }
    // A singleton class belongs to the receiver, or to a class that the receiver inherits from.
    for (int i = 0; i < mostSuperclasses && self % 8 == 0 && self != 0; ++i) {
        if (!reader.readValue(self, words) || !ruby::isClass(words[0]))
            return {};
        if (words[1] == owner) {
            const auto name = nameOf(self, reader);
            return name.empty() ? name : name + '.';
        }
        if (!reader.readValue(self + classSuper, self))
            return {};
    }
    return {};
}

std::string RubyClasses::nameOf(std::uint64_t classObject, StopReader &reader)
{
    if (!m_names && m_searches < ruby::mostSearches) {
        ++m_searches;
        m_names = findNames(reader);
    }
    return m_names
        ? ruby::textOf(nameObject(classObject, *m_names, reader), m_places.layout, reader)
        : std::string();
}

std::uint64_t RubyClasses::nameObject(std::uint64_t classObject, const NamePlace &place,
                                      StopReader &reader) const
{
    if (place.isInTable) {
        for (const auto &variable : variablesOf(classObject, reader)) {
            if (variable.key == place.offset)
                return variable.value;
        }
        return 0;
    }
    std::uint64_t base = classObject;
    std::uint64_t object = 0;
    if (place.isApart && !reader.readValue(classObject + classApart, base))
        return 0;
    reader.readValue(base + place.offset, object);
    return object;
}

std::optional<RubyClasses::NamePlace> RubyClasses::findNames(StopReader &reader) const
{
    std::uint64_t object = 0;
    if (m_places.objectClass == 0 || !reader.readValue(m_places.objectClass, object))
        return std::nullopt;
    if (const auto place = findInTable(object, reader))
        return place;
    for (const bool isApart : {false, true}) {
        for (std::uint64_t word = 2; word < wordsOfClass; ++word) {
            const NamePlace place{isApart, false, word * sizeof(word)};
            if (isRight(place, reader))
                return place;
        }
    }
    return std::nullopt;
}

std::optional<RubyClasses::NamePlace> RubyClasses::findInTable(std::uint64_t classObject,
                                                               StopReader &reader) const
{
    if (m_places.layout.version != RubyVersion{3, 1})
        return std::nullopt;
    for (const auto &variable : variablesOf(classObject, reader)) {
        const NamePlace place{false, true, variable.key};
        if (isRight(place, reader))
            return place;
    }
    return std::nullopt;
}

bool RubyClasses::isRight(const NamePlace &place, StopReader &reader) const
{
    const auto isNamed = [&](std::uint64_t symbol, std::string_view name) {
        std::uint64_t object = 0;
        return symbol != 0 && reader.readValue(symbol, object)
            && ruby::textOf(nameObject(object, place, reader), m_places.layout, reader) == name;
    };
    return isNamed(m_places.objectClass, "Object") && isNamed(m_places.stringClass, "String");
}

} // namespace ember::capture

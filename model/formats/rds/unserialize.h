// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/rds/object.h"

#include <cstdint>
#include <stop_token>
#include <string_view>

namespace ember::model::rds {

// The types of items in R's serialization (RPROFILE.md §3).
enum class Item : std::uint8_t {
    Symbol = 1,
    Pairlist = 2,
    Closure = 3,
    Environment = 4,
    Promise = 5,
    Language = 6,
    Special = 7,
    Builtin = 8,
    Text = 9, // an element of Texts
    Logicals = 10,
    Integers = 13,
    Reals = 14,
    Complexes = 15,
    Texts = 16,
    Dots = 17,
    List = 19,
    Expressions = 20,
    Pointer = 22,
    WeakReference = 23,
    Raws = 24,
    Structure = 25,
    Compact = 238,
    BaseEnvironment = 241,
    EmptyEnvironment = 242,
    Persistent = 247,
    Package = 248,
    Namespace = 249,
    BaseNamespace = 250,
    MissingArgument = 251,
    Unbound = 252,
    GlobalEnvironment = 253,
    Null = 254,
    Reference = 255,
};

namespace flagbits {
constexpr std::uint32_t isObject = 0x100;
constexpr std::uint32_t hasAttributes = 0x200;
constexpr std::uint32_t hasTag = 0x400;
// Bits of texts that tell their encoding.
constexpr std::uint32_t latin1 = 0x4000;
constexpr std::uint32_t utf8 = 0x8000;
constexpr std::uint32_t ascii = 0x40000;
} // namespace flagbits

// The integer that every item begins with, split into its parts.
struct ItemFlags {
    ItemFlags() = default;

    explicit ItemFlags(std::int32_t word)
        : type(static_cast<Item>(static_cast<std::uint32_t>(word) & 0xffU)),
          hasAttributes((static_cast<std::uint32_t>(word) & flagbits::hasAttributes) != 0),
          hasTag((static_cast<std::uint32_t>(word) & flagbits::hasTag) != 0),
          isLatin1((static_cast<std::uint32_t>(word) & flagbits::latin1) != 0),
          isUtf8((static_cast<std::uint32_t>(word) & flagbits::utf8) != 0),
          reference(word >> 8)
    {
    }

    Item type = Item::Null;
    bool hasAttributes = false;
    bool hasTag = false;
    bool isLatin1 = false;
    bool isUtf8 = false;
    std::int32_t reference = 0; // number of the value it refers to; 0: the next integer has it
};

struct Unserialized {
    Objects objects;
    ObjectIndex root;
    Item rootType = Item::Null;
};

// Whether bytes begin R's serialization, unpacked, of one value (.rds) or several (.RData).
bool looksSerialized(std::string_view firstBytes);

// Reads all values of a file, serialization version 2 or 3. The root of an .RData file is a
// pairlist of its variables. Texts are UTF-8. Errors, without a subject: UnknownFormat;
// UnsupportedVersion, for other versions and compiled code; Truncated and SyntaxError, with the
// byte; FileTooBig for compact vectors that stand for much more than the file's size; Cancelled.
Result<Unserialized> unserialize(std::string_view file, const std::stop_token &stop);

} // namespace ember::model::rds

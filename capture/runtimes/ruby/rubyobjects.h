// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/ruby/rubylayout.h"
#include "capture/runtimes/scriptruntime.h"

#include <cstdint>
#include <optional>
#include <string>

// Objects of Ruby, as they lie in the memory of a process, and the names of their classes. What
// cannot be read is empty.
namespace ember::capture::ruby {

// Returns the bytes of a String; empty also if it has more than 4096.
std::string textOf(std::uint64_t object, const RubyLayout &layout, StopReader &reader);

// The file of a method: a String, or an Array of the path as it was given and the absolute one.
std::string pathOf(std::uint64_t object, const RubyLayout &layout, StopReader &reader);

// An element of an Array that is not embedded; 0: none.
std::uint64_t elementOf(std::uint64_t array, std::uint64_t index, StopReader &reader);

// Tell by the flags of an object what the object is.
bool isCode(std::uint64_t flags); // rb_iseq_t
bool isMethod(std::uint64_t flags); // rb_method_entry_t
bool isVariables(
    std::uint64_t flags); // a frame's variables; the second word is a method entry or its like
bool isClass(std::uint64_t flags); // a class or a module
bool isIncluded(std::uint64_t flags); // a class that stands for an included module, which is its
                                      // class
bool isSingleton(std::uint64_t flags, const RubyLayout &layout); // a class of one object

} // namespace ember::capture::ruby

namespace ember::capture {

// Names the classes that methods belong to. Where a class keeps its name differs between versions:
// it is looked for in two classes whose names are known.
class RubyClasses {
public:
    explicit RubyClasses(const RubyPlaces &places) : m_places(places) { }

    // Returns the prefix of the method's name: "Shop::Cart#", or "Shop::Cart." if the method is one
    // of the class itself; "" if the frame is not a method's, or its class has no name.
    // `environment` and `self` are the frame's.
    std::string qualifier(std::uint64_t environment, std::uint64_t self, StopReader &reader);

private:
    // The place of the String with a class's name.
    struct NamePlace {
        bool isApart = false; // in the structure to which the class points, not in the class
        bool isInTable = false; // in the class's table of variables (3.1)
        std::uint64_t offset = 0; // of the pointer to the String, in bytes; in a table: the
                                  // variable's ID
    };

    std::uint64_t methodOf(std::uint64_t environment, StopReader &reader) const;
    std::string nameOf(std::uint64_t classObject, StopReader &reader);
    std::uint64_t nameObject(std::uint64_t classObject, const NamePlace &place,
                             StopReader &reader) const;
    std::optional<NamePlace> findNames(StopReader &reader) const;
    std::optional<NamePlace> findInTable(std::uint64_t classObject, StopReader &reader) const;
    bool isRight(const NamePlace &place, StopReader &reader) const;

    const RubyPlaces m_places;
    std::optional<NamePlace> m_names;
    int m_searches = 0; // number of searches that were made
};

} // namespace ember::capture

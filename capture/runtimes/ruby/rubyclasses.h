// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/ruby/rubylayout.h"
#include "capture/runtimes/scriptruntime.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ember::capture {

// Names the classes that methods belong to. Where a class keeps its name differs between versions:
// it is looked for in two classes whose names are known.
class RubyClasses {
public:
    explicit RubyClasses(const RubyPlaces &places) : m_places(places) { }

    // What stands before the method's name: "Shop::Cart#", "Shop::Cart." for a class's own method;
    // "" if the frame is not a method's, or its class has no name. `environment` and `self` are the
    // frame's.
    std::string qualifier(std::uint64_t environment, std::uint64_t self, StopReader &reader);

private:
    // Where the String with a class's name lies.
    struct NamePlace {
        bool isApart = false; // in the structure that the class points to
        bool isInTable = false; // in its table of variables, 3.1
        std::uint64_t offset = 0; // in bytes; in the table: the variable's ID
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
    int m_searches = 0; // until it was found
};

} // namespace ember::capture

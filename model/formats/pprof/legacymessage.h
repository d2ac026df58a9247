// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/pprof/message.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ember::model::pprof {

// A message made of what a legacy profile has: stacks of bare addresses, and the process's memory
// map as text behind them.
class LegacyMessage {
public:
    LegacyMessage();

    Message &message() { return m_message; }
    Text text(std::string_view text) { return m_message.add(std::string(text)); }
    ValueKindText valueKind(std::string_view type, std::string_view unit);

    // Leaf first.
    void addSample(std::span<const std::uint64_t> addresses, std::span<const std::int64_t> values);
    // Of the sample added last.
    void addLabel(const Label &label);

    // Lines of /proc/PID/maps, "NAME=VALUE" and uses of $NAME in them; others are passed over.
    // Gives every location its mapping.
    void readMemoryMap(std::string_view lines);

    // The function at an address of a sample, as a Java profile names it.
    void nameAddress(std::uint64_t address, std::string_view function, std::string_view file,
                     std::int64_t line);

    // Lines "0xaddress name (file:line)"; file and line may be absent.
    void readJavaNames(std::string_view text);

    // The file lost its end, as this shows; the first reason counts.
    void sayCut(std::string reason);

    // Java's profiles name all addresses, behind the samples.
    void sayCutIfUnnamed();

    Message take();

private:
    Id location(std::uint64_t address);
    void findMappings();

    Message m_message;
    std::unordered_map<std::uint64_t, Id> m_locations; // by address
    std::unordered_map<Id, Line> m_names; // by location
};

} // namespace ember::model::pprof

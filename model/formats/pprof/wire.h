// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ember::model::pprof {

// The wire format of protocol buffers, as far as pprof needs it: varints and length-delimited
// fields; the two fixed widths are skipped, groups are refused.

enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

struct WireField {
    std::uint64_t number = 0;
    WireType type = WireType::Varint;
    std::uint64_t varint = 0;
    std::string_view bytes; // of WireType::Bytes
};

// Walks once through the fields of a message. Never looks behind its end.
class WireReader {
public:
    explicit WireReader(std::string_view message) : m_message(message) { }

    // False at the end, and at damage.
    bool next(WireField &field);
    // The next number of a packed list; likewise.
    bool nextVarint(std::uint64_t &number);

    // What is wrong at place(); nullptr: nothing so far.
    const char *damage() const { return m_damage; }
    // A length goes beyond the message's end: it may have been cut.
    bool isCut() const { return m_isCut; }
    // Offset of what comes next, or of the damage.
    std::size_t place() const { return m_place; }

private:
    bool fail(const char *reason);
    bool readVarint(std::uint64_t &number);
    bool skip(std::uint64_t bytes);

    std::string_view m_message;
    std::size_t m_place = 0;
    const char *m_damage = nullptr;
    bool m_isCut = false;
};

// Appends fields to a message. Numbers that are 0 and texts that are "" are the default: they are
// left out, except from packed lists.
class WireWriter {
public:
    void number(std::uint64_t field, std::uint64_t value);
    void number(std::uint64_t field, std::int64_t value)
    {
        number(field, static_cast<std::uint64_t>(value));
    }
    void bytes(std::uint64_t field, std::string_view value); // also if it is ""

    // A bare number: of a packed list.
    void varint(std::uint64_t value);

    const std::string &message() const { return m_message; }
    void clear() { m_message.clear(); }

private:
    std::string m_message;
};

} // namespace ember::model::pprof

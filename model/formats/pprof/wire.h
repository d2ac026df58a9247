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

// Iterates over the fields of a message, never reading beyond its end.
class WireReader {
public:
    explicit WireReader(std::string_view message) : m_message(message) { }

    // Reads the next field. Returns false at the end, and at damage.
    bool next(WireField &field);
    // Reads the next number of a packed list. Returns false at the end, and at damage.
    bool nextVarint(std::uint64_t &number);

    // The error at place(); nullptr: none so far.
    const char *damage() const { return m_damage; }
    // Whether a field goes beyond the message's end: it may have been cut.
    bool isCut() const { return m_isCut; }
    // Offset of the next field, or of the damage.
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

// Appends fields to a message. Omits numbers that are 0, the default, except in packed lists.
class WireWriter {
public:
    void number(std::uint64_t field, std::uint64_t value);
    void number(std::uint64_t field, std::int64_t value)
    {
        number(field, static_cast<std::uint64_t>(value));
    }
    void bytes(std::uint64_t field, std::string_view value); // also if it is ""

    // Appends a number without a tag, for packed lists.
    void varint(std::uint64_t value);

    const std::string &message() const { return m_message; }
    void clear() { m_message.clear(); }

private:
    std::string m_message;
};

} // namespace ember::model::pprof

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/documentfields.h"
#include "model/json/jsoncursor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ember::model::sentry {

enum class Null : std::uint8_t { Refused, Allowed };

// Takes the next value by Relay's field rules (SENTRY.md §1.2) and notes each broken rule. Wrong
// values that make sense are read all the same, as a person may want to see them.
class FieldReader {
public:
    FieldReader(ChunkReading &reading, JsonCursor &json)
        : m_reading(reading),
          m_json(json),
          m_strings(reading.chunk.strings)
    {
    }

    void reject(const JsonPlace &place, std::string detail);

    void find(std::string_view code, std::string_view origin, Severity severity,
              const JsonPlace &place, std::string detail);

    StringIndex intern(std::string_view text) { return m_strings.intern(text); }

    StringIndex text(const JsonPlace &place, Null null = Null::Refused);
    // Takes an id. A number is kept as it is spelled: it is shown although Relay refuses it.
    StringIndex idText(const JsonPlace &place);
    std::optional<std::uint64_t> unsignedNumber(const JsonPlace &place, Null null,
                                                std::uint64_t limit);
    // Takes a row number of another table, from 0. nullopt also for rows that our tables cannot
    // have.
    std::optional<std::uint32_t> row(const JsonPlace &place)
    {
        const auto index = m_json.index();
        return index ? index : bigRow(place);
    }

    std::optional<std::uint32_t> number32(const JsonPlace &place, Null null);
    std::optional<bool> boolean(const JsonPlace &place, Null null);
    std::optional<std::uint64_t> address(const JsonPlace &place);
    // Takes a number or a decimal string.
    std::optional<std::uint64_t> number64(const JsonPlace &place);

    struct Time {
        double seconds;
        Timestamp time;
    };

    std::optional<Time> timestamp(const JsonPlace &place);
    // Takes a number or a numeric string.
    std::optional<double> measured(const JsonPlace &place);

    // Whether the next value is an object. If not, it is skipped and noted.
    bool isObject(const JsonPlace &place) { return isOfType(JsonType::Object, "an object", place); }

    bool isArray(const JsonPlace &place) { return isOfType(JsonType::Array, "an array", place); }

    // Takes an array; `use(place)` takes each element.
    template<typename Use>
    void elements(const JsonPlace &place, Use use)
    {
        JsonPlace here{&place, {}, 0};
        m_json.array([&] {
            use(here);
            ++here.index;
        });
    }

    // Skips a value of the wrong type and notes it.
    void wrongType(const JsonPlace &place, std::string_view expected);
    void missing(const JsonPlace &place, std::string_view field);

    // The result of reading an object: which members of its table it has, whatever their values,
    // and all other members as the text of one object (invalid if there are none).
    struct Taken {
        StringIndex rest;
        std::uint32_t seen = 0; // one bit for each row of the table
    };

    // Takes an object. Members that are fields go into `object`; `takePart(id, place)` takes parts.
    // Each is taken once. Required members that are missing are noted.
    template<const auto &table>
    Taken object(const JsonPlace &place, auto &object, auto takePart);

    // Takes an object whose table has no parts.
    template<const auto &table>
    StringIndex object(const JsonPlace &place, auto &object)
    {
        return this->object<table>(place, object, [](int, const JsonPlace &) {}).rest;
    }

    // Numbers of 64 bits that were not strings: SPEC V1-9 asks for strings, Relay accepts both.
    struct BareNumbers {
        std::string firstPlace;
        std::uint64_t count = 0;
    };

    const BareNumbers &bareNumbers() const { return m_bareNumbers; }

    std::optional<std::uint64_t> longNumber(const JsonPlace &place);

private:
    void read(StringIndex &text, Takes takes, const JsonPlace &place);
    void read(InApp &inApp, Takes takes, const JsonPlace &place);
    void read(std::optional<bool> &boolean, Takes takes, const JsonPlace &place);
    void read(std::optional<std::uint32_t> &number, Takes takes, const JsonPlace &place);
    void read(std::optional<std::uint64_t> &number, Takes takes, const JsonPlace &place);
    void read(std::uint64_t &number, Takes takes, const JsonPlace &place);
    // Takes the next value if it is null.
    bool takesNull();
    std::optional<std::uint32_t> bigRow(const JsonPlace &place);
    bool isOfType(JsonType type, std::string_view name, const JsonPlace &place);
    void appendRest(std::string &rest, const JsonPlace &place);
    void skipDuplicate(const JsonPlace &place);
    void growByNumber(const NumberText &number);

    // Counts the bytes by which the name that Relay writes is longer than the spelling.
    void grow(std::string_view name, std::string_view spelling)
    {
        if (name.size() > spelling.size())
            m_reading.chunk.growth += name.size() - spelling.size();
    }

    StringIndex closeRest(std::string &rest);

    ChunkReading &m_reading;
    JsonCursor &m_json;
    StringInterner m_strings;
    BareNumbers m_bareNumbers;
};

template<const auto &table>
FieldReader::Taken FieldReader::object(const JsonPlace &place, auto &object, auto takePart)
{
    const auto format = m_reading.chunk.format;
    Taken taken;
    std::string rest;
    m_json.object([&](std::string_view key) {
        const JsonPlace here{&place, key, 0};
        const bool isKnown =
            withMemberOf<table>(key, format, [&](std::size_t row, const auto &member) {
                if ((taken.seen >> row & 1U) != 0)
                    return skipDuplicate(here);
                taken.seen |= 1U << row;
                grow(member.name, key);
                if (member.isNullableInV1 && format == SampleFormat::V1 && takesNull())
                    return;
                if constexpr (isField<std::remove_cvref_t<decltype(member)>>)
                    read(object.*member.member, member.takesIn(format), here);
                else
                    takePart(member.id, here);
            });
        if (!isKnown)
            appendRest(rest, here);
    });
    forEachMemberOf<table>([&](std::size_t row, const auto &member) {
        if (member.isIn(format) && member.isRequired(format) && (taken.seen >> row & 1U) == 0)
            missing(place, member.name);
    });
    taken.rest = closeRest(rest);
    return taken;
}

} // namespace ember::model::sentry

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/json/jsoncursor.h"
#include "model/formats/json/jsonplace.h"
#include "model/formats/sentry/chunkreader.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ember::model::sentry {

enum class Null : std::uint8_t { Refused, Allowed };

// One spelling of a field; aliases are rows of their own.
template<typename Field>
struct FieldName {
    std::string_view spelling;
    Field field;
    std::uint8_t growth = 0; // how much longer the spelling is that Relay writes

    bool is(std::string_view key) const { return spelling.size() == key.size() && spelling == key; }
};

// Which members an object had, whatever stood in them.
template<typename Field>
class Presence {
public:
    void add(Field field) { m_bits |= bit(field); }

    bool has(Field field) const { return (m_bits & bit(field)) != 0; }

private:
    static std::uint32_t bit(Field field) { return 1U << static_cast<unsigned>(field); }

    std::uint32_t m_bits = 0;
};

// Takes the next value by Relay's field rules (SENTRY.md §1.2) and notes each rule that is broken.
// What is wrong but understandable is read all the same: a person may still want to see it.
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
    // Of a field that Relay does not know: whatever stands there is right.
    StringIndex foreignText();
    // Also a number, as it is spelled there: ids are shown although they are refused.
    StringIndex idText(const JsonPlace &place);
    std::optional<std::uint64_t> unsignedNumber(const JsonPlace &place, Null null,
                                                std::uint64_t limit);
    // A row of another table, from 0; nullopt also for what no table of ours can have.
    std::optional<std::uint32_t> row(const JsonPlace &place)
    {
        const auto index = m_json.index();
        return index ? index : bigRow(place);
    }

    std::optional<std::uint32_t> number32(const JsonPlace &place, Null null);
    std::optional<bool> boolean(const JsonPlace &place, Null null);
    std::optional<std::uint64_t> address(const JsonPlace &place);
    // A number or a decimal string.
    std::optional<std::uint64_t> number64(const JsonPlace &place);

    struct Time {
        double seconds;
        Timestamp time;
    };

    std::optional<Time> timestamp(const JsonPlace &place);
    // A number or a numeric string.
    std::optional<double> measured(const JsonPlace &place);

    // Whether the next value is one; if not, it is skipped and noted.
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

    // Notes those of the `required` fields that were not there, by the first name they have.
    template<typename Field, std::size_t N>
    void require(const JsonPlace &place, const Presence<Field> &presence,
                 const std::array<FieldName<Field>, N> &names,
                 std::initializer_list<Field> required)
    {
        for (const Field field : required) {
            if (!presence.has(field))
                missing(place, std::ranges::find(names, field, &FieldName<Field>::field)->spelling);
        }
    }

    // Takes the next value if it is null.
    bool takesNull();

    // Takes an object; `use(field, place)` takes the value of each member in `names`, once. Members
    // that are not go, as JSON text, into the object that is returned (an invalid index if there
    // are none).
    template<typename Field, std::size_t N, typename Use>
    StringIndex members(const JsonPlace &place, const std::array<FieldName<Field>, N> &names,
                        Use use)
    {
        Presence<Field> seen;
        std::string rest;
        m_json.object([&](std::string_view key) {
            const JsonPlace here{&place, key, 0};
            const auto name =
                std::ranges::find_if(names, [key](const auto &n) { return n.is(key); });
            if (name == names.end())
                return appendRest(rest, here);
            if (seen.has(name->field))
                return skipDuplicate(here);
            seen.add(name->field);
            m_reading.chunk.growth += name->growth;
            use(name->field, here);
        });
        return closeRest(rest);
    }

private:
    std::optional<std::uint32_t> bigRow(const JsonPlace &place);
    bool isOfType(JsonType type, std::string_view name, const JsonPlace &place);
    void appendRest(std::string &rest, const JsonPlace &place);
    void skipDuplicate(const JsonPlace &place);
    void growByNumber(const NumberText &number);
    StringIndex closeRest(std::string &rest);

    ChunkReading &m_reading;
    JsonCursor &m_json;
    StringInterner m_strings;
};

} // namespace ember::model::sentry

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/jsonwalk.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ember::model::sentry {

enum class Null : std::uint8_t { Refused, Allowed };

// Reads single values by Relay's field rules (SENTRY.md §1.2) and notes each rule that is broken.
// What is wrong but understandable is read all the same: a person may still want to see it.
class FieldReader {
public:
    explicit FieldReader(ChunkReading &reading)
        : m_reading(reading),
          m_strings(reading.chunk.strings)
    {
    }

    void reject(const JsonPlace &place, std::string detail);

    void find(std::string_view code, std::string_view origin, Severity severity,
              const JsonPlace &place, std::string detail);

    StringIndex intern(std::string_view text) { return m_strings.intern(text); }

    StringIndex text(JsonValue value, const JsonPlace &place, Null null = Null::Refused);
    // Of a field that Relay does not know: whatever stands there is right.
    StringIndex foreignText(JsonValue value);
    // Also a number, as it is spelled there: ids are shown although they are refused.
    StringIndex idText(JsonValue value, const JsonPlace &place);
    std::optional<std::uint64_t> unsignedNumber(JsonValue value, const JsonPlace &place, Null null,
                                                std::uint64_t limit);
    std::optional<std::uint32_t> number32(JsonValue value, const JsonPlace &place, Null null);
    std::optional<bool> boolean(JsonValue value, const JsonPlace &place, Null null);
    std::optional<std::uint64_t> address(JsonValue value, const JsonPlace &place);
    // A number or a decimal string.
    std::optional<std::uint64_t> size(JsonValue value, const JsonPlace &place);

    struct Time {
        double seconds;
        Timestamp time;
    };

    std::optional<Time> timestamp(JsonValue value, const JsonPlace &place);
    // A number or a numeric string.
    std::optional<double> measured(JsonValue value, const JsonPlace &place);

    // The value as object or array; nullopt and a rejection if it is something else.
    std::optional<JsonObject> object(JsonValue value, const JsonPlace &place);
    std::optional<JsonArray> array(JsonValue value, const JsonPlace &place);

    // Notes a value of the wrong type and checks that it is JSON at least.
    void wrongType(JsonValue value, const JsonPlace &place, std::string_view expected);
    void missing(const JsonPlace &place, std::string_view field);

    // Calls `use(field, value, place)` for each member in `names`, once; members that are not go,
    // as JSON text, into the object that is returned (an invalid index if there are none).
    template<typename Field, std::size_t N, typename Use>
    StringIndex members(JsonObject object, const JsonPlace &place,
                        const std::array<FieldNames<Field>, N> &names, Use use)
    {
        std::uint32_t seen = 0;
        std::string rest;
        for (auto member : object) {
            const std::string_view key = member.unescaped_key().value();
            JsonValue value = member.value().value();
            const JsonPlace here{&place, key, 0};
            const auto field = findField(names, key);
            if (!field) {
                appendRest(rest, value, here);
                continue;
            }
            const auto bit = 1U << static_cast<unsigned>(*field);
            if ((seen & bit) != 0) {
                reject(here, "duplicate field");
                checked(value);
                continue;
            }
            seen |= bit;
            use(*field, value, here);
        }
        return closeRest(rest);
    }

private:
    void appendRest(std::string &rest, JsonValue &value, const JsonPlace &place);
    StringIndex closeRest(std::string &rest);

    ChunkReading &m_reading;
    StringInterner m_strings;
};

} // namespace ember::model::sentry

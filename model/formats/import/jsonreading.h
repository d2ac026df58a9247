// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importer.h"
#include "model/json/jsoncursor.h"

#include <cmath>
#include <new>
#include <string>

namespace ember::model {

// Thrown by readers for JSON that is not of their format; caught in readJson().
struct WrongContent {
    std::size_t offset; // place in the file, approximate
    const char *reason;
};

// Reads a number; throws WrongContent if it is not one that a double can hold.
inline double finiteNumber(JsonCursor &json)
{
    const auto value = toDouble(json.number());
    if (!value || !std::isfinite(*value))
        throw WrongContent{json.place(), "expected a finite number"};
    return *value;
}

// Reads an id or name, which may be a number or a string; "" for anything else.
inline std::string textOrDigits(JsonCursor &json)
{
    if (json.type() == JsonType::String)
        return std::string(json.string());
    if (json.type() == JsonType::Number)
        return std::string(json.number().text);
    json.skip();
    return {};
}

// Calls `read(cursor)` for the file's JSON value. It throws WrongContent if the value is not of the
// format. `format` is the name of the format, for errors. Errors: Truncated and SyntaxError with
// the byte, FileTooBig, Cancelled.
template<typename Read>
Result<void> readJson(const std::string &format, const ImportFile &file,
                      const std::stop_token &stop, Read read)
try {
    JsonCursor cursor(file.bytes.view(), stop);
    read(cursor);
    cursor.end();
    return {};
} catch (const BadJson &bad) {
    const auto code =
        bad.offset >= file.bytes.size() ? ErrorCode::Truncated : ErrorCode::SyntaxError;
    return Error{code, file.name,
                 format + ", byte " + std::to_string(bad.offset) + ": " + bad.reason};
} catch (const WrongContent &wrong) {
    return Error{ErrorCode::SyntaxError, file.name,
                 format + ", byte " + std::to_string(wrong.offset) + ": " + wrong.reason};
} catch (const ReadingStopped &) {
    return Error{ErrorCode::Cancelled, file.name, {}};
} catch (const std::bad_alloc &) {
    return Error{ErrorCode::FileTooBig, file.name, "not enough memory"};
}

} // namespace ember::model

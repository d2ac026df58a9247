// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/documentreader.h"

#include "model/formats/json/jsonplace.h"

#include <cstdint>
#include <new>

namespace ember::model::sentry {

Result<ByteOrderMark> readDocument(std::string_view payload, const std::stop_token &stop,
                                   const TakeObject &take)
{
    constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";
    constexpr std::uint64_t mostBytes = 0xffff'ffffU - 64;
    if (payload.size() > mostBytes)
        return Error{ErrorCode::FileTooBig, {}, "more than 4 GiB"};
    const bool hasMark = payload.starts_with(byteOrderMark);
    const auto text = hasMark ? payload.substr(byteOrderMark.size()) : payload;
    try {
        JsonCursor json(text, stop);
        const bool isObject = json.type() == JsonType::Object;
        if (isObject)
            take(json, text.size());
        else
            json.skip();
        json.end();
        if (!isObject)
            return Error{ErrorCode::WrongType, {}, "expected a JSON object"};
        return hasMark ? ByteOrderMark::Present : ByteOrderMark::Absent;
    } catch (const BadJson &error) {
        return describeBadJson(payload, payload.size() - text.size() + error.offset, error.reason);
    } catch (const ReadingStopped &) {
        return Error{ErrorCode::Cancelled, {}, {}};
    } catch (const TooManyFrames &) {
        return Error{ErrorCode::FileTooBig,
                     {},
                     "profile.frames: more frames than a file of this size may have"};
    } catch (const std::bad_alloc &) {
        return Error{ErrorCode::FileTooBig, {}, "not enough memory"};
    }
}

void noteByteOrderMark(ChunkReading &reading, ByteOrderMark mark)
{
    if (mark == ByteOrderMark::Present && !reading.dispatch)
        reading.dispatch = Rejection{RejectReason::InvalidJson, {}, "byte order mark"};
}

void noteFieldFaults(ChunkReading &reading)
{
    if (reading.fields.empty())
        return;
    auto count = reading.furtherFieldFaults;
    for (const FieldFault &fault : reading.fields)
        count += fault.count;
    const Rejection &first = reading.fields.front().first;
    reading.log.add(
        {"backend-field", "backend", Severity::Warning, first.path, first.detail, count});
}

} // namespace ember::model::sentry

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/v1/v1reader.h"

#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/v1/parser.h"

namespace ember::model::sentry::v1 {

Result<Reading> readProfile(std::string_view payload, const std::stop_token &stop)
{
    Reading reading;
    auto &tables = reading.tables;
    tables.kind = PayloadKind::ProfileV1;
    const auto mark = readDocument(payload, stop, [&](JsonCursor &json, std::size_t bytes) {
        tables.chunk.bytes = bytes;
        Parser(reading, json).parse();
        noteFieldFaults(tables);
    });
    if (!mark)
        return mark.error();
    noteByteOrderMark(tables, *mark);
    return reading;
}

} // namespace ember::model::sentry::v1

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/keptviews.h"

#include "model/formats/capturelog/appendrecords.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/recordcodec.h"

namespace ember::model::capturelog {

namespace {

std::optional<KeptView> viewOf(std::string_view payload, Timestamp base)
{
    ByteReader from(payload);
    auto view = decode<KeptView>(from, base);
    return from.hasFailed() ? std::nullopt : std::optional(std::move(view));
}

std::string viewBytes(const KeptView &view, Timestamp base)
{
    ByteWriter payload;
    encode(payload, view, base);
    return std::string(payload.view());
}

} // namespace

std::optional<KeptView> viewIn(std::string_view log, Checksums checksums)
{
    std::optional<KeptView> last;
    walkRecords(log, checksums, [&last](const RawRecord &record, Timestamp segmentStart) {
        if (record.type != RecordType::View)
            return;
        if (auto view = viewOf(record.payload, segmentStart))
            last = std::move(view);
    });
    return last;
}

Result<void> keepView(const std::string &path, const KeptView &view)
{
    if (viewBytes(view).size() > maxRecordBytes / 2)
        return Error{ErrorCode::FileSizeLimited, path, "no record is that long"};
    return appendRecords(path, [&view](const SegmentRecord &segment, std::string_view log) {
        return viewIn(log) != view ? recordBytes(view, segment.start) : std::string();
    });
}

std::string viewBytes(const KeptView &view)
{
    return viewBytes(view, {});
}

std::optional<KeptView> viewOf(std::string_view bytes)
{
    return viewOf(bytes, {});
}

} // namespace ember::model::capturelog

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/appendsymbols.h"

#include "model/formats/bytes/bytesource.h"
#include "model/formats/capturelog/appendrecords.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/logreader.h"
#include "model/formats/capturelog/symbolcodec.h"

#include <algorithm>

namespace ember::model::capturelog {

namespace {

SavedSymbols extentOf(const Profile &profile)
{
    SavedSymbols extent;
    extent.threads = profile.threadCount();
    auto first = Timestamp::max();
    auto last = Timestamp::min();
    for (std::size_t row = 0; row < extent.threads; ++row) {
        const auto &samples = profile.samples(ThreadIndex(row));
        if (samples.isEmpty())
            continue;
        extent.samples += samples.size();
        first = std::min(first, samples.times[SampleIndex(0)]);
        last = std::max(last, samples.times[SampleIndex(samples.size() - 1)]);
    }
    if (extent.samples > 0)
        extent.duration = last - first;
    return extent;
}

} // namespace

Result<void> appendSymbols(const std::string &path, std::span<const ImageSymbols> symbols)
{
    return appendRecords(path, [symbols](const SegmentRecord &, std::string_view) {
        std::string records;
        for (const auto &image : symbols) {
            for (const auto &payload : encodeSymbols(image))
                appendRecord(records, RecordType::Symbols, payload);
        }
        return records;
    });
}

Result<SavedSymbols> saveSymbols(const std::string &path, FrameResolver &resolver)
{
    std::vector<ImageSymbols> symbols;
    SavedSymbols saved;
    {
        EMBER_ASSIGN_OR_RETURN(const auto bytes, Bytes::readFile(path, {}, Holes::LeaveOut));
        ReadOptions options;
        options.resolver = &resolver;
        EMBER_ASSIGN_OR_RETURN(auto reading, readCaptureLog(path, bytes.view(), options));
        saved = extentOf(*reading.profile);
        symbols = std::move(reading.newSymbols);
    }
    for (const auto &image : symbols)
        saved.addresses += image.addresses.size();
    if (saved.addresses > 0)
        EMBER_RETURN_IF_ERROR(appendSymbols(path, symbols));
    return saved;
}

} // namespace ember::model::capturelog

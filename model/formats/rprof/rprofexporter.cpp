// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rprof/rprofexporter.h"

#include "model/formats/export/writtenstacks.h"
#include "model/formats/rprof/rproflosses.h"
#include "model/formats/rprof/rprofsegmentwriter.h"

#include <array>
#include <new>

namespace ember::model::rprof {

namespace {

constexpr std::array<std::string_view, 3> fileExtensions{"out", "Rprof", "rprof"};

// Sources without samples have no header: to R there was nothing, too. A file without any has one.
Result<Written> writeFile(std::span<const ProfilePointer> profiles, const std::stop_token &stop)
{
    Written written;
    for (const auto &profile : profiles) {
        for (const auto &samples : samplesBySource(*profile))
            EMBER_RETURN_IF_ERROR(SegmentWriter(*profile, written).write(samples, stop));
    }
    if (written.segments == 0 && !profiles.empty())
        SegmentWriter(*profiles.front(), written).writeHeader({}, SourceIndex(0));
    return written;
}

} // namespace

std::span<const std::string_view> RprofExporter::extensions() const
{
    return fileExtensions;
}

Result<Export> RprofExporter::write(std::span<const ProfilePointer> profiles,
                                    const ExportOptions &options) const
try {
    EMBER_RETURN_IF_ERROR(checkWrittenOut(profiles, WrittenOut::EachSample, WrittenFrame::Name));
    EMBER_ASSIGN_OR_RETURN(auto written, writeFile(profiles, options.stop));
    Export result{std::move(written.text), lossesOf(profiles, written), {}};
    if (written.guessedIntervals > 0)
        result.notes.emplace_back("the interval between samples is not known: 20 ms are written");
    for (const auto interval : written.measuredIntervals)
        result.notes.push_back("no interval is named: that between most samples of a thread is "
                               "written, "
                               + std::to_string(interval) + " µs");
    if (written.segments > 1)
        result.notes.emplace_back(
            "R's summaryRprof() takes each header but the first for a sample");
    return result;
} catch (const std::bad_alloc &) {
    return Error{ErrorCode::FileTooBig, {}, "not enough memory"};
}

} // namespace ember::model::rprof

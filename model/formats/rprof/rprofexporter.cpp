// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rprof/rprofexporter.h"

#include "model/formats/losses.h"
#include "model/formats/rprof/segmentwriter.h"

#include <array>
#include <iterator>
#include <new>

namespace ember::model::rprof {

namespace {

constexpr std::array<std::string_view, 2> fileExtensions{"out", "rprof"};

// Sources without samples have no header: to R that would be nothing, too.
Result<void> writeProfile(const Profile &profile, const std::stop_token &stop, Written &written)
{
    for (const auto &samples : samplesBySource(profile)) {
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, {}, {}};
        EMBER_RETURN_IF_ERROR(SegmentWriter(profile, written).write(samples));
    }
    return {};
}

} // namespace

std::span<const std::string_view> RprofExporter::extensions() const
{
    return fileExtensions;
}

Result<Export> RprofExporter::write(std::span<const ProfilePointer> profiles,
                                    const ExportOptions &options) const
try {
    Written written;
    for (const auto &profile : profiles)
        EMBER_RETURN_IF_ERROR(writeProfile(*profile, options.stop, written));
    Export result{std::move(written.text), lossesBeside({Part::Lines}, profiles), {}};
    const auto lose = [&](const char *what, std::uint64_t count) {
        if (count > 0)
            result.losses.push_back({what, count});
    };
    lose("samples without a stack", written.stackless);
    lose("line feeds in the names of functions, which are blanks now", written.lineFeeds);
    lose("values of samples that are no whole numbers, which are rounded", written.rounded);
    if (written.guessedIntervals > 0)
        result.notes.emplace_back("the interval between samples is not known: 20 ms are written");
    return result;
} catch (const std::bad_alloc &) {
    return Error{ErrorCode::FileTooBig, {}, "not enough memory"};
}

} // namespace ember::model::rprof

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/pprofexporter.h"

#include "model/formats/compression/compression.h"
#include "model/formats/losses.h"
#include "model/formats/pprof/compose.h"
#include "model/formats/pprof/encode.h"
#include "model/formats/writtenstacks.h"
#include "model/query/weights.h"

#include <array>
#include <new>

namespace ember::model::pprof {

namespace {

constexpr std::array<std::string_view, 3> fileExtensions{"pb.gz", "pprof", "pb"};

std::vector<Loss> lossesOf(std::span<const ProfilePointer> profiles, Samples samples,
                           const Rounding &rounding)
{
    auto losses = samples == Samples::Each
        ? lossesBeside({Part::Times, Part::Threads, Part::Processes, Part::Values, Part::Labels,
                        Part::Lines, Part::Addresses, Part::Inlining},
                       profiles)
        : lossesBeside({Part::Threads, Part::Processes, Part::Values, Part::Labels, Part::Lines,
                        Part::Addresses, Part::Inlining},
                       profiles);
    if (rounding.fractions > 0)
        losses.push_back({"fractions of values, which are rounded", rounding.fractions});
    if (rounding.outOfRange > 0)
        losses.push_back({"sizes of values beyond 2^63", rounding.outOfRange});
    if (rounding.absent > 0)
        losses.push_back({"absences of values, which are 0 now", rounding.absent});
    return losses;
}

// A viewer shows one type at a time, and of profiles that are about another one nothing at first.
std::string noteOn(const std::set<std::string> &otherTypes)
{
    return "the profiles are about different types; viewers show the first one's, with "
           "-sample_index also "
        + inARow(otherTypes);
}

} // namespace

std::span<const std::string_view> PprofExporter::extensions() const
{
    return fileExtensions;
}

Result<Export> PprofExporter::write(std::span<const ProfilePointer> profiles,
                                    const ExportOptions &options) const
try {
    EMBER_RETURN_IF_ERROR(checkWrittenOut(
        profiles, options.samples == Samples::Each ? WrittenOut::EachSample : WrittenOut::EachStack,
        WrittenFrame::Number));
    Export written;
    EMBER_ASSIGN_OR_RETURN(const auto composed, compose(profiles, options));
    EMBER_ASSIGN_OR_RETURN(written.bytes, gzipped(encode(composed.message)));
    written.losses = lossesOf(profiles, options.samples, composed.rounding);
    if (!composed.otherTypes.empty())
        written.notes.push_back(noteOn(composed.otherTypes));
    if (options.samples == Samples::Each) {
        auto summing = options;
        summing.samples = Samples::Summed;
        EMBER_ASSIGN_OR_RETURN(const auto together, compose(profiles, summing));
        EMBER_ASSIGN_OR_RETURN(const auto summed, gzipped(encode(together.message)));
        written.notes.push_back("a record per sample takes " + std::to_string(written.bytes.size())
                                + " bytes; with equal ones summed it would be "
                                + std::to_string(summed.size()));
    }
    return written;
} catch (const std::bad_alloc &) {
    return Error{ErrorCode::FileTooBig, {}, "not enough memory"};
}

} // namespace ember::model::pprof

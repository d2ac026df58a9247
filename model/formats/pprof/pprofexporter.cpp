// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/compression.h"
#include "model/formats/export/losses.h"
#include "model/formats/export/writtenprofiles.h"
#include "model/formats/pprof/compose.h"
#include "model/formats/pprof/messagecodec.h"
#include "model/formats/pprof/messagetables.h"
#include "model/formats/pprof/pprofattributes.h"
#include "model/formats/pprof/pprofformat.h"
#include "model/query/weights.h"

#include <algorithm>
#include <array>

namespace ember::model::pprof {

namespace {

// Whether the processes are described by the first mapping, the program: pprof has nothing else
// about them.
bool namesItsProgram(const Profile &profile)
{
    const auto &tables = profile.tables();
    const auto program =
        tables.images.isEmpty() ? "" : profile.text(tables.images[ImageIndex(0)].codeFile);
    return std::ranges::all_of(tables.processes, [&](const Process &process) {
        const auto path = profile.text(process.executable);
        const auto name = profile.text(process.name);
        return (path.empty() && name.empty())
            || (path == program && name == trimmedPackage(program));
    });
}

std::vector<Part> heldParts(std::span<const ProfilePointer> profiles, Samples samples)
{
    std::vector<Part> held{Part::Threads,   Part::ThreadIds,    Part::Values,     Part::Labels,
                           Part::Lines,     Part::Columns,      Part::Addresses,  Part::Inlining,
                           Part::Files,     Part::NonUtf8Names, Part::StartLines, Part::Images,
                           Part::FrameFacts};
    const auto isDated = [](const auto &profile) {
        return profile->tables().origin == TimeOrigin::UnixEpoch;
    };
    if (samples == Samples::Each && std::ranges::all_of(profiles, isDated))
        held.insert(held.end(), {Part::Times, Part::Dates, Part::LastDurations});
    if (std::ranges::all_of(profiles, [](const auto &one) { return namesItsProgram(*one); }))
        held.insert(held.end(), {Part::ProcessNames, Part::Executables});
    return held;
}

// Counts what is written in another form or in part, named after its part.
class PartialLosses {
public:
    explicit PartialLosses(std::span<const ProfilePointer> profiles)
    {
        for (const auto &profile : profiles) {
            countFrames(*profile);
            countGauges(*profile);
            countThreads(*profile);
        }
    }

    void appendTo(LossList &losses) const
    {
        const auto add = [&](Part part, const char *which, std::uint64_t count) {
            losses.add(std::string(partName(part)) + which, count);
        };
        add(Part::Addresses, " at which functions start", m_starts);
        add(Part::FrameFacts, "", m_facts);
        add(Part::Images, " that no frame is in", m_images);
        add(Part::Images, " that reach beyond 64 bits, and end there now", m_cutImages);
        add(Part::Inlining, " whose callers have no name", m_inlined);
        add(Part::Values, ": levels and times, which are labels now", m_gauges);
        losses.add("empty threads, without samples", m_emptyThreads);
        losses.add("distinctions between threads of the same pid, id and name", m_sameThreads);
    }

private:
    void countFrames(const Profile &profile)
    {
        std::vector<bool> isUsed(profile.tables().images.size());
        if (!isUsed.empty())
            isUsed[0] = true;
        profile.tables().frames.forEach([&](std::size_t, const Frame &frame) {
            const bool isNamed = isLine(profile, frame);
            const bool hasOther = frame.pc != 0 && frame.address != frame.pc;
            m_starts += frame.address && (isNamed || hasOther) ? 1U : 0U;
            const auto facts = profile.text(frame.attributes);
            m_facts += !facts.empty() && facts != foldedAttributes ? 1U : 0U;
            if (frame.image.isValid())
                isUsed[frame.image.row()] = true;
        });
        m_images += std::uint64_t(std::ranges::count(isUsed, false));
        for (const Image &image : profile.tables().images)
            m_cutImages += image.size > ~image.address ? 1U : 0U;
        // An inlined frame becomes a line of its caller's location, if that has lines.
        profile.tables().stacks.forEach([&](std::size_t, const StackNode &node) {
            if (!node.frame.isValid() || profile.frame(node.frame).inlined == Inlined::No)
                return;
            const auto caller = profile.stack(node.parent).frame;
            m_inlined += caller.isValid() && isLine(profile, profile.frame(caller)) ? 0U : 1U;
        });
    }

    void countGauges(const Profile &profile)
    {
        for (const auto &type : profile.tables().valueTypes)
            m_gauges += type.kind == ValueKind::Sum ? 0U : 1U;
    }

    // Counts threads that cannot be told apart. Threads are labels of samples; their pid is written
    // only if there are several processes.
    void countThreads(const Profile &profile)
    {
        const bool hasPids = profile.tables().processes.size() > 1;
        for (std::size_t row = 0; row < profile.threadCount(); ++row) {
            const auto &thread = profile.thread(ThreadIndex(row));
            if (profile.samples(ThreadIndex(row)).isEmpty()) {
                ++m_emptyThreads;
                continue;
            }
            const auto pid = hasPids && thread.process.isValid()
                ? std::optional(profile.process(thread.process).pid)
                : std::nullopt;
            const bool isNew =
                m_labels.emplace(pid, profile.text(thread.id), profile.text(thread.name)).second;
            m_sameThreads += isNew ? 0U : 1U;
        }
    }

    std::uint64_t m_starts = 0;
    std::uint64_t m_facts = 0;
    std::uint64_t m_images = 0;
    std::uint64_t m_cutImages = 0;
    std::uint64_t m_inlined = 0; // calls
    std::uint64_t m_gauges = 0; // types
    std::uint64_t m_emptyThreads = 0;
    std::uint64_t m_sameThreads = 0;
    // Labels of threads: pid, id, name.
    std::set<std::tuple<std::optional<std::uint32_t>, std::string_view, std::string_view>> m_labels;
};

std::vector<Loss> lossesOf(std::span<const ProfilePointer> profiles, Samples samples,
                           const Rounding &rounding)
{
    LossList losses(lossesBeside(heldParts(profiles, samples), profiles, "pprof"));
    PartialLosses(profiles).appendTo(losses);
    losses.add("fractions of values, which are rounded", rounding.fractions);
    losses.add("sizes of values beyond 2^63", rounding.outOfRange);
    losses.add("absences of values, which are 0 now", rounding.absent);
    return std::move(losses).take();
}

// Viewers show one type at a time, and at first nothing of profiles that lack it.
std::string noteOn(const std::set<std::string> &otherTypes)
{
    return "the profiles are about different types; viewers show the first one's, with "
           "-sample_index also "
        + inARow(otherTypes);
}

} // namespace

Result<Export> writeGzipped(std::span<const ProfilePointer> profiles, const ExportOptions &options)
{
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
}

} // namespace ember::model::pprof

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/export/losses.h"

#include "model/profile/profile.h"
#include "model/profile/samplerows.h"
#include "model/query/stackweights.h"
#include "model/query/weights.h"

#include <algorithm>
#include <array>

namespace ember::model {

namespace {

struct PartName {
    Part part;
    const char *name;
};

constexpr std::array partNames{
    PartName{Part::Times, "times of samples"},
    PartName{Part::Dates, "the date from which times count"},
    PartName{Part::LastDurations, "how long the last sample of a thread lasts"},
    PartName{Part::Threads, "threads"},
    PartName{Part::ThreadIds, "ids of threads"},
    PartName{Part::MainThreads, "which threads are main threads"},
    PartName{Part::Priorities, "priorities of threads"},
    PartName{Part::ThreadLives, "when threads began and ended"},
    PartName{Part::ThreadChanges, "changes of names and priorities of threads"},
    PartName{Part::Processes, "processes"},
    PartName{Part::ProcessIds, "ids of processes"},
    PartName{Part::ProcessNames, "names of processes"},
    PartName{Part::Executables, "paths of programs"},
    PartName{Part::ProcessRuns, "command lines, folders and times of processes"},
    PartName{Part::Releases, "releases, environments and SDKs of processes"},
    PartName{Part::Sources, "which recording a sample is from"},
    PartName{Part::SourceFacts, "what is known of the recording and its machine"},
    PartName{Part::Values, "values of samples beside their weight"},
    PartName{Part::Labels, "labels of samples"},
    PartName{Part::States, "thread states and CPU times of samples"},
    PartName{Part::Lines, "lines of frames"},
    PartName{Part::Columns, "columns of frames"},
    PartName{Part::Addresses, "addresses of frames"},
    PartName{Part::Inlining, "which frames are inlined"},
    PartName{Part::InApp, "which frames are the program's own code"},
    PartName{Part::FramePlatforms, "platforms of frames"},
    PartName{Part::FrameFacts, "what only the format of the file says of frames"},
    PartName{Part::Modules, "modules of functions"},
    PartName{Part::Packages, "packages of functions"},
    PartName{Part::Files, "source files of functions"},
    PartName{Part::Paths, "full paths of source files beside their short ones"},
    PartName{Part::NonUtf8Names, "names of functions as the symbol table has them"},
    PartName{Part::StartLines, "first lines of functions"},
    PartName{Part::Images, "loaded binaries"},
    PartName{Part::ImageFacts, "debug files of loaded binaries, and when they were there"},
    PartName{Part::Measurements, "measured values"},
    PartName{Part::Spans, "tracing spans"},
    PartName{Part::Output, "lines of the program's output"},
    PartName{Part::Events, "events of the capture"},
    PartName{Part::Statistics, "figures about the capture as a whole"},
};
static_assert(partNames.size() == std::size_t(Part::Count));

using Counts = std::array<std::uint64_t, std::size_t(Part::Count)>;

std::uint64_t &count(Counts &counts, Part part)
{
    return counts.at(std::size_t(part));
}

// Returns the type of value that stacks are weighed by: the one asked for, or weightType().
// Invalid: time.
ValueTypeIndex writtenWeight(const Profile &profile, std::string_view asked)
{
    return asked.empty() ? weightType(profile) : findValueType(profile, asked);
}

std::uint64_t valuesBesideWeight(const ThreadSamples &samples, ValueTypeIndex weight)
{
    std::uint64_t count = 0;
    for (const ValueColumn &column : samples.values) {
        if (column.type == weight)
            continue;
        count += valueCount(column);
    }
    return count;
}

void countSamples(const Profile &profile, std::string_view askedWeight, Counts &counts)
{
    const auto weight = writtenWeight(profile, askedWeight);
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const auto &samples = profile.samples(ThreadIndex(row));
        if (profile.tables().origin != TimeOrigin::None)
            count(counts, Part::Times) += model::countSamples(samples);
        const auto last = lastDuration(profile, ThreadIndex(row));
        count(counts, Part::LastDurations) += last.count() > 0 ? 1U : 0U;
        count(counts, Part::Values) += valuesBesideWeight(samples, weight);
        count(counts, Part::States) += samples.details.size();
        samples.labels.forEach([&](std::size_t, StringIndex labels) {
            count(counts, Part::Labels) += labels.isValid() ? 1U : 0U;
        });
    }
}

void countFrames(const Profile &profile, Counts &counts)
{
    const auto says = [&](Part part, bool isSaid) { count(counts, part) += isSaid ? 1U : 0U; };
    profile.tables().frames.forEach([&](std::size_t, const Frame &frame) {
        says(Part::Lines, frame.line != 0);
        says(Part::Columns, frame.column != 0);
        says(Part::Addresses, frame.pc != 0 || frame.address);
        says(Part::Inlining, frame.inlined == Inlined::Yes);
        says(Part::InApp, frame.inApp != InApp::Unset);
        says(Part::FramePlatforms, frame.platform.isValid());
        says(Part::FrameFacts, frame.attributes.isValid());
    });
    const auto isText = [&](StringIndex text) { return !profile.text(text).empty(); };
    profile.tables().functions.forEach([&](std::size_t, const Function &function) {
        says(Part::Modules, function.module.isValid());
        says(Part::Packages, isText(function.package));
        says(Part::Files, isText(function.file) || isText(function.absPath));
        says(Part::Paths, isText(function.file) && isText(function.absPath));
        says(Part::NonUtf8Names,
             isText(function.rawName)
                 && profile.text(function.rawName) != profile.text(function.name));
        says(Part::StartLines, function.startLine != 0);
    });
}

void countProcesses(const Profile &profile, Counts &counts)
{
    const auto &processes = profile.tables().processes;
    const auto says = [&](Part part, bool isSaid) { count(counts, part) += isSaid ? 1U : 0U; };
    const auto isText = [&](StringIndex text) { return !profile.text(text).empty(); };
    count(counts, Part::Processes) += processes.size() > 1 ? processes.size() : 0U;
    for (const Process &process : processes) {
        says(Part::ProcessIds, process.pid != 0);
        says(Part::ProcessNames, isText(process.name));
        says(Part::Executables, isText(process.executable));
        says(Part::ProcessRuns,
             isText(process.command) || isText(process.workingDirectory) || process.start
                 || process.end || process.exit || process.parent.isValid());
        says(Part::Releases,
             isText(process.profilerId) || isText(process.platform) || isText(process.release)
                 || isText(process.environment) || isText(process.dist) || isText(process.sdkName)
                 || isText(process.sdkVersion));
    }
}

void countThreads(const Profile &profile, Counts &counts)
{
    const auto &threads = profile.tables().threads;
    const auto says = [&](Part part, bool isSaid) { count(counts, part) += isSaid ? 1U : 0U; };
    for (const Thread &thread : threads) {
        const bool hasId = !profile.text(thread.id).empty();
        says(Part::Threads, hasId || !profile.text(thread.name).empty() || threads.size() > 1);
        says(Part::ThreadIds, hasId);
        says(Part::MainThreads, thread.isMain);
        says(Part::Priorities, thread.priority.has_value());
        says(Part::ThreadLives, thread.start || thread.end);
    }
    count(counts, Part::ThreadChanges) += profile.tables().threadChanges.size();
}

void countSources(const Profile &profile, std::string_view ownSources, Counts &counts)
{
    const auto &sources = profile.tables().sources;
    for (const Source &source : sources) {
        const bool isOwn = !ownSources.empty() && profile.text(source.type).starts_with(ownSources);
        // The order of samples at the same time is no loss: no other format has it.
        const auto isFact = [&](const Attribute &attribute) {
            return profile.text(attribute.key) != sampleOrderAttribute;
        };
        const auto facts = std::ranges::count_if(source.attributes, isFact);
        count(counts, Part::SourceFacts) += isOwn ? 0U : static_cast<std::uint64_t>(facts);
        count(counts, Part::Sources) += isOwn || &source == &*sources.begin() ? 0U : 1U;
    }
}

bool hasFacts(const Profile &profile, const Image &image)
{
    return !profile.text(image.type).empty() || !profile.text(image.debugFile).empty()
        || !profile.text(image.debugId).empty() || image.bias != 0 || image.loaded
        || image.unloaded;
}

void countImages(const Profile &profile, std::string_view ownSources, Counts &counts)
{
    const auto &tables = profile.tables();
    const bool isOwn =
        !ownSources.empty() && std::ranges::all_of(tables.sources, [&](const Source &source) {
            return profile.text(source.type).starts_with(ownSources);
        });
    for (const Image &image : tables.images) {
        const bool hasOthers = !isOwn && !image.attributes.empty();
        count(counts, Part::ImageFacts) += hasOthers || hasFacts(profile, image) ? 1U : 0U;
    }
    count(counts, Part::Images) += tables.images.size();
}

void countTables(const Profile &profile, Counts &counts)
{
    const auto &tables = profile.tables();
    count(counts, Part::Dates) += tables.origin == TimeOrigin::UnixEpoch || tables.start ? 1U : 0U;
    for (const Measurement &series : tables.measurements)
        count(counts, Part::Measurements) += series.values.size();
    tables.tracingSpans.forEach([&](std::size_t, const TracingSpan &span) {
        count(counts, Part::Spans) += span.isProvisional ? 0U : 1U;
    });
    count(counts, Part::Spans) += tables.transactions.size();
    count(counts, Part::Output) += tables.output.size();
    count(counts, Part::Events) += tables.events.size();
    const auto &figures = tables.statistics;
    const bool hasFigures = figures.rateHz != 0 || figures.ticks != 0 || figures.suspensions != 0
        || figures.nativeStacks != 0 || figures.stopTotal.count() != 0;
    count(counts, Part::Statistics) += hasFigures ? 1U : 0U;
}

} // namespace

std::string_view partName(Part part)
{
    return partNames.at(std::size_t(part)).name;
}

void LossList::add(std::string_view what, std::uint64_t count)
{
    if (count == 0)
        return;
    const auto known = std::ranges::find(m_losses, what, &Loss::what);
    if (known == m_losses.end())
        m_losses.push_back({std::string(what), count});
    else
        known->count += count;
}

Part wholeOf(Part part)
{
    switch (part) {
    case Part::Dates:
    case Part::LastDurations: return Part::Times;
    case Part::ThreadIds: return Part::Threads;
    case Part::Paths: return Part::Files;
    case Part::ImageFacts: return Part::Images;
    default: return part;
    }
}

std::vector<Loss> lossesBeside(const std::vector<Part> &held,
                               std::span<const ProfilePointer> profiles,
                               std::string_view ownSources, std::string_view weight)
{
    const auto isHeld = [&](Part part) { return std::ranges::find(held, part) != held.end(); };
    Counts counts{};
    for (const auto &profile : profiles) {
        countSamples(*profile, weight, counts);
        countFrames(*profile, counts);
        countProcesses(*profile, counts);
        countThreads(*profile, counts);
        countSources(*profile, ownSources, counts);
        countImages(*profile, ownSources, counts);
        countTables(*profile, counts);
    }
    std::vector<Loss> losses;
    for (const auto &[part, name] : partNames) {
        const auto rows = count(counts, part);
        if (rows > 0 && !isHeld(part) && (wholeOf(part) == part || isHeld(wholeOf(part))))
            losses.push_back({name, rows});
    }
    return losses;
}

std::uint64_t timeShareErrorPercent(const Profile &profile)
{
    if (profile.tables().origin == TimeOrigin::None)
        return 0;
    auto weights = stackWeights(profile, {});
    if (!weights.empty())
        weights.front() = {}; // idle samples are not written
    Weight all;
    for (const auto &weight : weights)
        all.add(weight);
    if (all.time <= Nanoseconds(0) || all.samples == 0)
        return 0;
    double error = 0;
    for (const auto &weight : weights) {
        const auto ofTime =
            static_cast<double>(weight.time.count()) / static_cast<double>(all.time.count());
        const auto ofSamples =
            static_cast<double>(weight.samples) / static_cast<double>(all.samples);
        error += std::max(0.0, ofTime - ofSamples);
    }
    // A thread's last sample takes no time; this much error is no sign of irregular samples.
    error -= static_cast<double>(profile.threadCount()) / static_cast<double>(all.samples);
    constexpr double percent = 100;
    constexpr std::uint64_t fewest = 10; // smaller errors may be chance in profiles of few samples
    const auto rounded = static_cast<std::uint64_t>(std::lround(std::max(error, 0.0) * percent));
    return rounded < fewest ? 0 : rounded;
}

} // namespace ember::model

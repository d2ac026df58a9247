// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/losses.h"

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
    PartName{Part::Threads, "threads"},
    PartName{Part::Processes, "processes"},
    PartName{Part::Values, "values of samples beside their weight"},
    PartName{Part::Labels, "labels of samples"},
    PartName{Part::States, "thread states and CPU times of samples"},
    PartName{Part::Lines, "lines of frames"},
    PartName{Part::Addresses, "addresses of frames"},
    PartName{Part::Modules, "modules of functions"},
    PartName{Part::Inlining, "marks of inlined frames"},
    PartName{Part::InApp, "marks of frames as the application's own or not"},
    PartName{Part::Measurements, "measured values"},
    PartName{Part::Spans, "tracing spans"},
    PartName{Part::Output, "lines of the program's output"},
    PartName{Part::Events, "events of the capture"},
};
static_assert(partNames.size() == std::size_t(Part::Count));

using Counts = std::array<std::uint64_t, std::size_t(Part::Count)>;

std::uint64_t &count(Counts &counts, Part part)
{
    return counts.at(std::size_t(part));
}

void countSamples(const Profile &profile, Counts &counts)
{
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const auto &samples = profile.samples(ThreadIndex(row));
        if (profile.tables().origin != TimeOrigin::None)
            count(counts, Part::Times) += samples.size();
        // One value of a timeless sample is its weight; of others, time is.
        const auto isWeighedByTime = profile.tables().origin != TimeOrigin::None;
        if (samples.values.size() > (isWeighedByTime ? 0U : 1U))
            count(counts, Part::Values) += samples.size();
        count(counts, Part::States) += samples.details.size();
        samples.labels.forEach([&](std::size_t, StringIndex labels) {
            count(counts, Part::Labels) += labels.isValid() ? 1U : 0U;
        });
    }
}

void countFrames(const Profile &profile, Counts &counts)
{
    profile.tables().frames.forEach([&](std::size_t, const Frame &frame) {
        count(counts, Part::Lines) += frame.line != 0 ? 1U : 0U;
        count(counts, Part::Addresses) += frame.pc != 0 || frame.address ? 1U : 0U;
        count(counts, Part::Inlining) += frame.inlined == Inlined::Yes ? 1U : 0U;
        count(counts, Part::InApp) += frame.inApp != InApp::Unset ? 1U : 0U;
    });
    profile.tables().functions.forEach([&](std::size_t, const Function &function) {
        count(counts, Part::Modules) += function.module.isValid() ? 1U : 0U;
    });
}

void countTables(const Profile &profile, Counts &counts)
{
    const auto &tables = profile.tables();
    for (const Thread &thread : tables.threads) {
        const bool isNamed = thread.id.isValid() || thread.name.isValid();
        count(counts, Part::Threads) += isNamed || tables.threads.size() > 1 ? 1U : 0U;
    }
    count(counts, Part::Processes) += tables.processes.size() > 1 ? tables.processes.size() : 0U;
    for (const Measurement &series : tables.measurements)
        count(counts, Part::Measurements) += series.values.size();
    count(counts, Part::Spans) += tables.tracingSpans.size();
    count(counts, Part::Output) += tables.output.size();
    count(counts, Part::Events) += tables.events.size();
}

} // namespace

std::vector<Loss> lossesBeside(std::initializer_list<Part> held,
                               std::span<const ProfilePointer> profiles)
{
    Counts counts{};
    for (const auto &profile : profiles) {
        countSamples(*profile, counts);
        countFrames(*profile, counts);
        countTables(*profile, counts);
    }
    std::vector<Loss> losses;
    for (const auto &[part, name] : partNames) {
        const auto rows = count(counts, part);
        if (rows > 0 && std::ranges::find(held, part) == held.end())
            losses.push_back({name, rows});
    }
    return losses;
}

} // namespace ember::model

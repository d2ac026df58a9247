// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunklosses.h"

#include "model/formats/export/losses.h"

#include <string>

namespace ember::model::sentry {

namespace {

// What is held of some only: counted behind the part's name.
struct PartialLosses {
    std::uint64_t places = 0; // frames
    std::uint64_t mainThreads = 0;
    std::uint64_t imageLives = 0;

    void add(const Profile &profile)
    {
        // A frame has one address, that of its function.
        profile.tables().frames.forEach([&](std::size_t, const Frame &frame) {
            places += frame.pc != 0 && frame.address && *frame.address != frame.pc ? 1U : 0U;
        });
        for (const Thread &thread : profile.tables().threads) {
            const auto name = profile.text(thread.name);
            const bool isKnownByName = name == "main" || name == "MainThread";
            mainThreads += thread.isMain && !isKnownByName ? 1U : 0U;
        }
        for (const Image &image : profile.tables().images)
            imageLives += image.loaded || image.unloaded ? 1U : 0U;
    }
};

} // namespace

std::vector<Loss> lossesOfChunks(std::span<const ProfilePointer> profiles)
{
    auto losses =
        lossesBeside({Part::Times,      Part::Dates,       Part::Threads,        Part::ThreadIds,
                      Part::Priorities, Part::Processes,   Part::Releases,       Part::MainThreads,
                      Part::Lines,      Part::Columns,     Part::Addresses,      Part::InApp,
                      Part::Modules,    Part::Packages,    Part::FramePlatforms, Part::FrameFacts,
                      Part::Files,      Part::Paths,       Part::Images,         Part::ImageFacts,
                      Part::Spans,      Part::Measurements},
                     profiles, "sentry");
    PartialLosses partial;
    for (const auto &profile : profiles)
        partial.add(*profile);
    const auto add = [&](Part part, const char *which, std::uint64_t count) {
        if (count > 0)
            losses.push_back({std::string(partName(part)) + which, count});
    };
    add(Part::MainThreads, "", partial.mainThreads);
    add(Part::Addresses, " within functions", partial.places);
    add(Part::ImageFacts, ": when they were there", partial.imageLives);
    return losses;
}

} // namespace ember::model::sentry

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/sdkprofiles.h"

#include "app/session/filenames.h"
#include "model/formats/formatregistry.h"
#include "model/profile/aligned.h"
#include "model/spans/spanbuilder.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <new>
#include <set>
#include <string>
#include <utility>

namespace ember::app {

using namespace model;

namespace {

using std::chrono::hours;
using std::chrono::seconds;

// A program's clock and the recorder's may differ by a moment, and a span may end before the first
// sample is taken.
constexpr seconds beside{10};
// What lasts longer would leave no room on the axis for the capture.
constexpr hours farthest{24};

bool isOfTime(TimeRange range, TimeRange captured)
{
    return range.end >= captured.start - beside && range.start <= captured.end + beside
        && range.start >= captured.start - farthest && range.end <= captured.end + farthest;
}

using Senders = std::map<std::string, std::uint32_t>; // process ids by file

// Says which process has sent each of the profile's, as far as that is known and is one alone. SDKs
// do not say it, and number threads in their own ways.
ProfilePointer withSenders(const ProfilePointer &profile, const Senders &senders)
{
    std::map<ProcessIndex, std::set<std::uint32_t>> found;
    for (const Source &source : profile->tables().sources) {
        const std::string file(profile->text(source.uri));
        const auto sender = senders.find(file.substr(0, file.rfind('#'))); // of FILE#N
        if (sender != senders.end() && sender->second != 0 && source.process.isValid())
            found[source.process].insert(sender->second);
    }
    ProfileTables tables = profile->tables();
    for (const auto &[process, pids] : found) {
        if (pids.size() == 1 && tables.processes[process].pid == 0)
            tables.processes.edit(process).pid = *pids.begin();
    }
    std::vector<std::shared_ptr<const ThreadSamples>> samples;
    for (std::size_t row = 0; row < profile->threadCount(); ++row)
        samples.push_back(profile->sharedSamples(ThreadIndex(row)));
    return ProfileBuilder::ofParts(std::move(tables), std::move(samples));
}

} // namespace

void SdkProfiles::read(const QList<ArrivedEnvelope> &envelopes, const std::stop_token &stop)
try {
    m_profiles.clear();
    std::vector<std::string> paths;
    Senders senders;
    for (const ArrivedEnvelope &envelope : envelopes) {
        paths.push_back(toPath(envelope.file));
        senders.insert_or_assign(paths.back(), envelope.pid);
    }
    const auto import = builtinFormats().open(paths, {.inApp = &m_inApp, .stop = stop});
    if (!import)
        return;
    for (const ImportedProfile &imported : import->profiles) {
        if (rangeOnClock(*imported.profile))
            m_profiles.push_back(withSenders(imported.profile, senders));
    }
    std::ranges::stable_sort(m_profiles, {}, [](const ProfilePointer &profile) {
        return rangeOnClock(*profile)->start;
    });
} catch (const std::bad_alloc &) {
    m_profiles.clear();
}

// The profiles of a capture's time in the order of their starts. `samples`: of the capture, if they
// are copied, too.
std::vector<ProfilePointer> SdkProfiles::within(TimeRange captured, std::size_t samples) const
{
    std::vector<ProfilePointer> taken;
    for (auto profile = m_profiles.rbegin(); profile != m_profiles.rend(); ++profile) {
        if (!isOfTime(*rangeOnClock(**profile), captured))
            continue;
        samples += (*profile)->sampleCount();
        if (samples > mostSamplesTogether || taken.size() + 1 >= mostRecordingsTogether)
            break;
        taken.push_back(*profile);
    }
    std::ranges::reverse(taken);
    return taken;
}

bool SdkProfiles::addTo(ProfileBuilder &builder) const
{
    const auto profiles = within(builder.snapshot()->timeRange(), 0);
    for (const ProfilePointer &profile : profiles)
        addOnOneClock(builder, *profile);
    return !profiles.empty();
}

SpanTablePointer SdkProfiles::besides(const SpanTable &capture, StackChoice stacks,
                                      const std::stop_token &stop) const
try {
    const ProfilePointer &recorded = capture.recorded();
    auto profiles = within(recorded->timeRange(), recorded->sampleCount());
    if (profiles.empty())
        return nullptr;
    profiles.insert(profiles.begin(), recorded);
    return buildSpans(onOneClock(profiles), stacks, stop);
} catch (const std::bad_alloc &) {
    return nullptr;
} catch (const BoxesUnwanted &) {
    return nullptr;
}

void followLateEnvelopes(FeedChannel &channel, LiveUpdatePointer complete, InAppRule inApp)
{
    if (!complete || complete->error || !complete->spans)
        return;
    SdkProfiles sdk(std::move(inApp));
    std::uint64_t known = complete->envelopes;
    while (const auto envelopes = channel.waitForEnvelopes(known)) {
        known = envelopes->count;
        sdk.read(envelopes->newest, channel.stopToken());
        auto update = std::make_shared<LiveUpdate>(*complete);
        update->envelopes = known;
        update->showBeside(
            sdk.besides(*complete->capture(), channel.stackChoice(), channel.stopToken()));
        channel.publish(std::move(update));
    }
}

} // namespace ember::app

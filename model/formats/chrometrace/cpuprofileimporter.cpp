// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"
#include "model/formats/chrometrace/chrometraceformat.h"
#include "model/formats/chrometrace/cpuprofile.h"
#include "model/formats/import/importsession.h"
#include "model/profile/profilebuilder.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ember::model::chrometrace {

namespace {

// Some programs leave samples and times out, and count how often each node was the leaf.
bool hasHitsOnly(const CpuProfile &profile)
{
    return profile.samples.empty()
        && std::ranges::any_of(profile.nodes,
                               [](const ProfileNode &node) { return node.hits > 0; });
}

// In nanoseconds, and to the microsecond.
bool isStartKept(const CpuProfile &profile)
{
    constexpr double most = 9e15;
    return std::abs(profile.start) <= most;
}

class CpuProfileAssembler {
public:
    CpuProfileAssembler(const ImportFile &file, const CpuProfile &profile)
        : m_file(file),
          m_profile(profile),
          m_builder(hasHitsOnly(profile) ? TimeOrigin::None : TimeOrigin::ProfileStart),
          m_stacks(profile.nodes, m_builder)
    {
    }

    ProfilePointer run(const FileNotes &notes) &&
    {
        Thread thread;
        thread.process = m_builder.addProcess({});
        const auto index = m_builder.addThread(std::move(thread));
        if (hasHitsOnly(m_profile))
            addHits(index);
        else
            addSamples(index);
        Source source;
        source.type = m_builder.string("cpuprofile");
        source.uri = m_builder.string(validUtf8(m_file.name));
        source.samples = m_samples;
        source.bytes = m_file.bytes.size();
        if (!hasHitsOnly(m_profile) && m_profile.start != 0 && isStartKept(m_profile))
            source.attributes.push_back({m_builder.string("clock_start_ns"),
                                         m_builder.string(std::to_string(clockStart()))});
        m_builder.addSource(std::move(source));
        m_values.report(notes);
        return m_builder.snapshot();
    }

private:
    void addSamples(ThreadIndex index)
    {
        m_samples = m_profile.samples.size();
        auto before = emptyStack;
        for (std::size_t sample = 0; sample < m_profile.samples.size(); ++sample)
            m_builder.addSample(index,
                                {at(m_profile.times[sample]),
                                 m_stacks.next(m_profile.samples[sample], before),
                                 {}});
        // The last sample lasts until the profile ends.
        if (!m_profile.times.empty() && m_profile.end
            && *m_profile.end > *std::ranges::max_element(m_profile.times))
            m_builder.addSample(index, {at(*m_profile.end), emptyStack, {}});
    }

    void addHits(ThreadIndex index)
    {
        const auto type =
            m_builder.addValueType({m_builder.string("samples"), m_builder.string("count")});
        m_builder.setMainValue(type);
        for (std::uint32_t row = 0; row < m_profile.nodes.size(); ++row) {
            if (m_profile.nodes[row].hits <= 0)
                continue;
            m_builder.addSample(index, {Timestamp(), m_stacks[row], {}});
            m_builder.addSampleValue(index, type, m_values.entered(m_profile.nodes[row].hits));
            ++m_samples;
        }
    }

    // A double of nanoseconds might be beyond 2^53.
    std::int64_t clockStart() const
    {
        constexpr std::int64_t nsPerUs = 1000;
        const auto whole = std::floor(m_profile.start);
        return static_cast<std::int64_t>(whole) * nsPerUs
            + std::llround((m_profile.start - whole) * static_cast<double>(nsPerUs));
    }

    static Timestamp at(double microseconds) { return Timestamp(boundedTime(microseconds)); }

    const ImportFile &m_file;
    const CpuProfile &m_profile;
    ProfileBuilder m_builder;
    std::uint64_t m_samples = 0;
    RoundingCounter m_values;
    NodeStacks m_stacks;
};

void checkNodes(const CpuProfile &profile, const FileNotes &notes)
{
    const auto count = [&](auto question) {
        return static_cast<std::uint64_t>(std::ranges::count_if(profile.nodes, question));
    };
    // With samples, hits count for nothing.
    if (profile.samples.empty())
        notes.warn("cpuprofile-negative-hits", "a hitCount below 0 counts as 0",
                   count([](const ProfileNode &node) { return node.hits < 0; }));
    notes.warn("cpuprofile-lost-nodes", "a node names a caller that is not there: it has none",
               profile.lostCallers);
    notes.note("cpuprofile-lost-nodes",
               "a node names a callee that is not there: no sample is in it", profile.lostCallees);
    notes.warn("cpuprofile-lost-stacks", "samples whose node is not there have no stack",
               profile.lostSamples);
    notes.note("cpuprofile-position-ticks",
               "of nodes how often each of their lines was met is left out",
               count([](const ProfileNode &node) { return node.hasTicks; }));
}

void checkTimes(const CpuProfile &profile, const FileNotes &notes)
{
    std::uint64_t earlier = 0;
    for (std::size_t sample = 1; sample < profile.times.size(); ++sample)
        earlier += profile.times[sample] < profile.times[sample - 1] ? 1U : 0U;
    const double latest = profile.times.empty() ? 0 : *std::ranges::max_element(profile.times);
    const auto absurd =
        static_cast<std::uint64_t>(std::ranges::count_if(profile.times, isAbsurdTime));
    notes.warn("cpuprofile-absurd-start",
               "startTime is more than 285 years from the start of its clock: it is left out",
               isStartKept(profile) ? 0U : 1U);
    notes.warn("cpuprofile-absurd-times",
               "times more than 27777 hours from the start are moved to there",
               absurd + (profile.end && isAbsurdTime(*profile.end) ? 1U : 0U));
    notes.note("cpuprofile-even-times",
               "samples have no times: they are spread evenly from startTime to endTime",
               profile.isSpread ? 1U : 0U);
    notes.note("cpuprofile-times-go-back",
               "a sample is earlier than the one before it; they are put in order", earlier);
    notes.note("cpuprofile-early-end", "endTime is before the last sample, which counts",
               profile.end && *profile.end < latest && !isAbsurdTime(latest) ? 1U : 0U);
}

} // namespace

Confidence CpuProfileImporter::sniff(const FileStart &start) const
{
    const auto &json = start.json();
    const bool hasSamples = json.has("nodes") && (json.has("samples") || json.has("timeDeltas"));
    const bool isOld = json.has("head.functionName") && json.has("head.children");
    return hasSamples || isOld || json.has("nodes[].callFrame") ? Confidence::Likely
                                                                : start.withoutJsonMembers();
}

Result<std::vector<ProfilePointer>> CpuProfileImporter::readFile(const ImportFile &file,
                                                                 const std::stop_token &stop,
                                                                 ImportLog &log) const
{
    EMBER_ASSIGN_OR_RETURN(const auto profile, readCpuProfile(file, stop));
    const FileNotes notes("cpuprofile", file.name, log);
    checkTimes(profile, notes);
    notes.warn("cpuprofile-hits-only",
               "there are no samples, only how often each node was the leaf: nothing has a time",
               hasHitsOnly(profile) ? 1U : 0U);
    notes.warn("cpuprofile-no-samples", "there are neither samples nor nodes that were hit",
               profile.samples.empty() && !hasHitsOnly(profile) ? 1U : 0U);
    checkNodes(profile, notes);
    return std::vector{CpuProfileAssembler(file, profile).run(notes)};
}

} // namespace ember::model::chrometrace

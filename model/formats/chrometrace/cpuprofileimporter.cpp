// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/chrometraceformat.h"
#include "model/formats/chrometrace/cpuprofile.h"
#include "model/formats/import/importsession.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ember::model::chrometrace {

namespace {

// Whether there are only counts of how often each node was the leaf: some programs omit samples and
// times.
bool hasHitsOnly(const CpuProfile &profile)
{
    return profile.samples.empty()
        && std::ranges::any_of(profile.nodes,
                               [](const ProfileNode &node) { return node.hits > 0; });
}

// Whether the start fits into nanoseconds with a precision of microseconds.
bool isStartKept(const CpuProfile &profile)
{
    constexpr double most = 9e15;
    return std::abs(profile.start) <= most;
}

class CpuProfileAssembler {
public:
    CpuProfileAssembler(ImportSession &session, const CpuProfile &profile)
        : m_session(session),
          m_profile(profile),
          m_builder(session.builder()),
          m_stacks(profile.nodes, m_builder)
    {
    }

    ProfilePointer run() &&
    {
        Thread thread;
        thread.process = m_builder.addProcess({});
        const auto index = m_builder.addThread(std::move(thread));
        std::vector<Attribute> attributes;
        if (hasHitsOnly(m_profile)) {
            addHits(index);
        } else {
            addSamples(index);
            if (m_profile.start != 0 && isStartKept(m_profile))
                attributes.push_back({m_builder.string("clock_start_ns"),
                                      m_builder.string(std::to_string(clockStart()))});
        }
        m_values.report(m_session.notes());
        return std::move(m_session).finish(m_samples, {}, std::move(attributes));
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

    // Start in nanoseconds. Computed in two parts: a double might exceed 2^53, where it is not
    // exact.
    std::int64_t clockStart() const
    {
        constexpr std::int64_t nsPerUs = 1000;
        const auto whole = std::floor(m_profile.start);
        return static_cast<std::int64_t>(whole) * nsPerUs
            + std::llround((m_profile.start - whole) * static_cast<double>(nsPerUs));
    }

    static Timestamp at(double microseconds) { return Timestamp(boundedTime(microseconds)); }

    ImportSession &m_session;
    const CpuProfile &m_profile;
    ProfileBuilder &m_builder;
    std::uint64_t m_samples = 0;
    RoundingCounter m_values;
    NodeStacks m_stacks;
};

enum class CpuProfileFinding : std::uint8_t {
    AbsurdStart,
    AbsurdTimes,
    EvenTimes,
    TimesGoBack,
    EarlyEnd,
    HitsOnly,
    NoSamples,
    NegativeHits,
    LostCallers,
    LostCallees,
    LostStacks,
    PositionTicks,
    Count,
};

using CpuProfileFindings = FindingCounts<CpuProfileFinding>;

constexpr CpuProfileFindings::Table cpuProfileFindings{{
    {"cpuprofile-absurd-start", Severity::Warning,
     "startTime is more than 285 years from the start of its clock: it is left out"},
    {"cpuprofile-absurd-times", Severity::Warning,
     "times more than 27777 hours from the start are moved to there"},
    {"cpuprofile-even-times", Severity::Note,
     "samples have no times: they are spread evenly from startTime to endTime"},
    {"cpuprofile-times-go-back", Severity::Note,
     "a sample is earlier than the one before it; they are put in order"},
    {"cpuprofile-early-end", Severity::Note, "endTime is before the last sample, which counts"},
    {"cpuprofile-hits-only", Severity::Warning,
     "there are no samples, only how often each node was the leaf: nothing has a time"},
    {"cpuprofile-no-samples", Severity::Warning,
     "there are neither samples nor nodes that were hit"},
    {"cpuprofile-negative-hits", Severity::Warning, "a hitCount below 0 counts as 0"},
    {"cpuprofile-lost-nodes", Severity::Warning,
     "a node names a caller that is not there: it has none"},
    {"cpuprofile-lost-nodes", Severity::Note,
     "a node names a callee that is not there: no sample is in it"},
    {"cpuprofile-lost-stacks", Severity::Warning, "samples whose node is not there have no stack"},
    {"cpuprofile-position-ticks", Severity::Note,
     "of nodes how often each of their lines was met is left out"},
}};

void checkTimes(const CpuProfile &profile, CpuProfileFindings &found)
{
    for (std::size_t sample = 1; sample < profile.times.size(); ++sample)
        found[CpuProfileFinding::TimesGoBack] +=
            profile.times[sample] < profile.times[sample - 1] ? 1U : 0U;
    const double latest = profile.times.empty() ? 0 : *std::ranges::max_element(profile.times);
    const auto absurd =
        static_cast<std::uint64_t>(std::ranges::count_if(profile.times, isAbsurdTime));
    found[CpuProfileFinding::AbsurdStart] = isStartKept(profile) ? 0 : 1;
    found[CpuProfileFinding::AbsurdTimes] =
        absurd + (profile.end && isAbsurdTime(*profile.end) ? 1U : 0U);
    found[CpuProfileFinding::EvenTimes] = profile.isSpread ? 1 : 0;
    found[CpuProfileFinding::EarlyEnd] =
        profile.end && *profile.end < latest && !isAbsurdTime(latest) ? 1 : 0;
}

CpuProfileFindings findingsOf(const CpuProfile &profile)
{
    const auto count = [&](auto isOne) {
        return static_cast<std::uint64_t>(std::ranges::count_if(profile.nodes, isOne));
    };
    CpuProfileFindings found;
    checkTimes(profile, found);
    const bool hasSamples = !profile.samples.empty();
    found[CpuProfileFinding::HitsOnly] = hasHitsOnly(profile) ? 1 : 0;
    found[CpuProfileFinding::NoSamples] = hasSamples || hasHitsOnly(profile) ? 0 : 1;
    if (!hasSamples) // with samples, hits are not used
        found[CpuProfileFinding::NegativeHits] =
            count([](const ProfileNode &node) { return node.hits < 0; });
    found[CpuProfileFinding::LostCallers] = profile.lostCallers;
    found[CpuProfileFinding::LostCallees] = profile.lostCallees;
    found[CpuProfileFinding::LostStacks] = profile.lostSamples;
    found[CpuProfileFinding::PositionTicks] =
        count([](const ProfileNode &node) { return node.hasTicks; });
    return found;
}

Confidence sniffCpuProfile(const FileStart &start)
{
    const auto &json = start.json();
    const bool hasSamples = json.has("nodes") && (json.has("samples") || json.has("timeDeltas"));
    const bool isOld = json.has("head.functionName") && json.has("head.children");
    return hasSamples || isOld || json.has("nodes[].callFrame") ? Confidence::Likely
                                                                : start.withoutJsonMembers();
}

Result<std::vector<ProfilePointer>> readCpuProfileFile(const ImportFile &file,
                                                       const ImportOptions &options, ImportLog &log)
{
    EMBER_ASSIGN_OR_RETURN(const auto profile, readCpuProfile(file, options.stop));
    ImportSession session("cpuprofile", file, options.stop, log,
                          hasHitsOnly(profile) ? TimeOrigin::None : TimeOrigin::ProfileStart);
    findingsOf(profile).report(cpuProfileFindings, session.notes());
    return std::vector{CpuProfileAssembler(session, profile).run()};
}

constexpr std::array<std::string_view, 1> cpuProfilePatterns{"*.cpuprofile"};

} // namespace

constinit const FileFormat cpuProfileFormat{
    .name = "cpuprofile",
    .tool = "V8",
    .patterns = cpuProfilePatterns,
    .sniff = sniffCpuProfile,
    .read = readCpuProfileFile,
};

} // namespace ember::model::chrometrace

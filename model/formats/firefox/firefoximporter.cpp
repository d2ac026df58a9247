// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/firefox/firefoximporter.h"

#include "model/core/validutf8.h"
#include "model/formats/firefox/cells.h"
#include "model/formats/firefox/document.h"
#include "model/formats/firefox/stackrows.h"
#include "model/formats/processid.h"
#include "model/formats/timelimit.h"
#include "model/profile/profilebuilder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace ember::model::firefox {

namespace {

// Milliseconds in two parts: a double of nanoseconds since 1970 is exact to 256 of them only.
Nanoseconds nanoseconds(double milliseconds)
{
    constexpr double longest = 4e12; // 127 years; what is beyond is moved by TimeLimit
    constexpr std::int64_t nsPerMs = 1'000'000;
    const auto bounded = std::clamp(milliseconds, -longest, longest);
    const auto whole = std::floor(bounded);
    return Nanoseconds(static_cast<std::int64_t>(whole) * nsPerMs
                       + std::llround((bounded - whole) * static_cast<double>(nsPerMs)));
}

// When each sample of a thread was, since the profile's start.
std::vector<Nanoseconds> timesOf(const ThreadEntry &entry)
{
    const auto &rows = entry.samples["stack"];
    const auto &times = entry.samples["time"];
    const auto &deltas = entry.samples["timeDeltas"];
    std::vector<Nanoseconds> result;
    result.reserve(rows.size());
    double time = 0;
    for (std::size_t sample = 0; sample < rows.size(); ++sample) {
        if (sample < deltas.size() && !std::isnan(deltas[sample]))
            time += deltas[sample];
        if (sample < times.size() && !std::isnan(times[sample]))
            time = times[sample];
        result.push_back(nanoseconds(time + entry.shift));
    }
    return result;
}

// Samples that have no time of their own, in a thread in which others may.
std::uint64_t countTimeless(const ThreadEntry &entry)
{
    const auto isThere = [](const std::vector<double> &column, std::size_t sample) {
        return sample < column.size() && !std::isnan(column[sample]);
    };
    std::uint64_t count = 0;
    for (std::size_t sample = 0; sample < entry.samples["stack"].size(); ++sample) {
        if (!isThere(entry.samples["time"], sample)
            && !isThere(entry.samples["timeDeltas"], sample))
            ++count;
    }
    return count;
}

class Assembler {
public:
    Assembler(const ImportFile &file, const Document &document, ImportLog &log)
        : m_file(file),
          m_document(document),
          m_log(log),
          m_limit(document.threads.size()),
          m_builder(document.startTime > 0 ? TimeOrigin::UnixEpoch : TimeOrigin::ProfileStart)
    {
    }

    Result<ProfilePointer> run() &&
    {
        const auto shared = enterStacks(m_document.shared, m_document.shared.strings, m_builder);
        if (!shared)
            return named(shared.error());
        for (const auto &thread : m_document.threads) {
            if (thread.code.stacks.size() == 0) {
                EMBER_RETURN_IF_ERROR(addThread(thread, *shared));
                continue;
            }
            const auto &strings =
                thread.code.strings.empty() ? m_document.shared.strings : thread.code.strings;
            const auto own = enterStacks(thread.code, strings, m_builder);
            if (!own)
                return named(own.error());
            EMBER_RETURN_IF_ERROR(addThread(thread, *own));
        }
        addFindings();
        addSource();
        return m_builder.snapshot();
    }

private:
    Error named(Error error) const
    {
        error.subject = m_file.name;
        return error;
    }

    void note(const char *code, Severity severity, const char *detail, std::uint64_t count)
    {
        if (count > 0)
            m_log.add({code, "firefox", severity, m_file.name, detail, count});
    }

    void addFindings();
    Result<void> addThread(const ThreadEntry &entry, const StackRows &stacks);
    ThreadIndex enter(const ThreadEntry &entry);
    ProcessIndex processOf(const ThreadEntry &entry);
    ValueTypeIndex weightOf(const ThreadEntry &entry);
    void addSource();

    StringIndex stringOrNone(const std::string &text)
    {
        return text.empty() ? StringIndex() : m_builder.string(text);
    }

    // The first sample of all.
    Nanoseconds firstTime() const
    {
        auto first = Nanoseconds::max();
        for (const auto &thread : m_document.threads) {
            const auto times = timesOf(thread);
            if (const auto own = std::ranges::min_element(times); own != times.end())
                first = std::min(first, *own);
        }
        return first;
    }

    Timestamp at(Nanoseconds time)
    {
        constexpr double latestStart = 4e12; // 2096: sums of times are to fit
        const auto start =
            m_document.startTime > 0 ? std::min(m_document.startTime, latestStart) : 0;
        const auto base = std::min(nanoseconds(start) + m_first, nanoseconds(latestStart));
        return Timestamp(base + m_limit.bounded(time - m_first));
    }

    const ImportFile &m_file;
    const Document &m_document;
    ImportLog &m_log;
    TimeLimit m_limit;
    Nanoseconds m_first = firstTime();
    ProfileBuilder m_builder;
    std::map<std::string, ProcessIndex> m_processes;
    std::map<std::string, ValueTypeIndex> m_weights;
    std::uint64_t m_samples = 0;
    std::uint64_t m_earlier = 0; // samples
    std::uint64_t m_unweighted = 0; // likewise, of threads in which others have a weight
    std::uint64_t m_oddPids = 0;
};

void Assembler::addFindings()
{
    m_limit.report("firefox-absurd-times", "firefox", m_file.name, m_log);
    note("firefox-no-samples", Severity::Warning, "no thread has samples", m_samples == 0 ? 1 : 0);
    note("firefox-times-go-back", Severity::Warning,
         "a sample is earlier than one of its thread before it; they are put in order", m_earlier);
    note("firefox-missing-weights", Severity::Warning,
         "samples have no weight, as others of their thread have", m_unweighted);
    note("firefox-odd-pids", Severity::Warning, oddProcessId, m_oddPids);
    note("firefox-nested-processes", Severity::Warning,
         "processes within those within the profile are left out", m_document.leftOut.processes);
    note("firefox-allocations", Severity::Warning, "samples of allocations are left out",
         m_document.leftOut.allocations);
    note("firefox-markers", Severity::Note, "markers are left out", m_document.leftOut.markers);
}

Result<void> Assembler::addThread(const ThreadEntry &entry, const StackRows &stacks)
{
    const auto thread = enter(entry);
    const auto &rows = entry.samples["stack"];
    const auto &weights = entry.samples["weight"];
    const auto times = timesOf(entry);
    if (!rows.empty() && entry.samples["time"].empty() && entry.samples["timeDeltas"].empty())
        m_log.add({"firefox-no-times", "firefox", Severity::Warning, m_file.name,
                   "samples have neither \"time\" nor \"timeDeltas\": all are at the start",
                   rows.size()});
    else if (const auto timeless = countTimeless(entry); timeless > 0)
        m_log.add({"firefox-missing-times", "firefox", Severity::Warning, m_file.name,
                   "samples without a time are at that of the one before", timeless});
    auto latest = Nanoseconds::min();
    for (std::size_t sample = 0; sample < rows.size(); ++sample) {
        m_earlier += times[sample] < latest ? 1U : 0U;
        latest = std::max(latest, times[sample]);
        const bool isIdle = std::isnan(rows[sample]);
        if (!isIdle && !(isRow(rows[sample]) && rows[sample] < static_cast<double>(stacks.size())))
            return named({ErrorCode::SyntaxError,
                          {},
                          "Firefox profile, samples row " + std::to_string(sample)
                              + ": its stack is not there"});
        const auto stack = isIdle ? emptyStack : stacks[static_cast<std::size_t>(rows[sample])];
        m_builder.addSample(thread, {at(times[sample]), stack, {}});
        if (sample < weights.size() && !std::isnan(weights[sample]))
            m_builder.addSampleValue(thread, weightOf(entry), weights[sample]);
        else if (!weights.empty())
            ++m_unweighted;
    }
    m_samples += rows.size();
    return {};
}

ThreadIndex Assembler::enter(const ThreadEntry &entry)
{
    Thread thread;
    thread.process = processOf(entry);
    thread.id = stringOrNone(entry.tid);
    thread.name = stringOrNone(entry.name);
    thread.isMain = entry.isMain;
    return m_builder.addThread(std::move(thread));
}

ProcessIndex Assembler::processOf(const ThreadEntry &entry)
{
    const auto [place, isNew] = m_processes.try_emplace(entry.pid);
    if (isNew) {
        Process process;
        const auto pid = parseProcessId(entry.pid);
        m_oddPids += pid || entry.pid.empty() ? 0U : 1U;
        process.pid = pid.value_or(0);
        process.name = stringOrNone(entry.processName);
        place->second = m_builder.addProcess(process);
    }
    return place->second;
}

ValueTypeIndex Assembler::weightOf(const ThreadEntry &entry)
{
    const auto [place, isNew] = m_weights.try_emplace(entry.weightType);
    if (isNew) {
        const bool isSize = entry.weightType == "bytes";
        const bool isTime = entry.weightType == "tracing-ms";
        place->second = m_builder.addValueType({m_builder.string(isSize       ? "space"
                                                                     : isTime ? "traced"
                                                                              : "samples"),
                                                m_builder.string(isSize       ? "bytes"
                                                                     : isTime ? "milliseconds"
                                                                              : "count")});
    }
    return place->second;
}

void Assembler::addSource()
{
    Source source;
    source.type = m_builder.string("firefox");
    source.uri = m_builder.string(validUtf8(m_file.name));
    source.samples = m_samples;
    source.bytes = m_file.bytes.size();
    m_builder.addSource(std::move(source));
}

} // namespace

Confidence FirefoxImporter::sniff(const FileStart &start) const
{
    const auto &json = start.json();
    if (json.has("meta.preprocessedProfileVersion"))
        return Confidence::Certain;
    return json.has("meta") && json.has("threads") ? Confidence::Likely
                                                   : start.withoutJsonMembers();
}

Result<std::vector<ProfilePointer>>
FirefoxImporter::readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const
{
    EMBER_ASSIGN_OR_RETURN(const auto document, readDocument(file, stop, log));
    EMBER_ASSIGN_OR_RETURN(auto profile, Assembler(file, document, log).run());
    return std::vector{std::move(profile)};
}

} // namespace ember::model::firefox

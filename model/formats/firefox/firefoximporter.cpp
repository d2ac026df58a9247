// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/firefox/firefoximporter.h"

#include "model/core/text.h"
#include "model/formats/firefox/cells.h"
#include "model/formats/firefox/counters.h"
#include "model/formats/firefox/firefoxdocument.h"
#include "model/formats/firefox/sampletimes.h"
#include "model/formats/firefox/stackrows.h"
#include "model/formats/import/filenotes.h"
#include "model/formats/import/valuechecks.h"
#include "model/profile/profilebuilder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace ember::model::firefox {

namespace {

class Assembler {
public:
    Assembler(const ImportFile &file, Document document, ImportLog &log)
        : m_file(file),
          m_document(std::move(document)),
          m_notes("firefox", file.name, log),
          m_limit(m_document.threads.size()),
          m_builder(m_document.startTime > 0 ? TimeOrigin::UnixEpoch : TimeOrigin::ProfileStart)
    {
    }

    Result<ProfilePointer> run() &&
    {
        const auto shared =
            enterStacks(m_document.shared, m_document.shared.strings, m_builder, m_oddPlaces);
        if (!shared)
            return named(shared.error());
        for (const auto &thread : m_document.threads) {
            if (thread.isForCounters && thread.samples["stack"].empty()) {
                processOf(thread.pid, thread.processName);
                continue;
            }
            if (thread.code.stacks.size() == 0) {
                EMBER_RETURN_IF_ERROR(addThread(thread, *shared));
                continue;
            }
            const auto &strings =
                thread.code.strings.empty() ? m_document.shared.strings : thread.code.strings;
            const auto own = enterStacks(thread.code, strings, m_builder, m_oddPlaces);
            if (!own)
                return named(own.error());
            EMBER_RETURN_IF_ERROR(addThread(thread, *own));
        }
        for (auto &counter : m_document.counters)
            addCounter(std::move(counter));
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

    void addFindings();
    Result<void> addThread(const ThreadEntry &entry, const StackRows &stacks);
    ThreadIndex enter(const ThreadEntry &entry);
    void addCounter(CounterEntry entry);
    void addSeries(const CounterEntry &entry, const CounterSeries &series, std::size_t rows);
    ProcessIndex processOf(const std::string &pid, const std::string &name);
    ValueTypeIndex weightOf(const ThreadEntry &entry);
    void addSource();

    void addWeight(ThreadIndex thread, ValueTypeIndex type, double weight)
    {
        m_negative += weight < 0 ? 1U : 0U;
        m_builder.addSampleValue(thread, type, m_values.entered(weight));
    }

    StringIndex stringOrNone(const std::string &text)
    {
        return text.empty() ? StringIndex() : m_builder.string(text);
    }

    // The first sample of all; of counters, where there are no others.
    Nanoseconds firstTime() const
    {
        std::optional<Nanoseconds> first;
        const auto look = [&](const auto &entries, const char *column) {
            for (const auto &entry : entries)
                forEachTime(entry.samples, entry.samples[column].size(), entry.shift,
                            [&](std::size_t, Nanoseconds time) {
                                first = std::min(first.value_or(time), time);
                            });
        };
        look(m_document.threads, "stack");
        if (!first)
            look(m_document.counters, "count");
        return first.value_or(Nanoseconds::max());
    }

    // Of a sample.
    Timestamp at(Nanoseconds time) { return placed(time, m_limit.bounded(time - m_first)); }

    Timestamp placed(Nanoseconds time, Nanoseconds elapsed)
    {
        constexpr double latestStart = 4e12; // 2096: sums of times are to fit
        const auto start =
            m_document.startTime > 0 ? std::min(m_document.startTime, latestStart) : 0;
        m_late += m_document.startTime > latestStart || time >= nanoseconds(latestStart)
                || nanoseconds(start) + m_first > nanoseconds(latestStart)
            ? 1U
            : 0U;
        const auto base = std::min(nanoseconds(start) + m_first, nanoseconds(latestStart));
        return Timestamp(base + elapsed);
    }

    const ImportFile &m_file;
    Document m_document; // whose counters lose their samples as they are entered
    FileNotes m_notes;
    TimeClamp m_limit;
    Nanoseconds m_first = firstTime();
    ProfileBuilder m_builder;
    std::map<std::string, ProcessIndex> m_processes;
    std::map<std::string, ValueTypeIndex> m_weights;
    // By process id, name and unit: how many there are.
    std::map<std::tuple<std::string, std::string, std::string>, std::uint32_t> m_series;
    std::uint64_t m_samples = 0;
    std::uint64_t m_earlier = 0; // samples
    std::uint64_t m_earlierValues = 0; // of counters
    std::uint64_t m_unweighted = 0; // likewise, of threads in which others have a weight
    std::uint64_t m_negative = 0; // weights
    RoundingCounter m_values;
    std::uint64_t m_oddPlaces = 0; // lines and columns
    std::uint64_t m_farValues = 0; // of counters
    std::uint64_t m_late = 0; // times
    std::uint64_t m_oddPids = 0;
};

void Assembler::addFindings()
{
    m_limit.report(m_notes);
    m_notes.warn("firefox-absurd-counters", farMeasurements, m_farValues);
    m_notes.warn("firefox-absurd-start", "times behind the year 2096 are moved to there", m_late);
    if (m_document.counters.empty())
        m_notes.warn("firefox-no-samples", "no thread has samples", m_samples == 0 ? 1 : 0);
    else
        m_notes.note("firefox-no-samples", "there are measurements only: no thread has samples",
                     m_samples == 0 ? 1 : 0);
    m_notes.note("firefox-times-go-back",
                 "a sample is earlier than one of its thread before it; they are put in order",
                 m_earlier);
    m_notes.note("firefox-counter-times-go-back",
                 "a value of a counter is earlier than one before it; they are put in order",
                 m_earlierValues);
    m_notes.warn("firefox-counter-groups",
                 "groups of samples behind the first of their counter are left out",
                 m_document.leftOut.counterGroups);
    m_notes.warn("firefox-missing-weights",
                 "samples have no weight, as others of their thread have", m_unweighted);
    m_notes.warn("firefox-negative-weights", "weights of samples are below 0", m_negative);
    m_values.report(m_notes);
    m_notes.note("firefox-odd-lines",
                 "lines and columns that are below 0, beyond 32 bits or fractions are left out",
                 m_oddPlaces);
    m_notes.note("firefox-odd-pids", oddProcessIdIsName, m_oddPids);
    m_notes.warn("firefox-nested-processes",
                 "processes within those within the profile are left out",
                 m_document.leftOut.processes);
    m_notes.note("firefox-allocations", "samples of allocations are left out",
                 m_document.leftOut.allocations);
    m_notes.note("firefox-markers", "markers are left out", m_document.leftOut.markers);
    m_notes.note("firefox-members", "members are left out: " + nameList(m_document.leftOut.members),
                 m_document.leftOut.members.size());
}

Result<void> Assembler::addThread(const ThreadEntry &entry, const StackRows &stacks)
{
    const auto thread = enter(entry);
    const auto &rows = entry.samples["stack"];
    const auto &weights = entry.samples["weight"];
    const auto times = timesOf(entry);
    if (!rows.empty() && entry.samples["time"].empty() && entry.samples["timeDeltas"].empty())
        m_notes.warn("firefox-no-times",
                     "samples have neither \"time\" nor \"timeDeltas\": all are at the start",
                     rows.size());
    else
        m_notes.warn("firefox-missing-times",
                     "samples without a time are at that of the one before", countUntimed(entry));
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
            addWeight(thread, weightOf(entry), weights[sample]);
        else if (!weights.empty())
            ++m_unweighted;
    }
    m_samples += rows.size();
    return {};
}

ThreadIndex Assembler::enter(const ThreadEntry &entry)
{
    Thread thread;
    thread.process = processOf(entry.pid, entry.processName);
    thread.id = stringOrNone(entry.tid);
    thread.name = stringOrNone(entry.name);
    thread.isMain = entry.isMain;
    return m_builder.addThread(std::move(thread));
}

void Assembler::addCounter(CounterEntry entry)
{
    const auto rows = entry.samples["count"].size();
    for (const auto &series : takeSeries(entry, m_document.cpuTimeUnit))
        addSeries(entry, series, rows);
}

void Assembler::addSeries(const CounterEntry &entry, const CounterSeries &series, std::size_t rows)
{
    // Tables tell series apart by these: of one name, the second is called "name 2".
    auto name = series.name;
    for (auto &count = m_series[{entry.pid, name, series.unit}]; count++ > 0;) {
        name = series.name + ' ' + std::to_string(count);
        if (m_series.try_emplace({entry.pid, name, series.unit}, 1).second)
            break;
    }
    const auto index = m_builder.addMeasurement(
        {processOf(entry.pid, {}), m_builder.string(name), m_builder.string(series.unit), {}});
    const auto add = [&](std::size_t row, Nanoseconds time) {
        if (row >= series.values.size() || std::isnan(series.values[row]))
            return;
        if (TimeClamp::isNear(time - m_first))
            m_builder.addMeasurementValue(index,
                                          {placed(time, time - m_first), series.values[row]});
        else
            ++m_farValues;
    };
    std::uint64_t earlier = 0;
    auto latest = Nanoseconds::min();
    forEachTime(entry.samples, rows, entry.shift, [&](std::size_t, Nanoseconds time) {
        earlier += time < latest ? 1U : 0U;
        latest = std::max(latest, time);
    });
    m_earlierValues += earlier;
    if (earlier == 0) // as they mostly are: nothing of the size of the file is made for them
        return forEachTime(entry.samples, rows, entry.shift, add);
    const auto times = timesOf(entry.samples, rows, entry.shift);
    for (const auto row : byTime(times))
        add(row, times[row]);
}

ProcessIndex Assembler::processOf(const std::string &pid, const std::string &name)
{
    const auto [place, isNew] = m_processes.try_emplace(pid);
    if (isNew) {
        Process process;
        const auto number = parseProcessId(pid);
        const bool isOdd = !number && !pid.empty();
        m_oddPids += isOdd ? 1U : 0U;
        process.pid = number.value_or(0);
        process.name = stringOrNone(name.empty() && isOdd ? pid : name);
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
    // A recording of the developer tools has the raw profile in it.
    if (json.has("meta.preprocessedProfileVersion")
        || (json.has("profile.meta") && json.has("profile.threads")))
        return Confidence::Certain;
    return json.has("meta") && json.has("threads") ? Confidence::Likely
                                                   : start.withoutJsonMembers();
}

Result<std::vector<ProfilePointer>>
FirefoxImporter::readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const
{
    EMBER_ASSIGN_OR_RETURN(auto document, readDocument(file, stop, log));
    EMBER_ASSIGN_OR_RETURN(auto profile, Assembler(file, std::move(document), log).run());
    return std::vector{std::move(profile)};
}

} // namespace ember::model::firefox

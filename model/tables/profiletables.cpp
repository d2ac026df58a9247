// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/profiletables.h"

#include "model/profile/sourceattributes.h"
#include "model/tables/names.h"
#include "model/tables/unixseconds.h"

#include <charconv>
#include <set>

namespace ember::model::tables {

namespace {

constexpr std::int32_t firstSource = 1;

// What belongs to a process stands with the first source that has it.
std::int32_t sourceOf(const Profile &profile, ProcessIndex process)
{
    std::size_t row = 0;
    for (const Source &source : profile.tables().sources) {
        if (process.isValid() && source.process == process)
            return idOf(row);
        ++row;
    }
    return firstSource;
}

std::int64_t toLong(std::uint64_t number)
{
    return static_cast<std::int64_t>(number);
}

// When a file says its profile began, where samples have no times of their own: pprof's.
double startOf(const Profile &profile, const Source &source)
{
    const auto json = findAttribute(profile, source, "time_nanos").value_or("");
    std::int64_t nanoseconds = 0;
    const auto *const end = json.data() + json.size();
    const auto read = std::from_chars(json.data(), end, nanoseconds);
    const bool isKnown = !json.empty() && read.ec == std::errc() && read.ptr == end;
    return isKnown ? secondsOf(nanoseconds) : naReal;
}

void addSource(const Profile &profile, SourceIndex index, ProfileTexts &texts, Tables &tables)
{
    const Source &source = profile.tables().sources[index];
    const auto type = profile.text(source.type);
    appendRow(tables.sources, idOf(index), texts.intern(type.empty() ? "manual" : type),
              texts(source.uri), startOf(profile, source));
    const auto origin = timeOriginNames.at(std::size_t(profile.tables().origin));
    appendRow(tables.sourceDetails, idOf(index), idOf(source.process), texts(source.chunkId),
              toLong(source.bytes), texts.intern(origin), toNs(source.range.start),
              toNs(source.range.end), toLong(source.samples),
              model::tables::toLong(profile.tables().start));
    std::set<StringIndex> known; // the first of equal keys counts, as everywhere
    for (const Attribute &attribute : source.attributes) {
        if (known.insert(attribute.key).second)
            appendRow(tables.sourceAttrs, idOf(index), texts(attribute.key), texts(attribute.json));
    }
}

void addProcess(const Profile &profile, ProcessIndex index, ProfileTexts &texts, Tables &tables)
{
    const Process &process = profile.process(index);
    auto exitCode = naInteger;
    auto exitHow = naText;
    if (process.exit) {
        exitCode = process.exit->code;
        exitHow = texts.intern(process.exit->coreDumped     ? "dumped"
                                   : process.exit->bySignal ? "signalled"
                                                            : "exited");
    }
    appendRow(tables.processes, idOf(index), sourceOf(profile, index), std::int64_t(process.pid),
              idOf(process.parent), texts(process.name), texts(process.command),
              texts(process.executable), texts(process.profilerId), texts(process.platform),
              texts(process.release), texts(process.environment), texts(process.dist),
              texts(process.sdkName), texts(process.sdkVersion),
              model::tables::toLong(process.start), model::tables::toLong(process.end), exitCode,
              exitHow, process.launched ? 1 : 0, texts(process.workingDirectory));
}

std::int64_t priorityOf(const std::optional<std::uint32_t> &priority)
{
    return priority ? std::int64_t(*priority) : naLong;
}

std::int32_t sourceOf(const Profile &profile, ThreadIndex thread)
{
    const auto &samples = profile.samples(thread);
    return samples.isEmpty() ? sourceOf(profile, profile.thread(thread).process)
                             : idOf(samples.source(SampleIndex(0)));
}

void addThread(const Profile &profile, ThreadIndex index, ProfileTexts &texts, Tables &tables)
{
    const Thread &thread = profile.thread(index);
    appendRow(tables.threads, idOf(index), sourceOf(profile, index),
              thread.id.isValid() ? texts(thread.id) : texts.intern(""), texts(thread.name),
              priorityOf(thread.priority), idOf(thread.process),
              model::tables::toLong(thread.start), model::tables::toLong(thread.end),
              thread.isMain ? 1 : 0);
}

void addSeries(const Profile &profile, const Measurement &series, ProfileTexts &texts,
               Tables &tables, std::vector<std::int32_t> &ordinals)
{
    const auto source = sourceOf(profile, series.process);
    const auto add = [&](double seconds, double value, std::int64_t ns) {
        auto &ordinal = ordinals[static_cast<std::size_t>(source)];
        appendRow(tables.measurements, source, texts.intern(profile.text(series.name)),
                  texts.intern(profile.text(series.unit)), ++ordinal, seconds, value, ns,
                  idOf(series.process));
    };
    if (series.values.isEmpty())
        add(naReal, naReal, naLong);
    series.values.forEach([&](std::size_t, const MeasurementValue &value) {
        add(secondsOf(toNs(value.time)), value.value, toNs(value.time));
    });
}

void addStatistics(const CaptureStatistics &statistics, ProfileTexts &texts, Tables &tables)
{
    const auto add = [&](std::string_view key, double value) {
        if (value != 0)
            appendRow(tables.statistics, firstSource, texts.intern(key), value);
    };
    const auto count = [&](std::string_view key, std::uint64_t value) {
        add(key, static_cast<double>(value));
    };
    add("rate_hz", statistics.rateHz);
    count("ticks", statistics.ticks);
    count("missed_ticks", statistics.missedTicks);
    count("suspensions", statistics.suspensions);
    count("reused", statistics.reused);
    count("dropped", statistics.dropped);
    count("native_stacks", statistics.nativeStacks);
    count("roots_reached", statistics.rootsReached);
    add("stop_ns_total", static_cast<double>(statistics.stopTotal.count()));
    add("stop_ns_p50", static_cast<double>(statistics.stopP50.count()));
    add("stop_ns_p99", static_cast<double>(statistics.stopP99.count()));
    for (std::size_t method = 0; method < unwindMethodNames.size(); ++method)
        count(unwindMethodNames.at(method), statistics.framesByMethod.at(method));
}

} // namespace

void addSources(const Profile &profile, ProfileTexts &texts, Tables &tables)
{
    for (std::size_t row = 0; row < profile.tables().sources.size(); ++row)
        addSource(profile, SourceIndex(row), texts, tables);
    if (!profile.tables().sources.isEmpty())
        return;
    appendRow(tables.sources, firstSource, texts.intern("manual"), naText, naReal);
    const auto origin = timeOriginNames.at(std::size_t(profile.tables().origin));
    appendRow(tables.sourceDetails, firstSource, naInteger, naText, naLong, texts.intern(origin),
              naLong, naLong, naLong, model::tables::toLong(profile.tables().start));
}

void addProcesses(const Profile &profile, ProfileTexts &texts, Tables &tables)
{
    for (std::size_t row = 0; row < profile.tables().processes.size(); ++row)
        addProcess(profile, ProcessIndex(row), texts, tables);
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        addThread(profile, ThreadIndex(row), texts, tables);
    profile.tables().threadChanges.forEach([&](std::size_t, const ThreadChange &change) {
        appendRow(tables.threadChanges, idOf(change.thread), toNs(change.time), texts(change.name),
                  priorityOf(change.priority));
    });
}

void addMeasurements(const Profile &profile, ProfileTexts &texts, Tables &tables)
{
    std::vector<std::int32_t> ordinals(rowCount(tables.sources) + 1);
    for (const Measurement &series : profile.tables().measurements)
        addSeries(profile, series, texts, tables, ordinals);
}

void addCapture(const Profile &profile, ProfileTexts &texts, Tables &tables)
{
    const ProfileTables &from = profile.tables();
    for (const CutRoot &root : from.cutRoots)
        appendRow(tables.cutRoots, idOf(profile.stack(root.stack).frame), toLong(root.samples));
    from.tracingSpans.forEach([&](std::size_t, const TracingSpan &span) {
        appendRow(tables.spans, sourceOf(profile, span.process), idOf(span.process),
                  idOf(span.thread), texts(span.name), toNs(span.start), toNs(span.end));
    });
    from.events.forEach([&](std::size_t, const CaptureEvent &event) {
        appendRow(tables.events, firstSource, toNs(event.time),
                  static_cast<std::int32_t>(event.kind), toLong(event.count), texts(event.text));
    });
    from.output.forEach([&](std::size_t, const OutputLine &line) {
        appendRow(tables.output, firstSource, toNs(line.time),
                  line.stream == OutputStream::Error ? 2 : 1, texts(line.text));
    });
    addStatistics(from.statistics, texts, tables);
}

} // namespace ember::model::tables

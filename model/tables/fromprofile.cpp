// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/fromprofile.h"

#include "model/core/text.h"
#include "model/profile/profile.h"
#include "model/tables/profiletexts.h"
#include "model/tables/tablevalues.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace ember::model::tables {

// Adds functions, locations (a row per frame) and binaries.
void addCode(const Profile &profile, ProfileTexts &texts, Tables &tables);

// Adds a row per source; one of the type "manual" for a profile without sources.
void addSources(const Profile &profile, ProfileTexts &texts, Tables &tables);
void addProcesses(const Profile &profile, ProfileTexts &texts, Tables &tables); // and threads
void addMeasurements(const Profile &profile, ProfileTexts &texts, Tables &tables);
// Adds transactions, spans, events, output, statistics.
void addCapture(const Profile &profile, ProfileTexts &texts, Tables &tables);

namespace {

std::int32_t inAppCell(InApp inApp, std::int32_t notSaid)
{
    switch (inApp) {
    case InApp::Unset: return notSaid;
    case InApp::No: return 0;
    case InApp::Yes: return 1;
    }
    return notSaid;
}

class CodeWriter {
public:
    CodeWriter(const Profile &profile, ProfileTexts &texts, Tables &tables)
        : m_profile(profile),
          m_texts(texts),
          m_tables(tables),
          m_isOfR(std::ranges::all_of(
                      profile.tables().sources,
                      [&](const Source &source) { return profile.text(source.type) == "rprof"; })
                  && !profile.tables().sources.isEmpty())
    {
    }

    void write()
    {
        m_profile.tables().functions.forEach([&](std::size_t row, const Function &function) {
            if (!m_profile.text(function.name).empty())
                functionId(FunctionIndex(row), m_texts(function.name));
        });
        m_profile.tables().frames.forEach(
            [&](std::size_t row, const Frame &frame) { writeFrame(idOf(row), frame); });
    }

private:
    // Spells names of R's functions as the package's readers do, which use names that other
    // languages allow, too.
    StringIndex portableName(StringIndex name)
    {
        const auto raw = m_tables.text(name);
        if (!m_isOfR)
            return name;
        std::string portable(raw == "<GC>" ? "gc" : raw);
        std::ranges::replace(portable, '.', '_');
        return m_texts.intern(portable);
    }

    // The name that tables have for the function. A function without a name gets the address of the
    // frame if that has one, so it becomes one function per address.
    StringIndex shownName(const Frame &frame, const Function &function)
    {
        if (!m_profile.text(function.name).empty())
            return m_texts(function.name);
        if (frame.address || frame.pc != 0)
            return m_texts.address(frame.address.value_or(frame.pc));
        if (!m_profile.text(function.file).empty())
            return m_texts(function.file);
        return m_texts.intern(unknownFunction);
    }

    std::int32_t functionId(FunctionIndex index, StringIndex name);
    void writeFrame(std::int32_t id, const Frame &frame);

    const Profile &m_profile;
    ProfileTexts &m_texts;
    Tables &m_tables;
    bool m_isOfR;
    std::map<std::pair<FunctionIndex, StringIndex>, std::int32_t> m_functions; // ids by shown name
};

std::int32_t CodeWriter::functionId(FunctionIndex index, StringIndex name)
{
    auto &rows = m_tables.functions;
    const auto [known, isNew] = m_functions.try_emplace({index, name}, idOf(rowCount(rows)));
    if (!isNew)
        return known->second;
    const Function &function = m_profile.function(index);
    const bool hasRawName = !m_profile.text(function.rawName).empty();
    const bool hasAbsPath = !m_profile.text(function.absPath).empty();
    appendRow(rows, known->second, portableName(name),
              hasRawName ? m_texts(function.rawName) : name,
              m_texts(hasAbsPath ? function.absPath : function.file),
              std::max(0, toInteger(function.startLine)));
    appendRow(m_tables.functionAttrs, known->second, m_texts(function.name),
              m_texts(function.rawName), m_texts(function.module), m_texts(function.package),
              m_texts(function.file), m_texts(function.absPath), toWide(function.startLine));
    return known->second;
}

void CodeWriter::writeFrame(std::int32_t id, const Frame &frame)
{
    const auto function = frame.function.isValid()
        ? functionId(frame.function, shownName(frame, m_profile.function(frame.function)))
        : naInteger;
    appendRow(m_tables.locations, id, function,
              frame.line == 0 ? naInteger : toInteger(frame.line));
    Frame plain;
    plain.function = frame.function;
    plain.line = frame.line;
    if (frame == plain && isNa(toWide(frame.line)))
        return;
    appendRow(m_tables.locationAttrs, id, frame.column == 0 ? naInteger : toInteger(frame.column),
              frame.address ? m_texts.address(*frame.address) : naText, idOf(frame.image),
              naInteger, frame.inlined == Inlined::Yes ? 1 : naInteger, naInteger,
              m_texts(frame.attributes), frame.pc != 0 ? m_texts.address(frame.pc) : naText,
              inAppCell(frame.inApp, naInteger), m_texts(frame.platform),
              frame.inAppOfFile ? inAppCell(*frame.inAppOfFile, inAppNotSaid) : naInteger,
              toWide(frame.line), toWide(frame.column));
}

void writeImage(const Profile &profile, ImageIndex index, ProfileTexts &texts, Tables &tables)
{
    const Image &image = profile.image(index);
    const auto source = idOf(std::size_t(0));
    appendRow(tables.mappings, idOf(index), source, texts.address(image.address),
              texts.address(image.address + image.size), naText, texts(image.codeFile),
              texts(image.codeId), 0, naText, idOf(image.process), texts(image.type),
              texts(image.debugFile), texts(image.debugId), texts.address(image.bias),
              toLong(image.loaded), toLong(image.unloaded),
              static_cast<std::int32_t>(image.symbols));
    std::int32_t ordinal = 0;
    for (const Attribute &attribute : image.attributes)
        appendRow(tables.mappingAttrs, idOf(index), ++ordinal, texts(attribute.key),
                  texts(attribute.json));
}

} // namespace

void addCode(const Profile &profile, ProfileTexts &texts, Tables &tables)
{
    for (std::size_t row = 0; row < profile.tables().images.size(); ++row)
        writeImage(profile, ImageIndex(row), texts, tables);
    CodeWriter(profile, texts, tables).write();
}

namespace {

constexpr std::int32_t firstSource = 1;

// The first source that has the process: things of a process are stored with it.
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

// Returns the profile's start as the file has it (pprof), for profiles whose samples have no time.
double startOf(const Profile &profile, const Source &source)
{
    const auto json = findAttribute(profile, source, "time_nanos").value_or("");
    const auto nanoseconds = toNumber<std::int64_t>(json);
    return nanoseconds ? secondsOf(*nanoseconds) : naReal;
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

void addTracing(const Profile &profile, ProfileTexts &texts, Tables &tables)
{
    profile.tables().transactions.forEach([&](std::size_t row, const Transaction &transaction) {
        appendRow(tables.transactions, idOf(row), sourceOf(profile, transaction.process),
                  idOf(transaction.process), idOf(transaction.thread), texts(transaction.name),
                  texts(transaction.op), texts(transaction.traceId), texts(transaction.spanId),
                  texts(transaction.parent), texts(transaction.status),
                  texts(transaction.profilerId), toNs(transaction.start), toNs(transaction.end),
                  texts(transaction.event));
    });
    profile.tables().tracingSpans.forEach([&](std::size_t, const TracingSpan &span) {
        if (span.isProvisional)
            return;
        appendRow(tables.spans, sourceOf(profile, span.process), idOf(span.process),
                  idOf(span.thread), texts(span.name), toNs(span.start), toNs(span.end),
                  texts(span.op), texts(span.id), texts(span.parent), texts(span.status),
                  idOf(span.transaction));
    });
}

double figureOf(Nanoseconds duration)
{
    return static_cast<double>(duration.count());
}

double figureOf(auto number)
{
    return static_cast<double>(number);
}

void addStatistics(const CaptureStatistics &statistics, ProfileTexts &texts, Tables &tables)
{
    const auto add = [&](std::string_view key, double value) {
        if (value != 0)
            appendRow(tables.statistics, firstSource, texts.intern(key), value);
    };
    std::apply(
        [&](const auto &...figure) {
            (add(figure.first, figureOf(statistics.*figure.second)), ...);
        },
        captureFigures);
    for (std::size_t method = 0; method < unwindMethodNames.size(); ++method)
        add(unwindMethodNames.at(method), figureOf(statistics.framesByMethod.at(method)));
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
    addTracing(profile, texts, tables);
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

Result<Tables> tablesOf(const Profile &profile)
{
    Tables tables;
    ProfileTexts texts(profile, tables);
    appendRow(tables.meta, texts.intern(versionKey), texts.intern(version));
    addSources(profile, texts, tables);
    addProcesses(profile, texts, tables);
    addCode(profile, texts, tables);
    EMBER_RETURN_IF_ERROR(addSamples(profile, texts, tables));
    addMeasurements(profile, texts, tables);
    addCapture(profile, texts, tables);
    return tables;
}

} // namespace ember::model::tables

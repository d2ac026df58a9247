// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/export/losses.h"
#include "model/formats/export/writtenprofiles.h"
#include "model/formats/firefox/firefoxdocument.h"
#include "model/formats/firefox/firefoxformat.h"
#include "model/json/jsontext.h"
#include "model/profile/profile.h"
#include "model/query/summary.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

namespace ember::model::firefox {

namespace {

// Tables of the code in one thread's samples: only what is needed, each once. Callers come before
// their callees.
class ThreadTables {
public:
    using Row = std::uint32_t;

    struct StackRow {
        Row frame = 0;
        std::optional<Row> prefix;
    };

    struct FrameRow {
        Row function = 0;
        std::uint32_t line = 0;
        std::uint32_t column = 0;
    };

    struct FunctionRow {
        Row name = 0; // of strings()
        std::optional<Row> file;
        std::uint32_t line = 0;
    };

    explicit ThreadTables(const Profile &profile) : m_profile(profile) { }

    // Returns the row of the stack and adds what is missing; nullopt for the empty stack.
    std::optional<Row> stack(StackIndex stack);

    const std::vector<StackRow> &stacks() const { return m_stacks; }
    const std::vector<FrameRow> &frames() const { return m_frames; }
    const std::vector<FunctionRow> &functions() const { return m_functions; }
    const std::vector<std::string> &strings() const { return m_strings; }

private:
    Row frame(FrameIndex index);
    Row function(FrameIndex index);
    Row string(std::string text);

    const Profile &m_profile;
    std::vector<StackRow> m_stacks;
    std::vector<FrameRow> m_frames;
    std::vector<FunctionRow> m_functions;
    std::vector<std::string> m_strings;
    std::unordered_map<StackIndex, Row> m_stackRows;
    std::unordered_map<FrameIndex, Row> m_frameRows;
    std::unordered_map<FunctionIndex, Row> m_functionRows;
    std::unordered_map<std::string, Row> m_stringRows;
};

std::optional<ThreadTables::Row> ThreadTables::stack(StackIndex stack)
{
    std::vector<StackIndex> unknown;
    while (stack != emptyStack && !m_stackRows.contains(stack)) {
        unknown.push_back(stack);
        stack = m_profile.stack(stack).parent;
    }
    std::optional<Row> row;
    if (stack != emptyStack)
        row = m_stackRows.at(stack);
    for (; !unknown.empty(); unknown.pop_back()) {
        m_stacks.push_back({frame(m_profile.stack(unknown.back()).frame), row});
        row = static_cast<Row>(m_stacks.size() - 1);
        m_stackRows.emplace(unknown.back(), *row);
    }
    return row;
}

ThreadTables::Row ThreadTables::frame(FrameIndex index)
{
    const auto [place, isNew] = m_frameRows.try_emplace(index, m_frames.size());
    if (isNew) {
        const Frame &frame = m_profile.frame(index);
        m_frames.push_back({function(index), frame.line, frame.column});
    }
    return place->second;
}

// Returns the row of a frame's function. A function without a name is entered once per frame, named
// by its address.
ThreadTables::Row ThreadTables::function(FrameIndex index)
{
    const auto function = m_profile.frame(index).function;
    const bool isNamed =
        function.isValid() && !m_profile.text(m_profile.function(function).name).empty();
    if (isNamed) {
        if (const auto known = m_functionRows.find(function); known != m_functionRows.end())
            return known->second;
    }
    FunctionRow row;
    row.name = string(frameName(m_profile, index));
    if (function.isValid()) {
        const auto &content = m_profile.function(function);
        if (const auto file = content.file.isValid() ? content.file : content.absPath;
            file.isValid())
            row.file = string(std::string(m_profile.text(file)));
        row.line = content.startLine;
    }
    m_functions.push_back(row);
    const auto place = static_cast<Row>(m_functions.size() - 1);
    if (isNamed)
        m_functionRows.emplace(function, place);
    return place;
}

ThreadTables::Row ThreadTables::string(std::string text)
{
    const auto [place, isNew] = m_stringRows.try_emplace(std::move(text), m_strings.size());
    if (isNew)
        m_strings.push_back(place->first);
    return place->second;
}

// Version of the format that is written; the viewer upgrades older ones.
constexpr int processedVersion = 48;
constexpr int geckoVersion = 27;

// Returns the thread under which the viewer shows counters; nullopt if the process has no thread.
std::optional<std::size_t> mainThreadOf(const Profile &profile, ProcessIndex process)
{
    std::optional<std::size_t> first;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const Thread &thread = profile.thread(ThreadIndex(row));
        if (thread.process != process)
            continue;
        if (thread.isMain)
            return row;
        first = first.value_or(row);
    }
    return first;
}

// Returns threads to be added for processes that have counters but no thread: the viewer shows
// counters under a thread.
std::vector<Thread> threadsForCounters(const Profile &profile)
{
    std::vector<Thread> threads;
    for (const Measurement &series : profile.tables().measurements) {
        const auto process = series.process;
        if (series.values.isEmpty() || mainThreadOf(profile, process)
            || std::ranges::find(threads, process, &Thread::process) != threads.end())
            continue;
        threads.emplace_back().process = process;
    }
    return threads;
}

class FirefoxWriter {
public:
    explicit FirefoxWriter(std::span<const ProfilePointer> profiles)
        : m_profiles(profiles),
          m_pids(profiles, 0)
    {
    }

    Result<Export> run(const std::stop_token &stop) &&
    {
        m_json.beginObject();
        writeMeta();
        m_json.key("libs").raw("[]");
        m_json.key("threads").beginArray();
        for (std::size_t place = 0; place < m_profiles.size(); ++place) {
            for (std::size_t row = 0; row < m_profiles[place]->threadCount(); ++row) {
                if (stop.stop_requested())
                    return Error{ErrorCode::Cancelled, {}, {}};
                const ThreadIndex index(row);
                writeThread(place, m_profiles[place]->thread(index), index);
            }
            for (const auto &thread : threadsForCounters(*m_profiles[place]))
                writeThread(place, thread, {});
        }
        m_json.end();
        writeCounters();
        m_json.end();
        Export written;
        written.bytes = m_json.take() + '\n';
        std::vector<Part> held{Part::Times,        Part::Threads,    Part::ThreadIds,
                               Part::MainThreads,  Part::Processes,  Part::ProcessIds,
                               Part::ProcessNames, Part::Lines,      Part::Columns,
                               Part::Files,        Part::StartLines, Part::Measurements};
        if (areDated())
            held.push_back(Part::Dates);
        LossList losses(lossesBeside(held, m_profiles));
        losses.add(Part::ProcessIds, m_pids.changed());
        written.losses = std::move(losses).take();
        return written;
    }

private:
    bool areDated() const;
    void writeMeta();
    // Writes a thread. `place` is the index of its profile in m_profiles. `index` is invalid for a
    // thread added for counters.
    void writeThread(std::size_t place, const Thread &thread, ThreadIndex index);
    void writeOwnMember(const ThreadSamples *samples); // nullptr: a thread added for counters
    void writeIds(std::size_t place, const Thread &thread);
    void writeCounters();
    void writeCounter(std::size_t place, const Measurement &series, std::size_t mainThread);
    void writeSamples(const ThreadSamples &samples, ThreadTables &tables);
    void writeStacks(const ThreadTables &tables);
    void writeFrames(const ThreadTables &tables);
    void writeFunctions(const ThreadTables &tables);

    // Writes a column; `write(row)` writes each cell.
    template<typename Rows, typename Write>
    void column(const char *name, const Rows &rows, Write write)
    {
        m_json.key(name).beginArray();
        for (const auto &row : rows)
            write(row);
        m_json.end();
    }

    template<typename Rows>
    void zeros(const char *name, const Rows &rows)
    {
        column(name, rows, [&](const auto &) { m_json.value(0); });
    }

    template<typename Rows>
    void nulls(const char *name, const Rows &rows)
    {
        column(name, rows, [&](const auto &) { m_json.null(); });
    }

    double milliseconds(Timestamp time) const
    {
        constexpr double nsPerMs = 1e6;
        return static_cast<double>((time - m_start).count()) / nsPerMs;
    }

    // Writes null for 0, which means not known.
    void lineOrNull(std::uint32_t line)
    {
        m_json.valueOrNull(line != 0 ? std::optional(line) : std::nullopt);
    }

    std::span<const ProfilePointer> m_profiles;
    WrittenPids m_pids;
    JsonWriter m_json;
    Timestamp m_start; // origin of the file's times, in whole milliseconds
};

// Whether all profiles are dated: a file has one start for all.
bool FirefoxWriter::areDated() const
{
    return !m_profiles.empty() && std::ranges::all_of(m_profiles, [](const auto &profile) {
        return profile->tables().origin == TimeOrigin::UnixEpoch;
    });
}

void FirefoxWriter::writeMeta()
{
    constexpr std::int64_t nsPerMs = 1'000'000;
    if (areDated()) {
        const auto first = std::ranges::min_element(
            m_profiles, {}, [](const auto &profile) { return profile->timeRange().start; });
        m_start = timestampFromNs(toNs((*first)->timeRange().start) / nsPerMs * nsPerMs);
    }
    const auto period = m_profiles.empty() ? Nanoseconds() : medianPeriod(*m_profiles.front());
    m_json.key("meta").beginObject();
    m_json.key("interval")
        .value(period.count() > 0 ? static_cast<double>(period.count()) / nsPerMs : 1.0);
    m_json.key("startTime").value(static_cast<double>(toNs(m_start) / nsPerMs));
    m_json.key("processType").value(0);
    m_json.key("product").value("Emberchart");
    m_json.key("stackwalk").value(1);
    m_json.key("version").value(geckoVersion);
    m_json.key("preprocessedProfileVersion").value(processedVersion);
    m_json.key("symbolicated").boolean(true);
    m_json.key("markerSchema").raw("[]");
    m_json.key("categories").raw(R"([{"name":"Other","color":"grey","subcategories":["Other"]}])");
    m_json.end();
}

void FirefoxWriter::writeThread(std::size_t place, const Thread &thread, ThreadIndex index)
{
    const auto &profile = *m_profiles[place];
    ThreadTables tables(profile);
    m_json.beginObject();
    writeIds(place, thread);
    writeSamples(index.isValid() ? profile.samples(index) : ThreadSamples(), tables);
    writeStacks(tables);
    writeFrames(tables);
    writeFunctions(tables);
    m_json.key("markers").raw(R"({"data":[],"name":[],"startTime":[],"endTime":[],"phase":[],)"
                              R"("category":[],"length":0})");
    m_json.key("resourceTable").raw(R"({"lib":[],"name":[],"host":[],"type":[],"length":0})");
    m_json.key("nativeSymbols")
        .raw(R"({"address":[],"functionSize":[],"libIndex":[],"name":[],"length":0})");
    m_json.key("stringArray").values(tables.strings());
    writeOwnMember(index.isValid() ? &profile.samples(index) : nullptr);
    m_json.end();
}

// Writes what the format has no member for: that a thread was added for counters, and which idle
// samples are gap marks (isGapMark()).
void FirefoxWriter::writeOwnMember(const ThreadSamples *samples)
{
    const auto gaps = samples ? gapMarks(*samples) : std::vector<std::size_t>();
    if (samples && gaps.empty())
        return;
    m_json.key("emberchart").beginObject();
    if (samples)
        m_json.key("gaps").values(gaps);
    else
        m_json.key("isForCounters").boolean(true);
    m_json.end();
}

void FirefoxWriter::writeIds(std::size_t place, const Thread &thread)
{
    const auto &profile = *m_profiles[place];
    const bool hasProcess = thread.process.isValid();
    m_json.key("processType").value("default");
    if (hasProcess && profile.process(thread.process).name.isValid())
        m_json.key("processName").value(profile.text(profile.process(thread.process).name));
    m_json.key("processStartupTime").value(0);
    m_json.key("processShutdownTime").null();
    m_json.key("registerTime").value(0);
    m_json.key("unregisterTime").null();
    m_json.key("pausedRanges").raw("[]");
    m_json.key("name").value(profile.text(thread.name));
    m_json.key("isMainThread").boolean(thread.isMain);
    m_json.key("pid").value(std::string_view(std::to_string(m_pids.pid(place, thread.process))));
    m_json.key("tid").value(profile.text(thread.id));
}

void FirefoxWriter::writeSamples(const ThreadSamples &samples, ThreadTables &tables)
{
    m_json.key("samples").beginObject();
    m_json.key("stack").beginArray();
    samples.stacks.forEach(
        [&](std::size_t, StackIndex stack) { m_json.valueOrNull(tables.stack(stack)); });
    m_json.end();
    m_json.key("time").beginArray();
    samples.times.forEach([&](std::size_t, Timestamp time) { m_json.value(milliseconds(time)); });
    m_json.end();
    m_json.key("weight").null();
    m_json.key("weightType").value("samples");
    m_json.key("length").value(samples.size());
    m_json.end();
}

void FirefoxWriter::writeCounters()
{
    m_json.key("counters").beginArray();
    std::size_t before = 0; // number of threads in the profiles before
    for (std::size_t place = 0; place < m_profiles.size(); ++place) {
        const auto &profile = *m_profiles[place];
        const auto made = threadsForCounters(profile);
        const auto threadOf = [&](ProcessIndex process) {
            const auto own = std::ranges::find(made, process, &Thread::process) - made.begin();
            return mainThreadOf(profile, process)
                .value_or(profile.threadCount() + static_cast<std::size_t>(own));
        };
        for (const Measurement &series : profile.tables().measurements) {
            if (!series.values.isEmpty())
                writeCounter(place, series, before + threadOf(series.process));
        }
        before += profile.threadCount() + made.size();
    }
    m_json.end();
}

void FirefoxWriter::writeCounter(std::size_t place, const Measurement &series,
                                 std::size_t mainThread)
{
    const auto &profile = *m_profiles[place];
    const auto unit = profile.text(series.unit);
    const auto category = categoryOf(series, profile.text(series.name), unit);
    m_json.beginObject();
    m_json.key("name").value(profile.text(series.name));
    m_json.key("category").value(category);
    m_json.key("description").value(std::string_view());
    m_json.key("pid").value(std::string_view(std::to_string(m_pids.pid(place, series.process))));
    m_json.key("mainThreadIndex").value(mainThread);
    m_json.key("samples").beginObject();
    m_json.key("time").beginArray();
    series.values.forEach([&](std::size_t, const MeasurementValue &value) {
        m_json.value(milliseconds(value.time));
    });
    m_json.end();
    m_json.key("count").beginArray();
    double last = 0;
    series.values.forEach([&](std::size_t, const MeasurementValue &value) {
        m_json.value(category == memoryCategory ? value.value - last : value.value);
        last = value.value;
    });
    m_json.end();
    m_json.key("length").value(series.values.size());
    m_json.end();
    m_json.key("emberchart").beginObject();
    m_json.key("unit").value(unit);
    m_json.end();
    m_json.end();
}

void FirefoxWriter::writeStacks(const ThreadTables &tables)
{
    const auto &rows = tables.stacks();
    m_json.key("stackTable").beginObject();
    column("frame", rows, [&](const auto &row) { m_json.value(row.frame); });
    column("prefix", rows, [&](const auto &row) { m_json.valueOrNull(row.prefix); });
    zeros("category", rows);
    zeros("subcategory", rows);
    m_json.key("length").value(rows.size());
    m_json.end();
}

void FirefoxWriter::writeFrames(const ThreadTables &tables)
{
    const auto &rows = tables.frames();
    m_json.key("frameTable").beginObject();
    column("address", rows, [&](const auto &) { m_json.value(-1); }); // there are no libraries
    zeros("inlineDepth", rows);
    zeros("category", rows);
    zeros("subcategory", rows);
    column("func", rows, [&](const auto &row) { m_json.value(row.function); });
    for (const char *name : {"nativeSymbol", "innerWindowID", "implementation"})
        nulls(name, rows);
    column("line", rows, [&](const auto &row) { lineOrNull(row.line); });
    column("column", rows, [&](const auto &row) { lineOrNull(row.column); });
    m_json.key("length").value(rows.size());
    m_json.end();
}

void FirefoxWriter::writeFunctions(const ThreadTables &tables)
{
    const auto &rows = tables.functions();
    m_json.key("funcTable").beginObject();
    for (const char *name : {"isJS", "relevantForJS"})
        column(name, rows, [&](const auto &) { m_json.boolean(false); });
    column("name", rows, [&](const auto &row) { m_json.value(row.name); });
    column("resource", rows, [&](const auto &) { m_json.value(-1); });
    column("fileName", rows, [&](const auto &row) { m_json.valueOrNull(row.file); });
    column("lineNumber", rows, [&](const auto &row) { lineOrNull(row.line); });
    nulls("columnNumber", rows);
    m_json.key("length").value(rows.size());
    m_json.end();
}

} // namespace

Result<Export> writeProfiles(std::span<const ProfilePointer> profiles, const ExportOptions &options)
{
    return FirefoxWriter(profiles).run(options.stop);
}

} // namespace ember::model::firefox

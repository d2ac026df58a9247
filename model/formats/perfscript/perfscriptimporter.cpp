// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/memorybudget.h"
#include "model/core/text.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/import/importsession.h"
#include "model/formats/perfscript/oncpu.h"
#include "model/formats/perfscript/perflines.h"
#include "model/formats/perfscript/perfscriptformat.h"
#include "model/formats/perfscript/switches.h"
#include "model/profile/profilebuilder.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ember::model::perfscript {

namespace {

enum class PerfFinding : std::uint8_t {
    TimesGoBack,
    InvalidProcessIds,
    UnknownThreads,
    Records,
    Switches,
    InvalidTimes,
    InvalidPeriods,
    Count,
};

using PerfFindings = FindingCounts<PerfFinding>;

constexpr PerfFindings::Table perfFindings{{
    {"perfscript-times-go-back", Severity::Note,
     "a sample is earlier than one of its thread before it; they are put in order"},
    {"perfscript-odd-ids", Severity::Warning, invalidProcessId},
    {"perfscript-unknown-threads", Severity::Note,
     "samples of threads that perf has no id of (-1): they are one thread without an id, or one of "
     "each process"},
    {"perfscript-records", Severity::Note,
     "lines of PERF_RECORD_ (maps, names and ends of threads) are left out: they are no samples"},
    {"perfscript-switches", Severity::Note,
     "switches tell when threads ran and waited; each begins a sample more, and the number of "
     "samples includes these"},
    {"perfscript-odd-times", Severity::Warning,
     "samples whose time is below 0 or beyond 64 bits are left out"},
    {"perfscript-odd-periods", Severity::Warning,
     "periods beyond 2^64 are left out, their samples are there"},
}};

// Enters threads, frames and events of perf's lines into a profile, each once. The text of the
// lines, the session and the findings must outlive it.
class PerfRows {
public:
    PerfRows(ImportSession &session, PerfFindings &found)
        : m_session(session),
          m_builder(session.builder()),
          m_found(found)
    {
    }

    // A new name of a thread. Before its first change, its first name is listed, too.
    struct Naming {
        ThreadIndex thread;
        Nanoseconds time; // perf's clock
        StringIndex name;
    };

    // Returns the frames of a stack, leaf first.
    std::vector<FrameIndex> frames(const std::vector<FrameLine> &lines);
    // Returns the thread of a sample, identified by its ids. If exec or the thread itself changed
    // the name, the last one counts.
    ThreadIndex thread(const SampleLine &sample);
    const std::vector<Naming> &namings() const { return m_namings; }
    // Returns the type of value for the periods of an event.
    ValueTypeIndex valueType(std::string_view event);

    std::size_t threads() const { return m_threads.size(); }
    std::size_t valueTypes() const { return m_types.size(); }

private:
    struct KnownThread {
        ThreadIndex index;
        Nanoseconds start = {};
        bool isRenamed = false;
    };

    FrameIndex frame(const FrameLine &line);
    ImageIndex image(std::string_view path);
    ProcessIndex process(std::string_view pid, std::string_view command);
    StringIndex string(std::string_view text) { return m_session.string(text); }

    ImportSession &m_session;
    ProfileBuilder &m_builder;
    PerfFindings &m_found;
    std::map<std::string_view, ProcessIndex> m_processes;
    std::map<std::pair<std::string_view, std::string_view>, KnownThread> m_threads;
    std::vector<Naming> m_namings;
    std::map<std::string_view, ImageIndex> m_images;
    std::map<std::string_view, ValueTypeIndex> m_types;
};

std::vector<FrameIndex> PerfRows::frames(const std::vector<FrameLine> &lines)
{
    std::vector<FrameIndex> leafFirst(lines.size());
    std::string_view binary;
    for (auto place = lines.size(); place-- > 0;) {
        auto line = lines[place];
        if (line.isInlined)
            line.binary = binary;
        binary = line.binary;
        leafFirst[place] = frame(line);
    }
    return leafFirst;
}

FrameIndex PerfRows::frame(const FrameLine &line)
{
    Frame frame;
    frame.pc = line.address;
    frame.inlined = line.isInlined ? Inlined::Yes : Inlined::No;
    if (!line.binary.empty())
        frame.image = image(line.binary);
    if (line.symbol.empty() && !line.isUnknown) {
        frame.address = line.address;
    } else {
        // The binary's load address is not known, so the address would not help to identify the
        // frame in another run.
        Function function;
        function.name = string(line.isUnknown ? unknownSymbol : line.symbol);
        function.package = m_session.stringOrNone(line.binary);
        function.file = m_session.stringOrNone(line.file);
        frame.line = line.line;
        frame.function = m_builder.function(function);
    }
    return m_builder.frame(frame);
}

// Returns the image of a binary. Its address is not known: perf prints addresses within the binary,
// or of the process, but no load address.
ImageIndex PerfRows::image(std::string_view path)
{
    const auto [place, isNew] = m_images.try_emplace(path);
    if (isNew) {
        Image image;
        image.codeFile = string(path);
        place->second = m_builder.addImage(std::move(image));
    }
    return place->second;
}

ProcessIndex PerfRows::process(std::string_view pid, std::string_view command)
{
    const auto [place, isNew] = m_processes.try_emplace(pid);
    if (isNew) {
        Process process;
        const auto number = parseProcessId(pid);
        m_found[PerfFinding::InvalidProcessIds] +=
            number || pid.empty() || pid == unknownId ? 0U : 1U;
        process.pid = number.value_or(0);
        process.name = string(command);
        place->second = m_builder.addProcess(process);
    }
    return place->second;
}

ThreadIndex PerfRows::thread(const SampleLine &sample)
{
    const auto [place, isNew] = m_threads.try_emplace({sample.pid, sample.tid});
    auto &known = place->second;
    const auto time = sample.time.value_or(Nanoseconds(0));
    const auto name = string(sample.command);
    const bool isUnknown = sample.tid == unknownId;
    m_found[PerfFinding::UnknownThreads] += isUnknown ? 1U : 0U;
    if (isNew) {
        Thread thread;
        thread.process = process(sample.pid, sample.command);
        if (!isUnknown)
            thread.id = string(sample.tid);
        thread.isMain = !sample.pid.empty() && sample.pid == sample.tid && !isUnknown;
        thread.name = name;
        known = {m_builder.addThread(std::move(thread)), time, false};
    }
    const auto before = m_builder.tables().threads[known.index].name;
    if (before != name) {
        if (!std::exchange(known.isRenamed, true))
            m_namings.push_back({known.index, known.start, before});
        m_namings.push_back({known.index, time, name});
        m_builder.thread(known.index).name = name;
    }
    return known.index;
}

ValueTypeIndex PerfRows::valueType(std::string_view event)
{
    const auto [place, isNew] = m_types.try_emplace(event);
    if (isNew) {
        const bool isTime = countedOnCpu(event) == CountedOnCpu::Clock;
        place->second = m_builder.addValueType(
            {string(event), m_builder.string(isTime ? "nanoseconds" : "count")});
    }
    return place->second;
}

// Tells the system calls in which threads were blocked, by the kernel's function on their stacks:
// "__x64_sys_futex". Its table of stacks must outlive it.
class BlockedCalls {
public:
    explicit BlockedCalls(const ProfileTables &tables) : m_tables(tables) { }

    SystemCall of(StackIndex stack);

private:
    SystemCall named(StringIndex function);

    const ProfileTables &m_tables;
    std::map<StackIndex, SystemCall> m_known;
    std::map<StringIndex, SystemCall> m_named; // by the function's name
};

SystemCall BlockedCalls::of(StackIndex stack)
{
    const auto [place, isNew] = m_known.try_emplace(stack, noSystemCall);
    for (; isNew && stack != emptyStack && place->second == noSystemCall;
         stack = m_tables.stacks[stack].parent) {
        const Frame &frame = m_tables.frames[m_tables.stacks[stack].frame];
        if (frame.function.isValid())
            place->second = named(m_tables.functions[frame.function].name);
    }
    return place->second;
}

// The part before the name is the architecture's: "__x64", "__arm64".
SystemCall BlockedCalls::named(StringIndex function)
{
    constexpr std::string_view before = "_sys_";
    constexpr std::uint16_t mostCalls = 512; // numbers that names are known of
    const auto [known, isNew] = m_named.try_emplace(function, noSystemCall);
    const std::string_view text = m_tables.strings[function];
    const auto place = text.find(before);
    if (!isNew || !text.starts_with("__") || place == std::string_view::npos)
        return known->second;
    const auto name = text.substr(place + before.size());
    for (std::uint16_t number = 0; number < mostCalls && !name.empty(); ++number) {
        if (systemCallName(SystemCall(number)) == name) {
            known->second = SystemCall(number);
            break;
        }
    }
    return known->second;
}

class PerfScriptReader {
public:
    PerfScriptReader(const ImportFile &file, const std::stop_token &stop, ImportLog &log)
        : m_layout(layoutOf(file.bytes.view()).value_or(Layout::Timed)),
          m_session("perfscript", file, stop, log,
                    m_layout == Layout::Timed ? TimeOrigin::ProfileStart : TimeOrigin::None)
    {
        if (m_layout != Layout::Timed) {
            m_count =
                m_builder.addValueType({m_builder.string("samples"), m_builder.string("count")});
            m_builder.setMainValue(m_count);
        }
    }

    Result<ProfilePointer> run() &&
    {
        auto text = m_session.text();
        while (!text.empty()) {
            if (m_session.isStopped())
                return m_session.cancelled();
            ++m_line;
            const auto line = takeLine(text);
            const bool isLast = text.empty() && !m_session.text().ends_with('\n');
            const bool isBehindBlank = m_before == Before::Blank;
            if (auto outcome = readLine(line); !outcome) {
                const bool isCut =
                    isLast && (!m_sample || !isBehindBlank || mayBeStartOfSample(line));
                auto error = outcome.error();
                if (isCut)
                    error.code = ErrorCode::Truncated;
                if (!isCut || !m_sample)
                    return error;
                m_cutStart = isBehindBlank ? m_line : 0;
            }
            if (m_rows.threads() > m_session.maxThreads())
                return m_session.error(ErrorCode::FileTooBig,
                                       "perf script, line " + std::to_string(m_line)
                                           + ": more threads than a file of this size may have");
        }
        addFindings();
        endSample();
        chooseTimeLine();
        EMBER_RETURN_IF_ERROR(checkEvents());
        addSamples();
        m_found.report(perfFindings, m_notes);
        noteEvents();
        std::vector<Attribute> attributes;
        if ((!m_read.empty() || !m_switches.empty()) && m_layout == Layout::Timed)
            attributes.push_back({m_builder.string("clock_start_ns"),
                                  m_builder.string(std::to_string(m_start.count()))});
        return std::move(m_session).finish(m_added, {}, std::move(attributes));
    }

private:
    Error error(const char *expected) const
    {
        return m_session.error(ErrorCode::SyntaxError,
                               "perf script, line " + std::to_string(m_line) + ": expected "
                                   + expected);
    }

    Result<void> readLine(std::string_view line);
    std::optional<SampleLine> sampleIn(std::string_view line) const;
    bool mayBeginSample(std::string_view line, bool isBehindBlank) const;
    bool mayBeStartOfSample(std::string_view line) const;

    // The kind of the line before; comments do not count.
    enum class Before : std::uint8_t { Blank, Frame, Other };

    struct Event {
        CountedOnCpu counted = CountedOnCpu::Nothing;
        std::uint64_t samples = 0;
        std::uint64_t periods = 0; // samples that have one
        // Its samples last; those of other events take no time.
        bool isTimeLine = true;
        bool isOfSwitches = false; // each sample is a switch of its thread
    };

    using Events = std::map<std::string_view, Event>;

    // A sample as it is read; its time in the profile is known when all are read.
    struct ReadSample {
        Nanoseconds time;
        std::size_t line; // of the file
        ThreadIndex thread;
        StackIndex stack;
        ValueTypeIndex type; // invalid: no value
        std::uint64_t period = 0;
        const Events::value_type *event = nullptr;
        std::optional<Switch> change; // that was sampled

        bool isOfTimeLine() const { return event->second.isTimeLine; }
    };

    // A switch that was recorded, but not sampled.
    struct ReadSwitch {
        Nanoseconds time;
        std::size_t line;
        ThreadIndex thread;
        Switch change;
    };

    // Samples of one thread, sorted by time, and how long it ran on if it left its CPU.
    struct ThreadRead {
        std::span<const ReadSample> samples;
        std::span<const std::optional<Nanoseconds>> ran;
    };

    // Counts and skips what profiles do not hold: records other than samples, and samples with an
    // invalid time.
    void skip(PerfFinding kind)
    {
        ++m_found[kind];
        m_isSkipping = true;
    }

    void addFindings();
    void chooseTimeLine();
    std::string eventNames(bool areOfTimeLine) const;
    void noteEvents();
    void readRecord(std::string_view line);
    void beginSample(const SampleLine &sample);
    void endSample();
    Result<void> checkEvents() const;
    std::vector<std::optional<Nanoseconds>> durationsOnCpu() const;
    void sortSamples();
    void addSamples();
    void addSamplesOf(const ThreadRead &thread, TimeClamp &limit);
    void addSample(const ReadSample &read, Timestamp time,
                   const std::optional<SampleDetail> &detail = {});
    bool isIdle(ThreadIndex thread) const;
    void addStatesOf(ThreadIndex thread, const ThreadRead &read,
                     std::span<const ReadSwitch> switches, TimeClamp &limit);
    void addNamings(TimeClamp &limit);

    Layout m_layout;
    ImportSession m_session;
    const FileNotes &m_notes = m_session.notes();
    ProfileBuilder &m_builder = m_session.builder();
    PerfFindings m_found;
    PerfRows m_rows{m_session, m_found};
    ValueTypeIndex m_count; // counts samples; used if they have no time
    std::size_t m_line = 0;
    std::size_t m_cutStart = 0; // number of the file's last line, if it only begins a sample
    Before m_before = Before::Blank;
    bool m_isSkipping = false; // the last item is left out with its frames
    bool m_hasBlanks = false; // there are empty lines between samples
    std::set<std::string, std::less<>>
        m_bareEvents; // their samples have no stack, and no empty line
    std::optional<SampleLine> m_sample;
    std::size_t m_sampleLine = 0; // where m_sample begins
    std::vector<FrameLine> m_frames; // of m_sample, leaf first
    Events m_events; // by name
    RoundingCounter m_values; // periods
    // For m_sample: its frame is in its first line; no lines of frames follow.
    bool m_hasFrameBehindEvent = false;
    std::vector<ReadSample> m_read;
    std::vector<ReadSwitch> m_switches;
    BlockedCalls m_calls{m_builder.tables()};
    std::uint64_t m_added = 0; // samples
    // Time of the first sample or switch; the profile counts from there.
    Nanoseconds m_start = Nanoseconds::max();
};

Result<void> PerfScriptReader::readLine(std::string_view line)
{
    if (isPassedOver(line)) {
        const bool isBlank = trimmed(line).empty();
        if (isBlank)
            m_before = Before::Blank;
        else if (m_before == Before::Frame)
            m_before = Before::Other;
        m_hasBlanks = m_hasBlanks || (isBlank && !m_frames.empty());
        m_isSkipping = m_isSkipping && m_before != Before::Blank;
        return {};
    }
    const auto before = std::exchange(m_before, Before::Other);
    const bool isFirst = before == Before::Blank;
    const bool isBehindFrame = before == Before::Frame;
    if (isRecordLine(line)) {
        readRecord(line);
        // Otherwise more frames of the sample may follow the record line.
        if (isFirst || m_hasFrameBehindEvent)
            endSample();
        if (isBehindFrame && m_sample)
            m_before = Before::Frame;
        return {};
    }
    auto sample = mayBeginSample(line, isFirst) ? sampleIn(line) : std::nullopt;
    const auto source = isBehindFrame && !sample ? parseSourceLine(line) : std::nullopt;
    if (source) {
        m_frames.back().file = source->file;
        m_frames.back().line = source->line;
        if (source->offset && m_frames.back().isUnknown) {
            m_frames.back().address = *source->offset;
            m_frames.back().isUnknown = false;
        }
        return {};
    }
    const auto frame = !sample && isFrame(line) ? parseFrameLine(line) : std::nullopt;
    if (frame && isFirst && m_layout == Layout::FramesOnly)
        beginSample({});
    if (frame && m_sample) {
        m_frames.push_back(*frame);
        m_before = Before::Frame;
        return {};
    }
    if (!sample && !isFirst)
        sample = sampleIn(line);
    if (!sample && m_layout == Layout::Timed && hasInvalidTime(line)) {
        skip(PerfFinding::InvalidTimes);
        endSample();
        return {};
    }
    if (!sample && m_isSkipping && isFrame(line))
        return {};
    if (!sample)
        return error(m_sample ? "\"address symbol+0x0 (binary)\" or a sample's first line"
                              : "\"command pid time: period event:\"");
    if (before == Before::Other && m_sample && m_frames.empty())
        m_bareEvents.emplace(m_sample->event);
    beginSample(*sample);
    return {};
}

// Takes a switch of a thread, and leaves out all other records. What perf has no id of may be
// several threads, and the idle tasks are one of each CPU.
void PerfScriptReader::readRecord(std::string_view line)
{
    const auto read = m_layout == Layout::Timed ? parseSwitchLine(line) : std::nullopt;
    if (!read || read->thread.tid == unknownId) {
        skip(PerfFinding::Records);
        return;
    }
    m_isSkipping = true;
    if (read->thread.tid == idleId)
        return;
    ++m_found[PerfFinding::Switches];
    m_start = std::min(m_start, *read->thread.time);
    m_switches.push_back({*read->thread.time, m_line, m_rows.thread(read->thread), read->change});
}

// Whether a line begins a sample rather than being a frame ("dd" also parses as an address).
// Samples without stacks have no empty lines between them; padding decides there. With times that
// is safe; without, an event's name might look like a frame.
bool PerfScriptReader::mayBeginSample(std::string_view line, bool isBehindBlank) const
{
    return isBehindBlank
        || (mayBePadded(line) && (m_layout == Layout::Timed || m_hasFrameBehindEvent));
}

// Whether the line may be the first line of a sample that was cut: within the command's name, which
// the kernel limits, or so that some end makes it valid.
bool PerfScriptReader::mayBeStartOfSample(std::string_view line) const
{
    constexpr std::size_t longestCommand = 15;
    constexpr std::array timedEnds{"1 1.0:", " 1.0:", "1.0:", "0:", "0] 1.0:"};
    constexpr std::array untimedEnds{"1 c:", " c:", "c:", "0] c:"};
    const auto isWholeWith = [&](const char *end) {
        const auto whole = std::string(line) + end;
        return sampleIn(whole).has_value();
    };
    switch (m_layout) {
    case Layout::FramesOnly: return parseFrameLine(line).has_value();
    case Layout::Timed:
        return trimmed(line).size() <= longestCommand
            || std::ranges::any_of(timedEnds, isWholeWith);
    case Layout::Untimed:
        return trimmed(line).size() <= longestCommand
            || std::ranges::any_of(untimedEnds, isWholeWith);
    }
    return false;
}

std::optional<SampleLine> PerfScriptReader::sampleIn(std::string_view line) const
{
    if (m_layout == Layout::FramesOnly)
        return std::nullopt;
    return m_layout == Layout::Timed ? parseSampleLine(line) : parseUntimedLine(line);
}

void PerfScriptReader::beginSample(const SampleLine &sample)
{
    endSample();
    m_isSkipping = false;
    m_found[PerfFinding::InvalidPeriods] += sample.hasInvalidPeriod ? 1U : 0U;
    m_sample = sample;
    m_sampleLine = m_line;
    const auto frame = frameBehindEvent(sample);
    m_hasFrameBehindEvent = frame.has_value();
    if (frame)
        m_frames.push_back(*frame);
    m_before = frame ? Before::Frame : Before::Other;
}

// Reports a file that was cut: perf ends each line, and puts an empty line after a sample with a
// stack.
void PerfScriptReader::addFindings()
{
    const bool isInLine = !m_session.text().empty() && !m_session.text().ends_with('\n');
    const bool isInStack = m_hasBlanks && m_before != Before::Blank && m_sample
        && !(m_frames.empty() && m_bareEvents.contains(m_sample->event));
    if (m_cutStart > 0) {
        const auto detail = "line " + std::to_string(m_cutStart)
            + ": the file ends within the first line of a sample, which is left out: it was cut";
        m_notes.warn("perfscript-cut", detail);
        return;
    }
    m_notes.note("perfscript-cut",
                 "there is no line end or no empty line behind the last sample, which perf puts "
                 "there",
                 isInLine || isInStack ? 1 : 0);
}

// Chooses the event whose samples make the time line: the one that tells best how long threads ran,
// the first of the file among equals. Samples of several events are taken at the same time, so of
// all together no time would be right. Clocks or cycles that differ in their modifier or PMU are
// one: a thread is in user or kernel code, and on one kind of CPU.
void PerfScriptReader::chooseTimeLine()
{
    if (m_read.empty() || m_layout != Layout::Timed)
        return;
    const auto best = std::ranges::max_element(
        m_read, {}, [](const ReadSample &read) { return read.event->second.counted; });
    const auto [name, chosen] = *best->event;
    for (auto &[other, event] : m_events)
        event.isTimeLine = other == name
            || (chosen.counted != CountedOnCpu::Nothing && plainEvent(other) == plainEvent(name));
    // An event whose samples have no periods is weighed by their number.
    for (ReadSample &read : m_read) {
        if (read.isOfTimeLine() || read.event->second.periods > 0)
            continue;
        read.type = m_rows.valueType(read.event->first);
        read.period = 1;
    }
}

// Returns the names of events, with their numbers of samples.
std::string PerfScriptReader::eventNames(bool areOfTimeLine) const
{
    constexpr std::size_t longest = 200;
    std::string names;
    for (const auto &[name, event] : m_events) {
        if (event.isTimeLine != areOfTimeLine || (event.isOfSwitches && !m_switches.empty()))
            continue;
        if (names.size() > longest)
            break;
        names += names.empty() ? "" : ", ";
        names += validUtf8(name.substr(0, longest)) + " (" + std::to_string(event.samples) + ")";
    }
    return names;
}

// Reports several events, and which of them the times are of.
void PerfScriptReader::noteEvents()
{
    const auto others = eventNames(false);
    const auto areSwitches = !m_switches.empty()
        ? std::ranges::count_if(m_events,
                                [](const auto &event) { return event.second.isOfSwitches; })
        : 0;
    if (std::ssize(m_events) - areSwitches < 2)
        return;
    std::string detail = (m_layout == Layout::Timed ? "times are those of the samples of "
                                                    : "counts are those of the samples of ")
        + eventNames(true);
    if (!others.empty())
        detail += "; samples of " + others
            + " take no time: they are counted, and have values of their own, which can be chosen "
              "as weight";
    m_notes.note("perfscript-several-events", detail);
}

void PerfScriptReader::endSample()
{
    if (!m_sample)
        return;
    const auto time = m_sample->time.value_or(Nanoseconds(0));
    m_start = std::min(m_start, time);
    const auto [event, isNew] = m_events.try_emplace(m_sample->event);
    const auto change = switchOf(*m_sample);
    if (isNew) {
        event->second.counted = countedOnCpu(m_sample->event);
        event->second.isOfSwitches = change.has_value();
    }
    ++event->second.samples;
    event->second.periods += m_sample->period ? 1U : 0U;
    m_read.push_back({time, m_sampleLine, m_rows.thread(*m_sample),
                      m_builder.stackFromLeafFirst(m_rows.frames(m_frames)),
                      m_sample->period ? m_rows.valueType(m_sample->event) : ValueTypeIndex(),
                      m_sample->period.value_or(0), &*event, change});
    m_frames.clear();
    m_sample.reset();
}

// Limits the memory for events: the values of an event take a place for each sample of a thread,
// though a sample has one event only.
Result<void> PerfScriptReader::checkEvents() const
{
    constexpr std::uint64_t columnMemory = 1'000;
    std::map<ThreadIndex, std::uint64_t> samples;
    std::set<std::pair<ThreadIndex, ValueTypeIndex>> columns;
    for (const ReadSample &read : m_read) {
        ++samples[read.thread];
        if (read.type.isValid())
            columns.emplace(read.thread, read.type);
    }
    for (const ReadSwitch &read : m_switches)
        ++samples[read.thread];
    std::uint64_t bytes = 0;
    for (const auto &[thread, type] : columns)
        bytes += columnMemory + samples[thread] * sizeof(double);
    if (bytes <= m_session.most(1))
        return {};
    return m_session.tooMany("perf script: " + std::to_string(m_rows.valueTypes()) + " events");
}

// Returns by sample how long its thread ran on, where it left its CPU before its next sample.
std::vector<std::optional<Nanoseconds>> PerfScriptReader::durationsOnCpu() const
{
    std::vector<std::optional<Nanoseconds>> durations(m_read.size());
    if (m_layout != Layout::Timed)
        return durations;
    OnCpu threads;
    for (const ReadSample &read : m_read) {
        if (read.isOfTimeLine())
            threads.add(read.thread.row(), read.time - m_start, read.event->second.counted,
                        read.period);
    }
    const auto ran = threads.durations();
    auto next = ran.begin();
    for (std::size_t row = 0; row < m_read.size(); ++row) {
        if (m_read[row].isOfTimeLine())
            durations[row] = *next++;
    }
    return durations;
}

// Sorts the samples and switches by thread and time, and counts the samples that go back.
void PerfScriptReader::sortSamples()
{
    std::vector<Nanoseconds> latest(m_builder.tables().threads.size(), Nanoseconds::min());
    for (const ReadSample &read : m_read) {
        auto &before = latest[read.thread.row()];
        m_found[PerfFinding::TimesGoBack] += read.time < before ? 1U : 0U;
        before = std::max(before, read.time);
    }
    const auto place = [](const auto &read) { return std::pair(read.thread, read.time); };
    std::ranges::stable_sort(m_read, {}, place);
    std::ranges::stable_sort(m_switches, {}, place);
}

void PerfScriptReader::addSamples()
{
    TimeClamp limit(m_rows.threads());
    sortSamples();
    const auto durations = durationsOnCpu();
    std::size_t row = 0;
    std::size_t change = 0;
    for (std::size_t thread = 0; thread < m_rows.threads(); ++thread) {
        const auto isOfThread = [&](const auto &read) { return read.thread.row() == thread; };
        const auto firstRow = row;
        while (row < m_read.size() && isOfThread(m_read[row]))
            ++row;
        const auto firstChange = change;
        while (change < m_switches.size() && isOfThread(m_switches[change]))
            ++change;
        const ThreadRead read{std::span(m_read).subspan(firstRow, row - firstRow),
                              std::span(durations).subspan(firstRow, row - firstRow)};
        const auto switches = std::span(m_switches).subspan(firstChange, change - firstChange);
        const ThreadIndex index(thread);
        const bool isOne = m_builder.tables().threads[index].id.isValid(); // and not several
        if (!m_switches.empty() && isOne && !isIdle(index))
            addStatesOf(index, read, switches, limit);
        else if (!read.samples.empty())
            addSamplesOf(read, limit);
    }
    addNamings(limit);
    m_values.report(m_notes);
    limit.report(m_notes);
}

// Whether the thread stands for the idle tasks of all CPUs.
bool PerfScriptReader::isIdle(ThreadIndex thread) const
{
    const auto id = m_builder.tables().threads[thread].id;
    return id.isValid() && m_builder.tables().strings[id] == idleId;
}

// Adds what a thread did, by its switches and samples.
void PerfScriptReader::addStatesOf(ThreadIndex thread, const ThreadRead &read,
                                   std::span<const ReadSwitch> switches, TimeClamp &limit)
{
    const auto &samples = read.samples;
    std::vector<ThreadMoment> moments;
    moments.reserve(samples.size() + switches.size());
    Nanoseconds tail{};
    auto change = switches.begin();
    for (std::size_t row = 0; row < samples.size(); ++row) {
        const ReadSample &sample = samples[row];
        for (; change != switches.end()
             && std::pair(change->time, change->line) < std::pair(sample.time, sample.line);
             ++change)
            moments.push_back({change->time, change->change, {}, emptyStack});
        moments.push_back({sample.time, sample.change, row, sample.stack, sample.isOfTimeLine()});
        if (sample.isOfTimeLine())
            tail = read.ran[row].value_or(Nanoseconds(0));
    }
    for (; change != switches.end(); ++change)
        moments.push_back({change->time, change->change, {}, emptyStack});
    StateRow before{};
    for (const StateRow &row : stateRows(moments, tail)) {
        const auto ran =
            before.state == ThreadState::Running ? row.time - before.time : Nanoseconds(0);
        SampleDetail detail;
        detail.cpuNs = static_cast<std::uint32_t>(
            std::min<std::int64_t>(ran.count(), std::numeric_limits<std::uint32_t>::max()));
        detail.state = row.state;
        if (row.state == ThreadState::Blocked && row.sample)
            detail.call = m_calls.of(row.stack);
        before = row;
        const Timestamp time(limit.bounded(row.time - m_start));
        if (row.sample) {
            addSample(samples[*row.sample], time, detail);
            continue;
        }
        const bool isEnd = row.state == ThreadState::Unknown;
        m_builder.addSample(thread, {time, row.stack, detail, isEnd ? noSource : SourceIndex(0)});
        m_added += isEnd ? 0U : 1U;
    }
}

// Adds the samples of a thread. A sample of another event than the time line's would end the one in
// whose time it was taken. So it stands at the end of that, where it takes no time.
//
//   read:   A----p---------A----------|        q
//   added:  A--------------pA---------|        q|      |: gap mark
void PerfScriptReader::addSamplesOf(const ThreadRead &thread, TimeClamp &limit)
{
    const auto &samples = thread.samples;
    const ThreadIndex index = samples.front().thread;
    constexpr Nanoseconds none = Nanoseconds::max();
    Nanoseconds end = Nanoseconds::min(); // of the time line's sample before
    Nanoseconds gap = none; // when a mark is due, unless a sample was taken then
    const auto stamp = [&](Nanoseconds time) { return Timestamp(limit.bounded(time - m_start)); };
    // Where switches tell the CPU time of threads, idle tasks are given none.
    const auto detail =
        !m_switches.empty() && isIdle(index) ? std::optional(SampleDetail()) : std::nullopt;
    const auto addGapBefore = [&](Nanoseconds time) {
        if (gap < time)
            m_builder.addSample(index, {stamp(gap), emptyStack, detail, noSource});
        gap = none;
    };
    for (std::size_t row = 0; row < samples.size(); ++row) {
        const ReadSample &read = samples[row];
        const auto time = read.isOfTimeLine() ? read.time : std::max(read.time, end);
        addGapBefore(time);
        addSample(read, stamp(time), detail);
        if (!read.isOfTimeLine()) {
            gap = time;
            continue;
        }
        const auto behind = samples.subspan(row + 1);
        const auto next = std::ranges::find_if(behind, &ReadSample::isOfTimeLine);
        const bool isLast = next == behind.end();
        if (thread.ran[row] || (isLast && !behind.empty()))
            gap = read.time + thread.ran[row].value_or(Nanoseconds(0));
        end = gap == none && !isLast ? next->time : gap;
    }
    addGapBefore(none);
}

void PerfScriptReader::addSample(const ReadSample &read, Timestamp time,
                                 const std::optional<SampleDetail> &detail)
{
    ++m_added;
    m_builder.addSample(read.thread, {time, read.stack, detail});
    if (m_count.isValid())
        m_builder.addSampleValue(read.thread, m_count, 1);
    if (read.type.isValid())
        m_builder.addSampleValue(read.thread, read.type, m_values.entered(read.period));
}

// Adds changes of names. A thread has its last name; the model keeps the earlier ones with their
// times.
void PerfScriptReader::addNamings(TimeClamp &limit)
{
    std::set<ThreadIndex> threads;
    for (const auto &naming : m_rows.namings()) {
        threads.insert(naming.thread);
        if (m_layout == Layout::Timed)
            m_builder.addThreadChange({naming.thread,
                                       Timestamp(limit.bounded(naming.time - m_start)), naming.name,
                                       std::nullopt});
    }
    m_notes.note("perfscript-renamed-threads",
                 "a thread changed its command while it was recorded: it is shown by its last one",
                 threads.size());
}

Confidence sniff(const FileStart &start)
{
    auto text = start.bytes();
    bool isBehindComment = false;
    while (!text.empty()) {
        const auto line = takeLine(text);
        isBehindComment = isBehindComment || line.starts_with('#');
        if (isPassedOver(line))
            continue;
        const auto sample = parseSampleLine(line);
        if (!sample && text.empty() && isBehindComment) // the line may be cut
            break;
        if (!sample)
            return layoutOf(start.bytes()) ? Confidence::Likely : Confidence::No;
        return sample->event.empty() ? Confidence::Maybe : Confidence::Certain;
    }
    return isBehindComment ? Confidence::Undecided : Confidence::No;
}

Result<std::vector<ProfilePointer>> readFile(const ImportFile &file, const std::stop_token &stop,
                                             ImportLog &log)
{
    return single(PerfScriptReader(file, stop, log).run());
}

} // namespace

constinit const FileFormat format{
    .name = "perfscript",
    .tool = "perf",
    .sniff = sniff,
    .read = readFile,
};

} // namespace ember::model::perfscript

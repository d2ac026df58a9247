// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/perfscript/perfscriptimporter.h"

#include "model/core/memorybudget.h"
#include "model/core/validutf8.h"
#include "model/formats/perfscript/perflines.h"
#include "model/formats/textlines.h"
#include "model/formats/timelimit.h"
#include "model/profile/profilebuilder.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace ember::model::perfscript {

namespace {

bool isPassedOver(std::string_view line)
{
    return trimmed(line).empty() || line.starts_with('#');
}

bool isFrame(std::string_view line)
{
    return line.starts_with(' ') || line.starts_with('\t');
}

// What perf was asked to print: its first sample tells.
enum class Layout : std::uint8_t {
    Timed,
    Timeless, // no time
    FramesOnly, // stacks, with empty lines between them
};

// Of a sample that has no stack of its own lines.
std::optional<FrameLine> frameBehindEvent(const SampleLine &sample)
{
    const auto frame = parseFrameLine(sample.rest);
    return sample.rest.ends_with(')') ? frame : std::nullopt;
}

bool isFrameWithBinary(std::string_view line)
{
    return isFrame(line) && parseFrameLine(line) && trimmed(line).ends_with(')');
}

// Names of threads are padded with blanks in front; before frames stands a tab.
bool mayBePadded(std::string_view line)
{
    return line.starts_with(' ');
}

// Nothing: it is other text. What has no time is only known by the frames behind it.
std::optional<Layout> layoutOf(std::string_view text)
{
    while (!text.empty()) {
        const auto line = takeLine(text);
        if (isPassedOver(line))
            continue;
        if (parseSampleLine(line))
            return Layout::Timed;
        const auto sample = parseTimelessLine(line);
        const bool hasOwnFrame = sample && frameBehindEvent(*sample);
        if (isFrameWithBinary(line) && !(hasOwnFrame && mayBePadded(line)))
            return Layout::FramesOnly;
        const bool hasFrame = hasOwnFrame || (sample && isFrameWithBinary(takeLine(text)));
        return hasFrame ? std::optional(Layout::Timeless) : std::nullopt;
    }
    return std::nullopt;
}

class PerfScriptReader {
public:
    PerfScriptReader(const ImportFile &file, ImportLog &log, const std::stop_token &stop)
        : m_file(file),
          m_log(log),
          m_stop(stop),
          m_layout(layoutOf(file.bytes.view()).value_or(Layout::Timed)),
          m_builder(m_layout == Layout::Timed ? TimeOrigin::ProfileStart : TimeOrigin::None)
    {
        if (m_layout != Layout::Timed) {
            m_count =
                m_builder.addValueType({m_builder.string("samples"), m_builder.string("count")});
            m_builder.setMainValue(m_count);
        }
    }

    Result<ProfilePointer> run() &&
    {
        auto text = m_file.bytes.view();
        while (!text.empty()) {
            if (m_stop.stop_requested())
                return Error{ErrorCode::Cancelled, m_file.name, {}};
            ++m_line;
            EMBER_RETURN_IF_ERROR(readLine(takeLine(text)));
            if (m_threads.size() > mostWithinBudget(threadMemory, m_file.bytes.size()))
                return Error{ErrorCode::FileTooBig, m_file.name,
                             "perf script, line " + std::to_string(m_line)
                                 + ": more threads than a file of this size may have"};
        }
        endSample();
        EMBER_RETURN_IF_ERROR(checkEvents());
        addSamples();
        addSource();
        return m_builder.snapshot();
    }

private:
    Error error(const char *expected) const
    {
        return {ErrorCode::SyntaxError, m_file.name,
                "perf script, line " + std::to_string(m_line) + ": expected " + expected};
    }

    Result<void> readLine(std::string_view line);
    std::optional<SampleLine> sampleIn(std::string_view line) const;
    bool mayBeginSample(std::string_view line, bool isBehindBlank) const;

    // Its place on the time axis is known when all are read.
    struct ReadSample {
        Nanoseconds time;
        ThreadIndex thread;
        StackIndex stack;
        ValueTypeIndex type; // invalid: no period
        std::uint64_t period = 0;
    };

    void beginSample(const SampleLine &sample);
    void endSample();
    Result<void> checkEvents() const;
    void addSamples();
    FrameIndex frameOf(const FrameLine &line);
    ImageIndex imageOf(std::string_view path);
    ThreadIndex threadOf(const SampleLine &sample);
    ProcessIndex processOf(std::string_view pid, std::string_view command);
    ValueTypeIndex typeOf(std::string_view event);
    void addSource();

    StringIndex string(std::string_view text) { return m_builder.string(validUtf8(text)); }

    const ImportFile &m_file;
    ImportLog &m_log;
    const std::stop_token &m_stop;
    Layout m_layout;
    ProfileBuilder m_builder;
    ValueTypeIndex m_count; // of samples, where they have no time
    std::size_t m_line = 0;
    bool m_isBehindBlank = true;
    std::optional<SampleLine> m_sample;
    std::vector<FrameIndex> m_frames; // of m_sample, leaf first
    bool m_hasFrameBehindEvent = false; // m_sample: no lines of frames follow
    std::vector<ReadSample> m_read;
    Nanoseconds m_start = Nanoseconds::max(); // of the first sample; the profile counts from there
    std::map<std::string_view, ProcessIndex> m_processes;
    std::map<std::pair<std::string_view, std::string_view>, ThreadIndex> m_threads;
    std::map<std::string_view, ImageIndex> m_images;
    std::map<std::string_view, ValueTypeIndex> m_types;
};

Result<void> PerfScriptReader::readLine(std::string_view line)
{
    if (isPassedOver(line)) {
        m_isBehindBlank = m_isBehindBlank || trimmed(line).empty();
        return {};
    }
    const bool isFirst = std::exchange(m_isBehindBlank, false);
    auto sample = mayBeginSample(line, isFirst) ? sampleIn(line) : std::nullopt;
    const auto frame = !sample && isFrame(line) ? parseFrameLine(line) : std::nullopt;
    if (frame && isFirst && m_layout == Layout::FramesOnly)
        beginSample({});
    if (frame && m_sample) {
        m_frames.push_back(frameOf(*frame));
        return {};
    }
    if (!sample && !isFirst)
        sample = sampleIn(line);
    if (!sample)
        return error(m_sample ? "\"address symbol+0x0 (binary)\" or a sample's first line"
                              : "\"command pid time: period event:\"");
    beginSample(*sample);
    return {};
}

// Rather than be a frame: "dd" is a number to those who want one. Without stacks there are no empty
// lines between samples. A time is in no frame's place; without times an event's name might be.
bool PerfScriptReader::mayBeginSample(std::string_view line, bool isBehindBlank) const
{
    return isBehindBlank
        || (mayBePadded(line) && (m_layout == Layout::Timed || m_hasFrameBehindEvent));
}

std::optional<SampleLine> PerfScriptReader::sampleIn(std::string_view line) const
{
    if (m_layout == Layout::FramesOnly)
        return std::nullopt;
    return m_layout == Layout::Timed ? parseSampleLine(line) : parseTimelessLine(line);
}

void PerfScriptReader::beginSample(const SampleLine &sample)
{
    endSample();
    m_sample = sample;
    const auto frame = frameBehindEvent(sample);
    m_hasFrameBehindEvent = frame.has_value();
    if (frame)
        m_frames.push_back(frameOf(*frame));
}

void PerfScriptReader::endSample()
{
    if (!m_sample)
        return;
    const auto time = m_sample->time.value_or(Nanoseconds(0));
    m_start = std::min(m_start, time);
    m_read.push_back({time, threadOf(*m_sample), m_builder.stackFromLeafFirst(m_frames),
                      m_sample->period ? typeOf(m_sample->event) : ValueTypeIndex(),
                      m_sample->period.value_or(0)});
    m_frames.clear();
    m_sample.reset();
}

// The values of an event are a column with a place for each sample of a thread, which has but one.
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
    std::uint64_t bytes = 0;
    for (const auto &[thread, type] : columns)
        bytes += columnMemory + samples[thread] * sizeof(double);
    if (bytes <= memoryBudget(m_file.bytes.size()))
        return {};
    return Error{ErrorCode::FileTooBig, m_file.name,
                 "perf script: " + std::to_string(m_types.size())
                     + " events are more than a file of this size may have"};
}

void PerfScriptReader::addSamples()
{
    TimeLimit limit(m_threads.size());
    for (const ReadSample &read : m_read) {
        m_builder.addSample(read.thread,
                            {Timestamp(limit.bounded(read.time - m_start)), read.stack, {}});
        if (m_count.isValid())
            m_builder.addSampleValue(read.thread, m_count, 1);
        if (read.type.isValid())
            m_builder.addSampleValue(read.thread, read.type, static_cast<double>(read.period));
    }
    limit.report("perfscript-absurd-times", "perfscript", m_file.name, m_log);
}

FrameIndex PerfScriptReader::frameOf(const FrameLine &line)
{
    Frame frame;
    frame.pc = line.address;
    if (!line.binary.empty())
        frame.image = imageOf(line.binary);
    if (line.symbol.empty()) {
        frame.address = line.address;
    } else {
        Function function;
        function.name = string(line.symbol);
        if (!line.binary.empty())
            function.package = string(line.binary);
        frame.function = m_builder.function(function);
    }
    return m_builder.frame(frame);
}

// perf prints addresses within the binary, or of the process, but not where a binary lay.
ImageIndex PerfScriptReader::imageOf(std::string_view path)
{
    const auto [place, isNew] = m_images.try_emplace(path);
    if (isNew) {
        Image image;
        image.codeFile = string(path);
        place->second = m_builder.addImage(std::move(image));
    }
    return place->second;
}

ProcessIndex PerfScriptReader::processOf(std::string_view pid, std::string_view command)
{
    const auto [place, isNew] = m_processes.try_emplace(pid);
    if (isNew) {
        Process process;
        process.pid = static_cast<std::uint32_t>(parseUnsigned(pid).value_or(0));
        process.name = string(command);
        place->second = m_builder.addProcess(process);
    }
    return place->second;
}

// A thread is its id; where exec or the thread itself changed the name, the last one counts.
ThreadIndex PerfScriptReader::threadOf(const SampleLine &sample)
{
    const auto [place, isNew] = m_threads.try_emplace({sample.pid, sample.tid});
    if (isNew) {
        Thread thread;
        thread.process = processOf(sample.pid, sample.command);
        thread.id = string(sample.tid);
        thread.isMain = !sample.pid.empty() && sample.pid == sample.tid;
        place->second = m_builder.addThread(std::move(thread));
    }
    const auto name = string(sample.command);
    if (m_builder.tables().threads[place->second].name != name)
        m_builder.thread(place->second).name = name;
    return place->second;
}

ValueTypeIndex PerfScriptReader::typeOf(std::string_view event)
{
    const auto [place, isNew] = m_types.try_emplace(event);
    if (isNew) {
        const auto base = event.substr(0, event.find(':'));
        const bool isTime = base == "cpu-clock" || base == "task-clock";
        place->second = m_builder.addValueType(
            {string(event), m_builder.string(isTime ? "nanoseconds" : "count")});
    }
    return place->second;
}

void PerfScriptReader::addSource()
{
    Source source;
    source.type = m_builder.string("perfscript");
    source.uri = string(m_file.name);
    source.samples = m_read.size();
    source.bytes = m_file.bytes.size();
    if (!m_read.empty() && m_layout == Layout::Timed)
        source.attributes.push_back({m_builder.string("clock_start_ns"),
                                     m_builder.string(std::to_string(m_start.count()))});
    m_builder.addSource(std::move(source));
}

} // namespace

Confidence PerfScriptImporter::sniff(const FileStart &start) const
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

Result<std::vector<ProfilePointer>> PerfScriptImporter::readFile(const ImportFile &file,
                                                                 const std::stop_token &stop,
                                                                 ImportLog &log) const
{
    EMBER_ASSIGN_OR_RETURN(auto profile, PerfScriptReader(file, log, stop).run());
    return std::vector{std::move(profile)};
}

} // namespace ember::model::perfscript

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/perfscript/perfscriptimporter.h"

#include "model/core/memorybudget.h"
#include "model/core/text.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/import/filenotes.h"
#include "model/formats/import/valuechecks.h"
#include "model/formats/perfscript/perflayout.h"
#include "model/formats/perfscript/perflines.h"
#include "model/formats/perfscript/perfrows.h"
#include "model/formats/perfscript/perfskipped.h"
#include "model/profile/profilebuilder.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace ember::model::perfscript {

namespace {

class PerfScriptReader {
public:
    PerfScriptReader(const ImportFile &file, ImportLog &log, const std::stop_token &stop)
        : m_file(file),
          m_notes("perfscript", file.name, log),
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
            const auto line = takeLine(text);
            const bool isLast = text.empty() && !m_file.bytes.view().ends_with('\n');
            const bool isBehindBlank = m_isBehindBlank;
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
            if (m_rows.threads() > mostWithinBudget(threadMemory, m_file.bytes.size()))
                return Error{ErrorCode::FileTooBig, m_file.name,
                             "perf script, line " + std::to_string(m_line)
                                 + ": more threads than a file of this size may have"};
        }
        addFindings();
        endSample();
        EMBER_RETURN_IF_ERROR(checkEvents());
        addSamples();
        m_notes.note("perfscript-times-go-back",
                     "a sample is earlier than one of its thread before it; they are put in order",
                     m_earlier);
        m_rows.report(m_notes);
        m_leftOut.report(m_notes);
        noteEvents();
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
    bool mayBeStartOfSample(std::string_view line) const;

    // Its place on the time axis is known when all are read.
    struct ReadSample {
        Nanoseconds time;
        ThreadIndex thread;
        StackIndex stack;
        ValueTypeIndex type; // invalid: no period
        std::uint64_t period = 0;
    };

    void addFindings();
    void noteEvents();
    void beginSample(const SampleLine &sample);
    void endSample();
    Result<void> checkEvents() const;
    void addSamples();
    void addNamings(TimeClamp &limit);
    void addSource();

    const ImportFile &m_file;
    FileNotes m_notes;
    const std::stop_token &m_stop;
    Layout m_layout;
    ProfileBuilder m_builder;
    PerfRows m_rows{m_builder};
    ValueTypeIndex m_count; // of samples, where they have no time
    std::size_t m_line = 0;
    std::size_t m_cutStart = 0; // the file's last line, if it only begins a sample
    bool m_isBehindBlank = true;
    bool m_isBehindFrame = false;
    bool m_hasBlanks = false; // between samples
    std::uint64_t m_earlier = 0; // samples of a thread before the one before them
    std::optional<SampleLine> m_sample;
    std::vector<FrameLine> m_frames; // of m_sample, leaf first
    std::map<std::string_view, std::uint64_t> m_events; // samples of each
    std::uint64_t m_withoutPeriod = 0; // samples of an event
    RoundingCounter m_values; // periods
    Skipped m_leftOut{m_layout};
    bool m_hasFrameBehindEvent = false; // m_sample: no lines of frames follow
    std::vector<ReadSample> m_read;
    Nanoseconds m_start = Nanoseconds::max(); // of the first sample; the profile counts from there
};

Result<void> PerfScriptReader::readLine(std::string_view line)
{
    if (isPassedOver(line)) {
        m_isBehindBlank = m_isBehindBlank || trimmed(line).empty();
        m_isBehindFrame = false;
        m_hasBlanks = m_hasBlanks || (trimmed(line).empty() && !m_frames.empty());
        if (m_isBehindBlank)
            m_leftOut.end();
        return {};
    }
    const bool isFirst = std::exchange(m_isBehindBlank, false);
    const bool isBehindFrame = std::exchange(m_isBehindFrame, false);
    if (isRecordLine(line) && m_leftOut.begins(line)) {
        if (isFirst || m_hasFrameBehindEvent) // else the stack goes on behind it
            endSample();
        m_isBehindFrame = isBehindFrame && m_sample;
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
        m_isBehindFrame = true;
        return {};
    }
    if (!sample && !isFirst)
        sample = sampleIn(line);
    if (!sample && m_leftOut.begins(line)) {
        endSample();
        return {};
    }
    if (!sample && m_leftOut.goesOn(line))
        return {};
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

// Whether a sample's first line may have been cut to this: within the command's name, which the
// kernel keeps short, or so that an end of ours makes it whole.
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
    m_leftOut.end();
    if (sample.hasOddPeriod)
        m_leftOut.addOddPeriod();
    m_sample = sample;
    if (!sample.event.empty()) {
        ++m_events[sample.event];
        m_withoutPeriod += sample.period ? 0U : 1U;
    }
    const auto frame = frameBehindEvent(sample);
    m_hasFrameBehindEvent = frame.has_value();
    if (frame)
        m_frames.push_back(*frame);
    m_isBehindFrame = frame.has_value();
}

// perf ends each line, and a sample with a stack with an empty one.
void PerfScriptReader::addFindings()
{
    const bool isInLine = m_file.bytes.size() > 0 && !m_file.bytes.view().ends_with('\n');
    const bool isInStack = m_hasBlanks && !m_isBehindBlank && m_sample;
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

// Stacks of several events are one thread's: what is counted, of all, and what has a time, too.
void PerfScriptReader::noteEvents()
{
    if (m_events.size() < 2)
        return;
    constexpr std::size_t longest = 200;
    std::string names;
    for (const auto &[event, samples] : m_events) {
        if (names.size() > longest)
            break;
        names += names.empty() ? "" : ", ";
        names += validUtf8(event.substr(0, longest)) + " (" + std::to_string(samples) + ")";
    }
    const auto detail = "times and counts are those of the samples of "
        + std::to_string(m_events.size()) + " events together: " + names
        + (m_withoutPeriod == 0 ? "; the periods of each are a value of its own"
                                : "; some have no period and cannot be told apart");
    m_notes.note("perfscript-several-events", detail);
}

void PerfScriptReader::endSample()
{
    if (!m_sample)
        return;
    const auto time = m_sample->time.value_or(Nanoseconds(0));
    m_start = std::min(m_start, time);
    m_read.push_back({time, m_rows.thread(*m_sample),
                      m_builder.stackFromLeafFirst(m_rows.frames(m_frames)),
                      m_sample->period ? m_rows.valueType(m_sample->event) : ValueTypeIndex(),
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
                 "perf script: " + std::to_string(m_rows.valueTypes())
                     + " events are more than a file of this size may have"};
}

void PerfScriptReader::addSamples()
{
    TimeClamp limit(m_rows.threads());
    std::vector<Nanoseconds> latest(m_builder.tables().threads.size(), Nanoseconds::min());
    for (const ReadSample &read : m_read) {
        auto &before = latest[read.thread.row()];
        m_earlier += read.time < before ? 1U : 0U;
        before = std::max(before, read.time);
        m_builder.addSample(read.thread,
                            {Timestamp(limit.bounded(read.time - m_start)), read.stack, {}});
        if (m_count.isValid())
            m_builder.addSampleValue(read.thread, m_count, 1);
        if (read.type.isValid())
            m_builder.addSampleValue(read.thread, read.type, m_values.entered(read.period));
    }
    addNamings(limit);
    m_values.report(m_notes);
    limit.report(m_notes);
}

// Only the last name is a thread's own; the model has the others by their times.
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

void PerfScriptReader::addSource()
{
    Source source;
    source.type = m_builder.string("perfscript");
    source.uri = m_builder.string(validUtf8(m_file.name));
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

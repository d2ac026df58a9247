// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/profilefeed.h"

#include "model/core/text.h"
#include "model/formats/capturelog/logsymbols.h"
#include "model/formats/capturelog/recordcodec.h"
#include "model/profile/pauses.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace ember::model::capturelog {

StringIndex TracingFeed::text(const std::string &bytes)
{
    return bytes.empty() ? StringIndex() : m_builder.string(validUtf8(bytes));
}

StringIndex TracingFeed::textOfId(std::uint64_t id)
{
    return id == 0 ? StringIndex() : m_builder.string(hexDigits(id, 16));
}

void TracingFeed::take(const SpanRecord &span)
{
    TracingSpan row;
    row.process = m_programs.processIndex(span.process);
    row.thread = m_programs.thread(span.thread);
    row.name = m_builder.string(validUtf8(span.name));
    row.start = span.start;
    row.end = std::max(span.start, span.end);
    row.op = text(span.op);
    row.id = textOfId(span.id);
    row.parent = textOfId(span.parent);
    row.status = text(span.status);
    const TransactionKey key(row.process, span.transaction);
    if (const auto known = m_known.find(key); known != m_known.end())
        row.transaction = known->second;
    if (span.transaction == 0 || row.transaction.isValid() || m_heldCount >= heldLimit) {
        m_builder.addTracingSpan(row);
        return;
    }
    m_held[key].spans.push_back(row);
    ++m_heldCount;
}

void TracingFeed::take(const TransactionRecord &transaction)
{
    Transaction row;
    row.process = m_programs.processIndex(transaction.process);
    row.thread = m_programs.thread(transaction.thread);
    row.name = m_builder.string(validUtf8(transaction.name));
    row.op = text(transaction.op);
    row.traceId = m_builder.string(hexDigits(transaction.traceHigh, 16)
                                   + hexDigits(transaction.traceLow, 16));
    row.spanId = textOfId(transaction.id);
    row.status = text(transaction.status);
    row.start = transaction.start;
    row.end = std::max(transaction.start, transaction.end);
    const auto index = m_builder.addTransaction(row);
    const TransactionKey key(row.process, transaction.id);
    m_known.try_emplace(key, index);
    const auto held = m_held.extract(key);
    if (!held)
        return;
    m_heldCount -= held.mapped().spans.size();
    for (auto &span : held.mapped().spans) {
        span.transaction = index;
        m_builder.addTracingSpan(span);
    }
}

void TracingFeed::finish()
{
    for (const auto &[key, held] : m_held) {
        for (const auto &span : held.spans)
            m_builder.addTracingSpan(span);
    }
    m_held.clear();
    m_heldCount = 0;
}

bool TracingFeed::showHeld()
{
    bool isAny = false;
    for (auto &[key, held] : m_held) {
        for (; held.shown < held.due; ++held.shown) {
            auto span = held.spans[held.shown];
            if (!span.id.isValid()) // its row could not be told from the final one
                continue;
            span.isProvisional = true;
            m_builder.addTracingSpan(span);
            isAny = true;
        }
        held.due = held.spans.size();
    }
    m_hasProvisional |= isAny;
    return isAny;
}

void OutputAssembler::add(const OutputRecord &piece)
{
    auto &open = line(piece.stream);
    std::string_view rest = piece.bytes;
    while (!rest.empty()) {
        if (open.bytes.empty())
            open.time = piece.time;
        const auto newline = rest.find('\n');
        const auto length = std::min({newline, rest.size(), longestLine - open.bytes.size()});
        open.bytes.append(rest.substr(0, length));
        rest.remove_prefix(length);
        if (length == newline)
            rest.remove_prefix(1);
        if (length == newline || open.bytes.size() >= longestLine)
            end(piece.stream);
    }
}

void OutputAssembler::end(OutputStream stream)
{
    auto &open = line(stream);
    m_builder.addOutput({open.time, stream, m_builder.string(validUtf8(open.bytes))});
    open.bytes.clear();
}

void OutputAssembler::finish()
{
    for (const auto stream : {OutputStream::Standard, OutputStream::Error}) {
        if (!line(stream).bytes.empty())
            end(stream);
    }
}

namespace {

// The reason of a failed capture; empty if the capture ended as it was told to.
std::string cutBecause(const EndRecord &end)
{
    if (end.reason != EndReason::Failed)
        return {};
    return end.text.empty() ? "the recorder failed" : validUtf8(end.text);
}

// CLOCK_MONOTONIC at `time`. Wraps instead of overflowing: damaged files may have any times.
Nanoseconds monotonicAt(const SegmentRecord &segment, Timestamp time)
{
    const auto elapsed = static_cast<std::uint64_t>((time - segment.start).count());
    const auto atStart = static_cast<std::uint64_t>(segment.monotonic.count());
    return Nanoseconds(static_cast<std::int64_t>(atStart + elapsed));
}

} // namespace

ProfileFeed::ProfileFeed(std::string name, ProfileBuilder &builder, const ReadOptions &options)
    : m_name(std::move(name)),
      m_builder(builder),
      m_names(options.resolver),
      m_stacks(builder, m_names, options.inApp),
      m_programs(builder, m_stacks, options),
      m_samples(builder, m_programs, m_stacks, options),
      m_tracing(builder, m_programs),
      m_output(builder)
{
}

RecordOutcome ProfileFeed::take(const RawRecord &record)
{
    if (!m_segment && record.type != RecordType::Segment)
        return RecordOutcome::Malformed;
    ByteReader from(record.payload);
    const bool isSound = takeRecord(record.type, from);
    return isSound && !from.hasFailed() ? RecordOutcome::Taken : RecordOutcome::Malformed;
}

bool ProfileFeed::takeRecord(RecordType type, ByteReader &from)
{
    using enum RecordType;
    switch (type) {
    case Segment: use(decodeSegment(from), from); break;
    case Process: use<ProcessRecord>(from); break;
    case ProcessEnd: use<ProcessEndRecord>(from); break;
    case Thread: use<ThreadRecord>(from); break;
    case ThreadChange: use<ThreadChangeRecord>(from); break;
    case ThreadEnd: use<ThreadEndRecord>(from); break;
    case Image: use<ImageRecord>(from); break;
    case ImageUnload: use<ImageUnloadRecord>(from); break;
    case Event: use<EventRecord>(from); break;
    case Output: use<OutputRecord>(from); break;
    case Series: use<SeriesRecord>(from); break;
    case Value: use<ValueRecord>(from); break;
    case Span: use<SpanRecord>(from); break;
    case Transaction: use<TransactionRecord>(from); break;
    case View: takeView(from); break;
    case Symbols: use(decodeSymbols(from), from); break;
    case End: use<EndRecord>(from); break;
    case Scripts:
    case Frames:
    case Stacks:
    case Calls:
    case Ticks: return !m_segmentIsWhole || takeTables(type, from);
    case SegmentEnd: // for readers that look for segments
    case Bookmark: break; // not part of the profile: see appendrecords.h
    }
    return true; // other types come from newer minor versions
}

bool ProfileFeed::takeTables(RecordType type, ByteReader &from)
{
    if (type == RecordType::Ticks)
        return m_samples.take(from);
    if (type == RecordType::Scripts)
        m_stacks.takeScripts(from);
    else if (type == RecordType::Frames)
        m_stacks.takeFrames(from);
    else if (type == RecordType::Calls)
        m_samples.takeCalls(from);
    else
        m_stacks.takeStacks(from, monotonicAt(*m_segment, lastTime()));
    return true;
}

// Takes a view. The profile does not depend on it, so an unreadable one is ignored without further
// loss.
void ProfileFeed::takeView(ByteReader from)
{
    auto view = decode<KeptView>(from, m_segment->start);
    if (!from.hasFailed()) {
        if (view.filters.size() > mostKeptWords && !m_log.countAgain("ember-view-filters"))
            m_log.add({"ember-view-filters", "capture-log", Severity::Warning, m_name,
                       "of the filters that were kept with it, only the first hundred are used"});
        view.filters.resize(std::min(view.filters.size(), mostKeptWords));
        m_view = std::move(view);
    } else if (!m_log.countAgain("ember-view"))
        m_log.add({"ember-view", "capture-log", Severity::Warning, m_name,
                   "filters, range and threads that were kept with it cannot be read"});
}

void ProfileFeed::take(const SegmentRecord &segment)
{
    const bool isFirst = !m_segment;
    m_segment = segment;
    m_segmentIsWhole = true;
    m_samples.startSegment(segment);
    m_stacks.startSegment();
    if (!isFirst)
        return;
    m_start = segment.start;
    m_builder.statistics().rateHz =
        std::isfinite(segment.rateHz) && segment.rateHz > 0 ? segment.rateHz : 0;
    Source source;
    source.type = m_builder.string(captureSource);
    source.uri = m_builder.string(validUtf8(m_name));
    for (const auto &entry : segment.metadata) {
        source.attributes.push_back(
            {m_builder.string(validUtf8(entry.key)), m_builder.string(validUtf8(entry.json))});
    }
    m_source = m_builder.addSource(std::move(source));
}

// Drops a working directory that is not absolute: it would be resolved against the reader's, or
// look like an option to a program that gets a path in it.
void ProfileFeed::take(ProcessRecord record)
{
    if (auto &folder = record.workingDirectory; !folder.empty() && !folder.starts_with('/')) {
        folder.clear();
        if (!m_log.countAgain("ember-relative-folder"))
            m_log.add({"ember-relative-folder", "capture-log", Severity::Warning, m_name,
                       "a working directory that does not begin with / is left out"});
    }
    m_programs.take(record);
}

void ProfileFeed::take(const ThreadRecord &record)
{
    m_samples.addThread(record.serial);
    m_programs.take(record);
}

void ProfileFeed::take(const ThreadEndRecord &end)
{
    m_samples.removeThread(end.thread);
    m_programs.take(end);
}

void ProfileFeed::take(const EventRecord &event)
{
    auto &statistics = m_builder.statistics();
    if (event.kind == CaptureEventKind::MissedTicks)
        statistics.missedTicks += event.count;
    if (event.kind == CaptureEventKind::Dropped)
        statistics.dropped += event.count;
    if (event.kind == CaptureEventKind::Paused)
        m_samples.pause(event.time);
    const auto text = event.text.empty() ? StringIndex() : m_builder.string(validUtf8(event.text));
    const CaptureEvent known{event.time, event.kind, event.count, text};
    if (const auto stall = stallOf(known, statistics.rateHz))
        m_samples.stall(*stall);
    m_builder.addEvent(known);
}

void ProfileFeed::take(const SeriesRecord &record)
{
    if (m_series.contains(record.serial))
        return;
    Measurement series;
    series.process = m_programs.processIndex(record.process);
    series.name = m_builder.string(validUtf8(record.name));
    series.unit = m_builder.string(validUtf8(record.unit));
    // Older recorders began a series anew for values that were reported shortly before a process's
    // end.
    const auto [known, isNew] =
        m_seriesNames.try_emplace({series.process, series.name, series.unit});
    if (isNew)
        known->second = m_builder.addMeasurement(std::move(series));
    m_series.emplace(record.serial, known->second);
}

void ProfileFeed::take(const ValueRecord &value)
{
    if (const auto series = m_series.find(value.series); series != m_series.end())
        m_builder.addMeasurementValue(series->second, {value.time, value.value});
}

void ProfileFeed::take(const EndRecord &end)
{
    m_ended = true;
    m_cutBecause = cutBecause(end);
    const auto text = end.text.empty() ? StringIndex() : m_builder.string(validUtf8(end.text));
    m_builder.addEvent({end.time, CaptureEventKind::Stopped, 0, text});
}

void ProfileFeed::publish(std::uint64_t logBytes)
{
    if (!m_source.isValid())
        return;
    auto &source = m_builder.source(m_source);
    source.process = m_programs.launched();
    source.bytes = logBytes;
    m_samples.publish(source);
}

void ProfileFeed::finish()
{
    m_samples.finish();
    if (const auto count = m_samples.leftOut(); count > 0)
        m_log.add({"ember-repeats", "capture-log", Severity::Note, m_name,
                   std::to_string(count)
                       + " samples of threads that did not run are kept as one with the sample "
                         "before each: times are what they were, numbers of samples are not"});
    if (const auto count = m_samples.passedOver(); count > 0)
        m_log.add(
            {"ember-newer-fields", "capture-log", Severity::Note, m_name,
             "of " + std::to_string(count)
                 + " samples a newer recorder says more than is known here: that is left out"});
    m_tracing.finish();
    m_output.finish();
    m_programs.markSymbols(m_names);
}

void ProfileFeed::addDamage(std::uint64_t bytes)
{
    m_builder.addEvent({lastTime(), CaptureEventKind::Damaged, bytes, {}});
}

} // namespace ember::model::capturelog

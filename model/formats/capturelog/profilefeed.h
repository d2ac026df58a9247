// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/follower.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/logsymbols.h"
#include "model/formats/capturelog/programfeed.h"
#include "model/formats/capturelog/recordcodec.h"
#include "model/formats/capturelog/records.h"
#include "model/formats/capturelog/samplefeed.h"
#include "model/profile/profile.h"
#include "model/profile/profilebuilder.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ember::model::capturelog {

// Turns the spans and transactions that programs reported into rows of a ProfileBuilder. Rows never
// change, and a span's row names its transaction: so spans are held back until their transaction is
// read, at most `heldLimit` of them. Readers that show a growing log can have provisional rows of
// them.
class TracingFeed {
public:
    static constexpr std::size_t heldLimit = std::size_t(1) << 16U;

    TracingFeed(ProfileBuilder &builder, ProgramFeed &programs)
        : m_builder(builder),
          m_programs(programs)
    {
    }

    void take(const SpanRecord &span);
    void take(const TransactionRecord &transaction);
    // Adds the spans whose transaction never came, as spans of none.
    void finish();

    // Adds provisional rows for held spans, but only for those that were held at the last call
    // already, as most transactions end before. Returns whether there were any.
    bool showHeld();
    // Whether showHeld() ever added provisional rows.
    bool hasProvisional() const { return m_hasProvisional; }

private:
    using TransactionKey = std::pair<ProcessIndex, std::uint64_t>; // process, transaction id

    // The spans of a transaction, in the order in which they were read.
    struct Held {
        std::vector<TracingSpan> spans;
        std::size_t shown = 0; // how many of `spans` have a provisional row
        std::size_t due = 0; // how many of `spans` get one in the next call
    };

    StringIndex text(const std::string &bytes);
    StringIndex textOfId(std::uint64_t id);

    ProfileBuilder &m_builder;
    ProgramFeed &m_programs;
    std::map<TransactionKey, TransactionIndex> m_known;
    std::map<TransactionKey, Held> m_held;
    std::size_t m_heldCount = 0;
    bool m_hasProvisional = false;
};

// Joins the pieces of the target's output to lines. A line has the time of its first byte.
class OutputAssembler {
public:
    explicit OutputAssembler(ProfileBuilder &builder) : m_builder(builder) { }

    void add(const OutputRecord &piece);
    // Adds the lines that have not ended.
    void finish();

private:
    static constexpr std::size_t longestLine = std::size_t(64) << 10U;

    struct Line {
        Timestamp time;
        std::string bytes;
    };

    void end(OutputStream stream);
    Line &line(OutputStream stream) { return m_lines[static_cast<std::size_t>(stream)]; }

    ProfileBuilder &m_builder;
    std::array<Line, 2> m_lines; // unfinished lines, by OutputStream
};

enum class RecordOutcome : std::uint8_t { Taken, Malformed };

// Turns the records of a log, in order, into rows of a ProfileBuilder.
class ProfileFeed {
public:
    ProfileFeed(std::string name, ProfileBuilder &builder, const ReadOptions &options);

    // Makes rows of a record. Its payload is used during the call only.
    RecordOutcome take(const RawRecord &record);
    // Call when part of this segment is lost: records that depend on it are skipped until the next
    // one.
    void skipToNextSegment() { m_segmentIsWhole = false; }

    // Writes what is updated once per batch, not per record: the source and the quantiles of stop
    // times. `logBytes`: bytes of the log read so far.
    void publish(std::uint64_t logBytes);
    // Call at the end of the log: ends runs, spans and lines that are still open, and adds
    // findings.
    void finish();

    void addDamage(std::uint64_t bytes);

    LogSymbols &names() { return m_names; }

    ImportLog &log() { return m_log; }

    bool hasSegment() const { return m_segment.has_value(); }

    bool hasEnded() const { return m_ended; }

    // The reason why the recorder ended the capture early by itself; empty: it did not.
    const std::string &cutShortBy() const { return m_cutBecause; }

    bool isFull() const { return m_samples.isFull(); }

    // Sets the size of the log as far as it is known, which limits the memory for repeated samples.
    void setLogSize(std::uint64_t bytes) { m_samples.setLogSize(bytes); }

    // Time of the newest tick, or of the capture's start.
    Timestamp lastTime() const { return m_samples.lastTick().value_or(m_start); }

    Timestamp start() const { return m_start; }

    // Adds provisional rows for spans whose transaction has not come, as TracingFeed::showHeld().
    bool showHeldSpans() { return m_tracing.showHeld(); }

    bool hasProvisionalSpans() const { return m_tracing.hasProvisional(); }

    // The view in which the log was last looked at, as far as the log has one.
    const std::optional<KeptView> &view() const { return m_view; }

private:
    // Takes a record's payload. False: the record refers to something that the log has not defined.
    bool takeRecord(RecordType type, ByteReader &from);
    bool takeTables(RecordType type, ByteReader &from);
    void takeView(ByteReader from);

    // Makes rows of a decoded record if all of it could be read.
    template<typename Record>
    void use(Record record, const ByteReader &from)
    {
        if (!from.hasFailed())
            take(std::move(record));
    }

    template<typename Record>
    void use(ByteReader &from)
    {
        use(decode<Record>(from, m_segment->start), from);
    }

    void take(const SegmentRecord &segment);
    void take(const ThreadRecord &record);
    void take(const ThreadEndRecord &end);
    void take(const EventRecord &event);
    void take(const SeriesRecord &series);
    void take(const ValueRecord &value);
    void take(const EndRecord &end);

    void take(ProcessRecord record);

    void take(const ProcessEndRecord &end) { m_programs.take(end); }

    void take(const ThreadChangeRecord &change) { m_programs.take(change); }

    void take(const ImageRecord &record) { m_programs.take(record); }

    void take(const ImageUnloadRecord &unload) { m_programs.take(unload); }

    void take(const SpanRecord &span) { m_tracing.take(span); }

    void take(const TransactionRecord &transaction) { m_tracing.take(transaction); }

    void take(const OutputRecord &output) { m_output.add(output); }

    void take(ImageSymbols symbols) { m_names.add(std::move(symbols)); }

    std::string m_name;
    ProfileBuilder &m_builder;
    ImportLog m_log;
    LogSymbols m_names;
    SegmentStacks m_stacks;
    ProgramFeed m_programs;
    SampleFeed m_samples;
    TracingFeed m_tracing;
    OutputAssembler m_output;

    std::optional<SegmentRecord> m_segment;
    bool m_segmentIsWhole = false;
    bool m_ended = false;
    std::string m_cutBecause;
    Timestamp m_start;
    std::optional<KeptView> m_view;
    SourceIndex m_source;
    std::unordered_map<SeriesSerial, MeasurementIndex> m_series;
    // Series of measurements by process, name and unit.
    std::map<std::tuple<ProcessIndex, StringIndex, StringIndex>, MeasurementIndex> m_seriesNames;
};

} // namespace ember::model::capturelog

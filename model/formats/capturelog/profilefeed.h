// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/durationquantiles.h"
#include "model/formats/capturelog/follower.h"
#include "model/formats/capturelog/framenames.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/outputlines.h"
#include "model/formats/capturelog/records.h"
#include "model/formats/capturelog/segmentstacks.h"
#include "model/formats/capturelog/tickcodec.h"

#include <optional>
#include <string>
#include <unordered_map>

namespace ember::model::capturelog {

enum class RecordOutcome : std::uint8_t { Taken, Malformed };

// Turns the records of a log, in order, into rows of a ProfileBuilder.
class ProfileFeed : private TickSink {
public:
    ProfileFeed(std::string name, ProfileBuilder &builder, const ReadOptions &options);

    // The payload is only looked at during the call.
    RecordOutcome take(const RawRecord &record);
    // Part of this segment is lost: what depends on it is passed over until the next one.
    void skipToNextSegment() { m_segmentIsWhole = false; }

    // Writes what is kept up to date per batch, not per record: source, quantiles.
    void publish(std::uint64_t logBytes);
    // The log is over.
    void finish();

    void addDamage(std::uint64_t bytes);

    FrameNames &names() { return m_names; }

    ImportLog &log() { return m_log; }

    bool hasSegment() const { return m_segment.has_value(); }

    bool hasEnded() const { return m_ended; }

    bool isFull() const { return m_samples >= m_options.sampleLimit; }

    // Of the newest tick, or the capture's start.
    Timestamp lastTime() const { return m_lastTime; }

    Timestamp start() const { return m_start; }

private:
    struct KnownProcess {
        ProcessIndex index;
        std::string executable;
        bool launched = false;
    };

    void takeRecord(RecordType type, ByteReader &from);
    void takeSegment(const SegmentRecord &segment);
    void takeProcess(const ProcessRecord &process);
    void takeProcessEnd(const ProcessEndRecord &end);
    void takeThread(const ThreadRecord &thread);
    void takeThreadChange(const ThreadChangeRecord &change);
    void takeThreadEnd(const ThreadEndRecord &end);
    void takeImage(const ImageRecord &image);
    void takeImageUnload(const ImageUnloadRecord &unload);
    void takeEvent(const EventRecord &event);
    void takeSeries(const SeriesRecord &series);
    void takeValue(const ValueRecord &value);
    void takeEnd(const EndRecord &end);
    ProcessIndex processIndex(ProcessSerial serial) const;
    void takeOutput(const OutputRecord &output) { m_output.add(output); }
    void takeSymbols(ImageSymbols symbols);
    void count(const TickSample &sample, const KnownStack &stack);

    void beginTick(Timestamp time) override;
    void sample(Timestamp time, const TickSample &sample) override;

    bool wantsMore() const override { return !m_malformed && !isFull(); }

    std::string m_name;
    ProfileBuilder &m_builder;
    ReadOptions m_options;
    ImportLog m_log;
    FrameNames m_names;
    TickDecoder m_ticks;
    SegmentStacks m_stacks;
    OutputAssembler m_output;
    DurationQuantiles m_stops;

    std::optional<SegmentRecord> m_segment;
    bool m_segmentIsWhole = false;
    bool m_malformed = false;
    bool m_ended = false;
    Timestamp m_start;
    Timestamp m_lastTime;
    std::optional<Timestamp> m_firstSample;
    std::optional<Timestamp> m_lastSample;
    std::uint64_t m_samples = 0;
    SourceIndex m_source;
    ProcessIndex m_launched;

    std::unordered_map<ProcessSerial, KnownProcess> m_processes;
    std::unordered_map<ThreadSerial, ThreadIndex> m_threads;
    std::unordered_map<ImageSerial, ImageIndex> m_images;
    std::unordered_map<SeriesSerial, MeasurementIndex> m_series;
};

} // namespace ember::model::capturelog

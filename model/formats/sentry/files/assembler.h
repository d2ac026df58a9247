// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/tracingevent.h"
#include "model/profile/profilebuilder.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace ember::model::sentry {

// A transaction that was read.
struct TransactionFile {
    TracingEvent event; // its root has times
    std::string uri; // file, or FILE#N for an item of an envelope
};

// The threads that have a name in common, found by the time in which they were sampled.
class Namesakes {
public:
    struct Found {
        ThreadIndex thread; // invalid: there is none
        Nanoseconds distance = Nanoseconds::max(); // from the time to the samples; 0 among them
    };

    void add(ThreadIndex thread, const ThreadSamples &samples);
    // The thread that was sampled nearest to the time; one without samples if none has any.
    Found nearest(Timestamp time);

private:
    struct Sampled {
        TimeRange range; // from its first to its last sample
        ThreadIndex thread;
    };

    void putInOrder();
    static Found found(const Sampled &one, Timestamp time);

    std::vector<Sampled> m_sampled;
    bool m_isInOrder = true;
    ThreadIndex m_unsampled;
};

// The ids in the thread_metadata of chunks.
using ThreadIds = std::set<std::string, std::less<>>;

// Adds transactions and their spans to a profile that has all its samples. A span is on the
// thread that has its thread.id at that time; where none has, a thread without samples is added.
class TransactionRows {
public:
    // `sampled` is a snapshot of `builder` with all samples of the process. Spans of a V1 profile
    // that name no thread are on `activeThread`. The builder must outlive this.
    TransactionRows(ProfileBuilder &builder, const Profile &sampled, ProcessIndex process,
                    ThreadIndex activeThread);

    void add(const TransactionFile &transaction);

    // Warns about thread ids of spans that no thread_metadata has (SPEC T2).
    void reportThreads(const ThreadIds &described, ImportLog &log) const;

private:
    // The threads that have the same id.
    struct SameId {
        Namesakes all;
        std::map<std::string, Namesakes, std::less<>> named; // "": those without a name

        Namesakes::Found nearest(std::string_view name, Timestamp time);
    };

    void know(ThreadIndex thread, const ThreadSamples &samples, std::string_view id,
              std::string_view name);
    StringIndex text(std::string_view text);
    ThreadIndex threadOf(const EventSpan &span, Timestamp start);
    ThreadIndex addThread(const EventSpan &span);

    ProfileBuilder &m_builder;
    ProcessIndex m_process;
    ThreadIndex m_activeThread;
    std::map<std::string, SameId, std::less<>> m_threads; // threads by id
    ThreadIds m_ids; // thread ids of all spans
    std::string m_firstUri;
};

// A chunk that was read, judged and prepared (prepare.h).
struct ChunkFile {
    Chunk chunk;
    std::string uri; // file, or FILE#N for an item of an envelope
    std::string verdict; // "accepted", or Relay's reason; kept as metadata
    std::vector<TransactionFile> transactions = {}; // transactions that a V1 profile came with
};

// Limits how long threads last so that sums of durations over all of them fit into 64 bits: 146
// years together.
class ThreadTimeLimit {
public:
    // Returns the time of a sample of the thread, or the nearest time that is within the limit.
    Timestamp bounded(ThreadIndex thread, Timestamp time);

private:
    std::vector<std::optional<TimeRange>> m_ranges; // by thread: of its samples so far
    Nanoseconds m_left = Nanoseconds::max() / 2;
};

// Makes one profile of the chunks of one profiler session, given in time order.
class Assembler {
public:
    // Whether the profile takes over the texts of the first chunk, or copies them. Most profiles
    // are one chunk, and interning its texts again would cost as much as reading it. Only one
    // profile may take them over.
    enum class Strings : std::uint8_t { TakenOver, Copied };

    // `first` must be the first chunk that is added.
    Assembler(const ChunkFile &first, Strings strings, ImportLog &log)
        : m_log(log),
          m_areStringsOwn(strings == Strings::TakenOver),
          m_builder(first.chunk.format == SampleFormat::V1 ? TimeOrigin::ProfileStart
                                                           : TimeOrigin::UnixEpoch,
                    m_areStringsOwn ? first.chunk.strings : StringTable())
    {
    }

    // Makes a profile without samples, of transactions only.
    explicit Assembler(ImportLog &log) : m_log(log), m_areStringsOwn(false) { }

    void add(const ChunkFile &file);
    // Adds transactions. To be called once, after all chunks.
    void add(std::span<const TransactionFile> transactions);
    ProfilePointer snapshot() { return m_builder.snapshot(); }

private:
    void startChunk(const Chunk &chunk);
    void addProcess(const Chunk &chunk);
    void addProcess(const TracingEvent &event);
    void addSource(const TransactionFile &transaction);
    void addActiveThread(const Chunk &chunk);
    void addImages(const Chunk &chunk);
    void addThreads(const Chunk &chunk);
    void addSamples(const Chunk &chunk, Source &source);
    void noteSampleRests(const Chunk &chunk);
    void addMeasurements(const Chunk &chunk);
    bool isBehindGap(const Chunk &chunk, bool isDated) const;
    void endBeforeGap(ThreadIndex thread);
    void remember(ThreadIndex thread, const NewSample &sample);
    void markGap(TimeRange range);

    StringIndex text(const Chunk &chunk, StringIndex index);
    ThreadIndex thread(const Chunk &chunk, StringIndex id);
    ThreadIndex findThread(std::string_view id, std::string_view name);
    FrameIndex frame(const Chunk &chunk, ChunkFrameIndex index);
    FrameIndex makeFrame(const Chunk &chunk, const ChunkFrame &frame);
    StringIndex frameAttributes(const Chunk &chunk, const ChunkFrame &frame);
    StackIndex stack(const Chunk &chunk, ChunkStackIndex index, ThreadIndex thread);
    ImageIndex imageAt(std::uint64_t address) const;
    MeasurementIndex series(StringIndex name, StringIndex unit);

    ImportLog &m_log;
    bool m_areStringsOwn; // the next chunk's texts were taken over
    ProfileBuilder m_builder;
    ProcessIndex m_process;
    ThreadIndex m_activeThread; // active thread of a V1 profile
    ThreadIds m_describedThreads;
    Timestamp m_end; // time of the last sample so far
    bool m_hasSamples = false;

    // The state of a thread at its last sample. A gap after the chunk ends calls that go on.
    struct Ongoing {
        bool hasCalls = false;
        Timestamp since; // the thread's last sample
        SourceIndex source; // of that sample
    };

    std::vector<Ongoing> m_ongoing; // by thread
    ThreadTimeLimit m_threadTime;
    std::map<std::string, ThreadIndex, std::less<>> m_newestThreads; // by id
    std::map<std::pair<StringIndex, StringIndex>, MeasurementIndex> m_series; // by name, unit
    std::set<std::tuple<StringIndex, StringIndex, std::uint64_t>> m_knownImages;
    std::map<std::uint64_t, ImageIndex> m_imagesByAddress;

    // Indices in the profile for the rows of the chunk that is being added.
    std::vector<StringIndex> m_strings;
    std::vector<FrameIndex> m_frames;
    std::vector<StackIndex> m_stacks;
    std::vector<ThreadIndex> m_threads; // by row of the id's text; the last: no id
    std::vector<FrameIndex> m_path; // of the stack that is being made
    std::vector<StackPath> m_lastPaths; // by thread
};

} // namespace ember::model::sentry

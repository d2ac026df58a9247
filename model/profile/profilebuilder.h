// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/rowset.h"
#include "model/profile/profile.h"

#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ember::model {

// A sample to be added. `detail` is kept only if all samples of the thread before it have one.
struct NewSample {
    Timestamp time;
    StackIndex stack;
    std::optional<SampleDetail> detail;
    SourceIndex source = SourceIndex(0);
};

// The nodes of a stack, root first.
using StackPath = std::vector<StackIndex>;

// The only writer of a Profile. Owned by one thread; snapshot() may be called at any time and costs
// the same however long the capture is (rows are shared; threads without new samples share their
// columns).
class ProfileBuilder {
public:
    // Begins an empty profile. `strings` keep their indices; further strings are interned after
    // them.
    explicit ProfileBuilder(TimeOrigin origin = TimeOrigin::UnixEpoch, StringTable strings = {});
    ProfileBuilder(const ProfileBuilder &) = delete;
    ProfileBuilder &operator=(const ProfileBuilder &) = delete;

    // These functions intern rows: equal content has an equal index.
    StringIndex string(std::string_view text) { return m_strings.intern(text); }

    FunctionIndex function(const Function &function);
    FrameIndex frame(const Frame &frame);
    StackIndex stack(StackIndex caller, FrameIndex leaf);
    // Interns a stack from its frames, leaf first, as files and unwinders have them. Cheap for a
    // stack similar to the previous one.
    StackIndex stackFromLeafFirst(std::span<const FrameIndex> frames)
    {
        return stackFromLeafFirst(frames, m_lastPath);
    }

    // Interns a stack from its frames, leaf first, where samples of several threads alternate:
    // `last` is the path of the thread's previous stack, and becomes the path of this one.
    StackIndex stackFromLeafFirst(std::span<const FrameIndex> frames, StackPath &last);
    // Frees the look-up tables of functions, frames and stacks. None may be added afterwards.
    void finishStacks();

    ProcessIndex addProcess(Process process)
    {
        return m_tables.processes.append(std::move(process));
    }

    ThreadIndex addThread(Thread thread);

    ImageIndex addImage(Image image) { return m_tables.images.append(std::move(image)); }

    SourceIndex addSource(Source source) { return m_tables.sources.append(std::move(source)); }

    ValueTypeIndex addValueType(ValueType type) { return m_tables.valueTypes.append(type); }

    void setMainValue(ValueTypeIndex type) { m_tables.mainValue = type; }

    MeasurementIndex addMeasurement(Measurement series);

    Process &process(ProcessIndex index) { return m_tables.processes.edit(index); }

    Thread &thread(ThreadIndex index) { return m_tables.threads.edit(index); }

    Image &image(ImageIndex index) { return m_tables.images.edit(index); }

    Source &source(SourceIndex index) { return m_tables.sources.edit(index); }

    void setStart(std::optional<Timestamp> start) { m_tables.start = start; }

    CaptureStatistics &statistics() { return m_tables.statistics; }

    // Counts samples whose stacks are cut at `root`, which has a single frame.
    void countCut(StackIndex root, std::uint64_t samples = 1);

    // Adds a sample. Samples may come in any order; each thread's are sorted by time (stable) in
    // the next snapshot.
    void addSample(ThreadIndex thread, const NewSample &sample);
    // Replaces the samples of a thread by columns in time order, such as another profile's, whose
    // stacks must be those of this builder.
    void setSamples(ThreadIndex thread, ThreadSamples samples);
    // Sets a value of the thread's newest sample; to be called before the next snapshot. Samples
    // without a value have NaN.
    void addSampleValue(ThreadIndex thread, ValueTypeIndex type, double value);
    // Sets ThreadSamples::labels of the thread's newest sample; to be called before the next
    // snapshot.
    void setSampleLabels(ThreadIndex thread, StringIndex labels);
    void addMeasurementValue(MeasurementIndex series, MeasurementValue value);
    void addTracingSpan(const TracingSpan &span) { m_tables.tracingSpans.append(span); }

    TransactionIndex addTransaction(const Transaction &transaction)
    {
        return m_tables.transactions.append(transaction);
    }

    void addThreadChange(const ThreadChange &change);

    void addEvent(const CaptureEvent &event) { m_tables.events.append(event); }

    void addOutput(const OutputLine &line) { m_tables.output.append(line); }

    const ProfileTables &tables() const { return m_tables; }

    // Returns the profile of everything added so far. The last snapshot of an import is the whole
    // profile.
    ProfilePointer snapshot();
    // Like snapshot(), but moves the columns into the profile: the builder is not used afterwards.
    // snapshot() copies them, which doubles the memory of threads with few samples.
    ProfilePointer take() &&;

    // Returns a copy of the profile with other samples, by ThreadIndex, and the stack table they
    // refer to. Its timeRange() stays that of `profile`.
    static ProfilePointer withSamples(const Profile &profile, const StackTable &stacks,
                                      std::vector<std::shared_ptr<const ThreadSamples>> samples);
    // Returns a profile of tables and samples (by ThreadIndex) that are a part of another
    // profile's.
    static ProfilePointer ofParts(ProfileTables tables,
                                  std::vector<std::shared_ptr<const ThreadSamples>> samples);

private:
    // The samples of a thread. `samples` is null while it has none: columns take some kilobytes.
    struct Growing {
        std::unique_ptr<ThreadSamples> samples;
        std::shared_ptr<const ThreadSamples> published;
        bool sorted = true;
        bool changed = true;
    };

    void noteOwnCode(const Frame &frame);
    Growing &growing(ThreadIndex thread);
    ThreadSamples &samplesOf(ThreadIndex thread) { return *growing(thread).samples; }
    void sortByTime(ThreadSamples &samples);
    // Computes the number of samples and the time range.
    static void measure(Profile &profile);

    ProfileTables m_tables;
    StringInterner m_strings{m_tables.strings};
    RowSet m_functionRows;
    RowSet m_frameRows;
    RowSet m_stackRows;
    std::unordered_map<StackIndex, Index<CutRootTag>> m_cutRows;
    std::deque<Growing> m_samples; // by ThreadIndex
    StackPath m_lastPath; // path of the stack interned last
};

} // namespace ember::model

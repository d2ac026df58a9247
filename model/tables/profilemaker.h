// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profilebuilder.h"
#include "model/tables/tables.h"
#include "model/tables/tablevalues.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ember::model::tables {

// Finds the rows that other rows refer to, and the rows of extensions, by id.
struct Keys {
    explicit Keys(const Tables &tables);

    RowsById sources;
    RowsById samples;
    RowsById locations;
    RowsById functions;
    RowsById processes;
    RowsById threads;
    RowsById mappings;
    RowsById transactions;

    RowsById sourceDetails;
    RowsById sampleThreads;
    RowsById sampleDetails;
    RowsById locationAttrs;
    RowsById functionAttrs;
};

// Makes one profile of some of the tables' sources, its members. The seven tables must keep their
// rules; extension tables need not.
class ProfileMaker {
public:
    ProfileMaker(const Tables &tables, const Keys &keys, TimeOrigin origin,
                 const std::vector<bool> &isMember);

    ProfilePointer make();

private:
    void addProcesses();
    void addSources();
    ProcessIndex processOf(std::size_t source, const std::vector<Attribute> &attributes);
    void addThreads();
    void addThreadChanges();

    void addImages();
    FrameIndex frame(std::size_t location);
    FunctionIndex function(std::size_t row);

    void addValueTypes();
    ValueTypeIndex valueType(StringIndex type, StringIndex unit);
    void addSamples();
    void addSample(std::size_t row, std::size_t source);
    ThreadIndex thread(std::size_t source, std::size_t sample,
                       std::optional<std::size_t> sampleThread);
    ThreadIndex keyedThread(std::size_t source, std::size_t sample);
    bool markGaps(const Profile &profile);
    void nameKeyedThreads();
    std::optional<SampleDetail> detail(std::int32_t sample) const;
    Timestamp time(std::size_t sample, std::optional<std::size_t> sampleThread) const;
    StackIndex stack(std::size_t sample);
    void addValues(std::size_t sample, ThreadIndex thread);
    void addLabels(std::size_t sample, ThreadIndex thread);

    // Whether only values give weight to the samples: the profile has no time, and no source is in
    // x_source_details.
    bool isUndescribed() const;
    void chooseMainValue();

    void addMeasurements();
    void addCutRoots();
    void addEvents();
    void addOutput();
    void addTransactions();
    void addSpans();
    void addStatistics();

    StringIndex text(StringIndex index);
    // The source's row if it is a member, else nullopt.
    std::optional<std::size_t> member(std::int32_t source) const;
    ProcessIndex process(std::int32_t key) const;
    ThreadIndex thread(std::int32_t key) const;

    const Tables &m_tables;
    const Keys &m_keys;
    const std::vector<bool> &m_isMember;
    ProfileBuilder m_builder;
    std::vector<StringIndex> m_strings; // by the tables' StringIndex
    // The profile's index for each row of the tables; invalid if the row is not in the profile.
    std::vector<SourceIndex> m_sources;
    std::vector<ProcessIndex> m_sourceProcesses; // by source
    std::vector<ThreadIndex> m_sourceThreads; // by source: of samples that name no thread
    std::map<std::pair<std::size_t, double>, ThreadIndex> m_keyedThreads; // by source and key
    std::vector<ProcessIndex> m_processes;
    std::vector<ThreadIndex> m_threads;
    std::vector<ImageIndex> m_images;
    std::vector<TransactionIndex> m_transactions;
    std::vector<FrameIndex> m_frames; // by location
    std::vector<FunctionIndex> m_functions;

    // Value types of the profile by type and unit of the tables; invalid if the type is not a value
    // of the profile.
    std::map<std::pair<StringIndex, StringIndex>, ValueTypeIndex> m_valueTypes;
    bool m_countsSamples = false;
    // The rows of values, stacks and labels, by sample.
    struct RowsOfSamples {
        std::vector<std::uint32_t> order;
        std::vector<std::size_t> starts; // by row of samples, and the end of the last one
        std::span<const std::uint32_t> operator[](std::size_t sample) const
        {
            return std::span(order).subspan(starts[sample], starts[sample + 1] - starts[sample]);
        }
    };
    RowsOfSamples rowsOfSamples(const Integers &samples) const;
    RowsOfSamples m_values;
    RowsOfSamples m_stacks;
    RowsOfSamples m_labels;
    std::vector<FrameIndex> m_path; // of the stack being made
};

} // namespace ember::model::tables

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/aligned.h"

#include "model/profile/pauses.h"
#include "model/profile/profilebuilder.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ember::model {

namespace {

// Adds one profile to a builder. Indices of the profile become those of the builder.
class Adder {
public:
    // Times count from the profile's start if the builder's do, else from 1970.
    Adder(ProfileBuilder &builder, const Profile &profile, std::string_view file = {})
        : m_builder(builder),
          m_profile(profile),
          m_file(file),
          m_tables(profile.tables()),
          m_shift(countsFromStart(builder) ? Timestamp() - profile.timeRange().start
                                           : zeroOnClock(profile).value_or(Nanoseconds(0))),
          m_firstProcess(builder.tables().processes.size()),
          m_firstThread(builder.tables().threads.size()),
          m_firstImage(builder.tables().images.size()),
          m_firstSource(builder.tables().sources.size()),
          m_strings(m_tables.strings.size())
    {
    }

    void run()
    {
        addProcesses();
        addThreads();
        addImages();
        addSources();
        addStacks();
        addValueTypes();
        addMeasured();
        addEvents();
        for (std::size_t row = 0; row < m_profile.threadCount(); ++row)
            addSamples(ThreadIndex(row));
    }

private:
    static bool countsFromStart(const ProfileBuilder &builder)
    {
        return builder.tables().origin == TimeOrigin::ProfileStart;
    }

    StringIndex text(StringIndex index)
    {
        if (!index.isValid())
            return index;
        auto &known = m_strings[index.row()];
        if (!known.isValid())
            known = m_builder.string(m_profile.text(index));
        return known;
    }

    template<typename I>
    static I behind(std::size_t first, I index)
    {
        return index.isValid() ? I(first + index.row()) : index;
    }

    ProcessIndex process(ProcessIndex index) const { return behind(m_firstProcess, index); }
    ThreadIndex thread(ThreadIndex index) const { return behind(m_firstThread, index); }

    Timestamp time(Timestamp own) const { return own + m_shift; }

    std::optional<Timestamp> time(std::optional<Timestamp> own) const
    {
        return own ? std::optional(time(*own)) : own;
    }

    std::vector<Attribute> copied(std::vector<Attribute> attributes)
    {
        for (Attribute &attribute : attributes)
            attribute = {text(attribute.key), text(attribute.json)};
        return attributes;
    }

    void addProcesses()
    {
        for (Process own : m_tables.processes) {
            own.forEachText([this](StringIndex &index) { index = text(index); });
            own.parent = process(own.parent);
            own.start = time(own.start);
            own.end = time(own.end);
            m_builder.addProcess(own);
        }
    }

    void addThreads()
    {
        std::vector<Thread> threads;
        for (Thread own : m_tables.threads) {
            own.process = process(own.process);
            own.id = text(own.id);
            own.name = text(own.name);
            own.start = time(own.start);
            own.end = time(own.end);
            threads.push_back(own);
            m_builder.addThread(own);
        }
        m_tables.threadChanges.forEach([&](std::size_t, ThreadChange change) {
            change.thread = thread(change.thread);
            change.time = time(change.time);
            change.name = text(change.name);
            m_builder.addThreadChange(change);
        });
        // addThreadChange() also renames the thread, perhaps to an older name than the copied one.
        for (std::size_t row = 0; row < threads.size(); ++row)
            m_builder.thread(ThreadIndex(m_firstThread + row)) = threads[row];
    }

    void addImages()
    {
        for (Image own : m_tables.images) {
            own.process = process(own.process);
            for (StringIndex *index :
                 {&own.type, &own.codeFile, &own.debugFile, &own.debugId, &own.codeId})
                *index = text(*index);
            own.loaded = time(own.loaded);
            own.unloaded = time(own.unloaded);
            own.attributes = copied(std::move(own.attributes));
            m_builder.addImage(std::move(own));
        }
    }

    void addSources()
    {
        const auto start = std::to_string(toNs(m_profile.timeRange().start));
        for (Source own : m_tables.sources) {
            for (StringIndex *index : {&own.type, &own.uri, &own.chunkId})
                *index = text(*index);
            if (!own.uri.isValid() && !m_file.empty())
                own.uri = m_builder.string(m_file);
            own.process = process(own.process);
            own.range = {time(own.range.start), time(own.range.end)};
            own.attributes = copied(std::move(own.attributes));
            if (countsFromStart(m_builder))
                own.attributes.push_back(
                    {m_builder.string(startAttribute), m_builder.string(start)});
            m_builder.addSource(std::move(own));
        }
    }

    void addStacks()
    {
        std::vector<FunctionIndex> functions;
        m_tables.functions.forEach([&](std::size_t, Function own) {
            for (StringIndex *index :
                 {&own.name, &own.rawName, &own.module, &own.package, &own.file, &own.absPath})
                *index = text(*index);
            functions.push_back(m_builder.function(own));
        });
        std::vector<FrameIndex> frames;
        m_tables.frames.forEach([&](std::size_t, Frame own) {
            own.function = own.function.isValid() ? functions[own.function.row()] : own.function;
            own.image = behind(m_firstImage, own.image);
            own.platform = text(own.platform);
            own.attributes = text(own.attributes);
            frames.push_back(m_builder.frame(own));
        });
        m_tables.stacks.forEach([&](std::size_t row, const StackNode &own) {
            m_stacks.push_back(row == emptyStack.row() ? emptyStack
                                                       : m_builder.stack(m_stacks[own.parent.row()],
                                                                         frames[own.frame.row()]));
        });
        for (const CutRoot &root : m_tables.cutRoots)
            m_builder.countCut(m_stacks[root.stack.row()], root.samples);
    }

    void addValueTypes()
    {
        for (ValueType own : m_tables.valueTypes) {
            own.type = text(own.type);
            own.unit = text(own.unit);
            ValueTypeIndex found;
            for (std::size_t row = 0; row < m_builder.tables().valueTypes.size(); ++row) {
                const ValueType &known = m_builder.tables().valueTypes[ValueTypeIndex(row)];
                if (known.type == own.type && known.unit == own.unit && known.kind == own.kind)
                    found = ValueTypeIndex(row);
            }
            m_valueTypes.push_back(found.isValid() ? found : m_builder.addValueType(own));
        }
    }

    void addMeasured()
    {
        for (const Measurement &own : m_tables.measurements) {
            const auto series = m_builder.addMeasurement(
                {process(own.process), text(own.name), text(own.unit), {}});
            own.values.forEach([&](std::size_t, const MeasurementValue &value) {
                m_builder.addMeasurementValue(series, {time(value.time), value.value});
            });
        }
        // The builder already has the transactions of recordings that were added earlier.
        const auto before = m_builder.tables().transactions.size();
        m_tables.transactions.forEach([&](std::size_t, const Transaction &own) {
            m_builder.addTransaction({process(own.process), thread(own.thread), text(own.name),
                                      text(own.op), text(own.traceId), text(own.spanId),
                                      text(own.parent), text(own.status), text(own.profilerId),
                                      time(own.start), time(own.end), text(own.event)});
        });
        m_tables.tracingSpans.forEach([&](std::size_t, const TracingSpan &own) {
            const auto transaction = own.transaction.isValid()
                ? TransactionIndex(before + own.transaction.row())
                : TransactionIndex();
            m_builder.addTracingSpan({process(own.process), thread(own.thread), text(own.name),
                                      time(own.start), time(own.end), text(own.op), text(own.id),
                                      text(own.parent), text(own.status), transaction,
                                      own.isProvisional});
        });
    }

    // Copies events and output. Pauses count for all recordings together; but on one clock, those
    // between chunks are left out, as the sources' ranges tell them.
    void addEvents()
    {
        m_tables.events.forEach([&](std::size_t, const CaptureEvent &own) {
            if (!countsFromStart(m_builder) && m_profile.text(own.text) == betweenChunks)
                return;
            m_builder.addEvent({time(own.time), own.kind, own.count, text(own.text)});
        });
        m_tables.output.forEach([&](std::size_t, const OutputLine &own) {
            m_builder.addOutput({time(own.time), own.stream, text(own.text)});
        });
    }

    void addSamples(ThreadIndex index)
    {
        const ThreadSamples &own = m_profile.samples(index);
        if (own.isEmpty())
            return;
        ThreadSamples samples;
        samples.details = own.details;
        for (std::size_t row = 0; row < own.size(); ++row) {
            const SampleIndex sample(row);
            samples.times.append(time(own.times[sample]));
            samples.stacks.append(m_stacks[own.stacks[sample].row()]);
            samples.sources.append(behind(m_firstSource, own.source(sample)));
        }
        own.labels.forEach(
            [&](std::size_t, StringIndex labels) { samples.labels.append(text(labels)); });
        for (const ValueColumn &column : own.values)
            samples.values.push_back({m_valueTypes[column.type.row()], column.values});
        m_builder.setSamples(thread(index), std::move(samples));
    }

    ProfileBuilder &m_builder;
    const Profile &m_profile;
    std::string_view m_file;
    const ProfileTables &m_tables;
    Nanoseconds m_shift;
    std::size_t m_firstProcess;
    std::size_t m_firstThread;
    std::size_t m_firstImage;
    std::size_t m_firstSource;
    std::vector<StringIndex> m_strings; // by string of the profile; invalid: not copied yet
    std::vector<StackIndex> m_stacks;
    std::vector<ValueTypeIndex> m_valueTypes;
};

// Returns the rate in Hz at which all profiles were sampled; 0: the rates differ. It tells how long
// missed ticks are (stallOf()).
double commonRate(std::span<const ProfilePointer> profiles)
{
    const auto rateOf = [](const ProfilePointer &profile) {
        return profile->tables().statistics.rateHz;
    };
    const bool isOne =
        !profiles.empty() && std::ranges::all_of(profiles, [&](const ProfilePointer &profile) {
            return rateOf(profile) == rateOf(profiles.front());
        });
    return isOne ? rateOf(profiles.front()) : 0;
}

void addAll(ProfileBuilder &builder, std::span<const ProfilePointer> profiles,
            std::span<const std::string> files)
{
    for (std::size_t place = 0; place < profiles.size(); ++place)
        Adder(builder, *profiles[place],
              place < files.size() ? std::string_view(files[place]) : std::string_view())
            .run();
    builder.statistics().rateHz = commonRate(profiles);
}

} // namespace

ProfilePointer alignedAtStarts(std::span<const ProfilePointer> profiles,
                               std::span<const std::string> files)
{
    ProfileBuilder builder(TimeOrigin::ProfileStart);
    addAll(builder, profiles, files);
    return builder.snapshot();
}

ProfilePointer onOneClock(std::span<const ProfilePointer> profiles,
                          std::span<const std::string> files)
{
    ProfileBuilder builder;
    addAll(builder, profiles, files);
    return builder.snapshot();
}

void addOnOneClock(ProfileBuilder &builder, const Profile &profile)
{
    Adder(builder, profile).run();
}

std::optional<Nanoseconds> zeroOnClock(const Profile &profile)
{
    const ProfileTables &tables = profile.tables();
    if (tables.origin == TimeOrigin::UnixEpoch)
        return Nanoseconds(0);
    return tables.origin == TimeOrigin::ProfileStart && tables.start
        ? std::optional(tables.start->time_since_epoch())
        : std::nullopt;
}

std::optional<TimeRange> rangeOnClock(const Profile &profile)
{
    const auto zero = zeroOnClock(profile);
    if (!zero)
        return std::nullopt;
    return TimeRange{profile.timeRange().start + *zero, profile.timeRange().end + *zero};
}

} // namespace ember::model

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/result.h"
#include "model/formats/compression/compression.h"
#include "model/formats/export/exporter.h"
#include "model/formats/export/losses.h"
#include "model/formats/export/writtenprofiles.h"
#include "model/formats/pprof/message.h"
#include "model/formats/pprof/messagetables.h"
#include "model/formats/pprof/pprofformat.h"
#include "model/profile/profile.h"
#include "model/profile/samplerows.h"
#include "model/query/summary.h"
#include "model/query/weights.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

namespace ember::model::pprof {

namespace {

struct Composed {
    Message message;
    Rounding rounding;
    // Main types of profiles other than the default one, as `go tool pprof` calls them.
    std::set<std::string> otherTypes;
};

// Adds the samples of one profile to the message.
class SampleComposer {
public:
    SampleComposer(const Profile &profile, Message &message, TextTable &texts, SampleTypes &types,
                   Rounding &rounding)
        : m_profile(profile),
          m_message(message),
          m_texts(texts),
          m_rounding(rounding),
          m_columns(profile, types),
          m_code(profile, message, texts)
    {
    }

    std::optional<std::size_t> mainColumn() const { return m_columns.mainColumn(); }

    // Adds the samples. Call it when the sample types of all profiles have been added. Returns
    // false if it was stopped.
    bool run(const ExportOptions &options)
    {
        for (std::size_t row = 0; row < m_profile.threadCount(); ++row) {
            if (!addThread(ThreadIndex(row), options))
                return false;
        }
        return true;
    }

private:
    bool addThread(ThreadIndex thread, const ExportOptions &options);
    std::vector<Label> threadLabels(ThreadIndex thread);
    std::vector<Label> fileLabels(StringIndex labels);
    std::vector<Label> gauges(const ThreadSamples &samples, SampleIndex sample);
    void appendRecord(const ThreadSamples &samples, SampleIndex sample);

    Text text(std::string_view text) { return m_texts.text(text); }

    const Profile &m_profile;
    Message &m_message;
    TextTable &m_texts;
    Rounding &m_rounding;
    SampleColumns m_columns;
    CodeTables m_code;
    std::vector<Label> m_labels; // of the sample that is being added
};

bool hasGauges(const Profile &profile)
{
    return std::ranges::any_of(profile.tables().valueTypes,
                               [](const ValueType &type) { return type.kind != ValueKind::Sum; });
}

bool SampleComposer::addThread(ThreadIndex thread, const ExportOptions &options)
{
    const auto &samples = m_profile.samples(thread);
    const auto last = lastDuration(m_profile, thread);
    const auto fixed = threadLabels(thread);
    const bool isEach = options.samples == Samples::Each;
    const bool hasTime = isEach && m_profile.tables().origin == TimeOrigin::UnixEpoch;
    // Samples of profiles with gauges are not summed up: their labels hardly ever repeat.
    const bool isSummed = !isEach && !hasGauges(m_profile);
    std::unordered_map<std::uint64_t, std::size_t> records; // rows by stack and labels
    SampleSums sums(m_message.sampleValues, m_rounding);
    for (std::size_t row = 0; row < samples.size(); ++row) {
        if (row % 1024 == 0 && options.stop.stop_requested())
            return false;
        const SampleIndex sample(row);
        if (isGapMark(samples, sample))
            continue;
        const auto labels =
            samples.labels.contains(sample) ? samples.labels[sample] : StringIndex();
        if (!isEach && !labels.isValid() && m_columns.isEndOnly(samples, sample, last))
            break;
        const auto key = std::uint64_t(samples.stacks[sample].raw()) << 32U | labels.raw();
        const auto [record, isNew] = records.try_emplace(key, m_message.samples.size());
        if (isNew || !isSummed) {
            record->second = m_message.samples.size();
            m_labels = fixed;
            if (hasTime)
                m_labels.push_back({text(labelkey::timestamp), 0, text(timestampUnit),
                                    toNs(samples.times[sample])});
            std::ranges::move(fileLabels(labels), std::back_inserter(m_labels));
            std::ranges::move(gauges(samples, sample), std::back_inserter(m_labels));
            appendRecord(samples, sample);
        }
        const auto types = m_message.sampleTypes.size();
        m_columns.add(samples, sample, last, sums, record->second * types);
        if (!isSummed)
            sums.round();
    }
    sums.round();
    return true;
}

// Appends a record whose values are zero. Each record has one value per type, so they are found by
// its row.
void SampleComposer::appendRecord(const ThreadSamples &samples, SampleIndex sample)
{
    m_code.appendStack(samples.stacks[sample], m_message.sampleLocations);
    m_message.sampleValues.resize(m_message.sampleValues.size() + m_message.sampleTypes.size());
    m_message.sampleLabels.insert(m_message.sampleLabels.end(), m_labels.begin(), m_labels.end());
    m_message.endSample();
}

std::vector<Label> SampleComposer::threadLabels(ThreadIndex index)
{
    const auto &thread = m_profile.thread(index);
    std::vector<Label> labels;
    const auto add = [&](const char *key, StringIndex value) {
        if (!m_profile.text(value).empty())
            labels.push_back({text(key), text(m_profile.text(value)), 0, 0});
    };
    add(labelkey::thread, thread.id);
    add(labelkey::threadName, thread.name);
    if (m_profile.tables().processes.size() > 1 && thread.process.isValid())
        labels.push_back({text("pid"), 0, 0, m_profile.process(thread.process).pid});
    return labels;
}

std::vector<Label> SampleComposer::fileLabels(StringIndex index)
{
    std::vector<Label> labels;
    if (!index.isValid())
        return labels;
    const auto json = nlohmann::json::parse(m_profile.text(index), nullptr, false);
    if (!json.is_array())
        return labels;
    for (const auto &entry : json) {
        if (!entry.is_array() || entry.size() < 2 || !entry[0].is_string())
            continue;
        Label label;
        label.key = text(entry[0].get<std::string>());
        if (entry[1].is_string())
            label.text = text(entry[1].get<std::string>());
        else if (entry[1].is_number_integer())
            label.number = entry[1].get<std::int64_t>();
        if (entry.size() > 2 && entry[2].is_string())
            label.unit = text(entry[2].get<std::string>());
        labels.push_back(label);
    }
    return labels;
}

std::vector<Label> SampleComposer::gauges(const ThreadSamples &samples, SampleIndex sample)
{
    std::vector<Label> labels;
    for (const auto &column : samples.values) {
        const auto &type = m_profile.tables().valueTypes[column.type];
        const auto value = column.values[sample];
        if (type.kind == ValueKind::Sum || std::isnan(value))
            continue;
        labels.push_back({text(m_profile.text(type.type)), 0, text(m_profile.text(type.unit)),
                          roundedValue(value, m_rounding)});
    }
    return labels;
}

struct Ranges {
    std::optional<TimeRange> dated; // union of the ranges of all dated profiles
    Nanoseconds longest{0}; // duration of the longest profile with times
};

Ranges rangesOf(std::span<const ProfilePointer> profiles)
{
    Ranges ranges;
    for (const auto &profile : profiles) {
        const auto origin = profile->tables().origin;
        if (origin == TimeOrigin::None)
            continue;
        const auto range = profile->timeRange();
        ranges.longest = std::max(ranges.longest, range.duration());
        if (origin != TimeOrigin::UnixEpoch)
            continue;
        auto &dated = ranges.dated;
        dated = dated ? united(*dated, range) : range;
    }
    return ranges;
}

// Duration of all profiles together: the longest of the time from the first start to the last end
// of the dated ones, the duration of each profile, and the durations that their pprof files name.
std::int64_t wholeDuration(std::span<const ProfilePointer> profiles)
{
    const auto ranges = rangesOf(profiles);
    auto duration = ranges.longest;
    if (ranges.dated)
        duration = std::max(duration, ranges.dated->duration());
    Message own; // metadata from the source files
    for (const auto &profile : profiles) {
        for (const Source &source : profile->tables().sources) {
            takeMetadata(*profile, source, own);
            duration = std::max(duration, Nanoseconds(own.durationNanos));
        }
    }
    return duration.count();
}

// Sets the message's metadata: that of the first profile's pprof file, otherwise what the profiles
// tell.
void describe(std::span<const ProfilePointer> profiles, Message &message, TextTable &texts)
{
    for (const auto &profile : profiles) {
        for (const Source &source : profile->tables().sources) {
            const auto type = profile->text(source.type);
            if (type != "pprof")
                message.comments.push_back(
                    texts.text(std::string(type) + ' ' + std::string(profile->text(source.uri))));
            else if (message.periodType.type == 0)
                takeMetadata(*profile, source, message);
        }
        const auto range = profile->timeRange();
        if (profile->tables().origin == TimeOrigin::UnixEpoch && message.timeNanos == 0)
            message.timeNanos = toNs(range.start);
        if (profile->tables().origin != TimeOrigin::None && message.periodType.type == 0) {
            message.periodType = {texts.text("wall"), texts.text("nanoseconds")};
            message.period = medianPeriod(*profile).count();
        }
    }
    if (profiles.size() > 1)
        message.durationNanos = wholeDuration(profiles);
    else if (message.durationNanos == 0)
        message.durationNanos = rangesOf(profiles).longest.count();
}

// Makes one message of the profiles (FORMAT.md). Samples::Summed: one record for equal stack and
// labels in a thread, but one per sample in profiles with gauges. Samples::Each: one per sample,
// with its time as a label if the profile is dated. Errors: Cancelled.
Result<Composed> compose(std::span<const ProfilePointer> profiles, const ExportOptions &options)
{
    Composed composed;
    auto &message = composed.message;
    TextTable texts(message);
    SampleTypes types(message, texts);
    std::vector<SampleComposer> composers;
    composers.reserve(profiles.size());
    for (const auto &profile : profiles)
        composers.emplace_back(*profile, message, texts, types, composed.rounding);
    for (auto &composer : composers) {
        if (!composer.run(options))
            return Error{ErrorCode::Cancelled, {}, {}};
    }
    const auto main = composers.empty() ? std::nullopt : composers.front().mainColumn();
    if (main)
        message.defaultSampleType = message.sampleTypes[*main].type;
    for (const auto &composer : composers) {
        if (const auto other = composer.mainColumn(); other && other != main)
            composed.otherTypes.insert(
                std::string(message.strings[message.sampleTypes[*other].type]));
    }
    describe(profiles, message, texts);
    return composed;
}

// Whether the processes are described by the first mapping, the program: pprof has nothing else
// about them.
bool namesItsProgram(const Profile &profile)
{
    const auto &tables = profile.tables();
    const auto program =
        tables.images.isEmpty() ? "" : profile.text(tables.images[ImageIndex(0)].codeFile);
    return std::ranges::all_of(tables.processes, [&](const Process &process) {
        const auto path = profile.text(process.executable);
        const auto name = profile.text(process.name);
        return (path.empty() && name.empty())
            || (path == program && name == trimmedPackage(program));
    });
}

std::vector<Part> heldParts(std::span<const ProfilePointer> profiles, Samples samples)
{
    std::vector<Part> held{Part::Threads,   Part::ThreadIds,    Part::Values,     Part::Labels,
                           Part::Lines,     Part::Columns,      Part::Addresses,  Part::Inlining,
                           Part::Files,     Part::NonUtf8Names, Part::StartLines, Part::Images,
                           Part::FrameFacts};
    const auto isDated = [](const auto &profile) {
        return profile->tables().origin == TimeOrigin::UnixEpoch;
    };
    if (samples == Samples::Each && std::ranges::all_of(profiles, isDated))
        held.insert(held.end(), {Part::Times, Part::Dates, Part::LastDurations});
    if (std::ranges::all_of(profiles, [](const auto &one) { return namesItsProgram(*one); }))
        held.insert(held.end(), {Part::ProcessNames, Part::Executables});
    return held;
}

// Counts what is written in another form, or only in part.
class PartialLosses {
public:
    explicit PartialLosses(std::span<const ProfilePointer> profiles)
    {
        for (const auto &profile : profiles) {
            countFrames(*profile);
            countGauges(*profile);
            countThreads(*profile);
        }
    }

    void appendTo(LossList &losses) const
    {
        const auto add = [&](Part part, const char *which, std::uint64_t count) {
            losses.add(std::string(partName(part)) + which, count);
        };
        add(Part::Addresses, " at which functions start", m_starts);
        add(Part::FrameFacts, "", m_facts);
        add(Part::Images, " that no frame is in", m_images);
        add(Part::Images, " that reach beyond 64 bits, and end there now", m_cutImages);
        add(Part::Inlining, ", where their callers have no name", m_inlined);
        add(Part::Values, ": levels and times, which are labels now", m_gauges);
        losses.add("empty threads, without samples", m_emptyThreads);
        losses.add("distinctions between threads of the same pid, id and name", m_sameThreads);
    }

private:
    void countFrames(const Profile &profile)
    {
        std::vector<bool> isUsed(profile.tables().images.size());
        if (!isUsed.empty())
            isUsed[0] = true;
        profile.tables().frames.forEach([&](std::size_t, const Frame &frame) {
            const bool isNamed = isLine(profile, frame);
            const bool hasOther = frame.pc != 0 && frame.address != frame.pc;
            m_starts += frame.address && (isNamed || hasOther) ? 1U : 0U;
            const auto facts = profile.text(frame.attributes);
            m_facts += !facts.empty() && facts != foldedAttributes ? 1U : 0U;
            if (frame.image.isValid())
                isUsed[frame.image.row()] = true;
        });
        m_images += std::uint64_t(std::ranges::count(isUsed, false));
        for (const Image &image : profile.tables().images)
            m_cutImages += image.size > ~image.address ? 1U : 0U;
        // An inlined frame becomes a line of its caller's location, if that has lines.
        profile.tables().stacks.forEach([&](std::size_t, const StackNode &node) {
            if (!node.frame.isValid() || profile.frame(node.frame).inlined == Inlined::No)
                return;
            const auto caller = profile.stack(node.parent).frame;
            m_inlined += caller.isValid() && isLine(profile, profile.frame(caller)) ? 0U : 1U;
        });
    }

    void countGauges(const Profile &profile)
    {
        for (const auto &type : profile.tables().valueTypes)
            m_gauges += type.kind == ValueKind::Sum ? 0U : 1U;
    }

    // Counts threads that cannot be told apart. Threads are labels of samples; their pid is written
    // only if there are several processes.
    void countThreads(const Profile &profile)
    {
        const bool hasPids = profile.tables().processes.size() > 1;
        for (std::size_t row = 0; row < profile.threadCount(); ++row) {
            const auto &thread = profile.thread(ThreadIndex(row));
            if (profile.samples(ThreadIndex(row)).isEmpty()) {
                ++m_emptyThreads;
                continue;
            }
            const auto pid = hasPids && thread.process.isValid()
                ? std::optional(profile.process(thread.process).pid)
                : std::nullopt;
            const bool isNew =
                m_labels.emplace(pid, profile.text(thread.id), profile.text(thread.name)).second;
            m_sameThreads += isNew ? 0U : 1U;
        }
    }

    std::uint64_t m_starts = 0;
    std::uint64_t m_facts = 0;
    std::uint64_t m_images = 0;
    std::uint64_t m_cutImages = 0;
    std::uint64_t m_inlined = 0; // inlined calls whose callers have no name
    std::uint64_t m_gauges = 0; // value types that are gauges
    std::uint64_t m_emptyThreads = 0;
    std::uint64_t m_sameThreads = 0;
    // Labels of threads: pid, id, name.
    std::set<std::tuple<std::optional<std::uint32_t>, std::string_view, std::string_view>> m_labels;
};

std::vector<Loss> lossesOf(std::span<const ProfilePointer> profiles, Samples samples,
                           const Rounding &rounding)
{
    LossList losses(lossesBeside(heldParts(profiles, samples), profiles, "pprof"));
    PartialLosses(profiles).appendTo(losses);
    losses.add("fractions of values, which are rounded", rounding.fractions);
    losses.add("sizes of values beyond 2^63", rounding.outOfRange);
    losses.add("absences of values, which are 0 now", rounding.absent);
    return std::move(losses).take();
}

// Returns a note: viewers show one type at a time, and at first nothing of profiles that lack it.
std::string noteOn(const std::set<std::string> &otherTypes)
{
    return "the profiles are about different types; viewers show the first one's, with "
           "-sample_index also "
        + inARow(otherTypes);
}

} // namespace

Result<Export> writeGzipped(std::span<const ProfilePointer> profiles, const ExportOptions &options)
{
    EMBER_RETURN_IF_ERROR(checkWrittenOut(
        profiles, options.samples == Samples::Each ? WrittenOut::EachSample : WrittenOut::EachStack,
        WrittenFrame::Number));
    Export written;
    EMBER_ASSIGN_OR_RETURN(const auto composed, compose(profiles, options));
    EMBER_ASSIGN_OR_RETURN(written.bytes, gzipped(encode(composed.message)));
    written.losses = lossesOf(profiles, options.samples, composed.rounding);
    if (!composed.otherTypes.empty())
        written.notes.push_back(noteOn(composed.otherTypes));
    if (options.samples == Samples::Each) {
        auto summing = options;
        summing.samples = Samples::Summed;
        EMBER_ASSIGN_OR_RETURN(const auto together, compose(profiles, summing));
        EMBER_ASSIGN_OR_RETURN(const auto summed, gzipped(encode(together.message)));
        written.notes.push_back("a record per sample takes " + std::to_string(written.bytes.size())
                                + " bytes; with equal ones summed it would be "
                                + std::to_string(summed.size()));
    }
    return written;
}

} // namespace ember::model::pprof

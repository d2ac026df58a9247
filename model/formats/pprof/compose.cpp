// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/compose.h"

#include "model/formats/pprof/pprofattributes.h"
#include "model/profile/profile.h"
#include "model/profile/sampleplaces.h"
#include "model/query/summary.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

namespace ember::model::pprof {

namespace {

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

    // Call it when the sample types of all profiles have been added. Returns false if it was
    // stopped.
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
    // Profiles with gauges have each sample by itself: their labels hardly ever repeat.
    const bool isSummed = !isEach && !hasGauges(m_profile);
    std::unordered_map<std::uint64_t, std::size_t> records; // by stack and labels
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
    Nanoseconds longest{0}; // of a profile with times
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

// Duration of all profiles together: from the first start to the last end if they are dated,
// otherwise that of the longest, during which the others may have run.
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

} // namespace

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

} // namespace ember::model::pprof

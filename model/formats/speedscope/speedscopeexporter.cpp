// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/export/losses.h"
#include "model/formats/export/writtenprofiles.h"
#include "model/formats/speedscope/speedscopedocument.h"
#include "model/formats/speedscope/speedscopeformat.h"
#include "model/json/jsontext.h"
#include "model/profile/profile.h"
#include "model/profile/samplerows.h"
#include "model/query/weights.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

namespace ember::model::speedscope {

namespace {

// Units of the schema other than "none".
constexpr std::array<std::string_view, 5> writtenUnits{"bytes", "nanoseconds", "microseconds",
                                                       "milliseconds", "seconds"};

// perf's name for unknown functions of any binary.
constexpr std::string_view unknownFunction = "[unknown]";

// One entry of the file: the values of one type in one thread; an invalid type means time.
struct Entry {
    const Profile *profile = nullptr;
    std::size_t number = 0; // index of the profile
    std::size_t firstFrame = 0; // start of the profile's frames in m_frames
    ThreadIndex thread;
    ValueTypeIndex type;
};

// Number of samples that are written. With times, an empty stack at the end only ends the sample
// before it; the importer adds it again.
std::size_t shownSamples(const Profile &profile, const ThreadSamples &samples)
{
    const bool endsEmpty = profile.tables().origin != TimeOrigin::None && samples.size() > 1
        && samples.stacks.back() == emptyStack;
    return endsEmpty ? samples.size() - 1 : samples.size();
}

// Returns the start of the time axis: a profile may begin before its first sample.
Timestamp startOf(const Profile &profile)
{
    const auto first = profile.timeRange().start;
    return profile.tables().origin == TimeOrigin::ProfileStart ? std::min(first, Timestamp())
                                                               : first;
}

// Number of values that are not written: all values of samples with times; of other samples those
// that do not add up.
std::uint64_t lostValues(std::span<const ProfilePointer> profiles)
{
    std::uint64_t count = 0;
    for (const auto &profile : profiles) {
        const bool isTimed = profile->tables().origin != TimeOrigin::None;
        for (std::size_t row = 0; row < profile->threadCount(); ++row) {
            for (const ValueColumn &column : profile->samples(ThreadIndex(row)).values) {
                if (isTimed || !addsUp(*profile, column.type))
                    count += valueCount(column);
            }
        }
    }
    return count;
}

class SpeedscopeWriter {
public:
    explicit SpeedscopeWriter(std::span<const ProfilePointer> profiles) : m_profiles(profiles) { }

    Result<Export> run(const std::stop_token &stop) &&
    {
        m_json.beginObject();
        m_json.key("$schema").value("https://www.speedscope.app/file-format-schema.json");
        m_json.key("exporter").value("emberchart");
        writeFrames();
        m_json.key("profiles").beginArray();
        for (const auto &entry : m_entries) {
            if (stop.stop_requested())
                return Error{ErrorCode::Cancelled, {}, {}};
            writeEntry(entry);
        }
        m_json.end();
        if (!m_entries.empty()) // what a viewer opens first
            m_json.key("activeProfileIndex").value(m_busiest);
        m_json.end();
        Export written;
        written.bytes = m_json.take() + '\n';
        written.losses = losses();
        return written;
    }

private:
    void writeFrames();
    // The name, file, line and column by which speedscope identifies frames.
    using FrameKey = std::tuple<std::string, std::string_view, std::uint32_t, std::uint32_t>;

    FrameKey keyOf(const Profile &profile, FrameIndex index);
    void writeFrame(const FrameKey &key);
    void addEntries(const Profile &profile, std::size_t firstFrame);
    void writeEntry(const Entry &entry);
    void writeOwnMember(const Entry &entry);
    std::vector<double> weightsOf(const Entry &entry, std::size_t count);
    void noteBusy(const Entry &entry, std::span<const double> weights);
    std::string nameOf(const Entry &entry) const;
    std::vector<Loss> losses() const;

    std::span<const ProfilePointer> m_profiles;
    JsonWriter m_json;
    std::vector<std::size_t> m_frames; // places in the file, by frame of all profiles
    std::vector<Entry> m_entries;
    std::size_t m_profileCount = 0; // profiles whose entries have been added
    std::size_t m_busiest = 0; // the entry of the thread that ran most
    double m_mostBusy = 0;
    std::string_view m_busyUnit; // unit of m_mostBusy
    std::uint64_t m_lostLines = 0; // frames whose line is not the function's first
    std::uint64_t m_lostColumns = 0;
    std::uint64_t m_negative = 0;
    std::uint64_t m_missing = 0;
};

void SpeedscopeWriter::writeFrames()
{
    m_json.key("shared").beginObject();
    m_json.key("frames").beginArray();
    std::map<FrameKey, std::size_t> known;
    for (const auto &profile : m_profiles) {
        addEntries(*profile, m_frames.size());
        for (std::size_t row = 0; row < profile->tables().frames.size(); ++row) {
            const auto [place, isNew] =
                known.try_emplace(keyOf(*profile, FrameIndex(row)), known.size());
            if (isNew)
                writeFrame(place->first);
            m_frames.push_back(place->second);
        }
    }
    m_json.end();
    m_json.end();
}

// Returns the key of a frame. speedscope identifies functions by their first line, not by the
// sampled one.
SpeedscopeWriter::FrameKey SpeedscopeWriter::keyOf(const Profile &profile, FrameIndex index)
{
    const Frame &frame = profile.frame(index);
    FrameKey key{frameName(profile, index), {}, 0, 0};
    auto &[name, file, line, column] = key;
    if (frame.function.isValid()) {
        const auto &function = profile.function(frame.function);
        if (const auto own = function.file.isValid() ? function.file : function.absPath;
            own.isValid())
            file = profile.text(own);
        else if (name == unknownFunction) // otherwise unknown functions of all binaries were one
            file = profile.text(function.package);
        line = function.startLine;
    }
    const bool isAtStart = line != 0 && frame.line == line;
    m_lostLines += frame.line != 0 && !isAtStart ? 1U : 0U;
    m_lostColumns += frame.column != 0 && !isAtStart ? 1U : 0U;
    column = isAtStart ? frame.column : 0;
    return key;
}

void SpeedscopeWriter::writeFrame(const FrameKey &key)
{
    const auto &[name, file, line, column] = key;
    m_json.beginObject();
    m_json.key("name").value(name);
    if (!file.empty())
        m_json.key("file").value(file);
    if (line != 0)
        m_json.key("line").value(line);
    if (column != 0)
        m_json.key("col").value(column);
    m_json.end();
}

void SpeedscopeWriter::addEntries(const Profile &profile, std::size_t firstFrame)
{
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        if (profile.tables().origin != TimeOrigin::None) {
            m_entries.push_back({&profile, m_profileCount, firstFrame, thread, {}});
            continue;
        }
        const auto &types = profile.tables().valueTypes;
        for (std::size_t type = 0; type < types.size(); ++type) {
            if (addsUp(profile, ValueTypeIndex(type)))
                m_entries.push_back(
                    {&profile, m_profileCount, firstFrame, thread, ValueTypeIndex(type)});
        }
    }
    ++m_profileCount;
}

std::string SpeedscopeWriter::nameOf(const Entry &entry) const
{
    const Profile &profile = *entry.profile;
    const Thread &thread = profile.thread(entry.thread);
    std::string name(profile.text(thread.name));
    if (name.empty())
        name = profile.text(thread.id);
    if (name.empty())
        name = "samples";
    if (entry.type.isValid() && profile.tables().valueTypes.size() > 1)
        name = std::string(profile.text(profile.tables().valueTypes[entry.type].type))
            + (profile.threadCount() > 1 ? ", " + name : std::string());
    return name;
}

std::vector<double> SpeedscopeWriter::weightsOf(const Entry &entry, std::size_t count)
{
    const auto &samples = entry.profile->samples(entry.thread);
    const SampleWeights values(samples, entry.type);
    std::vector<double> weights;
    weights.reserve(count);
    for (std::size_t row = 0; row < count; ++row) {
        const SampleIndex sample(row);
        const SampleIndex next(row + 1);
        if (entry.type.isValid()) {
            // Differences of two profiles have negative values; speedscope cannot show them.
            m_negative += values[sample] < 0 ? 1U : 0U;
            m_missing += values.contains(sample) ? 0U : 1U;
            weights.push_back(std::max(values[sample], 0.0));
        } else {
            const auto duration = samples.times.contains(next)
                ? samples.times[next] - samples.times[sample]
                : lastDuration(*entry.profile, entry.thread);
            weights.push_back(static_cast<double>(duration.count()));
        }
    }
    return weights;
}

// Notes the entry if it is the busiest so far. Only time in which the thread ran counts, and only
// values of the main type. Time ranks above all other units; of these only the first is compared:
// 10 bytes are not more than 1 second.
void SpeedscopeWriter::noteBusy(const Entry &entry, std::span<const double> weights)
{
    const Profile &profile = *entry.profile;
    const auto main = profile.tables().mainValue;
    if (entry.type.isValid() && main.isValid() && entry.type != main)
        return;
    const auto &samples = profile.samples(entry.thread);
    double busy = 0;
    for (std::size_t row = 0; row < weights.size(); ++row) {
        const SampleIndex sample(row);
        const auto state =
            samples.details.contains(sample) ? samples.details[sample].state : ThreadState::Unknown;
        if (samples.stacks[sample] != emptyStack && state != ThreadState::Blocked
            && state != ThreadState::Runnable)
            busy += weights[row];
    }
    constexpr std::string_view time = "nanoseconds";
    std::string_view unit = time;
    if (entry.type.isValid()) {
        unit = profile.text(profile.tables().valueTypes[entry.type].unit);
        if (const auto factor = nanosecondsPer(unit)) {
            busy *= *factor;
            unit = time;
        }
    }
    const bool isComparable = m_mostBusy == 0 || unit == m_busyUnit;
    if (isComparable ? busy > m_mostBusy : unit == time && busy > 0) {
        m_mostBusy = busy;
        m_busyUnit = unit;
        m_busiest = static_cast<std::size_t>(&entry - m_entries.data());
    }
}

// Writes our own member. The schema has neither values nor threads: the member says which entries
// belong together, and which empty stacks are gaps between chunks.
void SpeedscopeWriter::writeOwnMember(const Entry &entry)
{
    const Profile &profile = *entry.profile;
    if (!entry.type.isValid()) {
        if (const auto gaps = gapMarks(profile.samples(entry.thread)); !gaps.empty()) {
            m_json.key(ownMember).beginObject();
            m_json.key("gaps").values(gaps);
            m_json.end();
        }
        return;
    }
    const Thread &thread = profile.thread(entry.thread);
    const ValueType &type = profile.tables().valueTypes[entry.type];
    m_json.key(ownMember).beginObject();
    m_json.key("profile").value(entry.number);
    m_json.key("thread").value(entry.thread.row());
    if (thread.id.isValid())
        m_json.key("id").value(profile.text(thread.id));
    if (thread.name.isValid())
        m_json.key("name").value(profile.text(thread.name));
    m_json.key("type").value(profile.text(type.type));
    m_json.key("unit").value(profile.text(type.unit));
    if (profile.tables().mainValue == entry.type)
        m_json.key("main").value(std::size_t(1));
    m_json.end();
}

void SpeedscopeWriter::writeEntry(const Entry &entry)
{
    const Profile &profile = *entry.profile;
    const auto &samples = profile.samples(entry.thread);
    const auto count = shownSamples(profile, samples);
    const auto weights = weightsOf(entry, count);
    noteBusy(entry, weights);
    double start = 0;
    if (!entry.type.isValid() && !samples.isEmpty())
        start = static_cast<double>((samples.times[SampleIndex(0)] - startOf(profile)).count());
    std::string_view unit = "nanoseconds";
    if (entry.type.isValid())
        unit = profile.text(profile.tables().valueTypes[entry.type].unit);
    double end = start;
    for (const auto weight : weights)
        end += weight;

    m_json.beginObject();
    m_json.key("type").value("sampled");
    m_json.key("name").value(nameOf(entry));
    m_json.key("unit").value(std::ranges::find(writtenUnits, unit) != writtenUnits.end()
                                 ? unit
                                 : std::string_view("none"));
    writeOwnMember(entry);
    m_json.key("startValue").value(start);
    m_json.key("endValue").value(end);
    m_json.key("samples").beginArray();
    std::vector<std::size_t> frames; // leaf first
    for (std::size_t row = 0; row < count; ++row) {
        frames.clear();
        for (auto stack = samples.stacks[SampleIndex(row)]; stack != emptyStack;
             stack = profile.stack(stack).parent)
            frames.push_back(m_frames[entry.firstFrame + profile.stack(stack).frame.row()]);
        m_json.beginArray();
        for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
            m_json.value(*frame);
        m_json.end();
    }
    m_json.end();
    m_json.key("weights").values(weights);
    m_json.end();
}

std::vector<Loss> SpeedscopeWriter::losses() const
{
    LossList losses(
        lossesBeside({Part::Times, Part::LastDurations, Part::Threads, Part::ThreadIds, Part::Lines,
                      Part::Columns, Part::StartLines, Part::Files, Part::Values},
                     m_profiles));
    losses.add(Part::Lines, m_lostLines);
    losses.add(Part::Columns, m_lostColumns);
    losses.add(Part::Values, lostValues(m_profiles));
    // The importer gives entries of time their number as thread id, so other ids are lost; entries
    // of values keep theirs.
    for (std::size_t row = 0; row < m_entries.size(); ++row) {
        const auto &entry = m_entries[row];
        const auto id = entry.profile->text(entry.profile->thread(entry.thread).id);
        const bool isOther = !id.empty() && id != std::to_string(row + 1);
        losses.add(Part::ThreadIds, !entry.type.isValid() && isOther ? 1 : 0);
    }
    losses.add("negative values, which are 0 now", m_negative);
    losses.add("values that samples do not have, which are 0 now", m_missing);
    return std::move(losses).take();
}

} // namespace

Result<Export> writeEntries(std::span<const ProfilePointer> profiles, const ExportOptions &options)
{
    EMBER_RETURN_IF_ERROR(checkWrittenOut(profiles, WrittenOut::EachValue, WrittenFrame::Number));
    return SpeedscopeWriter(profiles).run(options.stop);
}

} // namespace ember::model::speedscope

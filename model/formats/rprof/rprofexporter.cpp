// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/result.h"
#include "model/core/text.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/export/exporter.h"
#include "model/formats/export/losses.h"
#include "model/formats/export/writtenprofiles.h"
#include "model/formats/rprof/rprofformat.h"
#include "model/formats/rprof/rproflines.h"
#include "model/profile/profile.h"
#include "model/profile/samplerows.h"
#include "model/query/summary.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <stop_token>
#include <unordered_map>
#include <unordered_set>

namespace ember::model::rprof {

namespace {

// Finds the values of a profile that an Rprof file can hold.
class ValueTypes {
public:
    explicit ValueTypes(const Profile &profile);

    // The type that counts samples; invalid if the profile has none.
    ValueTypeIndex count() const { return m_count; }

    const std::array<ValueTypeIndex, 4> &memory() const { return m_memory; }

    // Whether the profile has all four types of memory; otherwise none is written.
    bool hasMemory() const { return m_hasMemory; }

    bool isWritten(ValueTypeIndex type) const;

private:
    ValueTypeIndex m_count;
    std::array<ValueTypeIndex, 4> m_memory;
    std::array<ValueTypeIndex, 2> m_derived;
    bool m_hasMemory = false;
};

ValueTypeIndex typeOf(const Profile &profile, const ValueTypeName &name)
{
    const auto &types = profile.tables().valueTypes;
    for (std::size_t row = 0; row < types.size(); ++row) {
        const ValueType &own = types[ValueTypeIndex(row)];
        if (profile.text(own.type) == name.type && profile.text(own.unit) == name.unit)
            return ValueTypeIndex(row);
    }
    return {};
}

ValueTypes::ValueTypes(const Profile &profile) : m_count(typeOf(profile, countType))
{
    const auto find = [&](const ValueTypeName &name) { return typeOf(profile, name); };
    std::ranges::transform(memoryTypes, m_memory.begin(), find);
    std::ranges::transform(derivedTypes, m_derived.begin(), find);
    m_hasMemory = std::ranges::all_of(m_memory, &ValueTypeIndex::isValid);
}

bool ValueTypes::isWritten(ValueTypeIndex type) const
{
    const auto isOneOf = [&](const auto &types) {
        return std::ranges::find(types, type) != types.end();
    };
    return type == m_count || (m_hasMemory && (isOneOf(m_memory) || isOneOf(m_derived)));
}

// The text of a file as it is written, and counts of its losses.
struct Written {
    std::string text;
    Timestamp next; // time at which a reader places the next line
    std::uint64_t segments = 0;
    std::uint64_t lines = 0;
    std::uint64_t stackless = 0; // samples without a stack
    std::uint64_t uncounted = 0; // samples that count nothing
    std::uint64_t negative = 0; // samples with a negative count
    std::uint64_t timesLost = 0; // samples whose time is lost
    std::uint64_t rounded = 0; // counts that were rounded
    std::uint64_t lineFeeds = 0; // names and paths whose line feeds are blanks now
    std::uint64_t changedNames = 0; // names that had to be changed to be readable
    std::uint64_t guessedIntervals = 0; // segments whose interval is a guess
    std::set<std::int64_t>
        measuredIntervals; // µs between samples, for segments that name no interval
};

struct SamplePlace {
    ThreadIndex thread;
    SampleIndex sample;
};

// Writes the samples of one source, after a header of their own.
class SegmentWriter {
public:
    SegmentWriter(const Profile &profile, Written &written);

    // Writes the segment; there must be at least one sample. Errors: FormatCannotHold, for too many
    // lines or bytes; Cancelled.
    Result<void> write(const std::vector<SamplePlace> &samples, const std::stop_token &stop);
    void writeHeader(std::span<const SamplePlace> samples, SourceIndex source);

private:
    Result<void> writeSample(const SamplePlace &place);
    std::int64_t intervalUs(SourceIndex source);
    void passTime(std::uint64_t lines);
    std::uint64_t linesOf(const SamplePlace &place);
    std::string memoryOf(const SamplePlace &place) const;
    const std::string &frameText(FrameIndex frame);
    std::string placeText(const Frame &frame);
    std::string nameText(FrameIndex frame);
    std::string onOneLine(std::string_view text);
    std::optional<double> value(const SamplePlace &place, ValueTypeIndex type) const;
    bool hasMemory(std::span<const SamplePlace> samples) const;

    const Profile &m_profile;
    Written &m_written;
    ValueTypes m_types;
    bool m_hasMemory = false; // the segment has memory values
    Nanoseconds m_interval{};
    std::unordered_map<std::string, std::size_t> m_files; // numbers of files, from 1
    std::string m_newFiles; // lines that come before the next sample
    std::unordered_map<FrameIndex, std::string> m_frames;
    std::string m_line;
};

// Features of samples that the header of their segment must announce.
struct FramesUsed {
    bool hasLines = false;
    bool hasCollections = false; // samples within R's garbage collector, "<GC>"
};

FramesUsed framesUsed(const Profile &profile, std::span<const SamplePlace> samples)
{
    FramesUsed used;
    std::unordered_set<StackIndex> seen{emptyStack};
    for (const SamplePlace &place : samples) {
        auto stack = profile.samples(place.thread).stacks[place.sample];
        bool isLeaf = true;
        for (; seen.insert(stack).second; stack = profile.stack(stack).parent) {
            const Frame &frame = profile.frame(profile.stack(stack).frame);
            used.hasLines = used.hasLines || frame.line > 0;
            if (isLeaf && frame.function.isValid())
                used.hasCollections = used.hasCollections
                    || profile.text(profile.function(frame.function).name) == "<GC>";
            isLeaf = false;
        }
    }
    return used;
}

constexpr std::int64_t usualIntervalUs = 20'000;
constexpr std::int64_t longestIntervalUs =
    86'400'000'000; // a day, which is the limit of the reader

std::string_view attributeOf(const Profile &profile, SourceIndex source, std::string_view key)
{
    const auto &sources = profile.tables().sources;
    if (!sources.contains(source))
        return {};
    return findAttribute(profile, sources[source], key).value_or("");
}

std::int64_t positiveNumber(std::string_view text)
{
    return std::max<std::int64_t>(takeNumber<std::int64_t>(text).value_or(0), 0);
}

// Returns the interval that the source names: "interval_us" of R, the period of pprof, or the
// capture's rate; 0 if there is none.
std::int64_t knownIntervalUs(const Profile &profile, SourceIndex source)
{
    if (const auto own = positiveNumber(attributeOf(profile, source, "interval_us")); own > 0)
        return own;
    constexpr std::int64_t nsPerUs = 1'000;
    constexpr double usPerSecond = 1e6;
    if (attributeOf(profile, source, "period_type").ends_with(",\"nanoseconds\"]"))
        return positiveNumber(attributeOf(profile, source, "period")) / nsPerUs;
    const double rateHz = profile.tables().statistics.rateHz;
    return rateHz > 0 && rateHz <= usPerSecond ? std::llround(usPerSecond / rateHz) : 0;
}

Error tooMuch(const std::string &what)
{
    return {ErrorCode::FormatCannotHold, {}, "more than " + what};
}

// Returns the samples of each source that has some, sorted by time.
std::vector<std::vector<SamplePlace>> samplesBySource(const Profile &profile)
{
    std::map<SourceIndex, std::vector<SamplePlace>> bySource;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        const ThreadSamples &samples = profile.samples(thread);
        for (std::size_t place = 0; place < samples.size(); ++place) {
            const SampleIndex sample(place);
            if (!isGapMark(samples, sample))
                bySource[samples.source(sample)].push_back({thread, sample});
        }
    }
    std::vector<std::vector<SamplePlace>> segments;
    for (auto &[source, places] : bySource) {
        std::ranges::stable_sort(places, {}, [&](const SamplePlace &place) {
            return profile.samples(place.thread).times[place.sample];
        });
        segments.push_back(std::move(places));
    }
    return segments;
}

SegmentWriter::SegmentWriter(const Profile &profile, Written &written)
    : m_profile(profile),
      m_written(written),
      m_types(profile)
{
}

Result<void> SegmentWriter::write(const std::vector<SamplePlace> &samples,
                                  const std::stop_token &stop)
{
    const SamplePlace &first = samples.front();
    writeHeader(samples, m_profile.samples(first.thread).source(first.sample));
    for (std::size_t row = 0; row < samples.size(); ++row) {
        constexpr std::size_t samplesBetweenQuestions = 4096;
        if (row % samplesBetweenQuestions == 0 && stop.stop_requested())
            return Error{ErrorCode::Cancelled, {}, {}};
        EMBER_RETURN_IF_ERROR(writeSample(samples[row]));
    }
    return {};
}

void SegmentWriter::writeHeader(std::span<const SamplePlace> samples, SourceIndex source)
{
    const auto said = [&](const char *key) {
        return attributeOf(m_profile, source, key) == "true";
    };
    const FramesUsed used = framesUsed(m_profile, samples);
    m_hasMemory = hasMemory(samples);
    if (m_hasMemory || (samples.empty() && said("memory_profiling")))
        m_written.text += "memory profiling: ";
    if (used.hasCollections || said("gc_profiling"))
        m_written.text += "GC profiling: ";
    if (used.hasLines || said("line_profiling"))
        m_written.text += "line profiling: ";
    const auto interval = intervalUs(source);
    m_interval = std::chrono::microseconds(interval);
    m_written.text += "sample.interval=" + std::to_string(interval) + '\n';
    ++m_written.segments;
}

std::int64_t SegmentWriter::intervalUs(SourceIndex source)
{
    const auto known = knownIntervalUs(m_profile, source);
    if (known > 0 && known <= longestIntervalUs)
        return known;
    constexpr std::int64_t nsPerUs = 1'000;
    const auto median = (medianPeriod(m_profile).count() + nsPerUs / 2) / nsPerUs;
    if (m_profile.tables().origin != TimeOrigin::None && median > 0
        && median <= longestIntervalUs) {
        m_written.measuredIntervals.insert(median);
        return median;
    }
    ++m_written.guessedIntervals;
    return usualIntervalUs;
}

Result<void> SegmentWriter::writeSample(const SamplePlace &place)
{
    const ThreadSamples &samples = m_profile.samples(place.thread);
    auto stack = samples.stacks[place.sample];
    m_line = m_hasMemory ? memoryOf(place) : std::string();
    if (stack == emptyStack && m_line.empty()) {
        ++m_written.stackless;
        return {};
    }
    for (; stack != emptyStack; stack = m_profile.stack(stack).parent)
        m_line += frameText(m_profile.stack(stack).frame);
    m_line += '\n';
    const auto count = linesOf(place);
    m_written.lines += count;
    if (m_written.lines > lineLimit)
        return tooMuch(std::to_string(lineLimit) + " samples, each of them a line");
    if (m_written.text.size() + m_newFiles.size() + m_line.size() * count > Bytes::fileLimit)
        return tooMuch(std::to_string(Bytes::fileLimit) + " bytes");
    const auto origin = m_profile.tables().origin;
    const bool isInTime =
        origin == TimeOrigin::ProfileStart && samples.times[place.sample] == m_written.next;
    m_written.timesLost += origin == TimeOrigin::None || isInTime ? 0 : 1;
    passTime(count);
    m_written.text += m_newFiles;
    m_newFiles.clear();
    for (std::uint64_t line = 0; line < count; ++line)
        m_written.text += m_line;
    return {};
}

// Advances the time of the next line; it stops in the year 2096.
void SegmentWriter::passTime(std::uint64_t lines)
{
    constexpr std::int64_t latest = 4'000'000'000'000'000'000;
    const auto room = (latest - toNs(m_written.next)) / Nanoseconds(m_interval).count();
    m_written.next += m_interval * std::min(room, static_cast<std::int64_t>(lines));
}

std::optional<double> SegmentWriter::value(const SamplePlace &place, ValueTypeIndex type) const
{
    const auto &columns = m_profile.samples(place.thread).values;
    const auto column = std::ranges::find(columns, type, &ValueColumn::type);
    if (column == columns.end() || std::isnan(column->values[place.sample]))
        return std::nullopt;
    return column->values[place.sample];
}

// Whether the segment has memory values: not all sources of a profile need to have them.
bool SegmentWriter::hasMemory(std::span<const SamplePlace> samples) const
{
    return m_types.hasMemory() && std::ranges::any_of(samples, [&](const SamplePlace &place) {
               return std::ranges::any_of(m_types.memory(), [&](ValueTypeIndex type) {
                   return value(place, type).has_value();
               });
           });
}

// The number of lines that a sample is written as: its count.
std::uint64_t SegmentWriter::linesOf(const SamplePlace &place)
{
    const auto count = m_types.count().isValid() ? value(place, m_types.count()) : std::nullopt;
    if (!count)
        return 1;
    const double whole = std::round(*count);
    if (whole != *count)
        ++m_written.rounded;
    if (whole <= 0)
        ++(whole < 0 ? m_written.negative : m_written.uncounted);
    constexpr auto most = static_cast<double>(lineLimit + 1);
    return static_cast<std::uint64_t>(std::clamp(whole, 0.0, most));
}

std::string SegmentWriter::memoryOf(const SamplePlace &place) const
{
    std::string text = ":";
    for (const auto type : m_types.memory()) {
        constexpr double largest = 1e18;
        const double number = std::clamp(value(place, type).value_or(0), 0.0, largest);
        text += std::to_string(static_cast<std::uint64_t>(number)) + ':';
    }
    return text;
}

const std::string &SegmentWriter::frameText(FrameIndex index)
{
    const auto [known, isNew] = m_frames.try_emplace(index);
    if (isNew)
        known->second = placeText(m_profile.frame(index)) + '"' + nameText(index) + "\" ";
    return known->second;
}

std::string SegmentWriter::placeText(const Frame &frame)
{
    if (frame.line == 0)
        return {};
    const Function function =
        frame.function.isValid() ? m_profile.function(frame.function) : Function();
    const auto absPath = m_profile.text(function.absPath);
    auto path = onOneLine(absPath.empty() ? m_profile.text(function.file) : absPath);
    const auto [file, isNew] = m_files.try_emplace(std::move(path), m_files.size() + 1);
    const auto number = std::to_string(file->second);
    if (isNew)
        m_newFiles += "#File " + number + ": " + file->first + '\n';
    return number + '#' + std::to_string(frame.line) + ' ';
}

std::string SegmentWriter::nameText(FrameIndex index)
{
    const Frame &frame = m_profile.frame(index);
    std::string_view raw;
    if (frame.function.isValid())
        raw = m_profile.text(m_profile.function(frame.function).rawName);
    auto name = onOneLine(raw.empty() ? frameName(m_profile, index) : std::string(raw));
    if (!isReadable(name)) {
        ++m_written.changedNames;
        std::ranges::replace(name, '"', '\'');
    }
    return name;
}

std::string SegmentWriter::onOneLine(std::string_view text)
{
    std::string line(text);
    for (char &letter : line) {
        if (letter != '\n' && letter != '\r')
            continue;
        letter = ' ';
        ++m_written.lineFeeds;
    }
    return line;
}

bool isFromR(const Profile &profile)
{
    const auto &sources = profile.tables().sources;
    return sources.size() > 0 && std::ranges::all_of(sources, [&](const Source &source) {
               return profile.text(source.type) == "rprof";
           });
}

void addValues(const Profile &profile, LossList &losses)
{
    const ValueTypes types(profile);
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        for (const ValueColumn &column : profile.samples(ThreadIndex(row)).values) {
            if (types.isWritten(column.type))
                continue;
            const ValueType &type = profile.tables().valueTypes[column.type];
            losses.add("values of the type " + std::string(profile.text(type.type)) + '/'
                           + std::string(profile.text(type.unit)),
                       valueCount(column));
        }
    }
}

void addCode(const Profile &profile, LossList &losses)
{
    std::vector<bool> hasLine(profile.tables().functions.size());
    profile.tables().frames.forEach([&](std::size_t, const Frame &frame) {
        losses.add("columns of frames", frame.column != 0 ? 1 : 0);
        if (frame.function.isValid() && frame.line > 0)
            hasLine[frame.function.row()] = true;
    });
    profile.tables().functions.forEach([&](std::size_t row, const Function &function) {
        const auto rawName = profile.text(function.rawName);
        losses.add("names of functions beside those of the symbol table",
                   !rawName.empty() && rawName != profile.text(function.name) ? 1 : 0);
        losses.add("first lines of functions", function.startLine != 0 ? 1 : 0);
        const bool hasFile =
            !profile.text(function.file).empty() || !profile.text(function.absPath).empty();
        losses.add("files of functions that have no line", hasFile && !hasLine[row] ? 1 : 0);
    });
}

// Lists what the file does not hold of the profiles. The threads and derived values of R's own
// profiles are not lost: the reader creates them itself.
std::vector<Loss> lossesOf(std::span<const ProfilePointer> profiles, const Written &written)
{
    const bool areFromR =
        std::ranges::all_of(profiles, [](const auto &profile) { return isFromR(*profile); });
    // Times and values are counted here; threads of R's profiles come from the reader.
    std::vector<Part> held{Part::Lines,      Part::Times,   Part::LastDurations,
                           Part::Values,     Part::Columns, Part::NonUtf8Names,
                           Part::StartLines, Part::Files,   Part::Sources};
    constexpr std::array ofR{Part::Threads, Part::ThreadIds, Part::MainThreads, Part::Releases,
                             Part::Processes};
    for (const auto part : ofR) {
        if (areFromR)
            held.push_back(part);
    }
    LossList losses(lossesBeside(held, profiles, "rprof"));
    losses.add("times of samples", written.timesLost);
    std::uint64_t timeShareError = 0;
    for (const auto &profile : profiles) {
        addValues(*profile, losses);
        addCode(*profile, losses);
        // R's segments keep their own intervals, so numbers of samples give the right times.
        if (!isFromR(*profile))
            timeShareError = std::max(timeShareError, timeShareErrorPercent(*profile));
    }
    losses.add(timeShareErrorText, timeShareError);
    losses.add("samples without a stack", written.stackless);
    losses.add("samples that count nothing", written.uncounted);
    losses.add("samples of a negative number", written.negative);
    losses.add("counts of samples that are no whole numbers, which are rounded", written.rounded);
    losses.add("line feeds in names and paths, which are blanks now", written.lineFeeds);
    losses.add("names that hold what ends a name, which is changed", written.changedNames);
    return std::move(losses).take();
}

// Writes a segment per source that has samples. If there are no samples, the file is one header.
Result<Written> writeFile(std::span<const ProfilePointer> profiles, const std::stop_token &stop)
{
    Written written;
    for (const auto &profile : profiles) {
        for (const auto &samples : samplesBySource(*profile))
            EMBER_RETURN_IF_ERROR(SegmentWriter(*profile, written).write(samples, stop));
    }
    if (written.segments == 0 && !profiles.empty())
        SegmentWriter(*profiles.front(), written).writeHeader({}, SourceIndex(0));
    return written;
}

} // namespace

Result<Export> writeLines(std::span<const ProfilePointer> profiles, const ExportOptions &options)
{
    EMBER_RETURN_IF_ERROR(checkWrittenOut(profiles, WrittenOut::EachSample, WrittenFrame::Name));
    EMBER_ASSIGN_OR_RETURN(auto written, writeFile(profiles, options.stop));
    Export result{std::move(written.text), lossesOf(profiles, written), {}};
    if (written.guessedIntervals > 0)
        result.notes.emplace_back("the interval between samples is not known: 20 ms are written");
    for (const auto interval : written.measuredIntervals)
        result.notes.push_back("no interval is named: that between most samples of a thread is "
                               "written, "
                               + std::to_string(interval) + " µs");
    if (written.segments > 1)
        result.notes.emplace_back(
            "R's summaryRprof() takes each header but the first for a sample");
    return result;
}

} // namespace ember::model::rprof

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/memorybudget.h"
#include "model/core/text.h"
#include "model/formats/import/importsession.h"
#include "model/formats/speedscope/speedscopedocument.h"
#include "model/formats/speedscope/speedscopeformat.h"
#include "model/profile/profilebuilder.h"
#include "model/query/weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace ember::model::speedscope {

namespace {

// Whether a sampled entry ends elsewhere than its weights. Many files have a rounded end, and
// doubles are coarse if the clock began long ago.
bool endsElsewhere(const ProfileEntry &entry, double end)
{
    constexpr double rounding = 1e-6;
    constexpr double coarseness = 4 * std::numeric_limits<double>::epsilon();
    const double start = entry.start.value_or(0);
    double lasting = 0;
    for (const double weight : entry.weights)
        lasting += weight;
    const double given = end - start;
    return std::abs(given - lasting) > rounding * std::max(lasting, std::abs(given))
        + coarseness * std::max(std::abs(start), std::abs(end));
}

// Reports a start or end that contradicts the samples or events, which count.
void reportRange(const ProfileEntry &entry, const FileNotes &notes)
{
    if (entry.kind == ProfileKind::Sampled && entry.end
        && *entry.end >= entry.start.value_or(*entry.end) && endsElsewhere(entry, *entry.end))
        notes.note("speedscope-odd-end",
                   "endValue is not where the weights of the samples end, which count");
    if (entry.start && entry.end && *entry.end < *entry.start)
        notes.warn("speedscope-end-before-start", "endValue is before startValue");
    if (entry.events.empty())
        return;
    if (entry.start && entry.events.front().at < *entry.start)
        notes.note("speedscope-late-start", "startValue is behind the first event, which counts");
    if (entry.end && *entry.end < entry.events.back().at)
        notes.note("speedscope-early-end", "endValue is before the last event, which counts");
}

// Number of frames that close at the value at which they open: no sample shows them, since samples
// lie between events of different time.
std::uint64_t momentaryFrames(const ProfileEntry &entry)
{
    std::uint64_t count = 0;
    std::vector<double> open; // values at which the open frames opened
    for (const auto &event : entry.events) {
        if (event.kind == FrameEvent::Kind::Open) {
            open.push_back(event.at);
        } else if (!open.empty()) {
            count += open.back() == event.at ? 1U : 0U;
            open.pop_back();
        }
    }
    return count;
}

// Reports contradictions between an entry's start, end and events, and what is not shown.
void reportEntry(const ProfileEntry &entry, const FileNotes &notes)
{
    reportRange(entry, notes);
    notes.note("speedscope-momentary-frames", "frames that close where they open are left out",
               momentaryFrames(entry));
}

// Collects the entries that our own exporter marked: the values of each thread. Refers to the
// document.
class ValuesOfThreads {
public:
    static constexpr std::size_t maxProfiles = 64;
    // Entries by number of the thread.
    using EntriesByThread = std::map<std::uint32_t, std::vector<const ProfileEntry *>>;

    ValuesOfThreads(const Document &document, std::size_t fileBytes);

    // Takes an entry of the document. Returns false if it is to be read like any other: it is not
    // marked, its samples differ from the thread's, the thread has this type already, or there are
    // too many profiles or too long names.
    bool take(const ProfileEntry &entry);

    const std::array<EntriesByThread, maxProfiles> &profiles() const { return m_profiles; }

private:
    bool isOfItsThread(const ProfileEntry &entry) const;
    bool takeFrames(const ProfileEntry &entry);

    const Document &m_document;
    std::uint64_t m_budget;
    std::uint64_t m_bytes = 0; // of the frames of all profiles
    std::array<EntriesByThread, maxProfiles> m_profiles;
    std::array<std::vector<bool>, maxProfiles> m_isUsed; // by profile and frame
    // Value types by profile, thread, type and unit.
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::string_view, std::string_view>> m_types;
};

ValuesOfThreads::ValuesOfThreads(const Document &document, std::size_t fileBytes)
    : m_document(document),
      m_budget(memoryBudget(fileBytes))
{
}

bool ValuesOfThreads::take(const ProfileEntry &entry)
{
    if (!entry.value || entry.value->profile >= maxProfiles || !isOfItsThread(entry))
        return false;
    const ValueEntry &value = *entry.value;
    const std::tuple type(value.profile, value.thread, std::string_view(value.type),
                          std::string_view(value.unit));
    if (m_types.contains(type) || !takeFrames(entry))
        return false;
    m_types.insert(type);
    m_profiles.at(value.profile)[value.thread].push_back(&entry);
    return true;
}

bool ValuesOfThreads::isOfItsThread(const ProfileEntry &entry) const
{
    const auto &threads = m_profiles.at(entry.value->profile);
    const auto own = threads.find(entry.value->thread);
    if (own == threads.end())
        return true;
    const ProfileEntry &first = *own->second.front();
    return first.sampleEnds == entry.sampleEnds && first.frames == entry.frames;
}

// Accounts for the memory of an entry's frames. Each profile has its own names, so a few entries
// with long names could take much. Returns false, and takes nothing, if the budget is exceeded.
bool ValuesOfThreads::takeFrames(const ProfileEntry &entry)
{
    auto &isUsed = m_isUsed.at(entry.value->profile);
    isUsed.resize(m_document.frames.size());
    std::vector<std::uint32_t> added;
    auto bytes = m_bytes;
    for (const auto row : entry.frames) {
        if (isUsed[row])
            continue;
        isUsed[row] = true;
        added.push_back(row);
        const NamedFrame &frame = m_document.frames[row];
        bytes += sizeof frame + frame.name.size() + frame.file.size();
    }
    if (bytes <= m_budget) {
        m_bytes = bytes;
        return true;
    }
    for (const auto row : added)
        isUsed[row] = false;
    return false;
}

constexpr const char *noValueCode = "speedscope-odd-values";

double startOf(const ProfileEntry &entry)
{
    return entry.kind == ProfileKind::Evented && !entry.events.empty() ? entry.events.front().at
                                                                       : entry.start.value_or(0);
}

// Returns the start of the time axis of the entries with time.
Timestamp startOf(const Document &document)
{
    // In ns, the year 2096: leaves room in 64 bits for the times that are added to the start.
    constexpr double most = 4e18;
    std::optional<double> start;
    for (const auto &entry : document.profiles) {
        if (const auto scale = nanosecondsPer(entry.unit)) {
            const auto own = startOf(entry) * *scale;
            start = std::min(start.value_or(own), own);
        }
    }
    return timestampFromNs(std::llround(std::clamp(start.value_or(0), -most, most)));
}

struct WeighedStack {
    StackIndex stack;
    double weight = 0;
};

// The frames that a profile gets: all of the file, or those of its entries. If a file has many
// profiles, each has only its own.
enum class FramesOf : std::uint8_t { File, Entries };

// Makes one profile of some entries of a document.
class Assembler {
public:
    Assembler(const Document &document, FramesOf frames, const ImportFile &file,
              const std::stop_token &stop, ImportLog &log, TimeOrigin origin)
        : m_document(document),
          m_session("speedscope", file, stop, log, origin),
          m_frames(document.frames.size())
    {
        for (std::size_t row = 0; frames == FramesOf::File && row < m_frames.size(); ++row)
            enter(row);
        Process process;
        process.name = m_session.stringOrNone(document.name);
        m_process = m_builder.addProcess(process);
    }

    // Adds an entry with time: `scale` is nanoseconds per unit; the axis begins at `start`.
    void addTimed(const ProfileEntry &entry, double scale, Timestamp start, TimeClamp &limit)
    {
        const auto thread = addThread(entry);
        // Sums of small numbers are exact, whatever the zero of the clock.
        const auto begin = startOf(entry) * scale - static_cast<double>(toNs(start));
        const auto at = [&](double value) { return start + limit.bounded(begin + value * scale); };
        double time = 0; // since the entry's start
        std::optional<WeighedStack> last;
        const auto stacks = stacksOf(entry);
        const auto isMarked = markedRows(entry.gaps, stacks.size());
        for (std::size_t row = 0; row < stacks.size(); ++row) {
            const auto &[stack, weight] = stacks[row];
            const bool isGap = isMarked[row] && stack == emptyStack;
            m_builder.addSample(thread, {at(time), stack, {}, isGap ? noSource : SourceIndex(0)});
            m_samples -= isGap ? 1U : 0U;
            time += weight;
            last = stacks[row];
        }
        // A sample lasts until the next one, so the last one needs an empty one after it.
        if (last && last->weight > 0)
            m_builder.addSample(thread, {at(time), emptyStack, {}});
    }

    void addUntimed(const ProfileEntry &entry)
    {
        const auto thread = addThread(entry);
        if (!m_weight.isValid()) {
            const auto *const unit = entry.unit == "none" ? "count" : "bytes";
            m_weight = m_builder.addValueType({m_builder.string("weight"), m_builder.string(unit)});
            m_builder.setMainValue(m_weight);
        }
        for (const auto &[stack, weight] : stacksOf(entry)) {
            m_builder.addSample(thread, {{}, stack, {}});
            m_builder.addSampleValue(thread, m_weight, m_values.entered(weight));
        }
    }

    // Adds all values of a thread: entries with the same samples, one per type.
    void addValues(const std::vector<const ProfileEntry *> &entries)
    {
        const ProfileEntry &first = *entries.front();
        const auto thread = addThread(*first.value);
        std::vector<std::pair<ValueTypeIndex, const std::vector<double> *>> values;
        for (const auto *const entry : entries)
            values.emplace_back(valueType(*entry->value), &entry->weights);
        const auto stacks = stacksOf(first);
        for (std::size_t row = 0; row < stacks.size(); ++row) {
            m_builder.addSample(thread, {{}, stacks[row].stack, {}});
            for (const auto &[type, weights] : values)
                m_builder.addSampleValue(thread, type, m_values.entered((*weights)[row]));
        }
    }

    ProfilePointer take()
    {
        m_values.report(m_session.notes());
        return std::move(m_session).finish(m_samples, m_process);
    }

private:
    FrameIndex enter(std::size_t row)
    {
        if (m_frames[row].isValid())
            return m_frames[row];
        const NamedFrame &named = m_document.frames[row];
        Function function;
        function.name = m_builder.string(named.name);
        function.file = m_session.stringOrNone(named.file);
        function.startLine = named.line; // by which speedscope identifies functions
        Frame frame;
        frame.function = m_builder.function(function);
        frame.line = named.line;
        frame.column = named.column;
        return m_frames[row] = m_builder.frame(frame);
    }

    ThreadIndex addThread(const ProfileEntry &entry)
    {
        Thread thread;
        thread.process = m_process;
        thread.id = m_builder.string(std::to_string(++m_threads));
        thread.name = m_session.stringOrNone(entry.name);
        return m_builder.addThread(std::move(thread));
    }

    ThreadIndex addThread(const ValueEntry &value)
    {
        Thread thread;
        thread.process = m_process;
        ++m_threads;
        thread.id = m_session.stringOrNone(value.threadId);
        thread.name = m_session.stringOrNone(value.threadName);
        return m_builder.addThread(std::move(thread));
    }

    ValueTypeIndex valueType(const ValueEntry &value)
    {
        const auto [known, isNew] = m_valueTypes.try_emplace(std::pair(value.type, value.unit));
        if (isNew)
            known->second = m_builder.addValueType(
                {m_builder.string(value.type), m_builder.string(value.unit)});
        if (value.isMain)
            m_builder.setMainValue(known->second);
        return known->second;
    }

    std::vector<WeighedStack> stacksOf(const ProfileEntry &entry)
    {
        reportEntry(entry, notesOf(entry));
        auto stacks =
            entry.kind == ProfileKind::Sampled ? sampledStacks(entry) : eventedStacks(entry);
        m_samples += stacks.size();
        return stacks;
    }

    FileNotes notesOf(const ProfileEntry &entry)
    {
        return {"speedscope", entry.name, m_session.log()};
    }

    std::vector<WeighedStack> sampledStacks(const ProfileEntry &entry);
    std::vector<WeighedStack> eventedStacks(const ProfileEntry &entry);
    StackIndex closed(StackIndex stack, FrameIndex frame, const ProfileEntry &entry);

    const Document &m_document;
    ImportSession m_session;
    ProfileBuilder &m_builder = m_session.builder();
    ProcessIndex m_process;
    std::vector<FrameIndex> m_frames; // by row in the file; invalid: not yet used
    ValueTypeIndex m_weight; // type of the weights of unmarked entries
    std::map<std::pair<std::string, std::string>, ValueTypeIndex> m_valueTypes; // by type and unit
    std::size_t m_threads = 0;
    std::uint64_t m_samples = 0;
    RoundingCounter m_values;
};

std::vector<WeighedStack> Assembler::sampledStacks(const ProfileEntry &entry)
{
    std::vector<WeighedStack> stacks;
    std::vector<FrameIndex> leafFirst;
    std::size_t start = 0;
    for (std::size_t sample = 0; sample < entry.sampleEnds.size(); ++sample) {
        leafFirst.clear();
        for (auto place = std::size_t(entry.sampleEnds[sample]); place-- > start;)
            leafFirst.push_back(enter(entry.frames[place]));
        start = entry.sampleEnds[sample];
        stacks.push_back({m_builder.stackFromLeafFirst(leafFirst), entry.weights[sample]});
    }
    return stacks;
}

std::vector<WeighedStack> Assembler::eventedStacks(const ProfileEntry &entry)
{
    std::vector<WeighedStack> stacks;
    auto open = emptyStack;
    auto time = entry.events.empty() ? 0 : entry.events.front().at;
    const auto advance = [&](double until) {
        if (until > time)
            stacks.push_back({open, until - time});
        time = std::max(time, until);
    };
    for (const auto &event : entry.events) {
        advance(event.at);
        const auto frame = enter(event.frame);
        open = event.kind == FrameEvent::Kind::Open ? m_builder.stack(open, frame)
                                                    : closed(open, frame, entry);
    }
    advance(entry.end.value_or(time));
    notesOf(entry).warn("speedscope-unclosed-events",
                        "frames are opened and never closed; they last until the end",
                        m_builder.tables().stacks[open].depth);
    return stacks;
}

StackIndex Assembler::closed(StackIndex stack, FrameIndex frame, const ProfileEntry &entry)
{
    const auto &stacks = m_builder.tables().stacks;
    if (stack != emptyStack && stacks[stack].frame == frame)
        return stacks[stack].parent;
    notesOf(entry).warn("speedscope-crossing-events",
                        "an event closes a frame that is not the innermost one");
    return stack == emptyStack ? stack : stacks[stack].parent;
}

void sayIsNoValue(const ProfileEntry &entry, ImportLog &log)
{
    if (!log.countAgain(noValueCode))
        FileNotes("speedscope", entry.name, log)
            .warn(noValueCode,
                  "an entry of a thread's values is a thread of its own: the thread has that type "
                  "already or other samples, or there are too many profiles or too long names");
}

// Makes profiles of a document: one for each kind of unit, since different units cannot be
// compared, and one for each profile of marked entries.
std::vector<ProfilePointer> assemble(const ImportFile &file, const Document &document,
                                     const std::stop_token &stop, ImportLog &log)
{
    std::map<std::string, Assembler> assemblers;
    const auto assembler = [&](const std::string &unit, TimeOrigin origin) -> Assembler & {
        return assemblers.try_emplace(unit, document, FramesOf::File, file, stop, log, origin)
            .first->second;
    };
    const auto start = startOf(document);
    TimeClamp limit(document.profiles.size());
    ValuesOfThreads valuesOfThreads(document, file.bytes.size());
    for (const auto &entry : document.profiles) {
        if (valuesOfThreads.take(entry))
            continue;
        if (entry.value)
            sayIsNoValue(entry, log);
        if (const auto scale = nanosecondsPer(entry.unit))
            assembler("", TimeOrigin::ProfileStart).addTimed(entry, *scale, start, limit);
        else
            assembler(entry.unit, TimeOrigin::None).addUntimed(entry);
    }
    const FileNotes notes("speedscope", file.name, log);
    limit.report(notes);
    notes.note("speedscope-odd-lines",
               "lines and columns that are below 0, beyond 32 bits or fractions are left out",
               document.invalidPlaces);
    std::vector<ProfilePointer> profiles;
    for (auto &[unit, one] : assemblers)
        profiles.push_back(one.take());
    for (const auto &threads : valuesOfThreads.profiles()) {
        if (threads.empty())
            continue;
        Assembler one(document, FramesOf::Entries, file, stop, log, TimeOrigin::None);
        for (const auto &entries : threads)
            one.addValues(entries.second);
        profiles.push_back(one.take());
    }
    if (profiles.empty()) { // files without samples are written like this
        notes.warn("speedscope-no-samples", "there are no entries in \"profiles\"");
        profiles.push_back(assembler("", TimeOrigin::ProfileStart).take());
    }
    return profiles;
}

Confidence sniff(const FileStart &start)
{
    const auto &json = start.json();
    if (json.schema().find("speedscope.app/file-format-schema.json") != std::string::npos)
        return Confidence::Certain;
    return json.has("shared.frames") && json.has("profiles") ? Confidence::Likely
                                                             : start.withoutJsonMembers();
}

Result<std::vector<ProfilePointer>> readFile(const ImportFile &file, const ImportOptions &options,
                                             ImportLog &log)
{
    EMBER_ASSIGN_OR_RETURN(const auto document, readDocument(file, options.stop));
    return assemble(file, document, options.stop, log);
}

constexpr std::array<std::string_view, 1> patterns{"*.speedscope"};
constexpr std::array<std::string_view, 2> extensions{"speedscope.json", "speedscope"};

} // namespace

constinit const FileFormat format{
    .name = "speedscope",
    .tool = "speedscope",
    .patterns = patterns,
    .sniff = sniff,
    .read = readFile,
    .extensions = extensions,
    .write = writeEntries,
};

} // namespace ember::model::speedscope

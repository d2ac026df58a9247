// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/memorybudget.h"
#include "model/core/text.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/import/importsession.h"
#include "model/formats/perfscript/perflines.h"
#include "model/formats/perfscript/perfsamples.h"
#include "model/formats/perfscript/perfscriptformat.h"
#include "model/profile/inapp.h"
#include "model/profile/profilebuilder.h"
#include "model/profile/reframe.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model::perfscript {

namespace {

enum class PerfFinding : std::uint8_t {
    TimesGoBack,
    InvalidProcessIds,
    UnknownThreads,
    Records,
    Switches,
    InvalidTimes,
    InvalidPeriods,
    Count,
};

using PerfFindings = FindingCounts<PerfFinding>;

constexpr PerfFindings::Table perfFindings{{
    {"perfscript-times-go-back", Severity::Note,
     "a sample is earlier than one of its thread before it; they are put in order"},
    {"perfscript-odd-ids", Severity::Warning, invalidProcessId},
    {"perfscript-unknown-threads", Severity::Note,
     "samples of threads that perf has no id of (-1): they are one thread without an id, or one of "
     "each process"},
    {"perfscript-records", Severity::Note,
     "lines of PERF_RECORD_ (maps, names and ends of threads) are left out: they are no samples"},
    {"perfscript-switches", Severity::Note,
     "switches tell when threads ran and waited; each begins a sample more, and the number of "
     "samples includes these"},
    {"perfscript-odd-times", Severity::Warning,
     "samples whose time is below 0 or beyond 64 bits are left out"},
    {"perfscript-odd-periods", Severity::Warning,
     "periods beyond 2^64 are left out, their samples are there"},
}};

// A binary whose build-id was recorded.
struct RecordedBinary {
    std::string buildId;
    // The first bytes of the functions that perf named, by place: both in the binary's file.
    std::map<std::uint64_t, std::uint64_t> functionStarts;
};

using RecordedBinaryMap = std::map<std::string, RecordedBinary, std::less<>>; // by path

// Enters threads and frames of perf's lines into a profile, each once. The text of the
// lines, the session and the findings must outlive it.
class PerfRows {
public:
    PerfRows(ImportSession &session, PerfFindings &found, const InAppRule *rule)
        : m_session(session),
          m_builder(session.builder()),
          m_found(found),
          m_inApp(rule != nullptr ? *rule : InAppRule())
    {
    }

    // Returns the frames of a stack, leaf first.
    std::vector<FrameIndex> frames(const std::vector<FrameLine> &lines);
    // Returns the thread of a sample, identified by its ids. If exec or the thread itself changed
    // the name, the last one counts.
    ThreadIndex thread(const SampleLine &sample);
    const std::vector<ThreadNaming> &namings() const { return m_namings; }
    // Takes the build-id of a binary whose frames follow. Where a path was that of several
    // binaries, it is not known which a frame is of.
    void setBuildId(const BuildIdLine &line)
    {
        const auto [known, isNew] = m_buildIds.try_emplace(line.binary, line.buildId);
        if (!isNew && known->second != line.buildId)
            known->second = {};
    }

    // Returns the binaries in which places can be looked up: none if frames are not places in
    // files. Of samples without a stack perf prints run-time addresses.
    RecordedBinaryMap takeBinaries()
    {
        return m_arePlaces ? std::move(m_binaries) : RecordedBinaryMap();
    }

    void noteRunTimeAddress() { m_arePlaces = false; }

    std::size_t threads() const { return m_threads.size(); }

private:
    struct KnownThread {
        ThreadIndex index;
        Nanoseconds start = {};
        bool isRenamed = false;
    };

    FrameIndex frame(const FrameLine &line);
    void noteStart(const FrameLine &line, std::uint64_t place);
    ImageIndex image(std::string_view path);
    ProcessIndex process(std::string_view pid, std::string_view command);
    StringIndex string(std::string_view text) { return m_session.string(text); }

    ImportSession &m_session;
    ProfileBuilder &m_builder;
    PerfFindings &m_found;
    const InAppRule m_inApp;
    std::map<std::string_view, ProcessIndex> m_processes;
    std::map<std::pair<std::string_view, std::string_view>, KnownThread> m_threads;
    std::vector<ThreadNaming> m_namings;
    std::map<std::string_view, std::string_view> m_buildIds; // by binary; "": several
    RecordedBinaryMap m_binaries;
    bool m_arePlaces = true;
    std::map<std::string_view, ImageIndex> m_images;
};

std::vector<FrameIndex> PerfRows::frames(const std::vector<FrameLine> &lines)
{
    std::vector<FrameIndex> leafFirst(lines.size());
    std::string_view binary;
    for (auto place = lines.size(); place-- > 0;) {
        auto line = lines[place];
        if (line.isInlined)
            line.binary = binary;
        binary = line.binary;
        leafFirst[place] = frame(line);
    }
    return leafFirst;
}

FrameIndex PerfRows::frame(const FrameLine &line)
{
    const auto place = line.offset.value_or(line.address);
    Frame frame;
    frame.pc = place;
    frame.inlined = line.isInlined ? Inlined::Yes : Inlined::No;
    if (!line.binary.empty()) {
        frame.image = image(line.binary);
        noteStart(line, place);
    }
    if (!line.binary.empty() || line.isBinaryUnknown)
        frame.inApp = m_inApp.of(line.binary, {}); // perf does not print which program was launched
    if (line.symbol.empty() && !line.isUnknown) {
        frame.address = place;
    } else {
        // The binary's load address is not known, so the address would not help to identify the
        // frame in another run.
        Function function;
        function.name = string(line.isUnknown ? unknownSymbol : line.symbol);
        function.package = m_session.stringOrNone(line.binary);
        function.file = m_session.stringOrNone(line.file);
        frame.line = line.line;
        frame.function = m_builder.function(function);
    }
    return m_builder.frame(frame);
}

void PerfRows::noteStart(const FrameLine &line, std::uint64_t place)
{
    m_arePlaces = m_arePlaces && !line.isInlined; // an inlined function is not where its caller is
    const auto id = m_buildIds.find(line.binary);
    if (id == m_buildIds.end() || id->second.empty())
        return;
    auto &binary = m_binaries[std::string(line.binary)];
    binary.buildId = id->second;
    if (line.inSymbol && *line.inSymbol <= place)
        binary.functionStarts.try_emplace(place, place - *line.inSymbol);
}

// Returns the image of a binary. Its address is not known: perf prints offsets in the binary's
// file, but no load address.
ImageIndex PerfRows::image(std::string_view path)
{
    const auto [place, isNew] = m_images.try_emplace(path);
    if (isNew) {
        Image image;
        image.codeFile = string(path);
        if (const auto known = m_buildIds.find(path); known != m_buildIds.end())
            image.codeId = m_session.stringOrNone(known->second);
        place->second = m_builder.addImage(std::move(image));
    }
    return place->second;
}

ProcessIndex PerfRows::process(std::string_view pid, std::string_view command)
{
    const auto [place, isNew] = m_processes.try_emplace(pid);
    if (isNew) {
        Process process;
        const auto number = parseProcessId(pid);
        m_found[PerfFinding::InvalidProcessIds] +=
            number || pid.empty() || pid == unknownId ? 0U : 1U;
        process.pid = number.value_or(0);
        process.name = string(command);
        place->second = m_builder.addProcess(process);
    }
    return place->second;
}

ThreadIndex PerfRows::thread(const SampleLine &sample)
{
    const auto [place, isNew] = m_threads.try_emplace({sample.pid, sample.tid});
    auto &known = place->second;
    const auto time = sample.time.value_or(Nanoseconds(0));
    const auto name = string(sample.command);
    const bool isUnknown = sample.tid == unknownId;
    m_found[PerfFinding::UnknownThreads] += isUnknown ? 1U : 0U;
    if (isNew) {
        Thread thread;
        thread.process = process(sample.pid, sample.command);
        if (!isUnknown)
            thread.id = string(sample.tid);
        thread.isMain = !sample.pid.empty() && sample.pid == sample.tid && !isUnknown;
        thread.name = name;
        known = {m_builder.addThread(std::move(thread)), time, false};
    }
    const auto before = m_builder.tables().threads[known.index].name;
    if (before != name) {
        if (!std::exchange(known.isRenamed, true))
            m_namings.push_back({known.index, known.start, before});
        m_namings.push_back({known.index, time, name});
        m_builder.thread(known.index).name = name;
    }
    return known.index;
}

// Looks up places in the binaries that were recorded. Their build-ids are known; but whether perf
// prints places in files, or run-time addresses, depends on its version, and the place that a
// caller goes on at may be that of another function. So an answer must be of the function that perf
// named. Where it named none, some other answer must have been right.
class RecordedBinaries : public FrameResolver {
public:
    RecordedBinaries(FrameResolver &all, const RecordedBinaryMap &binaries, std::stop_token stop)
        : m_all(all),
          m_binaries(binaries),
          m_stop(std::move(stop))
    {
    }

    std::vector<ResolvedFrame> resolve(const ImageKey &image, std::uint64_t address) override;

    SymbolState state(const ImageKey &image) override
    {
        return find(image) != nullptr ? m_all.state(image) : SymbolState::NotTried;
    }

private:
    const RecordedBinary *find(const ImageKey &image) const
    {
        const auto known = m_binaries.find(image.codeFile);
        return known == m_binaries.end() || m_stop.stop_requested() ? nullptr : &known->second;
    }

    bool arePlaces();

    FrameResolver &m_all;
    const RecordedBinaryMap &m_binaries;
    const std::stop_token m_stop;
    std::optional<bool> m_arePlaces; // what perf prints
};

bool isIn(const std::vector<ResolvedFrame> &frames, std::uint64_t functionStart)
{
    return !frames.empty() && frames.back().functionStart == functionStart;
}

// Reframer passes the place before the one that a caller goes on at: where that is in the function
// before, as where a function was interrupted at its first instruction, the place itself counts.
std::vector<ResolvedFrame> RecordedBinaries::resolve(const ImageKey &image, std::uint64_t address)
{
    const auto *binary = find(image);
    if (binary == nullptr)
        return {};
    bool isNamed = false;
    for (const std::uint64_t printed : {address, address + 1}) {
        const auto start = binary->functionStarts.find(printed);
        if (start == binary->functionStarts.end())
            continue;
        isNamed = true;
        for (const std::uint64_t place : {address, printed}) {
            if (auto frames = m_all.resolve(image, place); isIn(frames, start->second))
                return frames;
        }
    }
    return isNamed || !arePlaces() ? std::vector<ResolvedFrame>() : m_all.resolve(image, address);
}

// Whether functions that perf named are found at their places: tries some of each binary.
bool RecordedBinaries::arePlaces()
{
    constexpr std::ptrdiff_t looked = 16;
    const auto isRight = [&](const RecordedBinaryMap::value_type &known) {
        const auto &[path, binary] = known;
        ImageKey image;
        image.codeFile = path;
        image.codeId = binary.buildId;
        image.areOffsets = true;
        const auto &starts = binary.functionStarts;
        const auto end = std::next(starts.begin(), std::min(looked, std::ssize(starts)));
        return std::any_of(starts.begin(), end, [&](const auto &start) {
            return isIn(m_all.resolve(image, start.first), start.second);
        });
    };
    if (!m_arePlaces)
        m_arePlaces = std::ranges::any_of(m_binaries, isRight);
    return *m_arePlaces;
}

class PerfScriptReader {
public:
    PerfScriptReader(const ImportFile &file, const ImportOptions &options, ImportLog &log)
        : m_options(options),
          m_layout(layoutOf(file.bytes.view()).value_or(Layout::Timed)),
          m_session("perfscript", file, options.stop, log,
                    m_layout == Layout::Timed ? TimeOrigin::ProfileStart : TimeOrigin::None),
          m_rows(m_session, m_found, options.inApp)
    {
    }

    Result<ProfilePointer> run() &&;

private:
    Error error(const char *expected) const
    {
        return m_session.error(ErrorCode::SyntaxError,
                               "perf script, line " + std::to_string(m_line) + ": expected "
                                   + expected);
    }

    std::optional<SampleLine> sampleIn(std::string_view line) const;
    bool mayBeginSample(std::string_view line, bool isBehindBlank) const;
    bool mayBeStartOfSample(std::string_view line) const;

    // The kind of the line before; comments do not count.
    enum class Before : std::uint8_t { Blank, Frame, Other };

    // Counts and skips what profiles do not hold: records other than samples, and samples with an
    // invalid time.
    void skip(PerfFinding kind)
    {
        ++m_found[kind];
        m_isSkipping = true;
    }

    Result<void> readLines();
    Result<void> readLine(std::string_view line);
    void passOver(std::string_view line);
    void readRecord(std::string_view line, Before before);
    bool readSource(std::string_view line);
    bool readFrame(std::string_view line, bool isBehindBlank);
    void beginSample(const SampleLine &sample);
    void endSample();
    void reportCut() const;

    const ImportOptions &m_options;
    Layout m_layout;
    ImportSession m_session;
    PerfFindings m_found;
    PerfRows m_rows;
    PerfSamples m_samples{m_session, m_layout};
    std::size_t m_line = 0;
    std::size_t m_cutStart = 0; // number of the file's last line, if it only begins a sample
    Before m_before = Before::Blank;
    bool m_isSkipping = false; // the last item is left out with its frames
    bool m_hasBlanks = false; // there are empty lines between samples
    std::set<std::string, std::less<>>
        m_bareEvents; // their samples have no stack, and no empty line
    std::optional<SampleLine> m_sample;
    std::size_t m_sampleLine = 0; // where m_sample begins
    std::vector<FrameLine> m_frames; // of m_sample, leaf first
    // For m_sample: its frame is in its first line; no lines of frames follow.
    bool m_hasFrameBehindEvent = false;
};

Result<ProfilePointer> PerfScriptReader::run() &&
{
    EMBER_RETURN_IF_ERROR(readLines());
    reportCut();
    endSample();
    EMBER_RETURN_IF_ERROR(m_samples.enter(m_rows.namings()));
    m_found[PerfFinding::TimesGoBack] = m_samples.goneBack();
    m_found.report(perfFindings, m_session.notes());
    m_samples.noteEvents();
    std::vector<Attribute> attributes;
    ProfileBuilder &builder = m_session.builder();
    if (const auto start = m_samples.start())
        attributes.push_back(
            {builder.string("clock_start_ns"), builder.string(std::to_string(start->count()))});
    const auto binaries = m_rows.takeBinaries();
    auto profile = std::move(m_session).finish(m_samples.entered(), {}, std::move(attributes));
    if (m_options.resolver == nullptr || binaries.empty())
        return profile;
    // perf has printed names only: the binaries know lines, inlined functions and more names.
    RecordedBinaries names(*m_options.resolver, binaries, m_options.stop);
    profile = reframed(*profile, names, LookUp::LinesToo);
    if (m_options.stop.stop_requested())
        return Error{ErrorCode::Cancelled, {}, {}};
    return profile;
}

// Reads all lines. A last one that is invalid because the file was cut ends the file.
Result<void> PerfScriptReader::readLines()
{
    auto text = m_session.text();
    while (!text.empty()) {
        if (m_session.isStopped())
            return m_session.cancelled();
        ++m_line;
        const auto line = takeLine(text);
        const bool isLast = text.empty() && !m_session.text().ends_with('\n');
        const bool isBehindBlank = m_before == Before::Blank;
        if (auto outcome = readLine(line); !outcome) {
            const bool isCut = isLast && (!m_sample || !isBehindBlank || mayBeStartOfSample(line));
            auto error = outcome.error();
            if (isCut)
                error.code = ErrorCode::Truncated;
            if (!isCut || !m_sample)
                return error;
            m_cutStart = isBehindBlank ? m_line : 0;
        }
        if (m_rows.threads() > m_session.maxThreads())
            return m_session.error(ErrorCode::FileTooBig,
                                   "perf script, line " + std::to_string(m_line)
                                       + ": more threads than a file of this size may have");
    }
    return {};
}

Result<void> PerfScriptReader::readLine(std::string_view line)
{
    if (isPassedOver(line)) {
        passOver(line);
        return {};
    }
    const auto before = std::exchange(m_before, Before::Other);
    const bool isFirst = before == Before::Blank;
    if (isRecordLine(line)) {
        readRecord(line, before);
        return {};
    }
    auto sample = mayBeginSample(line, isFirst) ? sampleIn(line) : std::nullopt;
    if (!sample && ((before == Before::Frame && readSource(line)) || readFrame(line, isFirst)))
        return {};
    if (!sample && !isFirst)
        sample = sampleIn(line);
    if (sample) {
        if (before == Before::Other && m_sample && m_frames.empty())
            m_bareEvents.emplace(m_sample->event);
        beginSample(*sample);
        return {};
    }
    if (m_layout == Layout::Timed && hasInvalidTime(line)) {
        skip(PerfFinding::InvalidTimes);
        endSample();
        return {};
    }
    if (m_isSkipping && isFrame(line))
        return {};
    return error(m_sample ? "\"address symbol+0x0 (binary)\" or a sample's first line"
                          : "\"command pid time: period event:\"");
}

void PerfScriptReader::passOver(std::string_view line)
{
    if (const auto id = parseBuildIdLine(line))
        m_rows.setBuildId(*id);
    const bool isBlank = trimmed(line).empty();
    if (isBlank)
        m_before = Before::Blank;
    else if (m_before == Before::Frame)
        m_before = Before::Other;
    m_hasBlanks = m_hasBlanks || (isBlank && !m_frames.empty());
    m_isSkipping = m_isSkipping && m_before != Before::Blank;
}

// Takes a switch of a thread, and leaves out all other records. What perf has no id of may be
// several threads, and the idle tasks are one of each CPU.
void PerfScriptReader::readRecord(std::string_view line, Before before)
{
    const auto read = m_layout == Layout::Timed ? parseSwitchLine(line) : std::nullopt;
    if (!read || read->thread.tid == unknownId) {
        skip(PerfFinding::Records);
    } else {
        m_isSkipping = true;
        if (read->thread.tid != idleId) {
            ++m_found[PerfFinding::Switches];
            m_samples.addSwitch(*read, m_line, m_rows.thread(read->thread));
        }
    }
    // Otherwise more frames of the sample may follow the record line.
    if (before == Before::Blank || m_hasFrameBehindEvent)
        endSample();
    if (before == Before::Frame && m_sample)
        m_before = Before::Frame;
}

// Gives the frame before the line its position, and returns whether the line is one.
bool PerfScriptReader::readSource(std::string_view line)
{
    const auto source = parseSourceLine(line);
    if (!source)
        return false;
    FrameLine &frame = m_frames.back();
    frame.file = source->file;
    frame.line = source->line;
    if (source->offset && frame.isUnknown) {
        frame.address = *source->offset;
        frame.isUnknown = false;
    }
    return true;
}

// Adds a frame to the sample, and returns whether the line is one.
bool PerfScriptReader::readFrame(std::string_view line, bool isBehindBlank)
{
    const auto frame = isFrame(line) ? parseFrameLine(line) : std::nullopt;
    if (frame && isBehindBlank && m_layout == Layout::FramesOnly)
        beginSample({});
    if (!frame || !m_sample)
        return false;
    m_frames.push_back(*frame);
    m_before = Before::Frame;
    return true;
}

// Whether a line begins a sample rather than being a frame ("dd" also parses as an address).
// Samples without stacks have no empty lines between them; padding decides there. With times that
// is safe; without, an event's name might look like a frame.
bool PerfScriptReader::mayBeginSample(std::string_view line, bool isBehindBlank) const
{
    return isBehindBlank
        || (mayBePadded(line) && (m_layout == Layout::Timed || m_hasFrameBehindEvent));
}

// Whether the line may be the first line of a sample that was cut: within the command's name, which
// the kernel limits, or so that some end makes it valid.
bool PerfScriptReader::mayBeStartOfSample(std::string_view line) const
{
    constexpr std::size_t longestCommand = 15;
    constexpr std::array timedEnds{"1 1.0:", " 1.0:", "1.0:", "0:", "0] 1.0:"};
    constexpr std::array untimedEnds{"1 c:", " c:", "c:", "0] c:"};
    const auto isWholeWith = [&](const char *end) {
        const auto whole = std::string(line) + end;
        return sampleIn(whole).has_value();
    };
    switch (m_layout) {
    case Layout::FramesOnly: return parseFrameLine(line).has_value();
    case Layout::Timed:
        return trimmed(line).size() <= longestCommand
            || std::ranges::any_of(timedEnds, isWholeWith);
    case Layout::Untimed:
        return trimmed(line).size() <= longestCommand
            || std::ranges::any_of(untimedEnds, isWholeWith);
    }
    return false;
}

std::optional<SampleLine> PerfScriptReader::sampleIn(std::string_view line) const
{
    if (m_layout == Layout::FramesOnly)
        return std::nullopt;
    return m_layout == Layout::Timed ? parseSampleLine(line) : parseUntimedLine(line);
}

void PerfScriptReader::beginSample(const SampleLine &sample)
{
    endSample();
    m_isSkipping = false;
    m_found[PerfFinding::InvalidPeriods] += sample.hasInvalidPeriod ? 1U : 0U;
    m_sample = sample;
    m_sampleLine = m_line;
    const auto frame = frameBehindEvent(sample);
    m_hasFrameBehindEvent = frame.has_value();
    if (frame) {
        m_frames.push_back(*frame);
        if (!frame->offset)
            m_rows.noteRunTimeAddress();
    }
    m_before = frame ? Before::Frame : Before::Other;
}

void PerfScriptReader::endSample()
{
    if (!m_sample)
        return;
    const auto thread = m_rows.thread(*m_sample);
    m_samples.add(*m_sample, m_sampleLine, thread,
                  m_session.builder().stackFromLeafFirst(m_rows.frames(m_frames)));
    m_frames.clear();
    m_sample.reset();
}

// Reports a file that was cut: perf ends each line, and puts an empty line after a sample with a
// stack.
void PerfScriptReader::reportCut() const
{
    const bool isInLine = !m_session.text().empty() && !m_session.text().ends_with('\n');
    const bool isInStack = m_hasBlanks && m_before != Before::Blank && m_sample
        && !(m_frames.empty() && m_bareEvents.contains(m_sample->event));
    if (m_cutStart > 0) {
        const auto detail = "line " + std::to_string(m_cutStart)
            + ": the file ends within the first line of a sample, which is left out: it was cut";
        m_session.notes().warn("perfscript-cut", detail);
        return;
    }
    m_session.notes().note(
        "perfscript-cut",
        "there is no line end or no empty line behind the last sample, which perf puts "
        "there",
        isInLine || isInStack ? 1 : 0);
}

Confidence sniff(const FileStart &start)
{
    auto text = start.bytes();
    bool isBehindComment = false;
    while (!text.empty()) {
        const auto line = takeLine(text);
        isBehindComment = isBehindComment || line.starts_with('#');
        if (isPassedOver(line))
            continue;
        const auto sample = parseSampleLine(line);
        if (!sample && text.empty() && isBehindComment) // the line may be cut
            break;
        if (!sample)
            return layoutOf(start.bytes()) ? Confidence::Likely : Confidence::No;
        return sample->event.empty() ? Confidence::Maybe : Confidence::Certain;
    }
    return isBehindComment ? Confidence::Undecided : Confidence::No;
}

Result<std::vector<ProfilePointer>> readFile(const ImportFile &file, const ImportOptions &options,
                                             ImportLog &log)
{
    return single(PerfScriptReader(file, options, log).run());
}

} // namespace

constinit const FileFormat format{
    .name = perfSource,
    .tool = "perf",
    .sniff = sniff,
    .read = readFile,
};

} // namespace ember::model::perfscript

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/import/importsession.h"
#include "model/formats/rprof/rprofformat.h"
#include "model/formats/rprof/rproflines.h"
#include "model/profile/profilebuilder.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace ember::model::rprof {

namespace {

// Iterates over the lines of a text.
class Lines {
public:
    explicit Lines(std::string_view text)
        : m_rest(text),
          m_endsInLine(!text.empty() && !text.ends_with('\n'))
    {
    }

    // Whether the last line read ends the text without a line end.
    bool isCut() const { return m_endsInLine && m_rest.empty(); }
    bool isAtEnd() const { return m_rest.empty(); }

    // Returns the next line without its LF or CRLF.
    std::string_view next()
    {
        const auto line = peek();
        m_rest.remove_prefix(std::min(m_rest.find('\n'), m_rest.size() - 1) + 1);
        ++m_number;
        return line;
    }

    std::string_view peek() const
    {
        auto line = m_rest.substr(0, m_rest.find('\n'));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        return line;
    }

    std::size_t number() const { return m_number; } // of the last line read

private:
    std::string_view m_rest;
    bool m_endsInLine;
    std::size_t m_number = 0;
};

// R up to 4.2 writes no frame beyond this many bytes.
constexpr std::size_t longestLine = 10'000;
constexpr double bytesPerCell = 8;
// Limits for lines without a whole frame. A file that was cut has one, a damaged file a few; with
// this many, and fewer than `fewestSound` sound lines for each, the file is no profile.
constexpr std::size_t maxBroken = 10'000;
constexpr std::size_t fewestSound = 10;

// Whether the line cannot continue a name that the line before left open.
bool startsAnew(std::string_view line)
{
    return line.empty() || line.front() == '"' || line.front() == ':' || line.front() == '#'
        || (isDigit(line.front()) && line.find('#') < line.find('"')) || parseHeader(line);
}

// Whether editors have removed blanks at line ends; then a quote there closes a name, too.
bool hasStrippedLines(std::string_view text)
{
    for (Lines lines(text); !lines.isAtEnd();) {
        const auto line = lines.next();
        if (line.ends_with("\" ") || line.ends_with(": "))
            return false;
    }
    return true;
}

class RprofReader {
public:
    RprofReader(const std::string &name, std::string_view text, ImportLog &log)
        : m_name(name),
          m_lines(text),
          m_notes("rprof", name, log),
          m_isStripped(hasStrippedLines(text)),
          m_builder(TimeOrigin::ProfileStart)
    {
    }

    Result<ProfilePointer> read(const std::stop_token &stop)
    {
        for (std::size_t count = 0; !m_lines.isAtEnd(); ++count) {
            constexpr std::size_t linesBetweenQuestions = 4096;
            if (count % linesBetweenQuestions == 0 && stop.stop_requested())
                return Error{ErrorCode::Cancelled, {}, {}};
            const auto line = m_lines.next();
            readLine(line);
            if (!m_source.isValid() && !trimmed(line).empty())
                return noHeader(line);
            if (m_broken >= maxBroken && m_broken / fewestSound > m_sound)
                return tooBroken();
        }
        m_names.report(m_notes);
        return std::move(m_builder).take();
    }

private:
    Error noHeader(std::string_view line) const
    {
        const auto interval = intervalText(line);
        const auto number = "line " + std::to_string(m_lines.number());
        if (!interval)
            return {ErrorCode::UnknownFormat, m_name, number + ": no header with sample.interval="};
        return {ErrorCode::SyntaxError, m_name,
                "Rprof, " + number + ": the interval is \"" + validUtf8(*interval)
                    + "\", expected a whole number of microseconds above 0, a day's at most"};
    }

    Error tooBroken() const
    {
        return {ErrorCode::SyntaxError, m_name,
                "Rprof, line " + std::to_string(m_lines.number()) + ": " + std::to_string(m_broken)
                    + " of the " + std::to_string(m_broken + m_sound)
                    + " samples so far have no whole frame, expected \"name\" "};
    }

    void readLine(std::string_view line)
    {
        if (auto header = parseHeader(line)) {
            startSegment(std::move(*header));
            if (m_lines.isCut())
                warn("rprof-cut",
                     "the header has no line end, so digits of its interval may be missing: the "
                     "file was probably cut");
        } else if (m_source.isValid() && !readFile(line) && !line.empty()) {
            readSample(line);
        }
    }

    void startSegment(Header header);
    bool readFile(std::string_view line);
    void readSample(std::string_view line);
    SampleLine wholeSample(std::string_view line);
    void addSample(const SampleLine &sample);
    void addMemory(const std::array<std::uint64_t, 4> &memory);
    FrameIndex frame(const LineFrame &frame);

    void warn(const char *code, const char *detail)
    {
        m_notes.warnOfLine(code, m_lines.number(), detail);
    }

    const std::string &m_name;
    Lines m_lines;
    FileNotes m_notes;
    bool m_isStripped;
    ProfileBuilder m_builder;
    NonUtf8Names m_names;
    std::vector<ValueTypeIndex> m_types; // of the four numbers, then of the derived values
    ThreadIndex m_thread;
    Timestamp m_next; // time of the next sample
    // State of the current segment:
    SourceIndex m_source;
    Header m_header;
    std::map<std::uint32_t, StringIndex> m_files;
    std::optional<std::array<std::uint64_t, 4>> m_memory; // memory values of the sample before
    std::string m_joined; // a line whose names contain line feeds
    std::vector<FrameIndex> m_path;
    std::size_t m_broken = 0; // samples without a whole frame
    std::size_t m_sound = 0; // all other samples
};

void RprofReader::startSegment(Header header)
{
    if (!m_thread.isValid()) {
        Process process;
        process.launched = true;
        process.platform = m_builder.string("r");
        Thread thread;
        thread.process = m_builder.addProcess(process);
        thread.id = m_builder.string("1");
        thread.name = m_builder.string("R");
        thread.isMain = true;
        m_thread = m_builder.addThread(thread);
    }
    Source source;
    source.type = m_builder.string("rprof");
    source.uri = m_builder.string(validUtf8(m_name));
    source.process = ProcessIndex(0);
    source.range = {m_next, m_next};
    const auto add = [&](std::string_view key, const std::string &json) {
        source.attributes.push_back({m_builder.string(key), m_builder.string(json)});
    };
    const auto interval =
        std::chrono::duration_cast<std::chrono::microseconds>(header.interval).count();
    // std::to_string() of an integer does not depend on the locale.
    add("interval_us", std::to_string(interval));
    add("memory_profiling", header.hasMemory ? "true" : "false");
    add("gc_profiling", header.hasCollections ? "true" : "false");
    add("line_profiling", header.hasLines ? "true" : "false");
    if (header.hasMemory)
        add("derived", R"(["alloc_size","dealloc_size"])");
    m_source = m_builder.addSource(std::move(source));
    m_header = std::move(header);
    m_files.clear();
    m_memory.reset();
    if (!m_header.other.empty())
        warn("rprof-unknown-header", "words of the header that no R writes");
    if (m_header.hasMemory && m_types.empty()) {
        const auto addType = [&](const ValueTypeName &name) {
            m_types.push_back(m_builder.addValueType(
                {m_builder.string(name.type), m_builder.string(name.unit), name.kind}));
        };
        std::ranges::for_each(memoryTypes, addType);
        std::ranges::for_each(derivedTypes, addType);
    }
}

// Reads "#File 1: path". R's package writes "#File : " if it has lines but no files.
bool RprofReader::readFile(std::string_view line)
{
    constexpr std::string_view word = "#File ";
    if (!line.starts_with(word))
        return false;
    line.remove_prefix(word.size());
    if (line.starts_with(':'))
        return true;
    const auto colon = line.find(": ");
    const auto number = toNumber<std::uint32_t>(line.substr(0, colon));
    if (colon == std::string_view::npos || !number)
        return false;
    m_files[*number] = m_names.enter(line.substr(colon + 2), m_builder);
    return true;
}

SampleLine RprofReader::wholeSample(std::string_view line)
{
    auto sample = parseSample(line, m_header);
    if (!m_isStripped && !sample.endsInName)
        return sample;
    m_joined = line;
    if (m_isStripped) {
        m_joined += ' ';
        return parseSample(m_joined, m_header);
    }
    constexpr std::size_t maxLineFeeds = 50; // in one sample: each one parses again all before it
    std::size_t lineFeeds = 0;
    while (sample.endsInName && !m_lines.isAtEnd() && !startsAnew(m_lines.peek())
           && m_joined.size() < longestLine && lineFeeds++ < maxLineFeeds) {
        m_joined += '\n';
        m_joined += m_lines.next();
        sample = parseSample(m_joined, m_header);
    }
    return sample;
}

void RprofReader::readSample(std::string_view line)
{
    const auto sample = wholeSample(line);
    const bool isBroken = !sample.rest.empty() && sample.frames.empty() && !sample.memory;
    ++(isBroken ? m_broken : m_sound);
    if (isBroken)
        warn("rprof-broken-sample",
             "no whole frame is in the line, which counts as an idle sample");
    else if (!sample.rest.empty())
        warn("rprof-cut-sample", "the line ends within a frame, which is left out");
    else if (line.size() >= longestLine)
        warn("rprof-long-sample", "R wrote no more frames than fit into 10000 bytes");
    else if (m_lines.isCut())
        m_notes.note("rprof-cut",
                     "the last line has no line feed: if R was stopped while it wrote, outer "
                     "frames of that stack are missing");
    addSample(sample);
}

void RprofReader::addSample(const SampleLine &sample)
{
    m_path.clear();
    for (const LineFrame &one : sample.frames)
        m_path.push_back(frame(one));
    m_builder.addSample(m_thread, {m_next, m_builder.stackFromLeafFirst(m_path), {}, m_source});
    auto &source = m_builder.source(m_source);
    source.range.end = m_next;
    ++source.samples;
    constexpr std::int64_t latest = 4'000'000'000'000'000'000; // the year 2096: times stop there
    if (toNs(m_next) < latest)
        m_next += m_header.interval;
    if (sample.memory)
        addMemory(*sample.memory);
}

void RprofReader::addMemory(const std::array<std::uint64_t, 4> &memory)
{
    const auto value = [&](std::size_t place) { return static_cast<double>(memory.at(place)); };
    for (std::size_t place = 0; place < memory.size(); ++place)
        m_builder.addSampleValue(m_thread, m_types[place], value(place));
    constexpr std::array bytesPerUnit{bytesPerCell, bytesPerCell, 1.0};
    double grown = 0;
    double shrunk = 0;
    for (std::size_t place = 0; m_memory && place < bytesPerUnit.size(); ++place) {
        const double change =
            (value(place) - static_cast<double>(m_memory->at(place))) * bytesPerUnit.at(place);
        grown += std::max(0.0, change);
        shrunk += std::max(0.0, -change);
    }
    m_builder.addSampleValue(m_thread, m_types[4], grown);
    m_builder.addSampleValue(m_thread, m_types[5], shrunk);
    m_memory = memory;
}

FrameIndex RprofReader::frame(const LineFrame &frame)
{
    Function function;
    function.name = m_names.enter(frame.name, m_builder);
    function.file = m_builder.string("");
    Frame row;
    if (frame.place) {
        row.line = frame.place->line;
        if (const auto file = m_files.find(frame.place->file); file != m_files.end())
            function.file = file->second;
    }
    row.function = m_builder.function(function);
    return m_builder.frame(row);
}

Confidence sniff(const FileStart &start)
{
    return looksLikeRprof(start.bytes()) ? Confidence::Certain : Confidence::No;
}

Result<std::vector<ProfilePointer>> readFile(const ImportFile &file, const ImportOptions &options,
                                             ImportLog &log)
{
    return single(readRprof(file.name, file.bytes.view(), log, options.stop));
}

constexpr std::array<std::string_view, 2> patterns{"*.Rprof", "*.out"};
constexpr std::array<std::string_view, 3> extensions{"out", "Rprof", "rprof"};

} // namespace

bool looksLikeRprof(std::string_view firstBytes)
{
    Lines lines(firstBytes);
    while (!lines.isAtEnd() && trimmed(lines.peek()).empty())
        lines.next();
    const auto line = lines.peek();
    constexpr std::size_t longestHeader = 200;
    return line.size() < longestHeader && intervalText(line);
}

Result<ProfilePointer> readRprof(const std::string &name, std::string_view text, ImportLog &log,
                                 const std::stop_token &stop)
{
    return RprofReader(name, text, log).read(stop);
}

constinit const FileFormat format{
    .name = "rprof",
    .tool = "R",
    .patterns = patterns,
    .sniff = sniff,
    .read = readFile,
    .extensions = extensions,
    .write = writeLines,
};

} // namespace ember::model::rprof

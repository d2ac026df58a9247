// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/memorybudget.h"
#include "model/core/text.h"
#include "model/formats/import/importer.h"
#include "model/formats/import/importsession.h"
#include "model/formats/pprof/legacymessage.h"
#include "model/formats/pprof/message.h"
#include "model/formats/pprof/messagetables.h"
#include "model/formats/pprof/pprofformat.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace ember::model::pprof {

namespace {

// Finds rows by id.
class IdRows {
public:
    // Adds an id; returns false if it existed.
    bool add(Id id, std::size_t row) { return m_rows.emplace(id, row).second; }

    std::optional<std::size_t> find(Id id) const
    {
        const auto found = m_rows.find(id);
        return found != m_rows.end() ? std::optional(found->second) : std::nullopt;
    }

private:
    std::unordered_map<Id, std::size_t> m_rows;
};

struct MessageRows {
    IdRows mappings;
    IdRows locations;
    IdRows functions;
};

class Checker {
public:
    Checker(const std::string &file, const Message &message) : m_file(file), m_message(message) { }

    Result<MessageRows> run() &&
    {
        EMBER_RETURN_IF_ERROR(enter(m_message.mappings, "mapping", m_rows.mappings));
        EMBER_RETURN_IF_ERROR(enter(m_message.functions, "function", m_rows.functions));
        EMBER_RETURN_IF_ERROR(enter(m_message.locations, "location", m_rows.locations));
        EMBER_RETURN_IF_ERROR(checkLines());
        EMBER_RETURN_IF_ERROR(checkSamples());
        return std::move(m_rows);
    }

private:
    Error error(const std::string &what) const
    {
        return {ErrorCode::SyntaxError, m_file, "pprof: " + what};
    }

    template<typename Row>
    Result<void> enter(const std::vector<Row> &rows, const char *kind, IdRows &ids) const
    {
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (!ids.add(rows[row].id, row))
                return error("two of the " + std::string(kind) + "s have the id "
                             + std::to_string(rows[row].id));
        }
        return {};
    }

    Result<void> checkLines() const
    {
        for (std::size_t row = 0; row < m_message.locations.size(); ++row) {
            for (const auto &line : m_message.linesOf(row)) {
                if (!m_rows.functions.find(line.function))
                    return error("location " + std::to_string(m_message.locations[row].id)
                                 + " has a line of function " + std::to_string(line.function)
                                 + ", which is not there");
            }
        }
        return {};
    }

    Result<void> checkSamples() const
    {
        const auto types = m_message.sampleTypes.size();
        if (types == 0 && !m_message.samples.empty())
            return error("there are samples, but no sample type");
        for (std::size_t row = 0; row < m_message.samples.size(); ++row) {
            const auto values = m_message.valuesOf(row).size();
            if (values != types)
                return error("sample " + std::to_string(row + 1) + " has " + std::to_string(values)
                             + " values for " + std::to_string(types) + " sample types");
            for (const auto id : m_message.locationsOf(row)) {
                if (!m_rows.locations.find(id))
                    return error("sample " + std::to_string(row + 1) + " is at location "
                                 + std::to_string(id) + ", which is not there");
            }
        }
        return {};
    }

    const std::string &m_file;
    const Message &m_message;
    MessageRows m_rows;
};

// Checks the message by the rules of the reference reader (RPROFILE.md §7): ids are unique, samples
// and lines refer to existing rows, each sample has a value per type. Unknown mappings are allowed
// and count as none. Error: SyntaxError with `file` as its subject.
Result<MessageRows> check(const std::string &file, const Message &message)
{
    return Checker(file, message).run();
}

// Returns the names of sample types in their order. A repeated pair of type and unit is numbered,
// "samples#2", because other formats identify values by them.
std::vector<std::string> distinctTypeNames(const Message &message)
{
    std::vector<std::string> names;
    std::set<std::pair<std::string, std::string_view>> taken;
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> seen;
    for (const auto &type : message.sampleTypes) {
        const std::string_view own = message.strings[type.type];
        const std::string_view unit = message.strings[type.unit];
        auto &count = seen[{own, unit}];
        std::string name;
        do {
            name = own;
            if (++count > 1)
                name += '#' + std::to_string(count);
        } while (!taken.emplace(name, unit).second);
        names.push_back(std::move(name));
    }
    return names;
}

// The year 2096, so that differences of times, and their sums, fit.
constexpr std::int64_t latest = 4'000'000'000'000'000'000;

// A sample's labels, divided by their use.
struct LabelView {
    std::string_view thread;
    std::string_view threadName;
    std::optional<std::int64_t> timestamp;
    nlohmann::json others = nlohmann::json::array();
};

// Makes a profile of a checked message (FORMAT.md): a sample with all values per record, and a
// frame per line of a location.
class Assembler {
public:
    Assembler(const ImportFile &file, const Message &message, const MessageRows &rows,
              const std::stop_token &stop, ImportLog &log)
        : m_message(message),
          m_rows(rows),
          m_session("pprof", file, stop, log,
                    hasTimes() ? TimeOrigin::UnixEpoch : TimeOrigin::None),
          m_lineFrames(message.lines.size()),
          m_addressFrames(message.locations.size()),
          m_maxCalls(m_session.most(stackNodeMemory))
    {
    }

    Result<ProfilePointer> run()
    {
        if (const auto images = m_message.mappings.size(); images > m_session.most(imageMemory))
            return m_session.tooMany("pprof: " + std::to_string(images) + " mappings");
        addTables();
        for (std::size_t row = 0; row < m_message.samples.size(); ++row) {
            if (m_session.isStopped())
                return m_session.cancelled();
            addSample(row);
            if (const char *const found = excess())
                return m_session.error(ErrorCode::FileTooBig,
                                       "pprof, sample " + std::to_string(row + 1) + ": more "
                                           + found + " than a file of this size may have");
        }
        if (m_threads.empty())
            thread({}, {});
        return std::move(m_session).finish(m_message.samples.size(), m_process,
                                           metadataOf(m_message, m_builder));
    }

private:
    std::string_view text(Text text) const { return m_message.strings[text]; }

    StringIndex string(std::string_view text) { return m_session.string(text); }

    StringIndex stringOrNone(Text row) { return row == 0 ? StringIndex() : string(text(row)); }

    bool isTimestamp(const Label &label) const
    {
        return label.text == 0 && text(label.key) == labelkey::timestamp
            && text(label.unit) == timestampUnit;
    }

    // Whether the label is a thread id as a number, as some programs write it.
    bool isThreadNumber(const Label &label) const
    {
        return label.text == 0 && label.unit == 0 && text(label.key) == labelkey::thread;
    }

    bool namesItsThread(std::span<const Label> labels) const
    {
        return std::ranges::any_of(labels, [&](const Label &label) {
            return label.text != 0 && text(label.key) == labelkey::thread;
        });
    }

    // Returns the number as text, valid as long as this object.
    std::string_view textOf(std::int64_t number)
    {
        return m_numbers.try_emplace(number, std::to_string(number)).first->second;
    }

    // Names what exceeds the limit of memory; nullptr: nothing does.
    const char *excess() const
    {
        const auto calls = std::max(m_builder.tables().stacks.size(), m_frames.size());
        return m_threads.size() > m_session.maxThreads() ? "threads"
            : calls > m_maxCalls                         ? "calls"
                                                         : nullptr;
    }

    bool hasTimes() const;
    bool hasClock() const { return m_builder.tables().origin == TimeOrigin::UnixEpoch; }
    void addTables();
    void addTypes();
    void addImage(const Mapping &mapping);
    void addSample(std::size_t row);
    LabelView labelsOf(std::size_t sample);
    std::int64_t boundedTime(std::int64_t nanoseconds);
    ThreadIndex thread(std::string_view id, std::string_view name);
    StackIndex stackOf(std::size_t sample);
    void addFramesOf(std::size_t location);
    FrameIndex lineFrame(const Location &location, std::size_t line, Inlined inlined);
    FrameIndex addressFrame(std::size_t location);
    FunctionIndex function(const Function &function);
    ImageIndex imageOf(const Location &location) const;
    std::uint32_t lineNumber(std::int64_t line);

    const Message &m_message;
    const MessageRows &m_rows;
    ImportSession m_session;
    ProfileBuilder &m_builder = m_session.builder();
    ProcessIndex m_process;
    std::vector<ValueTypeIndex> m_types;
    std::map<std::pair<std::string_view, std::string_view>, ThreadIndex> m_threads;
    // Ids of threads as text; not more than there are threads.
    std::map<std::int64_t, std::string> m_numbers;
    std::vector<FrameIndex> m_lineFrames; // by row of Message::lines
    std::vector<FrameIndex> m_addressFrames; // by location
    std::vector<FrameIndex> m_frames; // of the current stack, leaf first
    std::size_t m_maxCalls;
};

// Whether all samples have a timestamp, as in files of this program.
bool Assembler::hasTimes() const
{
    for (std::size_t row = 0; row < m_message.samples.size(); ++row) {
        const auto labels = m_message.labelsOf(row);
        if (std::ranges::none_of(labels, [&](const Label &label) { return isTimestamp(label); }))
            return false;
    }
    return !m_message.samples.empty();
}

void Assembler::addTables()
{
    Process process;
    if (!m_message.mappings.empty()) {
        process.executable = stringOrNone(m_message.mappings.front().file);
        if (process.executable.isValid())
            process.name = string(trimmedPackage(text(m_message.mappings.front().file)));
    }
    m_process = m_builder.addProcess(process);
    addTypes();
    for (const auto &mapping : m_message.mappings)
        addImage(mapping);
}

void Assembler::addTypes()
{
    const auto names = distinctTypeNames(m_message);
    for (std::size_t row = 0; row < names.size(); ++row) {
        const auto &type = m_message.sampleTypes[row];
        m_types.push_back(m_builder.addValueType({string(names[row]), string(text(type.unit))}));
        if (names[row] != text(type.type))
            FileNotes("pprof", m_session.file().name + ": sample type " + std::to_string(row + 1),
                      m_session.log())
                .warn("pprof-repeated-type",
                      "an earlier one has its name and unit: it is numbered");
    }
    if (!m_types.empty())
        m_builder.setMainValue(m_types[mainType(m_message)]);
}

void Assembler::addImage(const Mapping &mapping)
{
    Image image;
    image.process = m_process;
    image.codeFile = stringOrNone(mapping.file);
    image.codeId = stringOrNone(mapping.buildId);
    image.address = mapping.start;
    image.size = mapping.limit > mapping.start ? mapping.limit - mapping.start : 0;
    image.attributes = attributesOf(mapping, m_builder);
    m_builder.addImage(std::move(image));
}

void Assembler::addSample(std::size_t row)
{
    const auto labels = labelsOf(row);
    const auto index = thread(labels.thread, labels.threadName);
    NewSample sample;
    sample.time = timestampFromNs(labels.timestamp.value_or(0));
    sample.stack = stackOf(row);
    m_builder.addSample(index, sample);
    const auto values = m_message.valuesOf(row);
    for (std::size_t column = 0; column < values.size(); ++column) {
        if (!isExactValue(values[column]))
            FileNotes("pprof", "sample " + std::to_string(row + 1), m_session.log())
                .warn("pprof-inexact-value", std::to_string(values[column]) + " is beyond 2^53");
        m_builder.addSampleValue(index, m_types[column], static_cast<double>(values[column]));
    }
    if (!labels.others.empty())
        m_builder.setSampleLabels(index, m_builder.string(labels.others.dump()));
}

LabelView Assembler::labelsOf(std::size_t sample)
{
    LabelView view;
    const auto labels = m_message.labelsOf(sample);
    const bool hasNumber = !namesItsThread(labels);
    for (const auto &label : labels) {
        const auto key = text(label.key);
        if (label.text != 0 && key == labelkey::thread)
            view.thread = text(label.text);
        else if (label.text != 0 && key == labelkey::threadName)
            view.threadName = text(label.text);
        else if (hasNumber && isThreadNumber(label))
            view.thread = textOf(label.number);
        else if (hasClock() && isTimestamp(label))
            view.timestamp = boundedTime(label.number);
        // With both a text and a number, the text counts, as in the reference reader.
        else if (label.text != 0)
            view.others.push_back({validUtf8(key), validUtf8(text(label.text))});
        else
            view.others.push_back({validUtf8(key), label.number, validUtf8(text(label.unit))});
    }
    return view;
}

std::int64_t Assembler::boundedTime(std::int64_t nanoseconds)
{
    const auto bounded = std::clamp<std::int64_t>(nanoseconds, 0, latest);
    if (bounded != nanoseconds && !m_session.log().countAgain("pprof-absurd-times"))
        m_session.notes().warn("pprof-absurd-times",
                               "times of samples before 1970 or behind 2096 are moved to there");
    return bounded;
}

ThreadIndex Assembler::thread(std::string_view id, std::string_view name)
{
    const auto [place, isNew] = m_threads.try_emplace({id, name});
    if (isNew) {
        Thread thread;
        thread.process = m_process;
        if (!id.empty())
            thread.id = string(id);
        if (!name.empty())
            thread.name = string(name);
        place->second = m_builder.addThread(std::move(thread));
    }
    return place->second;
}

StackIndex Assembler::stackOf(std::size_t sample)
{
    m_frames.clear();
    for (const auto id : m_message.locationsOf(sample)) {
        addFramesOf(*m_rows.locations.find(id));
        if (m_frames.size() > m_maxCalls) // a location may have any number of inlined frames
            return emptyStack;
    }
    return m_builder.stackFromLeafFirst(m_frames);
}

void Assembler::addFramesOf(std::size_t location)
{
    const auto lines = m_message.linesOf(location);
    if (lines.empty()) {
        m_frames.push_back(addressFrame(location));
        return;
    }
    const auto first = static_cast<std::size_t>(lines.data() - m_message.lines.data());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto inlined = i + 1 < lines.size() ? Inlined::Yes : Inlined::No;
        m_frames.push_back(lineFrame(m_message.locations[location], first + i, inlined));
    }
}

FrameIndex Assembler::lineFrame(const Location &location, std::size_t line, Inlined inlined)
{
    auto &known = m_lineFrames[line];
    if (known.isValid())
        return known;
    const auto &row = m_message.lines[line];
    Frame frame;
    frame.function = function(m_message.functions[*m_rows.functions.find(row.function)]);
    frame.line = lineNumber(row.line);
    frame.column = lineNumber(row.column);
    frame.pc = location.address;
    frame.image = imageOf(location);
    frame.inlined = inlined;
    if (location.isFolded)
        frame.attributes = m_builder.string(foldedAttributes);
    known = m_builder.frame(frame);
    return known;
}

FrameIndex Assembler::addressFrame(std::size_t location)
{
    auto &known = m_addressFrames[location];
    if (known.isValid())
        return known;
    const auto &row = m_message.locations[location];
    Frame frame;
    frame.address = row.address;
    frame.pc = row.address;
    frame.image = imageOf(row);
    if (row.isFolded)
        frame.attributes = m_builder.string(foldedAttributes);
    known = m_builder.frame(frame);
    return known;
}

FunctionIndex Assembler::function(const Function &function)
{
    model::Function row;
    const auto name = function.name != 0 ? function.name : function.systemName;
    row.name = name != 0 ? string(text(name)) : m_builder.string(namelessFunction);
    row.rawName = stringOrNone(function.systemName);
    row.file = stringOrNone(function.file);
    row.startLine = lineNumber(function.startLine);
    return m_builder.function(row);
}

ImageIndex Assembler::imageOf(const Location &location) const
{
    const auto row = location.mapping == 0 ? std::nullopt : m_rows.mappings.find(location.mapping);
    return row ? ImageIndex(*row) : ImageIndex();
}

std::uint32_t Assembler::lineNumber(std::int64_t line)
{
    if (line >= 0 && line <= std::numeric_limits<std::uint32_t>::max())
        return static_cast<std::uint32_t>(line);
    m_session.notes().warn("pprof-odd-line",
                           "line " + std::to_string(line) + " counts as not known");
    return 0;
}

Result<Message> readMessage(const ImportFile &file, const std::stop_token &stop)
{
    const auto bytes = file.bytes.view();
    if (isLegacyCpu(bytes))
        return readLegacyCpu(file.name, bytes, stop);
    const bool isHeap = isLegacyHeap(bytes);
    if (!isHeap && !isLegacyText(bytes))
        return decode(file.name, bytes, stop);
    auto message =
        isHeap ? readLegacyHeap(file.name, bytes, stop) : readLegacyText(file.name, bytes, stop);
    if (message && message->cut.empty() && !bytes.ends_with('\n'))
        message->cut = "the last line has no end";
    return message;
}

// Whether bytes are text and so no message: messages contain control characters, e.g. the tag of
// the first field of most inner messages.
bool isText(std::string_view bytes)
{
    const auto isControl = [](char letter) {
        constexpr std::string_view ofTexts = "\t\n\f\r";
        return letter >= '\0' && letter < ' ' && ofTexts.find(letter) == std::string_view::npos;
    };
    return std::ranges::none_of(bytes, isControl);
}

Confidence sniff(const FileStart &start)
{
    const auto bytes = start.bytes();
    if (isLegacyHeap(bytes) || isLegacyCpu(bytes) || isLegacyText(bytes))
        return Confidence::Certain;
    if (isText(bytes))
        return Confidence::No;
    switch (countKnownFields(bytes)) {
    case 0: return Confidence::No;
    case 1:
    case 2: return Confidence::Maybe;
    default: return Confidence::Likely;
    }
}

Result<std::vector<ProfilePointer>> readFile(const ImportFile &file, const ImportOptions &options,
                                             ImportLog &log)
{
    EMBER_ASSIGN_OR_RETURN(const auto message, readMessage(file, options.stop));
    if (!message.cut.empty())
        FileNotes("pprof", file.name, log)
            .warn("pprof-cut", message.cut + ": the file was probably cut");
    EMBER_ASSIGN_OR_RETURN(const auto rows, check(file.name, message));
    return single(Assembler(file, message, rows, options.stop, log).run());
}

constexpr std::array<std::string_view, 4> patterns{"*.pb", "*.pprof", "*.prof", "*.heap"};
constexpr std::array<std::string_view, 3> extensions{"pb.gz", "pprof", "pb"};

} // namespace

constinit const FileFormat format{
    .name = "pprof",
    .tool = "pprof",
    .patterns = patterns,
    .sniff = sniff,
    .read = readFile,
    .extensions = extensions,
    .write = writeGzipped,
};

} // namespace ember::model::pprof

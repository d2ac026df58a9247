// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/graphreader.h"

#include "model/core/memorybudget.h"
#include "model/core/text.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/import/importsession.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ember::model::callgrind {

namespace {

// Resolves compressed names: "(12) name" defines number 12, "(12)" refers to it, anything else is a
// name itself. Files, objects and functions have numbers of their own.
class Names {
public:
    // Returns the name; nullopt for a number that no name was defined for.
    std::optional<std::string_view> read(std::string_view text);
    // Reads the name of a file or object, where "???" means not known ("").
    std::optional<std::string_view> readPath(std::string_view text);

private:
    std::unordered_map<std::uint64_t, std::string_view> m_names;
};

// Returns the number of "(12)" or "(12) name". Names may begin with a parenthesis themselves:
// "(below main)".
std::optional<std::uint64_t> numberIn(std::string_view text)
{
    const auto end = text.find(')');
    if (!text.starts_with('(') || end == std::string_view::npos)
        return std::nullopt;
    return parseUnsigned(text.substr(1, end - 1));
}

std::optional<std::string_view> Names::read(std::string_view text)
{
    text = trimmed(text);
    const auto number = numberIn(text);
    if (!number)
        return text;
    const auto name = trimmed(text.substr(text.find(')') + 1));
    if (!name.empty())
        return m_names[*number] = name;
    const auto known = m_names.find(*number);
    return known != m_names.end() ? std::optional(known->second) : std::nullopt;
}

std::optional<std::string_view> Names::readPath(std::string_view text)
{
    const auto path = read(text);
    return path && *path == "???" ? std::string_view() : path;
}

// Parses lines of positions and costs: "0x1169 3 151 0 151", "+1 * 151". Positions are instruction
// addresses, lines, or both, and may be relative to the line before: "+n", "-n", "*" for the same.
class CostLines {
public:
    // Sets the positions that lines have. `words` follow "positions:". Returns false if there are
    // none, or an unknown one is among them.
    bool setPositions(std::string_view words);
    void setEvents(std::size_t events) { m_costs.resize(events); }

    // Relative positions of the next line start from 0.
    void forgetPlaces() { m_places = {}; }

    // Parses a line for line() and costs(), which are valid until the next one. Returns nullptr if
    // the line is valid, else what was expected.
    const char *read(std::string_view line);

    std::uint32_t line() const { return m_line; }

    // Costs of the line, one per event; 0 for events that the line lacks.
    const std::vector<std::uint64_t> &costs() const { return m_costs; }

    // How many costs were below 0; they count as 0.
    std::uint64_t negativeCosts() const { return m_negative; }

    // How many lines had the address of an instruction.
    std::uint64_t addresses() const { return m_addresses; }

private:
    const char *readCosts(std::string_view text);

    static constexpr std::size_t instruction = 0;
    static constexpr std::size_t sourceLine = 1;

    bool m_hasInstruction = false;
    bool m_hasLine = true;
    std::array<std::uint64_t, 2> m_places{};
    std::uint32_t m_line = 0;
    std::vector<std::uint64_t> m_costs;
    std::uint64_t m_negative = 0;
    std::uint64_t m_addresses = 0;
};

std::optional<std::uint64_t> parseCount(std::string_view text)
{
    return text.starts_with("0x") ? parseHex(text) : parseUnsigned(text);
}

// Parses a position that may be relative to the previous one; nullopt if it is none or does not fit
// into 64 bits.
std::optional<std::uint64_t> parsePlace(std::string_view word, std::uint64_t before)
{
    if (word == "*")
        return before;
    const bool isUp = word.starts_with('+');
    const bool isDown = word.starts_with('-');
    const auto number = parseCount(isUp || isDown ? word.substr(1) : word);
    if (!number || (!isUp && !isDown))
        return number;
    const auto room = isUp ? std::numeric_limits<std::uint64_t>::max() - before : before;
    if (*number > room)
        return std::nullopt;
    return isUp ? before + *number : before - *number;
}

bool CostLines::setPositions(std::string_view words)
{
    m_hasInstruction = false;
    m_hasLine = false;
    while (!trimmed(words).empty()) {
        const auto word = takeWord(words);
        m_hasInstruction = m_hasInstruction || word == "instr";
        m_hasLine = m_hasLine || word == "line";
        if (word != "instr" && word != "line")
            return false;
    }
    return m_hasInstruction || m_hasLine;
}

const char *CostLines::read(std::string_view line)
{
    if (m_hasInstruction) {
        const auto place = parsePlace(takeWord(line), m_places[instruction]);
        if (!place)
            return "an instruction's address: a number, +n, -n or *";
        m_places[instruction] = *place;
        ++m_addresses;
    }
    if (m_hasLine) {
        const auto place = parsePlace(takeWord(line), m_places[sourceLine]);
        if (!place || *place > std::numeric_limits<std::uint32_t>::max())
            return "a line: a number, +n, -n or *";
        m_places[sourceLine] = *place;
        m_line = static_cast<std::uint32_t>(*place);
    }
    return readCosts(line);
}

const char *CostLines::readCosts(std::string_view text)
{
    std::ranges::fill(m_costs, 0);
    for (auto &cost : m_costs) {
        auto word = takeWord(text);
        if (word.empty())
            return nullptr;
        // PHP's xdebug writes negative costs for memory that is freed.
        if (word.starts_with('-')) {
            ++m_negative;
            if (!parseCount(word.substr(1)))
                return "a cost: a whole number below 2^64";
            continue;
        }
        const auto number = parseCount(word);
        if (!number)
            return "a cost: a whole number below 2^64";
        cost = *number;
    }
    return trimmed(text).empty() ? nullptr : "no more costs than there are events";
}

enum class GraphFinding : std::uint8_t {
    NegativeCosts,
    CutCall,
    CutPlace,
    CutParts,
    CutLine,
    OpenLine,
    InvalidProcessIds,
    CallCounts,
    Addresses,
    Jumps,
    DerivedEvents,
    Descriptions,
    Count,
};

using GraphFindings = FindingCounts<GraphFinding>;

constexpr GraphFindings::Table graphFindings{{
    {"callgrind-negative", Severity::Warning, "costs below 0 count as 0"},
    {"callgrind-cut-call", Severity::Warning,
     "the file ends behind \"calls=\", before the cost of the call: it was probably cut"},
    {"callgrind-cut-place", Severity::Warning,
     "the file ends behind the name of a place, before its costs: it was probably cut"},
    {"callgrind-cut-part", Severity::Warning,
     "there is no \"totals:\" behind the costs: their end was probably cut off"},
    {"callgrind-cut-line", Severity::Warning,
     "the last line has no end and is left out: the file was cut"},
    {"callgrind-cut-line", Severity::Note, "the last line has no end"}, // that line may be whole
    {"callgrind-odd-pids", Severity::Warning, invalidProcessId},
    {"callgrind-call-counts", Severity::Note,
     "how often calls were made is left out: only their costs are read"},
    {"callgrind-addresses", Severity::Note, "addresses of instructions are left out"},
    {"callgrind-jumps", Severity::Note, "jumps are left out"},
    {"callgrind-derived-events", Severity::Note, "events that are sums of others are left out"},
    {"callgrind-descriptions", Severity::Note, "descriptions (\"desc:\") are left out"},
}};

// The most events that a file may have; callgrind itself writes fewer.
constexpr std::size_t maxEvents = 32;

// Bytes per function with its sample and its stack, measured.
constexpr std::uint64_t functionMemory = 600;

// The item that the next line of costs belongs to.
enum class CostOf : std::uint8_t { Line, Call, Jump };

// The object, file and name of a function. For a callee only what differs from its caller is set.
struct Place {
    std::optional<std::string_view> object;
    std::optional<std::string_view> file;
    std::optional<std::string_view> name;
};

class GraphReader {
public:
    GraphReader(const ImportFile &file, const std::stop_token &stop, ImportLog &log)
        : m_file(file),
          m_stop(stop),
          m_log(log),
          m_maxFunctions(mostWithinBudget(functionMemory, file.bytes.size()))
    {
    }

    Result<CallgrindFile> run() &&
    {
        auto text = m_file.bytes.view();
        while (!text.empty()) {
            if (m_stop.stop_requested())
                return Error{ErrorCode::Cancelled, m_file.name, {}};
            ++m_number;
            const char *const expected = readLine(trimmed(takeLine(text)));
            m_lastIsLeftOut =
                expected && !m_isOutOfPlace && text.empty() && !m_file.bytes.view().ends_with('\n');
            if (expected && !m_lastIsLeftOut)
                return Error{ErrorCode::SyntaxError, m_file.name,
                             "callgrind, line " + std::to_string(m_number) + ": expected "
                                 + expected};
            if (graph().entities().size() > m_maxFunctions)
                return Error{ErrorCode::FileTooBig, m_file.name,
                             "callgrind, line " + std::to_string(m_number)
                                 + ": more functions than a file of this size may have"};
            if (lineMemory(graph().lines().size(), graph().lineCosts(), graph().events().size())
                > lineBudget(m_file.bytes.size()))
                return Error{ErrorCode::FileTooBig, m_file.name,
                             "callgrind, line " + std::to_string(m_number)
                                 + ": more lines of code with costs of "
                                 + std::to_string(graph().events().size())
                                 + " events than a file of this size may have"};
        }
        if (graph().events().empty())
            return Error{ErrorCode::Truncated, m_file.name,
                         "callgrind, line " + std::to_string(m_number)
                             + ": the file ends before its line \"events:\""};
        endPart();
        addFindings();
        graph().finish();
        graph().selectEvent(0);
        return std::move(m_result);
    }

private:
    CallGraph &graph() { return m_result.graph; }

    // A returned text says what was expected instead of the line, for the error. nullptr: the line
    // is valid.
    const char *readLine(std::string_view line);
    void readPid(std::string_view value);
    const char *readHeader(std::string_view key, std::string_view value);
    const char *readPosition(std::string_view key, std::string_view value);
    const char *readCosts(std::string_view line);
    const char *readEvents(std::string_view value);
    const char *readTotals(std::string_view value);
    // Begins a new sum of costs. Warns if the last one is not the total in the file, with `cause`
    // at the end of the warning; returns false then.
    bool checkTotals(std::string_view value, const char *cause);
    void endPart();
    const char *setName(std::optional<std::string_view> &name,
                        std::optional<std::string_view> read);
    const char *addLine();
    const char *addCall();
    // Marks an error that is not caused by a missing end of the line, and returns it.
    const char *outOfPlace(const char *expected)
    {
        m_isOutOfPlace = true;
        return expected;
    }
    EntityIndex whereCostsGo();
    void addFindings();

    const ImportFile &m_file;
    const std::stop_token &m_stop;
    ImportLog &m_log;
    std::size_t m_maxFunctions;
    CallgrindFile m_result;
    CostLines m_lines;
    Names m_objects;
    Names m_files;
    Names m_functions;
    Place m_current; // its file is that of the next costs
    EntityIndex m_function; // invalid before the first fn=
    std::string_view m_functionFile;
    std::optional<std::string_view>
        m_nextFile; // file of the functions that begin next; fi= and fe= do not change it
    Place m_called; // stays for further calls of the same function
    CostOf m_next = CostOf::Line;
    std::vector<std::uint64_t> m_partCosts; // sum of the lines' costs since the last totals
    std::optional<std::string_view> m_summary; // of the current part, until its totals are read
    bool m_partHasCosts = false;
    bool m_endsInPlace = false; // the last line named a place whose costs did not follow
    GraphFindings m_found;
    bool m_isOutOfPlace = false; // the last error is not caused by a line that was cut
    bool m_lastIsLeftOut = false; // the last line has no line end and is invalid: it was cut
    std::size_t m_number = 0;
};

const char *GraphReader::readLine(std::string_view line)
{
    if (line.empty() || line.starts_with('#'))
        return nullptr;
    m_endsInPlace = false;
    if (isDigit(line.front()) || line.front() == '+' || line.front() == '-' || line.front() == '*')
        return readCosts(line);
    const auto end = line.find_first_of("=:");
    if (end == std::string_view::npos)
        return "a line of costs, \"key: value\" or \"fn=name\"";
    const auto key = line.substr(0, end);
    const auto value = line.substr(end + 1);
    return line[end] == ':' ? readHeader(key, trimmed(value)) : readPosition(key, value);
}

const char *GraphReader::readHeader(std::string_view key, std::string_view value)
{
    if (key == "version")
        return value == "1" ? nullptr : "version 1 of the format";
    if (key == "positions")
        return m_lines.setPositions(value) ? nullptr : "\"instr\", \"line\" or both";
    if (key == "events")
        return readEvents(value);
    if (key == "totals")
        return readTotals(value);
    // Other tools than valgrind write a different summary after the costs.
    if (key == "summary" && !m_partHasCosts)
        m_summary = value;
    if (key == "event")
        m_found[GraphFinding::DerivedEvents] += value.find('=') < value.find(':') ? 1U : 0U;
    if (key == "desc")
        ++m_found[GraphFinding::Descriptions];
    if (key == "creator")
        m_result.creator = value;
    if (key == "cmd")
        m_result.command = value;
    if (key == "pid")
        readPid(value);
    return nullptr;
}

void GraphReader::readPid(std::string_view value)
{
    const auto pid = parseProcessId(value);
    m_found[GraphFinding::InvalidProcessIds] += pid ? 0U : 1U;
    m_result.pid = pid.value_or(0);
}

// Reads the names of the events. Each part of a file repeats this line, and starts with absolute
// positions.
const char *GraphReader::readEvents(std::string_view value)
{
    std::vector<std::string> events;
    while (!trimmed(value).empty())
        events.push_back(validUtf8(takeWord(value)));
    if (events.empty() || events.size() > maxEvents)
        return "the names of 1 to 32 events";
    if (!graph().events().empty()) {
        if (m_partHasCosts)
            endPart();
        m_lines.forgetPlaces();
        m_current = {};
        m_nextFile.reset();
        m_function = {};
        return graph().events() == events ? nullptr : "the events of the file's first part";
    }
    m_lines.setEvents(events.size());
    m_partCosts.assign(events.size(), 0);
    graph().setEvents(std::move(events));
    return nullptr;
}

const char *GraphReader::readTotals(std::string_view value)
{
    m_summary.reset();
    checkTotals(value, "");
    return nullptr;
}

// Checks a part that ends without totals. valgrind writes the sum at both ends of a part: if its
// end was cut off, the start still has it.
void GraphReader::endPart()
{
    if (!m_summary)
        return;
    const bool isWhole = checkTotals(*std::exchange(m_summary, std::nullopt),
                                     " before them: their end was probably cut off");
    m_found[GraphFinding::CutParts] +=
        isWhole && m_result.creator.starts_with("callgrind") ? 1U : 0U;
}

bool GraphReader::checkTotals(std::string_view value, const char *cause)
{
    bool isRight = true;
    m_partHasCosts = false;
    for (auto &cost : m_partCosts) {
        const auto word = takeWord(value);
        if (!word.empty() && parseUnsigned(word) != cost) {
            isRight = false;
            FileNotes("callgrind", "line " + std::to_string(m_number), m_log)
                .warn("callgrind-totals",
                      "the costs add up to " + std::to_string(cost) + ", the file says "
                          + validUtf8(word) + cause);
        }
        cost = 0;
    }
    return isRight;
}

const char *GraphReader::setName(std::optional<std::string_view> &name,
                                 std::optional<std::string_view> read)
{
    name = read;
    return read ? nullptr : "a number that an earlier line gives a name";
}

const char *GraphReader::readPosition(std::string_view key, std::string_view value)
{
    m_endsInPlace = true;
    std::optional<std::string_view> passedOver;
    // valgrind names the callee of a call without cost, and then leaves out its calls= line.
    const bool isOfCallee = key == "cob" || key == "cfi" || key == "cfl" || key == "cfn";
    if (isOfCallee && m_called.name)
        m_called = {};
    if (key == "ob")
        return setName(m_current.object, m_objects.readPath(value));
    if (key == "fl") {
        m_nextFile = m_files.readPath(value);
        return setName(m_current.file, m_nextFile);
    }
    if (key == "fi" || key == "fe")
        return setName(m_current.file, m_files.readPath(value));
    if (key == "cob")
        return setName(m_called.object, m_objects.readPath(value));
    if (key == "cfi" || key == "cfl")
        return setName(m_called.file, m_files.readPath(value));
    if (key == "cfn")
        return setName(m_called.name, m_functions.read(value));
    if (key == "jfi")
        return setName(passedOver, m_files.readPath(value));
    if (key == "jfn")
        return setName(passedOver, m_functions.read(value));
    if (key == "fn") {
        if (const char *const expected = setName(m_current.name, m_functions.read(value)))
            return expected;
        m_current.file = m_nextFile;
        m_functionFile = m_current.file.value_or("");
        m_function = graph().entity({.name = *m_current.name,
                                     .file = m_functionFile,
                                     .object = m_current.object.value_or("")});
        return nullptr;
    }
    if (key == "calls" || key == "rcalls") {
        m_next = CostOf::Call;
        ++m_found[GraphFinding::CallCounts];
        return m_called.name ? nullptr : outOfPlace("\"cfn=name\" before it");
    }
    if (key == "jump" || key == "jcnd") {
        m_next = CostOf::Jump;
        ++m_found[GraphFinding::Jumps];
        return nullptr;
    }
    return "one of ob=, fl=, fi=, fe=, fn=, cob=, cfi=, cfl=, cfn=, calls=, jump=, jcnd=";
}

const char *GraphReader::readCosts(std::string_view line)
{
    if (graph().events().empty())
        return outOfPlace("\"events: name …\" before the first costs");
    if (!m_function.isValid())
        return outOfPlace("\"fn=name\" before the first costs");
    if (const char *const expected = m_lines.read(line))
        return expected;
    switch (std::exchange(m_next, CostOf::Line)) {
    case CostOf::Jump: // the source of a jump, which is left out
        return nullptr;
    case CostOf::Call: return addCall();
    default: return addLine();
    }
}

// Returns the function that the costs belong to. Code from another file within a function was
// inlined by the compiler; the file does not name the inlined function.
EntityIndex GraphReader::whereCostsGo()
{
    const auto file = m_current.file.value_or("");
    if (file == m_functionFile)
        return m_function;
    return graph().entity({.name = *m_current.name,
                           .file = file,
                           .object = graph().entities()[m_function.row()].object});
}

const char *GraphReader::addLine()
{
    const auto place = whereCostsGo();
    const auto &costs = m_lines.costs();
    const auto line = m_lines.line();
    if ((place != m_function && !graph().addCall({m_function, place, 0}, costs))
        || !graph().addLine({place, line}, costs))
        return outOfPlace("costs that add up to less than 2^62");
    for (std::size_t event = 0; event < costs.size(); ++event)
        m_partCosts[event] += costs[event];
    m_partHasCosts = true;
    return nullptr;
}

const char *GraphReader::addCall()
{
    if (!m_called.name)
        return outOfPlace("\"cfn=name\" before a call's costs");
    const auto place = whereCostsGo();
    const auto callee =
        graph().entity({.name = *m_called.name,
                        .file = m_called.file.value_or(m_current.file.value_or("")),
                        .object = m_called.object.value_or(m_current.object.value_or(""))});
    const auto &costs = m_lines.costs();
    if ((place != m_function && !graph().addCall({m_function, place, 0}, costs))
        || !graph().addCall({place, callee, m_lines.line()}, costs))
        return outOfPlace("costs that add up to less than 2^62");
    return nullptr;
}

void GraphReader::addFindings()
{
    m_found[GraphFinding::NegativeCosts] = m_lines.negativeCosts();
    m_found[GraphFinding::Addresses] = m_lines.addresses();
    if (m_next == CostOf::Call)
        ++m_found[GraphFinding::CutCall];
    else if (m_endsInPlace)
        ++m_found[GraphFinding::CutPlace];
    if (!m_file.bytes.view().ends_with('\n'))
        ++m_found[m_lastIsLeftOut ? GraphFinding::CutLine : GraphFinding::OpenLine];
    m_found.report(graphFindings, {"callgrind", m_file.name, m_log});
}

} // namespace

Result<CallgrindFile> readGraph(const ImportFile &file, const std::stop_token &stop, ImportLog &log)
{
    return GraphReader(file, stop, log).run();
}

} // namespace ember::model::callgrind

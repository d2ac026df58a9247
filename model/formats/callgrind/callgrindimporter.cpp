// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/pages.h"
#include "model/core/text.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/callgrind/callgraph.h"
#include "model/formats/callgrind/callgrindformat.h"
#include "model/formats/callgrind/graphreader.h"
#include "model/formats/import/importsession.h"
#include "model/json/jsontext.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

namespace ember::model::callgrind {

namespace {

// Returns the unit of an event. xdebug appends it to the names of some: "Time_(10ns)".
const char *unitOf(std::string_view event)
{
    return event.ends_with("(bytes)") ? "bytes" : "count";
}

// The cost of a stack for one event.
struct Cost {
    StackIndex stack;
    std::uint32_t event = 0;
    std::uint64_t cost = 0;
};

class Assembler {
public:
    Assembler(ImportSession &session, CallgrindFile &content, const std::stop_token &stop)
        : m_session(session),
          m_builder(session.builder()),
          m_content(content),
          m_graph(content.graph),
          m_attribution(content.graph, m_builder, stop)
    {
        m_lines.emplace(m_graph.lines().size(), m_graph.entities().size(),
                        [&](std::size_t row) { return m_graph.lines()[row].entity.row(); });
        m_costs.reserve(m_graph.lines().size());
    }

    Result<ProfilePointer> run() &&
    {
        for (std::size_t event = 0; event < m_graph.events().size(); ++event)
            addEvent(event);
        m_lines.reset();
        m_graph.forgetLines();
        m_builder.finishStacks();
        std::ranges::sort(m_costs, {},
                          [](const Cost &cost) { return std::pair(cost.stack, cost.event); });
        EMBER_RETURN_IF_ERROR(checkSize());
        addSamples(addThread());
        addFindings();
        std::vector<Attribute> attributes;
        if (!m_content.creator.empty())
            attributes.push_back({m_builder.string("creator"),
                                  m_builder.string(jsonString(validUtf8(m_content.creator)))});
        return std::move(m_session).finish(m_samples, m_process, std::move(attributes));
    }

private:
    void addEvent(std::size_t event);
    void addToLines(EntityIndex function, std::span<const Share> shares, std::size_t event);
    Result<void> checkSize();
    void addSamples(ThreadIndex thread);
    ThreadIndex addThread();
    void addFindings() const;

    ImportSession &m_session;
    ProfileBuilder &m_builder;
    const CallgrindFile &m_content;
    CallGraph &m_graph;
    CostAttribution m_attribution;
    std::optional<Groups> m_lines; // by entity; freed when the costs of all events are known
    std::vector<Cost, PageAllocator<Cost>> m_costs;
    std::size_t m_samples = 0; // number of stacks with costs
    RoundingCounter m_values;
    ProcessIndex m_process;
};

void Assembler::addEvent(std::size_t event)
{
    m_graph.selectEvent(event);
    m_graph.forgetLineCosts(event);
    auto shares = m_attribution.attribute();
    std::ranges::stable_sort(shares, {}, &Share::function);
    for (std::size_t start = 0; start < shares.size();) {
        const auto function = shares[start].function;
        auto end = start;
        while (end < shares.size() && shares[end].function == function)
            ++end;
        addToLines(function, std::span(shares).subspan(start, end - start), event);
        start = end;
    }
}

// Distributes the costs of a function's lines to its callers. The file does not say which line cost
// what for which caller: lines are filled in their order.
void Assembler::addToLines(EntityIndex function, std::span<const Share> shares, std::size_t event)
{
    auto share = shares.begin();
    auto wanted = share->cost;
    for (const auto row : (*m_lines)[function.row()]) {
        auto left = m_graph.lineCost(LineIndex(row));
        const auto frame = m_attribution.frame(function, m_graph.lines()[row].line);
        while (left > 0 && share != shares.end()) {
            const auto part = std::min(left, wanted);
            m_costs.push_back(
                {m_builder.stack(share->caller, frame), static_cast<std::uint32_t>(event), part});
            left -= part;
            wanted -= part;
            if (wanted == 0 && ++share != shares.end())
                wanted = share->cost;
        }
    }
}

// Limits the number of samples: many callers make many stacks of one line.
Result<void> Assembler::checkSize()
{
    for (std::size_t row = 0; row < m_costs.size(); ++row)
        m_samples += row == 0 || m_costs[row].stack != m_costs[row - 1].stack ? 1U : 0U;
    const auto events = m_graph.events().size();
    if (lineMemory(m_samples, m_costs.size(), events) <= lineBudget(m_session.text().size()))
        return {};
    return m_session.tooMany("callgrind: " + std::to_string(m_samples) + " stacks with costs of "
                             + std::to_string(events) + " events");
}

void Assembler::addSamples(ThreadIndex thread)
{
    std::vector<ValueTypeIndex> types;
    for (const auto &event : m_graph.events())
        types.push_back(
            m_builder.addValueType({m_builder.string(event), m_builder.string(unitOf(event))}));
    m_builder.setMainValue(types.front());
    std::vector<std::uint64_t> values;
    for (std::size_t row = 0; row < m_costs.size();) {
        const auto stack = m_costs[row].stack;
        values.assign(types.size(), 0);
        for (; row < m_costs.size() && m_costs[row].stack == stack; ++row)
            values[m_costs[row].event] += m_costs[row].cost;
        m_builder.addSample(thread, {{}, stack, {}});
        for (std::size_t event = 0; event < types.size(); ++event)
            m_builder.addSampleValue(thread, types[event], m_values.entered(values[event]));
    }
}

ThreadIndex Assembler::addThread()
{
    Process process;
    process.pid = m_content.pid;
    if (!m_content.command.empty()) {
        const auto command = m_content.command;
        const auto program = command.substr(0, command.find(' '));
        process.name = m_session.string(fileNameOf(program));
        process.command = m_session.string(command);
    }
    m_process = m_builder.addProcess(process);
    Thread thread;
    thread.process = m_process;
    return m_builder.addThread(std::move(thread));
}

constexpr FindingSpec estimatedStacks{
    "callgrind-stacks", Severity::Note,
    "the file has the cost of calls, not stacks: which of a function's callers led to which of its "
    "callees is shared out in proportion"};
constexpr FindingSpec cycles{
    "callgrind-cycles", Severity::Note,
    "of functions that call each other in a circle, stacks have the shortest way through it"};
constexpr FindingSpec excessiveCalls{"callgrind-call-costs", Severity::Note,
                                     "a call is said to cost more than what it called"};
constexpr FindingSpec stacksCut{
    "callgrind-stacks-cut", Severity::Warning,
    "there are too many stacks: the rest of a function's cost stands without its callers"};

void Assembler::addFindings() const
{
    const auto &notes = m_session.notes();
    notes.add(estimatedStacks, m_graph.calls().empty() ? 0 : 1);
    notes.add(cycles, m_attribution.flow().components().cycles);
    notes.add(excessiveCalls, m_attribution.flow().cutCalls());
    notes.add(stacksCut, m_attribution.cutShares());
    m_values.report(notes);
}

constexpr std::array<std::string_view, 8> ownKeys{
    "creator:", "positions:", "cmd:", "pid:", "part:", "desc:", "summary:", "totals:"};
constexpr std::array<std::string_view, 5> furtherKeys{
    "version:", "events:", "event:", "thread:", "target:"};

bool startsWithAny(std::string_view line, std::span<const std::string_view> starts)
{
    return std::ranges::any_of(starts,
                               [&](std::string_view start) { return line.starts_with(start); });
}

// Whether a line is "key: value" with a key that callgrind's headers do not have.
bool isOtherKey(std::string_view line)
{
    const auto end = line.find_first_of("=:");
    return end != std::string_view::npos && line[end] == ':' && !line.starts_with('#')
        && !startsWithAny(line, ownKeys) && !startsWithAny(line, furtherKeys);
}

// Certain: a file with callgrind's first line, or with events and a function. Likely: a header that
// is cut before its functions and has no other keys.
Confidence sniff(const FileStart &start)
{
    auto text = start.bytes();
    if (text.starts_with("# callgrind format"))
        return Confidence::Certain;
    bool hasEvents = false;
    bool hasOwnKey = false; // a key that hardly any other format has beside "events"
    bool hasOtherKey = false;
    while (!text.empty()) {
        const auto line = trimmed(takeLine(text));
        hasEvents = hasEvents || line.starts_with("events:");
        hasOwnKey = hasOwnKey || startsWithAny(line, ownKeys);
        hasOtherKey = hasOtherKey || isOtherKey(line);
        if (hasEvents && (line.starts_with("fl=") || line.starts_with("fn=")))
            return Confidence::Certain;
        const auto end = line.find_first_of("=: ");
        if (!line.empty() && !line.starts_with('#')
            && (end == std::string_view::npos || line[end] == ' '))
            return Confidence::No; // not part of a header
    }
    return hasEvents && hasOwnKey && !hasOtherKey ? Confidence::Likely : Confidence::No;
}

Result<std::vector<ProfilePointer>> readFile(const ImportFile &file, const ImportOptions &options,
                                             ImportLog &log)
{
    EMBER_ASSIGN_OR_RETURN(auto content, readGraph(file, options.stop, log));
    ImportSession session("callgrind", file, options.stop, log, TimeOrigin::None);
    auto profile = single(Assembler(session, content, options.stop).run());
    if (options.stop.stop_requested())
        return session.cancelled();
    return profile;
}

constexpr std::array<std::string_view, 1> patterns{"*.out.*"};

} // namespace

constinit const FileFormat format{
    .name = "callgrind",
    .tool = "callgrind",
    .patterns = patterns,
    .sniff = sniff,
    .read = readFile,
};

} // namespace ember::model::callgrind

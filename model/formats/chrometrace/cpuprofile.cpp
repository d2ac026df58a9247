// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/cpuprofile.h"

#include "model/core/text.h"
#include "model/formats/import/jsonreading.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <unordered_map>

namespace ember::model::chrometrace {

namespace {

constexpr double longest = 1e17; // nanoseconds
constexpr double nsPerUs = 1000;

std::uint32_t nodeId(JsonCursor &json)
{
    const auto id = json.index();
    if (!id) {
        json.number(); // throws BadJson if the file is cut here
        throw WrongContent{json.place(), "expected the id of a node"};
    }
    return *id;
}

// Reads the member if it describes the called function; returns whether it does.
bool readCallMember(JsonCursor &json, std::string_view key, ProfileNode &node)
{
    constexpr double maxLines = 4e9;
    if (key == "functionName")
        node.function = json.string();
    else if (key == "url")
        node.url = json.string();
    else if (key == "lineNumber")
        node.line = std::llround(std::clamp(finiteNumber(json), -1.0, maxLines));
    else if (key == "columnNumber")
        node.column = std::llround(std::clamp(finiteNumber(json), -1.0, maxLines));
    else
        return false;
    return true;
}

void readCallFrame(JsonCursor &json, ProfileNode &node)
{
    json.object([&](std::string_view key) {
        if (!readCallMember(json, key, node))
            json.skip();
    });
}

// Makes a profile of nodes and sets their callers by the references in the file, which it checks.
class Resolver {
public:
    Resolver(std::vector<ProfileNode> nodes, const std::vector<std::size_t> &places)
        : m_places(places)
    {
        m_profile.nodes = std::move(nodes);
        for (std::uint32_t row = 0; row < m_profile.nodes.size(); ++row) {
            m_profile.nodes[row].caller = row;
            if (!m_rows.emplace(m_profile.nodes[row].id, row).second)
                throw WrongContent{m_places[row], "two nodes have the same id"};
        }
    }

    // Sets the caller of a node. A file may have the reference in both nodes if they agree.
    // References to nodes that do not exist are counted; a callee of such a node has no caller.
    void link(std::uint32_t callerId, std::uint32_t calleeId, std::size_t place)
    {
        const auto caller = rowOf(callerId);
        const auto callee = rowOf(calleeId);
        if (caller == noNode || callee == noNode) {
            ++(caller == noNode ? m_profile.lostCallers : m_profile.lostCallees);
            return;
        }
        auto &known = m_profile.nodes[callee].caller;
        if (caller == callee)
            throw WrongContent{place, "a node is among its own callers"};
        if (known != callee && known != caller)
            throw WrongContent{place, "a node has two callers"};
        known = caller;
    }

    // Checks that every path towards the root ends in a node that is its own caller.
    void checkCycles() const
    {
        enum class Mark : std::uint8_t { New, OnTheWay, Fine };
        std::vector<Mark> marks(m_profile.nodes.size(), Mark::New);
        std::vector<std::uint32_t> way;
        for (std::uint32_t start = 0; start < marks.size(); ++start) {
            auto row = start;
            for (; marks[row] == Mark::New; row = m_profile.nodes[row].caller) {
                const bool isRoot = m_profile.nodes[row].caller == row;
                marks[row] = isRoot ? Mark::Fine : Mark::OnTheWay;
                way.push_back(row);
            }
            if (marks[row] == Mark::OnTheWay)
                throw WrongContent{m_places[row], "a node is among its own callers"};
            for (const auto walked : way)
                marks[walked] = Mark::Fine;
            way.clear();
        }
    }

    // Returns the row of the node with this id, or noNode.
    std::uint32_t rowOf(std::uint32_t id) const
    {
        const auto row = m_rows.find(id);
        return row == m_rows.end() ? noNode : row->second;
    }

    CpuProfile &profile() { return m_profile; }

private:
    CpuProfile m_profile;
    const std::vector<std::size_t> &m_places;
    std::unordered_map<std::uint32_t, std::uint32_t> m_rows; // rows of nodes by id
};

template<typename Element>
void moveTo(std::vector<Element> &all, std::vector<Element> &more)
{
    std::ranges::move(more, std::back_inserter(all));
}

// Converts a number that V8 counts from 0 to one from 1; 0: not known.
std::uint32_t fromOne(std::int64_t number)
{
    const bool isKnown = number >= 0 && number < std::numeric_limits<std::uint32_t>::max();
    return isKnown ? static_cast<std::uint32_t>(number + 1) : 0;
}

} // namespace

Nanoseconds boundedTime(double microseconds)
{
    return Nanoseconds(std::llround(std::clamp(microseconds * nsPerUs, -longest, longest)));
}

bool isAbsurdTime(double microseconds)
{
    return std::abs(microseconds * nsPerUs) > longest;
}

bool CpuProfilePiece::readMember(JsonCursor &json, std::string_view key)
{
    if (key == "nodes")
        json.array([&] { readNode(json); });
    else if (key == "head")
        readHead(json);
    else if (key == "timestamps")
        json.array([&] { m_timestamps.push_back(finiteNumber(json)); });
    else if (key == "samples")
        json.array([&] { m_samples.push_back(nodeId(json)); });
    else if (key == "timeDeltas")
        json.array([&] { m_deltas.push_back(finiteNumber(json)); });
    else if (key == "startTime")
        m_start = finiteNumber(json);
    else if (key == "endTime")
        m_end = finiteNumber(json);
    else
        return false;
    return true;
}

void CpuProfilePiece::readNode(JsonCursor &json)
{
    const auto row = m_nodes.size();
    m_places.push_back(m_base + json.place());
    ProfileNode node;
    std::vector<std::uint32_t> children;
    std::optional<std::uint32_t> parent;
    json.object([&](std::string_view key) {
        if (key == "id")
            node.id = nodeId(json);
        else if (key == "callFrame")
            readCallFrame(json, node);
        else if (key == "children")
            json.array([&] { children.push_back(nodeId(json)); });
        else if (key == "parent")
            parent = nodeId(json);
        else if (key == "hitCount")
            node.hits = finiteNumber(json);
        else if (key == "positionTicks" && json.type() == JsonType::Array)
            json.array([&] {
                json.skip();
                node.hasTicks = true;
            });
        else
            json.skip();
    });
    for (const auto child : children)
        m_links.push_back({node.id, child, row});
    if (parent)
        m_links.push_back({*parent, node.id, row});
    m_nodes.push_back(std::move(node));
}

// Reads the tree as V8 wrote it until 2015: nodes contain nodes, and the members of a call are in
// the node itself.
void CpuProfilePiece::readHead(JsonCursor &json)
{
    m_isOld = true;
    std::vector<RowLink> links;
    readTree(json, 0, links);
    for (const auto &[caller, callee] : links)
        m_links.push_back({m_nodes[caller].id, m_nodes[callee].id, callee});
}

void CpuProfilePiece::readTree(JsonCursor &json, std::size_t depth, std::vector<RowLink> &links)
{
    constexpr std::size_t deepest = 1000;
    if (depth >= deepest)
        throw WrongContent{json.place(), "nodes are nested more than 1000 deep"};
    const auto row = m_nodes.size();
    m_places.push_back(m_base + json.place());
    m_nodes.emplace_back();
    json.object([&](std::string_view key) {
        ProfileNode &node = m_nodes[row]; // valid until children are added
        if (key == "id")
            node.id = nodeId(json);
        else if (key == "hitCount")
            node.hits = finiteNumber(json);
        else if (key == "children")
            json.array([&] {
                links.emplace_back(row, m_nodes.size());
                readTree(json, depth + 1, links);
            });
        else if (!readCallMember(json, key, node))
            json.skip();
    });
    if (m_nodes[row].line > 0)
        --m_nodes[row].line;
}

// Computes the deltas of old files. Their times are in seconds, except those of samples, which are
// in microseconds.
void CpuProfilePiece::makeDeltas()
{
    constexpr double usPerSecond = 1e6;
    for (auto *const time : {&m_start, &m_end}) {
        if (m_isOld && *time)
            **time *= usPerSecond;
    }
    if (!m_deltas.empty())
        return;
    if (m_timestamps.empty())
        return spreadSamples();
    // Node.js writes one more than there are samples: the end of the last one.
    if (m_timestamps.size() == m_samples.size() + 1) {
        m_end = m_timestamps.back();
        m_timestamps.pop_back();
    }
    auto before = m_start.value_or(m_timestamps.front());
    for (const auto time : m_timestamps)
        m_deltas.push_back(time - std::exchange(before, time));
}

// Makes times for files of V8 before 2013, which have none: its profiler sampled at even intervals.
// Without a start and an end only the nodes' counts are used.
void CpuProfilePiece::spreadSamples()
{
    const bool isRange = m_start && m_end && *m_start < *m_end;
    const bool hasHits =
        std::ranges::any_of(m_nodes, [](const ProfileNode &node) { return node.hits > 0; });
    if (!m_isOld || m_samples.empty())
        return;
    if (isRange) {
        m_deltas.assign(m_samples.size(),
                        (*m_end - *m_start) / static_cast<double>(m_samples.size()));
        m_deltas.front() = 0;
        m_isSpread = true;
    } else if (hasHits) {
        m_samples.clear();
    }
}

void CpuProfilePiece::addOuter(CpuProfilePiece outer)
{
    if (!outer.m_deltas.empty())
        m_deltas.clear();
    if (!m_start || !m_end) {
        const bool isOuterWhole = outer.m_start && outer.m_end;
        if (isOuterWhole || !m_start)
            m_start = outer.m_start;
        if (isOuterWhole || !m_end)
            m_end = outer.m_end;
    }
    outer.m_start = m_start;
    outer.m_end = m_end;
    append(std::move(outer));
}

void CpuProfilePiece::append(CpuProfilePiece piece)
{
    // If the start of this piece differs from the first start, its end is on another clock and of
    // no use.
    if (m_start && piece.m_start && *m_start != *piece.m_start)
        piece.m_end.reset();
    if (m_start)
        piece.m_start = m_start;
    if (!piece.m_end)
        piece.m_end = m_end;
    if (isEmpty() && m_deltas.empty()) {
        *this = std::move(piece);
        return;
    }
    m_start = piece.m_start;
    m_end = piece.m_end;
    for (auto &link : piece.m_links)
        link.node += m_nodes.size();
    moveTo(m_nodes, piece.m_nodes);
    moveTo(m_places, piece.m_places);
    moveTo(m_links, piece.m_links);
    moveTo(m_samples, piece.m_samples);
    moveTo(m_deltas, piece.m_deltas);
    moveTo(m_timestamps, piece.m_timestamps);
    m_isOld = m_isOld || piece.m_isOld;
}

CpuProfile CpuProfilePiece::resolved(std::size_t place) &&
{
    if (m_nodes.empty())
        throw WrongContent{place, "expected \"nodes\""};
    makeDeltas();
    Resolver resolver(std::move(m_nodes), m_places);
    for (const auto &link : m_links)
        resolver.link(link.callerId, link.calleeId, m_places[link.node]);
    resolver.checkCycles();
    if (m_samples.size() != m_deltas.size())
        throw WrongContent{place, "there are not as many times as samples"};
    auto &profile = resolver.profile();
    profile.start = m_start.value_or(0);
    profile.isSpread = m_isSpread;
    if (m_end)
        profile.end = *m_end - profile.start;
    double time = 0; // a sum of small numbers is exact, however far from 0 the clock starts
    for (std::size_t sample = 0; sample < m_samples.size(); ++sample) {
        time += m_deltas[sample];
        profile.samples.push_back(resolver.rowOf(m_samples[sample]));
        profile.lostSamples += profile.samples.back() == noNode ? 1U : 0U;
        profile.times.push_back(time);
    }
    return std::move(profile);
}

Result<CpuProfile> readCpuProfile(const ImportFile &file, const std::stop_token &stop)
{
    CpuProfile profile;
    EMBER_RETURN_IF_ERROR(readJson("cpuprofile", file, stop, [&](JsonCursor &json) {
        CpuProfilePiece whole;
        json.object([&](std::string_view key) {
            if (!whole.readMember(json, key))
                json.skip();
        });
        profile = std::move(whole).resolved(json.place());
    }));
    return profile;
}

StackIndex NodeStacks::operator[](std::uint32_t row)
{
    if (m_nodes[row].function == "(idle)")
        return emptyStack;
    std::vector<std::uint32_t> unknown;
    while (!m_stacks[row].isValid() && !isRoot(row)) {
        unknown.push_back(row);
        const auto caller = m_nodes[row].caller;
        if (caller == row)
            break;
        row = caller;
    }
    auto stack = m_stacks[row].isValid() ? m_stacks[row] : emptyStack;
    for (; !unknown.empty(); unknown.pop_back()) {
        stack = m_builder.stack(stack, frameOf(m_nodes[unknown.back()]));
        m_stacks[unknown.back()] = stack;
    }
    return stack;
}

StackIndex NodeStacks::next(std::uint32_t row, StackIndex &before)
{
    if (row == noNode)
        return before = emptyStack;
    if (m_nodes[row].function == "(garbage collector)")
        return m_builder.stack(before, frameOf(m_nodes[row]));
    return before = (*this)[row];
}

FrameIndex NodeStacks::frameOf(const ProfileNode &node)
{
    Function function;
    function.name =
        m_builder.string(node.function.empty() ? "(anonymous)" : std::string_view(node.function));
    if (!node.url.empty())
        function.file = m_builder.string(node.url);
    function.startLine = fromOne(node.line); // the line where the function begins
    Frame frame;
    frame.function = m_builder.function(function);
    frame.line = fromOne(node.line);
    frame.column = fromOne(node.column);
    return m_builder.frame(frame);
}

} // namespace ember::model::chrometrace

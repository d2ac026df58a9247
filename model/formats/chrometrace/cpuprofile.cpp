// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/cpuprofile.h"

#include "model/formats/jsonreading.h"

#include <cmath>
#include <unordered_map>
#include <utility>

namespace ember::model::chrometrace {

namespace {

using sentry::JsonCursor;

class CpuProfileReader {
public:
    explicit CpuProfileReader(JsonCursor &json) : m_json(json) { }

    CpuProfile read()
    {
        std::vector<std::uint32_t> samples; // ids
        std::vector<double> deltas;
        m_json.object([&](std::string_view key) {
            if (key == "nodes")
                m_json.array([&] { readNode(); });
            else if (key == "samples")
                m_json.array([&] { samples.push_back(id()); });
            else if (key == "timeDeltas")
                m_json.array([&] { deltas.push_back(finiteNumber(m_json)); });
            else if (key == "startTime")
                m_profile.start = finiteNumber(m_json);
            else if (key == "endTime")
                m_profile.end = finiteNumber(m_json);
            else
                m_json.skip();
        });
        if (m_profile.nodes.empty())
            fail("expected \"nodes\"");
        linkCallers();
        resolveSamples(samples, deltas);
        return std::move(m_profile);
    }

private:
    [[noreturn]] void fail(const char *reason) const { throw WrongContent{m_json.place(), reason}; }

    std::uint32_t id()
    {
        const auto id = m_json.index();
        if (!id) {
            m_json.number(); // knows whether the file is cut here
            fail("expected the id of a node");
        }
        return *id;
    }

    void readNode();
    void readCallFrame(ProfileNode &node);
    // `place`: of who refers to it.
    std::uint32_t rowOf(std::uint32_t id, std::size_t place) const;
    void linkCallers();
    void checkCycles() const;
    void resolveSamples(const std::vector<std::uint32_t> &samples,
                        const std::vector<double> &deltas);

    struct Link {
        std::uint32_t callerId;
        std::uint32_t calleeId;
        std::uint32_t node; // row of the one that says so
    };

    JsonCursor &m_json;
    CpuProfile m_profile;
    std::vector<std::size_t> m_places; // of the nodes in the file
    std::unordered_map<std::uint32_t, std::uint32_t> m_rows; // by id
    std::vector<Link> m_links;
};

void CpuProfileReader::readNode()
{
    m_places.push_back(m_json.place());
    ProfileNode node;
    std::vector<std::uint32_t> children;
    std::optional<std::uint32_t> parent;
    m_json.object([&](std::string_view key) {
        if (key == "id")
            node.id = id();
        else if (key == "callFrame")
            readCallFrame(node);
        else if (key == "children")
            m_json.array([&] { children.push_back(id()); });
        else if (key == "parent")
            parent = id();
        else if (key == "hitCount")
            node.hits = std::fmax(finiteNumber(m_json), 0);
        else
            m_json.skip();
    });
    node.caller = static_cast<std::uint32_t>(m_profile.nodes.size());
    if (!m_rows.emplace(node.id, node.caller).second)
        fail("two nodes have the same id");
    for (const auto child : children)
        m_links.push_back({node.id, child, node.caller});
    if (parent)
        m_links.push_back({*parent, node.id, node.caller});
    m_profile.nodes.push_back(std::move(node));
}

void CpuProfileReader::readCallFrame(ProfileNode &node)
{
    m_json.object([&](std::string_view key) {
        if (key == "functionName")
            node.function = m_json.string();
        else if (key == "url")
            node.url = m_json.string();
        else if (key == "lineNumber")
            node.line = std::llround(std::fmin(std::fmax(finiteNumber(m_json), -1), 4e9));
        else if (key == "columnNumber")
            node.column = std::llround(std::fmin(std::fmax(finiteNumber(m_json), -1), 4e9));
        else
            m_json.skip();
    });
}

std::uint32_t CpuProfileReader::rowOf(std::uint32_t id, std::size_t place) const
{
    const auto row = m_rows.find(id);
    if (row == m_rows.end())
        throw WrongContent{place, "a node or sample refers to a node that is not there"};
    return row->second;
}

// A file may say it at both ends, as long as they agree.
void CpuProfileReader::linkCallers()
{
    for (const auto &[callerId, calleeId, node] : m_links) {
        const auto caller = rowOf(callerId, m_places[node]);
        const auto callee = rowOf(calleeId, m_places[node]);
        auto &known = m_profile.nodes[callee].caller;
        if (caller == callee)
            throw WrongContent{m_places[node], "a node is among its own callers"};
        if (known != callee && known != caller)
            throw WrongContent{m_places[node], "a node has two callers"};
        known = caller;
    }
    checkCycles();
}

// Every way to the root ends in a node that is its own caller.
void CpuProfileReader::checkCycles() const
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

void CpuProfileReader::resolveSamples(const std::vector<std::uint32_t> &samples,
                                      const std::vector<double> &deltas)
{
    if (samples.size() != deltas.size())
        fail("there are not as many timeDeltas as samples");
    double time = m_profile.start;
    for (std::size_t sample = 0; sample < samples.size(); ++sample) {
        time += deltas[sample];
        m_profile.samples.push_back(rowOf(samples[sample], m_json.place()));
        m_profile.times.push_back(time);
    }
}

} // namespace

Result<CpuProfile> readCpuProfile(const ImportFile &file, const std::stop_token &stop)
{
    CpuProfile profile;
    EMBER_RETURN_IF_ERROR(readJson("cpuprofile", file, stop, [&](JsonCursor &json) {
        profile = CpuProfileReader(json).read();
    }));
    return profile;
}

} // namespace ember::model::chrometrace

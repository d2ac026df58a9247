// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/core/time.h"
#include "model/formats/import/importer.h"
#include "model/formats/json/jsoncursor.h"
#include "model/profile/profilebuilder.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model::chrometrace {

// A call path of the profile's tree.
struct ProfileNode {
    std::uint32_t id = 0;
    std::uint32_t caller = 0; // row of CpuProfile::nodes; of a root its own
    std::string function;
    std::string url;
    std::int64_t line = -1; // from 0; less: not known
    std::int64_t column = -1;
    double hits = 0; // samples in which it was the leaf, as the file counts them; maybe below 0
    bool hasTicks = false; // positionTicks: its lines are counted, too
};

constexpr std::uint32_t noNode = 0xffff'ffff; // of a sample whose node is not there

// A .cpuprofile file whose references hold: callers are no cycles, samples are rows of nodes.
struct CpuProfile {
    std::vector<ProfileNode> nodes;
    std::vector<std::uint32_t> samples; // rows, or noNode
    std::uint64_t lostCallers = 0; // callers of nodes that are named and not there
    std::uint64_t lostCallees = 0; // likewise
    std::uint64_t lostSamples = 0; // of noNode
    std::vector<double> times; // of the samples: microseconds since the start
    std::optional<double> end; // likewise
    double start = 0; // on V8's clock, which starts whenever it likes
    bool isSpread = false; // the file has no times: they are made, evenly from start to end
};

// Converts to nanoseconds, at most three years either way, so that sums fit.
Nanoseconds boundedTime(double microseconds);
bool isAbsurdTime(double microseconds);

// Members of a CPU profile as the file has them; references between nodes are not checked yet.
// Traces have a profile in several pieces, of which later ones refer to nodes of earlier ones.
class CpuProfilePiece {
public:
    // `base`: where in the file the cursor's text begins.
    explicit CpuProfilePiece(std::size_t base = 0) : m_base(base) { }

    // Takes the value of the member if it is one of a profile; false: nothing is taken. Throws
    // WrongContent.
    bool readMember(JsonCursor &json, std::string_view key);

    void append(CpuProfilePiece piece);

    // Adds the members that stand around this piece in the same object. Times that are in both
    // count as the outer ones; start and end are taken from one place, from this piece if it has
    // both.
    void addOuter(CpuProfilePiece outer);

    bool isEmpty() const { return m_nodes.empty() && m_samples.empty(); }

    // Throws WrongContent for two nodes of one id, for callers that are no tree and for samples
    // without their time.
    // `place`: of the end of the profile in the file.
    CpuProfile resolved(std::size_t place) &&;

private:
    struct Link {
        std::uint32_t callerId;
        std::uint32_t calleeId;
        std::size_t node; // row of the one that says so
    };

    void readNode(JsonCursor &json);
    using RowLink = std::pair<std::size_t, std::size_t>; // caller and callee

    void readHead(JsonCursor &json);
    void readTree(JsonCursor &json, std::size_t depth, std::vector<RowLink> &links);
    void makeDeltas();
    void spreadSamples();

    std::size_t m_base;
    std::vector<ProfileNode> m_nodes; // callers are not known yet
    std::vector<std::size_t> m_places; // of the nodes in the file
    std::vector<Link> m_links;
    std::vector<std::uint32_t> m_samples; // ids
    std::vector<double> m_deltas;
    std::vector<double> m_timestamps; // of older files, in place of deltas
    bool m_isOld = false; // "head" in place of "nodes": seconds, and lines from 1
    bool m_isSpread = false; // the file has no times of samples
    std::optional<double> m_start;
    std::optional<double> m_end;
};

// Errors as readJson().
Result<CpuProfile> readCpuProfile(const ImportFile &file, const std::stop_token &stop);

// Converts V8's call paths to stacks. "(root)", the node above all others, is left out; "(idle)" is
// the empty stack; "(garbage collector)" has no caller and stands, as in DevTools, on the stack
// that was sampled before it.
class NodeStacks {
public:
    // Callers are no cycles. Both must outlive this.
    NodeStacks(std::span<const ProfileNode> nodes, ProfileBuilder &builder)
        : m_nodes(nodes),
          m_builder(builder),
          m_stacks(nodes.size())
    {
    }

    StackIndex operator[](std::uint32_t row);

    // Of a thread's next sample. `before`: that of its last one that collected no garbage.
    StackIndex next(std::uint32_t row, StackIndex &before);

private:
    bool isRoot(std::uint32_t row) const
    {
        return m_nodes[row].caller == row && m_nodes[row].function == "(root)";
    }

    FrameIndex frameOf(const ProfileNode &node);

    std::span<const ProfileNode> m_nodes;
    ProfileBuilder &m_builder;
    std::vector<StackIndex> m_stacks; // by node
};

} // namespace ember::model::chrometrace

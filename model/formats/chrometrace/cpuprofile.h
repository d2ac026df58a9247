// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/core/time.h"
#include "model/formats/import/importer.h"
#include "model/json/jsoncursor.h"
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

// A call path in the tree of the profile.
struct ProfileNode {
    std::uint32_t id = 0;
    std::uint32_t caller = 0; // row of CpuProfile::nodes; a root refers to itself
    std::string function;
    std::string url;
    std::int64_t line = -1; // from 0; negative: not known
    std::int64_t column = -1;
    double hits = 0; // samples with this node as leaf, as the file counts them; may be negative
    bool hasTicks = false; // has positionTicks: counts per line
};

constexpr std::uint32_t noNode = 0xffff'ffff; // in place of a node that the file lacks

// A .cpuprofile file with checked references: callers form no cycles, samples are rows of nodes.
struct CpuProfile {
    std::vector<ProfileNode> nodes;
    std::vector<std::uint32_t> samples; // rows of `nodes`, or noNode
    std::uint64_t lostCallers = 0; // references to callers that do not exist
    std::uint64_t lostCallees = 0; // references to callees that do not exist
    std::uint64_t lostSamples = 0; // samples with noNode
    std::vector<double> times; // times of the samples: microseconds since the start
    std::optional<double> end; // end of the profile in microseconds since the start
    double start = 0; // in microseconds on V8's clock, whose zero is arbitrary
    bool isSpread = false; // the file has no times: samples are spread evenly from start to end
};

// Converts to nanoseconds, clamped to three years in either direction so that sums fit.
Nanoseconds boundedTime(double microseconds);
bool isAbsurdTime(double microseconds);

// The members of a CPU profile as in the file; references between nodes are not checked yet. Traces
// have a profile in several pieces, and later ones refer to nodes of earlier ones.
class CpuProfilePiece {
public:
    // `base` is the offset of the cursor's text in the file.
    explicit CpuProfilePiece(std::size_t base = 0) : m_base(base) { }

    // Reads a member if CPU profiles have it. False: they do not, and nothing was read. Throws
    // WrongContent.
    bool readMember(JsonCursor &json, std::string_view key);

    void append(CpuProfilePiece piece);

    // Adds the members of the object that encloses this piece. Times that are in both are taken
    // from the outer one. Start and end are taken from this piece if it has both, else from the
    // outer one if that has both, else from whichever has them.
    void addOuter(CpuProfilePiece outer);

    bool isEmpty() const { return m_nodes.empty() && m_samples.empty(); }

    // Checks references and returns the whole profile. `place`: offset of the profile's end in the
    // file. Throws WrongContent if there are no nodes, two have one id, callers form no tree, or
    // there are not as many times as samples.
    CpuProfile resolved(std::size_t place) &&;

private:
    struct Link {
        std::uint32_t callerId;
        std::uint32_t calleeId;
        std::size_t node; // row of the node that contains the reference
    };

    void readNode(JsonCursor &json);
    using RowLink = std::pair<std::size_t, std::size_t>; // caller and callee

    void readHead(JsonCursor &json);
    void readTree(JsonCursor &json, std::size_t depth, std::vector<RowLink> &links);
    void makeDeltas();
    void spreadSamples();

    std::size_t m_base;
    std::vector<ProfileNode> m_nodes; // `caller` is not set yet
    std::vector<std::size_t> m_places; // offsets of the nodes in the file
    std::vector<Link> m_links;
    std::vector<std::uint32_t> m_samples; // ids of the sampled nodes
    std::vector<double> m_deltas;
    std::vector<double> m_timestamps; // older files have these in place of deltas
    bool m_isOld = false; // "head" in place of "nodes", times in seconds, lines from 1
    bool m_isSpread = false; // the file has no times of samples
    std::optional<double> m_start;
    std::optional<double> m_end;
};

// Reads a .cpuprofile file. Errors: those of readJson().
Result<CpuProfile> readCpuProfile(const ImportFile &file, const std::stop_token &stop);

// Converts V8's call paths to stacks. "(root)", the node above all others, is left out; "(idle)" is
// the empty stack; "(garbage collector)" has no caller and stands, as in DevTools, on the stack
// that was sampled before it.
class NodeStacks {
public:
    // Callers form no cycles. Both arguments must outlive this.
    NodeStacks(std::span<const ProfileNode> nodes, ProfileBuilder &builder)
        : m_nodes(nodes),
          m_builder(builder),
          m_stacks(nodes.size())
    {
    }

    StackIndex operator[](std::uint32_t row);

    // Returns the stack of a thread's next sample. `before` is the stack of its last sample that
    // was no garbage collection; it is updated.
    StackIndex next(std::uint32_t row, StackIndex &before);

private:
    bool isRoot(std::uint32_t row) const
    {
        return m_nodes[row].caller == row && m_nodes[row].function == "(root)";
    }

    FrameIndex frameOf(const ProfileNode &node);

    std::span<const ProfileNode> m_nodes;
    ProfileBuilder &m_builder;
    std::vector<StackIndex> m_stacks; // stack of each node
};

} // namespace ember::model::chrometrace

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"
#include "model/core/pages.h"
#include "model/core/stringtable.h"
#include "model/core/time.h"
#include "model/profile/frames.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// Indices of rows of a chunk's own tables, which are not those of a Profile.
using ChunkStackIndex = Index<struct ChunkStackTag>;
using ChunkFrameIndex = Index<struct ChunkFrameTag>;

// Versions of the sample format (SPEC S1: new implementations write V2). Both have the same tables.
enum class SampleFormat : std::uint8_t { V1, V2 };

// The structs below hold a V2 chunk, or the V1 profile of a transaction, in the shape of its file.
// Nothing is repaired or checked in here: indices may point nowhere, fields that Relay requires may
// be absent. Text is an index into Chunk::strings; an invalid index is "absent" (or null, which
// Relay treats alike where both are allowed), which is not the same as "".
//
// Every `rest` has the members that have no field here, as the text of one JSON object; it is
// absent if there were none.

struct ChunkSample {
    double timestamp = 0; // seconds since the Unix epoch: what Relay calculates with
    Timestamp time; // the time by the digits in the file, exact to the nanosecond
    ChunkStackIndex stack; // invalid: none, or a number no table can have
    StringIndex thread;
};

using ChunkSamples = std::vector<ChunkSample, PageAllocator<ChunkSample>>;

struct ChunkFrame {
    StringIndex function;
    StringIndex filename;
    StringIndex absPath;
    StringIndex module;
    StringIndex package;
    StringIndex platform;
    StringIndex rest;
    InApp inApp = InApp::Unset;
    std::optional<InApp> inAppOfFile; // the file's value, if prepare() changed it
    std::optional<std::uint32_t> line;
    std::optional<std::uint32_t> column;
    std::optional<std::uint64_t> instructionAddress;
};

// The frame numbers of all stacks, stack after stack, leaf first within each.
class ChunkStacks {
public:
    std::size_t size() const { return m_ends.size(); }

    bool contains(ChunkStackIndex stack) const { return stack.row() < m_ends.size(); }

    std::span<const ChunkFrameIndex> operator[](ChunkStackIndex stack) const
    {
        const auto begin = stack.row() == 0 ? 0 : m_ends[stack.row() - 1];
        return std::span(m_frames).subspan(begin, m_ends[stack.row()] - begin);
    }

    // Number of frame references in all stacks together.
    std::size_t frameCount() const { return m_frames.size(); }

    void appendFrame(ChunkFrameIndex frame) { m_frames.push_back(frame); }

    // Closes the stack whose frames were appended.
    void endStack() { m_ends.push_back(static_cast<std::uint32_t>(m_frames.size())); }

    // Appends the stacks after those that are there.
    void append(const ChunkStacks &stacks)
    {
        const auto before = static_cast<std::uint32_t>(m_frames.size());
        m_frames.insert(m_frames.end(), stacks.m_frames.begin(), stacks.m_frames.end());
        for (const auto end : stacks.m_ends)
            m_ends.push_back(before + end);
    }

    void append(std::span<const ChunkFrameIndex> frames)
    {
        m_frames.insert(m_frames.end(), frames.begin(), frames.end());
        endStack();
    }

private:
    std::vector<ChunkFrameIndex> m_frames;
    std::vector<std::uint32_t> m_ends;
};

struct ChunkThread {
    StringIndex id;
    StringIndex name;
    std::optional<std::uint32_t> priority;
    StringIndex rest;
};

struct ChunkImage {
    StringIndex type; // as in the file, also a type that Relay refuses (elf, pe)
    StringIndex codeFile;
    StringIndex debugFile;
    StringIndex debugId;
    StringIndex codeId;
    StringIndex uuid;
    std::optional<std::uint64_t> address;
    std::optional<std::uint64_t> vmAddress; // the address the image was linked for
    std::optional<std::uint64_t> size;
    StringIndex rest;
};

struct ChunkMeasurementValue {
    double timestamp = 0; // as in the file
    Timestamp time; // on the samples' clock: node's mixed clock is repaired (SENTRY.md §7)
    double value = 0;
};

struct ChunkMeasurement {
    StringIndex name;
    StringIndex unit; // as in the file; longUnit() gives the name Relay writes
    std::vector<ChunkMeasurementValue> values;
};

// The next five structs are members of V1 profiles only. V1, the profile of one transaction, is
// deprecated since version 2.5.0 of the specification (SENTRY.md §2).

struct Device {
    StringIndex architecture;
    StringIndex locale;
    StringIndex manufacturer;
    StringIndex model;
    std::optional<bool> isEmulator;
    StringIndex rest;
};

struct OperatingSystem {
    StringIndex name;
    StringIndex version;
    StringIndex buildNumber;
    StringIndex rest;
};

struct Runtime {
    StringIndex name;
    StringIndex version;
    StringIndex rest;
};

struct V1Transaction {
    StringIndex id;
    StringIndex name;
    StringIndex traceId;
    StringIndex segmentId;
    std::optional<std::uint64_t> activeThread; // absent: 0 for Relay
    std::uint64_t relativeStart = 0; // nanoseconds since the profile's start
    std::uint64_t relativeEnd = 0; // 0: no window, all samples stay
    std::uint64_t relativeCpuStart = 0; // milliseconds
    std::uint64_t relativeCpuEnd = 0;
    StringIndex rest;
};

// An entry of queue_metadata.
struct Queue {
    StringIndex address;
    StringIndex label;
    StringIndex rest;
};

// Top-level members. `version` is "2" in chunks that Relay takes, "1" in profiles.
struct ChunkMetadata {
    StringIndex version;
    StringIndex platform;
    StringIndex release;
    StringIndex environment;
    StringIndex sdkName;
    StringIndex sdkVersion;
    StringIndex sdkRest; // other members of client_sdk
    StringIndex debugMetaRest; // other members of debug_meta
    bool hasDebugMeta = false; // the file has debug_meta, perhaps without images
    StringIndex profileRest; // other members of profile
    StringIndex rest; // other top-level members: dist, timestamp, …

    // Members of V2. Ids are as in the file; parseUuid() normalises them.
    StringIndex chunkId;
    StringIndex profilerId;

    // Members of V1.
    StringIndex eventId;
    StringIndex timestamp; // as in the file
    std::optional<Timestamp> start; // the same timestamp, since the Unix epoch
    StringIndex dist;
    Device device;
    OperatingSystem os;
    std::optional<Runtime> runtime;
    std::optional<V1Transaction> transaction; // `transaction`, or the first of `transactions`
    std::vector<Queue> queues;

    // From the envelope that the payload came in, as JSON: the envelope's header, and the event of
    // a V1 profile's transaction. Invalid if there is none.
    StringIndex envelopeHeader;
    StringIndex transactionEvent;
};

// Further members of a single sample, in row order; most files have none. In V1 this is the plain
// text of queue_address, and other members are dropped.
struct ChunkSampleRest {
    std::uint32_t sample = 0; // row of Chunk::samples
    StringIndex rest;
};

// A chunk or V1 profile that was read. In V1, times count from the profile's start, cut off at 73
// years, and thread ids are the number as decimal text, whatever its spelling was.
struct Chunk {
    SampleFormat format = SampleFormat::V2;
    StringTable strings;
    ChunkMetadata metadata;
    ChunkSamples samples; // in file order
    ChunkStacks stacks;
    std::vector<ChunkFrame> frames;
    std::vector<ChunkThread>
        threads; // thread_metadata, in file order; Relay lets the last of equal ids win
    std::vector<ChunkThread> unusedThreads; // removed from `threads` by Relay, as none has a sample
    std::vector<ChunkImage> images;
    std::vector<ChunkMeasurement> measurements;
    std::vector<ChunkSampleRest> sampleRests;
    std::uint64_t bytes = 0; // size of the payload
    // Upper bound of the number of bytes by which Relay's output is longer than the payload: Relay
    // writes 1.0 for 1, hertz for hz, null for an absent release.
    std::uint64_t growth = 0;
    // Measurement values whose clock was repaired.
    std::uint64_t repairedClocks = 0;
    // The start of the mixed clock of the repaired values; absent if toMixedClock() would not
    // restore each of them.
    std::optional<Timestamp> mixedClockStart;

    std::string_view text(StringIndex index) const { return strings[index]; }
};

// The long form of a unit that Relay writes ("ns" → "nanosecond"); "" for a unit it refuses.
std::string_view longUnit(std::string_view unit);

// Whether Relay accepts images of that type; others make it refuse the chunk.
bool isRelayImageType(std::string_view type);

// "profile.samples[3]": the path of a row in the document.
std::string elementPath(std::string_view table, std::size_t row);

} // namespace ember::model::sentry

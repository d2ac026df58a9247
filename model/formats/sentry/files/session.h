// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"
#include "model/formats/sentry/files/assembler.h"
#include "model/formats/sentry/packedsamples.h"
#include "model/profile/profile.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ember::model::sentry {

// One V1 profile, or the chunks of one profiler_id, and the profile that is made of them while they
// come: in whatever order, though it pays to give them by time. A thread id that means another
// thread in a later chunk (Python reuses ids: the names differ) is a thread of its own;
// thread_metadata without samples is a thread without samples. A chunk that was given twice counts
// once. Samples whose stack is missing are idle. One thread at a time.
class Session {
public:
    Session() = default;
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    void add(ChunkFile file);

    // Of what is there: snapshots of one growing profile, as long as chunks come by time. The first
    // after one that came late is of another.
    ProfilePointer snapshot();

    // Whether every chunk so far came after those before it.
    bool isByTime() const { return m_isByTime; }

    bool isV1() const { return m_parts.front().file.chunk.format == SampleFormat::V1; }

    std::vector<std::string> files() const; // in the order of their chunks
    // What has been noticed in putting them together.
    const ImportLog &duplicates() const { return m_duplicates; }
    const ImportLog &log() const { return m_log; }

private:
    struct Part {
        ChunkFile file;
        double start = 0; // its first sample's time; infinity: it has none
        // In place of the chunk's own, which are gone: needed again only if a chunk comes late.
        std::optional<PackedSamples> samples = std::nullopt;
    };

    void begin(Assembler::Strings strings);
    void assemble();
    void assemble(Part &part);
    void pack();

    std::vector<Part> m_parts;
    std::set<std::string> m_chunkIds;
    bool m_isByTime = true;
    std::size_t m_assembled = 0; // parts that m_assembler has
    std::size_t m_packed = 0; // parts, as long as all came by time
    ImportLog m_duplicates;
    ImportLog m_log; // of m_assembler
    std::unique_ptr<Assembler> m_assembler;
};

// What the metadata of a chunk says it belongs to; "" if nothing.
std::string profilerIdOf(const Chunk &chunk);

} // namespace ember::model::sentry

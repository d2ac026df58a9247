// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/files/assembler.h"
#include "model/profile/profile.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// The samples of a chunk in about a sixth of their memory: each is stored as its difference from
// earlier ones. Used for chunks that are assembled already; they are read again only if one comes
// late.
class PackedSamples {
public:
    using Bytes = std::vector<unsigned char, PageAllocator<unsigned char>>;

    PackedSamples() = default;
    // Packs the samples, and frees them.
    explicit PackedSamples(ChunkSamples &&samples);

    // The samples without ChunkSample::timestamp, which only Relay's verdict needs.
    ChunkSamples unpacked() const;

private:
    Bytes m_bytes;
    std::size_t m_count = 0;
    std::int64_t m_timeUnit = 1; // ns; all times are multiples of it
};

// One V1 profile, or the chunks of one profiler_id, and the profile made of them as they are added,
// with the transactions of that profiler at its end; or transactions without a profile.
// Chunks and transactions may be added in any order; the order of time is fastest. A thread id that
// means another thread in a later chunk (Python reuses ids: the names differ) is a thread of its
// own; thread_metadata without samples is a thread without samples. A chunk that is added twice
// counts once. Samples whose stack is missing are idle. One thread at a time.
class Session {
public:
    Session() = default;
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    void add(ChunkFile file);
    // Adds a transaction; one that is added twice counts once.
    void add(TransactionFile transaction);

    // The profile of the chunks so far. Snapshots are of one growing profile as long as chunks come
    // in the order of time. After a chunk that came late, a new profile begins.
    ProfilePointer snapshot();

    // The profile of all chunks and transactions, after which none may be added.
    ProfilePointer finish();

    // Whether all chunks so far came in the order of time.
    bool isByTime() const { return m_isByTime; }

    // The name of its format, for ImportedProfile.
    std::string_view format() const;

    std::vector<std::string> files() const; // by their chunks in order, then by transactions
    // Findings from putting the chunks together.
    const ImportLog &duplicates() const { return m_duplicates; }
    const ImportLog &log() const { return m_log; }

private:
    struct Part {
        ChunkFile file;
        double start = 0; // time of its first sample; infinity: it has none
        // Replaces the chunk's own samples to save memory: needed again only if a chunk comes late.
        std::optional<PackedSamples> samples = std::nullopt;
    };

    void begin(Assembler::Strings strings);
    void assemble();
    void assemble(Part &part);
    void pack();

    std::vector<Part> m_parts;
    std::vector<TransactionFile> m_transactions;
    std::set<std::string> m_chunkIds;
    std::set<std::string> m_transactionIds;
    bool m_isByTime = true;
    std::size_t m_assembled = 0; // number of parts that m_assembler has
    std::size_t m_packed = 0; // number of packed parts, if all came by time
    ImportLog m_duplicates;
    ImportLog m_log; // of m_assembler
    std::unique_ptr<Assembler> m_assembler;
};

// The profiler_id in the metadata of a chunk; "" if there is none.
std::string profilerIdOf(const Chunk &chunk);

} // namespace ember::model::sentry

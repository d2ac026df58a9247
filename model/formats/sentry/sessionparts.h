// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/uuid.h"
#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/redaction.h"
#include "model/formats/sentry/sessionidentity.h"
#include "model/profile/profile.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What all chunks of a session must agree about, for files that are read and written part by part
// since together they would not fit into memory. Each part is written twice: first to learn, and
// what is written is dropped; then to be kept. The result is the same as if all parts were read at
// once.

namespace ember::model::sentry {

// A thread as documents name it.
struct WrittenThread {
    std::string id; // "": none
    std::string name;
};

WrittenThread writtenThread(const Profile &profile, const ChunkThreadIds &ids, ThreadIndex thread);

// The ids that replace those of a trace, if fresh ones are asked for: computed from the old ones
// and a random text, so that none need be remembered.
class FreshIds {
public:
    // Returns `digits` hex digits, at most 32: always the same ones for the same id.
    std::string insteadOf(std::string_view id, std::size_t digits) const
    {
        return derivedId({m_seed, id}).substr(0, digits);
    }

private:
    std::string m_seed = randomUuid();
};

// Assigns the ids that the threads of a session are written with, for a session that is read in
// parts. The result is as if all were read at once: a thread continues the newest one of its id in
// earlier parts, unless their names differ. Memory grows with the number of threads.
class SessionThreadIds {
public:
    // Returns the ids for the threads of the next part, as chunkThreadIds() does for a whole
    // session. A thread of an earlier part is recognised by its id and name.
    ChunkThreadIds of(const Profile &profile);
    // Begins the second pass: the parts come once more, in the same order, and their threads are
    // found again.
    void rewind();

private:
    struct Known {
        std::string name; // "": not known yet
        std::string written; // "": not decided yet
    };

    // The threads of an id, in the order in which they were found.
    struct SameId {
        std::vector<Known> threads;
        std::size_t current = 0;
    };

    static bool findCurrent(SameId &same, std::string_view name);

    std::map<std::string, SameId, std::less<>> m_known; // by id
    std::set<std::uint64_t> m_taken;
};

// The facts about a session that its written parts have shown. Memory grows with its threads,
// and with the names and functions that rules of redaction are about.
struct SessionFacts {
    bool isComplete = false; // all parts were written once; from now on they are written to be kept
    FreshIds freshIds;
    RedactedNames redacted;
    SessionThreadIds threadIds;
    std::string profilerId; // in the documents; "": none was written yet
    bool isSampled = false;
    std::optional<TimeRange> written; // range of all chunks, since 1970
    std::size_t parts = 0;
    std::size_t partsKept = 0; // parts that were written to be kept
    std::uint64_t ownTransactions = 0; // transactions written in parts that were kept

    // Adds what the pieces of a part, which are all of one process, show.
    void learn(const Profile &profile, std::span<const Piece> pieces, const ChunkThreadIds &ids);
    // Returns the main thread, else the one with most samples; none if all are left out.
    WrittenThread leadingThread() const;

private:
    struct Presence {
        bool isMain = false;
        std::uint64_t samples = 0;
        std::string name; // "": no part has one that may be written
        std::string id; // as it was read
    };

    std::map<std::string, Presence> m_threads; // by the id that is written
};

// Holds the facts of all sessions of an upload. One thread at a time. Memory grows with their
// number: what all parts of all sessions have shown is known before the first part is written to be
// kept.
class SessionParts {
public:
    // The facts of the session, or of the trace without a profiler, that the profile of chunks or
    // transactions is a part of; nullptr if it names none, and so is alone. Valid as long as this
    // object.
    SessionFacts *of(const Profile &profile);
    // Ends the first pass. Call it when all parts of all sessions were written once.
    void finishLearning();

private:
    FreshIds m_freshIds; // a trace may be in several sessions
    std::map<std::string, SessionFacts, std::less<>> m_sessions; // by profiler_id or trace_id
    bool m_isComplete = false;
};

} // namespace ember::model::sentry

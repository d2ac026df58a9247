// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/uuid.h"
#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/redaction.h"
#include "model/formats/sentry/sessionidentity.h"
#include "model/profile/profile.h"

#include <compare>
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
// since together they would not fit into memory. Each part is written twice: first to learn, when
// what is written is dropped, then to be kept. It is the same then as if all were read at once.

namespace ember::model::sentry {

// A thread as documents name it.
struct WrittenThread {
    std::string id; // "": none
    std::string name;

    friend auto operator<=>(const WrittenThread &, const WrittenThread &) = default;
};

WrittenThread writtenThread(const Profile &profile, const ChunkThreadIds &ids, ThreadIndex thread);

// The ids that replace those of a trace, if fresh ones are asked for: computed from the old ones
// and a random text, so that none need be remembered.
class FreshIds {
public:
    // In so many hex digits, at most 32. The same for the same id.
    std::string insteadOf(std::string_view id, std::size_t digits) const
    {
        return derivedId({m_seed, id}).substr(0, digits);
    }

private:
    std::string m_seed = randomUuid();
};

// The ids that the threads of a session are written with, in all its parts. Memory grows with the
// number of threads.
class SessionThreadIds {
public:
    // Like chunkThreadIds(); a thread of an earlier part is known by its id and name.
    ChunkThreadIds of(const Profile &profile);

private:
    struct Known {
        std::string name; // "": not known yet
        std::string written;
    };

    std::optional<std::size_t> place(std::string_view id, std::string_view name,
                                     const std::set<std::string> &used) const;

    std::map<std::string, std::vector<Known>, std::less<>> m_known; // by id
    std::set<std::uint64_t> m_taken;
};

// What is known of a session by the parts of it that were written. Memory grows with its threads,
// and with the names and functions that rules of redaction are about.
struct SessionFacts {
    bool isComplete = false; // all parts were written once; from now on they are written to be kept
    FreshIds freshIds;
    RedactedNames redacted;
    SessionThreadIds threadIds;
    std::string profilerId; // in the documents; "": none was written yet
    bool isSampled = false;
    std::optional<TimeRange> written; // of all chunks, since 1970
    std::size_t parts = 0;
    std::size_t partsKept = 0; // that were written to be kept
    std::uint64_t ownTransactions = 0; // written to be kept

    // Adds what the pieces of a part show, which are all of one process.
    void learn(const Profile &profile, std::span<const Piece> pieces, const ChunkThreadIds &ids);
    // The main thread, else the one with most samples.
    WrittenThread leadingThread() const;

private:
    struct Presence {
        bool isMain = false;
        std::uint64_t samples = 0;

        friend auto operator<=>(const Presence &, const Presence &) = default;
    };

    std::map<WrittenThread, Presence> m_threads;
};

// The sessions of an upload. One thread at a time.
class SessionParts {
public:
    // The facts of the session, or of the trace without a profiler, that the profile of chunks or
    // transactions is a part of; nullptr if it names none, and so is alone. Valid as long as this
    // object.
    SessionFacts *of(const Profile &profile);
    // All parts were written once.
    void finishLearning();

private:
    FreshIds m_freshIds; // a trace may be in several sessions
    std::map<std::string, SessionFacts, std::less<>> m_sessions; // by profiler_id or trace_id
    bool m_isComplete = false;
};

} // namespace ember::model::sentry

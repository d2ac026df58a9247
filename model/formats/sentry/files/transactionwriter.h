// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkoptions.h"
#include "model/formats/sentry/redaction.h"
#include "model/formats/sentry/sessionidentity.h"
#include "model/formats/sentry/sessionparts.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ember::model::sentry {

// A transaction for a file, or for an envelope of its own: an envelope takes one event.
struct WrittenTransaction {
    ProcessIndex process;
    std::string eventId; // 32 lower hex
    std::string profilerId; // of the chunks (SPEC T1)
    std::string platform;
    std::string json;
    std::uint64_t spans = 0; // of the profile
    Replacements replacements = {}; // by the rules of redaction
};

// A transaction over the time of written chunks, which no program reported: Sentry finds the chunks
// by it.
struct CoveringTransaction {
    ProcessIndex process;
    WrittenThread thread; // without an id: none
    std::string name;
    TimeRange time;
    std::vector<const TracingSpan *> spans; // of no other transaction; they outlive the writing
};

// Writes transactions as events. One that was read from an event keeps its other members. Use one
// writer for all transactions of a profile: fresh ids of a trace must agree.
class TransactionWriter {
public:
    // All must outlive the writer. `threadIds` are those of the chunks (SPEC T2). `facts`: of the
    // session, if the profile is a part of one; else nullptr.
    TransactionWriter(const Profile &profile, const ChunkOptions &options,
                      const ChunkThreadIds &threadIds, const SessionFacts *facts = nullptr);

    // Writes a transaction of the profile. One without a thread gets `otherThread` (SPEC T2).
    // nullopt if it would be bigger than Relay takes (maxEventSize).
    std::optional<WrittenTransaction> write(TransactionIndex index, const SessionIdentity &identity,
                                            const WrittenThread &otherThread);
    // Writes a transaction over chunks, without its spans if it would be bigger than Relay takes
    // with them. Its ids are computed from the profiler, the name and the time.
    WrittenTransaction write(const CoveringTransaction &covering, const SessionIdentity &identity);

private:
    const RedactedNames *redacted() const { return m_facts ? &m_facts->redacted : nullptr; }

    const Profile &m_profile;
    const ChunkOptions &m_options;
    const ChunkThreadIds &m_threadIds;
    const SessionFacts *m_facts;
    std::vector<std::vector<const TracingSpan *>> m_spans; // by TransactionIndex
    FreshIds m_freshIds;
};

// Returns an envelope with the transaction as its only item. It has no sent_at, which
// stampedHeader() adds when it is sent.
std::string transactionEnvelope(const WrittenTransaction &transaction);

} // namespace ember::model::sentry

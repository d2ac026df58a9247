// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/chunkattributes.h"
#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/chunkoptions.h"
#include "model/formats/sentry/sessionidentity.h"
#include "model/json/jsontext.h"
#include "model/profile/profile.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// A V1 profile and the transaction that has to go with it.
struct WrittenProfile {
    std::string eventId; // of the profile
    std::string json;
    std::string transactionId; // of the event
    std::string transaction; // the event, as JSON
    std::string envelopeHeader; // other members for the envelope's header, as JSON; "": none
    std::vector<std::string> changes; // what is made up or left out, in words
    bool keepsEvent = false; // the event is the one that was read
    std::uint64_t spans = 0; // of a capture, in an event that was made
};

// Writes one piece of a profile as V1, for old receivers, in the strictest form that SPEC.md and
// the backend agree on. What came from a V1 profile is kept, with the transaction of its envelope.
// A piece of a capture of transactions (chunkcut.h) gets the one that the program reported.
// Otherwise a transaction is made, named after the program, which starts with the profile. Parts of
// a profile that is cut get ids of their own. Use one writer per piece.
class V1Writer {
public:
    // All but `chunk` must outlive the writer. `chunk` is the piece as ChunkBuilder makes it.
    V1Writer(const Profile &profile, const Piece &piece, const SessionIdentity &identity,
             const ChunkThreadIds &threadIds, Chunk chunk);

    WrittenProfile write(const ChunkOptions &options) &&;

private:
    TransactionIndex recordedTransaction() const;
    const Transaction &recorded() const; // if m_recorded is valid
    bool isItsStart() const;
    std::string recordedId() const;
    std::string idOfRecorded(const std::string &own, std::string_view what) const;
    Timestamp zero() const;
    void countFrom(Timestamp start);
    void setIdentity(Ids ids);
    void setMachine();
    void takeMachine();
    void fillCocoa();
    std::optional<JsonMembers> keptEvent(Ids ids) const;
    void setTransaction(Ids ids);
    std::string recordedEventId() const;
    void setSegment(Ids ids);
    ThreadIndex activeThread() const;
    void sayWhatIsLeftOut(ChunkContainer container);
    void trimIdleSamples();
    void setEvent(const ChunkOptions &options);
    std::string madeEvent();
    bool isHere(ThreadIndex thread) const;
    std::vector<const TracingSpan *> capturedSpans() const;
    void setEnvelope(const ChunkOptions &options);
    // The text of an attribute of the V1 profile that the piece is from; "" if there is none.
    std::string given(std::string_view attribute) const;

    // The attribute `key` of the piece's source, as JSON: what stood beside the V1 profile in the
    // envelope that it came in; nullopt if nothing did.
    std::optional<std::string_view> beside(std::string_view key) const
    {
        return m_source ? findAttribute(m_profile, *m_source, key) : std::nullopt;
    }

    // Sets those fields of an object that the V1 profile has.
    template<const auto &table>
    void restore(std::string_view prefix, auto &object);

    StringIndex text(std::string_view text) { return m_strings.intern(text); }

    const Profile &m_profile;
    const Piece &m_piece;
    const SessionIdentity &m_identity;
    const ChunkThreadIds &m_threadIds;
    const Source *m_source; // the V1 profile that the piece is from; nullptr: none
    bool m_isWhole; // whether the piece has all samples of m_source
    TransactionIndex m_recorded; // of a capture; invalid: none is known
    std::string m_recordedId; // of its profile; "": ids are to be fresh, or it is not known
    Chunk m_chunk;
    std::optional<JsonMembers> m_keptEvent; // event of the file, if it is written again
    std::string m_event; // the transaction's event
    std::string m_eventId;
    std::uint64_t m_spans = 0; // in the event, if that is made
    std::string m_envelopeHeader;
    StringInterner m_strings{m_chunk.strings};
    std::vector<std::string> m_changes;
};

} // namespace ember::model::sentry

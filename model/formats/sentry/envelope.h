// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/sentry/chunkoptions.h"

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ember::model::sentry {

// The length of the JSON object at the start of a text, found by its braces; nullopt if it does not
// end.
std::optional<std::size_t> jsonObjectLength(std::string_view text);

// Reads the known members of a header line of an envelope. Null counts as absent. A known key twice
// is a fault, as is a value of the wrong type.
class HeaderJson {
public:
    HeaderJson(std::string_view json, std::initializer_list<std::string_view> known);

    std::optional<std::string> text(std::string_view key) const;
    std::optional<std::uint64_t> number(std::string_view key, std::uint64_t limit) const;

    // A fault of the line, or of a member that was asked for; "" if there is none.
    const std::string &fault() const { return m_fault; }

private:
    struct Other { };

    using Value = std::variant<std::string, std::uint64_t, Other>;

    std::map<std::string, Value, std::less<>> m_values;
    mutable std::string m_fault;
};

// The wire format of SENTRY.md §4: a header line, then items of a header line and a payload.

struct EnvelopeHeader {
    std::optional<std::string> eventId; // as in the file
    std::optional<std::string> sentAt;
    std::optional<std::string> dsn;
    std::string json; // the whole header
};

struct EnvelopeItem {
    std::string type; // "profile_chunk", "profile", "transaction", …
    std::optional<std::string> platform;
    std::optional<std::string> contentType;
    std::optional<std::uint32_t> length; // as declared; absent: the payload ended with the line
    bool hasMetaLength = false; // meta_length: a binary (Perfetto) payload
    std::string json; // the whole item header
    std::size_t offset = 0; // offset of the payload in the envelope
    std::string_view payload; // into the bytes that were parsed
};

struct Envelope {
    EnvelopeHeader header;
    std::vector<EnvelopeItem> items;

    // Number of profiles and profile chunks. Relay answers 413 to the whole envelope if it is above
    // one.
    std::size_t profileCount() const;
};

// Whether bytes look like an envelope rather than one JSON document: their first line is a JSON
// object, and another object begins after it. Good enough for detection, not for a verdict.
bool looksLikeEnvelope(std::string_view bytes);

// Limits on what is parsed of an envelope beside its payloads: items and members of headers take
// far more memory than the text that they are read from.
struct EnvelopeLimits {
    std::size_t items = std::numeric_limits<std::size_t>::max();
    std::size_t headerBytes = std::numeric_limits<std::size_t>::max(); // limit of each header
};

// Parses an envelope. Errors: Truncated (an item is longer than the rest of the bytes),
// SyntaxError, TooLarge (beyond the limits); `detail` is "byte N: " and Relay's words. Payloads are
// views into `bytes`.
Result<Envelope> parseEnvelope(std::string_view bytes, const EnvelopeLimits &limits = {});

// An item to be written. `platform` goes into its header unless it is empty (SPEC S6: required for
// chunks).
struct NewEnvelopeItem {
    std::string type = "profile_chunk";
    std::string platform;
    std::string contentType = "application/json";
    std::string payload;
};

struct NewEnvelope {
    std::string eventId; // 32 lower hex; empty: the header has none
    std::string sentAt; // RFC 3339 UTC; written at the moment of sending and not stored before: may
                        // be empty
    std::string others; // further members of the header, a JSON object; "": none
    std::vector<NewEnvelopeItem> items;
};

std::string writeEnvelope(const NewEnvelope &envelope);

// Returns the envelope without the DSN in its header, which names the place it was sent to.
// Everything after the header stays as it is.
Result<std::string> withoutDsn(std::string_view envelope);

// A new header for an envelope, and where in the envelope its old header ends.
struct ChangedHeader {
    std::string json;
    std::size_t restAt = 0; // offset in the envelope at which its old header ends
};

// Returns the envelope's header with sent_at set, for sending at `sentAt`.
Result<ChangedHeader> stampedHeader(std::string_view envelope, std::string_view sentAt);

// Whether the new envelope is about the same event as the one that was read.
enum class AboutEvent { TheSame, Another };

// What a new envelope can keep of the header of the one that was read.
struct KeptHeader {
    std::string json; // an object; "": nothing
    std::vector<std::string> changes; // what was changed or left out, in words
};

// Returns what the new envelope keeps of `header`, a JSON object. It loses the time and place of
// sending, the id of the event, which the new envelope has itself, and for another event the trace.
// A kept trace gets the release and environment of `options`.
KeptHeader keptHeader(std::string_view header, AboutEvent event, const ChunkOptions &options);

} // namespace ember::model::sentry

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/intake/peerprocesses.h"
#include "model/core/result.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/sentry/envelope.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// The rules by which Sentry's Relay answers a request (SENTRY.md §4), without the network. All
// texts come from clients: any bytes.
namespace ember::app {

// An answer to a request. Without a detail it is a success.
struct Answer {
    int status = 200;
    std::string detail; // what is wrong, in Relay's words if Relay has some
    std::vector<std::string> causes;
    std::string eventId; // of an envelope that was taken; "" if it has none

    bool isRefusal() const { return !detail.empty(); }
};

// The answer if there is no memory for a request.
Answer busyAnswer();

// {"id":"…"}, {}, or {"detail":"…","causes":[…]}.
std::string toJson(const Answer &answer);

// The parts of a request's head that the rules ask for.
struct RequestHead {
    std::string method;
    std::string path; // decoded, without the query
    std::string host;
    std::string encoding; // Content-Encoding; "" for none
    // The values of X-Sentry-Auth, of Authorization: Sentry …, and of each sentry_key in the query
    // after the first.
    std::vector<std::string> authHeaders;
    std::optional<std::string> queryKey; // the first sentry_key in the query
    std::optional<std::string> queryVersion; // the first sentry_version in the query
    bool hasBody = false; // whether the head says how the body ends
    std::uint64_t bodyBytes = 0; // Content-Length; 0 if chunked
    bool isChunked = false;

    struct Ports {
        std::uint16_t client = 0;
        std::uint16_t own = 0;
    };
    Ports ports; // of the connection
    PeerProcess client;
};

constexpr std::size_t maxEnvelopeBytes = std::size_t(200) << 20U; // unpacked

// The refusal of a request by its head, before its body is read.
std::optional<Answer> refusalOf(const RequestHead &head);

// An envelope that was taken from a request.
struct TakenEnvelope {
    model::Bytes bytes; // unpacked, as they were sent
    model::sentry::Envelope envelope; // views into `bytes`
    std::string publicKey; // of the client
};

// Judges the unpacked body of a request whose head was not refused: authorization, syntax, and the
// sizes of the items.
std::variant<TakenEnvelope, Answer> takeEnvelope(const RequestHead &head, model::Bytes body);

// The memory that an envelope takes beside its bytes until the owner of the listener has seen it,
// at most: its items, their headers, and what is made of both.
std::size_t memoryBeside(const TakenEnvelope &taken);

// The answer to an envelope that was taken.
Answer receiptOf(const TakenEnvelope &taken);

} // namespace ember::app

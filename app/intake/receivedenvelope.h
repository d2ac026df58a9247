// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/intake/relayanswers.h"
#include "model/formats/sentry/chunkreader.h"

#include <QByteArray>
#include <QDateTime>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ember::app {

class RoomUse;

// An item of an envelope, with Relay's verdict on it. Texts come from the client: any bytes.
struct ReceivedItem {
    std::string type; // as sent: "profile_chunk", "transaction", …
    std::string platform; // of the item's header, else of the payload; "": neither says
    std::uint64_t bytes = 0; // of the payload
    // Why Relay drops the item after it has answered; nullopt: it is accepted. Profiles and chunks
    // are judged as by `validate`; of events and transactions only whether they are JSON objects.
    // Other items count as accepted.
    std::optional<model::sentry::Rejection> rejection;
    std::string eventId; // 32 lower hex: of the envelope, else of the item; "": none
    std::string profilerId; // 32 lower hex: of the chunk, or the one a transaction names; "": none
    std::string traceId = {}; // 32 lower hex: of a transaction; "": none
};

// An envelope that a client has sent and that was answered with 200.
struct ReceivedEnvelope {
    std::uint64_t number = 0; // counted from 1, in the order of arrival
    QDateTime time; // UTC; when it was whole
    std::string publicKey; // of the client
    PeerProcess sender;
    QByteArray bytes; // unpacked, as sent: for saving, showing, forwarding
    std::vector<ReceivedItem> items;
    // Its part of the memory that all envelopes share: taken as long as a copy has it.
    std::shared_ptr<RoomUse> room;
};

// Judges the items of an envelope. Takes seconds for the largest.
std::vector<ReceivedItem> judgeItems(const TakenEnvelope &taken);

} // namespace ember::app

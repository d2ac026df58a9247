// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/files/chunkfile.h"
#include "model/formats/sentry/v1/v1findings.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model::sentry::v1 {

// How a profile came.
struct Packing {
    enum class Place : std::uint8_t { Bare, Envelope };

    Place place = Place::Bare;
    std::optional<TransactionEvent> event; // in an envelope: of its transaction, if it has one
    std::string_view header; // of the envelope, as JSON; "" if it says nothing
};

// Must outlive neither the envelope nor its bytes.
Packing packingIn(const Envelope &envelope);

// Judges a payload as Relay does where it comes so, with what the event says taken over. Normalises
// `reading` as far as it comes. All findings go into `log`.
Verdict judgeProfile(Reading &reading, const Packing &packing, std::size_t maxSize, ImportLog &log);

// Reads, judges and prepares a payload; what Relay refuses is kept as it was read, if there is
// anything to look at. Errors: those of readProfile; UnsupportedVersion for a trace of Android;
// NothingToShow.
Result<ChunkFile> openProfile(std::string_view payload, const std::string &uri,
                              const Packing &packing, ImportLog &log, const std::stop_token &stop);

// Gives what stands beside the profiles of an envelope, as text, to the one it belongs to: the
// transaction's own by their ids, else the first; the header to the first chunk where there are
// only chunks. To one only, as the text may be long and the profiles many.
void keepPacking(const Packing &packing, std::span<ChunkFile> files, ImportLog &log);

} // namespace ember::model::sentry::v1

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/chunklist.h"
#include "app/upload/outgoingenvelope.h"
#include "app/upload/sentrypage.h"
#include "app/upload/uploadpreview.h"
#include "model/core/result.h"
#include "model/formats/sentry/chunkoptions.h"

#include <QList>
#include <QStringList>

#include <memory>
#include <optional>
#include <stop_token>

namespace ember::app {

// Written chunks ready to send, each with Relay's expected verdict, and their transactions.
struct PreparedUpload {
    WrittenChunks written;
    UploadPreview preview; // of all chunks and transactions
    SentryPage page;
    // The envelopes of the chunks, then of the transactions; empty unless isSendable().
    QList<OutgoingEnvelope> envelopes;
    // V1 profiles, or a capture of profiles of transactions, were chosen: they can be sent as such,
    // or as V2.
    bool canBeV1 = false;

    bool isSendable() const;
};

using PreparedUploadPointer = std::shared_ptr<const model::Result<PreparedUpload>>;

// Writes the selected chunks in `format`; without it, as V1 if `canBeV1` is true, else as V2.
// Call on a background thread. Errors: those of writeChoice().
model::Result<PreparedUpload> prepareUpload(ChunkChoice choice, model::sentry::ChunkOptions options,
                                            std::optional<model::sentry::SampleFormat> format,
                                            const std::stop_token &stop);

// Envelopes that SDKs have sent to this machine, ready to be sent on as they came.
struct ReceivedUpload {
    UploadPreview preview; // lists only texts in the envelopes, which were not written here
    QList<OutgoingEnvelope> envelopes;
};

using ReceivedUploadPointer = std::shared_ptr<const model::Result<ReceivedUpload>>;

// Reads files of envelopes, at most 512 MiB together. Call on a background thread. Errors:
// FileUnreadable, FileTooBig, Cancelled, those of toForward().
model::Result<ReceivedUpload> readReceived(const QStringList &files, const std::stop_token &stop);

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/outgoingenvelope.h"
#include "app/upload/uploadpreview.h"
#include "model/core/result.h"

#include <QList>
#include <QStringList>

#include <memory>
#include <stop_token>

namespace ember::app {

// Envelopes that SDKs have sent to this machine, ready to be sent on as they came.
struct ReceivedUpload {
    UploadPreview preview; // texts only: nothing of it was written here
    QList<OutgoingEnvelope> envelopes;
};

using ReceivedUploadPointer = std::shared_ptr<const model::Result<ReceivedUpload>>;

// Reads files of envelopes, at most 512 MiB together. Call on a background thread. Errors:
// FileUnreadable, FileTooBig, Cancelled, those of toForward().
model::Result<ReceivedUpload> readReceived(const QStringList &files, const std::stop_token &stop);

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QByteArray>
#include <QString>

namespace ember::app {

// An envelope to send. It has no sent_at yet, which is written at the moment of sending.
struct OutgoingEnvelope {
    // Of its chunk or V1 profile, else of its event or transaction, by which the same one is known
    // again; "": none. Other envelopes may have an event's id and not be the same: attachments, the
    // segments of a replay.
    QString id;
    QString platform; // of a chunk: decides the category of rate limits
    QByteArray bytes;
    QString type = QStringLiteral("profile_chunk"); // of its most important item

    // Sentry's data category, by which it is limited and counted; "default" for unknown types.
    QString category() const;
};

// Describes an envelope of any type by its content: that of its profile or chunk, else of its event
// or transaction, else of its first item. Takes long for large chunks. Error: that of
// parseEnvelope().
model::Result<OutgoingEnvelope> outgoingEnvelope(const QByteArray &bytes);

// The envelope with another item behind its own: a client report that rides along. The payload is
// JSON.
QByteArray withItem(const QByteArray &envelope, const QByteArray &type, const QByteArray &payload);

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/export/stagedfiles.h"
#include "model/formats/sentry/files/chunkwriter.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace ember::app {

// An envelope to send. It has no sent_at yet, which is written at the moment of sending.
struct OutgoingEnvelope {
    // The id of its chunk or V1 profile, else of its event or transaction, by which the same
    // envelope is known again. "" if it has none of these: attachments and the segments of a replay
    // may share an event's id and not be the same.
    QString id;
    QString platform; // of a chunk: decides the category of rate limits
    QByteArray bytes;
    QString type = QStringLiteral("profile_chunk"); // type of its most important item

    // Sentry's data category, by which it is limited and counted; "default" for unknown types.
    QString category() const;
};

// Describes an envelope of any type by its most important item: its profile or chunk, else its
// event or transaction, else the first. Takes long for large chunks. Error: that of
// parseEnvelope().
model::Result<OutgoingEnvelope> outgoingEnvelope(const QByteArray &bytes);

// Returns the envelope with another item after its own, such as a client report. The payload is
// JSON.
QByteArray withItem(const QByteArray &envelope, const QByteArray &type, const QByteArray &payload);

// The envelope of a chunk, or of a V1 profile with its transaction.
OutgoingEnvelope envelopeOf(const model::sentry::WrittenChunk &chunk);
OutgoingEnvelope envelopeOf(const model::sentry::WrittenTransaction &transaction);

// Returns the paths for `count` envelopes: `output` for one; for several, of "out.envelope",
// "out.001.envelope" and so on.
QStringList envelopePaths(const QString &output, qsizetype count);

// Adds a file for each envelope, with the bytes that would be sent. Errors: those of StagedFiles.
model::Result<void> addEnvelopes(model::StagedFiles &files,
                                 const QList<OutgoingEnvelope> &envelopes);

// Writes the bytes that would be sent, an envelope into each file: all or none. Files that exist
// are replaced. Errors: those of StagedFiles.
model::Result<void> saveEnvelopes(const QList<OutgoingEnvelope> &envelopes,
                                  const std::string &output, const std::vector<std::string> &names);

// What was not delivered, and why, as a client report tells Sentry (SENTRY.md §5).
struct DiscardedEvents {
    QString reason; // why, as Sentry names it: send_error, cache_overflow
    QString category;
    qint64 quantity = 0;
};

// Write and read the payload of a client_report item.
QByteArray clientReport(const QList<DiscardedEvents> &events, const QDateTime &now);
QList<DiscardedEvents> discardedEvents(const QByteArray &clientReport);

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/outgoingenvelope.h"
#include "model/core/result.h"
#include "model/formats/sentry/files/chunkwriter.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <string>
#include <vector>

// The envelopes of what was written: to be sent, or to be looked at in files.
namespace ember::app {

// The envelope of a chunk, or of a V1 profile with its transaction.
OutgoingEnvelope envelopeOf(const model::sentry::WrittenChunk &chunk);
OutgoingEnvelope envelopeOf(const model::sentry::WrittenTransaction &transaction);

// The files of so many envelopes: OUT for one, OUT.001.envelope and so on for several.
QStringList envelopePaths(const QString &output, qsizetype count);

// Writes the bytes that would be sent, an envelope into each file: all or none. Files that exist
// are replaced. Errors: those of StagedFiles.
model::Result<void> saveEnvelopes(const QList<OutgoingEnvelope> &envelopes,
                                  const std::string &output, const std::vector<std::string> &names);

} // namespace ember::app

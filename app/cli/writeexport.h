// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/sameoutput.h"
#include "model/formats/export/exporter.h"

#include <QString>
#include <QStringList>

#include <span>

namespace ember::app {

// The exporter called `name` (--to), or if that is empty the one for the file name `output`;
// nullptr if unknown.
const model::Exporter *chosenExporter(const QString &output, const QString &name);

// The names that chosenExporter() accepts: "pprof, speedscope, …".
QString exporterNames();

// The first extension of each exporter: ".pb.gz", ".speedscope.json", ….
QStringList exporterExtensions();

// Writes an export, and prints on stderr what it does not contain. Errors: those of StagedFiles,
// without a subject if it is the file.
model::Result<void> saveExport(const model::Export &written, const QString &output);

// Writes one file, and prints on stderr what it does not contain. If losses are not allowed,
// nothing is written in that case. Returns the exit code.
int writeExport(std::span<const model::ProfilePointer> profiles, const model::Exporter &exporter,
                const model::ExportOptions &options, const QString &output,
                LossesAllowed losses = LossesAllowed::Yes);

} // namespace ember::app

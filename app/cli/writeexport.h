// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/sameoutput.h"
#include "model/formats/exporter.h"

#include <QString>
#include <QStringList>

#include <span>

namespace ember::app {

// The exporter called `name` (--to), or if that is empty the one for a file called `output`;
// nullptr if there is none.
const model::Exporter *chosenExporter(const QString &output, const QString &name);

// "pprof, speedscope, …": what chosenExporter() knows.
QString exporterNames();

// ".pb.gz", ".speedscope.json", …: the first of each.
QStringList exporterExtensions();

// Writes what an exporter made, or nothing, and says on stderr what it does not hold. Errors:
// those of StagedFiles, without a subject where it is the file.
model::Result<void> saveExport(const model::Export &written, const QString &output);

// Writes one file, or none, and says on stderr what it does not hold; if losses are not allowed, it
// is not written then. Returns the exit code.
int writeExport(std::span<const model::ProfilePointer> profiles, const model::Exporter &exporter,
                const model::ExportOptions &options, const QString &output,
                LossesAllowed losses = LossesAllowed::Yes);

} // namespace ember::app

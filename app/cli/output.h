// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandparser.h"
#include "app/cli/sharedarguments.h"
#include "model/core/result.h"
#include "model/formats/export/exporter.h"

#include <QString>
#include <QStringList>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The files and streams that commands write: formats by name or extension, inputs that must not be
// replaced, and messages about what is lost.
namespace ember::app {

// Whether OUT is a stream rather than a file to be created: "-" for standard output, a device, a
// pipe, an open file of the process (/dev/stdout).
bool isStream(const QString &output);

// Writes all bytes to a stream (isStream()). Errors (without a subject): FileNotWritable, DiskFull,
// FileSizeLimited.
model::Result<void> writeStream(std::string_view bytes, const QString &output);

// The option of all commands that may replace a file they read.
inline constexpr std::array forceOptionSpecs{
    OptionSpec{.name = "force",
               .help = QT_TRANSLATE_NOOP("cli",
                                         "Writes over one of the files that are read, even if "
                                         "something is lost.")},
};

// Whether an input and an output are the same file, through any links. "-" is the file behind
// standard input or output.
bool isSameFile(const QString &input, const QString &output);

// Paths of the input files that no output may replace under a name that the user has not given
// (NAME-000.json, NAME-PID.json); none with --force.
std::vector<std::string> protectedInputs(const CommandParser &parser);

// The input file that the output would replace; empty if there is none, or with --force.
std::optional<QString> replacedInput(const CommandParser &parser, const QString &output);

// Whether an export may lose content. No if the output replaces an input: it must contain all of
// it.
enum class LossesAllowed : bool { No, Yes };

// Prints that an input is not replaced, because content would be lost. Returns the exit code.
int refuseToReplace(const QString &output);

// The exporter called `name` (--to), or if that is empty the one for the file name `output`;
// nullptr if unknown.
const model::Exporter *chosenExporter(const QString &output, const QString &name);

// The names that chosenExporter() accepts: "pprof, speedscope, …".
QString exporterNames();

// The first extension of each exporter: ".pb.gz", ".speedscope.json", ….
QStringList exporterExtensions();

// Returns the message about a file whose extension no format has. It lists the extensions that
// there are, after `others`.
QString unknownExtension(const QString &output, const QStringList &others = {});

// Writes an export, and prints on stderr what it does not contain. Errors: those of StagedFiles,
// without a subject if they are about the output file.
model::Result<void> saveExport(const model::Export &written, const QString &output);

// Writes one file, and prints on stderr what it does not contain. If the file would lose something
// and losses are not allowed, calls refuseToReplace() instead. Returns the exit code.
int writeExport(std::span<const model::ProfilePointer> profiles, const model::Exporter &exporter,
                const model::ExportOptions &options, const QString &output,
                LossesAllowed losses = LossesAllowed::Yes);

// A format of Sentry's in which profiles are written.
struct ExportFormat {
    model::sentry::ChunkContainer container = model::sentry::ChunkContainer::Json;
    model::sentry::SampleFormat version = model::sentry::SampleFormat::V2;
};

// The format of Sentry's called `name` (--to), or if that is empty the one of the extension of
// `output`; nullopt if it is none of Sentry's. sentry-v1 is put into an envelope if `output` ends
// in .envelope.
std::optional<ExportFormat> exportFormat(const QString &output, const QString &name);

// Prints on stderr the files of an export, and what they do not contain.
void printExport(const model::sentry::ChunkExport &written,
                 const std::vector<model::ProfilePointer> &profiles,
                 model::sentry::SampleFormat version);
// Prints why an export failed. Returns the exit code.
int failExport(model::Error error, const QString &output);

// Writes the profiles, and prints on stderr the files and what they do not contain. Calls
// refuseToReplace() instead if the files would lose something and losses are not allowed, or if a
// numbered file would replace one of `inputs`. Returns the exit code.
int exportProfiles(const std::vector<model::ProfilePointer> &profiles,
                   model::sentry::ChunkOptions options, const QString &output,
                   const ExportFormat &format, LossesAllowed losses = LossesAllowed::Yes,
                   const std::vector<std::string> &inputs = {});

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/losstext.h"
#include "app/session/filenames.h"
#include "model/core/files.h"
#include "model/formats/export/stagedfiles.h"
#include "model/formats/formatregistry.h"
#include "model/formats/sentry/files/chunkexport.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace ember::app {

namespace {

using model::Result;

// The descriptor that OUT names (/dev/stdout, /dev/fd/N). It is used directly: opening the path
// again would write from the start of a file that is appended to.
std::optional<int> openFile(const QString &output)
{
    if (output == QLatin1String("-") || output == QLatin1String("/dev/stdout"))
        return STDOUT_FILENO;
    if (output == QLatin1String("/dev/stderr"))
        return STDERR_FILENO;
    for (const char *folder : {"/dev/fd/", "/proc/self/fd/"}) {
        const QLatin1String start(folder);
        bool isNumber = false;
        const int number = output.mid(start.size()).toInt(&isNumber);
        if (output.startsWith(start) && isNumber)
            return number;
    }
    return std::nullopt;
}

std::string pathOf(const QString &name, const char *stream)
{
    return name == QLatin1String("-") ? std::string(stream) : toPath(name);
}

int fail(model::Error error, const QString &output)
{
    if (error.subject.empty())
        error.subject = output.toStdString();
    printError(error);
    return exitcode::bad;
}

model::Result<void> writeFile(std::string_view bytes, const std::string &path)
{
    model::StagedFiles files(path);
    EMBER_RETURN_IF_ERROR(files.add(bytes));
    return files.publish({&path, 1});
}

// Writes to a stream, which takes one chunk, or one transaction if there is no chunk: nothing
// separates two.
Result<model::sentry::ChunkExport>
exportToStream(const std::vector<model::ProfilePointer> &profiles,
               const model::sentry::ChunkOptions &options, const QString &output)
{
    model::sentry::ChunkExport result;
    std::string bytes;
    const bool isEnvelope = options.container == model::sentry::ChunkContainer::Envelope;
    const auto take = [&](const model::sentry::WrittenChunk &chunk) -> Result<void> {
        if (chunk.rejection)
            return model::Error{model::ErrorCode::FormatCannotHold, {}, toText(*chunk.rejection)};
        if (!bytes.empty())
            return model::Error{
                model::ErrorCode::FormatCannotHold, {}, "several chunks need several files"};
        bytes = isEnvelope ? chunkEnvelope(chunk) : chunk.json;
        result.files.push_back(
            {toPath(output), chunk.chunkId, chunk.profilerId, chunk.samples(), bytes.size()});
        return {};
    };
    for (const auto &profile : profiles) {
        EMBER_ASSIGN_OR_RETURN(
            result.report,
            writeChunks(*profile, {}, options,
                        [&](model::sentry::WrittenChunk &&chunk) { return take(chunk); }));
        std::span<const model::sentry::WrittenTransaction> left = result.report.transactions;
        if (bytes.empty() && !left.empty()) {
            const auto &first = left.front();
            bytes = isEnvelope ? transactionEnvelope(first) : first.json;
            result.files.push_back(
                {toPath(output), first.eventId, first.profilerId, first.spans, bytes.size(), true});
            left = left.subspan(1);
        }
        result.report.transactionsLeft += left.size();
        for (const auto &transaction : left)
            result.report.tracingSpans += transaction.spans;
    }
    EMBER_RETURN_IF_ERROR(writeStream(bytes, output));
    return result;
}

// Whether an export would lose anything, tested by a dry run.
bool losesAnything(const std::vector<model::ProfilePointer> &profiles,
                   const model::sentry::ChunkOptions &options)
{
    for (const auto &profile : profiles) {
        const auto report =
            writeChunks(*profile, {}, options,
                        [](const model::sentry::WrittenChunk &) -> Result<void> { return {}; });
        if (!report)
            return false; // the real export will fail in the same way
        const auto &loss = report->loss;
        if (loss.samples + loss.idleSamples + loss.threads + report->threadsWithoutSamples
                    + report->measuredValues + report->tracingSpans + report->transactionsLeft
                    + report->imagesWithoutId
                > 0
            || !report->changes.empty())
            return true;
    }
    return !model::sentry::lossesOfChunks(profiles).empty();
}

} // namespace

bool isStream(const QString &output)
{
    struct stat status { };

    const bool isThere = ::stat(toPath(output).c_str(), &status) == 0;
    const bool isOther = isThere && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
    return openFile(output) || isOther;
}

Result<void> writeStream(std::string_view bytes, const QString &output)
{
    if (const auto open = openFile(output))
        return model::writeAll(*open, bytes);
    const int file = ::open(toPath(output).c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (file < 0)
        return model::writeError({}, errno);
    auto written = model::writeAll(file, bytes);
    if (::close(file) != 0 && written)
        return model::writeError({}, errno);
    return written;
}

bool isSameFile(const QString &input, const QString &output)
{
    return model::isSameFile(pathOf(input, "/dev/stdin"), pathOf(output, "/dev/stdout"));
}

std::vector<std::string> protectedInputs(const CommandParser &parser)
{
    std::vector<std::string> paths;
    if (parser.has("force"))
        return paths;
    for (const QString &input : parser.positionalArguments())
        paths.push_back(pathOf(input, "/dev/stdin"));
    return paths;
}

std::optional<QString> replacedInput(const CommandParser &parser, const QString &output)
{
    const auto inputs = parser.positionalArguments();
    const auto found = std::ranges::find_if(
        inputs, [&](const QString &input) { return isSameFile(input, output); });
    if (found == inputs.end() || parser.has("force"))
        return std::nullopt;
    return *found;
}

int refuseToReplace(const QString &output)
{
    printNote(QCoreApplication::translate(
                  "cli",
                  "“%1” is one of the files that are read, and not all that it has would be in the "
                  "new one: write to another file, or give --force")
                  .arg(output));
    return exitcode::usage;
}

const model::Exporter *chosenExporter(const QString &output, const QString &name)
{
    const auto &formats = model::builtinFormats();
    return name.isEmpty() ? formats.exporterFor(toPath(output))
                          : formats.exporterOf(name.toStdString());
}

QString exporterNames()
{
    QStringList names;
    for (const auto &exporter : model::builtinFormats().exporters())
        names.append(QString::fromUtf8(exporter->format().data(),
                                       static_cast<qsizetype>(exporter->format().size())));
    return names.join(QStringLiteral(", "));
}

model::Result<void> saveExport(const model::Export &written, const QString &output)
{
    EMBER_RETURN_IF_ERROR(isStream(output) ? writeStream(written.bytes, output)
                                           : writeFile(written.bytes, toPath(output)));
    for (const auto &loss : written.losses)
        printNote(QCoreApplication::translate("cli", "not written: %1").arg(lossText(loss)));
    for (const auto &note : written.notes)
        printNote(QString::fromStdString(note));
    return {};
}

QStringList exporterExtensions()
{
    QStringList extensions;
    for (const auto &exporter : model::builtinFormats().exporters()) {
        const auto first = exporter->extensions().front();
        extensions.append(u'.'
                          + QString::fromUtf8(first.data(), static_cast<qsizetype>(first.size())));
    }
    return extensions;
}

QString unknownExtension(const QString &output, const QStringList &others)
{
    const QStringList ours{QStringLiteral(".json"), QStringLiteral(".envelope"),
                           QStringLiteral(".sqlite"), QStringLiteral(".rds")};
    return QCoreApplication::translate("cli", "no format has the extension of “%1”; there are %2")
        .arg(output, (others + ours + exporterExtensions()).join(QStringLiteral(", ")));
}

int writeExport(std::span<const model::ProfilePointer> profiles, const model::Exporter &exporter,
                const model::ExportOptions &options, const QString &output, LossesAllowed losses)
{
    const auto written = exporter.write(profiles, options);
    if (!written) {
        const int code = fail(written.error(), output);
        if (written.error().code == model::ErrorCode::FormatCannotHold && profiles.size() > 1)
            printDetail(QCoreApplication::translate("cli",
                                                    "Of several profiles --source ID writes one; "
                                                    "collapsed stacks take --weight TYPE."));
        return code;
    }
    if (losses == LossesAllowed::No && !written->losses.empty())
        return refuseToReplace(output);
    if (const auto saved = saveExport(*written, output); !saved)
        return fail(saved.error(), output);
    return exitcode::done;
}

std::optional<ExportFormat> exportFormat(const QString &output, const QString &name)
{
    using model::sentry::ChunkContainer;
    using model::sentry::SampleFormat;
    const QString extension = QFileInfo(output).suffix().toLower();
    const QString format = name.isEmpty() ? extension : name;
    if (format == QLatin1String("json"))
        return ExportFormat{ChunkContainer::Json, SampleFormat::V2};
    if (format == QLatin1String("envelope"))
        return ExportFormat{ChunkContainer::Envelope, SampleFormat::V2};
    if (format != QLatin1String("sentry-v1"))
        return std::nullopt;
    const bool isEnvelope = extension == QLatin1String("envelope");
    return ExportFormat{isEnvelope ? ChunkContainer::Envelope : ChunkContainer::Json,
                        SampleFormat::V1};
}

int failExport(model::Error error, const QString &output)
{
    if (error.code == model::ErrorCode::FileIsInput)
        return refuseToReplace(fromArgument(error.subject));
    if (error.subject.empty())
        error.subject = output.toStdString();
    printUnwritten(error);
    return exitcode::bad;
}

void printExport(const model::sentry::ChunkExport &written,
                 const std::vector<model::ProfilePointer> &profiles,
                 model::sentry::SampleFormat version)
{
    for (const auto &file : written.files) {
        if (file.isTransaction) {
            printNote(QCoreApplication::translate("cli", "%1: transaction %2, %n span(s), %3 bytes",
                                                  nullptr, int(file.samples))
                          .arg(fromArgument(file.path), QString::fromStdString(file.chunkId),
                               QString::number(file.bytes)));
            continue;
        }
        const auto samples = static_cast<int>(file.samples);
        const QString text = version == model::sentry::SampleFormat::V1
            ? QCoreApplication::translate("cli", "%1: V1 profile %2, %n sample(s), %3 bytes",
                                          nullptr, samples)
            : QCoreApplication::translate("cli", "%1: chunk %2, %n sample(s), %3 bytes", nullptr,
                                          samples);
        printNote(text.arg(fromArgument(file.path), QString::fromStdString(file.chunkId),
                           QString::number(file.bytes)));
    }
    if (version == model::sentry::SampleFormat::V1)
        printDetail(QCoreApplication::translate(
            "cli", "V1 is deprecated since 2.5.0 of the format's text: V2 is for all that is new"));
    printReport(written.report);
    const auto hasNoDate = [](const model::ProfilePointer &profile) {
        const auto &tables = profile->tables();
        return tables.origin == model::TimeOrigin::ProfileStart && !tables.start;
    };
    if (std::ranges::any_of(profiles, hasNoDate))
        printDetail(QCoreApplication::translate(
            "cli", "nothing says when it was recorded: its times are of 1970-01-01"));
    for (const auto &loss : model::sentry::lossesOfChunks(profiles))
        printDetail(QCoreApplication::translate("cli", "not written: %1").arg(lossText(loss)));
}

int exportProfiles(const std::vector<model::ProfilePointer> &profiles,
                   model::sentry::ChunkOptions options, const QString &output,
                   const ExportFormat &format, LossesAllowed losses,
                   const std::vector<std::string> &inputs)
{
    options.format = format.version;
    options.container = format.container;
    if (losses == LossesAllowed::No && losesAnything(profiles, options))
        return refuseToReplace(output);
    const auto written = isStream(output) ? exportToStream(profiles, options, output)
                                          : exportChunks(profiles, options, toPath(output), inputs);
    if (!written)
        return failExport(written.error(), output);
    printExport(*written, profiles, format.version);
    return exitcode::done;
}

} // namespace ember::app

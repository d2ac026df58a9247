// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exportprofiles.h"

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/outputstream.h"
#include "app/session/filenames.h"
#include "model/core/files.h"
#include "model/formats/sentry/files/chunkexport.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace ember::app {

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

namespace {

using model::Result;

// Writes to a stream, which takes one chunk only: nothing separates two.
Result<model::sentry::ChunkExport>
exportToStream(const std::vector<model::ProfilePointer> &profiles,
               const model::sentry::ChunkOptions &options, const QString &output)
{
    model::sentry::ChunkExport result;
    std::string bytes;
    const auto take = [&](const model::sentry::WrittenChunk &chunk) -> Result<void> {
        if (chunk.rejection)
            return model::Error{model::ErrorCode::FormatCannotHold, {}, toText(*chunk.rejection)};
        if (!bytes.empty())
            return model::Error{
                model::ErrorCode::FormatCannotHold, {}, "several chunks need several files"};
        const bool isEnvelope = options.container == model::sentry::ChunkContainer::Envelope;
        bytes = isEnvelope ? chunkEnvelope(chunk) : chunk.json;
        result.files.push_back(
            {toPath(output), chunk.chunkId, chunk.profilerId, chunk.piece.samples(), bytes.size()});
        return {};
    };
    for (const auto &profile : profiles) {
        EMBER_ASSIGN_OR_RETURN(
            result.report,
            writeChunks(*profile, {}, options,
                        [&](model::sentry::WrittenChunk &&chunk) { return take(chunk); }));
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
                    + report->measuredValues + report->tracingSpans + report->imagesWithoutId
                > 0
            || !report->changes.empty())
            return true;
    }
    return !model::sentry::lossesOfChunks(profiles).empty();
}

bool isInput(const std::string &path, const std::vector<std::string> &inputs)
{
    return std::ranges::any_of(
        inputs, [&](const std::string &input) { return model::isSameFile(input, path); });
}

} // namespace

int exportProfiles(const std::vector<model::ProfilePointer> &profiles,
                   model::sentry::ChunkOptions options, const QString &output,
                   const ExportFormat &format, LossesAllowed losses,
                   const std::vector<std::string> &inputs)
{
    options.format = format.version;
    options.container = format.container;
    if (losses == LossesAllowed::No && losesAnything(profiles, options))
        return refuseToReplace(output);
    const auto written = isStream(output)
        ? exportToStream(profiles, options, output)
        : exportChunks(profiles, {}, options, toPath(output), inputs);
    if (!written) {
        auto error = written.error();
        if (error.subject != toPath(output) && isInput(error.subject, inputs))
            return refuseToReplace(fromArgument(error.subject));
        if (error.subject.empty())
            error.subject = output.toStdString();
        printUnwritten(error);
        return exitcode::bad;
    }
    for (const auto &file : written->files) {
        const auto samples = static_cast<int>(file.samples);
        const QString text = format.version == model::sentry::SampleFormat::V1
            ? QCoreApplication::translate("cli", "%1: V1 profile %2, %n sample(s), %3 bytes",
                                          nullptr, samples)
            : QCoreApplication::translate("cli", "%1: chunk %2, %n sample(s), %3 bytes", nullptr,
                                          samples);
        printNote(text.arg(fromArgument(file.path), QString::fromStdString(file.chunkId),
                           QString::number(file.bytes)));
    }
    if (format.version == model::sentry::SampleFormat::V1)
        printDetail(QCoreApplication::translate(
            "cli", "V1 is deprecated since 2.5.0 of the format's text: V2 is for all that is new"));
    printReport(written->report);
    const auto hasNoDate = [](const model::ProfilePointer &profile) {
        const auto &tables = profile->tables();
        return tables.origin == model::TimeOrigin::ProfileStart && !tables.start;
    };
    if (std::ranges::any_of(profiles, hasNoDate))
        printDetail(QCoreApplication::translate(
            "cli", "nothing says when it was recorded: its times are of 1970-01-01"));
    for (const auto &loss : model::sentry::lossesOfChunks(profiles))
        printDetail(QCoreApplication::translate("cli", "not written: %1 %2")
                        .arg(QString::number(loss.count), QString::fromStdString(loss.what)));
    return exitcode::done;
}

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exportprofiles.h"

#include "app/cli/commands.h"
#include "app/cli/messages.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

namespace ember::app {

std::optional<ExportFormat> exportFormat(const QString &output, const QString &name)
{
    using model::sentry::ChunkContainer;
    using model::sentry::SampleFormat;
    const QString extension = QFileInfo(output).suffix();
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

int exportProfiles(const std::vector<model::ProfilePointer> &profiles,
                   model::sentry::ChunkOptions options, const QString &output,
                   const ExportFormat &format)
{
    options.format = format.version;
    const auto written = model::sentry::exportChunks(
        profiles, {}, options, QFile::encodeName(output).toStdString(), format.container);
    if (!written) {
        auto error = written.error();
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
        printNote(text.arg(QFile::decodeName(file.path.c_str()),
                           QString::fromStdString(file.chunkId), QString::number(file.bytes)));
    }
    printReport(written->report);
    return exitcode::done;
}

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exportprofiles.h"

#include "app/cli/commandline.h"
#include "app/cli/commands.h"

#include <QFile>
#include <QFileInfo>

#include <cstdio>

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
        printError(error);
        return exitcode::bad;
    }
    for (const auto &file : written->files) {
        const bool isV1 = format.version == model::sentry::SampleFormat::V1;
        std::fprintf(stderr, "%s: %s %s, %llu samples, %zu bytes\n", file.path.c_str(),
                     isV1 ? "V1 profile" : "chunk", file.chunkId.c_str(),
                     static_cast<unsigned long long>(file.samples), file.bytes);
    }
    printReport(written->report);
    return exitcode::done;
}

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exportprofiles.h"

#include "app/cli/commandline.h"
#include "app/cli/commands.h"

#include <QFile>
#include <QFileInfo>

#include <cstdio>

namespace ember::app {

std::optional<model::sentry::ChunkContainer> exportFormat(const QString &output,
                                                          const QString &name)
{
    using model::sentry::ChunkContainer;
    const QString format = name.isEmpty() ? QFileInfo(output).suffix() : name;
    if (format == QLatin1String("json"))
        return ChunkContainer::Json;
    if (format == QLatin1String("envelope"))
        return ChunkContainer::Envelope;
    return std::nullopt;
}

int exportProfiles(const std::vector<model::ProfilePointer> &profiles,
                   const model::sentry::ChunkOptions &options, const QString &output,
                   model::sentry::ChunkContainer format)
{
    const auto written = model::sentry::exportChunks(
        profiles, {}, options, QFile::encodeName(output).toStdString(), format);
    if (!written) {
        auto error = written.error();
        if (error.subject.empty())
            error.subject = output.toStdString();
        printError(error);
        return exitcode::bad;
    }
    for (const auto &file : written->files) {
        std::fprintf(stderr, "%s: chunk %s, %llu samples, %zu bytes\n", file.path.c_str(),
                     file.chunkId.c_str(), static_cast<unsigned long long>(file.samples),
                     file.bytes);
    }
    printReport(written->report);
    return exitcode::done;
}

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/writeexport.h"

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/outputstream.h"
#include "app/session/filenames.h"
#include "model/formats/export/stagedfiles.h"
#include "model/formats/formatregistry.h"

#include <QCoreApplication>

namespace ember::app {

namespace {

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

} // namespace

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
        printNote(QCoreApplication::translate("cli", "not written: %1 %2")
                      .arg(QString::number(loss.count), QString::fromStdString(loss.what)));
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

} // namespace ember::app

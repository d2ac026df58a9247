// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/chunkarguments.h"
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "app/cli/symbolarguments.h"
#include "app/upload/uploader.h"

#include <QCoreApplication>

#include <cstdio>

namespace ember::app {

namespace {

// Every chunk of the profiles as an envelope of its own. Nothing, with the reason said, if one
// cannot be written.
std::optional<QList<OutgoingEnvelope>>
envelopes(const std::vector<model::ImportedProfile> &profiles,
          const model::sentry::ChunkOptions &options)
{
    QList<OutgoingEnvelope> all;
    for (const auto &imported : profiles) {
        const auto report = model::sentry::writeChunks(
            *imported.profile, {}, options,
            [&](model::sentry::WrittenChunk &&chunk) -> model::Result<void> {
                if (chunk.rejection)
                    return model::Error{model::ErrorCode::FormatCannotHold, chunk.chunkId,
                                        toText(*chunk.rejection)};
                all.append({QString::fromStdString(chunk.chunkId),
                            QString::fromStdString(chunk.platform),
                            QByteArray::fromStdString(model::sentry::chunkEnvelope(chunk))});
                return {};
            });
        if (!report) {
            auto error = report.error();
            if (error.subject.empty() && !imported.files.empty())
                error.subject = imported.files.front();
            printUnwritten(error);
            return std::nullopt;
        }
        printReport(*report);
    }
    return all;
}

void describe(const QList<OutgoingEnvelope> &all, const model::sentry::Dsn &dsn)
{
    for (const auto &envelope : all) {
        std::printf("%s\t%lld bytes\twould go to %s\n", qPrintable(envelope.chunkId),
                    static_cast<long long>(envelope.bytes.size()), dsn.envelopeUrl().c_str());
    }
}

// Sends and prints a line per chunk: its id, and what became of it.
int send(const QList<OutgoingEnvelope> &all, model::sentry::Dsn dsn)
{
    Uploader uploader(std::move(dsn));
    int code = exitcode::done;
    QObject::connect(&uploader, &Uploader::envelopeFinished, &uploader,
                     [&](qsizetype envelope, const UploadOutcome &outcome) {
                         const auto detail = outcome.detail.isEmpty()
                             ? QString()
                             : QStringLiteral(" (%1)").arg(outcome.detail);
                         std::printf("%s\t%s%s\n", qPrintable(all[envelope].chunkId),
                                     qPrintable(toText(outcome)), qPrintable(detail));
                         if (!outcome.isReceived())
                             code = exitcode::bad;
                     });
    QObject::connect(&uploader, &Uploader::finished, QCoreApplication::instance(),
                     &QCoreApplication::quit, Qt::QueuedConnection);
    uploader.send(all);
    QCoreApplication::exec();
    return code;
}

} // namespace

int upload(const QStringList &arguments)
{
    CommandParser parser(
        arguments,
        QCoreApplication::translate(
            "cli", "Sends profiles to Sentry, each chunk in an envelope of its own."));
    const QCommandLineOption dsnOption(
        QStringLiteral("dsn"),
        QCoreApplication::translate("cli", "Where to; also from the variable SENTRY_DSN."),
        QStringLiteral("DSN"), qEnvironmentVariable("SENTRY_DSN"));
    const QCommandLineOption dryRun(
        QStringLiteral("dry-run"),
        QCoreApplication::translate("cli", "Says what would be sent, and sends nothing."));
    parser.addOption(dsnOption);
    parser.addOption(dryRun);
    addChunkArguments(parser);
    addSymbolArguments(parser);
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QCoreApplication::translate("cli", "Profiles to send."),
                                 QStringLiteral("FILE…"));
    if (const auto code = parser.parseAll())
        return *code;
    if (parser.positionalArguments().isEmpty() || parser.value(dsnOption).isEmpty())
        return parser.usageError(
            QCoreApplication::translate("cli", "upload needs files and a DSN"));
    if (const auto fault = chunkArgumentFault(parser))
        return parser.usageError(*fault);
    auto dsn = model::sentry::parseDsn(parser.value(dsnOption).toStdString());
    if (!dsn) {
        printError(dsn.error());
        return exitcode::usage;
    }
    const auto opened = openFiles(parser.positionalArguments(), symbolSettings(parser));
    if (!opened)
        return exitcode::bad;
    const auto all = envelopes(opened->profiles, chunkOptions(parser));
    if (!all)
        return exitcode::bad;
    if (!parser.isSet(dryRun))
        return send(*all, std::move(*dsn));
    describe(*all, *dsn);
    return exitcode::done;
}

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "app/cli/sharedarguments.h"
#include "app/session/chunklist.h"
#include "app/session/filenames.h"
#include "app/upload/sentchunks.h"
#include "app/upload/uploader.h"
#include "app/upload/uploadplace.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QLocale>

namespace ember::app {

namespace {

// The envelopes to send, with a list of private content in them (each entry once).
struct Outgoing {
    QList<OutgoingEnvelope> envelopes;
    QStringList content; // "kind\ttext"

    void add(const char *kind, const QString &text)
    {
        const QString line = QLatin1String(kind) % QLatin1Char('\t') % text;
        if (!text.isEmpty() && !content.contains(line))
            content.append(line);
    }

    void add(const ChunkContent &of)
    {
        const std::pair<const char *, const QStringList &> kinds[] = {
            {"release", of.releases}, {"environment", of.environments},
            {"dist", of.dists},       {"thread", of.threads},
            {"path", of.paths},
        };
        for (const auto &[kind, texts] : kinds) {
            for (const QString &text : texts)
                add(kind, text);
        }
    }
};

// Prints a result line with escaped text from files or servers. False after a write error, which
// was printed.
bool printResultLine(const QString &line)
{
    QStringList columns;
    for (const QString &column : line.split(QLatin1Char('\t')))
        columns << QString::fromStdString(shownText(toPath(column)));
    return printResult(toPath(columns.join(QLatin1Char('\t')) + QLatin1Char('\n')));
}

// Each chunk as an envelope. Empty if one cannot be written; the reason was printed.
std::optional<Outgoing> outgoing(const std::vector<model::ImportedProfile> &profiles,
                                 const model::sentry::ChunkOptions &options)
{
    Outgoing all;
    for (const auto &imported : profiles) {
        ChunkChoice choice{imported.profile, {}, {}};
        const auto report = model::sentry::writeChunks(
            *imported.profile, {}, options,
            [&](model::sentry::WrittenChunk &&chunk) -> model::Result<void> {
                if (chunk.rejection)
                    return model::Error{model::ErrorCode::FormatCannotHold, chunk.chunkId,
                                        toText(*chunk.rejection)};
                all.envelopes.append(
                    {QString::fromStdString(chunk.chunkId), QString::fromStdString(chunk.platform),
                     QByteArray::fromStdString(model::sentry::chunkEnvelope(chunk))});
                choice.pieces.push_back(chunk.piece);
                return {};
            });
        if (!report) {
            auto error = report.error();
            if (error.subject.empty() && !imported.files.empty())
                error.subject = imported.files.front();
            printUnwritten(error);
            return std::nullopt;
        }
        all.add(contentOf(choice, options));
        printReport(*report);
    }
    return all;
}

// Whether chunks are sent that the project has already received.
enum class Again { No, Yes };

QString notSentAgainLine(const QString &chunkId, const model::sentry::Dsn &dsn,
                         const QDateTime &receivedAt)
{
    return chunkId % QLatin1Char('\t')
        % QCoreApplication::translate(
              "cli",
              "Not sent again: %1 received it on %2, and its samples would count twice. "
              "--again sends it all the same.")
              .arg(placeText(dsn),
                   QLocale().toString(receivedAt.toLocalTime(), QLocale::ShortFormat));
}

// Prints what would be sent. Returns the exit code.
int describe(const Outgoing &all, const model::sentry::Dsn &dsn, Again again)
{
    const QString place = QString::fromStdString(dsn.envelopeUrl());
    const SentChunks sent(dsn);
    for (const auto &envelope : all.envelopes) {
        const auto at = again == Again::No ? sent.sentAt(envelope.chunkId) : std::nullopt;
        const QString line = at
            ? notSentAgainLine(envelope.chunkId, dsn, *at)
            : QStringLiteral("%1\t%2 bytes\twould go to %3")
                  .arg(envelope.chunkId, QString::number(envelope.bytes.size()), place);
        if (!printResultLine(line))
            return exitcode::bad;
    }
    for (const QString &line : all.content) {
        if (!printResultLine(line))
            return exitcode::bad;
    }
    return exitcode::done;
}

// Result line of one chunk.
QString outcomeLine(const QString &chunkId, const UploadOutcome &outcome)
{
    const auto detail = outcome.detail.isEmpty() ? QString() : QStringLiteral(" (%1)");
    return chunkId % QLatin1Char('\t') % toText(outcome)
        % (outcome.detail.isEmpty()
               ? QString()
               : detail.arg(QString(outcome.detail).replace(QLatin1Char('\t'), QLatin1Char(' '))));
}

// Sends all envelopes and prints a line for each. Continues if stdout is full, since sending
// matters more.
int send(const QList<OutgoingEnvelope> &all, Uploader &uploader, SentChunks &sent)
{
    int code = exitcode::done;
    bool isShown = true;
    bool isHeld = false;
    QObject::connect(
        &uploader, &Uploader::envelopeFinished, &uploader,
        [&](qsizetype envelope, const UploadOutcome &outcome) {
            isShown = isShown && printResultLine(outcomeLine(all[envelope].chunkId, outcome));
            if (outcome.isReceived())
                sent.add(all[envelope].chunkId, QDateTime::currentDateTimeUtc());
            if (!outcome.isReceived() || !isShown)
                code = exitcode::bad;
            isHeld = isHeld
                || (outcome.verdict == UploadVerdict::RateLimited && outcome.httpStatus == 0);
        });
    QObject::connect(&uploader, &Uploader::finished, QCoreApplication::instance(),
                     &QCoreApplication::quit, Qt::QueuedConnection);
    uploader.send(all);
    QCoreApplication::exec();
    if (isHeld)
        printNote(QCoreApplication::translate(
                      "cli",
                      "not sent because of a limit that the server has set: it is kept in “%1”; "
                      "--ignore-limits sends all the same")
                      .arg(QDir::toNativeSeparators(PlaceLimits::file())));
    return code;
}

// Removes chunks that the project has already received, and prints that. Returns whether there were
// none.
bool leaveOutSent(QList<OutgoingEnvelope> &all, const SentChunks &sent,
                  const model::sentry::Dsn &dsn)
{
    QList<OutgoingEnvelope> left;
    for (auto &envelope : all) {
        const auto at = sent.sentAt(envelope.chunkId);
        if (!at) {
            left.append(std::move(envelope));
            continue;
        }
        printResultLine(notSentAgainLine(envelope.chunkId, dsn, *at));
    }
    const bool isAll = left.size() == all.size();
    all = std::move(left);
    return isAll;
}

// The content of --dsn-file; empty if it cannot be read, which was printed.
std::optional<QString> dsnOfFile(const QString &path)
{
    constexpr qint64 longest = 4096;
    QFile file(QString::fromStdString(toPath(path)));
    if (!file.open(QIODevice::ReadOnly)) {
        printError(
            {model::ErrorCode::FileUnreadable, toPath(path), file.errorString().toStdString()});
        return std::nullopt;
    }
    return QString::fromUtf8(file.read(longest)).trimmed();
}

constexpr std::array uploadOptions{
    OptionSpec{.name = "dsn",
               .value = "DSN",
               .help =
                   QT_TRANSLATE_NOOP("cli",
                                     "Where to; also from the variable SENTRY_DSN. Who is on this "
                                     "machine can read options in the list of processes.")},
    OptionSpec{.name = "dsn-file",
               .value = "FILE",
               .help = QT_TRANSLATE_NOOP("cli", "The file that has the DSN, and nothing else.")},
    OptionSpec{
        .name = "ignore-limits",
        .help = QT_TRANSLATE_NOOP(
            "cli",
            "Sends although the server has said, to an earlier upload, when it takes more.")},
    OptionSpec{.name = "again",
               .help = QT_TRANSLATE_NOOP(
                   "cli", "Sends chunks again that the project has already received.")},
    OptionSpec{.name = "dry-run",
               .help = QT_TRANSLATE_NOOP("cli", "Says what would be sent, and sends nothing.")},
};

int upload(const CommandParser &parser)
{
    if (parser.has("dsn") && parser.has("dsn-file"))
        return parser.usageError(
            QCoreApplication::translate("cli", "--dsn and --dsn-file exclude each other"));
    std::optional<QString> target =
        parser.has("dsn") ? parser.valueOf("dsn") : qEnvironmentVariable("SENTRY_DSN");
    if (parser.has("dsn-file"))
        target = dsnOfFile(parser.valueOf("dsn-file"));
    if (!target)
        return exitcode::usage;
    if (parser.positionalArguments().isEmpty() || target->isEmpty())
        return parser.usageError(
            QCoreApplication::translate("cli", "upload needs files and a DSN"));
    if (const auto fault = chunkArgumentFault(parser))
        return parser.usageError(*fault);
    const auto dsn = model::sentry::parseDsn(target->toStdString());
    if (!dsn) {
        printError(dsn.error());
        return exitcode::usage;
    }
    if (const QString warning = openWayWarning(*dsn); !warning.isEmpty())
        printNote(warning);
    const auto opened = openFiles(parser.positionalArguments(), symbolSettings(parser));
    if (!opened)
        return exitcode::bad;
    auto all = outgoing(opened->profiles, chunkOptions(parser));
    if (!all)
        return exitcode::bad;
    if (parser.has("dry-run"))
        return describe(*all, *dsn, parser.has("again") ? Again::Yes : Again::No);
    Uploader uploader(*dsn);
    if (parser.has("ignore-limits"))
        uploader.ignoreKeptLimits();
    SentChunks sent(*dsn);
    const bool isNew = parser.has("again") || leaveOutSent(all->envelopes, sent, *dsn);
    const int code = send(all->envelopes, uploader, sent);
    return isNew ? code : exitcode::bad;
}

} // namespace

constinit const CommandSpec uploadCommand{
    .name = "upload",
    .summary = QT_TRANSLATE_NOOP("cli", "send chunks to Sentry"),
    .description =
        QT_TRANSLATE_NOOP("cli", "Sends profiles to Sentry, each chunk in an envelope of its own."),
    .operands = {{{"FILE", QT_TRANSLATE_NOOP("cli", "Profiles to send."), "FILE…"}}},
    .options = {uploadOptions, chunkOptionSpecs, symbolOptionSpecs},
    .run = upload,
};

} // namespace ember::app

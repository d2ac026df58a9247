// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/destinationarguments.h"
#include "app/cli/messages.h"
#include "app/cli/queuecommands.h"
#include "app/cli/sharedarguments.h"
#include "app/cli/uploadparts.h"
#include "app/errortext.h"
#include "app/session/filenames.h"
#include "app/upload/outgoingenvelope.h"
#include "app/upload/sentchunks.h"
#include "app/upload/sentrypage.h"
#include "app/upload/uploadplace.h"
#include "app/upload/uploadpreview.h"
#include "app/upload/uploadqueue.h"
#include "model/formats/export/stagedfiles.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QSet>

#include <algorithm>
#include <array>
#include <chrono>

namespace ember::app {

namespace {

using model::sentry::OutgoingKind;

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

QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

// What Sentry changes, one line each: "ID\tchange\tTEXT"; what leaves the machine: "KIND\tTEXT";
// what was replaced: "replaced\tFROM\tTO\tCOUNT"; what it costs: "budget\t…"; the number of texts
// for which the lists have no room: "unlisted\tCOUNT".
QStringList previewLines(const UploadPreview &preview)
{
    constexpr QLatin1Char tab('\t');
    QStringList lines;
    for (const auto &chunk : preview.chunks()) {
        for (const auto &difference : chunk.differences)
            lines << toQString(chunk.chunkId) % QLatin1String("\tchange\t")
                    % findingLine(difference);
    }
    for (std::size_t row = 0; row < static_cast<std::size_t>(OutgoingKind::Count); ++row) {
        const auto kind = static_cast<OutgoingKind>(row);
        for (const auto &text : preview.texts().of(kind))
            lines << toQString(nameOf(kind)) % tab % toQString(text);
    }
    const auto unlisted = preview.texts().unlisted() + preview.replacements().unlisted();
    if (unlisted > 0)
        lines << QLatin1String("unlisted\t") % QString::number(unlisted);
    for (const auto &replaced : preview.replacements().list())
        lines << QLatin1String("replaced\t") % toQString(replaced.from) % tab
                % toQString(replaced.to) % tab % QString::number(replaced.count);
    for (const auto &[category, of] : preview.budget().categories()) {
        const auto seconds = std::chrono::duration<double>(of.duration).count();
        lines << QStringLiteral("budget\t%1\t%2 items\t%3 minutes\t%4 bytes")
                     .arg(toQString(category))
                     .arg(of.items)
                     .arg(seconds / 60, 0, 'f', 2)
                     .arg(of.bytes);
    }
    for (const auto &[thread, bytes] : preview.budget().threads())
        lines << QStringLiteral("budget\tthread %1\t%2 bytes").arg(toQString(thread)).arg(bytes);
    return lines;
}

bool printPreview(const UploadPreview &preview)
{
    const QStringList lines = previewLines(preview);
    return std::ranges::all_of(lines, [](const QString &line) { return printResultLine(line); });
}

// Whether files that exist are replaced.
enum class Overwriting : bool { Refused, Allowed };

// A dry run: lists what would be sent, and writes the envelopes to files one by one, so that none
// need be kept in memory.
class DryRun {
public:
    // `output`: where the envelopes are written; "": nowhere.
    explicit DryRun(const QString &output) : m_output(output), m_files(toPath(output)) { }

    // False if a file cannot be written, which was printed.
    bool add(const Outgoing &part)
    {
        for (const OutgoingEnvelope &envelope : part.envelopes)
            m_lines.push_back({envelope.id, envelope.bytes.size()});
        if (m_output.isEmpty())
            return true;
        const auto added = addEnvelopes(m_files, part.envelopes);
        if (!added)
            printError(added.error());
        return added.has_value();
    }

    // Puts the written files under their names. Writes none if one of these exists, unless --force
    // is given. Returns the exit code.
    int save(Overwriting overwriting)
    {
        if (m_output.isEmpty())
            return exitcode::done;
        std::vector<std::string> names;
        for (const QString &path : envelopePaths(m_output, static_cast<qsizetype>(m_lines.size())))
            names.push_back(toPath(path));
        for (const auto &name : names) {
            if (overwriting == Overwriting::Allowed || !QFileInfo::exists(fromArgument(name)))
                continue;
            printNote(QCoreApplication::translate("cli", "“%1” exists: --force writes over it")
                          .arg(fromArgument(name)));
            return exitcode::bad;
        }
        if (const auto written = m_files.publish(names); !written) {
            printError(written.error());
            return exitcode::bad;
        }
        for (const auto &name : names)
            printNote(QCoreApplication::translate("cli", "“%1” has what would be sent")
                          .arg(fromArgument(name)));
        return exitcode::done;
    }

    // Prints what would be sent. Returns the exit code.
    int describe(const model::sentry::Dsn &dsn, Again again) const
    {
        const QString place = QString::fromStdString(dsn.envelopeUrl());
        const SentChunks sent(dsn);
        for (const auto &[id, bytes] : m_lines) {
            const auto at = again == Again::No ? sent.sentAt(id) : std::nullopt;
            const QString line = at ? notSentAgainLine(id, dsn, *at)
                                    : QStringLiteral("%1\t%2 bytes\twould go to %3")
                                          .arg(id, QString::number(bytes), place);
            if (!printResultLine(line))
                return exitcode::bad;
        }
        return printPreview(m_preview) ? exitcode::done : exitcode::bad;
    }

    UploadPreview &preview() { return m_preview; }

private:
    struct Line {
        QString id;
        qint64 bytes = 0;
    };

    QString m_output;
    model::StagedFiles m_files;
    std::vector<Line> m_lines;
    UploadPreview m_preview;
};

// The result line of an envelope that is in the queue, or in its history, already.
QString knownLine(const QueuedUpload &earlier, const model::sentry::Dsn &dsn)
{
    if (earlier.state == UploadState::Delivered)
        return notSentAgainLine(earlier.id, dsn, earlier.changedAt);
    const QString text = earlier.state == UploadState::InDoubt
        ? QCoreApplication::translate("cli",
                                      "Not sent again: %1 may have taken it on %2, and its samples "
                                      "would count twice. --again sends it all the same.")
        : QCoreApplication::translate("cli",
                                      "Not sent again: another program sends it to %1, since %2.");
    return earlier.id % QLatin1Char('\t')
        % text.arg(placeText(dsn),
                   QLocale().toString(earlier.changedAt.toLocalTime(), QLocale::ShortFormat));
}

struct Queued {
    QList<QueuedUpload> items; // the items to send
    QSet<qint64> numbers; // the numbers of the items
    QList<qint64> added; // numbers of those that the queue did not have before
    std::optional<model::Error> failure; // an error of the queue, which takes nothing more
    int code = exitcode::done;
};

// Says that an envelope is not sent, by its result line.
void printUnsent(const OutgoingEnvelope &envelope, const QString &text)
{
    printResultLine(envelope.id % QLatin1Char('\t') % text);
}

void noteQueued(Queued &queued, const UploadQueue::Addition &added,
                const OutgoingEnvelope &envelope, const model::sentry::Dsn &dsn)
{
    if (queued.numbers.contains(added.number)) // the same envelope was named twice
        return;
    QueuedUpload item = added.earlier.value_or(QueuedUpload());
    item.number = added.number;
    item.id = envelope.id;
    item.target = targetOf(dsn);
    item.place = placeOf(dsn);
    item.category = envelope.category();
    queued.items.append(item);
    queued.numbers.insert(item.number);
    if (!added.earlier)
        queued.added.append(item.number);
}

// Puts envelopes into the queue. Prints a line for those that are not sent (again), or do not fit
// on the disk, and an error of the queue.
void enqueue(UploadQueue &queue, const QList<OutgoingEnvelope> &all, const model::sentry::Dsn &dsn,
             Again again, Queued &queued)
{
    for (const OutgoingEnvelope &envelope : all) {
        const auto added = queued.failure ? model::Result<UploadQueue::Addition>(*queued.failure)
                                          : queue.add(envelope, dsn, again);
        if (!added) { // what the queue has taken so far is sent all the same
            printQueueError(added.error());
            printUnsent(
                envelope,
                QCoreApplication::translate("cli", "Not sent: the queue could not take it."));
            queued.code = exitcode::bad;
            if (added.error().code != model::ErrorCode::DiskFull) // a smaller envelope may fit
                queued.failure = added.error();
            continue;
        }
        if (added->kind == UploadQueue::Addition::Kind::Full) {
            printUnsent(envelope,
                        QCoreApplication::translate(
                            "cli",
                            "Not sent: the queue is full. upload --retry sends what "
                            "waits in it, --forget drops it."));
            queued.code = exitcode::bad;
            continue;
        }
        const bool isWaiting = !added->earlier || added->earlier->state == UploadState::Waiting;
        if (isWaiting) {
            noteQueued(queued, *added, envelope, dsn);
            continue;
        }
        printResultLine(knownLine(*added->earlier, dsn));
        queued.code = exitcode::bad;
    }
}

constexpr std::array uploadOptions{
    OptionSpec{.name = "dsn",
               .value = "DSN",
               .help =
                   QT_TRANSLATE_NOOP("cli",
                                     "Where to; also from the variable SENTRY_DSN. Who is on this "
                                     "machine can read options in the list of processes.")},
    OptionSpec{.name = "to",
               .value = "NAME",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Where to, by name: see emberchart-cli destinations. Options beside it go "
                   "before what is kept under the name; what that redacts stays redacted.")},
    OptionSpec{
        .name = "ignore-limits",
        .help = QT_TRANSLATE_NOOP(
            "cli",
            "Sends although the server has said, to an earlier upload, when it takes more.")},
    OptionSpec{.name = "again",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Sends chunks again that the project has already received; the last 200,000 "
                   "that were sent are known.")},
    OptionSpec{.name = "queue",
               .help = QT_TRANSLATE_NOOP("cli", "Puts the chunks into the queue only.")},
    OptionSpec{.name = "status",
               .help = QT_TRANSLATE_NOOP(
                   "cli", "Lists the queue, with what became of earlier uploads; needs no files.")},
    OptionSpec{.name = "json", .help = QT_TRANSLATE_NOOP("cli", "Lists the queue as JSON.")},
    OptionSpec{.name = "retry",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Sends what waits in the queue now, without the pause after a failure, but not "
                   "before a limit of the server ends; with numbers (of --status) in place of "
                   "files, those items, also what was refused or may have been taken.")},
    OptionSpec{.name = "forget",
               .help =
                   QT_TRANSLATE_NOOP("cli", "Drops the numbered items from the queue, or --all.")},
    OptionSpec{.name = "all",
               .help = QT_TRANSLATE_NOOP("cli", "With --forget: all items, and the history.")},
    OptionSpec{.name = "pause",
               .help = QT_TRANSLATE_NOOP("cli", "Nothing is sent, by windows and commands.")},
    OptionSpec{.name = "resume", .help = QT_TRANSLATE_NOOP("cli", "They send again.")},
    OptionSpec{.name = "as",
               .value = "VERSION",
               .choices = "v1 v2",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "The version of the sample format: v1, or v2; V1 profiles are sent as v1 with "
                   "their transaction, and all others as v2.")},
    OptionSpec{.name = "dry-run",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Says what would be sent, what Sentry would change in it, what is redacted and "
                   "what it costs, and sends nothing.")},
    OptionSpec{.name = "output",
               .letter = "o",
               .value = "OUT.envelope",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "With --dry-run: writes the bytes that would be sent; OUT.001.envelope and so "
                   "on if there are several.")},
    OptionSpec{.name = "force", .help = QT_TRANSLATE_NOOP("cli", "-o writes over files.")},
};

SendOptions sendOptions(const CommandParser &parser, const UploadWay &way)
{
    return {.way = way, .ignoresKeptLimits = parser.has("ignore-limits")};
}

// What is done with the queue in place of sending files.
constexpr std::array queueModes{"status", "retry", "forget", "pause", "resume"};

// The usage error in options that would do nothing without another.
std::optional<QString> idleFault(const CommandParser &parser)
{
    struct Need {
        const char *option;
        const char *needed;
    };
    for (const auto &[option, needed] :
         {Need{"json", "status"}, Need{"all", "forget"}, Need{"force", "output"}}) {
        if (parser.has(option) && !parser.has(needed))
            return QCoreApplication::translate("cli", "--%1 needs --%2")
                .arg(QLatin1String(option), QLatin1String(needed));
    }
    for (const char *mode : {"status", "pause", "resume"}) {
        if (parser.has(mode) && !parser.positionalArguments().isEmpty())
            return QCoreApplication::translate("cli", "--%1 is about the whole queue")
                .arg(QLatin1String(mode));
    }
    return std::nullopt;
}

std::optional<QString> uploadFault(const CommandParser &parser)
{
    if (parser.has("dsn") && parser.has("dsn-file"))
        return QCoreApplication::translate("cli", "--dsn and --dsn-file exclude each other");
    const auto isGiven = [&](const char *name) { return parser.has(name); };
    const auto modes = std::ranges::count_if(queueModes, isGiven);
    const bool isSending = parser.has("queue") || parser.has("dry-run");
    if (modes > 1 || (modes == 1 && isSending) || (parser.has("queue") && parser.has("dry-run")))
        return QCoreApplication::translate(
            "cli",
            "--queue, --dry-run, --status, --retry, --forget, --pause and --resume exclude each "
            "other");
    if (const auto fault = proxyFault(parser))
        return fault;
    const bool hasOperands = !parser.positionalArguments().isEmpty();
    if (parser.has("forget") && hasOperands == parser.has("all"))
        return QCoreApplication::translate("cli", "--forget needs numbers of items, or --all");
    const bool needsDsn = modes == 0 || parser.has("retry");
    const bool hasDsn = parser.has("to") || parser.has("dsn") || parser.has("dsn-file")
        || !qEnvironmentVariableIsEmpty("SENTRY_DSN");
    if (needsDsn && !hasDsn)
        return modes == 0
            ? QCoreApplication::translate("cli", "upload needs files and a DSN")
            : QCoreApplication::translate("cli", "--retry needs a DSN: the queue keeps no keys");
    if (modes == 0 && !hasOperands)
        return QCoreApplication::translate("cli", "upload needs files and a DSN");
    if (parser.has("output") && !parser.has("dry-run"))
        return QCoreApplication::translate("cli", "only --dry-run has -o");
    if (const auto fault = idleFault(parser))
        return fault;
    return chunkArgumentFault(parser);
}

// Opens the queue; prints why it cannot be used.
std::optional<UploadQueue> openQueue(UploadQueue::Use use)
{
    auto queue = UploadQueue::open(use);
    if (queue)
        return std::move(*queue);
    printQueueError(queue.error());
    return std::nullopt;
}

// Renames a damaged database of the queue, as --forget cannot work on it. False if that failed,
// which was printed.
bool putDamageAside()
{
    const auto aside = UploadQueue::putDamagedAside();
    if (!aside) {
        printQueueError(aside.error());
        return false;
    }
    if (!aside->isEmpty())
        printNote(QCoreApplication::translate("cli", "the damaged database is now “%1”")
                      .arg(QDir::toNativeSeparators(*aside)));
    return true;
}

// Runs one of the queueModes. Returns the exit code.
int changeQueue(const CommandParser &parser)
{
    const auto numbers = itemNumbers(parser.positionalArguments());
    if (!numbers)
        return exitcode::usage;
    if (parser.has("all") && !putDamageAside())
        return exitcode::bad;
    auto queue = openQueue(UploadQueue::Use::Send);
    if (!queue)
        return exitcode::bad;
    if (parser.has("status"))
        return printQueue(*queue, parser.has("json"));
    if (parser.has("forget"))
        return parser.has("all") ? forgetAll(*queue) : forgetItems(*queue, *numbers);
    if (parser.has("retry")) {
        const auto to = chosenDestination(parser);
        return to ? retryItems(*queue, *numbers, to->dsn, sendOptions(parser, to->way))
                  : exitcode::usage;
    }
    if (const auto done = queue->setPaused(parser.has("pause")); !done) {
        printQueueError(done.error());
        return exitcode::bad;
    }
    return exitcode::done;
}

UploadPreparation preparation(const CommandParser &parser, const Destination &to)
{
    auto options = chunkOptions(parser);
    options.redaction = to.redaction;
    return {symbolSettings(parser), parser.valueOf("as"), std::move(options)};
}

Again againOf(const CommandParser &parser)
{
    return parser.has("again") ? Again::Yes : Again::No;
}

// --dry-run: says, or saves, what would be sent. Returns the exit code.
int showOnly(const CommandParser &parser, const Destination &to)
{
    DryRun run(parser.valueOf("output"));
    auto files = preparation(parser, to);
    files.setPreview(&run.preview());
    if (!files.prepare(parser.positionalArguments(),
                       [&](const Outgoing &part) { return run.add(part); }))
        return exitcode::bad;
    const auto overwriting = parser.has("force") ? Overwriting::Allowed : Overwriting::Refused;
    if (const int saved = run.save(overwriting); saved != exitcode::done)
        return saved;
    return std::max(files.isAllRead() ? exitcode::done : exitcode::bad,
                    run.describe(to.dsn, againOf(parser)));
}

// Drops what was added to the queue, and says how much of it others had taken already.
void takeBack(UploadQueue &queue, const Queued &queued)
{
    if (queued.added.isEmpty())
        return;
    const auto cancelled = queue.cancel(queued.added);
    const auto dropped = cancelled ? queue.forget(*cancelled) : cancelled;
    if (!dropped) {
        printQueueError(dropped.error());
        return;
    }
    if (const auto gone = queued.added.size() - dropped->size(); gone > 0)
        printNote(QCoreApplication::translate(
            "cli", "another program had already taken %n item(s) to send: see --status", nullptr,
            int(gone)));
}

int upload(const CommandParser &parser)
{
    if (const auto fault = uploadFault(parser))
        return parser.usageError(*fault);
    if (std::ranges::any_of(queueModes, [&](const char *name) { return parser.has(name); }))
        return changeQueue(parser);
    const auto to = chosenDestination(parser);
    if (!to)
        return exitcode::usage;
    if (const QString warning = openWayWarning(to->dsn, to->way.proxy); !warning.isEmpty())
        printNote(warning);
    if (parser.has("dry-run"))
        return showOnly(parser, *to);
    auto queue = openQueue(UploadQueue::Use::Send);
    if (!queue)
        return exitcode::bad;
    Queued queued;
    SentryPage page;
    auto files = preparation(parser, *to);
    const auto take = [&](const Outgoing &part) {
        page.add(part.page);
        enqueue(*queue, part.envelopes, to->dsn, againOf(parser), queued);
        return true;
    };
    if (!files.prepare(parser.positionalArguments(), take)) {
        takeBack(*queue, queued);
        return exitcode::bad;
    }
    if (!files.isAllRead())
        queued.code = exitcode::bad;
    if (parser.has("queue")) {
        printNote(QCoreApplication::translate("cli",
                                              "%n item(s) wait in the queue: upload --retry "
                                              "sends them",
                                              nullptr, static_cast<int>(queued.items.size())));
        return queued.code;
    }
    auto way = sendOptions(parser, to->way);
    way.page = page.addressAt(to->dsn);
    const int sent =
        queued.items.isEmpty() ? exitcode::done : sendItems(*queue, queued.items, to->dsn, way);
    return std::max(queued.code, sent);
}

} // namespace

constinit const CommandSpec uploadCommand{
    .name = "upload",
    .summary = QT_TRANSLATE_NOOP("cli", "send chunks to Sentry"),
    .description =
        QT_TRANSLATE_NOOP("cli",
                          "Sends profiles to Sentry, each chunk in an envelope of its own, through "
                          "a queue on disk: what cannot be sent now waits in it."),
    .operands = {{{"FILE",
                   QT_TRANSLATE_NOOP("cli", "Profiles to send; numbers for --retry, --forget."),
                   "FILE…"}}},
    .options = {uploadOptions, destinationOptionSpecs, applicationOptionSpecs, chunkOptionSpecs,
                redactionOptionSpecs, symbolOptionSpecs},
    .run = upload,
};

} // namespace ember::app

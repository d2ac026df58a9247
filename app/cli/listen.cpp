// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/destinationarguments.h"
#include "app/cli/foregroundprocess.h"
#include "app/cli/messages.h"
#include "app/cli/queuecommands.h"
#include "app/cli/recorderrun.h"
#include "app/intake/envelopefolder.h"
#include "app/intake/forwarder.h"
#include "app/intake/listener.h"
#include "app/session/filenames.h"
#include "app/upload/uploadplace.h"
#include "capture/system/childprocess.h"
#include "model/core/text.h"
#include "model/json/jsontext.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSocketNotifier>
#include <QStandardPaths>
#include <QTimer>

#include <chrono>
#include <cstdio>
#include <malloc.h>
#include <memory>
#include <optional>
#include <string>

namespace ember::app {

namespace {

using model::Error;
using model::ErrorCode;
using model::Result;

struct ListenOptions {
    std::uint16_t port = 0; // 0: any free one
    std::optional<std::chrono::milliseconds> duration;
    QString folder; // "": nothing is saved
    bool isJson = false;
    std::optional<Destination> target; // where envelopes are forwarded to; empty: nowhere
    QStringList command;
};

// The program of a command, as a shell would find it. Errors: CommandNotFound,
// CommandNotExecutable.
Result<QString> findProgram(const QString &name)
{
    if (!name.contains(QLatin1Char('/'))) {
        const QString path = QStandardPaths::findExecutable(name);
        if (path.isEmpty())
            return Error{ErrorCode::CommandNotFound, toPath(name), "it is in no directory of PATH"};
        return path;
    }
    const QFileInfo file(name);
    if (!file.exists())
        return Error{ErrorCode::CommandNotFound, toPath(name), {}};
    if (!file.isFile() || !file.isExecutable())
        return Error{ErrorCode::CommandNotExecutable, toPath(name), {}};
    return name;
}

// Sets the variables that the command inherits: the DSN, and that no proxy is on the way to it.
void setEnvironment(const model::sentry::Dsn &dsn)
{
    qputenv("SENTRY_DSN", QByteArray::fromStdString(dsn.toString()));
    for (const char *name : {"no_proxy", "NO_PROXY"}) {
        const QByteArray before = qgetenv(name);
        const QByteArray local("127.0.0.1,localhost");
        qputenv(name, before.isEmpty() ? local : QByteArray(before + ',' + local));
    }
}

std::string verdictOf(const ReceivedItem &item)
{
    return item.rejection ? "rejected" : "accepted";
}

// Columns: time, envelope, type, platform, bytes, verdict, reason, file; those at the end are left
// out if they are empty.
std::string itemAsText(const ReceivedEnvelope &envelope, const ReceivedItem &item,
                       const std::string &file)
{
    const QStringList columns{envelope.time.toLocalTime().toString(QStringLiteral("HH:mm:ss.zzz")),
                              QString::number(envelope.number),
                              cellText(item.type),
                              item.platform.empty() ? QStringLiteral("-") : cellText(item.platform),
                              QString::number(item.bytes),
                              QString::fromStdString(verdictOf(item)),
                              item.rejection ? cellText(toText(*item.rejection)) : QString(),
                              cellText(file)};
    QString line = columns.join(QLatin1Char('\t'));
    while (line.endsWith(QLatin1Char('\t')))
        line.chop(1);
    return toPath(line) + '\n';
}

void writeText(model::JsonWriter &json, std::string_view key, const std::string &text)
{
    json.key(key);
    if (text.empty())
        json.null();
    else
        json.value(text);
}

std::string itemAsJson(const ReceivedEnvelope &envelope, const ReceivedItem &item,
                       const std::string &file)
{
    model::JsonWriter json;
    json.beginObject();
    json.key("time").value(envelope.time.toString(Qt::ISODateWithMs).toStdString());
    json.key("envelope").value(envelope.number);
    json.key("type").value(item.type);
    writeText(json, "platform", item.platform);
    json.key("bytes").value(item.bytes);
    json.key("verdict").value(verdictOf(item));
    writeText(json, "reason", item.rejection ? reasonName(item.rejection->reason) : "");
    writeText(json, "event_id", item.eventId);
    writeText(json, "profiler_id", item.profilerId);
    writeText(json, "file", file);
    json.end();
    return json.take() + '\n';
}

// One run of the command, in the event loop.
class ListenRun {
public:
    explicit ListenRun(ListenOptions options) : m_options(std::move(options)) { }

    // Returns the exit code.
    int run();

private:
    // Opens the files and folders for output. Returns the exit code if that fails, which was
    // printed.
    std::optional<int> openOutputs();
    std::optional<int> startCommand();

    void connectListener();
    void take(const ReceivedEnvelope &envelope);
    std::string saved(const ReceivedEnvelope &envelope);
    void forward(const ReceivedEnvelope &envelope);
    void tellRefused(int status, const QString &detail, const QStringList &causes);
    void tellRefusalsLeftOut() const;
    void tellForwarded(quint64 number, const QueuedUpload &item);
    void takeSignals();
    void commandEnded();
    void endBeforeCommand();
    void end(Listener::OpenRequests requests);
    void quitWhenForwarded();

    ListenOptions m_options;
    TakenSignals m_taken; // first member: the threads of later ones inherit its blocked signals
    TerminalModes m_terminal;
    Listener m_listener;
    std::optional<EnvelopeFolder> m_folder;
    std::unique_ptr<Forwarder> m_forwarder;
    std::optional<ForegroundProcess> m_command;
    std::unique_ptr<QSocketNotifier> m_commandEnd;
    std::optional<int> m_status; // exit status of the command; empty: not ended
    bool m_isEnding = false;
    bool m_isGood = true; // everything was shown, saved and forwarded
    std::uint64_t m_refusals = 0;
};

std::optional<int> ListenRun::openOutputs()
{
    if (!m_options.folder.isEmpty()) {
        auto folder = EnvelopeFolder::open(toPath(m_options.folder));
        if (!folder) {
            printError(folder.error());
            return exitcode::bad;
        }
        m_folder = std::move(*folder);
    }
    if (m_options.target) {
        auto queue = UploadQueue::open(UploadQueue::Use::Send);
        if (!queue) {
            printQueueError(queue.error());
            return exitcode::bad;
        }
        auto forwarder =
            Forwarder::open(std::move(*queue), m_options.target->dsn, m_options.target->way);
        if (!forwarder) {
            printError(forwarder.error());
            return exitcode::bad;
        }
        m_forwarder = std::move(*forwarder);
        QObject::connect(
            m_forwarder.get(), &Forwarder::envelopeFinished, &m_listener,
            [this](quint64 number, const QueuedUpload &item) { tellForwarded(number, item); });
    }
    return std::nullopt;
}

void ListenRun::connectListener()
{
    QObject::connect(&m_listener, &Listener::received, &m_listener,
                     [this](const ReceivedEnvelope &envelope) { take(envelope); });
    QObject::connect(&m_listener, &Listener::refused, &m_listener,
                     [this](int status, const QString &detail, const QStringList &causes) {
                         tellRefused(status, detail, causes);
                     });
    QObject::connect(&m_listener, &Listener::refusalsLeftOut, &m_listener,
                     [this](quint64 count) { m_refusals += count; });
    QObject::connect(&m_listener, &Listener::failed, &m_listener, [this] {
        printError({ErrorCode::NetworkError, "127.0.0.1", "the system has closed the port"});
        m_isGood = false;
        end(Listener::OpenRequests::Drop);
    });
    QObject::connect(&m_listener, &Listener::finished, &m_listener,
                     [this] { quitWhenForwarded(); });
}

// Starts the command, if there is one. Returns the exit code if that fails. With --json, standard
// output is for JSON alone: what the command prints goes to standard error.
std::optional<int> ListenRun::startCommand()
{
    if (m_options.command.isEmpty())
        return std::nullopt;
    const auto program = findProgram(m_options.command.first());
    if (!program) {
        printError(program.error());
        return program.error().code == ErrorCode::CommandNotFound ? exitcode::notFound
                                                                  : exitcode::notExecutable;
    }
    setEnvironment(m_listener.dsn());
    QStringList words = m_options.command;
    words.first() = *program;
    std::vector<GivenFile> files;
    if (m_options.isJson)
        files.push_back({STDOUT_FILENO, {}, 0, STDERR_FILENO});
    auto process = ForegroundProcess::start(words, files, m_taken.asBefore());
    if (!process) {
        printError({ErrorCode::CommandNotExecutable, toPath(m_options.command.first()),
                    process.error().detail});
        return exitcode::notExecutable;
    }
    m_command = std::move(*process);
    m_commandEnd = std::make_unique<QSocketNotifier>(m_command->endFd(), QSocketNotifier::Read);
    QObject::connect(m_commandEnd.get(), &QSocketNotifier::activated, &m_listener,
                     [this] { commandEnded(); });
    return std::nullopt;
}

int ListenRun::run()
{
    if (const auto code = openOutputs())
        return *code;
    connectListener();
    if (const auto started = m_listener.start(m_options.port); !started) {
        printError(started.error());
        return exitcode::bad;
    }
    // Scripts read the first line of standard error.
    std::fprintf(stderr, "%s\n", m_listener.dsn().toString().c_str());
    if (const auto warning = m_options.target ? openWayWarning(m_options.target->dsn) : QString();
        !warning.isEmpty())
        printNote(warning);
    if (const auto code = startCommand())
        return *code;
    const QSocketNotifier signalled(m_taken.fd(), QSocketNotifier::Read);
    QObject::connect(&signalled, &QSocketNotifier::activated, &m_listener,
                     [this] { takeSignals(); });
    if (m_options.duration)
        QTimer::singleShot(*m_options.duration, &m_listener, [this] { endBeforeCommand(); });
    QCoreApplication::exec();
    tellRefusalsLeftOut();
    const int own = m_isGood ? exitcode::done : exitcode::bad;
    return m_status && *m_status != exitcode::done ? *m_status : own;
}

void ListenRun::take(const ReceivedEnvelope &envelope)
{
    const auto file = saved(envelope);
    for (const auto &item : envelope.items) {
        const bool isShown = m_options.isJson ? printJson(itemAsJson(envelope, item, file))
                                              : printResult(itemAsText(envelope, item, file));
        m_isGood = isShown && m_isGood;
    }
    if (m_forwarder)
        forward(envelope);
}

// Saves an envelope, if that is wanted. Returns the path of its file; "" if it is not saved.
std::string ListenRun::saved(const ReceivedEnvelope &envelope)
{
    if (!m_folder)
        return {};
    const auto path = m_folder->save(envelope.bytes);
    if (path)
        return *path;
    m_isGood = false;
    printError(path.error());
    if (path.error().code == ErrorCode::DiskFull) { // none of the next ones would fit
        m_folder.reset();
        endBeforeCommand();
    }
    return {};
}

// Forwards an envelope that has the key of this DSN: any program and any page of the web on this
// machine can reach the port, but only those that were given the DSN know the key.
void ListenRun::forward(const ReceivedEnvelope &envelope)
{
    const auto key = QByteArray::fromStdString(envelope.publicKey).toLower();
    if (key.toStdString() == m_listener.dsn().publicKey) {
        m_forwarder->add(envelope);
        return;
    }
    printNote(QCoreApplication::translate(
                  "cli", "envelope %1 is not forwarded: it came with the key of another DSN")
                  .arg(envelope.number));
    m_isGood = false;
}

constexpr std::uint64_t mostRefusalsShown = 100;

void ListenRun::tellRefused(int status, const QString &detail, const QStringList &causes)
{
    if (++m_refusals > mostRefusalsShown)
        return;
    QStringList words(detail);
    words += causes;
    printNote(QCoreApplication::translate("cli", "a request was refused (%1): %2")
                  .arg(QString::number(status),
                       cellText(words.join(QStringLiteral(": ")).toStdString())));
    if (m_refusals == mostRefusalsShown)
        printNote(QCoreApplication::translate("cli", "further refusals are not shown"));
}

void ListenRun::tellRefusalsLeftOut() const
{
    if (m_refusals > mostRefusalsShown)
        printNote(QCoreApplication::translate("cli", "refusals in all: %1").arg(m_refusals));
}

void ListenRun::tellForwarded(quint64 number, const QueuedUpload &item)
{
    if (item.state == UploadState::Delivered)
        return;
    m_isGood = false;
    QString text = QCoreApplication::translate("cli", "envelope %1 was not forwarded: %2");
    if (item.state == UploadState::Waiting && m_forwarder->isHeldByUser())
        text = QCoreApplication::translate(
            "cli", "envelope %1 waits in the queue, upload --resume lets it be sent: %2");
    else if (item.state == UploadState::Waiting)
        text = QCoreApplication::translate(
            "cli", "envelope %1 waits in the queue, upload --retry sends it: %2");
    const QString reason = item.state == UploadState::Sending
        ? lostText(item)
        : toText(item.outcome) % QLatin1Char(' ') % item.outcome.detail;
    printNote(text.arg(QString::number(number), cellText(toPath(reason))));
}

// Passes signals on to a running command, which decides what they mean to it; Ctrl-C has reached it
// already. Without one the first signal ends the run. A second one quits at once in any case.
// SIGUSR1 and SIGUSR2 are only passed on.
void ListenRun::takeSignals()
{
    while (const auto signal = m_taken.next()) {
        const bool isRequest = signal->asksForEnd();
        if (m_command && !m_status && !signal->isCtrlC)
            m_command->send(signal->number);
        if (isRequest && std::exchange(m_isEnding, true))
            QCoreApplication::quit();
        else if (isRequest && (!m_command || m_status))
            m_listener.finish(Listener::OpenRequests::Drop);
    }
}

void ListenRun::commandEnded()
{
    m_commandEnd->setEnabled(false);
    const auto exit = m_command->exitStatus();
    m_status = capture::shellStatus(exit);
    if (exit.bySignal) {
        m_terminal.restore();
        printKilled(m_options.command.first(), {exit.code, exit.coreDumped});
    }
    end(Listener::OpenRequests::Wait);
}

// Ends the run, even if the command still runs.
void ListenRun::endBeforeCommand()
{
    if (m_command && !m_status)
        printNote(QCoreApplication::translate("cli", "the command runs on"));
    end(Listener::OpenRequests::Drop);
}

void ListenRun::end(Listener::OpenRequests requests)
{
    m_isEnding = true;
    m_listener.finish(requests);
}

void ListenRun::quitWhenForwarded()
{
    if (!m_forwarder || m_forwarder->isIdle())
        QCoreApplication::quit();
    else
        QObject::connect(m_forwarder.get(), &Forwarder::idle, &m_listener,
                         [] { QCoreApplication::quit(); });
}

// Returns the number in an option's value; nullopt if it is none from `least` to `most`.
template<typename Number>
std::optional<Number> numberIn(const QString &text, Number least, Number most)
{
    const auto number = model::toNumber<Number>(text.toStdString());
    return number && *number >= least && *number <= most ? number : std::nullopt;
}

constexpr std::array listenOptions{
    OptionSpec{.name = "port",
               .value = "N",
               .help = QT_TRANSLATE_NOOP("cli", "The port on 127.0.0.1 (a free one).")},
    OptionSpec{.name = "duration",
               .letter = "d",
               .value = "SECONDS",
               .help = QT_TRANSLATE_NOOP("cli",
                                         "Ends after so many seconds; without it by Ctrl-C or "
                                         "SIGTERM, in a script's background (&) by SIGTERM.")},
    OptionSpec{
        .name = "output",
        .letter = "o",
        .value = "FOLDER",
        .help = QT_TRANSLATE_NOOP("cli", "Saves each envelope there, unpacked: 001.envelope, ….")},
    OptionSpec{.name = "json", .help = QT_TRANSLATE_NOOP("cli", "A line of JSON for each item.")},
    OptionSpec{.name = "forward",
               .value = "DSN",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Sends what was received on to this project, through the queue of upload; "
                   "--dsn-file and --to do so, too, and show no key in the list of processes. "
                   "Without them nothing leaves this machine.")},
    OptionSpec{.name = "to",
               .value = "NAME",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Sends it on to what has this name: see emberchart-cli destinations. Options "
                   "beside it go before what is kept under the name.")},
};

std::optional<QString> forwardingFault(const CommandParser &parser)
{
    if (parser.has("forward") && parser.has("dsn-file"))
        return QCoreApplication::translate("cli", "--forward and --dsn-file exclude each other");
    if (!hasForwarding(parser) && (parser.has("proxy") || parser.has("ca-file")))
        return QCoreApplication::translate(
            "cli", "--proxy and --ca-file need --forward, --dsn-file or --to");
    return proxyFault(parser);
}

// Returns the usage error, if any.
std::optional<QString> readNumbers(const CommandParser &parser, ListenOptions &options)
{
    constexpr double dayAsSeconds = 86'400;
    if (parser.has("port")) {
        const auto port = numberIn<int>(parser.valueOf("port"), 0, 65535);
        if (!port)
            return QCoreApplication::translate("cli", "--port takes a number up to 65535");
        options.port = static_cast<std::uint16_t>(*port);
    }
    if (parser.has("duration")) {
        const auto seconds = numberIn<double>(parser.valueOf("duration"), 0.001, dayAsSeconds);
        if (!seconds)
            return QCoreApplication::translate("cli", "-d takes seconds, at most a day");
        options.duration = std::chrono::milliseconds(static_cast<int>(*seconds * 1e3));
    }
    return std::nullopt;
}

int listen(const CommandParser &parser)
{
    ListenOptions options;
    if (const auto fault = readNumbers(parser, options))
        return parser.usageError(*fault);
    if (const auto fault = forwardingFault(parser))
        return parser.usageError(*fault);
    if (hasForwarding(parser)) {
        options.target = forwardDestination(parser);
        if (!options.target)
            return exitcode::usage;
    }
    // Bodies come on many threads, and glibc keeps some megabytes for each of them unless large
    // blocks are given back at once.
    ::mallopt(M_MMAP_THRESHOLD, 256 * 1024);
    options.folder = parser.valueOf("output");
    options.isJson = parser.has("json");
    options.command = parser.positionalArguments();
    return ListenRun(std::move(options)).run();
}

} // namespace

constinit const CommandSpec listenCommand{
    .name = "listen",
    .summary = QT_TRANSLATE_NOOP("cli", "receive what a program's Sentry SDK sends"),
    .description = QT_TRANSLATE_NOOP(
        "cli",
        "Receives what Sentry SDKs send to a DSN of this machine, and says what Sentry would make "
        "of it. A command gets the DSN as SENTRY_DSN; its end is the end."),
    .operands = {{{"CMD", QT_TRANSLATE_NOOP("cli", "The command to run."), "[--] [CMD ARGS…]"}}},
    .operandKind = CommandSpec::Operands::Command,
    .options = {listenOptions, destinationOptionSpecs},
    .run = listen,
};

} // namespace ember::app

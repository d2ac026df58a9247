// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/queuecommands.h"

#include "app/cli/commands.h"
#include "app/cli/foregroundprocess.h"
#include "app/cli/messages.h"
#include "app/inbackground.h"
#include "app/session/filenames.h"
#include "app/upload/queuesender.h"
#include "app/upload/uploadplace.h"
#include "model/json/jsontext.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QLocale>
#include <QSocketNotifier>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <utility>

namespace ember::app {

namespace {

constexpr std::chrono::milliseconds lookForPauseEvery{1000};

// Whether the user has paused the queue; prints it if so.
bool isHeldByUser(UploadQueue &queue)
{
    const auto isPaused = queue.isPaused();
    if (!isPaused || !*isPaused)
        return false;
    printNote(QCoreApplication::translate("cli", "the queue is paused: upload --resume"));
    return true;
}

// Prints where envelopes lie whose queue was lost with its database.
void noteStrays(const UploadQueue &queue)
{
    const QStringList strays = queue.strays();
    if (strays.isEmpty())
        return;
    const QString text = QCoreApplication::translate(
        "cli",
        "%n envelope(s) in “%1” are of a queue whose database was lost: upload can send them as "
        "files, --forget --all removes them",
        nullptr, int(strays.size()));
    printNote(text.arg(QDir::toNativeSeparators(QFileInfo(strays.first()).path())));
}

// Prints what becomes of items that are sent.
class SendReport {
public:
    void tried(const QueuedUpload &item)
    {
        m_isShown = printOutcome(item.id, item.outcome) && m_isShown;
        if (item.state != UploadState::Delivered || !m_isShown)
            m_code = exitcode::bad;
        m_hasDelivered = m_hasDelivered || item.state == UploadState::Delivered;
        m_isHeld = m_isHeld || item.outcome.verdict == UploadVerdict::RateLimited;
    }

    // Remembers an item that another program has taken; what became of it is printed at the end.
    void lost(const QueuedUpload &item) { m_lost.append(item); }

    void failed(const model::Error &error)
    {
        printQueueError(error);
        m_code = exitcode::bad;
    }

    // Returns how many of the items that other programs have taken are still being sent.
    int awaited(UploadQueue &queue) const
    {
        return static_cast<int>(std::ranges::count_if(m_lost, [&](const QueuedUpload &item) {
            return stateNow(queue, item).state == UploadState::Sending;
        }));
    }

    // Prints items that were sent, but whose outcome the queue could not note.
    void unnoted(const QList<QueuedUpload> &items)
    {
        if (items.isEmpty())
            return;
        for (const QueuedUpload &item : items)
            printOutcome(item.id, item.outcome);
        m_code = exitcode::bad;
        printNote(QCoreApplication::translate(
            "cli",
            "the queue could not note what became of %n item(s) that were sent: --status will list "
            "them as “may have been taken”",
            nullptr, int(items.size())));
    }

    // Prints the page that shows what Sentry has received, and how much is left in the queue.
    // Returns the exit code.
    int conclude(UploadQueue &queue, const QList<QueuedUpload> &items, const QString &page)
    {
        if (m_hasDelivered && !page.isEmpty())
            printNote(QCoreApplication::translate("cli", "Sentry shows it at %1").arg(page));
        if (m_isHeld)
            printNote(QCoreApplication::translate(
                          "cli",
                          "not sent because of a limit that the server has set: it is kept in "
                          "“%1”; --ignore-limits sends all the same")
                          .arg(QDir::toNativeSeparators(PlaceLimits::file())));
        concludeLost(queue);
        int waiting = 0;
        for (const QueuedUpload &item : items) {
            const auto now = queue.item(item.number);
            waiting += now && *now && (*now)->state == UploadState::Waiting ? 1 : 0;
        }
        if (waiting > 0) {
            printNote(QCoreApplication::translate(
                "cli", "%n item(s) wait in the queue: upload --retry sends them", nullptr,
                waiting));
            m_code = exitcode::bad;
        }
        return m_code;
    }

private:
    // Returns the item as it is now. For one that is gone: the newest with its id for its place, or
    // the receipt; else `item` unchanged.
    static QueuedUpload stateNow(UploadQueue &queue, const QueuedUpload &item)
    {
        const auto now = queue.item(item.number);
        if (!now || *now)
            return now ? **now : item;
        const auto before = queue.earlier(item.id, item.place);
        return before && *before ? **before : item;
    }

    void concludeLost(UploadQueue &queue)
    {
        int delivered = 0;
        int unended = 0;
        for (const QueuedUpload &lost : std::as_const(m_lost)) {
            const QueuedUpload item = stateNow(queue, lost);
            const bool isDelivered = item.state == UploadState::Delivered;
            const bool isUnended = item.state == UploadState::Sending;
            delivered += isDelivered ? 1 : 0;
            unended += isUnended ? 1 : 0;
            if (!isDelivered && !isUnended)
                printResultLine(item.id % QLatin1Char('\t') % lostText(item));
            if (!isDelivered)
                m_code = exitcode::bad;
        }
        if (delivered > 0)
            printNote(QCoreApplication::translate("cli", "%n item(s) were sent by another program",
                                                  nullptr, delivered));
        if (unended > 0)
            printNote(QCoreApplication::translate(
                "cli", "%n item(s) are still being sent by another program", nullptr, unended));
    }

    QList<QueuedUpload> m_lost; // items that other programs have taken
    int m_code = exitcode::done;
    bool m_isShown = true;
    bool m_isHeld = false;
    bool m_hasDelivered = false;
};

// Waits for what others are sending: until a signal comes, but two minutes at most.
void awaitOthers(UploadQueue &queue, const SendReport &report, const bool &isStopped)
{
    constexpr std::chrono::milliseconds lookEvery{250};
    constexpr std::chrono::milliseconds recoverEvery{5'000}; // each recovery delays other programs
    constexpr std::chrono::milliseconds longest{120'000};
    const QDeadlineTimer end(longest);
    QDeadlineTimer nextRecovery(recoverEvery);
    if (const int count = isStopped ? 0 : report.awaited(queue); count > 0)
        printNote(QCoreApplication::translate(
            "cli", "waiting for %n item(s) that another program is sending", nullptr, count));
    while (!isStopped && !end.hasExpired() && report.awaited(queue) > 0) {
        QEventLoop pause;
        QTimer::singleShot(lookEvery, &pause, &QEventLoop::quit);
        pause.exec();
        if (!nextRecovery.hasExpired())
            continue;
        if (!queue.recover()) // what a process that died was sending is in doubt
            return;
        nextRecovery.setRemainingTime(recoverEvery);
    }
}

void appendItem(model::JsonWriter &json, const QueuedUpload &item)
{
    const auto text = [&](const char *key, const QString &value) {
        json.key(key).value(std::string_view(value.toStdString()));
    };
    const auto time = [&](const char *key, const QDateTime &value) {
        text(key, value.isValid() ? value.toUTC().toString(Qt::ISODateWithMs) : QString());
    };
    json.beginObject();
    json.key("number").value(item.number);
    text("state", stateWord(item.state));
    text("id", item.id);
    text("type", item.type);
    text("category", item.category);
    text("place", item.place);
    json.key("bytes").value(item.bytes);
    json.key("attempts").value(item.attempts);
    time("queued_at", item.queuedAt);
    time("changed_at", item.changedAt);
    time("retry_at", item.outcome.retryAt);
    text("verdict", item.wasTried() ? verdictWord(item.outcome.verdict) : QString());
    json.key("http_status").value(item.outcome.httpStatus);
    text("event_id", item.outcome.eventId);
    text("detail", item.outcome.detail);
    json.end();
}

int countedNote(const model::Result<QList<qint64>> &changed, const QList<qint64> &wanted)
{
    if (!changed) {
        printQueueError(changed.error());
        return exitcode::bad;
    }
    for (const qint64 number : wanted) {
        if (!changed->contains(number))
            printNote(QCoreApplication::translate(
                          "cli", "item %1 is not there, or is not in a state to be changed")
                          .arg(number));
    }
    return changed->size() == wanted.size() ? exitcode::done : exitcode::bad;
}

} // namespace

void printQueueError(const model::Error &error)
{
    static QString last; // a full disk gives the same error at every step
    const QString line = queueErrorLine(error);
    if (std::exchange(last, line) != line)
        printNote(line);
}

QString cellOrDash(const QString &text)
{
    return text.isEmpty() ? QStringLiteral("-") : cellText(text.toStdString());
}

bool printResultLine(const QString &line)
{
    QStringList columns;
    for (const QString &column : line.split(QLatin1Char('\t')))
        columns << QString::fromStdString(shownText(toPath(column)));
    return printResult(toPath(columns.join(QLatin1Char('\t')) + QLatin1Char('\n')));
}

bool printOutcome(const QString &id, const UploadOutcome &outcome)
{
    QString line = id % QLatin1Char('\t') % toText(outcome);
    if (!outcome.detail.isEmpty())
        line += QStringLiteral(" (%1)").arg(
            QString(outcome.detail).replace(QLatin1Char('\t'), QLatin1Char(' ')));
    return printResultLine(line);
}

int sendItems(UploadQueue &queue, const QList<QueuedUpload> &items, const model::sentry::Dsn &dsn,
              const SendOptions &options)
{
    if (isHeldByUser(queue))
        return exitcode::bad;
    // Ends the threads of the pool, as they do not block these signals, which must reach this
    // thread only.
    const TakenSignals signalsThere;
    workPool().waitForDone();
    QueueSender sender(queue);
    if (const auto known = sender.addTarget(dsn, options.way); !known) {
        printError(known.error());
        return exitcode::bad;
    }
    if (options.ignoresKeptLimits)
        sender.ignoreKeptLimits();
    SendReport report;
    QObject::connect(&sender, &QueueSender::tried, &sender,
                     [&](const QueuedUpload &item) { report.tried(item); });
    QObject::connect(&sender, &QueueSender::lost, &sender,
                     [&](const QueuedUpload &item) { report.lost(item); });
    QObject::connect(&sender, &QueueSender::failed, &sender,
                     [&](const model::Error &error) { report.failed(error); });
    QObject::connect(&sender, &QueueSender::finished, QCoreApplication::instance(),
                     &QCoreApplication::quit, Qt::QueuedConnection);
    QSocketNotifier notifier(signalsThere.fd(), QSocketNotifier::Read);
    bool isStopped = false;
    QObject::connect(&notifier, &QSocketNotifier::activated, &sender, [&] {
        while (signalsThere.next()) {
            if (std::exchange(isStopped, true))
                sender.abort();
            else
                sender.stop();
        }
    });
    QTimer pauseLook;
    QObject::connect(&pauseLook, &QTimer::timeout, &sender, [&] {
        if (const auto isPaused = queue.isPaused(); isPaused && *isPaused)
            sender.stop();
    });
    pauseLook.start(lookForPauseEvery);
    sender.send(items);
    QCoreApplication::exec();
    sender.noteRest();
    report.unnoted(sender.rest());
    awaitOthers(queue, report, isStopped);
    isHeldByUser(queue);
    return report.conclude(queue, items, options.page);
}

int printQueue(UploadQueue &queue, bool asJson)
{
    const auto items = queue.items();
    if (!items) {
        printQueueError(items.error());
        return exitcode::bad;
    }
    noteStrays(queue);
    if (asJson) {
        model::JsonWriter json;
        json.beginArray();
        for (const QueuedUpload &item : *items)
            appendItem(json, item);
        json.end();
        return printJson(json.take() + '\n') ? exitcode::done : exitcode::bad;
    }
    isHeldByUser(queue);
    for (const QueuedUpload &item : *items) {
        const QStringList columns{
            QString::number(item.number),
            stateText(item.state),
            cellOrDash(item.type),
            cellOrDash(item.id),
            QString::number(item.bytes),
            placeText(item.place),
            QLocale().toString(item.changedAt.toLocalTime(), QLocale::ShortFormat),
            item.wasTried() ? toText(item.outcome) : QString(),
            item.outcome.detail,
        };
        if (!printResultLine(columns.join(QLatin1Char('\t'))))
            return exitcode::bad;
    }
    return exitcode::done;
}

std::optional<QList<qint64>> itemNumbers(const QStringList &operands)
{
    QList<qint64> numbers;
    for (const QString &operand : operands) {
        bool isNumber = false;
        numbers.append(operand.toLongLong(&isNumber));
        if (isNumber)
            continue;
        printNote(QCoreApplication::translate("cli", "“%1” is no number of an item: see --status")
                      .arg(cellText(operand.toStdString())));
        return std::nullopt;
    }
    return numbers;
}

int retryItems(UploadQueue &queue, const QList<qint64> &numbers, const model::sentry::Dsn &dsn,
               const SendOptions &options)
{
    const QString target = targetOf(dsn);
    QList<qint64> own = numbers;
    if (!numbers.isEmpty()) {
        const auto before = queue.items();
        if (!before) {
            printQueueError(before.error());
            return exitcode::bad;
        }
        for (const QueuedUpload &item : *before) { // items for another DSN stay as they are
            if (item.target != target)
                own.removeAll(item.number);
        }
    }
    int others = static_cast<int>(numbers.size() - own.size());
    int code = others > 0 ? exitcode::bad : exitcode::done;
    if (!own.isEmpty())
        code = std::max(code, countedNote(queue.retry(own), own));
    const auto all = queue.items();
    if (!all) {
        printQueueError(all.error());
        return exitcode::bad;
    }
    QList<QueuedUpload> items;
    for (const QueuedUpload &item : *all) {
        const bool isWanted = numbers.isEmpty() || own.contains(item.number);
        if (item.state != UploadState::Waiting || !isWanted)
            continue;
        if (item.target == target)
            items.append(item);
        else
            ++others;
    }
    if (others > 0)
        printNote(QCoreApplication::translate(
            "cli", "%n item(s) are for other DSNs: name each to send them", nullptr, others));
    if (items.isEmpty())
        return code;
    return std::max(code, sendItems(queue, items, dsn, options));
}

int forgetItems(UploadQueue &queue, const QList<qint64> &numbers)
{
    return countedNote(queue.forget(numbers), numbers);
}

int forgetAll(UploadQueue &queue)
{
    const auto items = queue.items();
    if (!items) {
        printQueueError(items.error());
        return exitcode::bad;
    }
    QList<qint64> numbers;
    for (const QueuedUpload &item : *items)
        numbers.append(item.number);
    const int code = forgetItems(queue, numbers);
    queue.removeStrays();
    if (const auto forgotten = queue.forgetReceipts(); !forgotten) {
        printQueueError(forgotten.error());
        return exitcode::bad;
    }
    return code;
}

} // namespace ember::app

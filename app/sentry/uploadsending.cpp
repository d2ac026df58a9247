// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/uploadsending.h"

#include "app/upload/ratelimits.h"

#include <algorithm>
#include <utility>

namespace ember::app {

namespace {

// Whether it makes sense to send an item once more: not if the server may have it, as its samples
// would count twice, nor if the server never takes it.
bool isWorthRetrying(const QueuedUpload &item)
{
    const auto verdict = item.outcome.verdict;
    const bool isHopeless = item.state == UploadState::Refused
        && (verdict == UploadVerdict::TooLarge || verdict == UploadVerdict::Malformed);
    return item.state != UploadState::InDoubt && !isHopeless;
}

} // namespace

UploadSending::UploadSending(Uploads &uploads, QObject *parent)
    : QObject(parent),
      m_uploads(uploads)
{
    connect(&m_uploads, &Uploads::queued, this, &UploadSending::takeQueued);
    connect(&m_uploads, &Uploads::progress, this, &UploadSending::noteProgress);
    connect(&m_uploads, &Uploads::settled, this, &UploadSending::settle);
    connect(&m_uploads, &Uploads::failed, this, &UploadSending::breakOff);
}

void UploadSending::start(const QList<OutgoingEnvelope> &envelopes, const model::sentry::Dsn &dsn,
                          Again again, const UploadWay &way)
{
    m_isRunning = true;
    m_target = targetOf(dsn);
    m_envelopes.resize(static_cast<std::size_t>(envelopes.size()));
    m_batch = m_uploads.enqueue(envelopes, dsn, again, way);
}

void UploadSending::takeQueued(int batch, const QueuedBatch &result)
{
    if (batch != m_batch)
        return;
    for (qsizetype envelope = 0; envelope < result.additions.size(); ++envelope)
        takeAddition(result.first + envelope, result.additions[envelope], result.isPaused);
    m_isQueued = result.isLast;
    if (result.isLast) {
        UploadOutcome dropped;
        dropped.verdict = UploadVerdict::Cancelled;
        const QString text = result.error ? queueErrorLine(*result.error) : toText(dropped);
        for (auto rest = result.first + result.additions.size();
             rest < qsizetype(m_envelopes.size()); ++rest)
            noteUnsent(rest, text);
    }
    if (m_isCancelled)
        cancel();
    finishIfSettled();
}

QString UploadSending::untriedText(const UploadQueue::Addition &addition, bool isPaused)
{
    if (addition.kind == UploadQueue::Addition::Kind::Full)
        return tr("Not sent: the queue is full. File › Uploads… can forget items.");
    switch (addition.earlier ? addition.earlier->state : UploadState::Waiting) {
    case UploadState::Waiting:
        return isPaused ? tr("It waits: the queue is paused. File › Uploads… resumes it.")
                        : QString();
    case UploadState::Sending: return tr("It is being sent already.");
    case UploadState::InDoubt:
        return tr("Not sent again: the project may have taken it. File › Uploads… can send it "
                  "all the same.");
    default: return tr("Not sent again: the project has already received it.");
    }
}

QString UploadSending::settledText(const QueuedUpload &item)
{
    if (item.state == UploadState::Sending)
        return tr("It is being sent already.");
    const QString text = toText(item.outcome);
    return item.state == UploadState::Waiting ? QString(
               text % QLatin1Char(' ') % tr("It waits in the queue and is sent again by itself."))
                                              : text;
}

void UploadSending::takeAddition(qsizetype envelope, const UploadQueue::Addition &addition,
                                 bool isPaused)
{
    const auto earlier = addition.earlier ? addition.earlier->state : UploadState::Waiting;
    const bool isFull = addition.kind == UploadQueue::Addition::Kind::Full;
    if (!isFull && (earlier == UploadState::Waiting || earlier == UploadState::Sending))
        m_places.insert(addition.number, envelope);
    if (const QString text = untriedText(addition, isPaused); !text.isEmpty()) {
        noteUnsent(envelope, text);
        return;
    }
    m_unsettled.insert(addition.number);
    emit stateChanged(envelope, tr("Waits to be sent"), {});
}

UploadSending::Retry UploadSending::retry() const
{
    Retry retry;
    const auto now = QDateTime::currentDateTimeUtc();
    for (const Envelope &one : m_envelopes) {
        retry.isAny = retry.isAny || one.canBeRepeated;
        const bool isHeld = one.heldUntil.isValid() && one.heldUntil > now;
        retry.isAnyNow = retry.isAnyNow || (one.canBeRepeated && !isHeld);
        if (one.canBeRepeated && isHeld
            && !(retry.heldUntil.isValid() && retry.heldUntil < one.heldUntil))
            retry.heldUntil = one.heldUntil;
    }
    return retry;
}

void UploadSending::tryAgain()
{
    const auto now = QDateTime::currentDateTimeUtc();
    for (auto item = m_places.cbegin(); item != m_places.cend(); ++item) {
        Envelope &envelope = m_envelopes[static_cast<std::size_t>(item.value())];
        if (!envelope.canBeRepeated || (envelope.heldUntil.isValid() && envelope.heldUntil > now))
            continue;
        envelope = {};
        m_unsettled.insert(item.key());
        emit stateChanged(item.value(), tr("Waits to be sent"), {});
    }
    m_isRunning = true;
    m_isCancelled = false;
    m_uploads.retry(m_unsettled.values());
}

void UploadSending::cancel()
{
    m_isCancelled = true;
    m_uploads.dropBatch(m_batch);
    if (!m_unsettled.isEmpty())
        m_uploads.cancel(m_unsettled.values());
}

void UploadSending::noteProgress(qint64 number, qint64 sentBytes, qint64 totalBytes)
{
    const qsizetype envelope = m_places.value(number, -1);
    if (envelope < 0 || totalBytes <= 0)
        return;
    emit stateChanged(envelope, tr("Sending…"), {});
    m_envelopes[static_cast<std::size_t>(envelope)].progress =
        static_cast<int>(sentBytes * wholeProgress / totalBytes);
    int sum = 0;
    for (const Envelope &one : m_envelopes)
        sum += one.progress;
    emit progressed(sum / static_cast<int>(m_envelopes.size()));
}

void UploadSending::settle(const QueuedUpload &item)
{
    const qsizetype place = m_places.value(item.number, -1);
    if (place < 0)
        return;
    m_unsettled.remove(item.number);
    Envelope &envelope = m_envelopes[static_cast<std::size_t>(place)];
    envelope.isReceived = item.state == UploadState::Delivered;
    const bool isHere = item.target == m_target; // else another key was given for it meanwhile
    const QString text =
        item.state == UploadState::Waiting && !isHere ? lostText(item) : settledText(item);
    envelope.failure = envelope.isReceived ? QString() : text;
    envelope.progress = wholeProgress;
    envelope.canBeRepeated = canRetry(item, isHere) && isWorthRetrying(item);
    envelope.heldUntil = item.limitedUntil(QDateTime::currentDateTimeUtc()).value_or(QDateTime());
    emit stateChanged(place, text, item.outcome.detail.isEmpty() ? text : item.outcome.detail);
    if (item.state != UploadState::Sending)
        emit tried(place, item.outcome);
    finishIfSettled();
}

void UploadSending::noteUnsent(qsizetype envelope, const QString &text)
{
    m_envelopes[static_cast<std::size_t>(envelope)].failure = text;
    emit stateChanged(envelope, text, text);
}

// Ends the sending, as the queue cannot be used: what was not tried stays in it.
void UploadSending::breakOff(const model::Error &error)
{
    for (const qint64 number : std::exchange(m_unsettled, {}))
        noteUnsent(m_places.value(number), queueErrorLine(error));
    if (!m_places.isEmpty())
        finishIfSettled();
}

void UploadSending::finishIfSettled()
{
    if (!m_isQueued || !m_unsettled.isEmpty())
        return;
    m_isRunning = false;
    emit finished();
}

UploadSending::Result UploadSending::result() const
{
    Result result;
    result.envelopes = static_cast<int>(m_envelopes.size());
    result.received = static_cast<int>(std::ranges::count_if(m_envelopes, &Envelope::isReceived));
    result.repeatable =
        static_cast<int>(std::ranges::count_if(m_envelopes, &Envelope::canBeRepeated));
    const auto failed = std::ranges::find_if(
        m_envelopes, [](const Envelope &one) { return !one.failure.isEmpty(); });
    if (failed != m_envelopes.end())
        result.failure = failed->failure;
    return result;
}

} // namespace ember::app

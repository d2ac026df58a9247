// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/queuesender.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ember::app {

namespace {

UploadOutcome waiting(UploadVerdict verdict, const QDateTime &until)
{
    UploadOutcome outcome;
    outcome.verdict = verdict;
    outcome.retryAt = until;
    return outcome;
}

// Whether an envelope that could not be read will never be readable: it is gone, or it was cut. Any
// other error is one of this machine: its disk may be busy or away, or it has no more file
// descriptors.
bool isGone(const model::Error &error)
{
    return error.code == model::ErrorCode::FileNotFound
        || error.code == model::ErrorCode::Truncated;
}

bool isSame(const UploadWay &one, const UploadWay &other)
{
    return one.timeout == other.timeout && one.proxy == other.proxy && one.caFile == other.caFile;
}

} // namespace

QueueSender::QueueSender(UploadQueue &queue, QObject *parent) : QObject(parent), m_queue(queue) { }

// Destroys the posts before the networks that they use.
QueueSender::~QueueSender()
{
    qDeleteAll(m_running);
}

model::Result<void> QueueSender::addTarget(const model::sentry::Dsn &dsn, const UploadWay &way)
{
    const auto known = m_lanes.find(targetOf(dsn));
    if (known == m_lanes.end()) {
        EMBER_ASSIGN_OR_RETURN(auto network, UploadNetwork::open(way));
        m_lanes.insert_or_assign(targetOf(dsn),
                                 Lane{dsn, way, std::move(network), PlaceLimits(dsn), {}, 0});
        return {};
    }
    Lane &lane = known->second;
    lane.dsn = dsn; // the DSN may have another secret
    if (isSame(lane.way, way))
        return {};
    EMBER_ASSIGN_OR_RETURN(auto network, UploadNetwork::open(way));
    m_formerNetworks.push_back(std::exchange(lane.network, std::move(network)));
    lane.way = way;
    return {};
}

void QueueSender::ignoreKeptLimits()
{
    m_heedsKept = false;
    for (auto &lane : m_lanes)
        lane.second.limits.ignoreKept();
}

void QueueSender::send(const QList<QueuedUpload> &items)
{
    noteRest();
    for (const QueuedUpload &item : items) {
        const auto lane = m_lanes.find(item.target);
        if (lane != m_lanes.end())
            lane->second.pending.append(item);
    }
    QMetaObject::invokeMethod(this, qOverload<>(&QueueSender::fill), Qt::QueuedConnection);
}

void QueueSender::stop()
{
    dropPending();
    QMetaObject::invokeMethod(this, qOverload<>(&QueueSender::fill), Qt::QueuedConnection);
}

void QueueSender::dropPending()
{
    for (auto &lane : m_lanes)
        lane.second.pending.clear();
}

bool QueueSender::isIdle() const
{
    return m_running.isEmpty() && std::ranges::all_of(m_lanes, [](const auto &lane) {
               return lane.second.pending.isEmpty();
           });
}

void QueueSender::abort()
{
    stop();
    const auto running = m_running.values();
    for (EnvelopePost *post : running)
        post->cancel();
}

void QueueSender::cancel(qint64 number)
{
    if (EnvelopePost *post = m_running.value(number))
        post->cancel();
}

// Starts as many items as may run.
void QueueSender::fill()
{
    for (auto &lane : m_lanes)
        fill(lane.second);
    if (!isIdle())
        return;
    // With outcomes that could not be noted, the queue cannot be written. If withdraw() fails, more
    // is in doubt after a power failure, nothing else.
    if (m_rest.isEmpty())
        static_cast<void>(m_queue.withdraw());
    emit finished();
}

void QueueSender::fill(Lane &lane)
{
    while (lane.running < mostAtOnce && !lane.pending.isEmpty()) {
        const QueuedUpload item = lane.pending.takeFirst();
        if (const auto until = limitedUntil(item, lane))
            hold(item, waiting(UploadVerdict::RateLimited, *until));
        else
            begin(item, lane);
    }
}

// Returns until when an item must wait for rate limits; nullopt: it need not. The limit that is
// stored with the item counts, too, as the file of all limits may not have been writable.
std::optional<QDateTime> QueueSender::limitedUntil(const QueuedUpload &item, Lane &lane) const
{
    const auto now = QDateTime::currentDateTimeUtc();
    const auto ofTarget = lane.limits.limitedUntil(item.category, now);
    const auto own = m_heedsKept ? item.limitedUntil(now) : std::nullopt;
    return std::max(ofTarget, own);
}

// The envelope is read before the item is taken: what this machine cannot read now waits on.
void QueueSender::begin(const QueuedUpload &item, Lane &lane)
{
    constexpr std::chrono::seconds pause{60};
    const auto bytes = m_queue.envelope(item.number);
    if (!bytes && bytes.error().code == model::ErrorCode::FileUnreadable) {
        auto outcome =
            waiting(UploadVerdict::NotRead,
                    QDateTime::currentDateTimeUtc().addSecs(static_cast<qint64>(pause.count())));
        outcome.detail = QString::fromStdString(bytes.error().detail);
        hold(item, outcome);
        return;
    }
    if (!bytes && !isGone(bytes.error())) {
        fail(bytes.error());
        return;
    }
    const auto report = m_queue.claim(item);
    if (!report) {
        fail(report.error());
    } else if (!*report) {
        leave(item);
    } else if (!bytes) {
        UploadOutcome outcome;
        outcome.verdict = UploadVerdict::Malformed;
        outcome.detail = QString::fromStdString(bytes.error().detail);
        conclude(item, outcome);
    } else {
        const QByteArray &riding = **report;
        start(item, lane, riding.isEmpty() ? *bytes : withItem(*bytes, "client_report", riding));
    }
}

// Leaves an item that could not be taken: others have it, or the user has paused the queue.
void QueueSender::leave(const QueuedUpload &item)
{
    const auto isPaused = m_queue.isPaused();
    const auto now = m_queue.item(item.number);
    const bool isThere = now && *now;
    if (isPaused && *isPaused && isThere && (*now)->state == UploadState::Waiting) {
        dropPending();
        emit paused();
    } else {
        QueuedUpload left = isThere ? **now : item;
        if (!isThere)
            left.state = UploadState::Cancelled;
        emit lost(left);
    }
}

void QueueSender::start(const QueuedUpload &item, Lane &lane, const QByteArray &envelope)
{
    auto *post = new EnvelopePost(*lane.network, lane.dsn, this);
    connect(post, &EnvelopePost::progress, this,
            [this, number = item.number](qint64 sent, qint64 total) {
                emit progress(number, sent, total);
            });
    connect(post, &EnvelopePost::finished, this,
            [this, item, post](const UploadOutcome &outcome) { answered(item, post, outcome); });
    m_running.insert(item.number, post);
    ++lane.running;
    emit started(item.number);
    post->start(envelope);
}

// Notes why an item waits on.
void QueueSender::hold(QueuedUpload item, const UploadOutcome &outcome)
{
    item.outcome = outcome;
    if (const auto held = m_queue.hold(item.number, outcome); held)
        emit tried(item);
    else
        fail(held.error());
}

void QueueSender::answered(QueuedUpload item, EnvelopePost *post, UploadOutcome outcome)
{
    Lane &lane = m_lanes.at(item.target);
    const auto now = QDateTime::currentDateTimeUtc();
    if (outcome.httpStatus != 0)
        lane.limits.update(outcome.httpStatus, post->limits().rateLimits, post->limits().retryAfter,
                           now);
    if (const auto until = lane.limits.limitedUntil(item.category, now))
        outcome.retryAt = *until;
    m_running.remove(item.number);
    --lane.running;
    post->deleteLater();
    const auto state = conclude(item, outcome);
    if (outcome.isUnreachable && state == UploadState::Waiting)
        holdRest(lane, outcome);
    fill();
}

// Notes the outcome. Returns the item's new state, if the queue could note it.
std::optional<UploadState> QueueSender::conclude(QueuedUpload item, const UploadOutcome &outcome)
{
    const auto state = m_queue.finish(item.number, outcome);
    item.outcome = outcome;
    if (!state) {
        m_rest.append(item);
        fail(state.error());
        return std::nullopt;
    }
    item.state = *state;
    emit tried(item);
    return *state;
}

// Where one item could not reach its server, the others are not tried now: with thousands of them
// that would take hours of handshakes and timeouts. Each of them waits for a pause as after a first
// failure, whatever its own have been.
void QueueSender::holdRest(Lane &lane, UploadOutcome outcome)
{
    outcome.retryAt = UploadQueue::afterFailure(QDateTime::currentDateTimeUtc());
    const auto held = std::exchange(lane.pending, {});
    for (const QueuedUpload &item : held)
        hold(item, outcome);
}

void QueueSender::noteRest()
{
    for (const QueuedUpload &item : std::exchange(m_rest, {}))
        conclude(item, item.outcome);
}

void QueueSender::fail(const model::Error &error)
{
    dropPending();
    emit failed(error);
}

} // namespace ember::app

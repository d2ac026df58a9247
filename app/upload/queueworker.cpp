// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/queueworker.h"

#include <algorithm>
#include <utility>

namespace ember::app {

using model::Result;

namespace {

constexpr std::chrono::milliseconds listSoon{200};
constexpr std::chrono::milliseconds recoverEvery{60'000};
constexpr std::chrono::milliseconds longestEnd{2000};

// The most that is added, in envelopes and bytes, before the network gets its turn again.
constexpr qsizetype mostAtOnce = 32;
constexpr qsizetype bytesAtOnce = 1024L * 1024;

// While the sender has enough to do, envelopes are added with pauses: one that is sent soon after
// it was added is removed before the kernel has written it to the disk, and its memory serves the
// next.
constexpr qsizetype enoughHanded = 6;
constexpr std::chrono::milliseconds addAtOnce{0};
constexpr std::chrono::milliseconds addBetween{4};

} // namespace

QueueWorker::QueueWorker(QString folder)
    : m_folder(std::move(folder)),
      m_add(this),
      m_look(this),
      m_watch(this),
      m_list(this),
      m_recover(this)
{
    m_list.setSingleShot(true);
    connect(&m_add, &QTimer::timeout, this, qOverload<>(&QueueWorker::addSome));
    connect(&m_look, &QTimer::timeout, this, &QueueWorker::look);
    connect(&m_watch, &QTimer::timeout, this, &QueueWorker::watch);
    connect(&m_list, &QTimer::timeout, this, [this] { attempt([this] { return list(); }); });
    connect(&m_recover, &QTimer::timeout, this, [this] {
        if (m_queue)
            attempt([this] { return m_queue->recover(); });
    });
}

QueueWorker::~QueueWorker() = default;

// Opens the queue if need be, runs work with it, and emits failed() for an error of both.
template<typename Work>
void QueueWorker::attempt(Work work)
{
    auto done = open();
    if (done)
        done = work();
    if (!done)
        emit failed(done.error());
}

void QueueWorker::start()
{
    m_look.start(lookEvery);
    m_watch.start(watchEvery);
    m_recover.start(recoverEvery);
    look();
}

// An envelope that is still being packed delays the end of this worker, for longestEnd at most; its
// item is in doubt if that is too short.
void QueueWorker::shutDown()
{
    for (QTimer *timer : {&m_look, &m_watch, &m_list, &m_recover})
        timer->stop();
    while (!m_batches.empty())
        addSome();
    if (!m_sender || m_sender->isIdle()) {
        end();
        return;
    }
    connect(m_sender.get(), &QueueSender::finished, this, &QueueWorker::end, Qt::QueuedConnection);
    QTimer::singleShot(longestEnd, this, &QueueWorker::end);
    m_sender->abort();
}

void QueueWorker::end()
{
    m_list.stop();
    m_sender.reset();
    m_queue.reset();
    emit ended();
}

Result<void> QueueWorker::open()
{
    if (m_queue)
        return {};
    EMBER_ASSIGN_OR_RETURN(auto queue, UploadQueue::open(UploadQueue::Use::Send, m_folder));
    m_queue.emplace(std::move(queue));
    m_sender = std::make_unique<QueueSender>(*m_queue);
    connect(m_sender.get(), &QueueSender::started, this, [this](qint64 number) {
        m_handed.remove(number);
        noteChange();
    });
    connect(m_sender.get(), &QueueSender::progress, this, &QueueWorker::progress);
    connect(m_sender.get(), &QueueSender::tried, this, &QueueWorker::settle);
    connect(m_sender.get(), &QueueSender::lost, this, &QueueWorker::settle);
    connect(m_sender.get(), &QueueSender::paused, this, [this] {
        m_handed.clear();
        look();
    });
    connect(m_sender.get(), &QueueSender::failed, this, [this](const model::Error &error) {
        m_handed.clear();
        emit failed(error);
    });
    Result<void> known; // the first error; other targets are sent to all the same
    for (const Target &target : std::as_const(m_targets)) {
        const auto added = m_sender->addTarget(target.dsn, target.way);
        if (!added && known)
            known = added;
    }
    return known;
}

void QueueWorker::addTarget(const model::sentry::Dsn &dsn, const UploadWay &way)
{
    m_targets.insert(targetOf(dsn), {dsn, way});
    if (m_sender)
        attempt([&] { return m_sender->addTarget(dsn, way); });
    look();
    noteChange();
}

void QueueWorker::enqueue(int batch, const QList<OutgoingEnvelope> &envelopes,
                          const model::sentry::Dsn &dsn, Again again, const UploadWay &way)
{
    m_batches.push_back({batch, envelopes, 0, {dsn, way}, again});
    addSome();
}

void QueueWorker::dropBatch(int batch)
{
    const auto found = std::ranges::find(m_batches, batch, &Batch::number);
    if (found == m_batches.end())
        return;
    QueuedBatch result;
    result.first = found->next;
    m_batches.erase(found);
    emit queued(batch, result);
}

// Adds some envelopes, and hands them to the sender before the next are added.
void QueueWorker::addSome()
{
    if (m_batches.empty()) { // dropBatch() has dropped the rest
        m_add.stop();
        return;
    }
    Batch &batch = m_batches.front();
    QueuedBatch result;
    result.first = batch.next;
    const auto added = addSome(batch, result);
    if (!added)
        result.error = added.error();
    result.isLast = !added || batch.next == batch.envelopes.size();
    emit queued(batch.number, result);
    const auto now = QDateTime::currentDateTimeUtc();
    for (const auto &addition : std::as_const(result.additions)) {
        if (addition.earlier && addition.earlier->state == UploadState::Waiting
            && addition.earlier->limitedUntil(now))
            emit settled(*addition.earlier); // the item is not tried before its rate limit ends
    }
    if (result.first == 0 || !m_sender || !m_sender->knows(targetOf(batch.to.dsn)))
        addTarget(batch.to.dsn, batch.to.way);
    else
        attempt([&] { return handOver(result); });
    if (result.isLast)
        m_batches.pop_front();
    if (m_batches.empty())
        m_add.stop();
    else
        m_add.start(m_handed.size() < enoughHanded ? addAtOnce : addBetween);
}

// Adds the next envelopes of a batch. Those that wait in the queue already need not wait for the
// end of their pauses, only for those of rate limits.
Result<void> QueueWorker::addSome(Batch &batch, QueuedBatch &result)
{
    EMBER_RETURN_IF_ERROR(open());
    EMBER_ASSIGN_OR_RETURN(result.isPaused, m_queue->isPaused());
    qsizetype bytes = 0;
    while (batch.next < batch.envelopes.size() && result.additions.size() < mostAtOnce
           && bytes < bytesAtOnce) {
        OutgoingEnvelope &envelope = batch.envelopes[batch.next];
        EMBER_ASSIGN_OR_RETURN(const auto addition,
                               m_queue->add(envelope, batch.to.dsn, batch.again));
        if (addition.earlier && addition.earlier->state == UploadState::Waiting)
            EMBER_RETURN_IF_ERROR(m_queue->retry({addition.number}));
        result.additions.append(addition);
        bytes += envelope.bytes.size();
        envelope.bytes.clear();
        ++batch.next;
    }
    return {};
}

// Hands what was just added to the sender, as it is due. Asking the queue for all that is due would
// read it again each time.
Result<void> QueueWorker::handOver(const QueuedBatch &added)
{
    QList<QueuedUpload> items;
    for (const auto &addition : added.additions) {
        if (added.isPaused || addition.kind != UploadQueue::Addition::Kind::Queued)
            continue;
        EMBER_ASSIGN_OR_RETURN(const auto item, m_queue->item(addition.number));
        if (item && item->state == UploadState::Waiting)
            items.append(*item);
    }
    handOver(items);
    return added.isLast ? sendDue() : Result<void>();
}

void QueueWorker::retry(const QList<qint64> &numbers)
{
    attempt([&]() -> Result<void> {
        EMBER_RETURN_IF_ERROR(m_queue->retry(numbers));
        EMBER_RETURN_IF_ERROR(sendDue());
        return settleRest(numbers);
    });
    noteChange();
}

// Reports the items that the sender was not given: nothing else would report them later.
Result<void> QueueWorker::settleRest(const QList<qint64> &numbers)
{
    for (const qint64 number : numbers) {
        if (m_handed.contains(number) || m_sender->isSending(number))
            continue;
        EMBER_ASSIGN_OR_RETURN(const auto item, m_queue->item(number));
        QueuedUpload left = item.value_or(QueuedUpload());
        if (!item) {
            left.number = number;
            left.state = UploadState::Cancelled;
            left.outcome.verdict = UploadVerdict::Cancelled;
        }
        emit settled(left);
    }
    return {};
}

void QueueWorker::cancel(const QList<qint64> &numbers)
{
    attempt([&] { return breakOff(numbers); });
    noteChange();
}

Result<void> QueueWorker::breakOff(const QList<qint64> &numbers)
{
    EMBER_ASSIGN_OR_RETURN(const auto cancelled, m_queue->cancel(numbers));
    for (const qint64 number : cancelled) {
        EMBER_ASSIGN_OR_RETURN(const auto item, m_queue->item(number));
        if (item)
            emit settled(*item);
    }
    for (const qint64 number : numbers) {
        if (!m_sender->isSending(number))
            continue;
        m_cancelled.insert(number);
        m_sender->cancel(number);
    }
    return {};
}

void QueueWorker::forget(const QList<qint64> &numbers)
{
    attempt([&]() -> Result<void> {
        EMBER_RETURN_IF_ERROR(m_queue->forget(numbers));
        return {};
    });
    noteChange();
}

void QueueWorker::setPaused(bool isPaused)
{
    attempt([&]() -> Result<void> {
        EMBER_RETURN_IF_ERROR(m_queue->setPaused(isPaused));
        return sendDue();
    });
    noteChange();
}

void QueueWorker::look()
{
    if (!m_queue && !UploadQueue::exists(m_folder))
        return;
    attempt([this]() -> Result<void> {
        EMBER_RETURN_IF_ERROR(sendDue());
        EMBER_ASSIGN_OR_RETURN(const qint64 version, m_queue->version());
        if (version != m_version)
            noteChange();
        return {};
    });
}

// Hands what is due to the sender, each item once; while the queue is paused nothing is due, and
// what the sender has not begun with goes back.
Result<void> QueueWorker::sendDue()
{
    m_sender->noteRest();
    EMBER_ASSIGN_OR_RETURN(const bool isPaused, m_queue->isPaused());
    if (isPaused && !m_handed.isEmpty()) {
        m_sender->stop();
        m_handed.clear();
    }
    EMBER_ASSIGN_OR_RETURN(const auto due, m_queue->due(QDateTime::currentDateTimeUtc()));
    handOver(due);
    return {};
}

void QueueWorker::handOver(const QList<QueuedUpload> &items)
{
    QList<QueuedUpload> fresh;
    for (const QueuedUpload &item : items) {
        if (!m_sender->knows(item.target) || m_handed.contains(item.number))
            continue;
        m_handed.insert(item.number);
        fresh.append(item);
    }
    if (!fresh.isEmpty())
        m_sender->send(fresh);
}

// Notes an outcome. An item that was cancelled before a byte had left must not wait again.
void QueueWorker::settle(QueuedUpload item)
{
    m_handed.remove(item.number);
    if (m_cancelled.remove(item.number) && item.state == UploadState::Waiting) {
        item.state = UploadState::Cancelled;
        attempt([&]() -> Result<void> {
            EMBER_RETURN_IF_ERROR(m_queue->cancel({item.number}));
            EMBER_ASSIGN_OR_RETURN(const auto now, m_queue->item(item.number));
            item = now.value_or(item);
            return {};
        });
    }
    emit settled(item);
    noteChange();
}

void QueueWorker::noteChange()
{
    if (m_queue && !m_list.isActive())
        m_list.start(listSoon);
}

// Looks for changes by other processes. Called every second, so it reads the queue's version only.
void QueueWorker::watch()
{
    if (!m_queue)
        return;
    const auto version = m_queue->version();
    if (version && *version != m_version)
        look();
}

Result<void> QueueWorker::list()
{
    QueueListing listing;
    EMBER_ASSIGN_OR_RETURN(m_version, m_queue->version());
    EMBER_ASSIGN_OR_RETURN(listing.isPaused, m_queue->isPaused());
    EMBER_ASSIGN_OR_RETURN(listing.items, m_queue->items(mostItems));
    const auto targets = m_targets.keys();
    listing.targets = QSet<QString>(targets.begin(), targets.end());
    emit listed(listing);
    return {};
}

} // namespace ember::app

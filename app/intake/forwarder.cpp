// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/intake/forwarder.h"

#include "app/upload/outgoingenvelope.h"
#include "model/formats/sentry/envelope.h"

#include <string_view>
#include <utility>

namespace ember::app {

namespace {

QueuedUpload notSent(const QString &reason)
{
    QueuedUpload item;
    item.state = UploadState::Cancelled;
    item.outcome.verdict = UploadVerdict::Cancelled;
    item.outcome.detail = reason;
    return item;
}

} // namespace

model::Result<OutgoingEnvelope> toForward(const QByteArray &received)
{
    EMBER_ASSIGN_OR_RETURN(const auto bytes,
                           model::sentry::withoutDsn(std::string_view(
                               received.constData(), static_cast<std::size_t>(received.size()))));
    return outgoingEnvelope(QByteArray::fromStdString(bytes));
}

model::Result<std::unique_ptr<Forwarder>>
Forwarder::open(UploadQueue queue, const model::sentry::Dsn &target, const UploadWay &way)
{
    std::unique_ptr<Forwarder> forwarder(new Forwarder(std::move(queue), target));
    EMBER_RETURN_IF_ERROR(forwarder->m_sender.addTarget(target, way));
    return forwarder;
}

Forwarder::Forwarder(UploadQueue queue, model::sentry::Dsn target)
    : m_target(std::move(target)),
      m_queue(std::move(queue)),
      m_sender(m_queue)
{
    connect(&m_sender, &QueueSender::tried, this, &Forwarder::finish);
    connect(&m_sender, &QueueSender::lost, this, &Forwarder::finish);
    connect(&m_sender, &QueueSender::failed, this, &Forwarder::breakOff);
    connect(&m_sender, &QueueSender::finished, this, &Forwarder::idle);
}

void Forwarder::add(const ReceivedEnvelope &envelope)
{
    const auto added = [&]() -> model::Result<UploadQueue::Addition> {
        EMBER_ASSIGN_OR_RETURN(const auto outgoing, toForward(envelope.bytes));
        return m_queue.add(outgoing, m_target);
    }();
    if (!added) {
        emit envelopeFinished(envelope.number,
                              notSent(QString::fromStdString(added.error().detail)));
    } else if (added->kind == UploadQueue::Addition::Kind::Full) {
        emit envelopeFinished(envelope.number, notSent(QStringLiteral("the queue is full")));
    } else if (added->earlier) {
        addKnown(envelope.number, *added->earlier);
    } else if (const auto item = m_queue.item(added->number); item && *item) {
        m_envelopes.insert(added->number, envelope.number);
        send(**item);
    } else {
        emit envelopeFinished(envelope.number,
                              notSent(QStringLiteral("another program has removed it")));
    }
}

// Handles an envelope that came twice: waits for its item if this forwarder sends it, or if the
// item waits to be sent.
void Forwarder::addKnown(quint64 number, const QueuedUpload &earlier)
{
    if (m_envelopes.contains(earlier.number)) {
        m_envelopes.insert(earlier.number, number);
    } else if (earlier.state == UploadState::Waiting) {
        m_envelopes.insert(earlier.number, number);
        send(earlier);
    } else {
        emit envelopeFinished(number, earlier);
    }
}

bool Forwarder::isHeldByUser()
{
    const auto isPaused = m_queue.isPaused();
    return isPaused && *isPaused;
}

void Forwarder::send(const QueuedUpload &item)
{
    if (!isHeldByUser()) {
        m_sender.send({item});
        return;
    }
    auto held = notSent(QStringLiteral("the queue is paused"));
    held.number = item.number;
    held.state = UploadState::Waiting;
    finish(held);
}

void Forwarder::finish(const QueuedUpload &item)
{
    const auto numbers = m_envelopes.values(item.number);
    m_envelopes.remove(item.number);
    for (const quint64 number : numbers)
        emit envelopeFinished(number, item);
}

// Reports all envelopes that are not being sent as not sent, with the error's detail. Their items
// stay in the queue.
void Forwarder::breakOff(const model::Error &error)
{
    const auto items = m_envelopes.uniqueKeys();
    for (const qint64 number : items) {
        if (m_sender.isSending(number))
            continue;
        auto item = notSent(QString::fromStdString(error.detail));
        item.number = number;
        finish(item);
    }
}

} // namespace ember::app

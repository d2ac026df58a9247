// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/intake/listener.h"

#include "app/intake/httpserver.h"

#include <QHostAddress>
#include <QNetworkProxy>
#include <QRandomGenerator>
#include <QTcpSocket>
#include <QTimer>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <malloc.h>
#include <mutex>
#include <new>
#include <stop_token>
#include <sys/socket.h>
#include <thread>
#include <utility>
#include <vector>

namespace ember::app {

namespace {

using model::sentry::Dsn;

Dsn newDsn(std::uint16_t port)
{
    QByteArray key(16, Qt::Uninitialized);
    for (char &byte : key)
        byte = static_cast<char>(QRandomGenerator::system()->bounded(256));
    Dsn dsn;
    dsn.scheme = "http";
    dsn.publicKey = key.toHex().toStdString();
    dsn.host = "127.0.0.1";
    dsn.port = port;
    dsn.projectId = "1";
    return dsn;
}

} // namespace

// The refusals that the owner has not been told of. Any thread.
class Listener::Refusals {
public:
    // Returns whether the refusal is the first one that waits, so that the owner is to be told.
    bool add(const Answer &refusal)
    {
        constexpr std::size_t most = 100;
        const std::lock_guard lock(m_mutex);
        if (m_waiting.answers.size() == most) {
            ++m_waiting.leftOut;
            return false;
        }
        m_waiting.answers.push_back(refusal);
        return m_waiting.answers.size() == 1;
    }

    struct Waiting {
        std::vector<Answer> answers;
        std::uint64_t leftOut = 0;
    };

    Waiting take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_waiting, {});
    }

private:
    std::mutex m_mutex;
    Waiting m_waiting;
};

// Judges envelopes in their order of arrival, one at a time: the largest take memory of many times
// their size meanwhile.
class Listener::Judge {
public:
    // An envelope that waits, with the memory that it was granted.
    struct Waiting {
        std::uint64_t number = 0;
        QDateTime time;
        PeerProcess sender;
        TakenEnvelope taken;
        RoomUse room;
    };

    // Called on the judge's thread.
    struct Events {
        std::function<void(ReceivedEnvelope envelope)> judged;
        // An envelope that was answered with 200 could not be judged.
        std::function<void(const Answer &why)> lost;
    };

    explicit Judge(Events events)
        : m_events(std::move(events)),
          m_thread([this](const std::stop_token &stop) { run(stop); })
    {
    }

    // Takes the body of a request, and returns its answer. Any thread.
    Answer take(const RequestHead &head, EnvelopeBody::Whole body)
    {
        // One at a time: the memory that an envelope takes beside its bytes is known only when it
        // is parsed.
        const std::lock_guard alone(m_parsing);
        auto outcome = takeEnvelope(head, std::move(body.bytes));
        if (auto *const refusal = std::get_if<Answer>(&outcome))
            return *refusal;
        auto &taken = std::get<TakenEnvelope>(outcome);
        if (!body.room.grow(memoryBeside(taken)))
            return busyAnswer();
        const auto answer = receiptOf(taken);
        add(head.client, std::move(taken), std::move(body.room));
        return answer;
    }

    bool isIdle() const
    {
        const std::lock_guard lock(m_mutex);
        return m_judged == m_added;
    }

private:
    void add(const PeerProcess &sender, TakenEnvelope taken, RoomUse room)
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back({++m_added, QDateTime::currentDateTimeUtc(), sender, std::move(taken),
                             std::move(room)});
        m_changed.notify_one();
    }

    void run(const std::stop_token &stop)
    {
        for (;;) {
            std::unique_lock lock(m_mutex);
            const auto hasWork = [this] { return !m_waiting.empty(); };
            if (m_hasUsedMemory && !m_changed.wait_for(lock, stop, std::chrono::seconds(2), hasWork)
                && !stop.stop_requested()) {
                lock.unlock();
                giveMemoryBack();
                lock.lock();
            }
            if (!m_changed.wait(lock, stop, hasWork) || stop.stop_requested())
                return;
            auto next = std::move(m_waiting.front());
            m_waiting.pop_front();
            lock.unlock();
            try {
                judge(std::move(next));
            } catch (const std::bad_alloc &) {
                m_events.lost({503, "an envelope is lost", {"no memory to judge it"}, {}});
            }
            lock.lock();
            ++m_judged;
        }
    }

    // Gives unused memory back to the system. Bodies come on many threads, for each of which glibc
    // keeps what was freed: hundreds of megabytes after a thousand envelopes.
    void giveMemoryBack()
    {
        m_hasUsedMemory = false;
        ::malloc_trim(0);
    }

    void judge(Waiting next)
    {
        ReceivedEnvelope envelope;
        envelope.number = next.number;
        envelope.time = next.time;
        envelope.sender = std::move(next.sender);
        envelope.publicKey = next.taken.publicKey;
        envelope.items = judgeItems(next.taken);
        const auto bytes = next.taken.bytes.view();
        constexpr std::size_t much = 256UL * 1024;
        m_hasUsedMemory = m_hasUsedMemory || bytes.size() > much;
        envelope.bytes = QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()));
        envelope.room = std::make_shared<RoomUse>(std::move(next.room));
        m_events.judged(std::move(envelope));
    }

    Events m_events;
    std::mutex m_parsing;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Waiting> m_waiting;
    std::uint64_t m_added = 0;
    std::uint64_t m_judged = 0;
    bool m_hasUsedMemory = false; // since it was given back; the judge's thread
    std::jthread m_thread; // the last: it uses the others
};

Listener::Listener(QObject *parent) : QObject(parent), m_refusals(std::make_unique<Refusals>()) { }

Listener::~Listener() = default;

model::Result<void> Listener::start(std::uint16_t port)
{
    Judge::Events judged;
    judged.judged = [this](ReceivedEnvelope envelope) {
        QMetaObject::invokeMethod(
            this, [this, envelope = std::move(envelope)] { emit received(envelope); },
            Qt::QueuedConnection);
    };
    judged.lost = [this](const Answer &why) { tell(why); };
    m_judge = std::make_unique<Judge>(std::move(judged));
    HttpServer::Events events;
    events.take = [judge = m_judge.get()](const RequestHead &head, EnvelopeBody::Whole body) {
        return judge->take(head, std::move(body));
    };
    events.refused = [this](const Answer &answer) { tell(answer); };
    events.failed = [this] {
        QMetaObject::invokeMethod(this, &Listener::failed, Qt::QueuedConnection);
    };
    m_server = std::make_unique<HttpServer>(std::move(events));
    EMBER_ASSIGN_OR_RETURN(const auto bound, m_server->start(port));
    m_dsn = newDsn(bound);
    return {};
}

// Keeps a refusal until the owner is told of it. The number kept is limited, as the owner may be
// slower than clients. Any thread.
void Listener::tell(const Answer &refusal)
{
    if (m_refusals->add(refusal))
        QMetaObject::invokeMethod(this, &Listener::emitRefusals, Qt::QueuedConnection);
}

void Listener::emitRefusals()
{
    const auto [answers, leftOut] = m_refusals->take();
    for (const auto &answer : answers) {
        QStringList causes;
        for (const auto &cause : answer.causes)
            causes << QString::fromStdString(cause);
        emit refused(answer.status, QString::fromStdString(answer.detail), causes);
    }
    if (leftOut > 0)
        emit refusalsLeftOut(leftOut);
}

void Listener::finish(OpenRequests requests)
{
    if (requests == OpenRequests::Wait) {
        passLastConnection();
    } else {
        m_server->stop();
        finishWhenIdle();
    }
}

// Waits until the connections made so far are accepted, for httplimits::headMs at most, and then
// accepts no more. Connections are accepted in their order, so one of our own, made now, comes
// after all of them.
void Listener::passLastConnection()
{
    auto *const last = new QTcpSocket(this);
    last->setProxy(QNetworkProxy::NoProxy);
    const auto proceed = [this, last] {
        last->disconnect(this);
        last->deleteLater();
        m_server->acceptNoMore();
        finishWhenIdle();
    };
    // Closes only this end: when the server closes the other one, it has accepted the connection.
    connect(last, &QTcpSocket::connected, last,
            [last] { ::shutdown(static_cast<int>(last->socketDescriptor()), SHUT_WR); });
    connect(last, &QTcpSocket::disconnected, this, proceed);
    connect(last, &QTcpSocket::errorOccurred, this, proceed);
    QTimer::singleShot(httplimits::headMs, last, proceed);
    last->connectToHost(QHostAddress(QHostAddress::LocalHost), *m_dsn.port);
}

void Listener::finishWhenIdle()
{
    constexpr int turnMs = 20;
    m_server->dropSilent();
    if (m_server->connections() > 0 || !m_judge->isIdle())
        QTimer::singleShot(turnMs, this, &Listener::finishWhenIdle);
    else // after what the judge has queued
        QMetaObject::invokeMethod(this, &Listener::finished, Qt::QueuedConnection);
}

} // namespace ember::app

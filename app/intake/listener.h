// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/intake/receivedenvelope.h"
#include "model/core/result.h"
#include "model/formats/sentry/dsn.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace ember::app {

class HttpServer;

// A Sentry endpoint on 127.0.0.1: answers as Relay does (SENTRY.md §4), judges what it was sent,
// and hands it out. Nothing leaves the machine. Lives in a thread with an event loop, in which it
// emits its signals; the work is done on threads of its own. README.md has its limits.
class Listener : public QObject {
    Q_OBJECT
public:
    explicit Listener(QObject *parent = nullptr);
    // Ends all requests, and drops what is not judged yet.
    ~Listener() override;

    // Listens on a port; 0: a free one. Once. Error: NetworkError.
    model::Result<void> start(std::uint16_t port = 0);

    // The DSN for clients: a random key, project 1. Other keys and projects are accepted, too.
    // Valid after start().
    const model::sentry::Dsn &dsn() const { return m_dsn; }

    enum class OpenRequests { Wait, Drop };

    // Ends listening and emits finished() once what was received is judged. Wait: clients that have
    // connected are waited for as long as they go on sending, at most for the limits of a request;
    // later ones are not served. Drop: closes all connections; of their requests, only those that
    // were answered are judged. May be called again.
    void finish(OpenRequests requests);

signals:
    // An envelope that was answered with 200; in the order of arrival.
    void received(const ember::app::ReceivedEnvelope &envelope);
    // A request was refused, or there was no memory to judge an envelope that was answered with
    // 200. The texts may quote the client: any characters.
    void refused(int status, const QString &detail, const QStringList &causes);
    // So many more requests were refused without refused(): they came faster than it was handled.
    void refusalsLeftOut(quint64 count);
    // The listener cannot accept connections any longer.
    void failed();
    void finished();

private:
    class Judge;
    class Refusals;

    void passLastConnection();
    void finishWhenIdle();
    void tell(const Answer &refusal);
    void emitRefusals();

    model::sentry::Dsn m_dsn;
    std::unique_ptr<Refusals> m_refusals;
    std::unique_ptr<Judge> m_judge; // uses the refusals
    std::unique_ptr<HttpServer> m_server; // uses the judge and the refusals
};

} // namespace ember::app

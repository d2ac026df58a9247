// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/intake/listener.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <utility>
#include <vector>

namespace ember::tests {

struct HttpAnswer {
    int status = 0; // 0: none came
    QByteArray head;
    QByteArray body;
};

constexpr int patienceMs = 60'000; // that a loaded machine may take

using Headers = QList<std::pair<QByteArray, QByteArray>>;

// A listener in the test's event loop, with all that it has received.
class Endpoint {
public:
    Endpoint();

    app::Listener listener;
    std::vector<app::ReceivedEnvelope> envelopes;
    QList<int> refusals; // their statuses
    quint64 refusalsLeftOut = 0;

    quint16 port() const { return *listener.dsn().port; }

    // The headers that SDKs send.
    Headers headers() const;
    // A whole request as bytes.
    QByteArray request(const QByteArray &body, const Headers &headers,
                       const QByteArray &target = "/api/1/envelope/",
                       const QByteArray &method = "POST") const;
    // Sends the bytes and waits for the end of the connection.
    HttpAnswer send(const QByteArray &bytes) const;
    // The same while the event loop stands still, as if the owner had no time.
    HttpAnswer sendUnseen(const QByteArray &bytes) const;
    HttpAnswer post(const QByteArray &body, const Headers &more = {}) const;
    // Waits until so many envelopes were received.
    bool waitFor(std::size_t count) const;
};

QByteArray packed(const QByteArray &bytes, const char *encoding);

} // namespace ember::tests

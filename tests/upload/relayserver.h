// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QString>
#include <QTcpServer>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

class QSslConfiguration;
class QTcpSocket;

namespace ember::tests {

// What a client sent, and what is wrong with it by the rules Relay judges by.
struct RelayRequest {
    QByteArray method;
    QByteArray target;
    QHash<QByteArray, QByteArray> headers; // names in lower case
    QByteArray envelope; // unpacked
    QJsonObject envelopeHeader;
    QList<QJsonObject> itemHeaders;
    QList<QByteArray> payloads;
    int status = 200; // what Relay answers to a request like this
    QString problem; // "" if it is right
};

enum class RelayEnding {
    Answer,
    Hang, // takes the request and says nothing
    Reset, // takes the request and breaks the connection
    CutAnswer, // breaks the connection in the middle of the answer
    Flood, // goes on with the body for 64 MB, and would for longer
    DripBody, // a byte of it every tenth of a second
    DripAll, // so from the status line on
};

// How the server answers a request it finds nothing wrong with.
struct RelayAnswer {
    int status = 200;
    QByteArray body = R"({"id":"0123456789abcdef0123456789abcdef"})";
    QByteArray contentType = "application/json";
    QList<QByteArray> headers; // others: "Name: value"
    RelayEnding ending = RelayEnding::Answer;
};

// An HTTP server on the loopback that takes envelopes as Sentry's Relay does (SENTRY.md §4), byte
// for byte, with an envelope parser of its own. Lives in the test's event loop.
class RelayServer {
public:
    static constexpr const char *publicKey = "0123456789abcdef0123456789abcdef";
    static constexpr const char *project = "42";
    static constexpr const char *otherHost = "http://sentry.test";

    RelayServer();
    ~RelayServer();

    // With a configuration: https.
    bool listen(const QSslConfiguration *tls = nullptr);
    QString dsn() const; // with a path prefix: the test of who forgets it
    QString dsnOfNobody() const; // the same place, another key

    // The same on another host, to which this is the proxy.
    QString dsnBehindProxy() const;
    QString asProxy() const;

    void setAnswer(const RelayAnswer &answer) { m_answer = answer; }

    // Asks for the answer to each request that is right.
    void setScript(std::function<RelayAnswer(const RelayRequest &)> script)
    {
        m_script = std::move(script);
    }

    // Asks once for each request of which a part of the body has come, and not all of it, whether
    // to break the connection.
    void setBreak(std::function<bool()> isBroken) { m_isBroken = std::move(isBroken); }

    const QList<RelayRequest> &requests() const { return m_requests; }

    // What a client that does not hang up has let it send.
    qint64 flooded() const { return m_flooded; }

private:
    struct Input {
        QByteArray bytes;
        bool isAsked = false; // whether to break
    };

    void connected();
    void received(QTcpSocket *socket);
    void answer(QTcpSocket *socket, const RelayRequest &request);
    void flood(QTcpSocket *socket);
    static void drip(QTcpSocket *socket, const QByteArray &bytes);

    std::unique_ptr<QTcpServer> m_server;
    RelayAnswer m_answer;
    std::function<RelayAnswer(const RelayRequest &)> m_script;
    std::function<bool()> m_isBroken;
    QHash<QTcpSocket *, Input> m_input; // of requests that are not whole
    QList<RelayRequest> m_requests;
    QString m_scheme;
    qint64 m_flooded = 0;
};

// Judges one request, headers and body as they came.
void judgeAsRelay(RelayRequest &request, const QByteArray &body);

// The bytes of a gzip stream; nothing if it is damaged, not whole or has something behind it.
std::optional<QByteArray> gunzip(const QByteArray &bytes);

} // namespace ember::tests

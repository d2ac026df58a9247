// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QObject>
#include <QPointer>
#include <QTcpSocket>
#include <QTimer>

#include <optional>

namespace ember::app {

class OnceDevice;

// The head of an HTTP answer, and how its body ends.
struct HttpHead {
    int status = 0;
    QList<QNetworkReply::RawHeaderPair> headers;
    qint64 length = -1; // length of the body; -1: by chunks, or to the end of the connection
    bool isChunked = false;
    bool isKept = true; // whether the connection is kept open

    // Reads a head without the empty line at its end. nullopt if it is not of HTTP/1.
    static std::optional<HttpHead> read(const QByteArray &bytes);
};

// Connections to servers on this machine that wait for the next request.
class LoopbackConnections : public QObject {
    Q_OBJECT
public:
    // Returns a connection to a host, which may not be made yet. The caller owns it.
    QTcpSocket *take(const QString &host, quint16 port);
    // Takes back a connection whose answer was read to its end.
    void giveBack(QTcpSocket *socket, const QString &host, quint16 port);

private:
    struct Idle {
        QPointer<QTcpSocket> socket; // a child of this
        QString host;
        quint16 port = 0;
    };

    QList<Idle> m_idle;
};

// A POST over plain HTTP/1.1 to a server on this machine. QNetworkAccessManager gives the kernel
// 16 KB at a time, and leaves Nagle's algorithm on: on the loopback each pair of such pieces waits
// 40 ms for its acknowledgement. Nothing is sent twice, and redirects are not followed.
class LoopbackReply : public QNetworkReply {
    Q_OBJECT
public:
    static constexpr qint64 longestHead = 64LL * 1024;

    // The connections must outlive this; the body belongs to this.
    LoopbackReply(const QNetworkRequest &request, OnceDevice *body, qint64 size,
                  LoopbackConnections &connections);
    ~LoopbackReply() override;

    void abort() override;
    bool isSequential() const override { return true; }
    qint64 bytesAvailable() const override;

protected:
    qint64 readData(char *data, qint64 size) override;

private:
    QByteArray requestHead() const;
    void begin();
    void writeMore();
    void receive();
    bool takeHead();
    bool takeBody();
    bool takeChunks();
    void lost();
    void fail(NetworkError error, const QString &text);
    void finish();

    QNetworkRequest m_request;
    OnceDevice *m_body;
    qint64 m_size;
    LoopbackConnections &m_connections;
    QTcpSocket *m_socket;
    QTimer m_silence; // runs out after a time without any progress
    QByteArray m_input; // bytes of the answer that are not parsed yet
    std::optional<HttpHead> m_head;
    QByteArray m_answer; // body of the answer that the caller has not read yet
    qint64 m_taken = 0; // bytes of the answer's body taken from m_input
    qint64 m_written = 0; // bytes of the request's body given to the socket
};

} // namespace ember::app

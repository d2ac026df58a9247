// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QtGlobal>

#include <arpa/inet.h>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace ember::tests {

// Gives the same answer to everything that is asked of it by HTTP, byte for byte, and hangs up.
class AnsweringServer {
public:
    explicit AnsweringServer(QByteArray answer)
        : m_answer(std::move(answer)),
          m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof(address);
        auto *raw = reinterpret_cast<sockaddr *>(&address);
        if (::bind(m_socket, raw, length) != 0 || ::getsockname(m_socket, raw, &length) != 0
            || ::listen(m_socket, 4) != 0)
            qFatal("no socket to listen at");
        m_port = ntohs(address.sin_port);
        m_thread = std::thread([this] { serve(); });
    }

    ~AnsweringServer()
    {
        ::shutdown(m_socket, SHUT_RDWR);
        m_thread.join();
        ::close(m_socket);
    }

    AnsweringServer(const AnsweringServer &) = delete;
    AnsweringServer &operator=(const AnsweringServer &) = delete;

    static QByteArray page(const QByteArray &status, const QByteArray &body = {})
    {
        return "HTTP/1.0 " + status + "\r\nContent-Length: " + QByteArray::number(body.size())
            + "\r\n\r\n" + body;
    }

    void setAnswer(QByteArray answer)
    {
        const std::lock_guard lock(m_mutex);
        m_answer = std::move(answer);
    }

    QByteArray name() const { return "127.0.0.1:" + QByteArray::number(m_port); }

    QByteArray url() const { return "http://" + name() + '/'; }

    int asked() const { return m_asked; }

private:
    void serve()
    {
        for (int caller = 0; (caller = ::accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
            QByteArray request;
            char block[1024];
            for (ssize_t count = 1; count > 0 && !request.contains("\r\n\r\n");) {
                count = ::recv(caller, block, sizeof(block), 0);
                request.append(block, static_cast<qsizetype>(count > 0 ? count : 0));
            }
            ++m_asked;
            send(caller);
            ::close(caller);
        }
    }

    void send(int caller)
    {
        const std::lock_guard lock(m_mutex);
        for (qsizetype sent = 0; sent < m_answer.size();) {
            const auto count =
                ::send(caller, m_answer.constData() + sent,
                       static_cast<std::size_t>(m_answer.size() - sent), MSG_NOSIGNAL);
            if (count <= 0)
                return;
            sent += count;
        }
    }

    std::mutex m_mutex; // guards the answer
    QByteArray m_answer;
    int m_socket;
    std::uint16_t m_port = 0;
    std::atomic<int> m_asked = 0;
    std::thread m_thread;
};

} // namespace ember::tests

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/listener.h"

#include <QByteArray>

#include <atomic>
#include <mutex>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace ember::tests {

// Gives the same answer to everything that is asked of it by HTTP, byte for byte, and hangs up.
class AnsweringServer {
public:
    explicit AnsweringServer(QByteArray answer) : m_answer(std::move(answer))
    {
        m_thread = std::thread([this] { serve(); });
    }

    ~AnsweringServer()
    {
        m_isEndless = false;
        ::shutdown(m_listener.socket(), SHUT_RDWR);
        m_thread.join();
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

    // From now on the answer is followed by more, for as long as the caller listens.
    void setEndless() { m_isEndless = true; }

    QByteArray name() const { return m_listener.name(); }

    QByteArray url() const { return m_listener.url(); }

    int asked() const { return m_asked; }

private:
    void serve()
    {
        for (int caller = 0;
             (caller = ::accept4(m_listener.socket(), nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
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
        const QByteArray more(1 << 16, 'x');
        while (
            m_isEndless
            && ::send(caller, more.constData(), static_cast<std::size_t>(more.size()), MSG_NOSIGNAL)
                > 0) { }
    }

    std::mutex m_mutex; // guards the answer
    QByteArray m_answer;
    Listener m_listener;
    std::atomic<int> m_asked = 0;
    std::atomic<bool> m_isEndless = false;
    std::thread m_thread;
};

} // namespace ember::tests

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString> // joins byte arrays, too
#include <QtGlobal>

#include <arpa/inet.h>
#include <cstdint>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace ember::tests {

// Takes calls at a free port of this machine. By itself it never answers them.
class Listener {
public:
    Listener() : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
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
    }

    ~Listener() { ::close(m_socket); }

    Listener(const Listener &) = delete;
    Listener &operator=(const Listener &) = delete;

    int socket() const { return m_socket; }

    std::uint16_t port() const { return m_port; }

    QByteArray name() const { return "127.0.0.1:" + QByteArray::number(m_port); }

    QByteArray url() const { return "http://" + name() + '/'; }

private:
    int m_socket;
    std::uint16_t m_port = 0;
};

} // namespace ember::tests

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSslConfiguration>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <optional>

namespace ember::tests {

// A certificate authority of a test's own, which nobody trusts unasked. Its certificates are
// made by the openssl command.
class TestAuthority {
public:
    // The name that the authority's certificate has.
    static constexpr const char *name = "Emberchart Test CA";

    // False if there is no openssl that can, or no TLS in Qt: a reason to skip a test.
    bool make();

    QString certificateFile() const { return in("ca.pem"); }

    struct Server {
        QByteArray host = "IP:127.0.0.1"; // its alternative name
        QByteArray from = "20200101000000Z";
        QByteArray to = "21200101000000Z";
    };

    // What a server needs that has a certificate of this authority, named "upload.test".
    std::optional<QSslConfiguration> certify(const Server &server) const;

private:
    QString in(const char *file) const { return m_folder.filePath(QString::fromLatin1(file)); }

    bool openssl(const QStringList &arguments) const;
    bool write(const char *file, const QByteArray &text) const;

    QTemporaryDir m_folder;
};

} // namespace ember::tests

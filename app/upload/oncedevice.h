// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QIODevice>

namespace ember::app {

// Bytes that can be read once, from the start to the end. The body of a request that must not be
// sent twice: when a connection breaks before the answer, QNetworkAccessManager rewinds the body
// and quietly sends the whole request again, POST or not. What cannot be rewound it reports as an
// error instead.
class OnceDevice : public QIODevice {
    Q_OBJECT
public:
    explicit OnceDevice(QByteArray bytes, QObject *parent = nullptr);

    bool isSequential() const override { return true; }

    bool seek(qint64) override { return false; }

    bool reset() override { return false; }

    bool atEnd() const override { return m_position >= m_bytes.size(); }

    qint64 bytesAvailable() const override
    {
        return m_bytes.size() - m_position + QIODevice::bytesAvailable();
    }

protected:
    qint64 readData(char *data, qint64 size) override;
    qint64 writeData(const char *data, qint64 size) override;

private:
    QByteArray m_bytes;
    qint64 m_position = 0;
};

} // namespace ember::app

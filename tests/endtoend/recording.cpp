// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/endtoend/recording.h"

#include "capture/symbols/symbolizer.h"
#include "model/formats/bytes/bytesource.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <csignal>

namespace ember::tests {

QString Recording::targetPath(const QString &name)
{
    return QDir(QStringLiteral(EMBER_BUILD_DIR "/targets")).filePath(name);
}

void Recording::start(const QStringList &recordOptions, const QStringList &target)
{
    const auto programs = QStringLiteral(EMBER_BUILD_DIR);
    auto arguments = recordOptions;
    arguments << QStringLiteral("-o") << logPath() << QStringLiteral("--")
              << targetPath(target.first());
    arguments << target.sliced(1);
    m_recorder.setProcessChannelMode(QProcess::MergedChannels);
    m_recorder.start(programs + QStringLiteral("/emberchart-record"), arguments);
    if (!m_recorder.waitForStarted(60'000))
        qFatal("the recorder does not start");
}

QByteArray Recording::finish()
{
    // False also of what has ended already.
    if (!m_recorder.waitForFinished(200'000) && m_recorder.state() != QProcess::NotRunning)
        qFatal("the recorder does not end");
    return m_recorder.readAll();
}

void Recording::kill()
{
    m_recorder.kill();
    m_recorder.waitForFinished(60'000);
}

void Recording::signal(int number)
{
    ::kill(static_cast<pid_t>(m_recorder.processId()), number);
}

void Recording::send(const QByteArray &bytes)
{
    m_recorder.write(bytes);
    m_recorder.waitForBytesWritten();
}

qint64 Recording::logSize() const
{
    return QFileInfo(logPath()).size();
}

model::capturelog::LogReading Recording::read(const QString &log)
{
    const auto path = log.toStdString();
    const auto bytes = model::Bytes::readFile(path, {}, model::Holes::LeaveOut);
    if (!bytes)
        qFatal("no log: %s", bytes.error().detail.c_str());
    capture::Symbolizer symbols;
    model::capturelog::ReadOptions options;
    options.resolver = &symbols;
    auto reading = model::capturelog::readCaptureLog(path, bytes->view(), options);
    if (!reading)
        qFatal("unreadable log: %s", reading.error().detail.c_str());
    return std::move(reading).value();
}

QStringList HeldTarget::command() const
{
    return {QStringLiteral("/bin/sh"),
            QStringLiteral("-c"),
            QStringLiteral("\"$0\" 2 600000 & while ! test -e \"$1\"; do sleep 0.05; done; "
                           "kill $!; : > \"$2\""),
            Recording::targetPath(QStringLiteral("busythreads")),
            m_go,
            m_done};
}

bool HeldTarget::release() const
{
    return QFile(m_go).open(QIODevice::WriteOnly);
}

bool HeldTarget::isDone() const
{
    return QFile::exists(m_done);
}

} // namespace ember::tests

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/logreader.h"

#include <QProcess>
#include <QTemporaryDir>

#include <string>

namespace ember::tests {

// One run of emberchart-record with a target of the tests.
class Recording {
public:
    // An absolute name stays what it is.
    static QString targetPath(const QString &name);
    // `target`: the program's name and its arguments.
    void start(const QStringList &recordOptions, const QStringList &target);
    // Waits for the recorder's own end; what target and recorder printed.
    QByteArray finish();
    // SIGKILL.
    void kill();
    void signal(int number);
    // To the recorder's standard input: `--control-fd 0` makes it commands.
    void send(const QByteArray &bytes);

    QString file(const QString &name) const { return m_folder.filePath(name); }

    QString logPath() const { return file(QStringLiteral("capture.ember")); }

    qint64 logSize() const;
    // With names. Fails the program if the log cannot be read.
    model::capturelog::LogReading read() const { return read(logPath()); }

    static model::capturelog::LogReading read(const QString &path);

private:
    QTemporaryDir m_folder;
    QProcess m_recorder;
};

// A target that is busy until it is released, at the latest when this is destroyed. Its files lie
// in the recording's folder.
class HeldTarget {
public:
    explicit HeldTarget(const Recording &recording)
        : m_go(recording.file(QStringLiteral("go"))),
          m_done(recording.file(QStringLiteral("done")))
    {
    }

    ~HeldTarget() { release(); }
    Q_DISABLE_COPY_MOVE(HeldTarget)

    QStringList command() const;
    bool release() const; // false if that failed
    bool isDone() const; // it has run to its normal end

private:
    QString m_go;
    QString m_done;
};

} // namespace ember::tests

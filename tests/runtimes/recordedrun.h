// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/logreader.h"
#include "model/profile/profile.h"

#include <QFile>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

namespace ember::tests {

// What the recorder makes with these arguments, behind which may be a command to record; null: no
// log can be read.
inline model::ProfilePointer recordedRun(const QStringList &arguments,
                                         const model::capturelog::ReadOptions &options = {})
{
    const QTemporaryDir folder;
    const auto log = folder.filePath(QStringLiteral("capture.ember"));
    QProcess recorder;
    recorder.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-record"),
                   QStringList{QStringLiteral("-o"), log} + arguments);
    QFile file(log);
    if (!recorder.waitForFinished(120'000) || !file.open(QIODevice::ReadOnly))
        return nullptr;
    const auto bytes = file.readAll().toStdString();
    const auto reading = model::capturelog::readCaptureLog(log.toStdString(), bytes, options);
    return reading ? reading->profile : nullptr;
}

// What a command does, sampled at 499 Hz.
inline model::ProfilePointer recordedCommand(const QStringList &command,
                                             const model::capturelog::ReadOptions &options = {})
{
    return recordedRun(
        QStringList{QStringLiteral("-F"), QStringLiteral("499"), QStringLiteral("--")} + command,
        options);
}

} // namespace ember::tests

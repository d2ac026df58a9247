// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/filecopy.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace ember::app {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr qint64 blockBytes = qint64(1) << 20U;

Error errorOf(ErrorCode code, const QFileDevice &file)
{
    return {code, file.fileName().toStdString(), file.errorString().toStdString()};
}

} // namespace

Result<void> copyFile(const QString &from, const QString &to, const std::stop_token &stop)
{
    QFile source(from);
    if (!source.open(QIODevice::ReadOnly))
        return errorOf(ErrorCode::FileUnreadable, source);
    QSaveFile copy(to);
    if (!copy.open(QIODevice::WriteOnly))
        return errorOf(ErrorCode::FileNotWritable, copy);
    if (!QFileInfo::exists(to)) // an existing file keeps its permissions
        copy.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    while (!source.atEnd()) {
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, {}, {}};
        const QByteArray block = source.read(blockBytes);
        if (source.error() != QFileDevice::NoError)
            return errorOf(ErrorCode::FileUnreadable, source);
        if (copy.write(block) != block.size())
            return errorOf(ErrorCode::FileNotWritable, copy);
    }
    if (!copy.commit())
        return errorOf(ErrorCode::FileNotWritable, copy);
    return {};
}

} // namespace ember::app

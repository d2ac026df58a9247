// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QByteArray>
#include <QImage>
#include <QString>
#include <QStringList>

#include <functional>

namespace ember::app {

// Replaces a file atomically: on a full disk the old one stays. A new file is readable by its owner
// only. Errors: those of model::StagedFiles.
model::Result<void> saveWhole(const QByteArray &bytes, const QString &path);

// Runs `save`, which may write several files named after `path`: NAME-000 and so on. As nobody was
// asked about those names, `save` is passed what it must not replace: the inputs, and files that
// have such names already. Errors: those of `save`, but FileNotWritable, with the name, if such a
// file is in the way. Any thread.
model::Result<QStringList>
saveNumberedFiles(const QString &path, const QStringList &inputs,
                  const std::function<model::Result<QStringList>(const QStringList &kept)> &save);

// Checks whether the path's extension is that of a picture. Error: InvalidArgument, with the
// formats that pictures can have.
model::Result<void> checkPictureFormat(const QString &path);

// Saves a picture in the format of the path's extension. Errors: those of checkPictureFormat() and
// saveWhole(), FileNotWritable.
model::Result<void> savePicture(const QImage &picture, const QString &path);

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QByteArray>
#include <QImage>
#include <QString>

namespace ember::app {

// Replaces a file atomically: on a full disk the old one stays. A new file is readable by its owner
// only. Errors: those of model::StagedFiles.
model::Result<void> saveWhole(const QByteArray &bytes, const QString &path);

// Saves a picture in the format of the path's extension. Also error FileNotWritable with Qt's
// reason if it does not know the format.
model::Result<void> savePicture(const QImage &picture, const QString &path);

} // namespace ember::app

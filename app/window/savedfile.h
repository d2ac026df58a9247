// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QByteArray>
#include <QImage>
#include <QString>

namespace ember::app {

// Writes a file over what is there, whole or not at all: on a full disk the old one stays. A new
// one is its user's alone. Errors: those of model::StagedFiles.
model::Result<void> saveWhole(const QByteArray &bytes, const QString &path);

// The same of a picture, in the format of the path's extension. Error also: FileNotWritable, with
// what Qt says, if it knows no such format.
model::Result<void> savePicture(const QImage &picture, const QString &path);

} // namespace ember::app

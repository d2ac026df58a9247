// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>
#include <QWidget>

namespace ember::tests {

// Shows the widget at that size (offscreen), lets it settle, and takes its picture.
QImage pictureOf(QWidget &widget, QSize size);

// Keeps the picture for people under EMBER_PICTURES, if that is set.
void keepPicture(const QImage &picture, const QString &name);

// How many colours a picture has, up to `enough`: one means that nothing was painted.
int colourCount(const QImage &picture, int enough);

} // namespace ember::tests

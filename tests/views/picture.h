// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/theme.h"

#include <QImage>
#include <QString>
#include <QWidget>

namespace ember::views {
class ViewState;
}

namespace ember::tests {

// A column `shade` with the rows "light" and "dark".
void addShades();

// What is painted then, and the application around it, is in that shade.
void useShade(views::ViewState &state, views::Shade shade);

// Shows the widget at that size (offscreen), lets it settle, and takes its picture.
QImage pictureOf(QWidget &widget, QSize size);

// Keeps the picture for people under EMBER_PICTURES, if that is set, as NAME-ROW.png.
void keepPicture(const QImage &picture, const QString &name);

// How many colours a picture has, up to `enough`: one means that nothing was painted.
int colourCount(const QImage &picture, int enough);

} // namespace ember::tests

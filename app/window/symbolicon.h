// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace ember::app {

// An icon of resources/icons by its file's name, its black drawn in the application palette's text
// colour at the time of painting: one set for light and dark, sharp at any scale.
QIcon symbolIcon(const QString &name);

QIcon applicationIcon();

} // namespace ember::app

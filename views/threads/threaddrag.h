// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"

#include <QMimeData>
#include <QString>

#include <vector>

namespace ember::views {

// Threads that are dragged from one place to another, within this window.
QString threadMimeType();
QMimeData *threadMimeData(const std::vector<model::ThreadIndex> &threads); // the caller's
// None where the data is something else.
std::vector<model::ThreadIndex> draggedThreads(const QMimeData &data);

} // namespace ember::views

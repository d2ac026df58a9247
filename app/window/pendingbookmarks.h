// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/bookmarks.h"

#include <QString>

#include <vector>

namespace ember::app {

// A bookmark on its way into the log it is of.
struct PendingBookmark {
    QString path;
    model::capturelog::BookmarkRecord record;
};

// Bookmarks of logs that were still being written, over the end of the program: in the settings,
// which nobody else may read. Replaces what was remembered before.
void rememberPending(const std::vector<PendingBookmark> &bookmarks);
std::vector<PendingBookmark> rememberedPending();

} // namespace ember::app

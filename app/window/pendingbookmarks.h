// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/bookmarks.h"

#include <QString>

#include <vector>

namespace ember::app {

// A bookmark that is not yet written to its log.
struct PendingBookmark {
    QString path;
    model::capturelog::BookmarkRecord record;
};

// Stores pending bookmarks in the (private) settings across runs. Replaces the earlier ones.
void rememberPending(const std::vector<PendingBookmark> &bookmarks);
std::vector<PendingBookmark> rememberedPending();

} // namespace ember::app

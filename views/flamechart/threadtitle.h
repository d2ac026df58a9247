// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <QString>

namespace ember::views {

// How a thread is called wherever it is shown.
struct ThreadTitle {
    QString name; // its own; "Thread 12" if it has none
    QString details; // "12 · xz (4711) · 1,204 samples"
};

ThreadTitle threadTitle(const model::Profile &profile, model::ThreadIndex thread);
// "xz (4711)"; empty if nothing is known.
QString processTitle(const model::Profile &profile, model::ProcessIndex process);

} // namespace ember::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <QString>

#include <unordered_map>
#include <vector>

namespace ember::views {

// How a thread is called wherever it is shown.
struct ThreadTitle {
    QString name; // its own; "Thread 12" if it has none
    QString details; // "12 · xz (4711) · 1,204 samples"
};

ThreadTitle threadTitle(const model::Profile &profile, model::ThreadIndex thread);
// "xz (4711)"; empty if nothing is known.
QString processTitle(const model::Profile &profile, model::ProcessIndex process);

// What threads were called before they had the name they are shown by, each name once, the oldest
// first. Threads that had no other name are not in it.
using FormerNames = std::unordered_map<model::ThreadIndex, std::vector<model::StringIndex>>;

FormerNames formerNames(const model::Profile &profile);

// "bash, sh"; empty if there are none. Of very many the last ones.
QString formerNamesText(const model::Profile &profile, const FormerNames &names,
                        model::ThreadIndex thread);

} // namespace ember::views

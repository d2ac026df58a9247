// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <QString>

#include <unordered_map>
#include <vector>

namespace ember::views {

// The title of a thread wherever it is shown.
struct ThreadTitle {
    QString name; // "Thread 12" if it has none
    QString details; // "12 · xz (4711) · 1,204 samples"
};

ThreadTitle threadTitle(const model::Profile &profile, model::ThreadIndex thread);
// Returns the name alone, which is cheap.
QString threadName(const model::Profile &profile, model::ThreadIndex thread);
// Returns "xz · recorded twice" for the name of a second record (model/query/secondrecords.h).
QString recordedTwiceName(const QString &name);
// Returns an explanation of "recorded twice".
QString recordedTwiceTip();
// Returns "xz (4711)"; empty if nothing is known.
QString processTitle(const model::Profile &profile, model::ProcessIndex process);

// The earlier names of threads, before the one they are shown by, each name once, the oldest first.
// Threads without earlier names have no entry.
using FormerNames = std::unordered_map<model::ThreadIndex, std::vector<model::StringIndex>>;

FormerNames formerNames(const model::Profile &profile);

// Returns "bash, sh"; empty if there are none. Of very many names only the last ones are returned.
QString formerNamesText(const model::Profile &profile, const FormerNames &names,
                        model::ThreadIndex thread);

} // namespace ember::views

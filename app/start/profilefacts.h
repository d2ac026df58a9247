// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"

#include <QImage>
#include <QString>
#include <QStringList>

#include <optional>

namespace ember::app {

// The facts that the start page shows of a profile without reading it: length, threads, slow and
// frozen frames, and a small picture: the chart of its busiest thread, without time the flame
// graph.
struct ProfileFacts {
    model::Nanoseconds length{}; // 0: a profile without time
    std::size_t threads = 0;
    std::size_t slowFrames = 0; // without the frozen ones
    std::size_t frozenFrames = 0;
    QImage picture; // null if there is nothing to draw; transparent where no call is
};

// Looks a profile over. Any thread; takes milliseconds, without time as long as a flame graph.
ProfileFacts factsOf(const model::SpanTable &spans);

// The file with the facts of what was opened together: paths of files and folders. It is in the
// capture's folder if that is the log of one, else in the user's state folder (XDG), where the
// newest hundred are kept.
QString factsFile(const QStringList &opened);

// Writes the facts, with owner-only permissions; on failure there are none. Any thread.
void keepFacts(const ProfileFacts &facts, const QStringList &opened);

// Reads what keepFacts() wrote; empty if there is nothing, or a file or folder has changed since.
std::optional<ProfileFacts> keptFacts(const QStringList &opened);

} // namespace ember::app

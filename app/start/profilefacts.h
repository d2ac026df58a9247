// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"

#include <QImage>
#include <QString>
#include <QStringList>

#include <optional>

namespace ember::app {

// The facts that the start page shows about a profile without reading it: length, threads, slow and
// frozen frames, and a small picture: the chart of the busiest thread, or of a profile without time
// the flame graph.
struct ProfileFacts {
    model::Nanoseconds length{}; // 0: a profile without time
    std::size_t threads = 0;
    std::size_t slowFrames = 0; // without the frozen ones
    std::size_t frozenFrames = 0;
    QImage picture; // null if there is nothing to draw; transparent where no call is
};

// Finds the facts about a profile. Any thread; takes milliseconds, for a profile without time as
// long as a flame graph.
ProfileFacts factsOf(const model::SpanTable &spans);

// Returns the path of the file with the facts about what was opened together (paths of files and
// folders). It is in the capture's folder if a capture's log was opened, else in the user's state
// folder (XDG), where the newest hundred are kept.
QString factsFile(const QStringList &opened);

// Writes the facts to a file with owner-only permissions; ignores failures. Any thread.
void keepFacts(const ProfileFacts &facts, const QStringList &opened);

// Reads what keepFacts() wrote; empty if there is nothing, or a file or folder has changed since.
std::optional<ProfileFacts> keptFacts(const QStringList &opened);

} // namespace ember::app

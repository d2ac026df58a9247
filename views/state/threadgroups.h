// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/text/threadtitle.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <tuple>
#include <vector>

namespace ember::views {

// A group's place in ThreadOrder::groups().
using ThreadGroupIndex = model::Index<struct ThreadGroupTag>;

// Threads shown together: a single one, those with similar names, or all that are idle. Threads of
// different recordings are in different groups.
struct ThreadGroup {
    enum class Kind : std::uint8_t { Single, Alike, Idle };

    Kind kind = Kind::Single;
    QString key; // its identity, also in later snapshots; empty: Single
    QString name; // "worker-1 … 64"; empty: Idle
    std::vector<model::ThreadIndex> threads;
    QString recording; // of its threads; empty: Single, or the profile does not have several

    friend bool operator==(const ThreadGroup &, const ThreadGroup &) = default;
};

// A thread's name split at its last number: "worker-12" is {"worker-", 12, ""}.
struct NumberedName {
    QString before;
    std::optional<qulonglong> number;
    QString after;

    explicit NumberedName(const QString &name);

    // Natural order: 2 before 10.
    friend bool operator<(const NumberedName &a, const NumberedName &b)
    {
        return std::tie(a.before, a.number, a.after) < std::tie(b.before, b.number, b.after);
    }
};

// Up to this number of threads there is no group of idle ones.
inline constexpr std::size_t fewThreads = 20;

using ThreadTest = std::function<bool(model::ThreadIndex)>;

// Returns the groups in the order of `threads`: a group is at the place of its first thread, the
// idle ones are last. Threads for which `isAlone` returns true are in no group, nor is the main
// thread that others inherit their name from. Groups of similar names have four threads or more.
std::vector<ThreadGroup> groupThreads(const model::Profile &profile,
                                      const std::vector<model::ThreadIndex> &threads,
                                      const ThreadTest &isAlone, const ThreadTest &isIdle);

// Returns the name of a group: "worker-1 … 64", "30 quiet threads" (idle ones may have run a
// little, and many together more), "main · first.ember".
QString groupName(const ThreadGroup &group);
// Returns the title of threads in a group: "worker-1 … 64", "64 threads · ran 1.2 s · 12,204
// samples".
ThreadTitle groupTitle(const model::SpanTable &spans, const ThreadGroup &group);

} // namespace ember::views

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

// Where a group stands among the others.
using ThreadGroupIndex = model::Index<struct ThreadGroupTag>;

// Threads that stand together: one alone, those with alike names, or all that did next to nothing.
struct ThreadGroup {
    enum class Kind : std::uint8_t { Single, Alike, Idle };

    Kind kind = Kind::Single;
    QString key; // tells it apart, in later snapshots, too; empty: Single
    QString name; // "worker-1 … 64"; empty: Idle
    std::vector<model::ThreadIndex> threads;

    friend bool operator==(const ThreadGroup &, const ThreadGroup &) = default;
};

// A thread's name around its last number: "worker-12" is {"worker-", 12, ""}.
struct NumberedName {
    QString before;
    std::optional<qulonglong> number;
    QString after;

    explicit NumberedName(const QString &name);

    // As people sort: 2 before 10.
    friend bool operator<(const NumberedName &a, const NumberedName &b)
    {
        return std::tie(a.before, a.number, a.after) < std::tie(b.before, b.number, b.after);
    }
};

// Up to so many threads each stands alone.
inline constexpr std::size_t fewThreads = 20;

using ThreadTest = std::function<bool(model::ThreadIndex)>;

// In the order of `threads`: a group stands where its first thread stood, the idle ones last.
// Whoever `isAlone` is in no group, nor is the main thread that others are called after. Groups of
// alike names have four threads or more.
std::vector<ThreadGroup> groupThreads(const model::Profile &profile,
                                      const std::vector<model::ThreadIndex> &threads,
                                      const ThreadTest &isAlone, const ThreadTest &isIdle);

// Of threads that stand together: "worker-1 … 64", "64 threads · busy 1.2 s · 12,204 samples".
ThreadTitle groupTitle(const model::SpanTable &spans, const ThreadGroup &group);

} // namespace ember::views

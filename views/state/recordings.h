// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <QString>

#include <cstddef>
#include <memory>
#include <vector>

namespace ember::views {

// Threads that were recorded together. Sources of one process, such as the chunks of a session, are
// one recording.
struct Recording {
    QString name; // of its file, otherwise of its program; unique
    std::vector<model::ThreadIndex> threads; // with samples
};

// The recordings of a profile in the order of its sources; none if there are fewer than two. Linear
// in sources and threads.
std::vector<Recording> recordingsOf(const model::Profile &profile);

// The index of each thread's recording; recordings.size() for a thread without one.
std::vector<std::size_t> recordingsByThread(const std::vector<Recording> &recordings,
                                            std::size_t threadCount);

// Tells the name of each thread's recording. Empty if the profile has fewer than two recordings: a
// name that all threads share would tell nothing. Copies share their names.
class RecordingNames {
public:
    RecordingNames() = default;
    explicit RecordingNames(const model::Profile &profile);

    // Returns the name of the thread's recording; empty if there is none to tell.
    QString of(model::ThreadIndex thread) const;
    // Returns the thread's name with its recording's: "xz · first.ember" for "xz".
    QString beside(const QString &threadName, model::ThreadIndex thread) const;

private:
    struct Names {
        std::vector<Recording> recordings;
        std::vector<std::size_t> byThread;
    };

    std::shared_ptr<const Names> m_names; // null if there are fewer than two recordings
};

// Returns both names: "xz · first.ember"; `name` alone if `recording` is empty.
QString besideRecording(const QString &name, const QString &recording);

} // namespace ember::views

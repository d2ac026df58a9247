// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <QString>

#include <cstddef>
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

} // namespace ember::views

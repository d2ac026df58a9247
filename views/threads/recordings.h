// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <QString>

#include <cstddef>
#include <vector>

namespace ember::views {

// What was recorded at once: sources of one process, as the chunks of a session, are one recording.
struct Recording {
    QString name; // of its file, else of its program; each once
    std::vector<model::ThreadIndex> threads; // with samples
};

// In the order of the profile's sources; none where they are fewer than two. Linear in sources and
// threads.
std::vector<Recording> recordingsOf(const model::Profile &profile);

// The place of each thread's recording; of one of no recording their number.
std::vector<std::size_t> recordingsByThread(const std::vector<Recording> &recordings,
                                            std::size_t threadCount);

} // namespace ember::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <array>
#include <cstdint>
#include <memory>

namespace ember::capture {

// Keeps the disk of files without a name, which a target prints into, from running full: the target
// would find its output refused because it is recorded. As long as the recorder lives it frees what
// it has read, and this is for the rest: a process of its own, which sleeps until something is
// printed. When the disk comes near its end it frees what nobody has read yet; when the recorder is
// gone, all that comes; and it ends when nobody has the files any more.
class SpoolTrimmer {
public:
    // `files` are open, for the target as well, and locked (flock) from here on. No other thread
    // need be stopped. Errors: CaptureFailed.
    static model::Result<std::unique_ptr<SpoolTrimmer>> start(const std::array<int, 2> &files);
    ~SpoolTrimmer();
    SpoolTrimmer(const SpoolTrimmer &) = delete;
    SpoolTrimmer &operator=(const SpoolTrimmer &) = delete;

    // Whether there was no other way: what was not read before is gone.
    bool hasDropped() const;

    // DiskFull, if the disk of that file has so little room that nothing could wait in it.
    static model::Result<void> checkRoom(int file);

private:
    struct Shared;

    explicit SpoolTrimmer(Shared *shared) : m_shared(shared) { }

    Shared *m_shared; // with the process
};

// Gives the disk back what lies before `offset`; the file stays as long as it is.
void freeBefore(int file, std::uint64_t offset);

} // namespace ember::capture

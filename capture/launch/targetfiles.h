// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "capture/system/filedescriptor.h"
#include "model/core/result.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace ember::capture {

// Frees disk space of the unlinked files that a target prints into. If they filled the disk, the
// target's writes would fail only because it is recorded. The recorder frees what it has read. A
// separate process does the rest; it sleeps until something is printed. When the disk is nearly
// full it frees output that has not been read yet; after the recorder has died it frees everything.
// It ends when no process has the files open any more.
class SpoolTrimmer {
public:
    // Starts the separate process. `files` are shared with the target and are locked (flock) from
    // here on. May be called while other threads run. Errors: CaptureFailed.
    static model::Result<std::unique_ptr<SpoolTrimmer>> start(const std::array<int, 2> &files);
    ~SpoolTrimmer();
    SpoolTrimmer(const SpoolTrimmer &) = delete;
    SpoolTrimmer &operator=(const SpoolTrimmer &) = delete;

    // Whether output was freed before the recorder had read it.
    bool hasDropped() const;

    // Checks that the file's disk has room for output until it is read. Error: DiskFull.
    static model::Result<void> checkRoom(int file);

private:
    struct Shared;

    explicit SpoolTrimmer(Shared *shared) : m_shared(shared) { }

    Shared *m_shared; // mapped by both processes
};

// Frees the blocks before `offset`; the file's length does not change.
void freeBefore(int file, std::uint64_t offset);

enum class WhereLogGoes : std::uint8_t { File, StandardOutput };

// The target's standard streams, as far as it does not inherit them. Output goes to files and never
// to pipes: a pipe's reader can die and take the target with it.
struct TargetFiles {
    FileDescriptor input;
    FileDescriptor output;
    FileDescriptor errors;

    std::string outputFolder; // folder of both output files, for messages
    std::unique_ptr<SpoolTrimmer> spool; // null: the files have names, or the streams are inherited

    // Opens the files. Errors: FileNotFound, FileUnreadable (standard input), FileNotWritable,
    // DiskFull (the disk on which output is to wait until it is read is nearly full),
    // CaptureFailed.
    static model::Result<TargetFiles> open(const LaunchOptions &options, WhereLogGoes log);
};

} // namespace ember::capture

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "capture/launch/spooltrimmer.h"
#include "capture/system/filedescriptor.h"
#include "model/core/result.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ember::capture {

enum class WhereLogGoes : std::uint8_t { File, StandardOutput };

// The target's standard streams that are not inherited. Output goes to files and never to pipes: a
// pipe's reader can die and take the target with it.
struct TargetFiles {
    FileDescriptor input;
    FileDescriptor output;
    FileDescriptor errors;

    std::string outputFolder; // folder of both, for messages
    std::unique_ptr<SpoolTrimmer> spool; // null: the files have names, or the streams are inherited

    // Errors: FileNotFound, FileUnreadable (standard input), FileNotWritable, DiskFull (where
    // output would have to wait), CaptureFailed.
    static model::Result<TargetFiles> open(const LaunchOptions &options, WhereLogGoes log);
};

} // namespace ember::capture

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QByteArray>

#include <cstdint>
#include <string>

namespace ember::app {

// A folder in which envelopes are saved: 001.envelope, 002.envelope, …. No file is written over;
// names that exist are skipped. The folder, if it is made, and the files can be read by their owner
// only.
class EnvelopeFolder {
public:
    // Makes the folder, but not its parents, unless it is there. Errors: FileNotWritable, DiskFull.
    static model::Result<EnvelopeFolder> open(const std::string &path);

    // Saves an envelope. Returns the path of the file. Errors: DiskFull, which comes before the
    // disk is full (capture/system/diskroom.h), FileSizeLimited, FileNotWritable; no part of a file
    // stays.
    model::Result<std::string> save(const QByteArray &bytes);

private:
    explicit EnvelopeFolder(std::string path) : m_path(std::move(path)) { }

    std::string m_path;
    std::uint64_t m_number = 1; // of the next file
};

} // namespace ember::app

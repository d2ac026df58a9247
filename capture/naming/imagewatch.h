// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/naming/imagestore.h"
#include "capture/symbols/symbolizer.h"
#include "capture/system/filedescriptor.h"

#include <filesystem>
#include <string>

namespace ember::capture {

// Reads a growing log only to open its binaries in time, for naming after the capture has ended.
class ImageWatch {
public:
    // Construct before the capture starts: a log found at the path now is an older one. `symbols`
    // must outlive this.
    ImageWatch(std::string log, Symbolizer &symbols);

    // Reads what was appended since the last call. Call several times a second.
    void poll();

private:
    bool open();
    std::size_t consumeRecords();

    std::string m_path;
    std::filesystem::file_time_type m_older; // of the older log
    FileDescriptor m_log;
    std::string m_bytes; // read, but not yet parsed
    bool m_hasHeader = false;
    bool m_isLost = false; // the log cannot be parsed any further
    Symbolizer &m_symbols;
    ImageStore m_images;
};

} // namespace ember::capture

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/naming/imagestore.h"
#include "capture/symbols/symbolizer.h"
#include "capture/system/filedescriptor.h"

#include <filesystem>
#include <string>

namespace ember::capture {

// Follows a log for its binaries alone, so that names can be found in them when it is over.
class ImageWatch {
public:
    // Before the log is begun: what lies at its path until then is an older one. `symbols` outlives
    // this.
    ImageWatch(std::string log, Symbolizer &symbols);

    // What was written since the last time. Several times a second.
    void look();

private:
    bool open();
    std::size_t takeRecords();

    std::string m_path;
    std::filesystem::file_time_type m_older; // of the file there was before
    FileDescriptor m_log;
    std::string m_bytes; // read, but not taken
    bool m_hasHeader = false;
    bool m_isLost = false; // not to be understood any more
    Symbolizer &m_symbols;
    ImageStore m_images;
};

} // namespace ember::capture

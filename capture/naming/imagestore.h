// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/naming/lognamer.h"
#include "capture/symbols/elffile.h"
#include "capture/symbols/symbolizer.h"
#include "capture/system/filedescriptor.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/records.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_set>

namespace ember::capture {

// Opens the binaries that a log of this machine names, as soon as they are known. So names are
// found even if a program deletes itself or a build deletes its folder. If there is no file at the
// path, or another one, the binary is opened through /proc of a process that has it mapped, as long
// as that lives.
class ImageStore {
public:
    // Opens a binary and returns it, the first time it is named; pass it to
    // Symbolizer::provideFile().
    std::optional<ElfFile> keep(std::uint32_t pid, const model::capturelog::ImageRecord &image);
    // Keeps the image that the log's next record describes; nullopt for records of other types.
    std::optional<ElfFile> keep(const model::capturelog::RawRecord &record);

private:
    LoggedPrograms m_programs; // as the records describe them
    std::unordered_set<std::string> m_kept; // path and build-id of binaries already opened
};

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
    std::filesystem::file_time_type m_older; // modification time of the older log
    FileDescriptor m_log;
    std::string m_bytes; // read, but not yet parsed
    bool m_hasHeader = false;
    bool m_isLost = false; // the log cannot be parsed any further
    Symbolizer &m_symbols;
    ImageStore m_images;
};

} // namespace ember::capture

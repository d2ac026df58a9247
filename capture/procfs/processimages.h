// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/elfidentity.h"
#include "capture/procfs/mappedimage.h"
#include "capture/procfs/maps.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace ember::capture {

// The mappings of one loaded binary, from its first to its last one. What lies between them is in
// it (a program may have put anonymous memory over its own code), what follows is not.
struct MappingGroup {
    std::span<const Mapping> mappings;

    const Mapping &front() const { return mappings.front(); }

    const Mapping &back() const { return mappings.back(); }

    // Perhaps a copy of it: large pages are anonymous memory.
    bool hasCode() const;
};

// A file that is loaded twice gives two groups. `mappings` outlives the result.
std::vector<MappingGroup> groupMappings(std::span<const Mapping> mappings);

// A path under which the file can be opened that a process has mapped at an address under this name
// (MappedImage::displayPath), and no other one that has taken its name: it may lie in /proc, and go
// with the process. "" if there is none.
std::string openablePath(pid_t process, std::uint64_t address, std::string_view displayPath);

// Turns a process's maps into images. Remembers what it read of each file, so that reading maps
// again costs a stat per file. One thread at a time.
class ImageReader {
public:
    // ELF files with executable mappings, and the vDSO. A binary that cannot be opened any more
    // comes with its bytes, copied from the process's memory. In address order.
    std::vector<MappedImage> imagesFromMaps(pid_t process, std::span<const Mapping> mappings);

private:
    using Identity = std::shared_ptr<const ElfIdentity>; // null: not an ELF file we can use
    using Memory = std::shared_ptr<const std::vector<std::byte>>;

    std::optional<MappedImage> imageInFile(pid_t process, const MappingGroup &group);
    std::optional<MappedImage> imageInMemory(pid_t process, const MappingGroup &group);
    Identity identityOf(const std::string &path, const FileIdentity &file);

    std::map<FileIdentity, Identity> m_files;
    std::map<std::string, Memory> m_memories; // by build-id: the vDSO is the same in all processes
};

} // namespace ember::capture

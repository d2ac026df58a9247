// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/elfidentity.h"
#include "capture/procfs/mappedimage.h"
#include "capture/procfs/maps.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ember::capture {

// The mappings of one loaded binary: neighbours of one file, first to last.
struct MappingGroup {
    std::span<const Mapping> mappings;

    const Mapping &front() const { return mappings.front(); }

    bool hasCode() const;
};

// Groups neighbouring mappings of a file (and the anonymous ones a loader puts between and behind
// them stay out). A file loaded twice gives two groups. `mappings` outlives the result.
std::vector<MappingGroup> groupMappings(std::span<const Mapping> mappings);

// Turns a process's maps into images. Remembers what it read of each file, so that reading maps
// again costs a stat per file. One thread at a time.
class ImageReader {
public:
    // ELF files with executable mappings, and the vDSO (copied from the process). What cannot be
    // opened any more is an image with an empty `path`. In address order.
    std::vector<MappedImage> imagesFromMaps(pid_t process, std::span<const Mapping> mappings);

private:
    using Identity = std::shared_ptr<const ElfIdentity>; // null: not an ELF file we can use

    std::optional<MappedImage> imageOf(pid_t process, const MappingGroup &group);
    MappedImage vdsoImage(pid_t process, const Mapping &mapping);
    Identity identityOf(const std::string &path, const FileIdentity &file);

    std::map<FileIdentity, Identity> m_known;
    std::vector<std::shared_ptr<const std::vector<std::byte>>> m_vdsos; // one per kernel, in effect
};

} // namespace ember::capture

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/elfidentity.h"
#include "capture/procfs/procfiles.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace ember::capture {

// A binary mapped into the target.
struct MappedImage {
    std::uint64_t start = 0; // first byte of the whole image's mappings
    std::uint64_t end = 0;
    std::uint64_t bias = 0; // run-time address − address in the file's program headers
    std::string path; // path to open; may be /proc/PID/map_files/… or /proc/PID/root/…
    std::string displayPath; // path as in the target's maps
    std::string buildId; // NT_GNU_BUILD_ID in lower hex; "" if it has none
    FileIdentity identity; // identity of the file at `path`
    // The image's content if no file has it (the vDSO, deleted binaries); `path` is not opened
    // then.
    std::shared_ptr<const std::vector<std::byte>> memory;

    friend bool operator==(const MappedImage &, const MappedImage &) = default;
};

// The mappings of one loaded binary, from its first to its last. Mappings between them belong to it
// (a program may map anonymous memory over its own code).
struct MappingGroup {
    std::span<const Mapping> mappings;

    const Mapping &front() const { return mappings.front(); }

    const Mapping &back() const { return mappings.back(); }

    // Whether a mapping is executable, perhaps as an anonymous copy (large pages are anonymous
    // memory).
    bool hasCode() const;
};

// Groups the mappings by loaded binary; a file that is loaded twice gives two groups. `mappings`
// must outlive the result.
std::vector<MappingGroup> groupMappings(std::span<const Mapping> mappings);

// A path by which to open the file that the process has mapped at an address under this name
// (MappedImage::displayPath), and not a newer file of the same name. It may be below /proc and
// vanish with the process. "": none.
std::string openablePath(pid_t process, std::uint64_t address, std::string_view displayPath);

// Converts the maps of a process to images. Caches what it reads of files that can be opened, so
// that reading maps again costs one stat per file. One thread at a time.
class ImageReader {
public:
    // The ELF files with executable mappings and the vDSO, in address order. A binary that cannot
    // be opened any more is copied from the process's memory.
    std::vector<MappedImage> imagesFromMaps(pid_t process, std::span<const Mapping> mappings);

private:
    using Identity = std::shared_ptr<const ElfIdentity>; // null: not a usable ELF file
    using Memory = std::shared_ptr<const std::vector<std::byte>>;

    std::optional<MappedImage> imageInFile(pid_t process, const MappingGroup &group);
    std::optional<MappedImage> imageInMemory(pid_t process, const MappingGroup &group);
    Identity identityOf(const std::string &path, const FileIdentity &file);

    std::map<FileIdentity, Identity> m_files;
    std::map<std::string, Memory> m_memories; // by build-id: the vDSO is the same in all processes
};

} // namespace ember::capture

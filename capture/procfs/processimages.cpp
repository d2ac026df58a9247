// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/processimages.h"

#include "capture/procfs/procreader.h"
#include "model/core/text.h"

#include <algorithm>
#include <string_view>

namespace ember::capture {

namespace {

constexpr std::string_view vdsoName = "[vdso]";

// Limit for copying a binary from memory: larger copies would disturb the target's caches too much.
constexpr std::uint64_t memoryImageLimit = std::uint64_t(256) << 20U;

bool isSameFile(const Mapping &left, const Mapping &right)
{
    return left.inode == right.inode && left.device == right.device && left.path == right.path;
}

constexpr std::uint64_t mappedPageSize = 4096;

// Whether `mapping` begins another copy of the same file. All mappings of a small binary may show
// its only page: a new copy begins after the data of the previous one. Programs may also map parts
// of their code a second time elsewhere (V8 does, with generated code between them); within one
// copy only the page shared by two segments appears twice.
bool startsAnotherCopy(const Mapping &before, const Mapping &mapping)
{
    if (mapping.offset == 0 && !mapping.isWritable && (before.offset > 0 || before.isWritable))
        return true;
    return mapping.offset + mappedPageSize < before.offset + before.size();
}

struct OpenableFile {
    std::string path;
    FileIdentity identity;
};

// A path by which to open the mapped file itself, not a newer one of its name. If process and
// recorder share the root directory, the plain path is best: it outlives the process.
std::optional<OpenableFile> openableFile(pid_t process, const Mapping &mapping)
{
    const auto processDirectory = "/proc/" + std::to_string(process);
    const auto identityAt = [](const std::string &path) -> std::optional<OpenableFile> {
        auto identity = readFileIdentity(path);
        if (!identity)
            return std::nullopt;
        return OpenableFile{path, *identity};
    };
    const auto viaRoot = processDirectory + "/root" + mapping.path;
    if (!mapping.isDeleted) {
        // Another file system may have another file of the same inode number under the path.
        const auto here = identityAt(mapping.path);
        const auto there = identityAt(viaRoot);
        const bool isSame = !here || !there || here->identity == there->identity;
        for (const auto &file : {isSame ? here : there, there}) {
            if (file && file->identity.inode == mapping.inode)
                return file;
        }
    }
    const auto link = processDirectory + "/map_files/" + model::hexDigits(mapping.start) + '-'
        + model::hexDigits(mapping.end);
    if (auto file = identityAt(link))
        return file;
    const auto executable = processDirectory + "/exe";
    if (auto file = identityAt(executable); file && file->identity.inode == mapping.inode)
        return file;
    // Overlay file systems report different inode numbers in maps and in stat.
    return mapping.isDeleted ? std::nullopt : identityAt(viaRoot);
}

// Copies the read-only mapped parts of the file to their file offsets; they contain program
// headers, notes and unwind tables.
std::vector<std::byte> copyFromMemory(pid_t process, const MappingGroup &group)
{
    std::vector<std::byte> bytes;
    for (const Mapping &mapping : group.mappings) {
        const bool isPartOfFile = isSameFile(mapping, group.front());
        if (!isPartOfFile || !mapping.isReadable || mapping.isWritable)
            continue;
        if (mapping.offset > memoryImageLimit || mapping.size() > memoryImageLimit - mapping.offset)
            continue;
        bytes.resize(std::max(bytes.size(), std::size_t(mapping.offset + mapping.size())));
        readProcessMemory(process, mapping.start,
                          std::span(bytes).subspan(mapping.offset, mapping.size()));
    }
    return bytes;
}

MappedImage rangeOf(const MappingGroup &group)
{
    MappedImage image;
    image.start = group.front().start;
    image.end = group.back().end;
    image.displayPath = group.front().path;
    return image;
}

} // namespace

bool MappingGroup::hasCode() const
{
    return std::ranges::any_of(mappings, &Mapping::isExecutable);
}

// Anonymous memory counts only between two mappings of a file.
std::vector<MappingGroup> groupMappings(std::span<const Mapping> mappings)
{
    std::vector<MappingGroup> groups;
    for (std::size_t first = 0; first < mappings.size();) {
        const Mapping &front = mappings[first];
        std::size_t last = first;
        for (std::size_t next = first + 1; front.inode != 0 && next < mappings.size(); ++next) {
            const Mapping &mapping = mappings[next];
            if (mapping.inode == 0 && mapping.path.empty())
                continue;
            if (!isSameFile(front, mapping) || startsAnotherCopy(mappings[last], mapping))
                break;
            last = next;
        }
        if (front.inode != 0 || front.path == vdsoName)
            groups.push_back({mappings.subspan(first, last + 1 - first)});
        first = last + 1;
    }
    return groups;
}

std::string openablePath(pid_t process, std::uint64_t address, std::string_view displayPath)
{
    const auto maps = readMaps(process);
    const Mapping *mapping = maps ? findMapping(*maps, address) : nullptr;
    if (mapping == nullptr || mapping->path != displayPath)
        return {};
    const auto file = openableFile(reachableThread(process), *mapping);
    return file ? file->path : std::string();
}

std::vector<MappedImage> ImageReader::imagesFromMaps(pid_t process,
                                                     std::span<const Mapping> mappings)
{
    const pid_t reader = reachableThread(process);
    std::vector<MappedImage> images;
    for (const MappingGroup &group : groupMappings(mappings)) {
        if (!group.hasCode())
            continue;
        if (auto image = group.front().inode == 0 ? imageInMemory(reader, group)
                                                  : imageInFile(reader, group))
            images.push_back(std::move(*image));
    }
    return images;
}

std::optional<MappedImage> ImageReader::imageInFile(pid_t process, const MappingGroup &group)
{
    const auto file = openableFile(process, group.front());
    if (!file)
        return imageInMemory(process, group);
    const auto identity = identityOf(file->path, file->identity);
    if (!identity)
        return std::nullopt;
    const auto bias = identity->biasOf(group.front().offset, group.front().start);
    if (!bias)
        return std::nullopt;
    MappedImage image = rangeOf(group);
    image.bias = *bias;
    image.path = file->path;
    image.buildId = identity->buildId;
    image.identity = file->identity;
    return image;
}

std::optional<MappedImage> ImageReader::imageInMemory(pid_t process, const MappingGroup &group)
{
    auto bytes = copyFromMemory(process, group);
    const auto identity = readElfIdentity(BinaryReader(bytes));
    if (!identity)
        return std::nullopt;
    MappedImage image = rangeOf(group);
    image.bias = identity->biasOf(group.front().offset, group.front().start).value_or(0);
    image.buildId = identity->buildId;
    auto &known = m_memories[identity->buildId];
    if (!known || *known != bytes)
        known = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    image.memory = known;
    return image;
}

ImageReader::Identity ImageReader::identityOf(const std::string &path, const FileIdentity &file)
{
    if (const auto known = m_files.find(file); known != m_files.end())
        return known->second;
    const auto reader = BinaryReader::open(path);
    if (!reader) // its process may have ended meanwhile: others may have the same file
        return nullptr;
    auto identity = readElfIdentity(*reader);
    return m_files[file] =
               identity ? std::make_shared<const ElfIdentity>(std::move(*identity)) : nullptr;
}

} // namespace ember::capture

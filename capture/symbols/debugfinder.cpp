// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/debugfinder.h"

#include "capture/symbols/elffile.h"
#include "model/profile/debugid.h"

#include <algorithm>
#include <array>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace ember::capture {

namespace {

// Whether the file begins with the ELF magic; a cheap test, since most files of a folder do not.
bool startsLikeElf(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    std::string magic(4, '\0');
    return file.read(magic.data(), 4) && magic == "\177ELF";
}

constexpr std::array<std::uint32_t, 256> crcTable()
{
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit)
            value = (value & 1U) != 0 ? 0xedb88320U ^ (value >> 1U) : value >> 1U;
        table.at(i) = value;
    }
    return table;
}

std::optional<ElfFile> openIf(const std::string &path, auto isRight)
{
    auto file = ElfFile::open(path);
    if (!file || !isRight(*file))
        return {};
    return std::move(*file);
}

std::optional<ElfFile> findByBuildId(const ElfFile &binary, const SymbolPaths &paths)
{
    if (binary.buildId().size() < 4)
        return {};
    for (const std::string &root : paths.debugRoots) {
        auto file =
            openIf(buildIdPath(root, binary.buildId(), ".debug"),
                   [&](const ElfFile &found) { return found.buildId() == binary.buildId(); });
        if (file)
            return file;
    }
    return {};
}

std::vector<std::string> linkedPaths(const ElfFile &binary, const std::string &name,
                                     const SymbolPaths &paths)
{
    std::error_code ignored;
    auto real = std::filesystem::canonical(binary.path(), ignored);
    if (ignored)
        real = binary.path();
    const auto folder = real.parent_path();
    std::vector<std::string> candidates{folder / name, folder / ".debug" / name};
    for (const std::string &root : paths.debugRoots)
        candidates.push_back(root + (folder / name).string());
    std::erase(candidates, real.string());
    return candidates;
}

std::optional<ElfFile> findByLink(const ElfFile &binary, const SymbolPaths &paths)
{
    const auto link = binary.debugLink();
    if (!link || link->name.find('/') != std::string::npos)
        return {};
    for (const std::string &path : linkedPaths(binary, link->name, paths)) {
        auto file = openIf(path, [&](const ElfFile &found) {
            if (!binary.buildId().empty() && !found.buildId().empty())
                return found.buildId() == binary.buildId();
            return fileCrc(path) == link->crc;
        });
        if (file)
            return file;
    }
    return {};
}

} // namespace

const std::vector<std::string> &BinaryIndex::find(std::string_view debugId)
{
    static const std::vector<std::string> none;
    if (!m_walked) {
        m_walked = true;
        for (const std::string &folder : m_folders)
            walk(folder);
    }
    const auto id = model::normalisedDebugId(debugId);
    const auto found = id.empty() ? m_files.end() : m_files.find(id);
    return found == m_files.end() ? none : found->second;
}

void BinaryIndex::walk(const std::string &folder)
{
    namespace fs = std::filesystem;
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                           error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code unreadable;
        if (entry->is_regular_file(unreadable) && startsLikeElf(entry->path()))
            enter(entry->path());
    }
}

void BinaryIndex::enter(const std::string &path)
{
    const auto file = ElfFile::open(path);
    if (!file || file->buildId().empty())
        return;
    const auto id = model::normalisedDebugId(model::debugIdFromBuildId(file->buildId()));
    m_files[id].push_back(path);
}

std::string buildIdPath(const std::string &root, const std::string &buildId,
                        const std::string &ending)
{
    return root + "/.build-id/" + buildId.substr(0, 2) + '/' + buildId.substr(2) + ending;
}

std::optional<std::uint32_t> fileCrc(const std::string &path)
{
    static constexpr auto table = crcTable();
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return {};
    std::uint32_t crc = 0xffffffffU;
    std::vector<char> block(1U << 16U);
    do {
        file.read(block.data(), std::streamsize(block.size()));
        for (std::streamsize i = 0; i < file.gcount(); ++i) {
            const auto byte = static_cast<unsigned char>(block[std::size_t(i)]);
            crc = table[(crc ^ byte) & 0xffU] ^ (crc >> 8U);
        }
    } while (file);
    return ~crc;
}

std::optional<ElfFile> findDebugFile(const ElfFile &binary, const SymbolPaths &paths)
{
    auto file = findByBuildId(binary, paths);
    return file ? std::move(file) : findByLink(binary, paths);
}

namespace {

bool hasContent(const ElfFile &file, std::initializer_list<std::string_view> names)
{
    return std::ranges::any_of(names, [&](std::string_view name) {
        const auto *const section = file.section(name);
        return section != nullptr && section->type != SHT_NOBITS && section->size > 0;
    });
}

void add(std::vector<ImageFile> &files, const ElfFile &file)
{
    const auto isIt = [&](const ImageFile &known) { return known.path == file.path(); };
    if (std::ranges::none_of(files, isIt))
        files.push_back({file.path(), symbolContents(file)});
}

} // namespace

SymbolContents symbolContents(const ElfFile &file)
{
    return {hasContent(file, {".symtab"}), hasContent(file, {".debug_info", ".zdebug_info"}),
            hasContent(file, {".eh_frame", ".debug_frame", ".zdebug_frame"})};
}

std::vector<ImageFile> imageFiles(const std::string &path, std::string_view buildId,
                                  const SymbolPaths &paths, BinaryIndex &index)
{
    std::vector<ImageFile> files;
    std::vector<std::string> candidates{path};
    const auto &indexed = index.find(model::debugIdFromBuildId(buildId));
    candidates.insert(candidates.end(), indexed.begin(), indexed.end());
    // Looks for the debug file by the build-id, too: it may be there without its binary.
    constexpr std::size_t shortestId = 4;
    if (buildId.size() >= shortestId) {
        for (const auto &root : paths.debugRoots)
            candidates.push_back(buildIdPath(root, std::string(buildId), ".debug"));
    }
    for (const auto &candidate : candidates) {
        const auto file = ElfFile::open(candidate);
        if (!file || file->buildId() != buildId)
            continue;
        add(files, *file);
        if (const auto debugFile = findDebugFile(*file, paths))
            add(files, *debugFile);
    }
    return files;
}

} // namespace ember::capture

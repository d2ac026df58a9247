// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/imagefiles.h"

#include "model/profile/debugid.h"

#include <algorithm>
#include <elf.h>

namespace ember::capture {

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
    // The debug file may be there without its binary.
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

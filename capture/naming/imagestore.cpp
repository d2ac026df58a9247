// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/naming/imagestore.h"

#include "capture/procfs/processimages.h"
#include "capture/symbols/symbolizer.h"

namespace ember::capture {

namespace {

// Limit of open binaries: each takes a file descriptor, and a process has 1024 by default.
constexpr std::size_t maxKept = 512;

// Opens a binary. Without a build-id only the process that maps it can tell which file it is.
std::optional<ElfFile> open(std::uint32_t pid, const model::capturelog::ImageRecord &image)
{
    model::ImageKey key;
    key.codeFile = image.path;
    key.codeId = image.buildId;
    if (!image.buildId.empty()) {
        if (auto file = Symbolizer::openFile(key, image.path))
            return file;
    }
    const auto place = openablePath(static_cast<pid_t>(pid), image.address, image.path);
    return place.empty() ? std::nullopt : Symbolizer::openFile(key, place);
}

} // namespace

std::optional<ElfFile> ImageStore::keep(std::uint32_t pid,
                                        const model::capturelog::ImageRecord &image)
{
    const auto binary = image.path + '\n' + image.buildId;
    if (!image.path.starts_with('/') || m_kept.size() >= maxKept || m_kept.contains(binary))
        return {};
    auto file = open(pid, image);
    if (file)
        m_kept.insert(binary);
    return file;
}

std::optional<ElfFile> ImageStore::keep(const model::capturelog::RawRecord &record)
{
    const auto *image = m_programs.take(record.type, record.payload);
    const auto *process = image != nullptr ? m_programs.process(image->process) : nullptr;
    return process != nullptr ? keep(process->pid, *image) : std::nullopt;
}

} // namespace ember::capture

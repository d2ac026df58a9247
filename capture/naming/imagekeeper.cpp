// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/naming/imagekeeper.h"

#include "capture/procfs/images.h"

namespace ember::capture {

namespace {

// Each takes a file descriptor, of which a process has 1024 unless it asks for more.
constexpr std::size_t mostKept = 512;

} // namespace

void ImageKeeper::keep(std::uint32_t pid, const model::capturelog::ImageRecord &image)
{
    const auto binary = image.path + '\n' + image.buildId;
    if (!image.path.starts_with('/') || m_kept.size() >= mostKept || m_kept.contains(binary))
        return;
    if (open(pid, image))
        m_kept.insert(binary);
}

// Without a build-id nothing but the process knows which file it is.
bool ImageKeeper::open(std::uint32_t pid, const model::capturelog::ImageRecord &image)
{
    model::ImageKey key;
    key.codeFile = image.path;
    key.codeId = image.buildId;
    if (!image.buildId.empty() && m_symbols.provideFile(key, image.path))
        return true;
    const auto place = openablePath(static_cast<pid_t>(pid), image.address, image.path);
    return !place.empty() && m_symbols.provideFile(key, place);
}

} // namespace ember::capture

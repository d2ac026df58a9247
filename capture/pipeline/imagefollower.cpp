// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/pipeline/imagefollower.h"

#include "capture/procfs/procfiles.h"
#include "capture/procfs/procreader.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace ember::capture {

using model::Result;

namespace {

// First wait after a read before the maps are read again for a pc in no image. They are read again
// at once while that finds new images, ever more rarely while it does not (JIT code).
constexpr model::Nanoseconds firstFutileWait = std::chrono::milliseconds(5);

// First wait after a read before the maps are read again for images that no sample was in: it stays
// short while there are new ones, and grows while not. Such reads are needed because a process that
// ends takes its maps with it before its last samples are unwound.
constexpr model::Nanoseconds firstWait = std::chrono::milliseconds(10);
constexpr model::Nanoseconds maxListInterval = std::chrono::milliseconds(70);
// The wait varies by this step, so that a program that swaps libraries does not do it in step with
// us.
constexpr model::Nanoseconds waitStep = std::chrono::milliseconds(9);
constexpr unsigned waitSteps = 7;
constexpr model::Nanoseconds longestFutileWait = std::chrono::seconds(1);

// Time after an unload in which maps are read for every batch.
constexpr model::Nanoseconds changingTime = std::chrono::seconds(10);

// Most gone images that are remembered of a process.
constexpr std::size_t mostGone = 64;

LoadedImage toLoadedImage(const MappedImage &image)
{
    return {image.start, image.end - image.start, image.bias, image.displayPath, image.buildId};
}

// A library that is being loaded grows; one that was unloaded may come back.
bool isSameFile(const MappedImage &a, const MappedImage &b)
{
    return a.displayPath == b.displayPath && a.identity == b.identity && a.buildId == b.buildId;
}

bool isIn(const std::vector<MappedImage> &list, const MappedImage &image)
{
    return std::ranges::find(list, image) != list.end();
}

} // namespace

ImageFollower::ImageFollower(ProcessSerial process, Pid pid, const Surroundings &surroundings)
    : m_process(process),
      m_pid(pid),
      m_here(surroundings)
{
}

Result<void> ImageFollower::inherit(const ImageFollower &parent, model::Timestamp time)
{
    m_read = parent.m_read;
    return replace(parent.m_images, time);
}

Result<void> ImageFollower::use(std::string_view maps, model::Timestamp time)
{
    m_mapsHash = std::hash<std::string_view>()(maps);
    auto images = imagesIn(maps);
    return images ? replace(std::move(*images), time) : Result<void>();
}

Result<bool> ImageFollower::find(std::uint64_t pc, model::Timestamp time)
{
    if (m_next || time - m_read < m_unknownPcWait)
        return false;
    EMBER_RETURN_IF_ERROR(reread(time));
    const bool isKnown = m_here.unwinder.knows(pc);
    m_unknownPcWait = isKnown ? model::Nanoseconds(0)
                              : std::clamp(2 * m_unknownPcWait, firstFutileWait, longestFutileWait);
    return isKnown;
}

Result<void> ImageFollower::beginBatch(model::Timestamp now)
{
    if (!isChanging(now))
        return {};
    m_next = readImages();
    return m_next ? forgetOthers(*m_next, now) : Result<void>();
}

Result<void> ImageFollower::endBatch(model::Timestamp now)
{
    m_here.scripts.lookAgain(now);
    EMBER_RETURN_IF_ERROR(noteRefusal(now));
    if (m_next)
        return replace(std::move(*std::exchange(m_next, std::nullopt)), now);
    if (!m_hasRun || now - m_read < m_wait + waitStep * (m_readCount % waitSteps))
        return {};
    return reread(now);
}

Result<void> ImageFollower::reread(model::Timestamp time)
{
    m_read = time;
    ++m_readCount;
    auto images = readImages();
    if (images)
        return replace(std::move(*images), time);
    m_wait = longerWait();
    return {};
}

model::Nanoseconds ImageFollower::longerWait() const
{
    return std::clamp(2 * m_wait, firstWait, maxListInterval);
}

// Reads the images that the process has mapped. Absent: the process has ended, hides its maps, or
// they cannot be parsed.
std::optional<std::vector<MappedImage>> ImageFollower::readImages()
{
    const auto maps = readMapsText(static_cast<pid_t>(m_pid));
    if (!maps || maps->empty())
        return std::nullopt;
    const auto hash = std::hash<std::string_view>()(*maps);
    if (std::exchange(m_mapsHash, hash) == hash)
        return m_images;
    return imagesIn(*maps);
}

std::optional<std::vector<MappedImage>> ImageFollower::imagesIn(std::string_view maps) const
{
    const auto mappings = parseMaps(maps);
    if (!mappings)
        return std::nullopt;
    return m_here.reader.imagesFromMaps(static_cast<pid_t>(m_pid), *mappings);
}

Result<void> ImageFollower::replace(std::vector<MappedImage> images, model::Timestamp time)
{
    m_read = std::max(m_read, time);
    m_hasRun = false;
    m_wait = images == m_images ? longerWait() : firstWait;
    EMBER_RETURN_IF_ERROR(forgetOthers(images, time));
    for (const auto &image : images) {
        if (isIn(m_images, image))
            continue;
        m_here.unwinder.addImage(image);
        EMBER_RETURN_IF_ERROR(m_here.sink.on(ImageLoaded{m_process, time, toLoadedImage(image)}));
        EMBER_RETURN_IF_ERROR(noteReplaced(image, time));
        m_here.scripts.lookInto(image, time);
    }
    m_images = std::move(images);
    return {};
}

Result<void> ImageFollower::noteRefusal(model::Timestamp time)
{
    const auto refusal = m_here.scripts.takeRefusal();
    if (!refusal)
        return {};
    return m_here.sink.on(
        Marker{model::CaptureEventKind::Note, time, 0,
               "process " + std::to_string(static_cast<int>(m_pid)) + ": " + *refusal});
}

Result<void> ImageFollower::noteReplaced(const MappedImage &image, model::Timestamp time)
{
    const auto old = std::ranges::find_if(m_gone, [&image](const MappedImage &gone) {
        return gone.start < image.end && image.start < gone.end && !isSameFile(gone, image);
    });
    if (old == m_gone.end() || std::exchange(m_saidReplaced, true))
        return {};
    return m_here.sink.on(
        Marker{model::CaptureEventKind::Note, time, 0,
               "process " + std::to_string(static_cast<int>(m_pid)) + " has loaded "
                   + image.displayPath + " where " + old->displayPath
                   + " was: whenever it does so, calls of a tenth of a second before may be without"
                     " names, or have those of the other"});
}

// Drops the known images that are not among `images`.
Result<void> ImageFollower::forgetOthers(const std::vector<MappedImage> &images,
                                         model::Timestamp time)
{
    std::vector<MappedImage> kept;
    for (auto &image : std::exchange(m_images, {})) {
        if (isIn(images, image)) {
            kept.push_back(std::move(image));
            continue;
        }
        m_here.unwinder.removeImage(image.start);
        EMBER_RETURN_IF_ERROR(m_here.sink.on(ImageUnloaded{m_process, time, image.start}));
        if (!m_saidReplaced && m_gone.size() < mostGone)
            m_gone.push_back(std::move(image));
        m_changingUntil = time + changingTime;
    }
    m_images = std::move(kept);
    return {};
}

} // namespace ember::capture

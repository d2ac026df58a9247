// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/livestate.h"

#include <algorithm>

namespace ember::model::capturelog {

void LiveState::add(const ProcessRecord &process)
{
    m_processes.emplace(process.serial, process);
}

void LiveState::add(const ThreadRecord &thread)
{
    m_threads.emplace(thread.serial, thread);
}

void LiveState::add(const SeriesRecord &series)
{
    m_series.emplace(series.serial, series);
}

void LiveState::add(const ImageRecord &image)
{
    auto &images = m_images[image.process];
    auto place = images.lower_bound(image.address);
    if (place != images.begin()) {
        const auto before = std::prev(place);
        if (image.address - before->first < before->second.size)
            place = before;
    }
    while (place != images.end()
           && (place->first <= image.address || place->first - image.address < image.size)) {
        m_imageOwners.erase(place->second.serial);
        place = images.erase(place);
    }
    images.emplace(image.address, image);
    m_imageOwners.emplace(image.serial, image.process);
}

void LiveState::change(const ThreadChangeRecord &change)
{
    const auto thread = m_threads.find(change.thread);
    if (thread == m_threads.end())
        return;
    thread->second.name = change.name;
    thread->second.priority = change.priority;
}

void LiveState::remove(ThreadSerial thread)
{
    m_threads.erase(thread);
}

void LiveState::remove(ImageSerial image)
{
    const auto owner = m_imageOwners.find(image);
    if (owner == m_imageOwners.end())
        return;
    std::erase_if(m_images[owner->second],
                  [&](const auto &entry) { return entry.second.serial == image; });
    m_imageOwners.erase(owner);
}

std::vector<ThreadSerial> LiveState::remove(ProcessSerial process)
{
    std::vector<ThreadSerial> threads;
    for (const auto &[serial, thread] : m_threads) {
        if (thread.process == process)
            threads.push_back(serial);
    }
    for (const auto serial : threads)
        m_threads.erase(serial);
    std::erase_if(m_series, [&](const auto &entry) { return entry.second.process == process; });
    std::erase_if(m_imageOwners, [&](const auto &entry) { return entry.second == process; });
    m_images.erase(process);
    m_processes.erase(process);
    return threads;
}

const ImageRecord *LiveState::imageAt(ProcessSerial process, std::uint64_t address) const
{
    const auto images = m_images.find(process);
    if (images == m_images.end())
        return nullptr;
    auto place = images->second.upper_bound(address);
    if (place == images->second.begin())
        return nullptr;
    const auto &image = (--place)->second;
    return address - image.address < image.size ? &image : nullptr;
}

FrameRecord LiveState::frameAt(ProcessSerial process, const UnwoundPc &frame) const
{
    // The byte behind the call can lie behind the image.
    const bool isReturnAddress =
        frame.method != UnwindMethod::Leaf && frame.method != UnwindMethod::Signal;
    const auto *image = imageAt(process, isReturnAddress ? frame.pc - 1 : frame.pc);
    if (image == nullptr)
        return {process, {}, frame.pc, frame.method};
    return {{}, image->serial, frame.pc - image->address, frame.method};
}

std::vector<const ImageRecord *> LiveState::images() const
{
    std::vector<const ImageRecord *> all;
    for (const auto &[process, images] : m_images) {
        for (const auto &[address, image] : images)
            all.push_back(&image);
    }
    std::ranges::sort(all, {}, &ImageRecord::serial);
    return all;
}

} // namespace ember::model::capturelog

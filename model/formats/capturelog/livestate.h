// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/records.h"

#include <map>
#include <unordered_map>
#include <vector>

namespace ember::model::capturelog {

// What is alive in a capture: each segment begins by saying it again, and each pc is looked up in
// its images.
class LiveState {
public:
    void add(const ProcessRecord &process);
    void add(const ThreadRecord &thread);
    void add(const ImageRecord &image);
    void add(const SeriesRecord &series);
    void change(const ThreadChangeRecord &change);
    void remove(ThreadSerial thread);
    void remove(ImageSerial image);
    // With its images, series and what threads it still has; these are returned.
    std::vector<ThreadSerial> remove(ProcessSerial process);

    // Where in the process's images the unwinder found a frame.
    FrameRecord frameAt(ProcessSerial process, const UnwoundPc &frame) const;

    // Every record it takes to say all of it, in an order in which each knows what it refers to.
    template<typename Use>
    void forEach(Use use) const
    {
        for (const auto &[serial, process] : m_processes)
            use(process);
        for (const auto *image : images())
            use(*image);
        for (const auto &[serial, thread] : m_threads)
            use(thread);
        for (const auto &[serial, series] : m_series)
            use(series);
    }

private:
    // Ordered by serial number.
    std::vector<const ImageRecord *> images() const;
    // nullptr: the address lies in no image of the process.
    const ImageRecord *imageAt(ProcessSerial process, std::uint64_t address) const;

    // By first address; images of one process do not overlap.
    using AddressMap = std::map<std::uint64_t, ImageRecord>;

    std::map<ProcessSerial, ProcessRecord> m_processes;
    std::map<ThreadSerial, ThreadRecord> m_threads;
    std::map<SeriesSerial, SeriesRecord> m_series;
    std::map<ProcessSerial, AddressMap> m_images;
    std::unordered_map<ImageSerial, ProcessSerial> m_imageOwners;
};

} // namespace ember::model::capturelog

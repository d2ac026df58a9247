// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/pipeline/recordsink.h"
#include "capture/procfs/processimages.h"
#include "capture/unwind/unwinder.h"
#include "model/core/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// Which images a process has mapped: its maps are read now and then, and its unwinder and the log
// told of what is new and what is gone. The unwinding thread's; the process runs meanwhile. Errors
// are the sink's.
//
// Samples are unwound a while after they were taken. Where a process was seen to load and unload
// lately, what has changed since its maps were last read counts for none of the samples between: a
// pc there is in no known image, rather than in a wrong one. What is unloaded and loaded again
// between two reads, in the time of a batch, cannot be told; nor can the first change of all, which
// nobody expected: the log says once that an image came where another one had been.
class ImageFollower {
public:
    struct Surroundings {
        ImageReader &reader;
        RecordSink &sink;
        Unwinder &unwinder;
    };

    ImageFollower(ProcessSerial process, Pid pid, const Surroundings &surroundings);

    // Of a process whose memory is a copy of another's.
    model::Result<void> inherit(const ImageFollower &parent, model::Timestamp time);
    // The text of /proc/PID/maps.
    model::Result<void> use(std::string_view maps, model::Timestamp time);
    // A pc was met that is in no image. Reads again if it was not done in vain just now; whether
    // the pc is known now.
    model::Result<bool> find(std::uint64_t pc, model::Timestamp time);

    // It has run. A process that only sleeps loads nothing.
    void noteRun() { m_hasRun = true; }

    // Around the samples taken since the last time.
    model::Result<void> beginBatch(model::Timestamp now);
    model::Result<void> endBatch(model::Timestamp now);

private:
    model::Result<void> reread(model::Timestamp time);
    std::optional<std::vector<MappedImage>> readImages();
    std::optional<std::vector<MappedImage>> imagesIn(std::string_view maps) const;
    model::Result<void> replace(std::vector<MappedImage> images, model::Timestamp time);
    model::Result<void> forgetOthers(const std::vector<MappedImage> &images, model::Timestamp time);
    model::Result<void> noteReplaced(const MappedImage &image, model::Timestamp time);
    model::Nanoseconds longerWait() const;

    bool isChanging(model::Timestamp time) const { return time < m_changingUntil; }

    const ProcessSerial m_process;
    const Pid m_pid;
    Surroundings m_here;
    std::vector<MappedImage> m_images;
    std::optional<std::vector<MappedImage>> m_next; // once the batch is over
    std::vector<MappedImage> m_gone; // until one came where one of them was
    bool m_saidReplaced = false;
    bool m_hasRun = false; // since maps were read
    std::size_t m_mapsHash = 0; // of their text
    unsigned m_readCount = 0;
    model::Timestamp m_read; // when last
    // From then to the next time: for an unknown pc, and for images no sample was in.
    model::Nanoseconds m_unknownPcWait{};
    model::Nanoseconds m_wait{};
    model::Timestamp m_changingUntil;
};

} // namespace ember::capture

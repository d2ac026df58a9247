// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/pipeline/recordsink.h"
#include "capture/procfs/processimages.h"
#include "capture/runtimes/scriptstacks.h"
#include "capture/unwind/unwinder.h"
#include "model/core/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// Follows which images a process has mapped: reads its maps now and then, and reports new and gone
// images to its unwinder and the log. Used by the unwinding thread; the process runs meanwhile.
// Errors are the sink's.
//
// Samples are unwound a while after they were taken. If a process was seen to load and unload
// lately, images that have changed since its maps were last read count for none of the samples
// between: a pc there is in no known image, rather than in a wrong one. An image that is unloaded
// and loaded again between two reads, within the time of a batch, cannot be detected; nor can the
// first change of all, which comes unexpected: the log says once that an image came where another
// one had been.
class ImageFollower {
public:
    struct Surroundings {
        ImageReader &reader;
        RecordSink &sink;
        Unwinder &unwinder;
        ScriptStacks &scripts; // is told of each image
    };

    ImageFollower(ProcessSerial process, Pid pid, const Surroundings &surroundings);

    // Takes over the images of a parent whose memory this process has copied.
    model::Result<void> inherit(const ImageFollower &parent, model::Timestamp time);
    // Takes over the text of /proc/PID/maps and reports the images in it.
    model::Result<void> use(std::string_view maps, model::Timestamp time);
    // Looks for the image of a pc that is in no known one. Reads the maps again, unless that was
    // done in vain just now or beginBatch() has read newer ones, which count after the batch.
    // Returns whether the maps were read and the pc is in a known image now.
    model::Result<bool> find(std::uint64_t pc, model::Timestamp time);

    // Notes that the process has run. A process that only sleeps loads nothing.
    void noteRun() { m_hasRun = true; }

    // Call before and after handling the samples that were taken since the last call.
    model::Result<void> beginBatch(model::Timestamp now);
    model::Result<void> endBatch(model::Timestamp now);

private:
    model::Result<void> reread(model::Timestamp time);
    std::optional<std::vector<MappedImage>> readImages();
    std::optional<std::vector<MappedImage>> imagesIn(std::string_view maps) const;
    model::Result<void> replace(std::vector<MappedImage> images, model::Timestamp time);
    model::Result<void> forgetOthers(const std::vector<MappedImage> &images, model::Timestamp time);
    model::Result<void> noteRefusal(model::Timestamp time);
    model::Result<void> noteReplaced(const MappedImage &image, model::Timestamp time);
    model::Nanoseconds longerWait() const;

    bool isChanging(model::Timestamp time) const { return time < m_changingUntil; }

    const ProcessSerial m_process;
    const Pid m_pid;
    Surroundings m_here;
    std::vector<MappedImage> m_images;
    std::optional<std::vector<MappedImage>> m_next; // images of newer maps, to be used once the
                                                    // batch is over
    std::vector<MappedImage> m_gone; // unloaded images, kept until a replacement was reported
    bool m_saidReplaced = false;
    bool m_hasRun = false; // the process has run since its maps were read
    std::size_t m_mapsHash = 0; // hash of the maps' text
    unsigned m_readCount = 0;
    model::Timestamp m_read; // time of the newest read
    // How long after the newest read the maps are read again: for an unknown pc, and to find images
    // that no sample was in.
    model::Nanoseconds m_unknownPcWait{};
    model::Nanoseconds m_wait{};
    model::Timestamp m_changingUntil;
};

} // namespace ember::capture

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/follower.h"
#include "model/formats/capturelog/framenames.h"
#include "model/formats/capturelog/records.h"
#include "model/formats/capturelog/segmentstacks.h"
#include "model/profile/inapp.h"
#include "model/profile/profilebuilder.h"

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace ember::model::capturelog {

// Processes, threads and images of a log as rows of a profile. What a segment says again at its
// start is known already.
class ProgramFeed {
public:
    // All outlive it.
    ProgramFeed(ProfileBuilder &builder, SegmentStacks &stacks, const ReadOptions &options)
        : m_builder(builder),
          m_stacks(stacks),
          m_inApp(options.inApp),
          m_imageLoaded(options.imageLoaded)
    {
    }

    void take(const ProcessRecord &record);
    void take(const ProcessEndRecord &end);
    void take(const ThreadRecord &record);
    void take(const ThreadChangeRecord &change);
    void take(const ThreadEndRecord &end);
    void take(const ImageRecord &record);
    void take(const ImageUnloadRecord &unload);

    // Invalid: the log has not said such a one.
    ProcessIndex processIndex(ProcessSerial serial) const;
    ThreadIndex thread(ThreadSerial serial) const;

    // The command the user asked for; invalid as long as it is not known.
    ProcessIndex launched() const { return m_launched; }

    // Says of each image how well its names are known.
    void markSymbols(const FrameNames &names);

private:
    struct KnownProcess {
        ProcessIndex index;
        std::uint32_t pid = 0;
        std::string executable;
        bool launched = false;
    };

    ProfileBuilder &m_builder;
    SegmentStacks &m_stacks;
    const InAppRule *m_inApp; // may be null
    std::function<void(std::uint32_t, const ImageRecord &)> m_imageLoaded; // may be empty
    ProcessIndex m_launched;
    std::unordered_map<ProcessSerial, KnownProcess> m_processes;
    std::unordered_map<ThreadSerial, ThreadIndex> m_threads;
    std::unordered_set<ThreadIndex> m_changed; // threads whose name or priority did
    std::unordered_map<ImageSerial, ImageIndex> m_images;
    // Paths as the log has them, of images whose path is no UTF-8; the profile has a cleaned text.
    std::unordered_map<ImageSerial, std::string> m_rawPaths;
};

} // namespace ember::model::capturelog

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/follower.h"
#include "model/formats/capturelog/framenames.h"
#include "model/formats/capturelog/logbytes.h"
#include "model/formats/capturelog/records.h"
#include "model/profile/inapp.h"
#include "model/profile/profilebuilder.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ember::model::capturelog {

// A stack of the log in the profile, and how it was unwound.
struct KnownStack {
    StackIndex index = emptyStack;
    StackIndex root = emptyStack; // its outermost frame
    std::array<std::uint32_t, std::size_t(UnwindMethod::Count)> framesByMethod{};
    bool rootReached = true;
};

// The frame and stack tables of one segment, as rows of the profile: each address is named once,
// when a stack first has it, however often later segments repeat it.
class SegmentStacks {
public:
    // `inApp` judges code that processes made themselves; may be nullptr.
    SegmentStacks(ProfileBuilder &builder, FrameNames &names, const InAppRule *inApp)
        : m_builder(builder),
          m_names(names),
          m_inApp(inApp)
    {
        startSegment();
    }

    void startSegment();
    // `row` is the image in the profile; `inApp` holds for all of its frames.
    void addImage(const ImageRecord &image, ImageIndex row, InApp inApp);
    void addProcess(const ProcessRecord &process);

    // What is wrong with a payload shows in from.hasFailed(). `seen` is about when the stacks were
    // met first, by CLOCK_MONOTONIC.
    void takeFrames(ByteReader &from);
    void takeStacks(ByteReader &from, Nanoseconds seen);

    // nullptr: the segment has no such stack.
    const KnownStack *find(StackId id) const
    {
        return id.row() < m_stacks.size() ? &m_stacks[id.row()] : nullptr;
    }

private:
    struct KnownImage {
        ImageIndex row;
        std::string path; // its bytes, which need not be UTF-8
        InApp inApp = InApp::Unset;
        std::uint64_t address = 0;
    };

    struct FrameHash {
        std::size_t operator()(const FrameRecord &frame) const;
    };

    using Frames = std::vector<FrameIndex>; // innermost first

    // What is needed to find the names of the code a process made.
    struct KnownProcess {
        std::string codeFile; // its perf map, whether it has one or not
        std::string profilerId;
        std::string workingDirectory;
        std::uint32_t pid = 0;
        Timestamp started;
    };

    void takeFrame(KnownStack &stack, FrameIndex frame);
    const Frames &framesOf(const FrameRecord &frame);
    Frames name(const FrameRecord &frame);
    Frames nameInImage(const FrameRecord &frame, const KnownImage &image);
    Frames nameJitCode(const FrameRecord &frame, const KnownProcess &process);

    ProfileBuilder &m_builder;
    FrameNames &m_names;
    const InAppRule *m_inApp;
    Nanoseconds m_seen{}; // of the stacks being read
    std::unordered_map<ProcessSerial, KnownProcess> m_processes;
    std::unordered_map<ImageSerial, KnownImage> m_images;
    std::unordered_map<FrameRecord, Frames, FrameHash> m_named;
    std::vector<FrameRecord> m_frames; // by FrameId
    std::vector<KnownStack> m_stacks; // by StackId
};

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

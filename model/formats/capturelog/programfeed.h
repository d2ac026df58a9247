// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/follower.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/logsymbols.h"
#include "model/formats/capturelog/records.h"
#include "model/formats/capturelog/stackcodec.h"
#include "model/profile/inapp.h"
#include "model/profile/profilebuilder.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ember::model::capturelog {

// A stack of the log as a stack of the profile, and how it was unwound.
struct KnownStack {
    StackIndex index = emptyStack;
    StackIndex root = emptyStack; // the stack of its outermost frame alone
    std::array<std::uint32_t, std::size_t(UnwindMethod::Count)> framesByMethod{};
    bool rootReached = true;
};

// Turns the frame and stack tables of one segment into rows of the profile. Each address is looked
// up once, when a stack first has it, however often later segments repeat it.
class SegmentStacks {
public:
    // `inApp` decides for scripts, and for code that processes generated themselves; may be
    // nullptr.
    SegmentStacks(ProfileBuilder &builder, LogSymbols &names, const InAppRule *inApp)
        : m_builder(builder),
          m_names(names),
          m_inApp(inApp),
          m_scripts(builder)
    {
        startSegment();
    }

    void startSegment();
    // Adds an image of the segment. `row` is the image in the profile; `inApp` applies to all of
    // its frames.
    void addImage(const ImageRecord &image, ImageIndex row, InApp inApp);
    void addProcess(const ProcessRecord &process);

    // Take the payload of a record; an invalid one sets from.hasFailed(). `seen` is about when the
    // stacks were first met, by CLOCK_MONOTONIC.
    void takeScripts(ByteReader &from) { m_scripts.take(from); }

    void takeFrames(ByteReader &from);
    void takeStacks(ByteReader &from, Nanoseconds seen);

    // The stack of this id; nullptr if the segment has none.
    const KnownStack *find(StackId id) const
    {
        return id.row() < m_stacks.size() ? &m_stacks[id.row()] : nullptr;
    }

private:
    struct KnownImage {
        ImageIndex row;
        std::string path; // as bytes, which need not be UTF-8
        InApp inApp = InApp::Unset;
        std::uint64_t address = 0;
    };

    struct FrameHash {
        std::size_t operator()(const FrameRecord &frame) const;
    };

    using Frames = std::vector<FrameIndex>; // innermost first

    // Data to find the names of code that a process generated.
    struct KnownProcess {
        std::string codeFile; // path of its perf map, whether that exists or not
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
    Frames nameScript(const FrameRecord &frame);
    std::string absolutePath(std::string_view file, ProcessSerial process) const;

    ProfileBuilder &m_builder;
    LogSymbols &m_names;
    const InAppRule *m_inApp;
    ScriptPlaces m_scripts;
    Nanoseconds m_seen{}; // when the stacks being read were first met
    std::unordered_map<ProcessSerial, KnownProcess> m_processes;
    std::unordered_map<ImageSerial, KnownImage> m_images;
    std::unordered_map<FrameRecord, Frames, FrameHash> m_named;
    std::vector<FrameRecord> m_frames; // frames of the segment, by FrameId
    std::vector<KnownStack> m_stacks; // stacks of the segment, by StackId
};

// Turns processes, threads and images of a log into rows of a profile. Ignores what a segment
// repeats at its start.
class ProgramFeed {
public:
    // All must outlive the feed.
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

    // Return the profile's row for a serial number; invalid if the log has not defined it.
    ProcessIndex processIndex(ProcessSerial serial) const;
    ThreadIndex thread(ThreadSerial serial) const;

    // The process of the command that the user asked for; invalid while unknown.
    ProcessIndex launched() const { return m_launched; }

    // Notes for each image how well its names are known.
    void markSymbols(const LogSymbols &names);

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
    std::unordered_set<ThreadIndex> m_changed; // threads whose name or priority has changed
    std::unordered_map<ImageSerial, ImageIndex> m_images;
    // Paths as the log has them, of images whose path is not UTF-8; the profile has a cleaned text.
    std::unordered_map<ImageSerial, std::string> m_rawPaths;
};

} // namespace ember::model::capturelog

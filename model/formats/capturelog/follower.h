// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/capturelog/logsymbols.h"
#include "model/formats/import/importlog.h"
#include "model/profile/frameresolver.h"
#include "model/profile/inapp.h"
#include "model/profile/profilebuilder.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::capturelog {

struct ImageRecord;

// Memory for a sample of a thread that had not run.
constexpr std::uint64_t repeatBytes = sizeof(Timestamp) + sizeof(StackIndex) + sizeof(SampleDetail);

struct ReadOptions {
    FrameResolver *resolver = nullptr; // finds names that the log does not have; not owned
    const InAppRule *inApp = nullptr; // not owned; nullptr: frames stay InApp::Unset
    std::uint64_t sampleLimit = std::uint64_t(1) << 32U; // reading stops there, with a finding
    // After this many samples of threads that had not run, further ones are kept as runs: the first
    // sample of each, and the last one before a pause or stall, or when the thread, the segment or
    // the log ends. Durations stay as they are. The effective limit is never above freeRepeats plus
    // what the bytes read so far allow.
    std::uint64_t repeatLimit = std::numeric_limits<std::uint64_t>::max();
    // 128 MB of samples: an hour of an idle program with ten threads. A hostile log of a few
    // kilobytes can take that much.
    std::uint64_t freeRepeats = (std::uint64_t(128) << 20U) / repeatBytes;
    std::stop_token stop = {}; // checked by readCaptureLog(), which then returns Cancelled
    // Called with a binary and the id of a process that has it mapped, before any address in it is
    // looked up.
    std::function<void(std::uint32_t pid, const ImageRecord &)> imageLoaded = {};
};

enum class FollowState : std::uint8_t {
    Growing,
    Ended, // the recorder wrote its end record; symbols may still be appended
    Damaged, // bytes are skipped as damaged; Growing again if a whole segment follows them
};

// Feeds a ProfileBuilder with a capture log while it grows. Owned by the builder's thread.
//
//     auto follower = LogFollower::open(path, builder, options);
//     while (capturing) { follower->poll(); publish(builder.snapshot()); }
class LogFollower {
public:
    // Opens a log, which may still be empty. Errors: FileNotFound, FileUnreadable. The builder and
    // everything that the options point to must outlive the follower.
    static Result<std::unique_ptr<LogFollower>> open(const std::string &path,
                                                     ProfileBuilder &builder, ReadOptions options);
    ~LogFollower();
    LogFollower(const LogFollower &) = delete;
    LogFollower &operator=(const LogFollower &) = delete;

    // Reads what was appended, at most about `limit` bytes, so that a long log can be shown while
    // it is read. Returns the number of bytes read: 0 means nothing new. Errors: those of
    // checkFileHeader(), FileUnreadable, FileTooBig (not enough memory).
    Result<std::size_t> poll(std::size_t limit = std::size_t(4) << 20U);
    // For a ring: how many of readBytes() its file has dropped since. 0 if the file system does not
    // report holes.
    std::uint64_t droppedBytes() const;
    std::uint64_t readBytes() const;
    FollowState state() const;
    // Call when nothing will be appended any more: unusable bytes at the end become findings and a
    // Damaged event.
    void finish();

    // Adds provisional spans of transactions that have not ended: those spans that were there at
    // the last call already. Returns whether there were any.
    bool showHeldSpans();
    // Whether showHeldSpans() ever added spans: a follower that reads the log from its start has no
    // provisional ones.
    bool hasProvisionalSpans() const;

    // Whether the log brought names for frames that had been read without names or with others.
    // Only a follower that reads the log from its start shows them: see startOver().
    bool hasLateNames() const;
    // Returns a follower that reads the same log from its start into another builder, without
    // dropped bytes, and has all names from the beginning. This one must not be used any more.
    // Errors as in open().
    Result<std::unique_ptr<LogFollower>> startOver(ProfileBuilder &builder);

    const ImportLog &log() const;
    // The names that came from the resolver, for appendSymbols().
    std::vector<ImageSymbols> newSymbols() const;

private:
    struct State;
    explicit LogFollower(std::unique_ptr<State> state);

    std::unique_ptr<State> m_state;
};

} // namespace ember::model::capturelog

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ember::model {

// The range from a rendered frame's start to its end; nullopt if the value is no duration.
// See slowFrameSeries.
std::optional<TimeRange> frameRange(const MeasurementValue &value);

enum class FramePace : std::uint8_t { Slow, Frozen };

// A picture of the user interface that came too late.
struct SlowFrame {
    TimeRange range;
    FramePace pace = FramePace::Slow;
    ProcessIndex process; // invalid: not known

    friend bool operator==(const SlowFrame &, const SlowFrame &) = default;
};

// All frames that a profile calls slow or frozen, in time order; one that it calls both is frozen.
std::vector<SlowFrame> slowFrames(const Profile &profile);

// The thread that draws: the process's main one, else its first with samples. Invalid if there is
// none.
ThreadIndex drawingThread(const Profile &profile, ProcessIndex process);

// A call of a thread, which is a box.
struct BlamedCall {
    ThreadIndex thread;
    std::size_t depth = 0;
    BoxIndex box;
};

enum class BlameCodeOf : std::uint8_t { User, Anybody };

// Whether the call may last beyond the frame. Boxes are made of samples, so calls with equal stacks
// in consecutive frames are one box.
enum class BlameReach : std::uint8_t { Within, Beyond };

// Finds the call that held a frame up, by the rule that the backend has for frozen frames
// (SENTRY.md §6.5): it begins at the start of the frame, or of the profile if the frame began
// before that, lasts half of the frame or longer, and ends with it, each within a margin. Of the
// longest such calls of the user's own code it is the deepest. nullopt if there is none, or if a
// fifth or less of the calls around it have names. (The backend then tries the next outermost call,
// which cannot have any: it would begin too late.)
//
// BlameReach::Beyond is no rule of the backend. It finds the deepest call of which half of the
// frame or more is left when it is cut to the frame. A call that lasts longer than a few frames, as
// an event loop does, has not held up this one. The limit is this frame and three more, each as
// long as this one or, if they are longer, as the three longest `others` that the call lasts
// through. `others` are in time order; the frame may be one of them.
std::optional<BlamedCall> blamedCall(const SpanTable &spans, ThreadIndex thread, TimeRange frame,
                                     BlameCodeOf code = BlameCodeOf::User,
                                     BlameReach reach = BlameReach::Within,
                                     const std::vector<TimeRange> &others = {});

// The call that held a frame up, whose code that is, and whether it lasts beyond the frame.
struct CallBlame {
    BlamedCall call;
    BlameCodeOf code = BlameCodeOf::User;
    BlameReach reach = BlameReach::Within;
};

// Finds the call to blame for `frame`, one of `all`, in the thread that draws it; nullopt: there is
// none. Prefers the user's own code to other code, and within each, calls that end with the frame
// to those that last beyond it.
// The cost depends on the boxes that begin in the frame, and on the number of frames.
std::optional<CallBlame> frameBlame(const SpanTable &spans, const SlowFrame &frame,
                                    const std::vector<SlowFrame> &all);

// The range of the blamed call; with BlameReach::Beyond cut to the frame.
TimeRange blamedPart(const SpanTable &spans, const SlowFrame &frame, const CallBlame &blame);

// Whether a function of this (demangled) name is the event loop of a library, or hands events out
// for it: GLib, GTK, Qt, libuv, libevent, CoreFoundation, SDL, GLFW. It is open for as long as what
// it calls, and says nothing of why that took long.
bool isEventLoop(std::string_view function);

} // namespace ember::model

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/slowframes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>

namespace ember::model {

using namespace std::chrono_literals;

namespace {

constexpr double longestFrame = 9e17; // nanoseconds; more cannot be subtracted from a time

// The most slow frames in a row that a call may span: their calls of one function may look like one
// call.
constexpr int framesOfOneCall = 4;

bool isNamed(const Profile &profile, FrameIndex frame)
{
    const auto function = profile.frame(frame).function;
    return function.isValid() && !profile.text(profile.function(function).name).empty();
}

// Whether more than a fifth of the path's calls have names.
bool hasNamesAround(const SpanTable &spans, PathIndex path)
{
    std::size_t named = 0;
    const auto depth = spans.path(path).depth;
    for (; path != emptyPath; path = spans.path(path).caller)
        named += isNamed(*spans.profile(), spans.path(path).frame) ? 1U : 0U;
    return named * 5 > depth;
}

// The limits for a call by Sentry's numbers (SENTRY.md §6.5).
struct Window {
    // `first` is the start of the profile: what was before is not known.
    Window(TimeRange frame, Timestamp first)
        : margin(std::max<Nanoseconds>(frame.duration() / 20, 10ms)),
          start(std::max(frame.start - margin, first)),
          end(frame.end + margin),
          lastStart(start + frame.duration() / 5),
          leastDuration(frame.duration() / 2)
    {
    }

    Nanoseconds margin;
    Timestamp start;
    Timestamp end;
    Timestamp lastStart;
    Nanoseconds leastDuration;
};

class Blame {
public:
    Blame(const SpanTable &spans, ThreadIndex thread, TimeRange frame, BlameCodeOf code,
          BlameReach reach, const std::vector<TimeRange> &others)
        : m_table(spans),
          m_spans(spans.thread(thread)),
          m_thread(thread),
          m_frame(frame),
          m_window(frame, spans.profile()->timeRange().start),
          m_code(code),
          m_reach(reach),
          m_others(others)
    {
    }

    std::optional<BlamedCall> find()
    {
        for (std::size_t depth = 0; depth < m_spans.depth(); ++depth) {
            const auto &boxes = m_spans.rows[depth].boxes;
            auto row = m_spans.firstEndingAfter(depth, m_window.start);
            for (; boxes.contains(row); row = BoxIndex(row.row() + 1)) {
                if (m_spans.start(boxes[row]) > m_window.lastStart)
                    break;
                if (isCandidate(boxes[row]))
                    consider(depth, row, boxes[row]);
            }
        }
        if (!m_best)
            return std::nullopt;
        const BlamedCall &call = m_best->call;
        const Box &box = m_spans.rows[call.depth].boxes[call.box];
        return hasNamesAround(m_table, box.path) ? std::optional(call) : std::nullopt;
    }

private:
    // The lowest rank has the longest call, and of equally long ones the deepest. All candidates
    // are within one outermost call: each covers half of the window's length from its start on, and
    // a call of another one would begin after that, which is later than m_window.lastStart.
    using Rank = std::tuple<Nanoseconds, std::size_t>;

    struct Found {
        BlamedCall call;
        Rank rank;
    };

    bool isCandidate(const Box &box) const
    {
        const FrameIndex frame = m_table.frame(box);
        return isTheirs(frame) && isLongEnough(box) && isNamed(*m_table.profile(), frame);
    }

    // Whether the frame's code may be blamed: for BlameCodeOf::User in-app code only, otherwise any
    // but event loops, which stay open while the calls that they make come and go.
    bool isTheirs(FrameIndex frame) const
    {
        const Profile &profile = *m_table.profile();
        if (m_code == BlameCodeOf::User)
            return profile.frame(frame).inApp == InApp::Yes;
        const FunctionIndex function = profile.frame(frame).function;
        return !function.isValid() || !isEventLoop(profile.text(profile.function(function).name));
    }

    bool isLongEnough(const Box &box) const
    {
        const Timestamp start = m_spans.start(box);
        const Timestamp end = m_spans.end(box);
        if (m_reach == BlameReach::Within)
            return start >= m_window.start && end <= m_window.end
                && m_spans.duration(box) >= m_window.leastDuration;
        const auto inFrame = std::min(end, m_frame.end) - std::max(start, m_frame.start);
        return inFrame > 0ns && inFrame >= m_window.leastDuration
            && m_spans.duration(box) <= longestCall({start, end});
    }

    // The longest that a call may last to belong to this frame: this frame, and the few others that
    // it may span, each at least as long as this one.
    Nanoseconds longestCall(TimeRange call) const
    {
        Nanoseconds longest = m_frame.duration();
        for (const Nanoseconds other : longestOthers(call))
            longest += std::max(other, m_frame.duration());
        return longest;
    }

    // The longest parts of the call that lie in other frames, each without what lies in this frame
    // or in earlier ones.
    std::array<Nanoseconds, framesOfOneCall - 1> longestOthers(TimeRange call) const
    {
        std::array<Nanoseconds, framesOfOneCall - 1> longest{};
        Timestamp counted = call.start;
        for (const TimeRange &other : m_others) {
            if (other.start >= call.end)
                break;
            const Timestamp start = std::max(other.start, counted);
            const Timestamp end = std::min(other.end, call.end);
            if (end <= start)
                continue;
            counted = end;
            const auto inFrame = std::max(
                std::min(end, m_frame.end) - std::max(start, m_frame.start), Nanoseconds(0));
            const auto shortest = std::ranges::min_element(longest);
            *shortest = std::max(*shortest, end - start - inFrame);
        }
        return longest;
    }

    void consider(std::size_t depth, BoxIndex index, const Box &box)
    {
        // Among calls that last beyond the frame, the deepest wins, not the longest: that would be
        // a caller which goes on through several late frames.
        const auto length = m_reach == BlameReach::Within ? m_spans.duration(box) : 0ns;
        const Found found{{m_thread, depth, index}, {-length, m_spans.depth() - depth}};
        if (!m_best || found.rank < m_best->rank)
            m_best = found;
    }

    const SpanTable &m_table;
    const ThreadSpans &m_spans;
    ThreadIndex m_thread;
    TimeRange m_frame;
    Window m_window;
    BlameCodeOf m_code;
    BlameReach m_reach;
    const std::vector<TimeRange> &m_others;
    std::optional<Found> m_best;
};

} // namespace

std::optional<TimeRange> frameRange(const MeasurementValue &value)
{
    if (!(value.value >= 0))
        return std::nullopt;
    const Nanoseconds duration(
        static_cast<std::int64_t>(std::min(std::round(value.value), longestFrame)));
    return TimeRange{value.time - duration, value.time};
}

std::vector<SlowFrame> slowFrames(const Profile &profile)
{
    std::vector<SlowFrame> frames;
    for (const Measurement &series : profile.tables().measurements) {
        const auto name = profile.text(series.name);
        if (name != slowFrameSeries && name != frozenFrameSeries)
            continue;
        const auto pace = name == frozenFrameSeries ? FramePace::Frozen : FramePace::Slow;
        series.values.forEach([&](std::size_t, const MeasurementValue &value) {
            if (const auto range = frameRange(value))
                frames.push_back({*range, pace, series.process});
        });
    }
    const auto place = [](const SlowFrame &frame) {
        return std::tuple(frame.range.start, frame.range.end, frame.process);
    };
    std::ranges::stable_sort(frames, [&](const SlowFrame &a, const SlowFrame &b) {
        return std::tuple(place(a), b.pace) < std::tuple(place(b), a.pace);
    });
    const auto isSame = [&](const auto &a, const auto &b) { return place(a) == place(b); };
    frames.erase(std::unique(frames.begin(), frames.end(), isSame), frames.end());
    return frames;
}

ThreadIndex drawingThread(const Profile &profile, ProcessIndex process)
{
    ThreadIndex first;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex index(row);
        const Thread &thread = profile.thread(index);
        if ((process.isValid() && thread.process != process) || profile.samples(index).isEmpty())
            continue;
        if (thread.isMain)
            return index;
        if (!first.isValid())
            first = index;
    }
    return first;
}

std::optional<BlamedCall> blamedCall(const SpanTable &spans, ThreadIndex thread, TimeRange frame,
                                     BlameCodeOf code, BlameReach reach,
                                     const std::vector<TimeRange> &others)
{
    return Blame(spans, thread, frame, code, reach, others).find();
}

std::optional<CallBlame> frameBlame(const SpanTable &spans, const SlowFrame &frame,
                                    const std::vector<SlowFrame> &all)
{
    const ThreadIndex thread = drawingThread(*spans.profile(), frame.process);
    if (!thread.isValid())
        return std::nullopt;
    std::vector<TimeRange> others; // frames of this process, which draws one after the other
    for (const SlowFrame &other : all) {
        if (other.process == frame.process)
            others.push_back(other.range);
    }
    for (const auto code : {BlameCodeOf::User, BlameCodeOf::Anybody}) {
        for (const auto reach : {BlameReach::Within, BlameReach::Beyond}) {
            if (const auto call = blamedCall(spans, thread, frame.range, code, reach, others))
                return CallBlame{*call, code, reach};
        }
    }
    return std::nullopt;
}

TimeRange blamedPart(const SpanTable &spans, const SlowFrame &frame, const CallBlame &blame)
{
    const ThreadSpans &thread = spans.thread(blame.call.thread);
    const Box &box = thread.rows[blame.call.depth].boxes[blame.call.box];
    const TimeRange call{thread.start(box), thread.end(box)};
    if (blame.reach == BlameReach::Within)
        return call;
    return {std::max(call.start, frame.range.start), std::min(call.end, frame.range.end)};
}

namespace {

using namespace std::string_view_literals;

constexpr std::array loops{
    "g_main_loop_run"sv,
    "g_main_context_iteration"sv,
    "g_main_context_iterate"sv,
    "g_main_context_iterate_unlocked"sv,
    "g_main_context_dispatch"sv,
    "g_main_context_dispatch_unlocked"sv,
    "g_main_dispatch"sv,
    "g_application_run"sv,
    "gtk_main"sv,
    "gtk_main_iteration"sv,
    "QEventLoop::exec"sv,
    "QEventLoop::processEvents"sv,
    "QApplication::exec"sv,
    "QGuiApplication::exec"sv,
    "QCoreApplication::exec"sv,
    "QCoreApplication::processEvents"sv,
    "QCoreApplication::sendPostedEvents"sv,
    "QCoreApplicationPrivate::sendPostedEvents"sv,
    "QEventDispatcherGlib::processEvents"sv,
    "QEventDispatcherUNIX::processEvents"sv,
    "QUnixEventDispatcherQPA::processEvents"sv,
    "QPAEventDispatcherGlib::processEvents"sv,
    "QXcbGlibEventDispatcher::processEvents"sv,
    "QXcbUnixEventDispatcher::processEvents"sv,
    "uv_run"sv,
    "event_base_loop"sv,
    "event_base_dispatch"sv,
    "CFRunLoopRun"sv,
    "CFRunLoopRunSpecific"sv,
    "SDL_PumpEvents"sv,
    "glfwPollEvents"sv,
    "glfwWaitEvents"sv,
};

} // namespace

bool isEventLoop(std::string_view function)
{
    // "(" begins parameters; "." and "@" what compilers and linkers add.
    return std::ranges::find(loops, function.substr(0, function.find_first_of("(.@")))
        != loops.end();
}

} // namespace ember::model

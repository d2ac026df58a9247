// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/framechoice.h"

#include "views/state/openprofile.h"
#include "views/state/selectionhistory.h"
#include "views/state/threadchoice.h"
#include "views/state/timezoom.h"
#include "views/state/viewselection.h"

#include <algorithm>
#include <tuple>

namespace ember::views {

using namespace model;

namespace {

// Sorts the worst first; equally long ones in time order.
bool isWorse(const SlowFrame &a, const SlowFrame &b)
{
    return std::tuple(b.range.duration(), a.range.start, a.process)
        < std::tuple(a.range.duration(), b.range.start, b.process);
}

// Returns the range to select for a frame; none if it is empty: an empty range cannot be selected.
std::optional<TimeRange> selectable(TimeRange range)
{
    return range.isEmpty() ? std::nullopt : std::optional(range);
}

// Returns the number of values in all series. They only grow, so a change of it shows that there is
// something new.
std::size_t valueCount(const Profile &profile)
{
    std::size_t count = 0;
    for (const Measurement &series : profile.tables().measurements)
        count += series.values.size();
    return count;
}

} // namespace

FrameChoice::FrameChoice(const OpenProfile &profile, TimeZoom &zoom, ThreadChoice &threads,
                         ViewSelection &selection, NarrowingHistory &history)
    : m_profile(profile),
      m_zoom(zoom),
      m_threads(threads),
      m_selection(selection),
      m_history(history)
{
    connect(&profile, &OpenProfile::changed, this, &FrameChoice::readSnapshot);
    connect(&selection, &ViewSelection::rangeChanged, this, &FrameChoice::forgetIfLeft);
}

void FrameChoice::readSnapshot()
{
    const bool isOther = m_profileSerial != m_profile.serial();
    const std::size_t values = m_profile.spans() ? valueCount(*m_profile.spans()->profile()) : 0;
    if (isOther || values != m_values) {
        m_profileSerial = m_profile.serial();
        m_values = values;
        m_frames = m_profile.spans() ? slowFrames(*m_profile.spans()->profile())
                                     : std::vector<SlowFrame>();
        emit framesChanged();
    }
    if (!m_chosen)
        return;
    if (isOther) {
        forget();
    } else if (!m_blame) { // the frame's calls may be read after it
        m_blame = blame(*m_chosen);
        if (m_blame)
            emit chosenChanged();
    }
}

// Forgets the chosen frame if another range was selected.
void FrameChoice::forgetIfLeft()
{
    if (m_chosen && m_selection.range() != selectable(m_chosen->range))
        forget();
}

void FrameChoice::forget()
{
    m_chosen.reset();
    m_blame.reset();
    emit chosenChanged();
}

std::optional<FrameBlame> FrameChoice::blame(const SlowFrame &frame) const
{
    if (!m_profile.spans())
        return std::nullopt;
    const auto blame = frameBlame(*m_profile.spans(), frame, m_frames);
    if (!blame)
        return std::nullopt;
    const BlamedCall &call = blame->call;
    return FrameBlame{{call.thread, call.depth, call.box}, blame->code, blame->reach};
}

// Lets only the thread that drew the frame count: the sums of all others say nothing of why it was
// late.
void FrameChoice::countThreadOf(const SlowFrame &frame)
{
    if (!m_profile.spans())
        return;
    m_threads.countAlone(m_blame ? m_blame->call.thread
                                 : drawingThread(*m_profile.spans()->profile(), frame.process));
}

void FrameChoice::choose(const SlowFrame &frame)
{
    m_chosen = frame;
    m_blame = blame(frame);
    m_history.asOneStep([&] {
        countThreadOf(frame);
        m_selection.selectRange(frame.range);
    });
    const auto around = frame.range.duration() / 4;
    m_zoom.remember();
    m_zoom.show({frame.range.start - around, frame.range.end + around});
    m_selection.select(m_blame ? std::optional(m_blame->call) : std::nullopt);
    emit chosenChanged();
}

bool FrameChoice::chooseAt(TimeRange place)
{
    const SlowFrame *best = nullptr;
    for (const SlowFrame &frame : m_frames) {
        const bool isThere = frame.range.start <= place.end && place.start <= frame.range.end;
        if (isThere && (!best || frame.range.duration() < best->range.duration()))
            best = &frame;
    }
    if (!best)
        return false;
    choose(SlowFrame(*best));
    return true;
}

FrameStep FrameChoice::step(Direction direction)
{
    const SlowFrame *next = m_chosen ? behindChosen(direction) : endOf(direction);
    const bool isAtEnd = !next;
    if (isAtEnd)
        next = endOf(direction);
    if (!next)
        return FrameStep::None;
    choose(SlowFrame(*next));
    return isAtEnd ? FrameStep::AroundTheEnd : FrameStep::Next;
}

// Returns the next frame in this direction; null if the chosen one is the last.
const SlowFrame *FrameChoice::behindChosen(Direction direction) const
{
    const SlowFrame *next = nullptr;
    for (const SlowFrame &frame : m_frames) {
        if (direction == Direction::Forward) {
            if (isWorse(*m_chosen, frame) && (!next || isWorse(frame, *next)))
                next = &frame;
        } else if (isWorse(frame, *m_chosen) && (!next || isWorse(*next, frame))) {
            next = &frame;
        }
    }
    return next;
}

// Returns the frame where steps in this direction begin.
const SlowFrame *FrameChoice::endOf(Direction direction) const
{
    if (m_frames.empty())
        return nullptr;
    return direction == Direction::Forward ? &*std::ranges::min_element(m_frames, isWorse)
                                           : &*std::ranges::max_element(m_frames, isWorse);
}

} // namespace ember::views

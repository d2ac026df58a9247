// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxes/boxreference.h"
#include "views/boxes/searchmatches.h"
#include "views/state/viewappearance.h"
#include "views/state/gaps.h"
#include "views/state/keymap.h"
#include "views/state/theme.h"
#include "views/state/threadchoice.h"
#include "views/state/timezoom.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace ember::views {

enum class Follow : std::uint8_t { No, Yes };
enum class TimeLabels : std::uint8_t { Relative, Absolute };
// Of boxes: where samples put them, or with where they may really lie.
enum class Edges : std::uint8_t { Sharp, Uncertain };

class BaselineChoice;
class BookmarkList;
class CallFigureQuestion;
class CallFigures;
class FrameChoice;
class SumsQuestion;

// What all views of one profile have in common. Each view calls setters and listens; a setter that
// is given the value there is does nothing, so nothing is reported back and no loop can start.
// Lives in the UI thread.
class ViewState : public QObject {
    Q_OBJECT
public:
    explicit ViewState(QObject *parent = nullptr);
    ~ViewState() override;

    TimeZoom &zoom() { return m_zoom; }
    const TimeZoom &zoom() const { return m_zoom; }

    // The newest snapshot; null while nothing is open.
    const model::SpanTablePointer &spans() const { return m_spans; }
    // Opens another profile (or none): shows all of it, forgets selection, search matches, history.
    void open(model::SpanTablePointer spans);
    // A later snapshot of the profile that is open; or the same profile read again, in which all
    // indices mean something else, and from whose start something may be gone; or the same with cut
    // stacks shown otherwise.
    void update(model::SpanTablePointer spans);

    // Changes when another profile is opened or the same is read again, not with its later
    // snapshots: tells caches apart.
    std::uint64_t profileSerial() const { return m_profileSerial; }

    // First to last sample and one period, so that lone samples have room; empty if there are none.
    model::TimeRange profileRange() const { return m_profileRange; }
    // Where relative times count from.
    model::Timestamp origin() const { return m_profileRange.start; }
    // Time beside the profile's that the zoom may show: of what stands beside it. Empty: none.
    void setZoomRoom(model::TimeRange room);
    // Time between two samples of a thread: the capture's rate, else what the samples tell.
    model::Nanoseconds period() const { return m_period; }

    // Times without samples because nobody looked: pauses, missing chunks.
    const Gaps &gaps() const { return m_gaps; }

    // Threads with samples as they stand under each other: busiest first when the profile was
    // opened, later ones at the end.
    const ThreadOrder &threadOrder() const { return m_threads.order(); }
    const std::vector<model::ThreadIndex> &threads() const { return threadOrder().threads(); }
    void sortThreads(ThreadSort by);
    // By what they ran in what is selected: by thread.
    void sortThreadsByRunning(std::vector<model::Nanoseconds> running);
    void sortThreads() { sortThreads(threadOrder().sortedBy()); } // again, with later ones
    void setPinned(model::ThreadIndex thread, Pinned pinned)
    {
        setPinned(std::vector{thread}, pinned);
    }
    void setPinned(const std::vector<model::ThreadIndex> &threads, Pinned pinned);
    // Before that one, or behind all others if it is invalid.
    void moveThreads(const std::vector<model::ThreadIndex> &threads, model::ThreadIndex before);
    void arrangeThreads(const ThreadArrangement &arrangement);
    void setGroupOpen(const QString &key, Open open);
    void setAllGroupsOpen(Open open);
    std::vector<model::ThreadIndex> shownThreads() const { return m_threads.shown(); }
    bool isAnyHidden() const { return m_threads.isAnyHidden(); }
    bool isShown(model::ThreadIndex thread) const { return m_threads.isShown(thread); }
    void setShown(model::ThreadIndex thread, Shown shown) { setShown(std::vector{thread}, shown); }
    void setShown(const std::vector<model::ThreadIndex> &threads, Shown shown);
    void setShownThreads(const std::vector<model::ThreadIndex> &threads);
    void showAllThreads() { setShownThreads(threads()); }
    bool isCollapsed(model::ThreadIndex thread) const { return m_threads.isCollapsed(thread); }
    void setCollapsed(model::ThreadIndex thread, Collapsed collapsed);
    void setAllCollapsed(Collapsed collapsed);
    // As the threads of another state: see ThreadChoice.
    void arrangeThreadsLike(const ViewState &leader, const ThreadOrder::NewIndex &partnerOf);

    const std::optional<BoxReference> &selection() const { return m_selection; }
    // Opens the group its thread stands in.
    void select(std::optional<BoxReference> box);
    const std::optional<BoxReference> &hovered() const { return m_hovered; }
    void hover(std::optional<BoxReference> box);
    // The cross-hair: where the pointer is in time.
    std::optional<model::Timestamp> cursor() const { return m_cursor; }
    void setCursor(std::optional<model::Timestamp> time);

    // Statistics, Save and Upload act on it; none: on everything.
    std::optional<model::TimeRange> selectedRange() const { return m_selectedRange; }
    void selectRange(std::optional<model::TimeRange> range);
    // What every view of sums asks.
    SumsQuestion &sums() { return *m_sums; }
    const SumsQuestion &sums() const { return *m_sums; }

    // What it is compared with.
    BaselineChoice &baseline() { return *m_baseline; }
    const BaselineChoice &baseline() const { return *m_baseline; }

    // Slow frames, and the one that is asked about.
    FrameChoice &frames() { return *m_frames; }
    const FrameChoice &frames() const { return *m_frames; }

    // Places to come back to.
    BookmarkList &bookmarks() { return *m_bookmarks; }
    const BookmarkList &bookmarks() const { return *m_bookmarks; }

    // The function the reader has pointed at last, in whichever view; invalid: none.
    model::FrameIndex function() const { return m_function; }
    void setFunction(model::FrameIndex function);

    // Frames of one function that is outlined wherever it is called. Those past the end are not of
    // it; empty: none is outlined.
    const FrameMarks &outlined() const { return m_outlined; }
    void setOutlined(FrameMarks frames);

    QString searchText() const { return m_searchText; }
    void setSearchText(const QString &text);
    const SearchMatches &matches() const { return m_matches; }
    void setMatches(SearchMatches matches); // by the Searcher

    Follow follow() const { return m_follow; }
    void setFollow(Follow follow);

    // Chunks on the time axis, and those of them that are selected in the chunk list.
    const std::vector<model::TimeRange> &chunkRanges() const { return m_chunkRanges; }
    void setChunkRanges(std::vector<model::TimeRange> ranges);
    const std::vector<model::TimeRange> &markedRanges() const { return m_markedRanges; }
    void setMarkedRanges(std::vector<model::TimeRange> ranges);

    // What boxes are painted by. What some modes tell has to be found first: until it is there,
    // another one than the chosen one.
    ColourMode colourMode() const { return m_colourMode; }
    ColourMode chosenColourMode() const { return m_chosenMode; }
    void setColourMode(ColourMode mode);
    // What the colours tell of calls, as colourMode() asks for it; never null.
    const std::shared_ptr<const CallFigures> &callFigures() const;
    TimeLabels timeLabels() const { return m_timeLabels; }
    void setTimeLabels(TimeLabels labels);
    Edges edges() const { return m_edges; }
    void setEdges(Edges edges);
    const Theme &theme() const { return *m_theme; }
    void setShade(Shade shade);
    void setHues(Hues hues);

    // What keys do in the charts.
    const KeyMap &keyMap() const { return m_keyMap; }
    void setKeyMap(KeyMap keyMap);

signals:
    void opened(); // another profile, or none; after all that follows from it
    void zoomRoomChanged();
    void spansChanged();
    void threadsChanged(); // which are shown, their order, which are collapsed, which groups open
    void selectionChanged();
    void functionChanged(); // another one is pointed at
    void outlinedChanged();
    void hoveredChanged();
    void cursorChanged();
    void selectedRangeChanged();
    void searchTextChanged(const QString &text);
    void matchesChanged();
    void followChanged(ember::views::Follow follow);
    void chunkRangesChanged();
    void markedRangesChanged();
    void appearanceChanged(); // colour mode, what it tells, labels, edges, theme
    void keyMapChanged();

private:
    // Whether there are threads that were not there before.
    bool applySpans(model::SpanTablePointer spans);
    void stopFollowingIfMovedAway();
    void followEnd(model::TimeRange before);
    void applyLimits();
    void showColours();

    TimeZoom m_zoom;
    model::TimeRange m_profileRange;
    model::TimeRange m_zoomRoom;
    model::SpanTablePointer m_spans;
    std::uint64_t m_profileSerial = 0;
    model::Nanoseconds m_period{};
    Gaps m_gaps;
    ThreadChoice m_threads;
    std::optional<BoxReference> m_selection;
    std::optional<BoxReference> m_hovered;
    std::optional<model::Timestamp> m_cursor;
    std::optional<model::TimeRange> m_selectedRange;
    std::unique_ptr<SumsQuestion> m_sums;
    std::unique_ptr<BaselineChoice> m_baseline;
    std::unique_ptr<FrameChoice> m_frames;
    std::unique_ptr<BookmarkList> m_bookmarks;
    std::unique_ptr<CallFigureQuestion> m_callFigures;
    model::FrameIndex m_function;
    FrameMarks m_outlined;
    QString m_searchText;
    SearchMatches m_matches;
    Follow m_follow = Follow::No;
    std::vector<model::TimeRange> m_chunkRanges;
    std::vector<model::TimeRange> m_markedRanges;
    ColourMode m_colourMode = ColourMode::Function;
    ColourMode m_chosenMode = ColourMode::Function;
    TimeLabels m_timeLabels = TimeLabels::Relative;
    Edges m_edges = Edges::Sharp;
    const Theme *m_theme;
    KeyMap m_keyMap;
};

} // namespace ember::views

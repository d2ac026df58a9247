// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxes/boxreference.h"
#include "views/boxes/searchmatches.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace ember::views {

class OpenProfile;
class ThreadChoice;

// What the user has selected, points at and searches for, in whichever view. Boxes are always those
// of the snapshot that is open. Belongs to the view state and lives in the UI thread.
class ViewSelection : public QObject {
    Q_OBJECT
public:
    // Both must outlive it.
    ViewSelection(const OpenProfile &profile, ThreadChoice &threads);

    // The selected call.
    const std::optional<BoxReference> &box() const { return m_box; }
    // Opens the group its thread stands in.
    void select(std::optional<BoxReference> box);
    const std::optional<BoxReference> &hovered() const { return m_hovered; }
    void hover(std::optional<BoxReference> box);
    // The cross-hair: where the pointer is in time.
    std::optional<model::Timestamp> cursor() const { return m_cursor; }
    void setCursor(std::optional<model::Timestamp> time);

    // Statistics, Save and Upload act on it; none: on everything.
    std::optional<model::TimeRange> range() const { return m_range; }
    void selectRange(std::optional<model::TimeRange> range);
    // Of the chunks on the time axis, those that are selected in the chunk list.
    const std::vector<model::TimeRange> &markedRanges() const { return m_markedRanges; }
    void setMarkedRanges(std::vector<model::TimeRange> ranges);

    // The function that was pointed at last; invalid: none.
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

signals:
    void boxChanged();
    void hoveredChanged();
    void cursorChanged();
    void rangeChanged();
    void markedRangesChanged();
    void functionChanged();
    void outlinedChanged();
    void searchTextChanged(const QString &text);
    void matchesChanged();

private:
    friend class ViewState;

    void forget(); // all but the search text
    void forgetBoxes();
    void dropLostBoxes(); // that a snapshot does not have any more

    const OpenProfile &m_profile;
    ThreadChoice &m_threads;
    std::optional<BoxReference> m_box;
    std::optional<BoxReference> m_hovered;
    std::optional<model::Timestamp> m_cursor;
    std::optional<model::TimeRange> m_range;
    std::vector<model::TimeRange> m_markedRanges;
    model::FrameIndex m_function;
    FrameMarks m_outlined;
    QString m_searchText;
    SearchMatches m_matches;
};

} // namespace ember::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxes/boxreference.h"
#include "views/boxes/searchmatches.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace ember::views {

class OpenProfile;
class ThreadChoice;

// Holds what the user has selected, points at and searches for, in any view. Boxes are always those
// of the open snapshot. Belongs to the view state and lives in the UI thread.
class ViewSelection : public QObject {
    Q_OBJECT
public:
    // Both must outlive it.
    ViewSelection(const OpenProfile &profile, ThreadChoice &threads);

    // The selected call.
    const std::optional<BoxReference> &box() const { return m_box; }
    // Selects a call, and reveals its thread.
    void select(std::optional<BoxReference> box);
    const std::optional<BoxReference> &hovered() const { return m_hovered; }
    void hover(std::optional<BoxReference> box);
    // The cross-hair: the time that the pointer is at.
    std::optional<model::Timestamp> cursor() const { return m_cursor; }
    void setCursor(std::optional<model::Timestamp> time);

    // The selected range, which Statistics, Save and Upload apply to; empty: everything.
    std::optional<model::TimeRange> range() const { return m_range; }
    void selectRange(std::optional<model::TimeRange> range);
    // The ranges of the chunks that are selected in the chunk list.
    const std::vector<model::TimeRange> &markedRanges() const { return m_markedRanges; }
    void setMarkedRanges(std::vector<model::TimeRange> ranges);

    // The selected function: that of the selected call, or one that was chosen in a table or graph,
    // which deselects a call of another function; invalid: none.
    model::FrameIndex function() const { return m_function; }
    void setFunction(model::FrameIndex function);
    // Marks all frames of the selected function.
    const FrameMarks &chosen() const { return m_chosen; }
    bool isChosen(model::FrameIndex frame) const
    {
        return frame.isValid() && frame.row() < m_chosen.size() && m_chosen[frame.row()] != 0;
    }
    // Marks the frames of one function that is outlined wherever it is called. Frames past the end
    // are not marked; empty: none is outlined.
    const FrameMarks &outlined() const { return m_outlined; }
    void setOutlined(FrameMarks frames);

    QString searchText() const { return m_searchText; }
    void setSearchText(const QString &text);
    const SearchMatches &matches() const { return *m_matches; }
    // The present matches, without a copy, for computations off the UI thread. Never null.
    std::shared_ptr<const SearchMatches> sharedMatches() const { return m_matches; }
    void setMatches(SearchMatches matches); // for the Searcher

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

    void forget(); // everything but the search text and the function
    void forgetBoxes();
    // Replaces the selected call after the profile was read again, without a signal. No call: it is
    // gone; deselects it, with the signal.
    void moveBox(std::optional<BoxReference> box);
    void dropLostBoxes(); // removes boxes that a snapshot does not have any more
    void takeFunction(model::FrameIndex function);
    void markChosen(); // again if the profile has grown

    const OpenProfile &m_profile;
    ThreadChoice &m_threads;
    std::optional<BoxReference> m_box;
    std::optional<BoxReference> m_hovered;
    std::optional<model::Timestamp> m_cursor;
    std::optional<model::TimeRange> m_range;
    std::vector<model::TimeRange> m_markedRanges;
    model::FrameIndex m_function;
    FrameMarks m_chosen;
    FrameMarks m_outlined;
    QString m_searchText;
    std::shared_ptr<const SearchMatches> m_matches = std::make_shared<SearchMatches>();
};

} // namespace ember::views

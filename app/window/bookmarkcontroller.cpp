// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bookmarkcontroller.h"

#include "app/look/messagebar.h"
#include "app/session/document.h"
#include "app/window/panels.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/lists/bookmarkspanel.h"
#include "views/state/bookmarklist.h"
#include "views/timeline/timelineview.h"

namespace ember::app {

using model::capturelog::BookmarkState;
using views::Bookmark;
using views::BookmarkList;
using views::Direction;

BookmarkController::BookmarkController(const Document &document, views::ViewState &state,
                                       Panels &panels, MessageBar &messages, QObject *parent)
    : QObject(parent),
      m_document(document),
      m_state(state),
      m_panels(panels),
      m_chart(panels.timeline->chart()),
      m_messages(messages)
{
    connect(panels.bookmarks, &views::BookmarksPanel::activated, this,
            [this](std::uint64_t number) {
                if (const Bookmark *bookmark = m_state.bookmarks().find(number))
                    goTo(Bookmark(*bookmark));
            });
    const BookmarkList &bookmarks = m_state.bookmarks();
    connect(&bookmarks, &BookmarkList::edited, this,
            [this](const Bookmark &bookmark) { keep(bookmark, BookmarkState::Set); });
    connect(&bookmarks, &BookmarkList::removed, this,
            [this](const Bookmark &bookmark) { keep(bookmark, BookmarkState::Removed); });
    connect(&m_store, &BookmarkStore::restored, &bookmarks,
            [this](const auto &kept) { m_state.bookmarks().restore(kept); });
    connect(&m_store, &BookmarkStore::failed, this, &BookmarkController::showFailure);
    connect(&m_document, &Document::opened, this, &BookmarkController::showDocument);
    showDocument();
}

// Returns the log that bookmarks are stored in; "" if several files are open, as the log would be
// ambiguous.
QString BookmarkController::logPath() const
{
    const QStringList paths = m_document.paths();
    return paths.size() == 1 ? paths.first() : QString();
}

void BookmarkController::showDocument()
{
    m_last = 0;
    if (m_document.spans() && !logPath().isEmpty())
        m_store.restore(logPath());
}

Bookmark BookmarkController::placeLookedAt() const
{
    Bookmark bookmark;
    const auto visible = m_state.zoom().visible();
    const auto &call =
        m_state.selection().box() ? m_state.selection().box() : m_state.selection().hovered();
    if (m_state.selection().range()) {
        bookmark.range = *m_state.selection().range();
    } else {
        const auto moment = m_state.selection().cursor().value_or(
            call ? rangeOf(*m_state.spans(), *call).start : visible.start + visible.duration() / 2);
        bookmark.range = {moment, moment};
    }
    if (call)
        setThread(bookmark, *m_state.spans()->profile(), call->thread);
    return bookmark;
}

void BookmarkController::add()
{
    if (!m_state.spans())
        return;
    m_last = m_state.bookmarks().add(placeLookedAt());
    m_panels.raise(m_panels.bookmarks);
    m_panels.bookmarks->editNote(m_last);
}

void BookmarkController::goTo(const Bookmark &bookmark)
{
    m_last = bookmark.number;
    m_panels.bookmarks->choose(bookmark.number);
    views::TimeZoom &zoom = m_state.zoom();
    const auto range = bookmark.range;
    zoom.remember();
    if (range.isEmpty()) {
        const auto half = zoom.visible().duration() / 2;
        zoom.show({range.start - half, range.start + half});
    } else {
        const auto margin = range.duration() / 10;
        m_state.selection().selectRange(range);
        zoom.show({range.start - margin, range.end + margin});
    }
    m_state.selection().setCursor(range.start);
    const auto thread = threadOf(*m_state.spans()->profile(), bookmark);
    if (!thread.isValid())
        return;
    m_state.threads().setShown(thread, views::Shown::Yes);
    m_chart.scrollTo(thread);
}

// Steps from the bookmark jumped to last, otherwise from the middle of the visible range.
void BookmarkController::step(Direction direction)
{
    const auto visible = m_state.zoom().visible();
    const Bookmark *last = m_state.bookmarks().find(m_last);
    const auto from = last ? last->range.start : visible.start + visible.duration() / 2;
    if (const Bookmark *next = m_state.bookmarks().nearest(from, direction))
        goTo(Bookmark(*next));
}

void BookmarkController::keep(const Bookmark &bookmark, BookmarkState state)
{
    if (logPath().isEmpty())
        showFailure({model::ErrorCode::UnknownFormat, {}, {}});
    else
        m_store.keep(logPath(), bookmark, state);
}

void BookmarkController::showFailure(const model::Error &error)
{
    if (error.code != model::ErrorCode::UnknownFormat) {
        m_messages.showError(error);
        return;
    }
    m_messages.showMessage(
        {.importance = Importance::Note,
         .text = tr("Bookmarks go when this is closed: only single captures (.ember) keep them.")});
}

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/stores/bookmarkstore.h"
#include "views/search/searcher.h"
#include "views/state/viewstate.h"

#include <QObject>

namespace ember::views {
class FlameChartWidget;
} // namespace ember::views

namespace ember::app {

class Actions;
class Document;
class MessageBar;
class Panels;

// Controls bookmarks: creates them at the visible position, jumps to them, and stores them in the
// capture log.
class BookmarkController : public QObject {
    Q_OBJECT
public:
    BookmarkController(const Document &document, views::ViewState &state,
                       views::FlameChartWidget &chart, QObject *parent);

    void connectTo(Actions &actions, Panels &panels, MessageBar &messages);

    const BookmarkStore &store() const { return m_store; }

private:
    void showDocument();
    void add();
    void goTo(const views::Bookmark &bookmark);
    void step(views::Direction direction);
    void keep(const views::Bookmark &bookmark, model::capturelog::BookmarkState state);
    void showFailure(const model::Error &error);
    views::Bookmark placeLookedAt() const;
    QString logPath() const;

    const Document &m_document;
    views::ViewState &m_state;
    views::FlameChartWidget &m_chart;
    BookmarkStore m_store;
    Actions *m_actions = nullptr;
    Panels *m_panels = nullptr;
    MessageBar *m_messages = nullptr;
    std::uint64_t m_last = 0; // number of the bookmark jumped to last
};

} // namespace ember::app

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

class Document;
class MessageBar;
class Panels;

// Controls bookmarks: creates them where the user looks, jumps to them, and stores them in the
// capture log.
class BookmarkController : public QObject {
    Q_OBJECT
public:
    BookmarkController(const Document &document, views::ViewState &state, Panels &panels,
                       MessageBar &messages, QObject *parent);

    // Adds a bookmark at the selected range, else at the cursor, else at the start of the selected
    // or hovered call, else in the middle of what is visible.
    void add();
    void step(views::Direction direction);

    const BookmarkStore &store() const { return m_store; }

private:
    void showDocument();
    void goTo(const views::Bookmark &bookmark);
    void keep(const views::Bookmark &bookmark, model::capturelog::BookmarkState state);
    void showFailure(const model::Error &error);
    views::Bookmark placeLookedAt() const;
    QString logPath() const;

    const Document &m_document;
    views::ViewState &m_state;
    Panels &m_panels;
    views::FlameChartWidget &m_chart;
    MessageBar &m_messages;
    BookmarkStore m_store;
    std::uint64_t m_last = 0; // number of the bookmark jumped to last
};

} // namespace ember::app

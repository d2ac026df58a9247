// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "tests/views/watchedpanel.h"
#include "views/graph/flamegraphpanel.h"

#include <QObject>
#include <QPoint>
#include <QSize>
#include <QString>

#include <memory>

class QToolButton;

namespace ember::tests {

// A flame graph for one test.
class GraphTest : public QObject {
    Q_OBJECT

protected:
    // For textProfile().
    static constexpr auto picture = "a a a a a a\n"
                                    "b c b b b .\n"
                                    "c . b d . .\n";

    // Opens the profile and waits for its graph.
    void show(const model::ProfilePointer &profile, QSize size = {800, 400});

    views::GraphWidget &graph() { return m_panel->graph(); }
    views::TimeZoom &zoom();
    QToolButton &panelTool(const QString &name);

    QString name(model::MergedIndex node);
    QString selectedName(); // empty: nothing is selected
    QString footer();
    // "a 75% b 25%"
    QString row(std::size_t number);
    // Inside that box of that row.
    QPoint pointOf(std::size_t number, std::size_t place);

    std::unique_ptr<WatchedPanel<views::FlameGraphPanel>> m_watched;
    views::ViewState *m_state = nullptr;
    views::FlameGraphPanel *m_panel = nullptr;

private slots:
    void initTestCase();
    void init();
    void cleanup();
};

} // namespace ember::tests

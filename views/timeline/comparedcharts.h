// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/search/searcher.h"

#include <QWidget>

#include <memory>

namespace ember::views {

class BaselineTimeline;
class FlameChartWidget;
class ViewState;

// The charts of the open profile and, below it, of the baseline, on one scale: for above a
// comparison of their sums. They are there while they are wanted and both profiles have times.
class ComparedCharts : public QWidget {
    Q_OBJECT
public:
    // Both must outlive it.
    ComparedCharts(ViewState &state, Searcher &searcher, QWidget *parent = nullptr);
    ~ComparedCharts() override;

    // They are not wanted where the chart of the open profile is seen elsewhere.
    void setWanted(bool isWanted);

    // Null while they are not there.
    BaselineTimeline *before() const;
    FlameChartWidget *after() const;

signals:
    void closeRequested();
    void contextMenuRequested(const QPoint &globalPosition);
    void shown(bool areThere);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    class Content;

    void showState();
    void applyGutter();

    ViewState &m_state;
    Searcher &m_searcher;
    std::unique_ptr<Content> m_content;
    bool m_isWanted = false;
};

} // namespace ember::views

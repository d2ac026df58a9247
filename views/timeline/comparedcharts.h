// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/search/searcher.h"

#include <QWidget>

#include <memory>

namespace ember::views {

class BaselineTimeline;
class FlameChartWidget;
class ViewState;

// The charts of the open profile and, below, of the baseline, on one scale, to be put above a
// comparison of their sums. The charts exist while they are wanted and both profiles have times.
class ComparedCharts : public QWidget {
    Q_OBJECT
public:
    // Both must outlive it.
    ComparedCharts(ViewState &state, Searcher &searcher, QWidget *parent = nullptr);
    ~ComparedCharts() override;

    // Sets whether charts are wanted: not where the open profile's chart is already seen.
    void setWanted(bool isWanted);

    // The baseline's chart and the open profile's; null while there are none.
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/layouts.h"
#include "views/search/searcher.h"

#include <QList>
#include <QString>
#include <QWidget>

#include <cstdint>
#include <functional>

class QAction;
class QSplitter;
class QToolButton;

namespace ember::views {
class BookmarksPanel;
class CallTreePanel;
class ChunksPanel;
class ComparedCharts;
class ComparisonPanel;
class DetailsPanel;
class DisassemblyPanel;
class FilterBar;
class FlameGraphPanel;
class FramesPanel;
class GutterCell;
class MinimapWidget;
class OutputPanel;
class PropertiesPanel;
class SandwichPanel;
class SourcePanel;
class SpansPanel;
class StatisticsPanel;
class ThreadsPanel;
class TimelineView;
class TopFunctionsPanel;
class ViewState;
} // namespace ember::views

namespace ember::app {

class Actions;
class SidePane;

// Creates and arranges all panels: the answer, the overview, the views with their tabs, the chips
// of what narrows the sums, the pane at the right, and the list of threads, which opens over the
// others.
class Panels : public QWidget {
    Q_OBJECT
public:
    // `answer` is put above the overview; takes ownership.
    Panels(views::ViewState &state, views::Searcher &searcher, Actions &actions, QWidget *answer,
           QWidget *parent = nullptr);
    ~Panels() override;

    views::TimelineView *timeline = nullptr;
    views::FlameGraphPanel *flameGraph = nullptr;
    views::CallTreePanel *callTree = nullptr;
    views::SandwichPanel *sandwich = nullptr;
    views::TopFunctionsPanel *functions = nullptr;
    views::FramesPanel *frames = nullptr;
    views::SourcePanel *source = nullptr;
    views::DisassemblyPanel *disassembly = nullptr;
    views::ComparisonPanel *comparison = nullptr;
    views::ComparedCharts *comparedCharts = nullptr; // charts of both profiles, in the comparison
    views::SpansPanel *spans = nullptr;
    views::DetailsPanel *details = nullptr;
    views::PropertiesPanel *properties = nullptr;
    views::ChunksPanel *chunks = nullptr;
    views::BookmarksPanel *bookmarks = nullptr;
    views::StatisticsPanel *statistics = nullptr;
    views::OutputPanel *output = nullptr;
    views::ThreadsPanel *threads = nullptr;

    // The row of chips, to which switches can be added.
    views::FilterBar &filters() { return *m_filters; }
    ViewArea &area() { return *m_area; }

    // Shows a panel, wherever it is, and gives it the keyboard focus.
    void raise(QWidget *panel);
    // Opens the list of threads, with the keyboard focus in its search field.
    void raiseThreads();
    // Returns the view that has the keyboard focus, or had it last.
    QWidget &currentView() const;
    void focusView();
    // Whether a view is maximised: shown alone, below the tabs and the chips.
    bool isMaximised() const { return m_isMaximised; }
    void setMaximised(bool isMaximised);
    bool isPaneOpen() const;
    bool isPaneWanted() const; // whether the pane is open when no view is maximised
    void setPaneOpen(bool isOpen);
    // Puts the keyboard focus into the field of filters.
    void typeFilter();
    void split(Split split);

    QString layout() const { return m_layouts.current(); } // name of the current layout
    void chooseLayout(const QString &name);
    void resetLayout();

    bool contains(const QWidget *widget) const; // whether the widget is a panel
    // The panel with this object name ("calltree"), or null.
    QWidget *find(const QString &name) const;
    QStringList names() const;

    // Returns the layouts as the user has left them, for restoreLayouts(). Ends maximising.
    QByteArray saveLayouts();
    void restoreLayouts(const QByteArray &saved);

signals:
    // A view is shown alone, or no longer: the window hides and shows what is around the panels.
    void maximised(bool isMaximised);
    void arranged(); // the pane, the halves or the layout have changed

protected:
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    enum class Place : std::uint8_t { View, BesideSource, Page, Popup };
    struct PanelSpec {
        QString name; // the object name
        QString title; // of the tab
        Place place;
        const char *command; // name of the command whose key the tab shows; null: none
        std::function<QWidget *()> create;
    };
    struct Panel {
        QWidget *widget;
        QWidget *view; // the widget itself or the view that contains it; null: none
    };

    QList<PanelSpec> specs(views::Searcher &searcher);
    void create(const PanelSpec &spec);
    void arrange();
    QWidget *createOverviewRow();
    QWidget *createTabRow();
    void createComparedCharts(views::Searcher &searcher);
    QWidget *createChips();
    void createThreadsPopup();
    void connectParts();
    void connectState();

    void showForProfile();
    void showMachineCode();
    void leaveChartIfUntimed();
    void showOverview();
    void showComparedCharts();
    void showChips();
    void noteFocus(QWidget *now);
    void placeThreads();
    void showPane();
    QWidget *createAnswerRow(QWidget *answer);

    WindowLayout layoutNow() const;
    void apply(const WindowLayout &layout);

    views::ViewState &m_state;
    Actions &m_actions;
    QList<Panel> m_panels;
    QWidget *m_answerRow;
    views::MinimapWidget *m_overview;
    views::GutterCell *m_overviewCell; // above the chart's gutter
    QWidget *m_overviewRow;
    ViewArea *m_area;
    SidePane *m_pane;
    QSplitter *m_code; // source and machine code: one view
    QSplitter *m_splitter; // views and pane
    QWidget *m_chips = nullptr;
    QToolButton *m_threadsButton = nullptr;
    QToolButton *m_chartsButton = nullptr; // shows and hides the comparison's charts
    QWidget *m_threadsPopup = nullptr;
    views::FilterBar *m_filters;
    Layouts m_layouts;
    std::optional<bool> m_wantsPane; // whether the user wants the pane open; empty: in wide windows
    int m_paneWidth = 0; // as the user left it; 0: the usual one
    bool m_isMachineCodeWanted = false; // machine code was asked for by its command
    bool m_isMaximised = false;
    // The flame graph has replaced the chart, as the profile has no time.
    bool m_isChartAway = false;
};

} // namespace ember::app

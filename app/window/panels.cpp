// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels.h"

#include "app/window/actions.h"
#include "app/window/sidepane.h"
#include "model/query/threadstatistics.h"
#include "views/code/disassemblypanel.h"
#include "views/code/sourcepanel.h"
#include "views/compare/comparisonpanel.h"
#include "views/details/detailspanel.h"
#include "views/details/propertiespanel.h"
#include "views/filters/filterbar.h"
#include "views/graph/flamegraphpanel.h"
#include "views/graph/sandwichpanel.h"
#include "views/lists/bookmarkspanel.h"
#include "views/lists/chunkspanel.h"
#include "views/lists/framespanel.h"
#include "views/lists/outputpanel.h"
#include "views/state/filterstack.h"
#include "views/state/sumsquery.h"
#include "views/statistics/statisticspanel.h"
#include "views/tables/calltreepanel.h"
#include "views/tables/topfunctionspanel.h"
#include "views/text/durationtext.h"
#include "views/threads/threadspanel.h"
#include "views/timeline/baselinetimeline.h"
#include "views/timeline/comparedcharts.h"
#include "views/timeline/timelineview.h"
#include "views/tracing/spanspanel.h"
#include "views/tracks/minimapwidget.h"
#include "views/widgets/guttercell.h"

#include <QAction>
#include <QApplication>
#include <QFrame>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QSplitter>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::app {

namespace {

constexpr int wideWindow = 1500; // pixels: from here on the pane is open at first
constexpr int usualPane = 345;
constexpr int leastPane = 180;
constexpr int leastView = 200;
constexpr int lowForTwoCharts = 500; // pixels: below this, two charts hide the overview
constexpr int wideCode = 700; // pixels: from here on source and machine code are side by side
constexpr QSize threadsPopup(620, 440);

QToolButton *createTabTool(QAction &action)
{
    auto *button = new QToolButton;
    button->setObjectName(action.objectName());
    button->setDefaultAction(&action);
    button->setAutoRaise(true);
    return button;
}

} // namespace

Panels::Panels(views::ViewState &state, views::Searcher &searcher, Actions &actions,
               QWidget *answer, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_actions(actions),
      m_answerRow(createAnswerRow(answer)),
      m_overview(new views::MinimapWidget(state)),
      m_overviewCell(new views::GutterCell(state.appearance(), tr("Overview"))),
      m_overviewRow(createOverviewRow()),
      m_area(new ViewArea),
      m_pane(new SidePane),
      m_code(new QSplitter),
      m_splitter(new QSplitter),
      m_filters(new views::FilterBar(state))
{
    for (const PanelSpec &spec : specs(searcher))
        create(spec);
    arrange();
    createThreadsPopup();
    createComparedCharts(searcher);
    connectParts();
    connectState();
    apply(m_layouts.of(m_layouts.current()));
}

// Ignores the focus, which moves while children are deleted.
Panels::~Panels()
{
    disconnect(qApp, nullptr, this, nullptr);
}

// Returns the table of all panels: name, tab, place, command and factory. Views are in the order of
// their keys.
QList<Panels::PanelSpec> Panels::specs(views::Searcher &searcher)
{
    using namespace views;
    ViewState &state = m_state;
    using enum Place;
    return {
        {QStringLiteral("chart"), tr("Chart"), View, "showChart",
         [&] { return timeline = new TimelineView(state, searcher); }},
        {QStringLiteral("flamegraph"), tr("Flame Graph"), View, "showFlameGraph",
         [&] { return flameGraph = new FlameGraphPanel(state); }},
        {QStringLiteral("calltree"), tr("Call Tree"), View, "showCallTree",
         [&] { return callTree = new CallTreePanel(state); }},
        {QStringLiteral("sandwich"), tr("Callers"), View, "showSandwich",
         [&] { return sandwich = new SandwichPanel(state); }},
        {QStringLiteral("functions"), tr("Functions"), View, "showFunctions",
         [&] { return functions = new TopFunctionsPanel(state); }},
        {QStringLiteral("frames"), tr("Frames"), View, "showFrames",
         [&] {
             return frames = new FramesPanel(state.profile(), state.frames(), state.selection(),
                                             state.appearance());
         }},
        {QStringLiteral("source"), tr("Source"), View, "showSource",
         [&] { return source = new SourcePanel(state); }},
        {QStringLiteral("disassembly"), tr("Disassembly"), BesideSource, "showDisassembly",
         [&] { return disassembly = new DisassemblyPanel(state); }},
        {QStringLiteral("comparison"), tr("Compare"), View, "showComparison",
         [&] { return comparison = new ComparisonPanel(state); }},
        {QStringLiteral("spans"), tr("Spans"), View, "showSpans",
         [&] { return spans = new SpansPanel(state.profile()); }},
        {QStringLiteral("details"), tr("Details"), Page, nullptr,
         [&] { return details = new DetailsPanel(state); }},
        {QStringLiteral("properties"), tr("Properties"), Page, "showProperties",
         [&] { return properties = new PropertiesPanel(state.profile()); }},
        {QStringLiteral("chunks"), tr("Chunks"), Page, "showChunks",
         [&] {
             return chunks = new ChunksPanel(state.profile(), state.zoom(), state.selection());
         }},
        {QStringLiteral("bookmarks"), tr("Bookmarks"), Page, "showBookmarks",
         [&] { return bookmarks = new BookmarksPanel(state.profile(), state.bookmarks()); }},
        {QStringLiteral("statistics"), tr("Statistics"), Page, "showStatistics",
         [&] { return statistics = new StatisticsPanel(state); }},
        {QStringLiteral("output"), tr("Output"), Page, "showOutput",
         [&] {
             return output = new OutputPanel(state.profile(), state.zoom(), state.selection());
         }},
        {QStringLiteral("threads"), tr("Threads"), Popup, nullptr,
         [&] { return threads = new ThreadsPanel(state); }},
    };
}

void Panels::create(const PanelSpec &spec)
{
    QWidget *panel = spec.create();
    QWidget *view = nullptr;
    switch (spec.place) {
    case Place::View:
        view = panel == source ? static_cast<QWidget *>(m_code) : panel;
        if (panel == source)
            m_code->addWidget(panel);
        m_area->add(view, spec.title, m_actions.at(spec.command));
        break;
    case Place::BesideSource:
        view = m_code;
        m_code->addWidget(panel);
        break;
    case Place::Page: m_pane->add(panel, spec.title); break;
    case Place::Popup: break;
    }
    panel->setObjectName(spec.name);
    m_panels.append(Panel{panel, view});
}

void Panels::arrange()
{
    m_code->setObjectName(QStringLiteral("code"));
    m_code->setChildrenCollapsible(false);
    m_code->setFocusProxy(source);
    m_area->setMinimumWidth(leastView);
    m_pane->setMinimumWidth(leastPane);
    m_splitter->addWidget(m_area);
    m_splitter->addWidget(m_pane);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(3);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_answerRow);
    column->addWidget(m_overviewRow);
    column->addWidget(createTabRow());
    column->addWidget(createChips());
    // Ignored: the answer's summary above may take all height but the views' least height.
    m_splitter->setSizePolicy(m_splitter->sizePolicy().horizontalPolicy(), QSizePolicy::Ignored);
    column->addWidget(m_splitter, 1);
}

QWidget *Panels::createOverviewRow()
{
    auto *row = new QWidget;
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, style()->pixelMetric(QStyle::PM_ScrollBarExtent), 0);
    line->setSpacing(0);
    line->addWidget(m_overviewCell);
    line->addWidget(m_overview, 1);
    return row;
}

QWidget *Panels::createTabRow()
{
    auto *row = new QWidget;
    row->setObjectName(QStringLiteral("tabRow"));
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(8, 0, 8, 0);
    line->setSpacing(4);
    line->addWidget(&m_area->tabs(), 1);
    auto *split = new QToolButton;
    split->setObjectName(QStringLiteral("split"));
    split->setText(tr("Split"));
    split->setToolTip(tr("Show two views at once"));
    split->setAutoRaise(true);
    split->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(split);
    m_actions.fill(*menu, {"*splits"});
    split->setMenu(menu);
    line->addWidget(split);
    line->addWidget(createTabTool(*m_actions.at("maximise")));
    return row;
}

// Creates the charts of both profiles, which are shown above their comparison unless the user
// closes them.
void Panels::createComparedCharts(views::Searcher &searcher)
{
    comparedCharts = new views::ComparedCharts(m_state, searcher);
    comparison->setCharts(comparedCharts);
    m_chartsButton = new QToolButton;
    m_chartsButton->setObjectName(QStringLiteral("comparedChartsButton"));
    m_chartsButton->setText(tr("Charts"));
    m_chartsButton->setToolTip(tr("Show the charts of both, one above the other"));
    m_chartsButton->setCheckable(true);
    m_chartsButton->setChecked(true);
    comparison->addTool(m_chartsButton);
    connect(m_chartsButton, &QToolButton::toggled, this, &Panels::showComparedCharts);
    connect(comparedCharts, &views::ComparedCharts::closeRequested, m_chartsButton,
            &QToolButton::toggle);
    connect(comparedCharts, &views::ComparedCharts::shown, this, [this](bool areThere) {
        if (!areThere && timeline->baseline())
            timeline->baseline()->baseline().takeRoom();
    });
}

// Shows the comparison's charts unless the chart itself is visible beside it.
void Panels::showComparedCharts()
{
    const auto isSeen = [this](const QWidget *view) {
        return m_area->first() == view || m_area->second() == view;
    };
    const bool areFree = isSeen(comparison) && !isSeen(timeline);
    m_chartsButton->setVisible(!isSeen(timeline));
    comparedCharts->setWanted(areFree && m_chartsButton->isChecked());
}

// Creates the row of chips, which is hidden if there is nothing to choose.
QWidget *Panels::createChips()
{
    m_chips = new QWidget;
    m_chips->setObjectName(QStringLiteral("filterBar"));
    m_threadsButton = new QToolButton;
    m_threadsButton->setObjectName(QStringLiteral("threadsButton"));
    m_threadsButton->setToolTip(tr("Find, sort and choose threads"));
    m_threadsButton->setAutoRaise(true);
    m_threadsButton->setCheckable(true);
    auto *line = new QHBoxLayout(m_chips);
    line->setContentsMargins(8, 0, 4, 0);
    line->setSpacing(4);
    line->addWidget(m_threadsButton);
    line->addWidget(m_filters, 1);
    m_filters->setMenu(m_actions.menu("filters"));
    return m_chips;
}

void Panels::createThreadsPopup()
{
    auto *popup = new QFrame(this);
    popup->setObjectName(QStringLiteral("threadsPopup"));
    popup->setFrameStyle(QFrame::StyledPanel | QFrame::Raised);
    popup->setAutoFillBackground(true);
    popup->hide();
    auto *column = new QVBoxLayout(popup);
    column->setContentsMargins(4, 4, 4, 4);
    column->addWidget(threads);
    m_threadsPopup = popup;
    connect(m_threadsButton, &QToolButton::clicked, this, [this](bool isOn) {
        if (isOn)
            raiseThreads();
        else
            m_threadsPopup->hide();
    });
    connect(threads, &views::ThreadsPanel::left, this, &Panels::focusView);
    connect(qApp, &QApplication::focusChanged, this,
            [this](const QWidget *, QWidget *now) { noteFocus(now); });
}

void Panels::connectParts()
{
    connect(&m_area->tabs(), &QTabBar::tabBarDoubleClicked, this, [this](int tab) {
        if (tab >= 0)
            setMaximised(!m_isMaximised);
    });
    connect(m_pane, &SidePane::closeRequested, this, [this] { setPaneOpen(false); });
    connect(m_area, &ViewArea::changed, this, [this] {
        showOverview();
        showComparedCharts();
        emit arranged();
    });
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_paneWidth = m_pane->width(); });
}

void Panels::typeFilter()
{
    m_chips->show();
    m_filters->focusField();
}

void Panels::connectState()
{
    connect(&m_state.profile(), &views::OpenProfile::opened, this, &Panels::showForProfile);
    connect(timeline, &views::TimelineView::sideBySideChanged, this, &Panels::showOverview);
    connect(timeline, &views::TimelineView::sideBySideChanged, this, [this] {
        if (comparedCharts->before() && !timeline->baseline())
            comparedCharts->before()->baseline().takeRoom();
    });
    connect(timeline, &views::TimelineView::gutterWidthChanged, this, &Panels::showOverview);
    connect(&m_state.profile(), &views::OpenProfile::changed, this, &Panels::showChips);
    connect(&m_state.threads(), &views::ThreadChoice::changed, this, &Panels::showChips);
    connect(&m_state.selection(), &views::ViewSelection::rangeChanged, this, &Panels::showChips);
    connect(&m_state.selection(), &views::ViewSelection::functionChanged, this,
            &Panels::showMachineCode);
    connect(&m_state.sums(), &views::SumsQuery::changed, this, &Panels::showChips);
    showChips();
}

// Returns a row with the answer, which may hide itself and leave the row empty.
QWidget *Panels::createAnswerRow(QWidget *answer)
{
    auto *place = new QWidget(this);
    auto *row = new QVBoxLayout(place);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(answer);
    return place;
}

void Panels::raise(QWidget *panel)
{
    const auto found = std::ranges::find(m_panels, panel, &Panel::widget);
    if (found == m_panels.end())
        return;
    if (panel == threads) {
        raiseThreads();
        return;
    }
    if (found->view) {
        m_isMachineCodeWanted = panel == disassembly;
        showMachineCode();
        m_area->show(found->view);
    } else {
        m_pane->show(panel);
        setPaneOpen(true);
    }
    panel->setFocus();
}

void Panels::raiseThreads()
{
    m_chips->show(); // the list opens below it
    placeThreads();
    m_threadsPopup->show();
    m_threadsPopup->raise();
    m_threadsButton->setChecked(true);
    threads->focusSearch();
}

void Panels::placeThreads()
{
    const QPoint corner = m_threadsButton->mapTo(this, QPoint(0, m_threadsButton->height() + 2));
    const QSize room(width() - corner.x() - 8, height() - corner.y() - 8);
    m_threadsPopup->setGeometry(QRect(corner, threadsPopup.boundedTo(room)));
}

// Closes the list of threads when the keyboard focus moves to another widget of the window. The
// list's menus have windows of their own.
void Panels::noteFocus(QWidget *now)
{
    if (!m_threadsPopup->isVisible() || !now || now->window() != window()
        || m_threadsPopup->isAncestorOf(now) || now == m_threadsButton)
        return;
    m_threadsPopup->hide();
    m_threadsButton->setChecked(false);
}

QWidget &Panels::currentView() const
{
    QWidget *view = m_area->current();
    if (view != m_code)
        return *view;
    const bool isOfMachine = disassembly->isAncestorOf(QApplication::focusWidget());
    return isOfMachine ? static_cast<QWidget &>(*disassembly) : *source;
}

void Panels::focusView()
{
    currentView().setFocus();
}

bool Panels::contains(const QWidget *widget) const
{
    return std::ranges::find(m_panels, widget, &Panel::widget) != m_panels.end();
}

QWidget *Panels::find(const QString &name) const
{
    const auto found = std::ranges::find_if(
        m_panels, [&](const Panel &panel) { return panel.widget->objectName() == name; });
    return found != m_panels.end() ? found->widget : nullptr;
}

QStringList Panels::names() const
{
    QStringList names;
    for (const Panel &panel : m_panels)
        names.append(panel.widget->objectName());
    return names;
}

void Panels::showForProfile()
{
    m_threadsPopup->hide();
    m_threadsButton->setChecked(false);
    setMaximised(false);
    leaveChartIfUntimed();
    showOverview();
    showChips();
}

// Hides the machine code for functions without addresses, such as those of scripts, so that the
// source has the space, unless the machine code itself was asked for.
void Panels::showMachineCode()
{
    const auto function = m_state.selection().function();
    bool isShown = true;
    if (!m_isMachineCodeWanted && m_state.spans()
        && m_state.spans()->profile()->tables().frames.contains(function)) {
        const model::Frame &frame = m_state.spans()->profile()->frame(function);
        isShown = frame.pc != 0 || frame.address.has_value();
    }
    disassembly->setVisible(isShown);
}

// Replaces the chart by the flame graph for a profile without time, and brings the chart back for
// one with time.
void Panels::leaveChartIfUntimed()
{
    const bool isUntimed = m_state.spans() && !views::isTimed(*m_state.spans()->profile());
    if (isUntimed && m_area->current() == timeline) {
        m_area->show(flameGraph);
        m_isChartAway = true;
    } else if (m_state.spans() && !isUntimed && m_isChartAway) {
        if (m_area->current() == flameGraph)
            m_area->show(timeline);
        m_isChartAway = false;
    }
}

void Panels::showOverview()
{
    const bool isUntimed = m_state.spans() && !views::isTimed(*m_state.spans()->profile());
    const bool isLow = timeline->baseline() && height() < lowForTwoCharts;
    m_overviewRow->setVisible(!isUntimed && !m_isMaximised && !isLow);
    // The overview begins where the chart does, if the chart is the first view.
    m_overviewCell->setVisible(m_area->first() == timeline);
    m_overviewCell->setFixedWidth(timeline->gutterWidth());
}

void Panels::showChips()
{
    const auto &spans = m_state.spans();
    const std::size_t count = spans ? model::sampledThreadCount(*spans->profile()) : 0;
    const bool isNarrowed = m_state.selection().range() || m_state.threads().isAnyHidden()
        || !m_state.sums().filters().isEmpty();
    const bool isChoosable = count > 1 || m_state.sums().canCount(model::Counted::Busy);
    const bool isUsed = m_chips->isAncestorOf(QApplication::focusWidget());
    m_threadsButton->setVisible(count > 1);
    m_chips->setVisible(isNarrowed || isUsed || (isChoosable && !m_isMaximised));
    QString text = views::threadsText(count);
    if (spans && m_state.threads().isAnyHidden())
        text = tr("%1 of %2", "of threads, 3 of 12 threads")
                   .arg(m_state.threads().shown().size())
                   .arg(text);
    if (text != m_threadsButton->text())
        m_threadsButton->setText(text);
}

void Panels::setMaximised(bool isMaximised)
{
    if (m_isMaximised == isMaximised)
        return;
    m_isMaximised = isMaximised;
    m_area->setAlone(isMaximised);
    m_answerRow->setVisible(!isMaximised);
    showOverview();
    showChips();
    showPane();
    emit maximised(isMaximised);
    emit arranged();
}

bool Panels::isPaneOpen() const
{
    return isPaneWanted() && !m_isMaximised;
}

bool Panels::isPaneWanted() const
{
    return m_wantsPane.value_or(width() >= wideWindow);
}

void Panels::setPaneOpen(bool isOpen)
{
    m_wantsPane = isOpen;
    if (isOpen)
        setMaximised(false);
    showPane();
    if (!isOpen && m_pane->isAncestorOf(QApplication::focusWidget()))
        focusView();
    emit arranged();
}

// Shows or hides the pane. It has the width that the user gave it, but at most half of the window.
void Panels::showPane()
{
    const bool isOpen = isPaneOpen();
    m_pane->setVisible(isOpen);
    if (!isOpen)
        return;
    const int pane = std::min(m_paneWidth > 0 ? m_paneWidth : usualPane, width() / 2);
    m_splitter->setSizes({width() - pane - m_splitter->handleWidth(), pane});
}

void Panels::split(Split split)
{
    setMaximised(false);
    m_area->setSplit(split);
}

WindowLayout Panels::layoutNow() const
{
    const auto nameOf = [this](const QWidget *view) {
        const auto found = std::ranges::find(m_panels, view, &Panel::view);
        return view && found != m_panels.end() ? found->widget->objectName() : QString();
    };
    WindowLayout layout;
    layout.view = nameOf(m_isChartAway ? timeline : m_area->first());
    layout.beside = nameOf(m_area->second());
    layout.split = m_area->split();
    layout.sizes = m_area->split() == Split::No ? QList<int>() : m_area->sizes();
    layout.isPaneOpen = m_wantsPane;
    layout.page = m_pane->current()->objectName();
    layout.paneWidth = m_paneWidth;
    return layout;
}

void Panels::apply(const WindowLayout &layout)
{
    const auto viewOf = [this](const QString &name) -> QWidget * {
        const auto found = std::ranges::find_if(
            m_panels, [&](const Panel &panel) { return panel.widget->objectName() == name; });
        return found != m_panels.end() ? found->view : nullptr;
    };
    m_isChartAway = false;
    QWidget *view = viewOf(layout.view);
    m_area->setSplit(Split::No);
    m_area->show(view ? view : timeline);
    if (QWidget *beside = viewOf(layout.beside); beside && layout.split != Split::No) {
        m_area->setSplit(layout.split, beside);
        if (!layout.sizes.isEmpty())
            m_area->setSizes(layout.sizes);
    }
    if (QWidget *page = find(layout.page); m_pane->pages().contains(page))
        m_pane->show(page);
    m_wantsPane = layout.isPaneOpen;
    m_paneWidth = layout.paneWidth;
    leaveChartIfUntimed();
    showPane();
    showOverview();
    emit arranged();
}

void Panels::chooseLayout(const QString &name)
{
    setMaximised(false);
    m_layouts.keep(m_layouts.current(), layoutNow());
    m_layouts.setCurrent(name);
    apply(m_layouts.of(name));
    focusView();
}

void Panels::resetLayout()
{
    setMaximised(false);
    m_layouts.forget(m_layouts.current());
    apply(m_layouts.of(m_layouts.current()));
    focusView();
}

QByteArray Panels::saveLayouts()
{
    setMaximised(false);
    m_layouts.keep(m_layouts.current(), layoutNow());
    return m_layouts.save();
}

void Panels::restoreLayouts(const QByteArray &saved)
{
    m_layouts.restore(saved);
    apply(m_layouts.of(m_layouts.current()));
}

void Panels::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showOverview();
    showPane();
    emit arranged(); // the pane may have opened or closed with the window's width
    m_code->setOrientation(m_area->width() < wideCode ? Qt::Vertical : Qt::Horizontal);
    if (m_threadsPopup->isVisible())
        placeThreads();
}

void Panels::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), palette().window());
}

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/flamegraphpanel.h"

#include "views/graph/graphwidget.h"
#include "views/sums/sumspanel.h"

#include <QComboBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Nodes with at least this share are found before the graph is shown: about what a wide window
// draws. The others are found when they are zoomed to.
constexpr double expandedShare = 1.0 / 2000;

} // namespace

FlameGraphPanel::FlameGraphPanel(ViewState &state, QWidget *parent)
    : SumsPanel(state, parent),
      m_graph(new GraphWidget(state, this)),
      m_inverted(new TreeChoice(state, this)),
      m_upwards(new QToolButton(this)),
      m_order(new QComboBox(this)),
      m_job(
          this, [this] { return question(); }, [this](const Tree &tree) { m_graph->setTree(tree); })
{
    createTools();
    auto *bar = new SelectionBar(state, this);
    for (QWidget *tool : {static_cast<QWidget *>(m_inverted), static_cast<QWidget *>(m_upwards),
                          static_cast<QWidget *>(m_order)})
        bar->addTool(tool);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    column->addWidget(m_graph, 1);
    column->addWidget(new GraphFooter(state, *m_graph, this));
    connect(m_graph, &GraphWidget::contextMenuRequested, this,
            &FlameGraphPanel::contextMenuRequested);
    connect(&m_graph->viewport(), &GraphViewport::selectionChanged, this,
            &SumsPanel::matchPlaceChanged);
    connect(m_graph, &GraphWidget::inversionRequested, m_inverted, &QToolButton::toggle);
    connect(m_inverted, &QToolButton::toggled, this, [this] {
        forget();
        askIfSeen();
    });
    connect(m_order, &QComboBox::currentIndexChanged, this, &FlameGraphPanel::askIfSeen);
    connect(m_upwards, &QToolButton::toggled, this,
            [this](bool isOn) { m_graph->viewport().setRoots(isOn ? Roots::Bottom : Roots::Top); });
    setFocusProxy(m_graph);
}

void FlameGraphPanel::createTools()
{
    m_upwards->setObjectName(QStringLiteral("upwards"));
    m_upwards->setText(tr("Upwards"));
    m_upwards->setToolTip(tr("Put the roots at the bottom"));
    m_upwards->setCheckable(true);
    m_order->setObjectName(QStringLiteral("order"));
    m_order->setAccessibleName(tr("Order"));
    m_order->setToolTip(tr("Which calls stand left"));
    m_order->addItem(tr("Left heavy"), int(SiblingOrder::Weight));
    m_order->addItem(tr("By name"), int(SiblingOrder::Name));
    m_order->addItem(tr("As first seen"), int(SiblingOrder::FirstSeen));
    m_order->setItemData(0, tr("The largest calls stand left"), Qt::ToolTipRole);
    m_order->setItemData(2, tr("Calls stand in the order in which they were first made"),
                         Qt::ToolTipRole);
}

bool FlameGraphPanel::goToMatch(Direction direction)
{
    goToMatchIn({&m_graph->viewport()}, direction);
    return true;
}

std::optional<MatchPlace> FlameGraphPanel::matchPlace()
{
    return matchPlaceIn({&m_graph->viewport()});
}

void FlameGraphPanel::showLeftHeavy()
{
    m_inverted->setChecked(false);
    m_upwards->setChecked(false);
    m_order->setCurrentIndex(m_order->findData(int(SiblingOrder::Weight)));
}

void FlameGraphPanel::forget()
{
    m_job.drop();
    m_graph->setTree(nullptr, QStringLiteral(" "));
}

PacedJob<FlameGraphPanel::Tree>::Work FlameGraphPanel::question()
{
    if (!state().spans())
        return {};
    return state().sums().workOn(
        [direction = m_inverted->direction(),
         order = SiblingOrder(m_order->currentData().toInt())](CallWeightsPointer calls) {
            auto tree = std::make_shared<MergedTree>(std::move(calls), direction, order);
            tree->findBelow();
            tree->expand(expandedShare);
            return tree;
        });
}

} // namespace ember::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/graphtest.h"

#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/views/picture.h"
#include "views/graph/graphwidget.h"

#include <QLabel>
#include <QLocale>
#include <QToolButton>

#include <cmath>

namespace ember::tests {

using namespace ember::model;
using namespace ember::views;

void GraphTest::initTestCase()
{
    QLocale::setDefault(QLocale::c());
}

void GraphTest::init()
{
    m_watched = std::make_unique<WatchedPanel<FlameGraphPanel>>();
    m_state = &m_watched->state;
    m_panel = &m_watched->panel;
}

void GraphTest::cleanup()
{
    m_watched.reset();
}

void GraphTest::show(const ProfilePointer &profile, QSize size)
{
    m_state->open(buildSpans(profile));
    pictureOf(*m_panel, size);
    EMBER_TRY(!graph().viewport().layout().rows().empty());
}

TimeZoom &GraphTest::zoom()
{
    return graph().viewport().zoom();
}

QToolButton &GraphTest::panelTool(const QString &name)
{
    return *m_panel->findChild<QToolButton *>(name);
}

QString GraphTest::name(MergedIndex node)
{
    return QString::fromStdString(
        frameName(*m_state->spans()->profile(), graph().viewport().tree()->node(node).frame));
}

QString GraphTest::selectedName()
{
    const auto selected = graph().viewport().selected();
    return selected ? name(*selected) : QString();
}

QString GraphTest::footer()
{
    return m_panel->findChild<QLabel *>(QStringLiteral("graphFooter"))->text();
}

QString GraphTest::row(std::size_t number)
{
    QStringList texts;
    const auto &rows = graph().viewport().layout().rows();
    if (number >= rows.size())
        return {};
    for (const GraphBox &box : rows[number]) {
        const auto share =
            100.0 * double(box.place.duration().count()) / double(wholeGraph.duration().count());
        texts << QStringLiteral("%1 %2%").arg(name(box.node)).arg(std::lround(share));
    }
    return texts.join(QLatin1Char(' '));
}

QPoint GraphTest::pointOf(std::size_t number, std::size_t place)
{
    const auto &box = graph().viewport().layout().rows()[number][place];
    const auto middle = box.place.start + box.place.duration() / 2;
    return {int(graph().viewport().scale().toX(middle)),
            graph().viewport().topOf(number) + GraphViewport::rowHeight / 2};
}

} // namespace ember::tests

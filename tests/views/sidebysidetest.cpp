// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/sidebysidetest.h"

#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/state/baselinechoice.h"

#include <QAction>
#include <QApplication>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QStyleFactory>

namespace ember::tests {

using namespace ember::model;
using namespace ember::views;

void SideBySideTest::initTestCase()
{
    QLocale::setDefault(QLocale::c());
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
}

void SideBySideTest::init()
{
    m_open = std::make_unique<ViewState>();
    m_searcher = std::make_unique<Searcher>(*m_open);
    m_view = std::make_unique<TimelineView>(*m_open, *m_searcher);
}

void SideBySideTest::cleanup()
{
    m_view.reset();
    m_searcher.reset();
    m_open.reset();
}

TimeRange SideBySideTest::milliseconds(int start, int end)
{
    return {timestampFromNs(start * 1'000'000LL), timestampFromNs(end * 1'000'000LL)};
}

SpanTablePointer SideBySideTest::now()
{
    return buildSpans(textProfile("5000 5010 5020 5030 5040 5050 5060 5070 5080\n"
                                  "main main main main main main main main main\n"
                                  "work rest rest work work work work rest rest\n"));
}

SpanTablePointer SideBySideTest::earlier()
{
    return buildSpans(textProfile("100  110  120  130  140  150  160\n"
                                  "main main main main main main main\n"
                                  "work rest rest work work gone gone\n"));
}

void SideBySideTest::show(const SpanTablePointer &open, const SpanTablePointer &before)
{
    m_open->open(open);
    m_open->baseline().set(before, QStringLiteral("before"));
    enter();
}

void SideBySideTest::enter()
{
    m_view->setSideBySide(SideBySide::Yes);
    pictureOf(*m_view, {900, 700});
}

bool SideBySideTest::areInStep()
{
    const TimeRange visible = baseline().zoom().visible();
    const auto offset = aligned().offset();
    return TimeRange{visible.start + offset, visible.end + offset} == m_open->zoom().visible();
}

double SideBySideTest::above(int moment)
{
    return m_view->chart().camera().scale.toX(milliseconds(moment, 0).start);
}

double SideBySideTest::below(int moment)
{
    return chart().camera().scale.toX(milliseconds(moment, 0).start);
}

BoxReference SideBySideTest::call(const ViewState &state, const char *name, int moment)
{
    const ThreadSpans &spans = state.spans()->thread(ThreadIndex(0));
    const BoxReference box{ThreadIndex(0), 1,
                           spans.firstEndingAfter(1, milliseconds(moment, 0).start)};
    const auto frame = frameOf(*state.spans(), box);
    if (frameName(*state.spans()->profile(), frame) != name)
        qFatal("no call of %s at %d ms", name, moment);
    return box;
}

QString SideBySideTest::label(const char *name)
{
    return m_view->baseline()->findChild<QLabel *>(QString::fromLatin1(name))->text();
}

QDoubleSpinBox &SideBySideTest::shift()
{
    return *m_view->baseline()->findChild<QDoubleSpinBox *>();
}

QAction &SideBySideTest::action(const char *name)
{
    return *m_view->baseline()->findChild<QAction *>(QString::fromLatin1(name));
}

} // namespace ember::tests

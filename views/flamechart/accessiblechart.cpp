// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/accessiblechart.h"

#include "views/accessibleboxes.h"
#include "views/details/frametext.h"
#include "views/durationtext.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/flamechart/threadtitle.h"

#include <QCoreApplication>

namespace ember::views {

namespace {

struct AccessibleBoxText {
    Q_DECLARE_TR_FUNCTIONS(AccessibleBox)
};

QString nameOf(const model::SpanTable &spans, const BoxReference &box)
{
    const model::Profile &profile = *spans.profile();
    return AccessibleBoxText::tr("%1, %2, thread %3")
        .arg(fromUtf8(frameName(profile, frameOf(spans, box))),
             durationText(rangeOf(spans, box).duration()), threadTitle(profile, box.thread).name);
}

QString descriptionOf(const model::SpanTable &spans, const BoxReference &box,
                      model::Timestamp origin)
{
    const model::Profile &profile = *spans.profile();
    const model::Box call = boxAt(spans, box);
    QStringList parts{AccessibleBoxText::tr("depth %1, at %2, %3")
                          .arg(QString::number(box.depth + 1),
                               durationText(rangeOf(spans, box).start - origin),
                               placeText(profile, frameOf(spans, box))),
                      stateText(profile.samples(box.thread), call.first, call.end),
                      recursionText(recursionOf(spans, call.path))}; // what may be told by colours
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

struct ChartTelling {
    using Widget = FlameChartWidget;
    using Key = BoxReference;

    static const std::vector<VisibleBox> &seen(const Widget &chart) { return chart.visibleBoxes(); }

    static bool holds(const Widget &chart, const Key &box)
    {
        const auto &spans = chart.viewState().spans();
        return spans && ember::views::holds(*spans, box);
    }

    static QString text(const Widget &chart, const Key &box, QAccessible::Text kind)
    {
        const model::SpanTable &spans = *chart.viewState().spans();
        return kind == QAccessible::Name ? nameOf(spans, box)
                                         : descriptionOf(spans, box, chart.viewState().origin());
    }

    static std::optional<Key> selected(const Widget &chart)
    {
        return chart.viewState().selection();
    }

    static void select(Widget &chart, const Key &box) { chart.viewState().select(box); }
};

} // namespace

void tellBoxesOfCharts()
{
    AccessibleBoxes<ChartTelling>::install();
}

} // namespace ember::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/lanelegend.h"

#include "views/flamechart/flamechartwidget.h"
#include "views/flamechart/lanetext.h"
#include "views/state/openprofile.h"
#include "views/state/viewappearance.h"
#include "views/text/plaintexts.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace ember::views {

using namespace model;

namespace {

constexpr int swatch = 9;
constexpr int besideSwatch = 5;
constexpr int betweenMeanings = 12;

} // namespace

LaneLegend::LaneLegend(FlameChartWidget &chart, const OpenProfile &profile,
                       const ViewAppearance &appearance, QWidget *parent)
    : Legend(parent),
      m_chart(chart),
      m_profile(profile),
      m_appearance(appearance)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setAccessibleName(tr("Colours of lanes"));
    connect(&profile, &OpenProfile::changed, this, &LaneLegend::showMeanings);
    connect(&appearance, &ViewAppearance::changed, this, &LaneLegend::showMeanings);
    connect(&chart.laneHits(), &LaneHits::changed, this, &LaneLegend::showMeanings);
    explain(chart);
}

QSize LaneLegend::sizeHint() const
{
    return {0, fontMetrics().height() + 4};
}

void LaneLegend::showMeanings()
{
    setMeanings(meaningsNow());
}

// Returns the tip as rich text, for the colours. setToolTip() would show it as it is written
// (keepTextsPlain()).
QString LaneLegend::tip() const
{
    if (meanings().empty())
        return {};
    QString tip = escaped(tr("Lanes and strips: what a thread did. Higher is more of the time."));
    for (const ColourMeaning &meaning : meanings())
        tip += QStringLiteral("<br><span style='color:%1'>%2</span> %3")
                   .arg(QColor(meaning.colour.fill).name(), QChar(0x25a0), escaped(meaning.text));
    return tip;
}

bool LaneLegend::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return Legend::event(event);
    QToolTip::showText(static_cast<const QHelpEvent &>(*event).globalPos(), tip(), this);
    return true;
}

std::vector<ColourMeaning> LaneLegend::meaningsNow() const
{
    if (!m_profile.spans() || !m_profile.hasStates() || !isPictureSeen())
        return {};
    return laneMeanings(m_appearance.theme(),
                        m_chart.laneHits().runs().empty() ? AreHits::No : AreHits::Yes);
}

int LaneLegend::widthOfMore() const
{
    return fontMetrics().horizontalAdvance(u'…') + besideSwatch;
}

int LaneLegend::widthOf(const ColourMeaning &meaning) const
{
    return betweenMeanings + swatch + besideSwatch + fontMetrics().horizontalAdvance(meaning.text);
}

std::vector<ColourMeaning> LaneLegend::shown() const
{
    std::vector<ColourMeaning> shown;
    int needed = 0;
    for (const ColourMeaning &meaning : meanings())
        needed += widthOf(meaning);
    int room = width() - (needed > width() ? widthOfMore() : 0);
    for (const ColourMeaning &meaning : meanings()) {
        room -= widthOf(meaning);
        if (room < 0)
            break;
        shown.push_back(meaning);
    }
    return shown;
}

void LaneLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto shown = this->shown();
    int left = width();
    if (shown.size() < meanings().size()) { // the tip has the others
        painter.setPen(m_appearance.theme().mutedText);
        painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignRight, QString(u'…'));
        left -= widthOfMore();
    }
    for (const ColourMeaning &meaning : shown)
        left -= widthOf(meaning);
    for (const ColourMeaning &meaning : shown) {
        const QRect colour(left + betweenMeanings, (height() - swatch) / 2, swatch, swatch);
        painter.fillRect(colour, QColor(meaning.colour.fill));
        painter.setPen(m_appearance.theme().mutedText);
        if (meaning.colour.fill == m_appearance.theme().dimmed.fill) // hardly seen on the window
            painter.drawRect(colour.adjusted(0, 0, -1, -1));
        const QRect place(colour.right() + 1 + besideSwatch, 0, width(), height());
        painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft, meaning.text);
        left += widthOf(meaning);
    }
}

} // namespace ember::views

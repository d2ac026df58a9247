// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/legend.h"

#include "views/state/openprofile.h"
#include "views/state/recordings.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace ember::views {

Legend::Legend(QWidget *parent) : QWidget(parent) { }

void Legend::explain(QWidget &picture)
{
    m_pictures.push_back(&picture);
    picture.installEventFilter(this);
    followPictures();
}

bool Legend::isPictureSeen() const
{
    return m_pictures.empty() || std::ranges::any_of(m_pictures, &QWidget::isVisible);
}

bool Legend::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide)
        followPictures();
    return QWidget::eventFilter(watched, event);
}

void Legend::setMeanings(std::vector<ColourMeaning> meanings)
{
    if (meanings == m_meanings)
        return;
    m_meanings = std::move(meanings);
    QStringList texts;
    for (const ColourMeaning &meaning : m_meanings)
        texts << meaning.text;
    setAccessibleDescription(texts.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

QSize Legend::sizeHint() const
{
    int width = 0;
    for (const ColourMeaning &meaning : m_meanings)
        width += widthOf(meaning);
    return {width, fontMetrics().height() + 4};
}

void Legend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    int left = 0;
    for (const ColourMeaning &meaning : m_meanings) {
        const int width = widthOf(meaning);
        const QRect place(left, 0, width - 1, height());
        painter.fillRect(place, QColor(meaning.colour.fill));
        painter.setPen(QColor(meaning.colour.text));
        painter.drawText(place, Qt::AlignCenter, meaning.text);
        left += width;
    }
}

int Legend::widthOf(const ColourMeaning &meaning) const
{
    constexpr int padding = 6;
    return fontMetrics().horizontalAdvance(meaning.text) + 2 * padding;
}

ColourLegend::ColourLegend(const OpenProfile &profile, const ViewAppearance &appearance,
                           QWidget *parent)
    : Legend(parent),
      m_profile(profile),
      m_appearance(appearance)
{
    setAccessibleName(tr("Colours"));
    connect(&appearance, &ViewAppearance::changed, this, &ColourLegend::showMode);
    connect(&profile, &OpenProfile::opened, this, &ColourLegend::showMode);
    connect(&profile, &OpenProfile::changed, this, &ColourLegend::followProfile);
    showMode();
}

// Updates the legend when a live capture gets its first states or own functions, which come after
// it was opened.
void ColourLegend::followProfile()
{
    if (m_hasStates != m_profile.hasStates() || m_hadOwnCode != hasOwnCode())
        showMode();
}

bool ColourLegend::hasOwnCode() const
{
    return m_profile.spans() && m_profile.spans()->profile()->tables().ownCode.isAny;
}

void ColourLegend::showMode()
{
    m_hasStates = m_profile.hasStates();
    m_hadOwnCode = hasOwnCode();
    auto meanings = m_appearance.colourMode() == ColourMode::Recording
        ? recordingMeanings()
        : meaningsOf(m_appearance.colourMode(), m_appearance.theme());
    // Explains why the chart is not coloured by states although the menu says so.
    const bool areStatesMissing = m_appearance.chosenColourMode() == ColourMode::State
        && m_profile.spans() && !m_profile.hasStates();
    const Theme &theme = m_appearance.theme();
    if (areStatesMissing)
        meanings = {{tr("no thread states in this file: by function"),
                     stateColour(theme, model::ThreadState::Unknown)}};
    else if (m_appearance.colourMode() == ColourMode::Function && m_hadOwnCode)
        meanings = {{tr("own code"), theme.own.front()[Theme::tones / 2]},
                    {tr("libraries"), theme.library.front()[Theme::tones / 2]}};
    setVisible(!meanings.empty() && m_profile.spans() && isPictureSeen());
    setToolTip(explanationOf(m_appearance.colourMode()));
    setMeanings(std::move(meanings));
}

// Returns the meanings of the first few recordings' colours.
std::vector<ColourMeaning> ColourLegend::recordingMeanings() const
{
    constexpr std::size_t most = 4;
    constexpr qsizetype longestName = 24;
    std::vector<ColourMeaning> meanings;
    if (!m_profile.spans())
        return meanings;
    const auto recordings = recordingsOf(*m_profile.spans()->profile());
    for (std::size_t place = 0; place < std::min(most, recordings.size()); ++place) {
        const QString &name = recordings[place].name;
        meanings.push_back({name.size() > longestName ? name.left(longestName) + u'…' : name,
                            recordingColour(m_appearance.theme(), place)});
    }
    return meanings;
}

} // namespace ember::views

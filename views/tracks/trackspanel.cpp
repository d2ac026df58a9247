// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracks/trackspanel.h"

#include "views/durationtext.h"
#include "views/tracks/measurementtracks.h"
#include "views/tracks/series.h"
#include "views/tracks/stoptrack.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace ember::views {

using namespace model;

namespace {

bool isShown(const Measurement &series)
{
    return !series.values.isEmpty();
}

SeriesKind kindOf(std::string_view name)
{
    return isFrameRenders(name) ? SeriesKind::Frames : SeriesKind::Numbers;
}

} // namespace

TracksPanel::TracksPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_scroll(new QScrollArea(this))
{
    setAccessibleName(tr("Measurements"));
    auto *inside = new QWidget;
    m_layout = new QVBoxLayout(inside);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_scroll->setWidget(inside);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setMinimumHeight(1); // one low track needs no more than its height
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_scroll);
    connect(&state, &ViewState::spansChanged, this, &TracksPanel::update);
    update();
}

int TracksPanel::heightWithin(int height) const
{
    int whole = 0;
    for (const Track *track : m_tracks) {
        const int next = whole + track->sizeHint().height();
        if (whole > 0 && next > height)
            break;
        whole = next;
    }
    return whole;
}

void TracksPanel::setRightMargin(int margin)
{
    layout()->setContentsMargins(0, 0, margin, 0);
}

void TracksPanel::update()
{
    QStringList wanted{QString::number(m_state.profileSerial())};
    if (m_state.spans()) {
        const Profile &profile = *m_state.spans()->profile();
        if (EventTrack::hasEvents(profile))
            wanted << QStringLiteral("capture");
        if (StopTrack::hasStops(profile))
            wanted << QStringLiteral("stops");
        for (const Measurement &series : profile.tables().measurements) {
            if (isShown(series))
                wanted << fromUtf8(profile.text(series.name)) + QLatin1Char('\n')
                        + QString::number(series.process.raw());
        }
    }
    if (wanted != m_shown) {
        m_shown = wanted;
        rebuild();
    }
    for (Track *track : m_tracks)
        track->refresh();
}

template<typename SeriesTrack>
void TracksPanel::addSeries(const Profile &profile, SeriesKind kind)
{
    const auto &all = profile.tables().measurements;
    for (std::size_t row = 0; row < all.size(); ++row) {
        const MeasurementIndex index(row);
        if (isShown(all[index]) && kindOf(profile.text(all[index].name)) == kind)
            m_tracks.push_back(new SeriesTrack(m_state, index, this));
    }
}

void TracksPanel::rebuild()
{
    for (Track *track : m_tracks)
        delete track;
    m_tracks.clear();
    if (m_state.spans()) {
        const Profile &profile = *m_state.spans()->profile();
        if (EventTrack::hasEvents(profile))
            m_tracks.push_back(new EventTrack(m_state, this));
        addSeries<FrameTrack>(profile, SeriesKind::Frames);
        addSeries<CurveTrack>(profile, SeriesKind::Numbers);
        if (StopTrack::hasStops(profile))
            m_tracks.push_back(new StopTrack(m_state, this));
    }
    for (Track *track : m_tracks)
        m_layout->addWidget(track);
    emit tracksChanged();
}

} // namespace ember::views

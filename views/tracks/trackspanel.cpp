// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracks/trackspanel.h"

#include "views/state/gaps.h"
#include "views/tracks/measurementtracks.h"
#include "views/tracks/series.h"
#include "views/widgets/guttercell.h"

#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

constexpr std::size_t fewProcesses = 4;
constexpr std::size_t fewLevels = 12;

} // namespace

TracksPanel::TracksPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_scroll(new QScrollArea(this)),
      m_more(new QPushButton),
      m_moreLevels(new QPushButton),
      m_rest(new GutterCell(state.appearance(), {})),
      m_processLimit(fewProcesses),
      m_levelLimit(fewLevels)
{
    setAccessibleName(tr("Measurements"));
    auto *inside = new QWidget;
    m_layout = new QVBoxLayout(inside);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_more->setFlat(true);
    m_more->setObjectName(QStringLiteral("moreProcesses"));
    connect(m_more, &QPushButton::clicked, this, &TracksPanel::showMore);
    m_layout->addWidget(m_more);
    m_moreLevels->setFlat(true);
    m_moreLevels->setObjectName(QStringLiteral("moreLevels"));
    connect(m_moreLevels, &QPushButton::clicked, this, &TracksPanel::showMoreLevels);
    m_layout->addWidget(m_moreLevels);
    m_scroll->setWidget(inside);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->installEventFilter(this);
    m_scroll->setMinimumHeight(1); // allows a single low track to be the panel's whole height
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(m_scroll);
    m_rest->setObjectName(QStringLiteral("restOfTracks"));
    m_rest->setFixedHeight(Track::rowHeight);
    m_rest->hide();
    connect(m_rest, &GutterCell::clicked, this, [this] { setOpen(!m_isOpen); });
    outer->addWidget(m_rest);
    connect(&state.profile(), &OpenProfile::changed, this, &TracksPanel::update);
    connect(&state.selection(), &ViewSelection::boxChanged, this, &TracksPanel::update);
    update();
}

// Adds the heights up itself: new tracks are hidden until the next turn of the event loop, and the
// layout leaves them out.
int TracksPanel::wholeHeight() const
{
    int height = 0;
    for (const Track *track : m_tracks)
        height += track->sizeHint().height();
    for (const QPushButton *button : {m_more, m_moreLevels})
        height += button->isHidden() ? 0 : button->sizeHint().height();
    return height;
}

int TracksPanel::heightWithin(int height) const
{
    const int whole = wholeHeight();
    const int line = m_rest->height();
    if (m_tracks.empty() || whole <= height)
        return whole + (m_isOpen ? line : 0);
    int shown = m_tracks.front()->sizeHint().height();
    for (std::size_t place = 1; place < m_tracks.size(); ++place) {
        const int next = shown + m_tracks[place]->sizeHint().height();
        if (next + line > height)
            break;
        shown = next;
    }
    return shown + line <= height || m_isOpen ? shown + line : shown;
}

int TracksPanel::leastHeight() const
{
    if (m_tracks.empty())
        return wholeHeight();
    return std::min(wholeHeight(), m_tracks.front()->sizeHint().height() + m_rest->height());
}

void TracksPanel::setOpen(bool isOpen)
{
    m_isOpen = isOpen;
    emit tracksChanged();
}

void TracksPanel::setRightMargin(int margin)
{
    m_rightMargin = margin;
    showWhatFits();
}

void TracksPanel::setGutter(int width)
{
    m_gutter = width;
    m_rest->setNameWidth(width);
    for (Track *track : m_tracks)
        track->setGutter(width);
}

void TracksPanel::setFolded(bool isFolded)
{
    if (isFolded == m_isFolded)
        return;
    m_isFolded = isFolded;
    emit tracksChanged();
}

void TracksPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showWhatFits();
}

// Ignores the wheel unless all tracks are open: it would scroll tracks that fit out of their place.
bool TracksPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Wheel && !m_isOpen)
        return true;
    return QWidget::eventFilter(watched, event);
}

// Shows the line for tracks that do not fit. Opened tracks that do not fit have a scroll bar
// instead of the margin, so that tracks and chart end at the same pixel.
void TracksPanel::showWhatFits()
{
    const int whole = wholeHeight();
    const bool isAll = whole <= height();
    const bool hasRoom = height() >= 2 * m_rest->height();
    m_rest->setVisible(m_isOpen || (!isAll && hasRoom));
    const int shown = height() - (m_rest->isHidden() ? 0 : m_rest->height());
    int count = 0;
    int bottom = 0;
    for (const Track *track : m_tracks) {
        bottom += track->sizeHint().height();
        count += bottom > shown ? 1 : 0;
    }
    const QString more =
        count > 0 ? tr("%n more measurement(s)", nullptr, count) : tr("More measurements");
    m_rest->setName(m_isOpen ? tr("Fewer measurements") : more,
                    m_isOpen ? GutterCell::Arrow::Down : GutterCell::Arrow::Right);
    const bool isScrolled = m_isOpen && whole > shown;
    m_scroll->setVerticalScrollBarPolicy(isScrolled ? Qt::ScrollBarAlwaysOn
                                                    : Qt::ScrollBarAlwaysOff);
    m_scroll->verticalScrollBar()->setFixedWidth(std::max(1, m_rightMargin));
    if (!m_isOpen)
        m_scroll->verticalScrollBar()->setValue(0);
    layout()->setContentsMargins(0, 0, isScrolled ? 0 : m_rightMargin, 0);
}

TracksPanel::Shown TracksPanel::wanted() const
{
    Shown shown{.profile = m_state.profile().serial()};
    if (!m_state.spans())
        return shown;
    const Profile &profile = *m_state.spans()->profile();
    const auto &selected = m_state.selection().box();
    shown.hasEvents = EventTrack::hasEvents(profile);
    shown.hasStops = StopTrack::hasStops(profile);
    if (isTimed(profile)) {
        shown.levels = sampledLevels(profile);
        const auto kept = std::min(m_levelLimit, shown.levels.size());
        shown.hiddenLevels = shown.levels.size() - kept;
        shown.levels.resize(kept);
    }
    shown.choice =
        chooseSeries(profile, m_processLimit,
                     selected ? profile.thread(selected->thread).process : ProcessIndex());
    return shown;
}

void TracksPanel::update()
{
    if (m_shown.profile != m_state.profile().serial()) {
        m_processLimit = fewProcesses;
        m_levelLimit = fewLevels;
        m_isOpen = false;
    }
    auto now = wanted();
    const auto hidden = std::exchange(now.choice.hiddenProcesses, m_shown.choice.hiddenProcesses);
    if (now != m_shown) {
        m_shown = std::move(now);
        rebuild();
    }
    m_shown.choice.hiddenProcesses = hidden;
    showRest();
    for (Track *track : m_tracks)
        track->refresh();
}

void TracksPanel::showMore()
{
    m_processLimit *= 4;
    update();
}

void TracksPanel::showMoreLevels()
{
    m_levelLimit *= 4;
    update();
}

void TracksPanel::showRest()
{
    const auto hidden = static_cast<int>(m_shown.choice.hiddenProcesses);
    m_more->setVisible(hidden > 0);
    m_more->setText(tr("Measurements of %n more process(es)", nullptr, hidden));
    const auto levels = static_cast<int>(m_shown.hiddenLevels);
    m_moreLevels->setVisible(levels > 0);
    m_moreLevels->setText(tr("%n more sampled value(s)", nullptr, levels));
    showWhatFits();
}

// Adds a track with the slow and frozen frames of each process.
void TracksPanel::addFrames(const Profile &profile)
{
    std::map<ProcessIndex, std::vector<MeasurementIndex>> frames;
    for (const MeasurementIndex index : m_shown.choice.series) {
        const Measurement &series = profile.tables().measurements[index];
        if (isFrameRenders(profile.text(series.name)))
            frames[series.process].push_back(index);
    }
    for (auto &[process, series] : frames)
        m_tracks.push_back(new FrameTrack(m_state, std::move(series), m_shown.choice.title, this));
}

void TracksPanel::addCurves(const Profile &profile)
{
    for (const MeasurementIndex index : m_shown.choice.series) {
        if (!isFrameRenders(profile.text(profile.tables().measurements[index].name)))
            m_tracks.push_back(new CurveTrack(m_state, index, m_shown.choice.title, this));
    }
}

void TracksPanel::addLevels()
{
    const auto &levels = m_shown.levels;
    const bool areOfOneThread = std::ranges::all_of(
        levels, [&](const SampledLevel &level) { return level.thread == levels.front().thread; });
    for (const SampledLevel &level : levels)
        m_tracks.push_back(
            new LevelTrack(m_state, level,
                           areOfOneThread ? SeriesTitle::Name : SeriesTitle::NameAndProcess, this));
}

void TracksPanel::rebuild()
{
    for (Track *track : m_tracks)
        delete track;
    m_tracks.clear();
    if (m_state.spans()) {
        const Profile &profile = *m_state.spans()->profile();
        addFrames(profile);
        if (m_shown.hasEvents)
            m_tracks.push_back(new EventTrack(m_state, this));
        addCurves(profile);
        addLevels();
        if (m_shown.hasStops)
            m_tracks.push_back(new StopTrack(m_state, this));
    }
    int place = 0;
    for (Track *track : m_tracks) {
        track->setGutter(m_gutter);
        m_layout->insertWidget(place++, track); // before the button
    }
    emit tracksChanged();
}

} // namespace ember::views

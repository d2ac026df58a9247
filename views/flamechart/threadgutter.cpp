// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/threadgutter.h"

#include "views/canvas/accessibleboxes.h"
#include "views/flamechart/lanetext.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/text/threadtitle.h"

#include <QContextMenuEvent>
#include <QEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <QWidget>

#include <algorithm>
#include <chrono>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

constexpr int narrowWindow = 1500; // logical pixels, like all here
constexpr int narrowGutter = 176;
constexpr int wideGutter = 210;
constexpr int mostWider = 40;
constexpr int longestName = 15; // that Linux keeps
constexpr int nameLeft = 22; // right of the triangle
constexpr int padding = 5;
constexpr int indent = 12; // of threads in groups
constexpr int edge = 4; // that the width is dragged by

// Describes the gutter to screen readers: its rows are items that are pressed to choose threads.
struct GutterTelling {
    using Widget = ThreadGutter;
    using Key = LaneKey;

    static const std::vector<GutterRow> &seen(const Widget &gutter) { return gutter.rows(); }

    static bool holds(const Widget &gutter, const Key &lane)
    {
        return gutter.viewState().spans() && gutter.chart().chartLayout().laneOf(lane);
    }

    static QString text(const Widget &gutter, const Key &lane, QAccessible::Text kind)
    {
        const ViewState &state = gutter.viewState();
        if (kind == QAccessible::Description)
            return laneDetails(state, lane).join(QStringLiteral(", "));
        const Lane &shown = *gutter.chart().chartLayout().laneOf(lane);
        return QStringList{laneName(state, lane), durationText(runningOf(state, lane)),
                           shown.collapsed ? ThreadGutter::tr("folded")
                                           : ThreadGutter::tr("unfolded")}
            .join(QStringLiteral(", "));
    }

    static std::optional<Key> selected(const Widget &gutter)
    {
        const auto &rows = gutter.rows();
        const auto found = std::ranges::find_if(
            rows, [&](const GutterRow &row) { return gutter.isChosen(row.box); });
        return found == rows.end() ? std::nullopt : std::optional(found->box);
    }

    static void select(Widget &gutter, const Key &lane)
    {
        gutter.chart().actions().chooseThreads(lane, Qt::NoModifier);
    }
};

bool isOfQuietThreads(const ViewState &state, const LaneKey &lane)
{
    return lane.heads.isValid()
        && state.threads().order().groups()[lane.heads.row()].kind == ThreadGroup::Kind::Idle;
}

void paintTriangle(QPainter &painter, const QColor &colour, bool collapsed, QPointF middle)
{
    QPolygonF triangle;
    if (collapsed)
        triangle << QPointF(-2, -3.5) << QPointF(2.5, 0) << QPointF(-2, 3.5);
    else
        triangle << QPointF(-3.5, -2) << QPointF(3.5, -2) << QPointF(0, 2.5);
    triangle.translate(middle);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(triangle);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

QFont smaller(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 0.9);
    return font;
}

} // namespace

ThreadGutter::ThreadGutter(ViewState &state, FlameChartWidget &chart, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_chart(chart)
{
    AccessibleBoxes<GutterTelling>::install();
    setAccessibleName(tr("Threads of the chart"));
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusProxy(&chart);
    for (const auto signal : {&FlameChartWidget::scrolled, &FlameChartWidget::laidOut})
        connect(&chart, signal, this, &ThreadGutter::refresh);
    connect(&chart, &FlameChartWidget::laidOut, this, [this] { m_names.reset(); });
    connect(&state.appearance(), &ViewAppearance::changed, this, &ThreadGutter::refresh);
    connect(&state.selection(), &ViewSelection::rangeChanged, this, &ThreadGutter::refresh);
}

int ThreadGutter::widthIn(int windowWidth) const
{
    const int usual = windowWidth < narrowWindow ? narrowGutter : wideGutter;
    if (!m_state.spans())
        return usual;
    const Profile &profile = *m_state.spans()->profile();
    const auto serial = m_state.profile().serial();
    if (std::exchange(m_profileSerial, serial) != serial)
        m_nameWidths.clear();
    QFont bold = font(); // as names of unfolded threads are
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    int widest = 0;
    for (const ThreadIndex thread : m_state.threads().all()) {
        const StringIndex name = profile.thread(thread).name;
        int &width = m_nameWidths[name];
        if (width == 0 || !name.isValid()) // threads without a name have their ids
            width = metrics.horizontalAdvance(threadName(profile, thread).left(longestName));
        widest = std::max(widest, width);
    }
    const int figure = QFontMetrics(smaller(font()))
                           .horizontalAdvance(durationText(std::chrono::microseconds(88'800)));
    return std::clamp(nameLeft + widest + padding + figure + padding + 1, usual, usual + mostWider);
}

void ThreadGutter::refresh()
{
    m_rows.reset();
    update();
}

const std::vector<GutterRow> &ThreadGutter::rows() const
{
    if (m_rows)
        return *m_rows;
    m_rows.emplace();
    const auto &lanes = m_chart.chartLayout().lanes();
    for (auto place = m_chart.chartLayout().firstLaneBelow(m_chart.camera().scrollY);
         place < lanes.size() && m_rows->size() < BoxCanvas::mostAccessibleBoxes; ++place) {
        const QRect shown = placeOf(lanes[place]).intersected(rect());
        if (shown.isEmpty())
            break;
        m_rows->push_back({lanes[place].key(), shown});
    }
    return *m_rows;
}

QString ThreadGutter::idBesideName(const Lane &lane) const
{
    if (lane.isGroup() || !lane.collapsed)
        return {};
    const Profile &profile = *m_state.spans()->profile();
    if (!m_names) {
        m_names.emplace();
        for (const Lane &other : m_chart.chartLayout().lanes()) {
            if (!other.isGroup())
                ++(*m_names)[profile.thread(other.thread).name];
        }
    }
    const Thread &thread = profile.thread(lane.thread);
    const bool isShared = !profile.text(thread.name).empty() && (*m_names)[thread.name] > 1;
    return isShared ? fromUtf8(profile.text(thread.id)) : QString();
}

bool ThreadGutter::isChosen(const LaneKey &lane) const
{
    const ThreadChoice &choice = m_state.threads();
    if (choice.isUsual() || !choice.isAnyHidden())
        return false;
    if (!lane.heads.isValid())
        return choice.isShown(lane.thread);
    return std::ranges::all_of(choice.order().groups()[lane.heads.row()].threads,
                               [&](ThreadIndex thread) { return choice.isShown(thread); });
}

QRect ThreadGutter::placeOf(const Lane &lane) const
{
    const int bottom = m_chart.chartLayout().bottom(lane);
    return {0, lane.top - m_chart.camera().scrollY, width(), bottom - lane.top};
}

QRect ThreadGutter::placeOfMore(const Lane &lane) const
{
    if (lane.more == 0)
        return {};
    const QRect place = placeOf(lane);
    const int line = fontMetrics().height();
    // The name must stay in sight above the line.
    if (place.bottom() + 1 - line
        < std::max(place.top(), 0) + m_chart.chartLayout().metrics().laneHeight)
        return {};
    return {nameLeft, place.bottom() + 1 - line, width() - nameLeft - padding - 1, line};
}

const Lane *ThreadGutter::laneAt(QPoint position) const
{
    return m_state.spans() ? m_chart.chartLayout().laneAt(position.y() + m_chart.camera().scrollY)
                           : nullptr;
}

bool ThreadGutter::isAtEdge(QPoint position) const
{
    return position.x() >= width() - edge;
}

void ThreadGutter::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = m_state.theme();
    painter.fillRect(rect(), theme.background);
    if (m_state.spans() && isTimed(*m_state.spans()->profile())) {
        const ChartLayout &layout = m_chart.chartLayout();
        const auto &lanes = layout.lanes();
        const int scrolled = m_chart.camera().scrollY;
        for (auto place = layout.firstLaneBelow(scrolled);
             place < lanes.size() && lanes[place].top < scrolled + height(); ++place)
            paintLane(painter, lanes[place]);
    }
    painter.fillRect(width() - 1, 0, 1, height(), theme.surfaceBorder);
}

// Paints a lane's texts. The name of an unfolded thread stays in the window while its rows scroll.
void ThreadGutter::paintLane(QPainter &painter, const Lane &lane) const
{
    const Theme &theme = m_state.theme();
    const QRect place = placeOf(lane);
    const bool isChosen = this->isChosen(lane.key());
    if (isChosen) {
        QColor tint = theme.accent;
        tint.setAlpha(36);
        painter.fillRect(place, tint);
        painter.fillRect(QRect(0, place.top(), 3, place.height()), theme.accent);
    }
    const int line = fontMetrics().height();
    const int lowest = m_chart.chartLayout().metrics().laneHeight;
    if (place.height() < std::min(line, lowest) - 3)
        return; // named by its group, and by its tip
    const int top = std::max(place.top(), std::min(0, place.bottom() + 1 - lowest));
    const int inset = lane.within.isValid() ? indent : 0;
    paintTriangle(painter, theme.mutedText, lane.collapsed, {11.0 + inset, top + lowest / 2.0});

    const QRect row(nameLeft + inset, top, width() - nameLeft - inset - padding - 1,
                    std::min(lowest, place.height()));
    const QString running = durationText(runningOf(m_state, lane.key()));
    painter.setFont(smaller(font()));
    painter.setPen(theme.mutedText);
    painter.drawText(row, int(Qt::AlignRight | Qt::AlignAbsolute | Qt::AlignVCenter), running);
    const QString id = painter.fontMetrics().elidedText(oneLine(shortened(idBesideName(lane))),
                                                        Qt::ElideRight, row.width() / 3);
    const int idWidth = id.isEmpty() ? 0 : painter.fontMetrics().horizontalAdvance(id) + padding;
    const int used = painter.fontMetrics().horizontalAdvance(running) + padding + idWidth;

    QFont name = font();
    name.setBold(!lane.collapsed);
    painter.setFont(name);
    const bool counts = isChosen || !m_state.threads().isAnyHidden()
        || (m_state.threads().isUsual() && !isSecondRecord(m_state, lane.key()));
    painter.setPen(counts ? theme.text : theme.mutedText);
    // Names of threads and pools differ at their ends, so these stay; the name of quiet threads
    // begins with their number.
    const auto elided = isOfQuietThreads(m_state, lane.key()) ? Qt::ElideRight : Qt::ElideMiddle;
    const QString whole = shortened(laneName(m_state, lane.key()).simplified(), elided);
    const QString shown = painter.fontMetrics().elidedText(whole, elided, row.width() - used);
    const auto left = int(Qt::AlignLeft | Qt::AlignAbsolute | Qt::AlignVCenter);
    painter.drawText(row, left, shown);
    if (!id.isEmpty()) { // beside the name: the figure at the right is something else
        const int nameWidth = painter.fontMetrics().horizontalAdvance(shown);
        painter.setFont(smaller(font()));
        painter.setPen(theme.mutedText);
        painter.drawText(row.adjusted(nameWidth + padding, 0, 0, 0), left, id);
    }
    if (lane.collapsed)
        return;
    const QRect more = placeOfMore(lane);
    paintDetails(painter, lane, row.bottom() + 1, more.isNull() ? place.bottom() + 1 : more.top());
    painter.setFont(smaller(font()));
    painter.setPen(theme.accent);
    if (!more.isNull())
        painter.drawText(more, int(Qt::AlignLeft | Qt::AlignAbsolute | Qt::AlignVCenter),
                         moreRowsText(lane.more));
}

// Paints details of an unfolded thread within [top, below). Those of an open group are painted
// beside the lanes of its threads, if all these are too low for names.
void ThreadGutter::paintDetails(QPainter &painter, const Lane &lane, int top, int below) const
{
    if (lane.isGroup()) {
        const auto &lanes = m_chart.chartLayout().lanes();
        const Lane *last = &lane;
        const Lane *end = lanes.data() + lanes.size();
        for (; last + 1 != end && last[1].within == lane.heads; ++last) {
            if (last[1].rows > 0 || last[1].strip >= m_chart.chartLayout().metrics().laneHeight - 3)
                return;
        }
        below = placeOf(*last).bottom() + 1;
    }
    painter.setFont(smaller(font()));
    painter.setPen(m_state.theme().mutedText);
    const int line = painter.fontMetrics().height();
    for (const QString &text : laneDetails(m_state, lane.key())) {
        if (top + line > below)
            return;
        const QRect row(nameLeft, top, width() - nameLeft - padding - 1, line);
        painter.drawText(row, int(Qt::AlignLeft | Qt::AlignAbsolute | Qt::AlignVCenter),
                         painter.fontMetrics().elidedText(shortened(text.simplified()),
                                                          Qt::ElideRight, row.width()));
        top += line;
    }
}

bool ThreadGutter::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto &help = static_cast<const QHelpEvent &>(*event);
    const Lane *lane = laneAt(help.pos());
    QStringList lines;
    if (lane) {
        lines << laneName(m_state, lane->key());
        lines += laneDetails(m_state, lane->key());
    }
    QToolTip::showText(help.globalPos(), tipText(lines.join(u'\n')), this);
    return true;
}

void ThreadGutter::mousePressEvent(QMouseEvent *event)
{
    m_isDoubleClick = false;
    if (event->button() == Qt::LeftButton && isAtEdge(event->pos()))
        m_dragged = width() - event->pos().x();
}

void ThreadGutter::mouseMoveEvent(QMouseEvent *event)
{
    if (m_dragged)
        emit widthDragged(event->pos().x() + *m_dragged);
    else
        setCursor(isAtEdge(event->pos())     ? Qt::SplitHCursor
                      : laneAt(event->pos()) ? Qt::PointingHandCursor
                                             : Qt::ArrowCursor);
}

void ThreadGutter::mouseReleaseEvent(QMouseEvent *event)
{
    if (std::exchange(m_isDoubleClick, false) || std::exchange(m_dragged, std::nullopt)
        || event->button() != Qt::LeftButton)
        return;
    const Lane *lane = laneAt(event->pos());
    if (!lane || !rect().contains(event->pos()))
        return;
    const LaneKey key = lane->key();
    if (placeOfMore(*lane).contains(event->pos()))
        m_state.threads().setRows(key.thread, ThreadRows::All);
    else if (event->pos().x() < nameLeft + (lane->within.isValid() ? indent : 0))
        m_chart.actions().toggleFolded(key);
    else
        m_chart.actions().chooseThreads(key, event->modifiers());
}

void ThreadGutter::mouseDoubleClickEvent(QMouseEvent *event)
{
    const Lane *lane = laneAt(event->pos());
    if (!lane || event->button() != Qt::LeftButton || isAtEdge(event->pos())
        || event->pos().x() < nameLeft)
        return;
    const LaneKey key = lane->key();
    m_chart.actions().takeBackChoice();
    m_chart.actions().toggleFolded(key);
    m_isDoubleClick = true;
}

void ThreadGutter::wheelEvent(QWheelEvent *event)
{
    event->accept();
    m_chart.scrollTo(m_chart.camera().scrollY + wheelTurn(*event).scroll);
}

void ThreadGutter::contextMenuEvent(QContextMenuEvent *event)
{
    const Lane *lane = laneAt(event->pos());
    if (!lane)
        return;
    const LaneKey key = lane->key();
    ThreadChoice &choice = m_state.threads();
    const bool isPinned = !key.heads.isValid() && choice.order().isPinned(key.thread);
    QMenu menu;
    menu.addAction(lane->collapsed ? tr("Unfold") : tr("Fold"), this,
                   [this, key] { m_chart.actions().toggleFolded(key); });
    if (const bool hasAll = choice.rows(key.thread) == ThreadRows::All;
        !key.heads.isValid() && (hasAll || lane->more > 0))
        menu.addAction(
            hasAll ? tr("Show Fitting Rows") : tr("Show All Rows"), this, [&choice, key, hasAll] {
                choice.setRows(key.thread, hasAll ? ThreadRows::Fitting : ThreadRows::All);
            });
    menu.addAction(tr("Fold or Unfold All"), this,
                   [this] { m_chart.perform(ChartAction::ToggleLanes); });
    menu.addSeparator();
    menu.addAction(tr("Count Only This"), this,
                   [this, key] { m_chart.actions().chooseThreads(key, Qt::NoModifier); });
    menu.addAction(tr("Count All Threads"), &choice, [&choice] { choice.showOnly(choice.all()); })
        ->setEnabled(choice.isAnyHidden());
    if (!key.heads.isValid()) {
        menu.addSeparator();
        menu.addAction(isPinned ? tr("Unpin") : tr("Pin to the Top"), this,
                       [&choice, key, isPinned] {
                           choice.setPinned(key.thread, isPinned ? Pinned::No : Pinned::Yes);
                       });
    }
    menu.exec(event->globalPos());
}

HeldRows::HeldRows(ThreadChoice &threads, QWidget &area) : QObject(&area), m_threads(threads)
{
    area.installEventFilter(this);
}

HeldRows::~HeldRows()
{
    releaseSoon();
}

bool HeldRows::eventFilter(QObject *, QEvent *event)
{
    if (event->type() == QEvent::Enter)
        hold(Held::Yes);
    else if (event->type() == QEvent::Leave)
        hold(Held::No);
    else if (event->type() == QEvent::Hide)
        releaseSoon();
    return false;
}

// Ends the holding of the rows later, from the event loop: a widget also hides when it is deleted,
// and then the area and receivers of the signal may be half deleted.
void HeldRows::releaseSoon()
{
    if (std::exchange(m_held, Held::No) == Held::Yes)
        QMetaObject::invokeMethod(
            &m_threads, [&threads = m_threads] { threads.setHeld(Held::No); },
            Qt::QueuedConnection);
}

// An area that is hidden while the pointer is over another one changes nothing.
void HeldRows::hold(Held held)
{
    if (std::exchange(m_held, held) != held)
        m_threads.setHeld(held);
}

} // namespace ember::views

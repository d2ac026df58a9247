// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/viewarea.h"

#include "views/state/theme.h"

#include <QAction>
#include <QApplication>
#include <QPainter>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::app {

namespace {

constexpr int tabHeight = 29;
constexpr int accentHeight = 3;

} // namespace

ViewTabs::ViewTabs(QWidget *parent) : QTabBar(parent)
{
    setObjectName(QStringLiteral("viewTabs"));
    setAccessibleName(tr("Views"));
    setDrawBase(false);
    setExpanding(false);
    setElideMode(Qt::ElideNone);
    setMouseTracking(true);
}

void ViewTabs::add(const QString &title, const QAction *command)
{
    m_commands.append(command);
    addTab(title);
    if (command)
        connect(command, &QAction::changed, this, [this] { update(); });
}

void ViewTabs::setBeside(int tab)
{
    m_beside = tab;
    update();
}

QString ViewTabs::keyOf(int tab) const
{
    const QAction *command = m_commands.value(tab);
    return command ? command->shortcut().toString(QKeySequence::NativeText) : QString();
}

QFont ViewTabs::keyFont() const
{
    QFont font = this->font();
    font.setPointSizeF(font.pointSizeF() * 0.8);
    return font;
}

// Returns the size that the tab needs with a bold title, so that no tab moves when another one
// becomes current.
QSize ViewTabs::sizeOf(int tab, const Room &room) const
{
    QFont bold = font();
    bold.setBold(true);
    const QString key = keyOf(tab);
    const int keyWidth =
        key.isEmpty() ? 0 : room.keyGap + QFontMetrics(keyFont()).horizontalAdvance(key);
    return {2 * room.padding + QFontMetrics(bold).horizontalAdvance(tabText(tab)) + keyWidth,
            std::max(tabHeight, fontMetrics().height() + 2 * accentHeight + 4)};
}

QSize ViewTabs::tabSizeHint(int tab) const
{
    return sizeOf(tab, m_room);
}

QSize ViewTabs::sizeHint() const
{
    QSize size;
    for (int tab = 0; tab < count(); ++tab) {
        const QSize one = sizeOf(tab, wide);
        size = {size.width() + one.width(), std::max(size.height(), one.height())};
    }
    return size;
}

void ViewTabs::resizeEvent(QResizeEvent *event)
{
    m_room = sizeHint().width() > width() ? narrow : wide;
    QTabBar::resizeEvent(event); // lays the tabs out
}

// Tabs scroll rather than cut their titles.
QSize ViewTabs::minimumTabSizeHint(int tab) const
{
    return tabSizeHint(tab);
}

void ViewTabs::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().window());
    for (int tab = 0; tab < count(); ++tab)
        paintTab(painter, tab);
}

void ViewTabs::paintTab(QPainter &painter, int tab) const
{
    const auto &theme = views::theme(views::shadeOf(palette()));
    const QRect place = tabRect(tab);
    const bool isCurrent = tab == currentIndex();
    const bool isHovered = isTabEnabled(tab) && place.contains(mapFromGlobal(QCursor::pos()));
    if (isCurrent) {
        painter.fillRect(place, palette().base());
        painter.fillRect(place.left(), place.top(), 1, place.height(), theme.surfaceBorder);
        painter.fillRect(place.right(), place.top(), 1, place.height(), theme.surfaceBorder);
    } else if (isHovered) {
        painter.fillRect(place, palette().midlight());
    }
    if (isCurrent || tab == m_beside)
        painter.fillRect(place.left(), place.top(), place.width(), accentHeight,
                         isCurrent ? theme.accent : theme.mutedText);
    const QRect inner = place.adjusted(m_room.padding, accentHeight, -m_room.padding, 0);
    QFont title = font();
    title.setBold(isCurrent);
    painter.setFont(title);
    painter.setPen(isTabEnabled(tab) ? palette().color(QPalette::WindowText) : theme.mutedText);
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, tabText(tab));
    const int titleWidth = QFontMetrics(title).horizontalAdvance(tabText(tab));
    painter.setFont(keyFont());
    painter.setPen(theme.mutedText);
    painter.drawText(inner.adjusted(titleWidth + m_room.keyGap, 0, 0, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, keyOf(tab));
    if (isCurrent && hasFocus()) {
        painter.setPen(QPen(theme.accent, 1, Qt::DotLine));
        painter.drawRect(place.adjusted(3, accentHeight + 2, -4, -3));
    }
}

ViewArea::ViewArea(QWidget *parent)
    : QWidget(parent),
      m_tabs(new ViewTabs),
      m_splitter(new QSplitter)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_splitter);
    for (QStackedWidget *&half : m_halves) {
        half = new QStackedWidget;
        m_splitter->addWidget(half);
    }
    m_halves[1]->hide();
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(5);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        show(m_views.value(tab));
        if (!m_tabs->hasFocus())
            current()->setFocus();
    });
    connect(m_splitter, &QSplitter::splitterMoved, this, &ViewArea::changed);
    connect(qApp, &QApplication::focusChanged, this,
            [this](const QWidget *, const QWidget *now) { noteFocus(now); });
}

// Ignores the focus, which moves while children are deleted.
ViewArea::~ViewArea()
{
    disconnect(qApp, nullptr, this, nullptr);
}

void ViewArea::add(QWidget *view, const QString &title, const QAction *command)
{
    const QSignalBlocker quiet(m_tabs);
    m_views.append(view);
    m_halves[0]->addWidget(view);
    m_tabs->add(title, command);
    if (m_views.size() == 1)
        m_recent.append(view);
}

QStackedWidget *ViewArea::halfOf(const QWidget *view) const
{
    const auto found = std::ranges::find_if(
        m_halves, [&](const QStackedWidget *half) { return half->indexOf(view) >= 0; });
    return found == m_halves.end() ? nullptr : *found;
}

// Shows the view in a half, and takes it out of the other one.
void ViewArea::put(QWidget *view, std::size_t half)
{
    if (halfOf(view) != m_halves[half])
        m_halves[half]->addWidget(view);
    m_halves[half]->setCurrentWidget(view);
}

QWidget *ViewArea::current() const
{
    return m_halves[m_active]->currentWidget();
}

QWidget *ViewArea::beside() const
{
    return m_split == Split::No ? nullptr : m_halves[1 - m_active]->currentWidget();
}

void ViewArea::show(QWidget *view)
{
    if (!view)
        return;
    if (view == beside()) {
        m_active = 1 - m_active;
        if (m_isAlone)
            setAlone(true);
    } else {
        put(view, m_active);
    }
    m_recent.removeOne(view);
    m_recent.prepend(view);
    showTabs();
    emit changed();
}

// Returns the most recently shown other view, else the first other tab's.
QWidget *ViewArea::before(const QWidget *view) const
{
    for (QWidget *other : m_recent + m_views) {
        if (other != view)
            return other;
    }
    return nullptr;
}

void ViewArea::setSplit(Split split, QWidget *beside)
{
    QWidget *const shown = current();
    QWidget *const other = beside && beside != shown ? beside
        : this->beside()                             ? this->beside()
                                                     : before(shown);
    m_split = other ? split : Split::No;
    if (m_split == Split::No) {
        put(shown, 0);
        m_active = 0;
        m_halves[0]->show();
        m_halves[1]->hide();
    } else {
        m_splitter->setOrientation(m_split == Split::SideBySide ? Qt::Horizontal : Qt::Vertical);
        put(other, 1 - m_active);
        m_halves[1 - m_active]->setVisible(!m_isAlone);
        setSizes({1, 1});
    }
    showTabs();
    emit changed();
}

QList<int> ViewArea::sizes() const
{
    return m_splitter->sizes();
}

// Scales the sizes up: a splitter keeps their ratio only if all are larger than the widgets'
// minimum sizes.
void ViewArea::setSizes(const QList<int> &sizes)
{
    constexpr qint64 whole = 20'000;
    const qint64 sum = std::max(1, sizes[0] + sizes[1]);
    m_splitter->setSizes(
        {static_cast<int>(sizes[0] * whole / sum), static_cast<int>(sizes[1] * whole / sum)});
}

void ViewArea::setAlone(bool isAlone)
{
    m_isAlone = isAlone;
    m_halves[m_active]->show();
    m_halves[1 - m_active]->setVisible(m_split != Split::No && !isAlone);
}

void ViewArea::noteFocus(const QWidget *now)
{
    if (m_split == Split::No || !now || !m_halves[1 - m_active]->isAncestorOf(now))
        return;
    m_active = 1 - m_active;
    showTabs();
    emit changed();
}

void ViewArea::showTabs()
{
    const QSignalBlocker quiet(m_tabs);
    m_tabs->setCurrentIndex(static_cast<int>(m_views.indexOf(current())));
    m_tabs->setBeside(static_cast<int>(m_views.indexOf(beside())));
    update();
}

void ViewArea::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), palette().window());
}

} // namespace ember::app

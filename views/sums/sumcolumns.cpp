// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sums/sumcolumns.h"

#include "views/canvas/boxcolours.h"
#include "views/state/viewappearance.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/text/shortname.h"
#include "views/widgets/tablelook.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace ember::views {

using namespace model;

namespace {

struct SumColumnsText {
    Q_DECLARE_TR_FUNCTIONS(SumColumns)
};

constexpr int nameLetters = 32; // letters of a name that should be visible
constexpr int moduleLetters = 18;
// The columns that are hidden if there is little width, in this order.
constexpr std::array dispensable{SumColumn::Module,     SumColumn::Samples, SumColumn::SelfShare,
                                 SumColumn::TotalShare, SumColumn::Ratio,   SumColumn::Runnable,
                                 SumColumn::Blocked,    SumColumn::Running};
constexpr int mostModuleLetters = 40;

bool isOfState(SumColumn column)
{
    return column == SumColumn::Running || column == SumColumn::Runnable
        || column == SumColumn::Blocked;
}

} // namespace

int placeOf(SumColumn column, std::span<const SumColumn> columns)
{
    const auto found = std::ranges::find(columns, column);
    return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

QVariant headerOf(SumColumn column, int role)
{
    if (role == Qt::ToolTipRole
        && (column == SumColumn::SelfShare || column == SumColumn::TotalShare))
        return SumColumnsText::tr("Of all chosen threads, in the selected range");
    if (role == Qt::ToolTipRole && isOfState(column))
        return SumColumnsText::tr(
            "The part of the time in which threads ran, waited for a CPU, or waited for anything "
            "else: of functions themselves, of calls with all they call. By samples: what a thread "
            "did at one counts until the next. The CPU time that the system measured stands in the "
            "answer, the list of threads and the statistics");
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case SumColumn::Running: return SumColumnsText::tr("Running");
    case SumColumn::Runnable: return SumColumnsText::tr("Waiting for a CPU");
    case SumColumn::Blocked: return SumColumnsText::tr("Blocked");
    case SumColumn::Name: return SumColumnsText::tr("Function");
    case SumColumn::Self: return SumColumnsText::tr("Self");
    case SumColumn::SelfShare: return SumColumnsText::tr("Self %");
    case SumColumn::Total: return SumColumnsText::tr("Total");
    case SumColumn::TotalShare: return SumColumnsText::tr("Total %");
    case SumColumn::Samples: return SumColumnsText::tr("Samples");
    case SumColumn::Before: return SumColumnsText::tr("Before");
    case SumColumn::After: return SumColumnsText::tr("After");
    case SumColumn::Difference: return SumColumnsText::tr("Difference");
    case SumColumn::Ratio: return SumColumnsText::tr("Ratio");
    case SumColumn::Noise: return SumColumnsText::tr("Sampling Noise");
    case SumColumn::Module: return SumColumnsText::tr("Module");
    }
    return {};
}

namespace {

// The word of a column for settings, the same in every language.
QString wordOf(SumColumn column)
{
    switch (column) {
    case SumColumn::Name: return QStringLiteral("name");
    case SumColumn::Self: return QStringLiteral("self");
    case SumColumn::SelfShare: return QStringLiteral("selfShare");
    case SumColumn::Total: return QStringLiteral("total");
    case SumColumn::TotalShare: return QStringLiteral("totalShare");
    case SumColumn::Running: return QStringLiteral("running");
    case SumColumn::Runnable: return QStringLiteral("runnable");
    case SumColumn::Blocked: return QStringLiteral("blocked");
    case SumColumn::Samples: return QStringLiteral("samples");
    case SumColumn::Before: return QStringLiteral("before");
    case SumColumn::After: return QStringLiteral("after");
    case SumColumn::Difference: return QStringLiteral("difference");
    case SumColumn::Ratio: return QStringLiteral("ratio");
    case SumColumn::Noise: return QStringLiteral("noise");
    case SumColumn::Module: return QStringLiteral("module");
    }
    return {};
}

} // namespace

SumColumnWidths::SumColumnWidths(QHeaderView &header, std::span<const SumColumn> columns,
                                 ViewAppearance &appearance, const QString &table)
    : QObject(&header),
      m_header(header),
      m_columns(columns.begin(), columns.end()),
      m_appearance(appearance),
      m_table(table)
{
    header.setStretchLastSection(false);
    const QFontMetrics metrics = header.fontMetrics();
    const int number = metrics.horizontalAdvance(durationText(std::chrono::minutes(59))) + 12;
    const int rate = number + metrics.horizontalAdvance(QStringLiteral("−/s"));
    const auto widthOf = [&](SumColumn column) {
        switch (column) {
        case SumColumn::Before:
        case SumColumn::After:
        case SumColumn::Difference: return rate;
        case SumColumn::Runnable:
            return std::max(number,
                            metrics.horizontalAdvance(headerOf(column, Qt::DisplayRole).toString())
                                + 16);
        default: return isText(column) ? moduleLetters * metrics.averageCharWidth() : number;
        }
    };
    for (int place = 0; place < static_cast<int>(m_columns.size()); ++place) {
        const SumColumn column = m_columns[static_cast<std::size_t>(place)];
        if (column == SumColumn::Name)
            header.setSectionResizeMode(place, QHeaderView::Stretch);
        else
            header.resizeSection(place, widthOf(column));
    }
    header.viewport()->installEventFilter(this);
    header.setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&header, &QWidget::customContextMenuRequested, this, &SumColumnWidths::openMenu);
    connect(&appearance, &ViewAppearance::hiddenColumnsChanged, this, &SumColumnWidths::fit);
    fit();
}

bool SumColumnWidths::isOffered(SumColumn column) const
{
    return m_areStatesKnown || !isOfState(column);
}

void SumColumnWidths::setStatesKnown(bool areKnown)
{
    if (m_areStatesKnown == areKnown)
        return;
    m_areStatesKnown = areKnown;
    fit();
}

bool SumColumnWidths::isUnwanted(SumColumn column) const
{
    return m_appearance.hiddenColumns().value(m_table).contains(wordOf(column));
}

void SumColumnWidths::setWanted(SumColumn column, bool isWanted)
{
    QStringList hidden = m_appearance.hiddenColumns().value(m_table);
    hidden.removeAll(wordOf(column));
    if (!isWanted)
        hidden << wordOf(column);
    m_appearance.setHiddenColumns(m_table, hidden);
}

void SumColumnWidths::openMenu(const QPoint &place)
{
    auto *menu = new QMenu(&m_header);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    // The list has these keys; the menu shows them.
    menu->addAction(tr("Sort by the Next Column"), sortKey, &m_header,
                    [this] { sortByNextColumn(m_header); });
    menu->addAction(tr("Reverse the Order"), Qt::SHIFT | sortKey, &m_header,
                    [this] { reverseOrder(m_header); });
    menu->addSeparator();
    for (const SumColumn column : m_columns) {
        if (column == SumColumn::Name || !isOffered(column))
            continue;
        QAction *action = menu->addAction(headerOf(column, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(!isUnwanted(column));
        connect(action, &QAction::toggled, this,
                [this, column](bool isWanted) { setWanted(column, isWanted); });
    }
    menu->popup(m_header.mapToGlobal(place));
}

void SumColumnWidths::fit()
{
    const int letter = m_header.fontMetrics().averageCharWidth();
    int wanted = nameLetters * letter;
    for (int place = 0; place < m_header.count(); ++place) {
        const SumColumn column = m_columns[static_cast<std::size_t>(place)];
        const bool isOut = !isOffered(column) || isUnwanted(column);
        m_header.setSectionHidden(place, isOut);
        if (column == SumColumn::Module)
            m_header.resizeSection(place, moduleLetters * letter);
        if (!isOut && place != placeOf(SumColumn::Name, m_columns))
            wanted += m_header.sectionSize(place);
    }
    for (const SumColumn column : dispensable) {
        const int place = placeOf(column, m_columns);
        if (wanted <= m_header.viewport()->width() || place < 0 || m_header.isSectionHidden(place))
            continue;
        wanted -= m_header.sectionSize(place);
        m_header.setSectionHidden(place, true);
    }
    const int module = placeOf(SumColumn::Module, m_columns);
    if (module < 0 || m_header.isSectionHidden(module))
        return;
    const int spare = std::max(0, m_header.viewport()->width() - wanted) / 2;
    m_header.resizeSection(module,
                           std::min(moduleLetters * letter + spare, mostModuleLetters * letter));
}

bool SumColumnWidths::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        fit();
    return QObject::eventFilter(watched, event);
}

namespace {

constexpr int cellRoom = 6;
constexpr int barHeight = 3;
constexpr int barMargin = 3;

} // namespace

ThreadState stateOf(SumColumn column)
{
    switch (column) {
    case SumColumn::Running: return ThreadState::Running;
    case SumColumn::Runnable: return ThreadState::Runnable;
    case SumColumn::Blocked: return ThreadState::Blocked;
    default: return ThreadState::Unknown;
    }
}

namespace {

QColor standingOut(const Theme &theme, QColor colour)
{
    constexpr double enough = 3;
    constexpr int mostSteps = 20;
    constexpr int step = 112; // per cent
    const bool dark = theme.shade == Shade::Dark;
    for (int steps = 0; steps < mostSteps; ++steps) {
        if (contrast(colour.rgb(), theme.background.rgb()) >= enough)
            break;
        colour = dark ? colour.lighter(step) : colour.darker(step);
    }
    return colour;
}

} // namespace

QColor barColour(const Theme &theme, ThreadState state)
{
    return standingOut(theme,
                       state == ThreadState::Unknown ? theme.accent
                                                     : QColor(stateColour(theme, state).fill));
}

SumCells::SumCells(std::span<const SumColumn> columns, QObject *parent)
    : ShortTexts(mostLetters, parent),
      m_columns(columns.begin(), columns.end())
{
}

void SumCells::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    option->textElideMode = Qt::ElideRight;
    ShortTexts::initStyleOption(option, index);
    if (columnOf(index) != SumColumn::Name)
        return;
    constexpr int margins = 8; // of a cell's text, both together
    const auto fits = [&](const QString &text) {
        return option->fontMetrics.horizontalAdvance(text) <= option->rect.width() - margins;
    };
    if (fits(option->text))
        return;
    const QString whole = option->text;
    option->text = scopedName(whole);
    if (!fits(option->text))
        option->text = shortName(whole);
}

QSize SumCells::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize size = ShortTexts::sizeHint(option, index);
    return size.expandedTo({0, option.fontMetrics.height() + cellRoom});
}

void SumCells::paint(QPainter *painter, const QStyleOptionViewItem &option,
                     const QModelIndex &index) const
{
    ShortTexts::paint(painter, option, index);
    const double part = std::clamp(index.data(barRole).toDouble(), -1.0, 1.0);
    const QRect room = option.rect.adjusted(barMargin, 0, -barMargin, 0);
    const Theme &shown = theme(shadeOf(option.palette));
    const auto paintBar = [&](int left, int width, const QColor &colour) {
        painter->fillRect(QRect(left, room.bottom() + 1 - barHeight, width, barHeight), colour);
    };
    if (columnOf(index) == SumColumn::Difference) {
        constexpr int greatest = 3;
        // Valid for a row that is within noise, or that the search does not match.
        const QVariant pale = index.data(Qt::ForegroundRole);
        const QColor change =
            standingOut(shown, QColor(shown.forChange(part > 0 ? greatest : -greatest).fill));
        const int length = static_cast<int>(std::abs(part) * room.width() / 2);
        const int middle = room.center().x();
        paintBar(part > 0 ? middle : middle - length, length,
                 pale.isValid() ? pale.value<QBrush>().color() : change);
    } else if (part > 0) {
        const int width = std::max(1, static_cast<int>(part * room.width()));
        paintBar(room.right() + 1 - width, width, barColour(shown, stateOf(columnOf(index))));
    }
}

} // namespace ember::views

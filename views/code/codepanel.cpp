// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/codepanel.h"

#include "views/code/codemodel.h"
#include "views/sums/sumspanel.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/tablelook.h"

#include <QAction>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::views {

CodePanel::CodePanel(ViewState &state, CodeModel &model, QWidget *parent)
    : SumsPanel(state, parent),
      m_model(model),
      m_view(*new QTableView(this)),
      m_title(*new ElidedLabel(Qt::ElideMiddle, this)),
      m_hint(*new QLabel(this)),
      m_tools(new QHBoxLayout)
{
    m_model.setParent(this);
    connect(&state.selection(), &ViewSelection::functionChanged, this, &CodePanel::askIfSeen);
    connect(&state.appearance(), &ViewAppearance::changed, m_view.viewport(),
            qOverload<>(&QWidget::update));
}

void CodePanel::fill(QWidget *notice)
{
    styleView();
    styleHint(m_hint);
    m_hint.setObjectName(QStringLiteral("codeHint"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new SelectionBar(state(), this));
    column->addWidget(createTitleLine());
    column->addWidget(notice);
    column->addWidget(&m_hint, 1);
    column->addWidget(&m_view, 1);
    column->addStretch(0); // takes the height while rows are hidden
    setFocusProxy(&m_view);
}

void CodePanel::hideSelection()
{
    auto *bar = findChild<SelectionBar *>();
    QSizePolicy policy = bar->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    bar->setSizePolicy(policy);
    bar->hide();
}

void CodePanel::styleView()
{
    m_view.setModel(&m_model);
    m_view.setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    styleTable(m_view);
    m_view.setItemDelegateForColumn(CodeModel::Text, new ShortTexts(mostLettersOfLine, &m_view));
    m_view.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view.horizontalHeader()->setStretchLastSection(false);
    m_view.setAlternatingRowColors(false);
    m_view.setSelectionMode(QAbstractItemView::SingleSelection);
    m_view.setTextElideMode(Qt::ElideNone);
    auto *heat = new HeatDelegate(state().appearance(), this);
    m_view.setItemDelegateForColumn(CodeModel::Self, heat);
    m_view.setItemDelegateForColumn(CodeModel::Total, heat);
    m_view.setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint &position) {
        if (m_view.indexAt(position).isValid())
            emit contextMenuRequested(m_view.viewport()->mapToGlobal(position));
    });
}

QWidget *CodePanel::createTitleLine()
{
    m_tools->setSpacing(4);
    auto *line = new QWidget;
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(6, 2, 6, 2);
    row->addWidget(&m_title, 1);
    row->addLayout(m_tools);
    return line;
}

void CodePanel::addTool(QAction *action)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    m_tools->addWidget(button);
}

void CodePanel::showHint(const QString &text)
{
    m_hint.setText(text);
    m_hint.setVisible(!text.isEmpty());
    if (!text.isEmpty())
        m_title.clear();
}

void CodePanel::fitRows(int longestText)
{
    layout()->activate(); // scrolling needs the final rows and sizes
    m_view.doItemsLayout();
    if (m_model.rowCount() > 0)
        fitColumns(longestText);
}

void CodePanel::fitColumns(int longestText)
{
    const QFontMetrics metrics = m_view.fontMetrics();
    const auto wide = [&](const QString &text) { return metrics.horizontalAdvance(text) + 12; };
    const QString lastPlace =
        m_model.index(m_model.rowCount() - 1, CodeModel::Place).data().toString();
    const int figure = wide(durationText(std::chrono::minutes(59)));
    const int text = (std::min(longestText, int(mostLettersOfLine)) + 2)
        * metrics.horizontalAdvance(QLatin1Char('m'));
    QHeaderView &header = *m_view.horizontalHeader();
    header.resizeSection(CodeModel::Place,
                         std::max(wide(lastPlace), header.sectionSizeHint(CodeModel::Place)));
    header.resizeSection(CodeModel::Self, figure);
    header.resizeSection(CodeModel::Total, figure);
    const int before = header.sectionPosition(CodeModel::Text);
    header.resizeSection(CodeModel::Text, std::max(text, m_view.viewport()->width() - before));
}

void CodePanel::goTo(int row)
{
    if (row < 0 || row >= m_model.rowCount()) {
        m_view.setCurrentIndex({});
        m_view.scrollToTop();
        return;
    }
    const QModelIndex index = m_model.index(row, CodeModel::Place);
    m_view.setCurrentIndex(index);
    m_view.scrollTo(index, QAbstractItemView::PositionAtCenter);
}

void CodePanel::stepToHotRow(Direction direction)
{
    const int row = m_model.nextHotRow(m_view.currentIndex().row(), direction);
    if (row >= 0)
        goTo(row);
}

} // namespace ember::views

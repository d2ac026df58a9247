// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/disassembly/disassemblypanel.h"

#include "views/disassembly/disassemblymodel.h"
#include "views/disassembly/disassemblynotice.h"
#include "views/durationtext.h"
#include "views/source/heatdelegate.h"
#include "views/sumsquestion.h"
#include "views/tables/selectionbar.h"
#include "views/tables/tablelook.h"

#include <QAction>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QShortcut>
#include <QTableView>
#include <QThreadPool>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

DisassemblyPanel::DisassemblyPanel(ViewState &state, QWidget *parent)
    : SumsPanel(state, parent),
      m_model(new DisassemblyModel(state, this)),
      m_view(new QTableView(this)),
      m_title(new QLabel(this)),
      m_tools(new QHBoxLayout),
      m_notice(new QLabel(this)),
      m_job(
          this, [this] { return question(); },
          [this](DisassemblyAnswer answer) { showAnswer(std::move(answer)); })
{
    createView();
    m_notice->setObjectName(QStringLiteral("disassemblyNotice"));
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setWordWrap(true);
    m_notice->setMargin(6);
    m_notice->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new SelectionBar(state, this));
    column->addWidget(createTitleLine());
    column->addWidget(m_notice);
    column->addWidget(m_view, 1);
    column->addStretch(0); // where there are no instructions
    setFocusProxy(m_view);
    connect(&state, &ViewState::functionChanged, this, &DisassemblyPanel::askIfSeen);
    connect(&state, &ViewState::appearanceChanged, m_view->viewport(),
            qOverload<>(&QWidget::update));
    DisassemblyPanel::forget();
}

void DisassemblyPanel::createView()
{
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Instructions"));
    m_view->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    styleTable(*m_view);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->horizontalHeader()->setStretchLastSection(false);
    m_view->setAlternatingRowColors(false);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setTextElideMode(Qt::ElideNone);
    auto *heat = new HeatDelegate(state(), this);
    m_view->setItemDelegateForColumn(DisassemblyModel::Self, heat);
    m_view->setItemDelegateForColumn(DisassemblyModel::Total, heat);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint &position) {
        if (m_view->indexAt(position).isValid())
            emit contextMenuRequested(m_view->viewport()->mapToGlobal(position));
    });
    connect(m_view, &QTableView::doubleClicked, this, &DisassemblyPanel::goToTarget);
    const auto *enter =
        new QShortcut(QKeySequence(Qt::Key_Return), m_view, nullptr, nullptr, Qt::WidgetShortcut);
    connect(enter, &QShortcut::activated, this, &DisassemblyPanel::goToTarget);
}

QWidget *DisassemblyPanel::createTitleLine()
{
    m_title->setObjectName(QStringLiteral("disassemblyTitle"));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setMinimumWidth(1);
    m_tools->setSpacing(4);
    auto *line = new QWidget;
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(6, 2, 6, 2);
    row->addWidget(m_title, 1);
    row->addLayout(m_tools);
    return line;
}

void DisassemblyPanel::addTool(QAction *action)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    m_tools->addWidget(button);
}

void DisassemblyPanel::setCode(std::shared_ptr<CodeSource> code)
{
    // What a source has read of debug information it may write to a cache at its end.
    QThreadPool::globalInstance()->start([old = std::exchange(m_code, std::move(code))] {});
    askIfSeen();
}

void DisassemblyPanel::setPlaces(const SourcePlaces &places)
{
    if (places == m_places)
        return;
    m_places = places;
    askIfSeen();
}

void DisassemblyPanel::forget()
{
    m_job.drop();
    m_function = {};
    m_model->setAnswer({});
    showTexts();
}

const DisassemblyAnswer &DisassemblyPanel::answer() const
{
    return m_model->answer();
}

PacedJob<DisassemblyAnswer>::Work DisassemblyPanel::question()
{
    const FrameIndex frame = state().function();
    if (!state().spans() || !frame.isValid() || !m_code)
        return {};
    DisassemblyQuestion question{state().spans()->profile(),
                                 frame,
                                 state().sums().selection(),
                                 state().sums().instructionWeigher(),
                                 m_code,
                                 m_places,
                                 {},
                                 {}};
    if (frame == m_function) {
        question.knownPlaces = answer().places;
        question.known = answer().listing;
    }
    return [question = std::move(question)] { return views::answer(question); };
}

// The reader's place stays, unless it is another function.
void DisassemblyPanel::showAnswer(DisassemblyAnswer answer)
{
    const bool isOther = answer.frame != m_function;
    const bool isOtherListing = answer.listing != this->answer().listing;
    m_function = answer.frame;
    m_model->setAnswer(std::move(answer));
    showTexts();
    if (isOtherListing) {
        layout()->activate(); // scrolling needs the rows and the room there is for them
        m_view->doItemsLayout();
        fitColumns();
    }
    if (isOther || isOtherListing)
        goTo(static_cast<int>(this->answer().hottestRow.value_or(0)));
}

void DisassemblyPanel::showTexts()
{
    const Listing *listing = answer().listing.get();
    if (!listing) {
        m_title->setText(tr("Choose a function in any view to see its machine code."));
    } else {
        const QString name = fromUtf8(frameName(*state().spans()->profile(), m_function));
        m_title->setText(listing->blocks.empty() ? name
                                                 : fromUtf8(listing->blocks.front()->binary)
                                 + QStringLiteral("  ·  ") + name);
    }
    m_title->setToolTip(listing ? m_title->text() : QString());
    const QString notice = disassemblyNotice(answer());
    m_notice->setText(notice);
    m_notice->setVisible(!notice.isEmpty());
    m_view->setVisible(m_model->rowCount() > 0);
}

void DisassemblyPanel::fitColumns()
{
    if (m_model->rowCount() == 0)
        return;
    const QFontMetrics metrics = m_view->fontMetrics();
    const auto wide = [&](const QString &text) { return metrics.horizontalAdvance(text) + 12; };
    const auto &last = answer().listing->blocks.back()->instructions.back();
    const int figure = wide(durationText(std::chrono::minutes(59)));
    const int text =
        (answer().listing->longestText + 2) * metrics.horizontalAdvance(QLatin1Char('m'));
    QHeaderView &header = *m_view->horizontalHeader();
    header.resizeSection(DisassemblyModel::Address,
                         std::max(wide(QStringLiteral("0x") + QString::number(last.address, 16)),
                                  header.sectionSizeHint(DisassemblyModel::Address)));
    header.resizeSection(DisassemblyModel::Self, figure);
    header.resizeSection(DisassemblyModel::Total, figure);
    const int before = header.sectionPosition(DisassemblyModel::Text);
    header.resizeSection(DisassemblyModel::Text,
                         std::max(text, m_view->viewport()->width() - before));
}

void DisassemblyPanel::goTo(int row)
{
    if (row >= m_model->rowCount())
        return;
    const QModelIndex index = m_model->index(row, DisassemblyModel::Address);
    m_view->setCurrentIndex(index);
    m_view->scrollTo(index, QAbstractItemView::PositionAtCenter);
}

void DisassemblyPanel::stepToHotInstruction(Direction direction)
{
    const int row = m_model->nextHotRow(m_view->currentIndex().row(), direction);
    if (row >= 0)
        goTo(row);
}

void DisassemblyPanel::goToTarget()
{
    const QModelIndex current = m_view->currentIndex();
    if (const int row = current.isValid() ? m_model->targetOf(current.row()) : -1; row >= 0)
        goTo(row);
}

} // namespace ember::views

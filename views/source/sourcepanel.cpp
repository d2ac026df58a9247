// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/source/sourcepanel.h"

#include "views/durationtext.h"
#include "views/source/heatdelegate.h"
#include "views/source/sourcemodel.h"
#include "views/source/sourcenotice.h"
#include "views/sumsquestion.h"
#include "views/tables/selectionbar.h"
#include "views/tables/tablelook.h"

#include <QAction>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

CodePlace placeOf(const Profile &profile, FrameIndex frame)
{
    const Frame &place = profile.frame(frame);
    return {fromUtf8(profile.text(sourcePath(profile, frame))), place.line, place.column};
}

SourcePanel::SourcePanel(ViewState &state, QWidget *parent)
    : SumsPanel(state, parent),
      m_model(new SourceModel(this)),
      m_view(new QTableView(this)),
      m_title(new QLabel(this)),
      m_tools(new QHBoxLayout),
      m_notice(new QLabel(this)),
      m_locate(new QPushButton(tr("&Locate…"), this)),
      m_job(
          this, [this] { return question(); },
          [this](SourceAnswer answer) { showAnswer(std::move(answer)); })
{
    createView();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new SelectionBar(state, this));
    column->addWidget(createTitleLine());
    m_noticeLine = createNoticeLine();
    column->addWidget(m_noticeLine);
    column->addWidget(m_view, 1);
    column->addStretch(0); // where there are no lines
    setFocusProxy(m_view);
    connect(&state, &ViewState::functionChanged, this, &SourcePanel::askIfSeen);
    connect(&state, &ViewState::appearanceChanged, m_view->viewport(),
            qOverload<>(&QWidget::update));
    SourcePanel::forget();
}

void SourcePanel::createView()
{
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Lines of source"));
    m_view->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    styleTable(*m_view);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->horizontalHeader()->setStretchLastSection(false);
    m_view->setAlternatingRowColors(false);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setTextElideMode(Qt::ElideNone);
    auto *heat = new HeatDelegate(state(), this);
    m_view->setItemDelegateForColumn(SourceModel::Self, heat);
    m_view->setItemDelegateForColumn(SourceModel::Total, heat);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint &position) {
        if (m_view->indexAt(position).isValid())
            emit contextMenuRequested(m_view->viewport()->mapToGlobal(position));
    });
    connect(m_view, &QTableView::doubleClicked, this, &SourcePanel::placeActivated);
}

QWidget *SourcePanel::createTitleLine()
{
    m_title->setObjectName(QStringLiteral("sourceTitle"));
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

QWidget *SourcePanel::createNoticeLine()
{
    m_notice->setObjectName(QStringLiteral("sourceNotice"));
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setWordWrap(true);
    m_notice->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_locate->setObjectName(QStringLiteral("locateSource"));
    m_locate->setToolTip(tr("Show where this file is; others that lie beside it are found, too"));
    connect(m_locate, &QPushButton::clicked, this,
            [this] { emit locateRequested(answer().file->recorded); });
    auto *line = new QWidget;
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(6, 2, 6, 2);
    row->addWidget(m_notice, 1);
    row->addWidget(m_locate, 0, Qt::AlignTop);
    return line;
}

void SourcePanel::addTool(QAction *action)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    m_tools->addWidget(button);
}

void SourcePanel::setPlaces(const SourcePlaces &places)
{
    if (places == m_places)
        return;
    m_places = places;
    askIfSeen();
}

void SourcePanel::forget()
{
    m_job.drop();
    m_function = {};
    m_model->setAnswer({});
    showTexts();
}

const SourceAnswer &SourcePanel::answer() const
{
    return m_model->answer();
}

std::optional<CodePlace> SourcePanel::place() const
{
    const QModelIndex current = m_view->currentIndex();
    if (!current.isValid())
        return std::nullopt;
    return CodePlace{answer().file->recorded, m_model->lineAt(current.row()), 0};
}

PacedJob<SourceAnswer>::Work SourcePanel::question()
{
    const FrameIndex frame = state().function();
    if (!state().spans() || !frame.isValid())
        return {};
    return [question = SourceQuestion{state().spans()->profile(), frame, state().sums().selection(),
                                      state().sums().lineWeigher(), m_places, answer().file}] {
        return views::answer(question);
    };
}

// The reader's place stays, unless it is another function.
void SourcePanel::showAnswer(SourceAnswer answer)
{
    const bool isOther = answer.frame != m_function;
    const bool isOtherText = answer.text != this->answer().text;
    const auto before = place();
    const int scrolled = m_view->verticalScrollBar()->value();
    m_function = answer.frame;
    m_model->setAnswer(std::move(answer));
    showTexts();
    if (isOtherText) {
        layout()->activate(); // scrolling needs the rows and the room there is for them
        m_view->doItemsLayout();
        fitColumns();
    }
    if (isOther) {
        goTo(m_model->rowOf(this->answer().hottestLine));
    } else if (const int row = before ? m_model->rowOf(before->line) : -1; row >= 0) {
        m_view->setCurrentIndex(m_model->index(row, SourceModel::Text));
        m_view->verticalScrollBar()->setValue(scrolled);
    }
}

void SourcePanel::showTexts()
{
    const SourceFile *file = answer().file.get();
    if (!file) {
        m_title->setText(tr("Choose a function in any view to see its source."));
    } else {
        const QString name = fromUtf8(frameName(*state().spans()->profile(), m_function));
        const QString path = file->path.isEmpty() ? file->recorded : file->path;
        m_title->setText(path.isEmpty() ? name : path + QStringLiteral("  ·  ") + name);
    }
    m_title->setToolTip(file ? m_title->text() : QString());
    const QString notice = sourceNotice(*m_model);
    m_notice->setText(notice);
    m_noticeLine->setVisible(!notice.isEmpty());
    m_locate->setVisible(file && file->state == SourceFile::State::Missing);
    m_view->setVisible(m_model->rowCount() > 0);
}

void SourcePanel::fitColumns()
{
    if (m_model->rowCount() == 0)
        return;
    const QFontMetrics metrics = m_view->fontMetrics();
    const auto wide = [&](const QString &text) { return metrics.horizontalAdvance(text) + 12; };
    const QString lastLine = QString::number(m_model->lineAt(m_model->rowCount() - 1));
    const int figure = wide(durationText(std::chrono::minutes(59)));
    const int text =
        (answer().text->longestLine() + 2) * metrics.horizontalAdvance(QLatin1Char('m'));
    QHeaderView &header = *m_view->horizontalHeader();
    header.resizeSection(SourceModel::Line,
                         std::max(wide(lastLine), wide(QStringLiteral("00000"))));
    header.resizeSection(SourceModel::Self, figure);
    header.resizeSection(SourceModel::Total, figure);
    const int before = header.sectionPosition(SourceModel::Text);
    header.resizeSection(SourceModel::Text, std::max(text, m_view->viewport()->width() - before));
}

void SourcePanel::goTo(int row)
{
    if (row < 0) {
        m_view->setCurrentIndex({});
        m_view->scrollToTop();
        return;
    }
    const QModelIndex index = m_model->index(row, SourceModel::Line);
    m_view->setCurrentIndex(index);
    m_view->scrollTo(index, QAbstractItemView::PositionAtCenter);
}

void SourcePanel::stepToHotLine(Direction direction)
{
    const int row = m_model->nextHotRow(m_view->currentIndex().row(), direction);
    if (row >= 0)
        goTo(row);
}

} // namespace ember::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracing/spanspanel.h"

#include "views/state/openprofile.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/text/threadtitle.h"
#include "views/tracing/spantext.h"
#include "views/widgets/tablelook.h"

#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTreeView>

#include <utility>

namespace ember::views {

using namespace model;

namespace {

constexpr int unfoldedDepth = 2;
constexpr std::size_t mostUnfolded = 2'000; // rows: more are unfolded by hand

// A node's number, from 1, is the id of its index; 0 is no node.
std::size_t numberOf(const QModelIndex &index)
{
    return index.isValid() ? static_cast<std::size_t>(index.internalId()) : 0;
}

} // namespace

SpanTreeModel::SpanTreeModel(const OpenProfile &profile, QObject *parent)
    : QAbstractItemModel(parent),
      m_open(profile),
      m_children(1)
{
}

void SpanTreeModel::setNodes(ProfilePointer profile, std::vector<SpanNode> nodes)
{
    beginResetModel();
    m_profile = std::move(profile);
    m_nodes = std::move(nodes);
    m_children.assign(m_nodes.size() + 1, {});
    m_places.clear();
    for (std::size_t node = 0; node < m_nodes.size(); ++node) {
        const auto &parent = m_nodes[node].parent;
        auto &siblings = m_children[parent ? *parent + 1 : 0];
        m_places.push_back(siblings.size());
        siblings.push_back(node);
    }
    endResetModel();
}

const ReportedSpan &SpanTreeModel::spanAt(const QModelIndex &index) const
{
    return m_nodes[numberOf(index) - 1].span;
}

const std::vector<std::size_t> &SpanTreeModel::childrenOf(const QModelIndex &parent) const
{
    return m_children[numberOf(parent)];
}

QModelIndex SpanTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const std::size_t node = childrenOf(parent)[static_cast<std::size_t>(row)];
    return createIndex(row, column, static_cast<quintptr>(node + 1));
}

QModelIndex SpanTreeModel::parent(const QModelIndex &index) const
{
    const auto above =
        index.isValid() ? m_nodes[numberOf(index) - 1].parent : std::optional<std::size_t>();
    return above ? indexOf(*above) : QModelIndex();
}

QModelIndex SpanTreeModel::indexOf(std::size_t node) const
{
    return createIndex(static_cast<int>(m_places[node]), 0, static_cast<quintptr>(node + 1));
}

int SpanTreeModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(childrenOf(parent).size());
}

int SpanTreeModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QString SpanTreeModel::text(const ReportedSpan &span, Column column) const
{
    const SpanFacts facts = factsOf(*m_profile, span);
    switch (column) {
    case Name: return spanLabel(*m_profile, span);
    case Duration: return durationText(span.range.duration());
    case Start: return offsetText(span.range.start - m_open.origin(), Nanoseconds(1'000'000));
    case Status:
        return facts.status.isValid() ? fromUtf8(m_profile->text(facts.status)) : QString();
    case Thread:
        return facts.thread.isValid() ? threadTitle(*m_profile, facts.thread).name : QString();
    case ColumnCount: break;
    }
    return {};
}

QVariant SpanTreeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole: return text(spanAt(index), column);
    case Qt::ToolTipRole: return tipText(text(spanAt(index), column));
    case Qt::AccessibleTextRole:
        return column == Name ? briefText(*m_profile, spanAt(index)) : QVariant();
    case Qt::TextAlignmentRole:
        return int((column == Duration ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant SpanTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Span");
    case Duration: return tr("Duration");
    case Start: return tr("Start");
    case Status: return tr("Status");
    case Thread: return tr("Thread");
    default: return {};
    }
}

SpansPanel::SpansPanel(const OpenProfile &profile, QWidget *parent)
    : QWidget(parent),
      m_profile(profile),
      m_model(new SpanTreeModel(profile, this)),
      m_view(new QTreeView(this)),
      m_hint(new QLabel(this)),
      m_job(
          this, [this] { return question(); }, [this](Answer answer) { take(std::move(answer)); })
{
    createView();
    m_hint->setText(tr("No spans or transactions were reported. Programs report them by Sentry's "
                       "SDKs or by emberchart.h."));
    layOutList(*this, *m_view, *m_hint);
    connect(&profile, &OpenProfile::changed, this, &SpansPanel::followProfile);
    take({});
}

void SpansPanel::createView()
{
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Spans and transactions"));
    styleTree(*m_view);
    m_view->setUniformRowHeights(true);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    const int letter = fontMetrics().averageCharWidth();
    m_view->header()->setStretchLastSection(true);
    m_view->setColumnWidth(SpanTreeModel::Name, 50 * letter);
    for (const int section : {SpanTreeModel::Duration, SpanTreeModel::Start, SpanTreeModel::Status})
        m_view->setColumnWidth(section, 14 * letter);
    // Follows the selection, not the current row: the view gets a current row together with the
    // focus.
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        const auto rows = m_view->selectionModel()->selectedRows();
        if (rows.isEmpty() || m_isRestoring)
            return;
        m_isChosenByPress = true;
        emit spanChosen(m_model->spanAt(rows.first()));
    });
    // A click on the current row chooses it again.
    connect(m_view, &QTreeView::clicked, this, [this](const QModelIndex &index) {
        if (!m_isChosenByPress)
            emit spanChosen(m_model->spanAt(index));
    });
    m_view->viewport()->installEventFilter(this);
    connect(m_view, &QTreeView::activated, this,
            [this](const QModelIndex &index) { emit spanActivated(m_model->spanAt(index)); });
}

bool SpansPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonPress)
        m_isChosenByPress = false;
    return QWidget::eventFilter(watched, event);
}

void SpansPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    followProfile();
}

// Asks for the spans of the newest snapshot, only while the panel is visible.
void SpansPanel::followProfile()
{
    const auto serial = m_profile.serial();
    if (std::exchange(m_serial, serial) != serial) {
        m_job.drop();
        take({});
    }
    if (isVisible() && m_profile.spans())
        m_job.refresh();
}

PacedJob<SpansPanel::Answer>::Work SpansPanel::question() const
{
    if (!m_profile.spans())
        return {};
    return [profile = m_profile.spans()->profile()] { return Answer{profile, spanTree(*profile)}; };
}

// Returns the folds of all nodes shown. Spans of a growing profile keep their rows in its tables.
SpansPanel::Folds SpansPanel::folds() const
{
    Folds folds;
    const auto current = m_view->currentIndex().siblingAtColumn(0);
    for (std::size_t node = 0; node < m_model->nodes().size(); ++node) {
        const auto &span = m_model->nodes()[node].span;
        const QModelIndex index = m_model->indexOf(node);
        folds[{span.transaction, span.span}] = {
            m_model->rowCount(index) == 0 || m_view->isExpanded(index), index == current};
    }
    return folds;
}

void SpansPanel::restore(const Folds &folds)
{
    for (std::size_t node = 0; node < m_model->nodes().size(); ++node) {
        const auto &span = m_model->nodes()[node].span;
        const auto known = folds.find({span.transaction, span.span});
        if (known == folds.end())
            continue;
        const QModelIndex index = m_model->indexOf(node);
        if (m_model->rowCount(index) > 0)
            m_view->setExpanded(index, known->second.isUnfolded);
        if (known->second.isCurrent)
            m_view->setCurrentIndex(index);
    }
}

void SpansPanel::take(Answer answer)
{
    if (!answer.nodes.empty() && answer.nodes == m_model->nodes())
        return; // a growing profile has the same spans: they stay folded as they are
    const bool isEmpty = answer.nodes.empty();
    const bool areFew = answer.nodes.size() <= mostUnfolded;
    const auto before = areFew ? folds() : Folds();
    const int top = m_view->verticalScrollBar()->value();
    m_model->setNodes(std::move(answer.profile), std::move(answer.nodes));
    if (areFew)
        m_view->expandToDepth(unfoldedDepth);
    m_isRestoring = true;
    restore(before);
    m_isRestoring = false;
    m_view->verticalScrollBar()->setValue(top);
    m_view->setVisible(!isEmpty);
    m_hint->setVisible(isEmpty);
}

} // namespace ember::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/treesearch.h"

#include "views/state/viewselection.h"
#include "views/tables/calltreemodel.h"

#include <QElapsedTimer>

namespace ember::views {

using namespace model;

namespace {

constexpr int slice = 8; // ms: half a frame
// Limited: bottom-up, a tree of deep stacks needs many times their memory.
constexpr std::size_t nodesOfOneSearch = 1'000'000;

// Returns the row after this one if all were open.
QModelIndex below(const CallTreeModel &model, const QModelIndex &index)
{
    if (model.hasChildren(index))
        return model.index(0, 0, index);
    for (QModelIndex at = index; at.isValid(); at = at.parent()) {
        const QModelIndex next = model.index(at.row() + 1, 0, at.parent());
        if (next.isValid())
            return next;
    }
    return {};
}

} // namespace

TreeSearch::TreeSearch(const ViewSelection &selection, const CallTreeModel &model, QObject *parent)
    : QObject(parent),
      m_selection(selection),
      m_model(model)
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &TreeSearch::look);
    connect(&model, &QAbstractItemModel::modelReset, this, &TreeSearch::stop);
}

void TreeSearch::start(const QModelIndex &from, Direction direction)
{
    stop();
    if (!m_model.tree() || !m_selection.matches().isActive())
        return;
    m_direction = direction;
    m_at = m_model.nodeAt(from);
    m_isDescending = false;
    m_mostNodes = m_model.tree()->size() + nodesOfOneSearch;
    look();
}

void TreeSearch::look()
{
    QElapsedTimer time;
    time.start();
    do { // steps may be slow: one may sort a long list of children
        step();
        if (!m_at || !m_selection.matches().isActive())
            return;
        if (isMatch()) {
            emit found(m_model.indexOf(*m_at));
            return;
        }
        if (m_model.tree()->size() > m_mostNodes)
            return;
    } while (time.elapsed() < slice);
    m_pause.start(0);
}

void TreeSearch::step()
{
    const QModelIndex at = m_model.indexOf(*m_at);
    QModelIndex next;
    if (m_direction == Direction::Forward) {
        next = below(m_model, at);
    } else if (m_isDescending) {
        next = m_model.index(m_model.rowCount(at) - 1, 0, at);
    } else if (at.isValid() && at.row() > 0) {
        next = m_model.index(at.row() - 1, 0, at.parent());
    } else {
        next = at.parent();
    }
    m_isDescending = m_direction == Direction::Backward && next.isValid()
        && m_model.hasChildren(next) && (m_isDescending || next.parent() == at.parent());
    m_at = next.isValid() ? std::optional(m_model.nodeAt(next)) : std::nullopt;
}

// Whether the present node matches. While descending to the last row below, nodes are only passed:
// the rows below them come first.
bool TreeSearch::isMatch() const
{
    return !m_isDescending && m_selection.matches().contains(m_model.tree()->node(*m_at).frame);
}

} // namespace ember::views
